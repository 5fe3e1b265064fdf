//! Dead end: a number can only be in a cell that the path can enter and leave.
//!
//! A cell with one exit is an end of the path. Any other number needs two free neighbours, one for
//! the number before it and another for the number after it.

use quarry_core::{Meter, Technique, Tier};

use super::bits::bits_of;
use super::notes::Notes;
use super::{Cell, Number, Step};

pub(super) static DEAD_END: Technique =
    Technique { name: "dead end", tier: Tier::Medium, points: 3 };

/// Rules out the dead ends of the first number that has any.
pub(super) fn find(notes: &mut Notes, meter: &mut Meter) -> Option<Step> {
    let last = notes.size() as Number;
    for number in notes.numbers() {
        if !notes.unseen[usize::from(number) - 1] || last == 1 {
            continue;
        }
        if !meter.goes_on() {
            return None;
        }
        notes.unseen[usize::from(number) - 1] = false;
        let dead: Vec<Cell> =
            notes.candidates.cells(number).filter(|&cell| !leads_on(notes, cell, number)).collect();
        if dead.is_empty() {
            continue;
        }
        let needed = match number {
            1 => "2".to_owned(),
            _ if number == last => format!("{}", last - 1),
            _ => format!("{} and {}", number - 1, number + 1),
        };
        let sentence = format!(
            "{number} cannot stand at {}: no neighbouring cells would be left there for {needed}.",
            notes.names(&dead)
        );
        let excludes = dead.iter().map(|&cell| (cell, number)).collect();
        return notes.excluding(&DEAD_END, 1, &dead, excludes, sentence, meter);
    }
    None
}

/// Whether the numbers before and after a number can be in two different cells next to it.
fn leads_on(notes: &Notes, cell: Cell, number: Number) -> bool {
    let around = notes.open.row(usize::from(cell));
    let beside = |other: Number| {
        let cells = notes
            .candidates
            .cell_set(other)
            .iter()
            .zip(around)
            .map(|(cells, around)| cells & around);
        cells.enumerate().flat_map(|(index, word)| bits_of(word).map(move |bit| 64 * index + bit))
    };
    let last = notes.size() as Number;
    match number {
        1 => beside(2).next().is_some(),
        _ if number == last => beside(last - 1).next().is_some(),
        _ => beside(number - 1).any(|before| beside(number + 1).any(|after| after != before)),
    }
}
