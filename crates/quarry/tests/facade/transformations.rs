//! Instances as other problems, all the way: written, read as the other puzzle, solved there, and
//! the solution read back.

use std::collections::HashSet;

use quarry::{Budget, Catalogue, Request};
use quarry_core::{Generate, Meter, Puzzle};
use quarry_puzzles::clockwork::lemmings::{Lemmings, Params};

fn request(solver: Option<&str>) -> Request {
    Request {
        solver: solver.map(str::to_owned),
        budget: Budget { nodes: Some(1_000_000), ..Budget::default() },
        ..Request::default()
    }
}

/// A formula has a solution exactly if exact search reaches the level's goal, and the orders whose
/// variables are true reach it.
#[test]
fn levels_of_lemmings_are_solved_by_their_formulas() {
    let catalogue = Catalogue::standard();
    let (mut solved, mut refuted) = (0, 0);
    for seed in 0..40 {
        let params = Params {
            rules: ["full", "cormode", "alpha"][seed as usize % 3],
            width: 6,
            height: 5,
            lemmings: 1 + seed / 3 % 2,
            time_limit: 8 + seed % 3,
            frequency: 2,
            platforms: 6,
            walls: 3,
            types: 2,
            ..Params::default()
        };
        let level =
            Lemmings::generate(&params, seed, &mut Meter::unlimited()).expect("there is room");
        let level = catalogue.open(&level.show()).expect("it is well-formed");
        let text = level.transformations()[0].write().expect("it is small");
        let Ok(formula) = catalogue.open(&text) else { continue };
        let exact = level.solve(&request(Some("exact-reach")), &mut |_| {}).expect("it can work");
        let found = formula.solve(&request(None), &mut |_| {}).expect("it can work");
        assert_eq!(exact.is_solved(), found.is_solved(), "{}", level.show());
        if !found.is_solved() {
            assert!(exact.proved && found.proved);
            refuted += 1;
            continue;
        }
        let answer: Vec<String> = found.answer.iter().map(str::to_owned).collect();
        let is_true: HashSet<&str> = answer.iter().flat_map(|row| row.split_whitespace()).collect();
        let remarks = text.lines().filter_map(|line| line.strip_prefix("c variable "));
        let mut orders = remarks.filter_map(|remark| {
            let (variable, order) = remark.split_once(": the order ").expect("an order");
            is_true.contains(variable).then_some(order)
        });
        let judged = level.judge(&mut orders).expect("orders are well-formed");
        assert!(judged.verdict.is_ok_and(|verdict| verdict.solved), "{}", level.show());
        solved += 1;
    }
    assert!(solved >= 5 && refuted >= 5, "{solved} solved, {refuted} refuted");
}
