//! The text formats of puzzles and fillings.
//!
//! An instance is a TOML file with these keys: `topology`; `board`, drawn in rows; for hex boards
//! `offsets`, the indent of each row in half cells (without them, a shape whose rows grow and
//! shrink by one cell is centred); and `links` such as `"0-4"`, with cells numbered in reading
//! order. An instance can also be a bare grid, the form in which people exchange Hidatos: only the
//! rows, all of the same length, of squares with eight neighbours. A bare grid is recognised by two
//! or more tokens in its first row.
//!
//! A row consists of tokens separated by blanks or commas: a number, `#` for no cell, or a mark. Of
//! the marks `_` (also `__`), `0`, `.` and `-1`, the first in this list that occurs on a board
//! means an empty cell; `.` and `-1` later in the list mean no cell. So `.` is an empty cell on a
//! board without other marks, and no cell on a board with `_` or `0`.
//!
//! An answer is the filled board in the same layout; there `_` and `0` are empty cells, and `.`,
//! `-1` and `#` mean no cell. Every error names the position, what is expected there and what was
//! found.

use std::collections::HashMap;

use quarry_core::text::quoted;
use quarry_core::{Document, Located, ParseError, Position, Puzzle};

use super::{Board, BoardPlace, Cell, Filling, Hidato, Number, Topology};

const EMPTY: &str = "_";
const NO_CELL: &str = "#";

/// The kinds of token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Number,
    Underscore,
    Zero,
    Dot,
    MinusOne,
    Hash,
}

impl Token {
    /// The marks that can mean an empty cell, in order of precedence.
    const MARKS: [Token; 4] = [Token::Underscore, Token::Zero, Token::Dot, Token::MinusOne];

    fn of(text: &str) -> Option<Self> {
        let run = |mark: char| text.chars().all(|character| character == mark);
        match text {
            "" => None,
            _ if run('_') => Some(Token::Underscore),
            _ if run('.') => Some(Token::Dot),
            _ if run('#') => Some(Token::Hash),
            _ if run('0') => Some(Token::Zero),
            "-1" => Some(Token::MinusOne),
            _ => text.bytes().all(|byte| byte.is_ascii_digit()).then_some(Token::Number),
        }
    }
}

/// A token with its position in the text.
#[derive(Debug, Clone, Copy)]
struct Drawn<'t> {
    text: Located<&'t str>,
    token: Token,
}

/// Whether a text looks like a bare grid: at least two tokens in the first line, which begins like
/// a row, and no TOML.
pub(super) fn is_bare_grid(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let mut words = first.split(is_separator).filter(|word| !word.is_empty());
    words.next().and_then(Token::of).is_some() && words.next().is_some() && !text.contains('=')
}

fn is_separator(character: char) -> bool {
    character.is_whitespace() || character == ','
}

/// Reads an instance in either format.
pub(super) fn parse(text: &str) -> Result<Hidato, ParseError> {
    if is_bare_grid(text) {
        return bare(text);
    }
    let document = Document::parse(text)?;
    document.only(&["topology", "board", "offsets", "links"])?;
    if let (Some(puzzle), Some(at)) = (document.header()?.puzzle, document.place("puzzle"))
        && puzzle != Hidato::ID
    {
        return Err(ParseError::new(
            at,
            format!("`puzzle = \"{}\"`", Hidato::ID),
            format!("\"{puzzle}\""),
        ));
    }
    let known = Topology::ALL.map(Topology::name).join(", ");
    let name = document
        .text("topology")?
        .ok_or_else(|| document.missing("topology", "topology = \"hex\""))?;
    let topology = Topology::named(name.value).ok_or_else(|| {
        name.wrong(format!("one of the topologies {known}"), format!("\"{}\"", name.value))
    })?;
    let lines = document
        .rows("board")?
        .ok_or_else(|| document.missing("board", "board = \"\"\"...\"\"\""))?;
    let rows = drawn(&lines)?;
    let indents = indents(topology, &rows, &document)?;
    let (board, givens) = board(topology, &rows, &indents, document.place("board"))?;
    let links = links(&board, &document)?;
    Ok(Hidato::new(board, givens, links))
}

fn bare(text: &str) -> Result<Hidato, ParseError> {
    let lines = text.lines().enumerate();
    let lines =
        lines.map(|(index, value)| Located { value, at: Position { line: index + 1, column: 1 } });
    let lines: Vec<_> = lines.filter(|line| !line.value.trim().is_empty()).collect();
    let rows = drawn(&lines)?;
    let width = rows.first().map_or(0, Vec::len);
    for (row, line) in rows.iter().zip(&lines) {
        if row.len() != width {
            let at = row.get(width).or(row.last()).map_or(line.at, |place| place.text.at);
            let expected =
                format!("{width} places, as in the first row (`{NO_CELL}` where there is no cell)");
            return Err(ParseError::new(at, expected, row.len().to_string()));
        }
    }
    let (board, givens) = board(Topology::Square, &rows, &vec![0; rows.len()], None)?;
    Ok(Hidato::new(board, givens, Vec::new()))
}

/// Splits each row into tokens. Sizes are checked first, so that oversized files are rejected at
/// once.
fn drawn<'t>(lines: &[Located<&'t str>]) -> Result<Vec<Vec<Drawn<'t>>>, ParseError> {
    let most = usize::from(Board::LONGEST_SIDE);
    if let Some(excess) = lines.get(most) {
        return Err(excess.wrong(format!("at most {most} rows"), format!("{} rows", lines.len())));
    }
    lines.iter().map(|line| row(line, most)).collect()
}

fn row<'t>(line: &Located<&'t str>, most: usize) -> Result<Vec<Drawn<'t>>, ParseError> {
    let mut row = Vec::new();
    let mut rest = line.value.trim_end();
    let mut at = line.at;
    while !rest.is_empty() {
        let begin = rest.find(|character| !is_separator(character)).unwrap_or(rest.len());
        let (gap, after) = rest.split_at(begin);
        at.column += gap.chars().count();
        // One comma separates two tokens. A comma at either end of a row or next to another one
        // would hide a place.
        let commas = gap.matches(',').count();
        if commas > usize::from(!row.is_empty() && !after.is_empty()) {
            return Err(ParseError::new(
                at,
                format!("a number, `{EMPTY}` or `{NO_CELL}` beside each comma"),
                "nothing",
            ));
        }
        let end = after.find(is_separator).unwrap_or(after.len());
        let text = Located { value: &after[..end], at };
        let token = Token::of(text.value).ok_or_else(|| {
            let expected = format!(
                "a number, `{EMPTY}` (or `.`, 0, -1) for an empty cell or `{NO_CELL}` for no cell"
            );
            text.wrong(expected, format!("`{}`", text.value))
        })?;
        if row.len() == most {
            return Err(text.wrong(format!("at most {most} places in a row"), "one more"));
        }
        row.push(Drawn { text, token });
        at.column += text.value.chars().count();
        rest = &after[end..];
    }
    Ok(row)
}

/// Builds the board and its givens from the drawn rows.
fn board(
    topology: Topology,
    rows: &[Vec<Drawn>],
    indents: &[u16],
    key: Option<Position>,
) -> Result<(Board, Filling), ParseError> {
    let all = || rows.iter().flatten();
    let empty = Token::MARKS.into_iter().find(|&mark| all().any(|drawn| drawn.token == mark));
    if empty == Some(Token::Underscore)
        && let Some(zero) = all().find(|drawn| drawn.token == Token::Zero)
    {
        return Err(zero
            .text
            .wrong("one mark for empty cells on the whole board", "`0` besides `_`"));
    }
    let mut places = Vec::new();
    let mut entries = Vec::new();
    for ((row, &indent), y) in rows.iter().zip(indents).zip(0..) {
        for (drawn, column) in row.iter().zip(0..) {
            if drawn.token != Token::Number && Some(drawn.token) != empty {
                continue;
            }
            let x = indent + 2 * column;
            if x >= 2 * Board::LONGEST_SIDE {
                return Err(drawn.text.wrong(
                    format!("a board at most {} cells wide", Board::LONGEST_SIDE),
                    "a cell beyond",
                ));
            }
            if places.len() == Board::MOST_CELLS {
                return Err(drawn
                    .text
                    .wrong(format!("at most {} cells", Board::MOST_CELLS), "one more"));
            }
            places.push(BoardPlace { x, y });
            entries.push(*drawn);
        }
    }
    if places.is_empty() {
        let first = all().next().map(|drawn| drawn.text.at);
        let at = key.or(first).unwrap_or(Position::START);
        return Err(ParseError::new(at, "rows of cells, such as `1 _ _ 4`", "no cell at all"));
    }
    Ok((Board::new(topology, places), filling(&entries)?))
}

/// The indent of each row, in half cells.
fn indents(
    topology: Topology,
    rows: &[Vec<Drawn>],
    document: &Document,
) -> Result<Vec<u16>, ParseError> {
    let offsets = document.integers("offsets")?;
    if topology != Topology::Hex {
        return match document.place("offsets") {
            Some(at) => {
                Err(ParseError::new(at, "offsets on hex boards only", "a board of squares"))
            }
            None => Ok(vec![0; rows.len()]),
        };
    }
    let (Some(offsets), Some(at)) = (offsets, document.place("offsets")) else {
        return centred(rows);
    };
    if offsets.len() != rows.len() {
        let found = offsets.len().to_string();
        return Err(ParseError::new(
            at,
            format!("{} offsets, one for each row", rows.len()),
            found,
        ));
    }
    let most = 2 * Board::LONGEST_SIDE - 1;
    let mut indents: Vec<u16> = Vec::new();
    for offset in &offsets {
        let found = || offset.value.to_string();
        let indent = u16::try_from(offset.value).ok().filter(|&indent| indent <= most);
        let indent = indent.ok_or_else(|| {
            offset.wrong(format!("an indent in half cells, from 0 to {most}"), found())
        })?;
        if indents.last().is_some_and(|above| (above + indent) % 2 == 0) {
            let expected = "an odd number of half cells more or less than in the row above: rows of hexagons are shifted by half a cell";
            return Err(offset.wrong(expected, found()));
        }
        indents.push(indent);
    }
    Ok(indents)
}

/// The indents of a shape whose rows grow and shrink by one cell.
fn centred(rows: &[Vec<Drawn>]) -> Result<Vec<u16>, ParseError> {
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
    for pair in rows.windows(2) {
        let (above, row) = (pair[0].len(), pair[1].len());
        if above.abs_diff(row) != 1 {
            let at =
                pair[1].first().or(pair[0].first()).map_or(Position::START, |drawn| drawn.text.at);
            let expected = "one cell more or less than in the row above, or a key `offsets`, each row's indent in half cells";
            return Err(ParseError::new(at, expected, format!("{row} cells below {above}")));
        }
    }
    Ok(rows.iter().map(|row| (longest - row.len()) as u16).collect())
}

/// Reads the numbers of a board, none of which may occur twice; every other token is an empty cell.
fn filling(entries: &[Drawn]) -> Result<Filling, ParseError> {
    let mut first: HashMap<&str, Position> = HashMap::new();
    for entry in entries.iter().filter(|entry| entry.token == Token::Number) {
        let number = entry.text.value.trim_start_matches('0');
        if let Some(before) = first.insert(number, entry.text.at) {
            return Err(entry
                .text
                .wrong("each number once", format!("{number}, which stands also at {before}")));
        }
    }
    numbers(entries)
}

/// Reads the numbers of a board or an answer; every other token is an empty cell. Whether a number
/// occurs twice in an answer is the judge's question: such an answer is wrong, not malformed.
fn numbers(entries: &[Drawn]) -> Result<Filling, ParseError> {
    let cells = entries.len();
    let number = |entry: &Drawn| {
        if entry.token != Token::Number {
            return Ok(None);
        }
        let number = entry.text.value.parse::<Number>().ok();
        let Some(number) = number.filter(|&number| (1..=cells).contains(&usize::from(number)))
        else {
            return Err(entry.text.wrong(
                format!("a number from 1 to {cells}, the number of cells"),
                entry.text.value,
            ));
        };
        Ok(Some(number))
    };
    entries.iter().map(number).collect()
}

fn links(board: &Board, document: &Document) -> Result<Vec<(Cell, Cell)>, ParseError> {
    let mut links = Vec::new();
    for link in document.list("links")?.unwrap_or_default() {
        let wrong = || {
            let expected =
                format!("two touching cells of 0 to {}, such as \"0-1\"", board.len() - 1);
            link.wrong(expected, format!("\"{}\"", link.value))
        };
        let (one, other) = link.value.split_once('-').ok_or_else(wrong)?;
        let cell = |text: &str| {
            text.trim().parse::<Cell>().ok().filter(|&cell| usize::from(cell) < board.len())
        };
        let (Some(one), Some(other)) = (cell(one), cell(other)) else { return Err(wrong()) };
        if !board.neighbours(one).contains(&other) {
            return Err(wrong());
        }
        let pair = (one.min(other), one.max(other));
        if links.contains(&pair) {
            return Err(link.wrong("each link once", format!("\"{}\" again", link.value)));
        }
        links.push(pair);
    }
    Ok(links)
}

/// Writes an instance so that [`parse`] reads it back.
pub(super) fn show(puzzle: &Hidato) -> String {
    let board = puzzle.board();
    let mut text =
        format!("puzzle = \"{}\"\ntopology = \"{}\"\n", Hidato::ID, board.topology().name());
    if board.topology() == Topology::Hex {
        let offsets: Vec<_> = (0..board.height()).map(|y| board.row_start(y).to_string()).collect();
        text.push_str(&format!("offsets = [{}]\n", offsets.join(", ")));
    }
    if !puzzle.links().is_empty() {
        let links: Vec<_> =
            puzzle.links().iter().map(|(one, other)| quoted(&format!("{one}-{other}"))).collect();
        text.push_str(&format!("links = [{}]\n", links.join(", ")));
    }
    text.push_str(&format!(
        "board = \"\"\"\n{}\n\"\"\"\n",
        rows(board, puzzle.givens()).join("\n")
    ));
    text
}

/// Writes a filling in the layout of the board, one string per row.
pub(super) fn rows(board: &Board, filling: &Filling) -> Vec<String> {
    let digits = board.len().to_string().len();
    // With the blank after it, a hexagon is an even number of characters wide, so it can be halved.
    let width = if board.topology() == Topology::Hex { digits | 1 } else { digits };
    let mut cells = board.places().iter().zip(filling).peekable();
    let mut rows = Vec::new();
    for y in 0..board.height() {
        let mut column = board.row_start(y);
        let mut row = " ".repeat(usize::from(column) * (width + 1) / 2);
        while let Some((place, entry)) = cells.next_if(|(place, _)| place.y == y) {
            while column < place.x {
                row.push_str(&format!("{NO_CELL:>width$} "));
                column += 2;
            }
            let token = entry.map_or(EMPTY.to_owned(), |number| number.to_string());
            row.push_str(&format!("{token:>width$} "));
            column += 2;
        }
        if row.trim().is_empty() {
            row.push_str(NO_CELL);
        }
        rows.push(row.trim_end().to_owned());
    }
    rows
}

/// Reads an answer: the filled board, row by row.
pub(super) fn parse_answer(
    puzzle: &Hidato,
    lines: &[Located<&str>],
) -> Result<Filling, ParseError> {
    let places = puzzle.board().places();
    let wanted: Vec<usize> =
        places.chunk_by(|one, other| one.y == other.y).map(<[BoardPlace]>::len).collect();
    let is_cell =
        |drawn: &Drawn| matches!(drawn.token, Token::Number | Token::Underscore | Token::Zero);
    let mut rows = drawn(lines)?;
    rows.iter_mut().for_each(|row| row.retain(is_cell));
    rows.retain(|row| !row.is_empty());
    for (row, &cells) in rows.iter().zip(&wanted) {
        if row.len() != cells {
            let at = row[cells.min(row.len() - 1)].text.at;
            return Err(ParseError::new(
                at,
                format!("{cells} cells, as in this row of the board"),
                row.len().to_string(),
            ));
        }
    }
    if rows.len() != wanted.len() {
        let last = rows.get(wanted.len()).or(rows.last()).and_then(|row| row.first());
        let at = last.map_or(Position::START, |drawn| drawn.text.at);
        return Err(ParseError::new(
            at,
            format!("{} rows of cells, as on the board", wanted.len()),
            rows.len().to_string(),
        ));
    }
    numbers(&rows.concat())
}

#[cfg(test)]
mod tests;
