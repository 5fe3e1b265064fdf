//! Instance files, number lists as papers print them, and answers by directions.
//!
//! A list is one line of m x m numbers, 0 for the empty cell, with up to two numbers before them: the
//! instance's number and the length of its shortest solution. A file may have many such lines. Lists
//! never say which goal they mean. Those of 16 and 25 numbers come from papers, which put the empty
//! cell first; for others it is last.

use std::ops::Range;

use quarry_core::{CommunityForm, Document, Located, ParseError, Position, Puzzle};

use super::{Goal, LONGEST_SIDE, NPuzzle, Objective};

const GOALS: &str = "\"blank-last\", \"blank-first\" or a drawn board";

/// Returns whether a text is one line of numbers that can be a square board.
pub(super) fn is_list(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| is_content(line));
    let (Some(line), None) = (lines.next(), lines.next()) else { return false };
    let count = words(line).count();
    let is_number = |word: Located<&str>| tile(word.value).is_some();
    let Some((side, before)) = side_of(count) else { return false };
    let blanks = || words(line).skip(before).filter(|word| tile(word.value) == Some(0)).count();
    side >= 2 && words(line).all(is_number) && blanks() == 1
}

/// Returns the lines of a collection of lists.
pub(super) fn divide(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut begin = 0;
    for line in text.split_inclusive('\n') {
        if is_content(line) {
            if !is_list(line) {
                return Vec::new();
            }
            parts.push(begin..begin + line.trim_end().len());
        }
        begin += line.len();
    }
    if parts.len() > 1 { parts } else { Vec::new() }
}

/// Reads an instance file, a list, or a bare board.
pub(super) fn parse(text: &str) -> Result<NPuzzle, ParseError> {
    if text.contains('=') || text.trim().is_empty() {
        return parse_document(&Document::parse(text)?);
    }
    let lines = text.lines().enumerate().filter(|(_, line)| is_content(line));
    let at = |index| Position { line: index + 1, column: 1 };
    let rows: Vec<_> = lines.map(|(index, value)| Located { value, at: at(index) }).collect();
    match rows[..] {
        [line] => parse_list(line),
        _ => {
            let (columns, start) = board(&rows)?;
            Ok(NPuzzle {
                goal_is_assumed: true,
                ..NPuzzle::new(columns, start, Goal::BlankLast, None)
            })
        }
    }
}

fn is_content(line: &str) -> bool {
    !line.trim().is_empty() && !line.trim_start().starts_with('#')
}

/// Returns the side of the square that a list of this length holds, and how many numbers come first.
fn side_of(count: usize) -> Option<(usize, usize)> {
    (0..=2).find_map(|before| {
        let side = (2..=LONGEST_SIDE).find(|side| side * side + before == count)?;
        Some((side, before))
    })
}

fn parse_list(line: Located<&str>) -> Result<NPuzzle, ParseError> {
    let all: Vec<_> = words(line.value).map(|word| moved(word, line.at)).collect();
    let Some((side, before)) = side_of(all.len()) else {
        let expected = "a list of 4, 9, 16, 25, ... numbers, with at most two others before them";
        return Err(line.wrong(expected, format!("{} numbers", all.len())));
    };
    let start = permutation(&all[before..])?;
    let goal = if [16, 25].contains(&start.len()) { Goal::BlankFirst } else { Goal::BlankLast };
    Ok(NPuzzle { goal_is_assumed: true, ..NPuzzle::new(side, start, goal, None) })
}

fn parse_document(document: &Document) -> Result<NPuzzle, ParseError> {
    document.only(&["goal", "objective", "board"])?;
    if let (Some(puzzle), Some(at)) = (document.header()?.puzzle, document.place("puzzle"))
        && puzzle != NPuzzle::ID
    {
        let expected = format!("`puzzle = \"{}\"`", NPuzzle::ID);
        return Err(ParseError::new(at, expected, format!("\"{puzzle}\"")));
    }
    let rows = document.rows("board")?;
    let rows = rows.ok_or_else(|| document.missing("board", "board = \"1 2 3\\n4 _ 5\""))?;
    if rows.is_empty() {
        let at = document.place("board").unwrap_or(Position::START);
        return Err(ParseError::new(at, "rows of numbers, such as 1 2 3", "an empty board"));
    }
    let (columns, start) = board(&rows)?;
    let (goal, drawn) = match document.text("goal")? {
        None => (Goal::BlankLast, None),
        Some(text) => match text.value.trim() {
            "blank-last" => (Goal::BlankLast, None),
            "blank-first" => (Goal::BlankFirst, None),
            other if other.chars().any(|c| c.is_ascii_digit()) => {
                let rows = document.rows("goal")?.unwrap_or_default();
                let (across, tiles) = board(&rows)?;
                if (across, tiles.len()) != (columns, start.len()) {
                    let size = |columns, cells: usize| format!("{columns} x {}", cells / columns);
                    let expected = format!("{}, as the board", size(columns, start.len()));
                    return Err(text.wrong(expected, size(across, tiles.len())));
                }
                (Goal::Drawn, Some(tiles))
            }
            other => return Err(text.wrong(GOALS, format!("\"{other}\""))),
        },
    };
    let objective = match document.text("objective")? {
        None => Objective::Moves,
        Some(text) => match text.value {
            "moves" => Objective::Moves,
            "any" => Objective::Any,
            other => return Err(text.wrong("\"moves\" or \"any\"", format!("\"{other}\""))),
        },
    };
    Ok(NPuzzle { objective, ..NPuzzle::new(columns, start, goal, drawn) })
}

/// Reads a drawn board: its number of columns and its tiles.
fn board(rows: &[Located<&str>]) -> Result<(usize, Vec<u16>), ParseError> {
    let (first, last) = (rows[0], rows[rows.len() - 1]);
    let columns = words(first.value).count();
    for row in rows {
        let found = words(row.value).count();
        if found != columns {
            let expected = format!("{columns} cells, as in the first row");
            return Err(row.wrong(expected, format!("{found} cells")));
        }
    }
    let sides = format!("2 to {LONGEST_SIDE}");
    if !(2..=LONGEST_SIDE).contains(&columns) {
        return Err(first.wrong(format!("{sides} cells in a row"), format!("{columns} cells")));
    }
    if !(2..=LONGEST_SIDE).contains(&rows.len()) {
        return Err(last.wrong(format!("{sides} rows"), format!("{} rows", rows.len())));
    }
    let all: Vec<_> =
        rows.iter().flat_map(|row| words(row.value).map(|word| moved(word, row.at))).collect();
    Ok((columns, permutation(&all)?))
}

/// Reads tiles, each number once.
fn permutation(words: &[Located<&str>]) -> Result<Vec<u16>, ParseError> {
    let most = words.len() - 1;
    let mut is_seen = vec![false; words.len()];
    let mut tiles = Vec::with_capacity(words.len());
    for word in words {
        let found = || format!("`{}`", word.value);
        let number = tile(word.value).filter(|&tile| usize::from(tile) <= most);
        let number = number.ok_or_else(|| {
            word.wrong(format!("a number from 1 to {most}, or `_` for the empty cell"), found())
        })?;
        if std::mem::replace(&mut is_seen[usize::from(number)], true) {
            let again = if number == 0 { "a second empty cell".to_owned() } else { found() };
            let expected = format!("each number from 1 to {most} once, and one empty cell");
            return Err(word.wrong(expected, format!("{again} again")));
        }
        tiles.push(number);
    }
    Ok(tiles)
}

fn tile(word: &str) -> Option<u16> {
    match word {
        "_" | "." => Some(0),
        _ => word.parse().ok(),
    }
}

/// Returns the words of a line with their columns; commas count as spaces.
fn words(line: &str) -> impl Iterator<Item = Located<&str>> {
    let is_space = |character: char| character.is_whitespace() || character == ',';
    let mut column = 1;
    line.split(is_space).filter_map(move |value| {
        let at = Position { line: 1, column };
        column += value.chars().count() + 1;
        (!value.is_empty()).then_some(Located { value, at })
    })
}

/// Returns a word of a row with its position in the file.
fn moved(word: Located<&str>, row: Position) -> Located<&str> {
    let at = Position { line: row.line, column: row.column + word.at.column - 1 };
    Located { value: word.value, at }
}

/// Writes an instance file.
pub(super) fn show(puzzle: &NPuzzle) -> String {
    let goal = match puzzle.goal {
        Goal::BlankLast => "\"blank-last\"".to_owned(),
        Goal::BlankFirst => "\"blank-first\"".to_owned(),
        Goal::Drawn => format!("\"\"\"\n{}\n\"\"\"", drawn(puzzle, puzzle.goal_tiles())),
    };
    let objective = match puzzle.objective {
        Objective::Moves => "moves",
        Objective::Any => "any",
    };
    format!(
        "puzzle = \"{}\"\ngoal = {goal}\nobjective = \"{objective}\"\nboard = \"\"\"\n{}\n\"\"\"\n",
        NPuzzle::ID,
        drawn(puzzle, &puzzle.start)
    )
}

fn drawn(puzzle: &NPuzzle, tiles: &[u16]) -> String {
    let width = (puzzle.cells() - 1).to_string().len();
    let cell = |&tile: &u16| match tile {
        0 => format!("{:>width$}", "_"),
        _ => format!("{tile:>width$}"),
    };
    let row = |row: &[u16]| row.iter().map(cell).collect::<Vec<_>>().join(" ");
    tiles.chunks(puzzle.columns).map(row).collect::<Vec<_>>().join("\n")
}

fn list(tiles: &[u16]) -> String {
    tiles.iter().map(u16::to_string).collect::<Vec<_>>().join(" ")
}

/// Writes the instance as a list, if it is square, and as a bare board.
pub(super) fn community_forms(puzzle: &NPuzzle) -> Vec<CommunityForm> {
    let form = |format, text, assumed: Goal| {
        let goal = (puzzle.goal != assumed).then_some("goal");
        let objective = (puzzle.objective != Objective::Moves).then_some("objective");
        CommunityForm { format, text, lost: goal.into_iter().chain(objective).collect() }
    };
    let grid = form("grid", drawn(puzzle, &puzzle.start), Goal::BlankLast);
    let assumed =
        if [16, 25].contains(&puzzle.cells()) { Goal::BlankFirst } else { Goal::BlankLast };
    let line = (puzzle.columns == puzzle.rows).then(|| form("line", list(&puzzle.start), assumed));
    [Some(grid), line].into_iter().flatten().collect()
}

/// Writes a line of play: the directions in which the tiles slide, those in which the empty cell
/// goes, and every board as a list.
pub(super) fn trace(puzzle: &NPuzzle, line: &[u16]) -> Vec<String> {
    let mut tiles = puzzle.start.clone();
    let mut boards = vec![list(&tiles)];
    let (mut of_tiles, mut of_blank) = (String::new(), String::new());
    for &tile in line {
        let place = |wanted: u16| tiles.iter().position(|&tile| tile == wanted);
        let (Some(from), Some(to)) = (place(tile), place(0)) else { break };
        let (way, back) = match () {
            () if to + 1 == from => ('L', 'R'),
            () if from + 1 == to => ('R', 'L'),
            () if to < from => ('U', 'D'),
            () => ('D', 'U'),
        };
        of_tiles.push(way);
        of_blank.push(back);
        tiles.swap(from, to);
        boards.push(list(&tiles));
    }
    let mut lines = vec![format!("tiles {of_tiles}"), format!("blank {of_blank}")];
    lines.extend(boards);
    lines
}
