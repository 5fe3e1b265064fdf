//! Builds a board backwards, pair by pair, so that it can be solved for certain.
//!
//! Two blocks of one colour are put on top of what is there, so that one of them alone can be moved
//! to the other and both vanish. Nothing lies on them, so that they leave the board as it was
//! before. The pair that was put down last is thus the first that can go.

use std::collections::VecDeque;

use quarry_core::{GenerateError, Meter, Rng};

use super::layout::{CellIndex, Colour, Direction, Layout, NOWHERE};
use super::{Cell, Grid};

/// Number of tries for each pair.
const TRIES: usize = 200;

/// Fills a board of solids with this many blocks and colours; `None` if they do not fit.
pub(super) fn fill(
    solids: Grid,
    (blocks, colours): (usize, usize),
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Option<Grid>, GenerateError> {
    let is_solid = |column, row| solids.at(column, row) == Cell::Solid;
    let layout = Layout::new(solids.columns, solids.rows(), is_solid);
    let mut cells = vec![0; layout.len()];
    for pair in 0..blocks / 2 {
        let colour = if pair < colours { pair } else { rng.below(colours) };
        let mut is_put = false;
        for _ in 0..TRIES {
            meter.check().map_err(|_| GenerateError::Stopped)?;
            is_put = put_pair(&layout, &mut cells, colour as Colour + 1, rng);
            if is_put {
                break;
            }
        }
        if !is_put {
            return Ok(None);
        }
    }
    let mut grid = solids;
    for (place, &colour) in (0..).zip(&cells).filter(|(_, colour)| **colour > 0) {
        let (column, row) = layout.at(place);
        let index = usize::from(row) * usize::from(grid.columns) + usize::from(column);
        grid.cells[index] = Cell::Block(colour);
    }
    Ok(Some(grid))
}

/// Puts two blocks down, if they can then be brought together; returns whether they can.
fn put_pair(layout: &Layout, cells: &mut [Colour], colour: Colour, rng: &mut Rng) -> bool {
    let Some(one) = put(layout, cells, colour, rng) else { return false };
    if let Some(other) = put(layout, cells, colour, rng) {
        // The first one may lie below the second: then it cannot move.
        if can_meet(layout, cells, other, one) {
            return true;
        }
        cells[usize::from(other)] = 0;
    }
    cells[usize::from(one)] = 0;
    false
}

/// Lets a block fall in a random place, unless it comes to rest beside its like.
fn put(layout: &Layout, cells: &mut [Colour], colour: Colour, rng: &mut Rng) -> Option<CellIndex> {
    let start = rng.below(cells.len().max(1)) as CellIndex;
    if cells.get(usize::from(start)) != Some(&0) {
        return None;
    }
    let place = fallen(layout, cells, start);
    if touches(layout, cells, place, colour).next().is_some() {
        return None;
    }
    cells[usize::from(place)] = colour;
    Some(place)
}

/// Where a block comes to rest.
fn fallen(layout: &Layout, cells: &[Colour], from: CellIndex) -> CellIndex {
    let mut place = from;
    while let Some(below) = layout.below(place).filter(|&below| cells[usize::from(below)] == 0) {
        place = below;
    }
    place
}

/// Places of a colour that touch a place.
fn touches<'c>(
    layout: &Layout,
    cells: &'c [Colour],
    place: CellIndex,
    colour: Colour,
) -> impl Iterator<Item = CellIndex> + 'c {
    layout.neighbours(place).filter(move |&other| cells[usize::from(other)] == colour)
}

/// Whether the block at `from` can be moved to the one at `goal`, and touch no other of its colour.
fn can_meet(layout: &Layout, cells: &mut [Colour], from: CellIndex, goal: CellIndex) -> bool {
    let colour = std::mem::take(&mut cells[usize::from(from)]);
    let mut seen = vec![false; cells.len()];
    seen[usize::from(from)] = true;
    let mut waiting = VecDeque::from([from]);
    let mut meets = false;
    while let Some(place) = waiting.pop_front() {
        for direction in [Direction::Left, Direction::Right] {
            let beside = layout.beside(place, direction);
            if beside == NOWHERE || cells[usize::from(beside)] != 0 {
                continue;
            }
            let rest = fallen(layout, cells, beside);
            if std::mem::replace(&mut seen[usize::from(rest)], true) {
                continue;
            }
            let mut touched = touches(layout, cells, rest, colour);
            match (touched.next(), touched.next()) {
                (None, _) => waiting.push_back(rest),
                (Some(only), None) if only == goal => meets = true,
                _ => {}
            }
        }
    }
    cells[usize::from(from)] = colour;
    meets
}
