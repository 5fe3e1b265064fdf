//! Packs of Vexed levels, `.vxl`: a level on each line, lines with `#` are comments.
//!
//! A line is `number;title;board;solution`, with a fifth field for a better solution in some packs;
//! all after the board may be absent. The rows of the board are divided by `/`; a number is that
//! many solids, `~` an empty cell, a letter a block. A move of a solution is two letters, the column
//! and the row of the block, from `a` at the top left; the column is upper case if the block goes
//! left, the row if it goes right.

use quarry_core::{CommunityForm, ParseError, Position};

use super::layout::Colour;
use super::text::{self, letter};
use super::{Cell, Cubic, Direction, LONGEST_SIDE, Move, Objective};

/// Whether the text is meant as a pack or a line of one: its first line that is no comment has
/// three fields, and the third is a board.
pub(super) fn is_pack(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    lines.find(|line| !line.is_empty() && !line.starts_with('#')).is_some_and(is_level)
}

/// Whether a line is a level.
pub(super) fn is_level(line: &str) -> bool {
    let is_cell = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_lowercase() || byte == b'~';
    let mut fields = line.trim().split(';');
    let has_number = fields.next().is_some_and(|number| {
        number.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ') && !number.is_empty()
    });
    let board = fields.nth(1).map(str::trim);
    has_number
        && board.is_some_and(|board| {
            board.bytes().any(|byte| byte.is_ascii_lowercase())
                && board.bytes().all(|byte| is_cell(byte) || byte == b'/')
        })
}

/// Reads the only level of a text.
pub(super) fn parse(text: &str) -> Result<Cubic, ParseError> {
    let mut levels = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let (index, line) = levels.next().expect("the callers have seen a level");
    if let Some((second, _)) = levels.next() {
        let at = Position { line: second + 1, column: 1 };
        return Err(ParseError::new(
            at,
            "one level: open the pack as a collection",
            "another level",
        ));
    }
    let begin = line.match_indices(';').nth(1).map_or(0, |(at, _)| at + 1);
    let board = line[begin..].split(';').next().unwrap_or_default();
    let at = |byte: usize| Position {
        line: index + 1,
        column: line[..begin + byte].chars().count() + 1,
    };
    let mut rows = vec![Vec::new()];
    let mut bytes = board.bytes().enumerate().peekable();
    while let Some((byte, character)) = bytes.next() {
        let row = rows.last_mut().expect("there is a row");
        match character {
            b'/' => rows.push(Vec::new()),
            b'~' => row.push((Cell::Empty, at(byte))),
            b'a'..=b'z' => row.push((Cell::Block((character - b'a' + 1) as Colour), at(byte))),
            b'0'..=b'9' => {
                let mut solids = usize::from(character - b'0');
                while let Some((_, digit)) = bytes.next_if(|(_, next)| next.is_ascii_digit()) {
                    solids = (10 * solids + usize::from(digit - b'0')).min(LONGEST_SIDE + 1);
                }
                row.extend(std::iter::repeat_n((Cell::Solid, at(byte)), solids));
            }
            b' ' => {}
            _ => {
                let found = format!("`{}`", char::from(character));
                let expected = "a number of solids, `~` for an empty cell, or a letter from a to z";
                return Err(ParseError::new(at(byte), expected, found));
            }
        }
    }
    Ok(Cubic::new(Objective::Moves, text::grid(&rows, at(0))?))
}

/// Reads moves as packs write them; `None` if they are written otherwise.
pub(super) fn read_moves(text: &str, out: &mut Vec<Move>) -> Option<()> {
    let mut letters = text.bytes();
    while let Some(column) = letters.next() {
        let row = letters.next()?;
        let direction = match (column.is_ascii_uppercase(), row.is_ascii_uppercase()) {
            (true, false) => Direction::Left,
            (false, true) => Direction::Right,
            _ => return None,
        };
        let index = |letter: u8| letter.to_ascii_lowercase().checked_sub(b'a');
        out.push(Move { column: index(column)?, row: index(row)?, direction });
    }
    Some(())
}

/// Writes a level, without a solution.
pub(super) fn form(puzzle: &Cubic) -> CommunityForm {
    let rows = puzzle.grid.cells.chunks(puzzle.grid.columns.into()).map(|row| {
        let mut text = String::new();
        let mut solids = 0;
        for &cell in row {
            if cell != Cell::Solid && solids > 0 {
                text.push_str(&solids.to_string());
                solids = 0;
            }
            match cell {
                Cell::Solid => solids += 1,
                Cell::Empty => text.push('~'),
                Cell::Block(colour) => text.push(letter(colour)),
            }
        }
        if solids > 0 {
            text.push_str(&solids.to_string());
        }
        text
    });
    let board = rows.collect::<Vec<_>>().join("/");
    let lost = if puzzle.objective == Objective::Any { vec!["objective"] } else { Vec::new() };
    CommunityForm { format: "line", text: format!("1;Cubic;{board};"), lost }
}
