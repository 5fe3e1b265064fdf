//! Gap distance: a missing number lies within reach of the placed numbers before and after it.
//! Parity: if cells can be coloured like a chessboard, each colour holds only even or only odd
//! numbers.

use quarry_core::{Meter, Technique, Tier};

use super::notes::{Gap, Notes};
use super::{Cell, Number, Step};

pub(super) static GAP_DISTANCE: Technique =
    Technique { name: "gap distance", tier: Tier::Easy, points: 2 };
pub(super) static PARITY: Technique = Technique { name: "parity", tier: Tier::Easy, points: 2 };

/// Rules out the cells too far from the ends of a gap, for the first gap where there are any.
pub(super) fn gap(notes: &mut Notes, meter: &mut Meter) -> Option<Step> {
    if notes.measured {
        return None;
    }
    for gap in notes.gaps() {
        let excludes = too_far(notes, gap, meter)?;
        if excludes.is_empty() {
            continue;
        }
        let end = |number: Number, cell: Cell| format!("{number} at {}", notes.name(cell));
        let before = gap.before.map(|cell| end(gap.first - 1, cell));
        let after = gap.after.map(|cell| end(gap.last + 1, cell));
        let sentence = match (before, after) {
            (Some(before), Some(after)) => {
                let steps = gap.len() + 1;
                format!(
                    "From {before} to {after} there are {steps} steps, which rules out all cells too far from either for the numbers between."
                )
            }
            (Some(end), None) | (None, Some(end)) => {
                format!(
                    "The numbers {} to {} are at most as many steps from {end} as they differ from it: cells farther away are ruled out.",
                    gap.first, gap.last
                )
            }
            (None, None) => continue,
        };
        let ends: Vec<Cell> = gap.before.into_iter().chain(gap.after).collect();
        return notes.excluding(&GAP_DISTANCE, 1, &ends, excludes, sentence, meter);
    }
    notes.measured = true;
    None
}

/// Candidates of a gap's numbers that are too many steps from an end of the gap, ordered by cell;
/// `None` if the meter says stop.
fn too_far(notes: &Notes, gap: Gap, meter: &mut Meter) -> Option<Vec<(Cell, Number)>> {
    let steps_from = |end: Option<Cell>| end.map(|cell| steps(notes, cell, gap.len()));
    let (before, after) = (steps_from(gap.before), steps_from(gap.after));
    let mut excludes = Vec::new();
    for number in gap.numbers() {
        if !meter.goes_on() {
            return None;
        }
        let is_beyond = |steps: &Option<Vec<Number>>, cell: Cell, most: Number| {
            steps.as_ref().is_some_and(|steps| steps[usize::from(cell)] > most)
        };
        let is_far = |&cell: &Cell| {
            is_beyond(&before, cell, number - gap.first + 1)
                || is_beyond(&after, cell, gap.last - number + 1)
        };
        excludes.extend(notes.candidates.cells(number).filter(is_far).map(|cell| (cell, number)));
    }
    // Sorting is fast even for millions of pairs: the cells of each number are already in order.
    excludes.sort_by_key(|&(cell, _)| cell);
    Some(excludes)
}

/// The number of steps over empty cells to each cell, if it is at most `most`.
fn steps(notes: &Notes, from: Cell, most: usize) -> Vec<Number> {
    let mut steps = vec![Number::MAX; notes.size()];
    let mut layer = vec![from];
    for step in 1..=most as Number {
        let mut next = Vec::new();
        for other in layer.iter().flat_map(|&cell| &notes.ground.neighbours[usize::from(cell)]) {
            if notes.number_in(*other).is_none() && steps[usize::from(*other)] == Number::MAX {
                steps[usize::from(*other)] = step;
                next.push(*other);
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    steps
}

/// Rules out the cells of the wrong colour, once a number is placed.
pub(super) fn parity(notes: &mut Notes, meter: &mut Meter) -> Option<Step> {
    let colours = notes.ground.colours.as_ref().filter(|_| !notes.coloured)?;
    let placed = notes.numbers().find_map(|number| Some((number, notes.cell_of(number)?)));
    let cells_of = |colour| colours.iter().filter(|&&other| other == colour).count();
    // Without a placed number, the colours decide only if one has one cell more: it holds the odd
    // numbers.
    let (odd, why) = match placed {
        Some((number, cell)) => (
            colours[usize::from(cell)] == (number % 2 == 1),
            format!("{number} stands at {}", notes.name(cell)),
        ),
        None if cells_of(true) != cells_of(false) => {
            (cells_of(true) > cells_of(false), "one colour has more cells".to_owned())
        }
        None => return None,
    };
    let mut excludes = Vec::new();
    for cell in notes.cells() {
        if !meter.goes_on() {
            return None;
        }
        let wrong = |number: &Number| (colours[usize::from(cell)] == odd) != (number % 2 == 1);
        excludes.extend(notes.candidates.numbers(cell).filter(wrong).map(|number| (cell, number)));
    }
    if excludes.is_empty() {
        notes.coloured = true;
        return None;
    }
    let sentence = format!(
        "On this board even and odd numbers alternate like the colours of a chessboard; {why}, which fixes the colour of all others."
    );
    let cells: Vec<_> = placed.into_iter().map(|(_, cell)| cell).collect();
    let step = notes.excluding(&PARITY, 1, &cells, excludes, sentence, meter)?;
    notes.coloured = true;
    Some(step)
}
