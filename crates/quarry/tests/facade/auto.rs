//! The default solver works without any settings: it proves tiny boards at once, and solves boards
//! to be filled in whether many or few cells are given.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry::{Budget, Catalogue, Instance, Report, Request, Solutions};

fn solved(instance: &dyn Instance, budget: Budget) -> Report {
    let request = Request {
        solver: None,
        params: Vec::new(),
        budget,
        threads: 1,
        seed: 1,
        stop: Arc::new(AtomicBool::new(false)),
        whole_process: false,
    };
    instance.solve(&request, &mut |_| {}).expect("there is a default solver")
}

fn work(limit: u64) -> Budget {
    Budget { nodes: Some(limit), evaluations: Some(20 * limit), ..Budget::default() }
}

fn generated(puzzle: &str, params: &[(&str, &str)], seed: u64) -> Box<dyn Instance> {
    let catalogue = Catalogue::standard();
    let entry = catalogue.puzzle(puzzle).expect("it is there");
    let params: Vec<_> =
        params.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let never = AtomicBool::new(false);
    let text = entry.generate(&params, seed, Budget::default(), &never).expect("a board");
    entry.open(&text).expect("it opens")
}

#[test]
fn tiny_boards_are_proved_at_once() {
    for (rows, columns) in [("3", "3"), ("4", "6"), ("5", "5")] {
        let instance =
            generated("samegame", &[("rows", rows), ("columns", columns), ("colours", "3")], 1);
        let report = solved(&*instance, work(100_000));
        assert!(report.proved && report.is_complete(), "{rows} x {columns}: {report:?}");
        let winner = report.credits.iter().find(|credit| credit.won).map(|credit| credit.name);
        assert_eq!(winner, Some("branch-and-bound"));
    }
}

#[test]
fn every_example_that_is_filled_in_is_solved_by_default() {
    let catalogue = Catalogue::standard();
    let entry = catalogue.puzzle("hidato").expect("it is there");
    for example in entry.examples() {
        let instance = entry.open(example.text).expect("examples parse");
        let report = solved(&*instance, work(1_000_000));
        assert!(
            report.is_complete() || report.solutions == Some(Solutions::None),
            "{}: {report:?}",
            example.name
        );
    }
}

/// Minimal boards, boards with more givens than needed, with half of those, and with almost none.
#[test]
fn boards_with_much_and_with_little_given_are_solved_by_default() {
    type TileShape = &'static [(&'static str, &'static str)];
    let shapes: [(TileShape, [&str; 4]); 4] = [
        (&[("topology", "hex"), ("side", "5")], ["0", "40", "15", "7"]),
        (&[("topology", "hex"), ("side", "7")], ["0", "80", "30", "13"]),
        (&[("topology", "square"), ("columns", "10"), ("rows", "10")], ["0", "60", "20", "8"]),
        (&[("topology", "orthogonal"), ("columns", "9"), ("rows", "9")], ["0", "50", "20", "9"]),
    ];
    for (shape, densities) in shapes {
        for givens in densities {
            let unique = if givens == "0" { "true" } else { "false" };
            let params: Vec<_> =
                shape.iter().copied().chain([("givens", givens), ("unique", unique)]).collect();
            for seed in 1..=2 {
                let report = solved(&*generated("hidato", &params, seed), work(2_000_000));
                assert!(
                    report.is_complete(),
                    "{params:?} seed {seed}: {:?} {:?}",
                    report.halted,
                    report.credits
                );
            }
        }
    }
}
