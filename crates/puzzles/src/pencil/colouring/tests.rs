//! Tests.

use std::sync::atomic::AtomicBool;

use super::saturation::Dsatur;
use super::tabu::TabuCol;
use super::{Colouring, ColouringOptions};
use crate::brute_force::{as_other, opened, solutions_by_hand};
use crate::pencil::satisfiability::Satisfiability;
use crate::stepwise::Stepwise;
use quarry_constraint::{Engine, EngineStep};
use quarry_core::{
    Budget, Constrained, Generate, Meter, NoTables, Outcome, OwnSolver, Puzzle, Solutions, drive,
};
use quarry_pencil::{Declared, GeneratorWish, Written};

type Coloured = Declared<Colouring>;

fn solved<S: OwnSolver<Coloured>>(puzzle: &Coloured, nodes: u64) -> Outcome<Written> {
    let stop = AtomicBool::new(false);
    let mut meter = Meter::new(Budget { nodes: Some(nodes), ..Budget::default() }, &stop);
    let settings = S::Settings::default();
    drive(&mut S::begin(puzzle, &settings, 1, &NoTables), &mut meter, &mut |_| {})
}

/// Counts the solutions of a model.
fn counted<P: Constrained>(puzzle: &P) -> usize {
    let meter = &mut Meter::unlimited();
    let mut engine = Engine::new(&puzzle.model(), meter).expect("an unlimited meter");
    while engine.next(u64::MAX, meter) == EngineStep::Found {}
    engine.found().len()
}

fn generated(
    form: &'static str,
    vertices: u64,
    degree: f64,
    tier: &'static str,
    seed: u64,
) -> Coloured {
    let options = ColouringOptions { form, vertices, degree, ..Default::default() };
    let wish = GeneratorWish { tier, ..Default::default() };
    Coloured::generate(&(options, wish), seed, &mut Meter::unlimited()).expect("a graph")
}

#[test]
fn rules_check_searches_and_the_formula_agree_on_small_graphs() {
    let (mut none, mut some) = (0, 0);
    for seed in 0..90 {
        let degree = [2.0, 3.5, 4.5][seed as usize % 3];
        let form = if seed % 5 == 4 { "puzzle" } else { "random" };
        let puzzle = generated(form, 8, degree, "any", seed);
        let count = solutions_by_hand::<Colouring>(&puzzle.show());
        *(if count == 0 { &mut none } else { &mut some }) += 1;
        let tried = solved::<Stepwise<Dsatur>>(&puzzle, u64::MAX);
        assert_eq!((tried.found.is_some(), tried.proved), (count > 0, count == 0));
        let walked = solved::<Stepwise<TabuCol>>(&puzzle, 20_000);
        assert_eq!(walked.found.is_some(), count > 0);
        for found in tried.found.iter().chain(&walked.found) {
            assert!(puzzle.judge(&found.answer).is_ok_and(|verdict| verdict.solved));
        }
        let cnf = as_other(&puzzle, "cnf").expect("a graph has it");
        assert_eq!(counted(&opened::<Satisfiability>(&cnf)), count);
    }
    assert!(none > 10 && some > 20, "{none} without a solution, {some} with");
}

#[test]
fn graphs_are_read_from_lists_and_from_dimacs() {
    let own = "puzzle = \"colouring\"\nvertices = 4\ncolours = 2\ngiven = \"4=2\"\nboard = \"\"\"\n\
        1 2\n3 2\n1 2\n\"\"\"\n";
    let puzzle = opened::<Colouring>(own);
    let forms = puzzle.community_forms();
    let form = forms.iter().find(|form| form.format == "dimacs").expect("a graph has it");
    assert_eq!(form.text, "c colours 2\np edge 4 2\ne 1 2\ne 2 3");
    assert_eq!(form.lost, ["given"]);
    assert!(Coloured::recognises(&form.text) && !Coloured::recognises("p cnf 1 1\n1 0"));
    let read = opened::<Colouring>(&form.text);
    assert_eq!(read.declaration().graph, puzzle.declaration().graph);
    assert_eq!(read.declaration().colours, 2);
    assert_eq!(opened::<Colouring>("1 2\n2 3").declaration().colours, 3);
    for wrong in ["1 1", "1 2 3", "1 x", "p edge 2 1\ne 1 3", "c colours 0\n1 2"] {
        assert!(Coloured::parse(wrong).is_err(), "{wrong}");
    }
    let clash = own.replace("4=2", "1=1 2=1");
    assert!(Coloured::parse(&clash).is_err());
}

#[test]
fn backtracking_and_learning_agree_at_the_transition() {
    let mut counts = [0, 0];
    for seed in 0..24 {
        let puzzle = generated("random", 40, 4.6, "any", seed);
        let meter = &mut Meter::unlimited();
        let engine = Engine::new(&puzzle.model(), meter).expect("an unlimited meter");
        let none = { engine }.count(u64::MAX, meter) == Solutions::None;
        assert_eq!(solved::<Stepwise<Dsatur>>(&puzzle, u64::MAX).proved, none);
        counts[usize::from(none)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 3), "both kinds occur: {counts:?}");
}

#[test]
fn generated_puzzles_have_one_solution() {
    for seed in 1..4 {
        assert_eq!(counted(&generated("puzzle", 15, 4.0, "any", seed)), 1);
    }
}
