//! Whether entries made by a person can still become a solution, by the constraint engine.

use quarry_constraint::{Engine, EngineStep};
use quarry_core::{Constrained, Entry, Meter, Place, Solutions};

/// Whether what is written can still be completed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Completion {
    /// There is a solution with all the entries.
    Possible,
    /// There is none. If the board has one solution only, the entries at these places differ from
    /// it; if it has several, this is the first entry after which none was left. Empty if it has
    /// none, or if the meter left no time to find out.
    Impossible(Vec<Place>),
    /// The meter said stop before it was known.
    Unknown,
}

/// Returns whether entries, in the order of writing, can be completed.
pub fn completion<P: Constrained>(puzzle: &P, entries: &[Entry], meter: &mut Meter) -> Completion {
    let Some(mut engine) = Engine::new(&puzzle.every_filling(), meter) else {
        return Completion::Unknown;
    };
    match has_solution(puzzle, &mut engine, entries, meter) {
        None => Completion::Unknown,
        Some(true) => Completion::Possible,
        Some(false) => {
            let wrong = wrong(puzzle, &mut engine, entries, meter);
            Completion::Impossible(wrong.iter().map(|entry| puzzle.place(entry.cell)).collect())
        }
    }
}

/// Returns whether there is a solution with these entries; `None` if the meter stops the search.
fn has_solution<P: Constrained>(
    puzzle: &P,
    engine: &mut Engine,
    entries: &[Entry],
    meter: &mut Meter,
) -> Option<bool> {
    engine.restart();
    for &entry in entries {
        let literal = puzzle.literal(entry);
        engine.fix(literal.variable, literal.value);
    }
    match engine.next(u64::MAX, meter) {
        EngineStep::Found => Some(true),
        EngineStep::End => Some(false),
        EngineStep::Paused | EngineStep::Stopped => None,
    }
}

/// Returns the wrong ones of entries that have no solution, as far as that can be said.
fn wrong<P: Constrained>(
    puzzle: &P,
    engine: &mut Engine,
    entries: &[Entry],
    meter: &mut Meter,
) -> Vec<Entry> {
    engine.restart();
    match engine.count(u64::MAX, meter) {
        Solutions::None | Solutions::Unknown => Vec::new(),
        Solutions::One => {
            let solution = puzzle.values(&puzzle.decode(&engine.found()[0]));
            let is_wrong = |entry: &&Entry| solution[entry.cell] != Some(entry.value);
            entries.iter().filter(is_wrong).copied().collect()
        }
        Solutions::Several => {
            // So many of the first entries can be completed, and so many cannot.
            let (mut possible, mut impossible) = (0, entries.len());
            while possible + 1 < impossible {
                let middle = usize::midpoint(possible, impossible);
                match has_solution(puzzle, engine, &entries[..middle], meter) {
                    Some(true) => possible = middle,
                    Some(false) => impossible = middle,
                    None => return Vec::new(),
                }
            }
            entries[possible..impossible].to_vec()
        }
    }
}
