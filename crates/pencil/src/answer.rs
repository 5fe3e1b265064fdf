//! Answers of puzzles whose entries are cells.

use std::collections::HashMap;

use quarry_core::{Foul, Place, Value};

use crate::{BoardText, CellGrid, Declaration, EntryValues, Sheet};

/// The mark of an entry that is still open.
pub const OPEN: &str = "_";

/// Maps each cell (column, row) to the index of its spot.
fn spots_by_cell<D: Declaration>(puzzle: &D) -> HashMap<(u32, u32), usize> {
    let spots = puzzle.spots().into_iter().enumerate();
    spots
        .filter_map(|(index, spot)| match spot.place {
            Place::Cell(x, y) => Some(((x, y), index)),
            Place::Edge(..) | Place::Link(..) => None,
        })
        .collect()
}

/// Writes the board with the mark of each entry, `_` for an open one.
pub(crate) fn cells_of<D: Declaration>(puzzle: &D, filling: &[Option<Value>]) -> Sheet {
    let grid = puzzle.grid();
    let spots = spots_by_cell(puzzle);
    let token = |cell: usize| match spots.get(&(grid.column(cell) as u32, grid.row(cell) as u32)) {
        Some(&spot) => filling[spot].map_or(OPEN.to_owned(), |value| puzzle.mark(value)),
        None => puzzle.fixed_marks(cell).swap_remove(0),
    };
    Sheet { is_compact: D::COMPACT_ANSWERS, ..Sheet::spaced(grid, token) }
}

/// Reads what [`cells_of`] writes.
pub(crate) fn read_cells<D: Declaration>(
    puzzle: &D,
    board: &BoardText<'_>,
) -> Result<EntryValues, Foul> {
    let grid = puzzle.grid();
    expect_shape(board, grid, "the board")?;
    let all = puzzle.spots();
    let spots = spots_by_cell(puzzle);
    let mut filling = vec![None; all.len()];
    for (cell, token) in board.rows().iter().flatten().enumerate() {
        let unknown = || Foul {
            at: grid.row(cell),
            why: format!("{}: unknown mark '{}'", grid.words(cell), token.value),
        };
        match spots.get(&(grid.column(cell) as u32, grid.row(cell) as u32)) {
            Some(_) if token.value == OPEN => {}
            Some(&spot) => {
                let value = puzzle.unmark(token.value).ok_or_else(unknown)?;
                filling[spot] = Some(value);
            }
            None if puzzle.fixed_marks(cell).iter().any(|mark| mark == token.value) => {}
            None => return Err(unknown()),
        }
    }
    Ok(filling)
}

/// Rejects an answer whose shape differs from the grid; `what` names the grid in the message.
pub fn expect_shape(board: &BoardText<'_>, grid: CellGrid, what: &str) -> Result<(), Foul> {
    let rows = board.rows();
    let odd = rows.iter().position(|row| row.len() != grid.columns);
    if rows.len() == grid.rows && odd.is_none() {
        return Ok(());
    }
    let columns = rows.get(odd.unwrap_or(0)).map_or(0, Vec::len);
    let why = format!(
        "the answer has {} x {columns} cells, {what} {} x {}",
        rows.len(),
        grid.rows,
        grid.columns
    );
    Err(Foul { at: odd.unwrap_or(0), why })
}
