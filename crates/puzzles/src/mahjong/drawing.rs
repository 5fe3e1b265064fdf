//! Drawings of piles in instance files, and pairs of tiles as text.
//!
//! The key `layers` has a drawing for each layer, lowest first, all with the same origin, in quarter
//! cells: a tile is its face of two characters with `[]` under it, `.` is nothing, and what is
//! missing at the end of a row or of a layer is empty. A pair is `"3,1,1+25,15,1"`: column, row and
//! layer of each tile's upper left quarter, all from 1, layer 1 lowest.

use quarry_core::{Document, Located, ParseError, Position};

use super::shape::PileShape;
use super::tile::{TileFace, TilePair, TilePlace};
use super::tile_set::MOST_TILES;

/// Largest number of columns, rows and layers.
pub(crate) const LONGEST_SIDE: usize = 255;

const NOTHING: char = '.';

/// Refuses a file that names another puzzle.
pub(crate) fn check_puzzle(document: &Document, id: &str) -> Result<(), ParseError> {
    match (document.header()?.puzzle, document.place("puzzle")) {
        (Some(puzzle), Some(at)) if puzzle != id => {
            Err(ParseError::new(at, format!("`puzzle = \"{id}\"`"), format!("\"{puzzle}\"")))
        }
        _ => Ok(()),
    }
}

/// A tile of a drawing, with its position in the file.
pub(crate) struct DrawnTile {
    pub(crate) place: TilePlace,
    pub(crate) face: TileFace,
    pub(crate) at: Position,
}

/// Reads the key `layers` of a file; there is at least one tile.
pub(crate) fn layers(document: &Document) -> Result<Vec<DrawnTile>, ParseError> {
    let example = "layers = [\"\"\"...\"\"\"]";
    let layers = document.list("layers")?.ok_or_else(|| document.missing("layers", example))?;
    if let Some(excess) = layers.get(LONGEST_SIDE) {
        let found = format!("{} layers", layers.len());
        return Err(excess.wrong(format!("at most {LONGEST_SIDE} layers"), found));
    }
    let mut tiles = Vec::new();
    for (layer, drawing) in layers.iter().enumerate() {
        read_layer(drawing, layer as u8, &mut tiles)?;
    }
    if let Some(excess) = tiles.get(MOST_TILES) {
        let found = format!("{} tiles", tiles.len());
        return Err(ParseError::new(excess.at, format!("at most {MOST_TILES} tiles"), found));
    }
    if tiles.is_empty() {
        let at = document.place("layers").unwrap_or(Position::START);
        return Err(ParseError::new(at, "a tile, such as B1 with [] under it", "none"));
    }
    Ok(tiles)
}

fn read_layer(
    drawing: &Located<&str>,
    layer: u8,
    tiles: &mut Vec<DrawnTile>,
) -> Result<(), ParseError> {
    // TOML drops the line break after the opening quotes of a drawing of several lines.
    let is_long = drawing.value.contains('\n');
    let position = |row: usize, column: usize| match is_long {
        true => Position { line: drawing.at.line + 1 + row, column: column + 1 },
        false => Position { line: drawing.at.line, column: drawing.at.column + 1 + column },
    };
    let rows: Vec<Vec<char>> =
        drawing.value.lines().map(|row| row.trim_end().chars().collect()).collect();
    if rows.len() > LONGEST_SIDE {
        let found = format!("{} rows", rows.len());
        let expected = format!("at most {LONGEST_SIDE} rows");
        return Err(ParseError::new(position(LONGEST_SIDE, 0), expected, found));
    }
    if let Some(row) = rows.iter().position(|row| row.len() > LONGEST_SIDE) {
        let found = format!("{} columns", rows[row].len());
        let expected = format!("at most {LONGEST_SIDE} columns");
        return Err(ParseError::new(position(row, LONGEST_SIDE), expected, found));
    }
    let at = |row: usize, column: usize| {
        rows.get(row).and_then(|row| row.get(column)).copied().unwrap_or(NOTHING)
    };
    // The undersides that are still to be seen in the row.
    let mut undersides: Vec<usize> = Vec::new();
    for row in 0..=rows.len() {
        for &column in &undersides {
            let found: String = [at(row, column), at(row, column + 1)].iter().collect();
            if found != "[]" {
                let face: String = [at(row - 1, column), at(row - 1, column + 1)].iter().collect();
                let expected = format!("[] under {face}");
                return Err(ParseError::new(position(row, column), expected, found));
            }
        }
        let above = std::mem::take(&mut undersides);
        let mut column = 0;
        while column < rows.get(row).map_or(0, Vec::len) {
            if above.contains(&column) {
                column += 2;
                continue;
            }
            let face = [at(row, column), at(row, column + 1)];
            if face[0] == NOTHING {
                column += 1;
                continue;
            }
            let is_whole = !above.contains(&(column + 1));
            if !is_whole || !face.iter().all(|&character| is_face_character(character)) {
                let expected = "a face of two characters, such as B1, or . for nothing";
                let found: String = face.iter().collect();
                return Err(ParseError::new(position(row, column), expected, found));
            }
            let place = TilePlace { column: column as u8, row: row as u8, layer };
            tiles.push(DrawnTile { place, face: TileFace(face), at: position(row, column) });
            undersides.push(column);
            column += 2;
        }
    }
    Ok(())
}

/// Whether a face may have this character.
pub(crate) fn is_face_character(character: char) -> bool {
    !character.is_whitespace() && !character.is_control() && !".[]\\\"'".contains(character)
}

/// Writes the key `layers`.
pub(crate) fn show_layers(shape: &PileShape, face: impl Fn(usize) -> TileFace) -> String {
    let (columns, rows) = (shape.columns() as usize, shape.rows() as usize);
    let mut layers = vec![vec![vec![NOTHING; columns]; rows]; shape.layers()];
    for (tile, place) in shape.places().iter().enumerate() {
        let (row, column) = (usize::from(place.row), usize::from(place.column));
        let layer = &mut layers[usize::from(place.layer)];
        layer[row][column..column + 2].copy_from_slice(&face(tile).0);
        layer[row + 1][column..column + 2].copy_from_slice(&['[', ']']);
    }
    let mut text = "layers = [\n".to_owned();
    for layer in layers {
        text.push_str("\"\"\"\n");
        for row in layer {
            text.extend(row);
            text.push('\n');
        }
        text.push_str("\"\"\",\n");
    }
    text.push_str("]\n");
    text
}

/// Reads a pair.
pub(crate) fn parse_pair(entry: &Located<&str>) -> Result<TilePair, ParseError> {
    let place = |text: &str| {
        let mut numbers = text.split(',').map(|number| number.trim().parse::<u8>().ok());
        let mut next = || numbers.next().flatten()?.checked_sub(1);
        let place = TilePlace { column: next()?, row: next()?, layer: next()? };
        numbers.next().is_none().then_some(place)
    };
    let pair = entry.value.split_once('+').and_then(|(first, second)| {
        Some(TilePair { first: place(first)?, second: place(second)? })
    });
    pair.ok_or_else(|| {
        let expected = "two tiles by column, row and layer, each from 1 to 255, such as \
            \"3,1,1+25,15,1\"";
        entry.wrong(expected, format!("\"{}\"", entry.value))
    })
}
