//! Laws of solvers that are made for one puzzle.

use std::sync::atomic::AtomicBool;

use quarry_core::{Budget, Meter, NoTables, OwnSolver, Puzzle, drive};

/// Work that a solver may do on an instance, in nodes and in evaluations.
const WORK: u64 = 20_000;

/// A solver keeps its budget, counts its score as the judge does, and does the same again.
pub(crate) fn answers_are_judged<P: Puzzle, S: OwnSolver<P>>(puzzle: &P) {
    let settings = S::Settings::default();
    if S::check(puzzle, &settings).is_err() {
        assert_eq!(S::turn(puzzle), None, "{} takes no part where it cannot work", S::CARD.name);
        return;
    }
    let budget = Budget {
        nodes: Some(WORK),
        evaluations: Some(WORK),
        seconds: Some(10.0),
        ..Budget::default()
    };
    let run = || {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::new(budget, &stop);
        drive(&mut S::begin(puzzle, &settings, 1, &NoTables), &mut meter, &mut |_| {})
    };
    let outcome = run();
    assert!(outcome.tally.generated <= WORK && outcome.tally.evaluations <= WORK);
    if let Some(found) = &outcome.found {
        let verdict = puzzle.judge(&found.answer).unwrap_or_else(|foul| panic!("{foul}"));
        assert_eq!(verdict.solved, found.solved, "{}", S::CARD.name);
        assert!(!found.solved || verdict.score == found.score, "{}", S::CARD.name);
    }
    let answer = |found: Option<quarry_core::Found<P::Answer>>| found.map(|found| found.answer);
    assert_eq!(answer(run().found), answer(outcome.found), "{}", S::CARD.name);
}
