//! Whether what a person has written can still become a solution, by the constraint engine.

use quarry_constraint::{Engine, EngineStep};
use quarry_core::{Constrained, Inscription, Meter, Place, Solutions};

/// Whether what is written can still be completed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Completion {
    /// There is a solution with all of it.
    Possible,
    /// There is none. If the board has one solution only, what is written at these places differs
    /// from it; if it has several, this is the first place after which none was left. Empty if it
    /// has none, or if the meter left no time to find out.
    Impossible(Vec<Place>),
    /// The meter said stop before it was known.
    Unknown,
}

/// Returns whether what is written, in that order, can be completed.
pub fn completion<P: Constrained>(
    puzzle: &P,
    written: &[Inscription],
    meter: &mut Meter,
) -> Completion {
    let Some(mut engine) = Engine::new(&puzzle.every_filling(), meter) else {
        return Completion::Unknown;
    };
    match has_solution(puzzle, &mut engine, written, meter) {
        None => Completion::Unknown,
        Some(true) => Completion::Possible,
        Some(false) => {
            let wrong = wrong(puzzle, &mut engine, written, meter);
            Completion::Impossible(wrong.into_iter().map(|one| place(puzzle, one)).collect())
        }
    }
}

fn place<P: Constrained>(puzzle: &P, written: Inscription) -> Place {
    match written {
        Inscription::Entry(entry) => puzzle.place(entry.cell),
        Inscription::Link(from, to) => {
            Place::Link(puzzle.place(from).cell(), puzzle.place(to).cell())
        }
    }
}

/// Returns whether there is a solution with all that is written; `None` if the meter stops the
/// search. The engine is for the puzzle without links that a person has drawn.
fn has_solution<P: Constrained>(
    puzzle: &P,
    engine: &mut Engine,
    written: &[Inscription],
    meter: &mut Meter,
) -> Option<bool> {
    let link = |one: &Inscription| match *one {
        Inscription::Link(from, to) => Some((from, to)),
        Inscription::Entry(_) => None,
    };
    let links: Vec<_> = written.iter().filter_map(link).collect();
    let mut with_links = match puzzle.linked(&links).filter(|_| !links.is_empty()) {
        Some(linked) => Some(Engine::new(&linked.every_filling(), meter)?),
        None => None,
    };
    let engine = with_links.as_mut().unwrap_or(engine);
    engine.restart();
    for one in written {
        if let Inscription::Entry(entry) = *one {
            let literal = puzzle.literal(entry);
            engine.fix(literal.variable, literal.value);
        }
    }
    match engine.next(u64::MAX, meter) {
        EngineStep::Found => Some(true),
        EngineStep::End => Some(false),
        EngineStep::Paused | EngineStep::Stopped => None,
    }
}

/// Returns what is wrong of all that is written, which has no solution, as far as that can be said.
fn wrong<P: Constrained>(
    puzzle: &P,
    engine: &mut Engine,
    written: &[Inscription],
    meter: &mut Meter,
) -> Vec<Inscription> {
    engine.restart();
    match engine.count(u64::MAX, meter) {
        Solutions::None | Solutions::Unknown => Vec::new(),
        Solutions::One => {
            let solution = puzzle.decode(&engine.found()[0]);
            let values = puzzle.values(&solution);
            let is_wrong = |one: &&Inscription| match **one {
                Inscription::Entry(entry) => values[entry.cell] != Some(entry.value),
                Inscription::Link(from, to) => !puzzle.allows_link(&solution, (from, to)),
            };
            written.iter().filter(is_wrong).copied().collect()
        }
        Solutions::Several => {
            // So much of the beginning can be completed, and so much cannot.
            let (mut possible, mut impossible) = (0, written.len());
            while possible + 1 < impossible {
                let middle = usize::midpoint(possible, impossible);
                match has_solution(puzzle, engine, &written[..middle], meter) {
                    Some(true) => possible = middle,
                    Some(false) => impossible = middle,
                    None => return Vec::new(),
                }
            }
            written[possible..impossible].to_vec()
        }
    }
}
