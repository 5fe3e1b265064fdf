//! How puzzles and fillings are written.
//!
//! An instance is a TOML file with `topology`, the `board` drawn in rows of tokens separated by blanks (a number, `_` for an
//! empty cell, `#` for no cell), for hex boards `offsets`, each row's indent in half cells (without them a shape whose
//! rows grow and shrink by one cell is centred), and `links` such as `"0-4"`, cells in reading order. An answer is the board
//! filled in, in the same layout. Every complaint names the place, what is wanted there and what stands there.

use std::collections::HashMap;

use quarry_core::text::quoted;
use quarry_core::{Document, Located, ParseError, Position};

use super::{Board, Cell, Filling, Hidato, Number, Place, Topology};

const ID: &str = "hidato";
const EMPTY: &str = "_";
const NO_CELL: &str = "#";

/// Reads an instance file.
pub(super) fn parse(text: &str) -> Result<Hidato, ParseError> {
    let document = Document::parse(text)?;
    document.only(&["topology", "board", "offsets", "links"])?;
    if let (Some(puzzle), Some(at)) = (document.header()?.puzzle, document.place("puzzle"))
        && puzzle != ID
    {
        return Err(ParseError::new(at, format!("`puzzle = \"{ID}\"`"), format!("\"{puzzle}\"")));
    }
    let known = Topology::ALL.map(Topology::name).join(", ");
    let name = document.text("topology")?.ok_or_else(|| document.missing("topology", "topology = \"hex\""))?;
    let topology = Topology::named(name.value)
        .ok_or_else(|| name.wrong(format!("one of the topologies {known}"), format!("\"{}\"", name.value)))?;
    let rows = document.rows("board")?.ok_or_else(|| document.missing("board", "board = \"\"\"...\"\"\""))?;
    let rows: Vec<Vec<Located<&str>>> = rows.iter().map(tokens).collect();
    let indents = indents(topology, &rows, &document)?;

    let mut places = Vec::new();
    let mut entries = Vec::new();
    for ((row, indent), y) in rows.iter().zip(indents).zip(0..) {
        for (token, column) in row.iter().zip(0..) {
            if token.value == NO_CELL {
                continue;
            }
            if places.len() == Board::MOST_CELLS {
                return Err(token.wrong(format!("at most {} cells", Board::MOST_CELLS), "one more"));
            }
            places.push(Place { x: indent + 2 * column, y });
            entries.push(*token);
        }
    }
    if places.is_empty() {
        let at = document.place("board").unwrap_or(Position::START);
        return Err(ParseError::new(at, "rows of cells, such as `1 _ _ 4`", "no cell at all"));
    }
    let givens = filling(&entries)?;
    let board = Board::new(topology, places);
    let links = links(&board, &document)?;
    Ok(Hidato::new(board, givens, links))
}

/// The tokens of a row, each with its place.
fn tokens<'t>(row: &Located<&'t str>) -> Vec<Located<&'t str>> {
    let mut tokens = Vec::new();
    let mut rest = row.value;
    let mut column = row.at.column;
    while let Some(begin) = rest.find(|character: char| !character.is_whitespace()) {
        column += rest[..begin].chars().count();
        rest = &rest[begin..];
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        tokens.push(Located { value: &rest[..end], at: Position { line: row.at.line, column } });
        column += rest[..end].chars().count();
        rest = &rest[end..];
    }
    tokens
}

/// How far each row is indented, in half cells.
fn indents(
    topology: Topology,
    rows: &[Vec<Located<&str>>],
    document: &Document,
) -> Result<Vec<u16>, ParseError> {
    let offsets = document.integers("offsets")?;
    if topology != Topology::Hex {
        return match document.place("offsets") {
            Some(at) => Err(ParseError::new(at, "offsets on hex boards only", "a board of squares")),
            None => Ok(vec![0; rows.len()]),
        };
    }
    if let (Some(offsets), Some(at)) = (offsets, document.place("offsets")) {
        if offsets.len() != rows.len() {
            let found = format!("{} offsets", offsets.len());
            return Err(ParseError::new(at, format!("{} offsets, one for each row", rows.len()), found));
        }
        let indent = |offset: &Located<i64>| match u16::try_from(offset.value) {
            Ok(indent) if indent <= 2 * Board::MOST_CELLS as u16 => Ok(indent),
            _ => Err(offset.wrong("an indent in half cells, from 0", offset.value.to_string())),
        };
        return offsets.iter().map(indent).collect();
    }
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
    for pair in rows.windows(2) {
        if pair[0].len().abs_diff(pair[1].len()) != 1 {
            let at = pair[1].first().or(pair[0].first()).map_or(Position::START, |token| token.at);
            let expected = "one cell more or less than in the row above, or a key `offsets`, each row's indent in half cells";
            return Err(ParseError::new(
                at,
                expected,
                format!("{} cells below {}", pair[1].len(), pair[0].len()),
            ));
        }
    }
    Ok(rows.iter().map(|row| (longest - row.len()) as u16).collect())
}

/// Reads numbers and empty cells; a number may stand once.
fn filling(entries: &[Located<&str>]) -> Result<Filling, ParseError> {
    let cells = entries.len();
    let mut first: HashMap<Number, Position> = HashMap::new();
    let number = |entry: &Located<&str>| {
        if entry.value == EMPTY {
            return Ok(None);
        }
        let expected = || format!("a number from 1 to {cells}, `{EMPTY}` for an empty cell or `{NO_CELL}` for no cell");
        let number: Number =
            entry.value.parse().map_err(|_| entry.wrong(expected(), format!("`{}`", entry.value)))?;
        if !(1..=cells).contains(&usize::from(number)) {
            return Err(entry.wrong(expected(), number.to_string()));
        }
        if let Some(before) = first.insert(number, entry.at) {
            return Err(entry.wrong("each number once", format!("{number}, which stands also at {before}")));
        }
        Ok(Some(number))
    };
    entries.iter().map(number).collect()
}

fn links(board: &Board, document: &Document) -> Result<Vec<(Cell, Cell)>, ParseError> {
    let mut links = Vec::new();
    for link in document.list("links")?.unwrap_or_default() {
        let wrong = || {
            let expected = format!("two touching cells of 0 to {}, such as \"0-1\"", board.len() - 1);
            link.wrong(expected, format!("\"{}\"", link.value))
        };
        let (one, other) = link.value.split_once('-').ok_or_else(wrong)?;
        let cell = |text: &str| text.trim().parse::<Cell>().ok().filter(|&cell| usize::from(cell) < board.len());
        let (Some(one), Some(other)) = (cell(one), cell(other)) else { return Err(wrong()) };
        if !board.neighbours(one).contains(&other) {
            return Err(wrong());
        }
        links.push((one.min(other), one.max(other)));
    }
    Ok(links)
}

/// Writes an instance so that [`parse`] gives it back.
pub(super) fn show(puzzle: &Hidato) -> String {
    let board = puzzle.board();
    let rows = rows(board, puzzle.givens());
    let mut text = format!("puzzle = \"{ID}\"\ntopology = \"{}\"\n", board.topology().name());
    if board.topology() == Topology::Hex {
        let offsets: Vec<_> = starts(board).iter().map(u16::to_string).collect();
        text.push_str(&format!("offsets = [{}]\n", offsets.join(", ")));
    }
    if !puzzle.links().is_empty() {
        let links: Vec<_> =
            puzzle.links().iter().map(|(one, other)| quoted(&format!("{one}-{other}"))).collect();
        text.push_str(&format!("links = [{}]\n", links.join(", ")));
    }
    text.push_str(&format!("board = \"\"\"\n{}\n\"\"\"\n", rows.join("\n")));
    text
}

/// Where each row begins, in half cells: rows of hexagons at the leftmost place that fits them, rows of squares at 0.
fn starts(board: &Board) -> Vec<u16> {
    let height = board.places().last().map_or(0, |place| place.y + 1);
    let start = |y: u16| {
        let first = board.places().iter().find(|place| place.y == y);
        match board.topology() {
            Topology::Hex => first.map_or(0, |place| place.x),
            _ => 0,
        }
    };
    (0..height).map(start).collect()
}

/// Writes a filling in the board's layout, a string for each row.
pub(super) fn rows(board: &Board, filling: &Filling) -> Vec<String> {
    let width = board.len().to_string().len();
    let mut rows = Vec::new();
    for (start, y) in starts(board).into_iter().zip(0..) {
        let mut row = " ".repeat(usize::from(start) * (width + 1) / 2);
        let mut column = start;
        let cells = board.places().iter().zip(filling).filter(|(place, _)| place.y == y);
        for (place, entry) in cells {
            while column < place.x {
                row.push_str(&format!("{NO_CELL:>width$} "));
                column += 2;
            }
            let token = entry.map_or(EMPTY.to_owned(), |number| number.to_string());
            row.push_str(&format!("{token:>width$} "));
            column += 2;
        }
        if column == start {
            row.push_str(NO_CELL);
        }
        rows.push(row.trim_end().to_owned());
    }
    rows
}

/// Reads an answer: the board filled in, row by row.
pub(super) fn parse_answer(puzzle: &Hidato, lines: &[Located<&str>]) -> Result<Filling, ParseError> {
    let entries: Vec<_> =
        lines.iter().flat_map(tokens).filter(|token| token.value != NO_CELL).collect();
    let cells = puzzle.board().len();
    if entries.len() != cells {
        let at = entries.get(cells).or(entries.last()).map_or(Position::START, |token| token.at);
        return Err(ParseError::new(at, format!("{cells} cells, as on the board"), format!("{}", entries.len())));
    }
    filling(&entries)
}
