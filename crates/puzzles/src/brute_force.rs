//! Declared rules against the check by hand, on all fillings of tiny boards.

use std::collections::BTreeSet;

use quarry_constraint::{Engine, EngineStep};
use quarry_core::{Constrained, Located, Meter, Position, Puzzle, Value};
use quarry_pencil::{Declaration, Declared, EntryValues};

/// The most fillings that are tried.
const MOST_FILLINGS: usize = 1 << 20;

/// Reads an instance.
pub(crate) fn opened<D: Declaration>(text: &str) -> Declared<D> {
    Declared::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Writes an instance as one of another problem.
pub(crate) fn as_other(puzzle: &impl Puzzle, format: &str) -> Result<String, String> {
    let transformations = puzzle.transformations();
    let other = transformations.iter().find(|other| other.format == format);
    other.unwrap_or_else(|| panic!("there is a form {format}")).write()
}

/// All fillings without a fault, found by trying every filling; returns how many there are. They
/// are the solutions of the declared rules, a partial filling of each is without a fault, and
/// writing and reading gives each back.
pub(crate) fn solutions_by_hand<D: Declaration>(text: &str) -> usize {
    let puzzle = opened::<D>(text);
    let spots = puzzle.declaration().spots();
    let domains: Vec<Vec<Value>> = spots.iter().map(|spot| spot.values.iter().collect()).collect();
    let fillings = domains.iter().map(Vec::len).fold(1, usize::saturating_mul);
    assert!(fillings <= MOST_FILLINGS, "{fillings} fillings are too many to try");
    let mut by_hand = BTreeSet::new();
    let mut filling: EntryValues = domains.iter().map(|values| values.first().copied()).collect();
    let mut digits = vec![0; domains.len()];
    'all: while !domains.iter().any(Vec::is_empty) {
        let answer = puzzle.decode(&values(&filling));
        if puzzle.judge(&answer).is_ok_and(|verdict| verdict.solved) {
            by_hand.insert(values(&filling));
        }
        for spot in 0..=domains.len() {
            if spot == domains.len() {
                break 'all;
            }
            digits[spot] = (digits[spot] + 1) % domains[spot].len();
            filling[spot] = Some(domains[spot][digits[spot]]);
            if digits[spot] > 0 {
                break;
            }
        }
    }
    let meter = &mut Meter::unlimited();
    let mut engine = Engine::new(&puzzle.model(), meter).expect("an unlimited meter");
    while engine.next(u64::MAX, meter) == EngineStep::Found {}
    let by_rules: BTreeSet<Vec<Value>> =
        engine.found().iter().map(|found| found[..spots.len()].to_vec()).collect();
    assert_eq!(by_rules, by_hand, "rules and check differ on\n{text}");
    for solution in &by_hand {
        let answer = puzzle.decode(solution);
        let shown = puzzle.show_answer(&answer);
        let entry = |value| Located { value, at: Position::START };
        let read = puzzle.parse_answer(&mut shown.iter().map(|row| entry(row.as_str())));
        assert_eq!(read.as_ref(), Ok(&answer), "{shown:?}");
        for (open, spot) in spots.iter().enumerate() {
            let mut partial = answer.clone();
            partial.filling[open] = spot.given;
            assert!(puzzle.judge(&partial).is_ok(), "{partial:?} can be completed");
        }
    }
    by_hand.len()
}

fn values(filling: &[Option<Value>]) -> Vec<Value> {
    filling.iter().map(|entry| entry.expect("full")).collect()
}
