//! Gap distance: a missing number lies within reach of the placed ones before and after it.
//! Parity: where cells can be coloured like a chessboard, even and odd numbers keep to their colours.

use quarry_core::{Technique, Tier};

use super::bits::ones;
use super::notes::{Gap, Notes};
use super::{Cell, Number, Step};

pub(super) static GAP_DISTANCE: Technique = Technique { name: "gap distance", tier: Tier::Easy, points: 2 };
pub(super) static PARITY: Technique = Technique { name: "parity", tier: Tier::Easy, points: 2 };

/// Rules out, for the first gap where that brings something, the cells too far from its ends.
pub(super) fn gap(notes: &mut Notes) -> Option<Step> {
    if notes.measured {
        return None;
    }
    for gap in notes.gaps() {
        let excludes = too_far(notes, gap);
        if excludes.is_empty() {
            continue;
        }
        let end = |number: Number, cell: Cell| format!("{number} at {}", notes.name(cell));
        let before = gap.before.map(|cell| end(gap.first - 1, cell));
        let after = gap.after.map(|cell| end(gap.last + 1, cell));
        let sentence = match (before, after) {
            (Some(before), Some(after)) => {
                let steps = gap.len() + 1;
                format!("From {before} to {after} there are {steps} steps, which rules out all cells too far from either for the numbers between.")
            }
            (Some(end), None) | (None, Some(end)) => {
                format!("The numbers {} to {} are as many steps from {end} as they differ from it: cells farther away are out.", gap.first, gap.last)
            }
            (None, None) => continue,
        };
        let ends: Vec<Cell> = gap.before.into_iter().chain(gap.after).collect();
        return Some(notes.excluding(&GAP_DISTANCE, 1, &ends, excludes, sentence));
    }
    notes.measured = true;
    None
}

/// Candidates of a gap's numbers that are more steps from an end of the gap than there are.
fn too_far(notes: &Notes, gap: Gap) -> Vec<(Cell, Number)> {
    let mut excludes = Vec::new();
    let mut look = |from: Cell, numbers: &mut dyn Iterator<Item = Number>| {
        let mut reach = vec![false; notes.size()];
        let mut layer = vec![from];
        for number in numbers {
            let mut next = Vec::new();
            for other in layer.iter().flat_map(|&cell| &notes.ground.neighbours[usize::from(cell)]) {
                if notes.number_in(*other).is_none() && !reach[usize::from(*other)] {
                    reach[usize::from(*other)] = true;
                    next.push(*other);
                }
            }
            layer = next;
            let far = ones(notes.candidates.cell_set(number)).filter(|&cell| !reach[cell]);
            excludes.extend(far.map(|cell| (cell as Cell, number)));
        }
    };
    if let Some(cell) = gap.before {
        look(cell, &mut gap.numbers());
    }
    if let Some(cell) = gap.after {
        look(cell, &mut gap.numbers().rev());
    }
    excludes.sort_unstable();
    excludes.dedup();
    excludes
}

/// Rules out the cells of the wrong colour, once a number is placed.
pub(super) fn parity(notes: &mut Notes) -> Option<Step> {
    let colours = notes.ground.colours.as_ref().filter(|_| !notes.coloured)?;
    let placed = notes.numbers().find_map(|number| Some((number, notes.cell_of(number)?)));
    let cells_of = |colour| colours.iter().filter(|&&other| other == colour).count();
    // Without a placed number the colours tell only when one has a cell more: it holds the odd numbers.
    let (odd, why) = match placed {
        Some((number, cell)) => {
            (colours[usize::from(cell)] == (number % 2 == 1), format!("{number} stands at {}", notes.name(cell)))
        }
        None if cells_of(true) != cells_of(false) => {
            (cells_of(true) > cells_of(false), "one colour has more cells".to_owned())
        }
        None => return None,
    };
    let mut excludes = Vec::new();
    for cell in notes.cells() {
        let wrong = |number: &Number| (colours[usize::from(cell)] == odd) != (number % 2 == 1);
        excludes.extend(notes.candidates.numbers(cell).filter(wrong).map(|number| (cell, number)));
    }
    notes.coloured = true;
    if excludes.is_empty() {
        return None;
    }
    let sentence = format!("On this board even and odd numbers alternate like the colours of a chessboard; {why}, which fixes the colour of all others.");
    let cells: Vec<_> = placed.into_iter().map(|(_, cell)| cell).collect();
    Some(notes.excluding(&PARITY, 1, &cells, excludes, sentence))
}
