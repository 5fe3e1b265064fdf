//! Levels drawn with characters, two for each cell.
//!
//! The first character is the content of the cell: `.` or a space for nothing, `_` for a platform
//! under it, `=` for one that cannot be destroyed, `E` and `X` for an entrance and an exit in the
//! air, `e` and `x` for one on a platform. The second is `|` for a wall on the cell's right border,
//! `#` for one that cannot be destroyed, otherwise a space, `.`, `_` or `=`. Missing characters
//! at the end of a row mean nothing there. Several entrances are used in reading order.

use quarry_core::{Document, Located, ParseError, Position};

use super::{Cell, Cells, LONGEST_SIDE};

pub(super) fn parse(document: &Document, rows: &[Located<&str>]) -> Result<Cells, ParseError> {
    let text = document.text("drawing")?.expect("the rows are its lines");
    if rows.is_empty() || text.value.lines().count() != rows.len() {
        return Err(text.wrong(
            "rows of cells, `.` in the first and the last at least",
            "a blank row at an end",
        ));
    }
    let most = LONGEST_SIDE as usize;
    if let Some(excess) = rows.get(most) {
        return Err(excess.wrong(format!("at most {most} rows"), format!("{} rows", rows.len())));
    }
    let mut cells = Cells {
        width: 0,
        height: rows.len() as i8,
        entrances: Vec::new(),
        exits: Vec::new(),
        platforms: Default::default(),
        walls: Default::default(),
        impermeable: Default::default(),
    };
    for (row, y) in rows.iter().zip(0..) {
        for (index, character) in row.value.trim_end().chars().enumerate() {
            let at = Position { column: row.at.column + index, ..row.at };
            if index >= 2 * most {
                return Err(ParseError::new(
                    at,
                    format!("at most {most} cells of two characters"),
                    "more",
                ));
            }
            let cell = Cell { x: (index / 2) as i8, y };
            cells.width = cells.width.max(cell.x + 1);
            read(&mut cells, Located { value: cell, at }, index % 2 == 0, character)?;
        }
    }
    Ok(cells)
}

fn read(
    cells: &mut Cells,
    cell: Located<Cell>,
    is_first: bool,
    character: char,
) -> Result<(), ParseError> {
    if !is_first {
        match character {
            '|' => _ = cells.walls.insert(cell.value),
            '#' => {
                cells.walls.insert(cell.value);
                cells.impermeable.walls.insert(cell.value);
            }
            ' ' | '.' | '_' | '=' => {}
            _ => {
                return Err(cell.wrong(
                    "`|` for a wall right of the cell, `#` for one that cannot be destroyed, or a blank",
                    format!("`{character}`"),
                ));
            }
        }
        return Ok(());
    }
    match character {
        ' ' | '.' | '_' => {}
        '=' => _ = cells.impermeable.platforms.insert(cell.value),
        'E' | 'e' => cells.entrances.push(cell),
        'X' | 'x' => cells.exits.push(cell),
        _ => {
            let expected = "`_` for a platform, `=` for one that cannot be destroyed, `E` or `X` for an entrance or exit, `e` or `x` for one on a platform, or `.`";
            return Err(cell.wrong(expected, format!("`{character}`")));
        }
    }
    if matches!(character, '_' | '=' | 'e' | 'x') {
        cells.platforms.insert(cell.value);
    }
    Ok(())
}
