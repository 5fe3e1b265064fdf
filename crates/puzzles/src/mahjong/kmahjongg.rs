//! Layout files of KMahjongg (`kmahjongg-layout-v1.0` and `v1.1`): the shape of a pile without
//! faces. A layout has the lines `wN`, `hN` and `dN` (width, height and depth; version 1.0 is
//! always 32 x 16 quarter cells with 5 levels), then the levels, lowest first, each row by row: a
//! tile is `12` over `43`, and `.` is nothing. Lines that begin with `#` are comments.

use quarry_core::{ParseError, Position};

use super::drawing::LONGEST_SIDE;
use super::layouts;
use super::shape::PileShape;
use super::tile::TilePlace;
use super::tile_set::MOST_TILES;

const MAGIC: &str = "kmahjongg-layout-v1.";

/// Whether a text is a layout.
pub(crate) fn is_layout(text: &str) -> bool {
    text.trim_start().starts_with(MAGIC)
}

/// Returns the shape of a layout's text, or without one the built-in shape of this name.
pub(crate) fn chosen(name: &str, text: &str) -> Result<PileShape, String> {
    if text.trim().is_empty() {
        return Ok(layouts::named(name).expect("the settings only take the names of shapes"));
    }
    read_shape(text).map_err(|error| format!("layout_text: {error}; ask for a layout of KMahjongg"))
}

/// Reads the shape that a layout draws.
pub(crate) fn read_shape(text: &str) -> Result<PileShape, ParseError> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (first, magic) = lines.next().unwrap_or((1, ""));
    let version = magic.strip_prefix(MAGIC).filter(|version| ["0", "1"].contains(version));
    let Some(version) = version else {
        let at = Position { line: first, column: 1 };
        return Err(ParseError::new(at, "kmahjongg-layout-v1.0 or v1.1", format!("`{magic}`")));
    };
    let end = text.lines().count();
    let missing = |expected: String| {
        ParseError::new(Position { line: end.max(1), column: 1 }, expected, "the end of the file")
    };
    let [width, height, depth] = if version == "0" {
        [32, 16, 5]
    } else {
        let mut sizes = [0; 3];
        for (size, letter) in sizes.iter_mut().zip(["w", "h", "d"]) {
            let expected = format!("{letter} and a number from 1 to {LONGEST_SIDE}");
            let (line, found) = lines.next().ok_or_else(|| missing(expected.clone()))?;
            let number = found.strip_prefix(letter).and_then(|number| number.trim().parse().ok());
            let number = number.filter(|number| (1..=LONGEST_SIDE).contains(number));
            *size = number.ok_or_else(|| {
                let at = Position { line, column: 1 };
                ParseError::new(at, expected, format!("`{found}`"))
            })?;
        }
        sizes
    };
    let mut places: Vec<TilePlace> = Vec::new();
    let mut last_line = first;
    for layer in 0..depth {
        let mut rows = Vec::new();
        for row in 0..height {
            let expected = || format!("row {} of level {layer}", row + 1);
            let (line, drawn) = lines.next().ok_or_else(|| missing(expected()))?;
            if drawn.chars().count() != width {
                let found = format!("{} characters", drawn.chars().count());
                let at = Position { line, column: 1 };
                return Err(ParseError::new(at, format!("{width} characters"), found));
            }
            rows.push((line, drawn.chars().collect::<Vec<char>>()));
            last_line = line;
        }
        read_level(&rows, layer as u8, &mut places)?;
    }
    let at = Position { line: last_line, column: 1 };
    match places.len() {
        0 => Err(ParseError::new(at, "at least two tiles", "none")),
        count if count % 2 == 1 => {
            Err(ParseError::new(at, "an even number of tiles", format!("{count} tiles")))
        }
        count if count > MOST_TILES => Err(ParseError::new(
            at,
            format!("at most {MOST_TILES} tiles"),
            format!("{count} tiles"),
        )),
        _ => Ok(PileShape::new(places)),
    }
}

fn read_level(
    rows: &[(usize, Vec<char>)],
    layer: u8,
    places: &mut Vec<TilePlace>,
) -> Result<(), ParseError> {
    const TILE: [(usize, usize, char); 4] = [(0, 0, '1'), (0, 1, '2'), (1, 0, '4'), (1, 1, '3')];
    let at = |row: usize, column: usize| {
        rows.get(row).and_then(|(_, row)| row.get(column)).copied().unwrap_or('.')
    };
    for (row, (line, drawn)) in rows.iter().enumerate() {
        for (column, &corner) in drawn.iter().enumerate() {
            let wrong = |expected: &str| {
                let at = Position { line: *line, column: column + 1 };
                Err(ParseError::new(at, expected, format!("`{corner}`")))
            };
            match TILE.iter().find(|&&(_, _, known)| known == corner) {
                None if corner == '.' => {}
                None => return wrong("1, 2, 3, 4 or ."),
                Some(&(down, right, _)) => {
                    // A corner belongs to the tile that begins up and left of it.
                    let top = row.checked_sub(down).zip(column.checked_sub(right));
                    let is_tile = top.is_some_and(|(top, left)| {
                        TILE.iter().all(|&(y, x, part)| at(top + y, left + x) == part)
                    });
                    if !is_tile {
                        return wrong("a whole tile, 12 over 43");
                    }
                    if corner == '1' {
                        places.push(TilePlace { column: column as u8, row: row as u8, layer });
                    }
                }
            }
        }
    }
    Ok(())
}
