//! Single position: a number has one cell left. Single number: a cell has one number left.

use quarry_core::{Meter, Technique, Tier};

use super::notes::{Notes, entry, listed};
use super::{Cell, Number, Step};

pub(super) static SINGLE_POSITION: Technique =
    Technique { name: "single position", tier: Tier::Easy, points: 1 };
pub(super) static SINGLE_NUMBER: Technique =
    Technique { name: "single number", tier: Tier::Medium, points: 4 };

/// Finds a number that has one cell left.
pub(super) fn position(notes: &mut Notes, meter: &mut Meter) -> Option<Step> {
    let single = |&number: &Number| {
        notes.candidates.cells_left(number) == 1 && notes.cell_of(number).is_none()
    };
    let number = notes.numbers().find(single)?;
    let cell = notes.candidates.cells(number).next()?;
    let placed =
        [number.wrapping_sub(1), number + 1].map(|other| Some((other, notes.cell_of(other)?)));
    let mut cells: Vec<Cell> = placed.iter().flatten().map(|&(_, cell)| cell).collect();
    let touched = listed(
        placed.iter().flatten().map(|&(other, at)| format!("{other} at {}", notes.name(at))),
    );
    let sentence = match touched.is_empty() {
        true => format!("{number} has one cell left: {}.", notes.name(cell)),
        false => {
            format!("{number} has to touch {touched}; its one cell left is {}.", notes.name(cell))
        }
    };
    cells.push(cell);
    placing(notes, &SINGLE_POSITION, &cells, (cell, number), sentence, meter)
}

/// Finds a cell that has one number left.
pub(super) fn number(notes: &mut Notes, meter: &mut Meter) -> Option<Step> {
    let single =
        |&cell: &Cell| notes.candidates.numbers_left(cell) == 1 && notes.number_in(cell).is_none();
    let cell = notes.cells().find(single)?;
    let number = notes.candidates.numbers(cell).next()?;
    let sentence = format!("{} has one number left: only {number} can go there.", notes.name(cell));
    placing(notes, &SINGLE_NUMBER, &[cell], (cell, number), sentence, meter)
}

fn placing(
    notes: &mut Notes,
    technique: &'static Technique,
    cells: &[Cell],
    (cell, number): (Cell, Number),
    sentence: String,
    meter: &mut Meter,
) -> Option<Step> {
    let mut step = notes.excluding(technique, 1, cells, Vec::new(), sentence, meter)?;
    notes.place(cell, number);
    step.places.push(entry(cell, number));
    Some(step)
}
