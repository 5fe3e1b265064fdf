//! Solving as people do: named techniques, the easiest first, with a reason for each step.
//!
//! The techniques share [`Notes`]: the candidates both ways (the cells of a number, the numbers of
//! a cell), the placed numbers, and which neighbours the path may or must join. Placing a number
//! removes its cell from all other numbers automatically; everything else is a step of some
//! technique. Every step follows from the rules alone and so holds in every solution: a puzzle that
//! these steps solve completely has a unique solution.
//!
//! Cells are named by row and column of the drawn board, counted from 1: `(2,5)`.

mod bits;
mod component;
mod dead_end;
mod distance;
mod notes;
mod overlap;
mod refutation;
mod rule_set;
mod singles;
#[cfg(test)]
mod tests;
mod two_exit;

use quarry_core::{Entry, Explained, Meter, Next, Step, Technique, Tier};

use super::{Cell, Filling, Hidato, Number};
pub use notes::Notes;

/// Looks for a step. If the meter says stop, it returns `None` and leaves notes with which the
/// search can be repeated.
type Look = fn(&mut Notes, &mut Meter) -> Option<Step>;

/// Functions that look for a step, the easiest first, each with the technique of the easiest step
/// it finds.
static LOOKS: [(Look, &Technique); 10] = [
    (singles::position, &singles::SINGLE_POSITION),
    (distance::gap, &distance::GAP_DISTANCE),
    (distance::parity, &distance::PARITY),
    (dead_end::find, &dead_end::DEAD_END),
    (two_exit::find, &two_exit::TWO_EXIT),
    (singles::number, &singles::SINGLE_NUMBER),
    (component::find, &component::COMPONENT_FILLING),
    (overlap::find, &overlap::GAP_OVERLAP),
    (refutation::find, &refutation::REFUTATION),
    (rule_set::find, &rule_set::SET_OF_RULES),
];

static TECHNIQUES: [&Technique; 11] = [
    &singles::SINGLE_POSITION,
    &distance::GAP_DISTANCE,
    &distance::PARITY,
    &dead_end::DEAD_END,
    &two_exit::TWO_EXIT,
    &singles::SINGLE_NUMBER,
    &component::COMPONENT_FILLING,
    &overlap::GAP_OVERLAP,
    &refutation::REFUTATION,
    &refutation::LONG_REFUTATION,
    &rule_set::SET_OF_RULES,
];

impl Explained for Hidato {
    type Notes = Notes;

    fn techniques() -> Vec<&'static Technique> {
        TECHNIQUES.to_vec()
    }

    fn notes(&self) -> Notes {
        Notes::of(self)
    }

    fn enter(&self, notes: &mut Notes, entry: Entry) {
        let (cell, number) = (entry.cell as Cell, entry.value as Number);
        if notes.number_in(cell) != Some(number) {
            notes.place(cell, number);
        }
    }

    fn next(&self, notes: &mut Notes, hardest: Tier, meter: &mut Meter) -> Next {
        for (look, _) in LOOKS.iter().filter(|(_, easiest)| easiest.tier <= hardest) {
            if let Some(why) = notes.contradiction() {
                return Next::Contradiction(why.to_owned());
            }
            if let Some(step) = look(notes, meter) {
                return Next::Step(step);
            }
            if meter.halted().is_some() {
                return Next::Stopped;
            }
        }
        match notes.contradiction() {
            Some(why) => Next::Contradiction(why.to_owned()),
            None if notes.is_solved() => Next::Solved,
            None => Next::Stuck,
        }
    }

    fn allows(&self, notes: &Notes, entry: Entry) -> bool {
        notes.candidates.has(entry.cell as Cell, entry.value as Number)
    }

    fn filled(&self, notes: &Notes) -> Filling {
        notes.holds().to_vec()
    }
}
