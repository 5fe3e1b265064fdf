//! Parts of the text forms: shapes of boxes, labels, cells and lines.

use quarry_core::{Document, ParseError, Value};
use quarry_pencil::{BoardText, CellGrid};

use super::LONGEST;

/// Parses the shape of a box and checks that it fits the side, if one is given.
pub(super) fn box_shape(text: &str, side: Option<usize>) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once(['x', 'X'])?;
    let (rows, columns) = (rows.trim().parse().ok()?, columns.trim().parse().ok()?);
    let product = usize::checked_mul(rows, columns)?;
    ((1..=LONGEST).contains(&product) && side.is_none_or(|side| side == product))
        .then_some((rows, columns))
}

/// Reads the labels of a second board of the same size.
pub(super) fn labels(
    file: &Document<'_>,
    key: &str,
    grid: CellGrid,
) -> Result<Option<Vec<String>>, ParseError> {
    let Some(lines) = file.rows(key)? else { return Ok(None) };
    let board = BoardText::read(lines, false);
    let (size, labels) = board.cells("a label", |token| Some(token.to_owned()))?;
    if size != grid {
        let expected = format!("{} x {} labels, as the board has cells", grid.rows, grid.columns);
        let found = format!("{} x {}", size.rows, size.columns);
        return Err(board.lines()[0].wrong(expected, found));
    }
    Ok(Some(labels))
}

/// Reads an empty cell or a number.
pub(super) fn cell(token: &str) -> Option<Option<Value>> {
    match token {
        "." | "_" | "-" | "0" => Some(None),
        _ => {
            let is_number = token.bytes().all(|byte| byte.is_ascii_digit());
            token.parse().ok().filter(|&number: &Value| is_number && number > 0).map(Some)
        }
    }
}

/// Returns the side of a board that is written on one line, one character per cell.
pub(super) fn side_of_line(text: &str) -> Option<usize> {
    let line = text.trim();
    let is_line = line.chars().all(|one| matches!(one, '.' | '0'..='9'));
    [4, 6, 8, 9].into_iter().find(|side| is_line && line.len() == side * side)
}

/// Returns the usual box for a side: as square as possible, wider than high.
pub(super) fn usual_box(side: usize) -> (usize, usize) {
    let rows = (1..=side).rfind(|rows| side.is_multiple_of(*rows) && rows * rows <= side);
    let rows = rows.unwrap_or(1);
    (rows, side / rows)
}
