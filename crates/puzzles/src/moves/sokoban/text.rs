//! Text forms of levels.
//!
//! Our own form is TOML with `objective` and `board`. The community's forms are read as they are:
//! XSB (one character a square), its rows in run lengths (`3#-$`, with `|` as the end of a row), and
//! collections of both, in which levels are parted by blank lines or by text. Lines of the form
//! `Title: ...` below a level belong to it (SOK); other text belongs to the level that follows.
//! In TOML a square that a short row lacks is solid; in the other forms it is blank, so that a level
//! with a hole in its wall is refused.

use std::ops::Range;

use quarry_core::{CommunityForm, Document, Located, ParseError, Position, Puzzle};

use super::Sokoban;
use super::level::{LONGEST_SIDE, Level, Objective};

const LEGEND: &str = "#-_ .$*@+";

/// A square as it was read, with its place in the text.
type Square = (char, Position);

/// Reads an instance in any form.
pub(super) fn parse(text: &str) -> Result<Sokoban, ParseError> {
    if recognises(text) {
        let levels = levels(text);
        let [level] = &levels[..] else {
            let at = Position { line: levels[1].first_line + 1, column: 1 };
            return Err(ParseError::new(
                at,
                "one level; `quarry` opens a collection level by level",
                "another level",
            ));
        };
        return Ok(Sokoban::new(board(&level.rows, '-')?, Objective::Pushes));
    }
    let document = Document::parse(text)?;
    document.only(&["objective", "board"])?;
    if let (Some(puzzle), Some(at)) = (document.header()?.puzzle, document.place("puzzle"))
        && puzzle != Sokoban::ID
    {
        let expected = format!("`puzzle = \"{}\"`", Sokoban::ID);
        return Err(ParseError::new(at, expected, format!("\"{puzzle}\"")));
    }
    let objective = match document.text("objective")? {
        None => Objective::Pushes,
        Some(name) => Objective::named(name.value).ok_or_else(|| {
            let known = Objective::ALL.map(Objective::name).join(", ");
            name.wrong(format!("one of the objectives {known}"), format!("\"{}\"", name.value))
        })?,
    };
    let rows = document.rows("board")?.ok_or_else(|| {
        document.missing("board", "board = \"\"\"\\n#####\\n#@$.#\\n#####\\n\"\"\"")
    })?;
    if rows.is_empty() {
        let at = document.place("board").unwrap_or(Position::START);
        return Err(ParseError::new(at, "rows of squares, such as #@$.#", "an empty board"));
    }
    let rows: Vec<Vec<Square>> = rows.iter().map(plain).collect();
    Ok(Sokoban::new(board(&rows, '#')?, objective))
}

fn plain(row: &Located<&str>) -> Vec<Square> {
    let at = |index: usize| Position { line: row.at.line, column: row.at.column + index };
    row.value.trim_end().chars().enumerate().map(|(index, square)| (square, at(index))).collect()
}

/// Makes a level of its rows; squares that short rows lack are `missing`.
fn board(rows: &[Vec<Square>], missing: char) -> Result<Level, ParseError> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let first = rows.iter().flatten().next().map_or(Position::START, |(_, at)| *at);
    if rows.len() > LONGEST_SIDE || columns > LONGEST_SIDE {
        let found = format!("{columns} columns and {} rows", rows.len());
        let expected = format!("at most {LONGEST_SIDE} columns and {LONGEST_SIDE} rows");
        return Err(ParseError::new(first, expected, found));
    }
    let strange = rows.iter().flatten().find(|(square, _)| !LEGEND.contains(*square));
    if let Some((square, at)) = strange {
        let expected = "`#` wall, `-` floor, `.` target, `$` stone, `*` stone on target, `@` device \
                        or `+` device on target";
        return Err(ParseError::new(*at, expected, format!("`{square}`")));
    }
    let square = |row: usize, column: usize| match rows[row].get(column).map_or(missing, |s| s.0) {
        ' ' | '_' => '-',
        square => square,
    };
    let squares: Vec<char> = (0..rows.len())
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .map(|(row, column)| square(row, column))
        .collect();
    Level::of(columns, rows.len(), &squares).map_err(|flaw| {
        let place = flaw.square.map(|at| (at / columns, at % columns));
        let at = place.and_then(|(row, column)| {
            let row = &rows[row];
            row.get(column).or(row.last()).map(|(_, at)| *at)
        });
        ParseError::new(at.unwrap_or(first), flaw.expected, flaw.found)
    })
}

/// A level of a text in a community form.
struct Found {
    rows: Vec<Vec<Square>>,
    /// Index of its first row among the lines of the text, and of the line after its last one.
    first_line: usize,
    end_line: usize,
}

/// Returns the levels of a text, in order.
fn levels(text: &str) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut is_open = false;
    for (index, line) in text.lines().enumerate() {
        let Some(rows) = rows_of(line, index + 1) else {
            is_open = false;
            continue;
        };
        match found.last_mut().filter(|_| is_open) {
            Some(level) => {
                level.rows.extend(rows);
                level.end_line = index + 1;
            }
            None => found.push(Found { rows, first_line: index, end_line: index + 1 }),
        }
        is_open = true;
    }
    // Three rows at the least: a wall above, something inside, a wall below.
    found.retain(|level| level.rows.len() >= 3);
    found
}

/// Returns the rows that a line holds: one, or several in run lengths; `None` if it holds no row.
fn rows_of(line: &str, number: usize) -> Option<Vec<Vec<Square>>> {
    let line = line.trim_end();
    let is_row = line.contains('#')
        && line.chars().all(|c| LEGEND.contains(c) || c.is_ascii_digit() || c == '|');
    if !is_row {
        return None;
    }
    let (mut rows, mut row, mut times) = (Vec::new(), Vec::new(), 0usize);
    for (index, square) in line.chars().enumerate() {
        let at = Position { line: number, column: index + 1 };
        match square.to_digit(10) {
            Some(digit) => times = (times * 10 + digit as usize).min(LONGEST_SIDE + 1),
            None if square == '|' => rows.push(std::mem::take(&mut row)),
            None => {
                row.extend(std::iter::repeat_n((square, at), std::mem::take(&mut times).max(1)));
            }
        }
    }
    if !row.is_empty() {
        rows.push(row);
    }
    Some(rows)
}

/// Returns whether a text is a level, or a collection of levels, in a community form.
pub(super) fn recognises(text: &str) -> bool {
    let is_level = |level: &Found| {
        let has = |wanted: char| level.rows.iter().flatten().any(|(square, _)| *square == wanted);
        has('$') || has('@') || (has('+') && has('*'))
    };
    !text.contains("\"\"\"") && levels(text).iter().any(is_level)
}

/// Returns the levels of a collection, each with the names and notes that belong to it.
pub(super) fn divide(text: &str) -> Vec<Range<usize>> {
    let levels = levels(text);
    if levels.len() < 2 {
        return Vec::new();
    }
    let starts: Vec<usize> = text
        .split_inclusive('\n')
        .scan(0, |offset, line| {
            let start = *offset;
            *offset += line.len();
            Some(start)
        })
        .collect();
    let lines: Vec<&str> = text.lines().collect();
    let mut parts = Vec::new();
    let mut start = 0;
    for (index, level) in levels.iter().enumerate() {
        // `Title: ...` and the like directly below a level are its own.
        let below = lines[level.end_line..].iter().take_while(|line| is_note(line)).count();
        let end = starts.get(level.end_line + below).copied().unwrap_or(text.len());
        let end = if index + 1 == levels.len() { text.len() } else { end };
        parts.push(start..end);
        start = end;
    }
    parts
}

/// Whether a line is a note of the form `Title: ...`.
fn is_note(line: &str) -> bool {
    let key = line.split_once(':').map(|(key, _)| key);
    key.is_some_and(|key| {
        !key.is_empty() && key.chars().all(|c| c.is_ascii_alphabetic() || c == '-')
    })
}

/// Writes an instance as TOML.
pub(super) fn show(puzzle: &Sokoban) -> String {
    let objective = match puzzle.objective {
        Objective::Pushes => String::new(),
        other => format!("objective = \"{}\"\n", other.name()),
    };
    let board = puzzle.level.drawn().join("\n");
    format!("puzzle = \"{}\"\n{objective}board = \"\"\"\n{board}\n\"\"\"\n", Sokoban::ID)
}

/// Writes an instance as XSB and in run lengths.
pub(super) fn community_forms(puzzle: &Sokoban) -> Vec<CommunityForm> {
    let lost = if puzzle.objective == Objective::Pushes { Vec::new() } else { vec!["objective"] };
    let rows = puzzle.level.drawn();
    let blanks: Vec<String> =
        rows.iter().map(|row| row.replace('-', " ").trim_end().to_owned()).collect();
    let runs: Vec<String> = rows.iter().map(|row| run_lengths(row.trim_end_matches('-'))).collect();
    vec![
        CommunityForm { format: "grid", text: blanks.join("\n"), lost: lost.clone() },
        CommunityForm { format: "line", text: runs.join("|"), lost },
    ]
}

fn run_lengths(row: &str) -> String {
    let squares: Vec<char> = row.chars().collect();
    let run = |run: &[char]| match run.len() {
        1 => run[0].to_string(),
        length => format!("{length}{}", run[0]),
    };
    squares.chunk_by(|one, other| one == other).map(run).collect()
}
