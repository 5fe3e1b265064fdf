//! Text forms of boards and moves.
//!
//! An instance is a TOML file with `board`, top row first: `#` solid, `.` empty (a blank too), `a`
//! to `z` blocks; rows may be shorter than the longest, the rest is solid. Optional are `rules`
//! (`thesis`) and `objective` (`moves`, `any`). A line of a `.vxl` pack is read too (`vxl.rs`). A
//! move is `"3,2>"` or `"3,2<"`: column and row of the block, from the left and from the top, both
//! from 1, and where it goes. An answer may have moves as packs write them, too.

use quarry_core::{Document, Located, ParseError, Position, Puzzle};

use super::layout::Colour;
use super::rules::Table;
use super::{Cell, Cubic, Direction, Grid, LONGEST_SIDE, Move, Objective, vxl};

const SOLID: char = '#';
const EMPTY: char = '.';

/// The letter of a colour.
pub(super) fn letter(colour: Colour) -> char {
    char::from(b'a' + colour - 1)
}

/// The character of a cell.
pub(super) fn character(cell: Cell) -> char {
    match cell {
        Cell::Solid => SOLID,
        Cell::Empty => EMPTY,
        Cell::Block(colour) => letter(colour),
    }
}

/// Reads an instance in either form.
pub(super) fn parse(text: &str) -> Result<Cubic, ParseError> {
    if vxl::is_pack(text) {
        return vxl::parse(text);
    }
    let document = Document::parse(text)?;
    document.only(&["rules", "objective", "board"])?;
    if let (Some(puzzle), Some(at)) = (document.header()?.puzzle, document.place("puzzle"))
        && puzzle != Cubic::ID
    {
        let expected = format!("`puzzle = \"{}\"`", Cubic::ID);
        return Err(ParseError::new(at, expected, format!("\"{puzzle}\"")));
    }
    if let Some(rules) = document.text("rules")?
        && rules.value != "thesis"
    {
        return Err(rules.wrong("the rules `thesis`", format!("\"{}\"", rules.value)));
    }
    let objective = match document.text("objective")? {
        None => Objective::Moves,
        Some(name) => {
            let known = Objective::ALL.into_iter().find(|known| known.name() == name.value);
            known.ok_or_else(|| {
                name.wrong("the objective `moves` or `any`", format!("\"{}\"", name.value))
            })?
        }
    };
    let rows = document
        .rows("board")?
        .ok_or_else(|| document.missing("board", "board = \"\"\"\n#a.a#\n#####\n\"\"\""))?;
    let at = document.place("board").unwrap_or(Position::START);
    Ok(Cubic::new(objective, drawn(&rows, at)?))
}

/// Reads the rows of a drawing.
fn drawn(rows: &[Located<&str>], at: Position) -> Result<Grid, ParseError> {
    let mut cells = Vec::new();
    for row in rows.iter().take(LONGEST_SIDE + 1) {
        let mut read = Vec::new();
        for (column, character) in row.value.trim_end().chars().enumerate() {
            let cell = match character {
                SOLID => Cell::Solid,
                EMPTY | ' ' => Cell::Empty,
                'a'..='z' => Cell::Block(character as Colour - b'a' + 1),
                _ => {
                    return Err(ParseError::new(
                        shifted(row.at, column),
                        "a cell: `#` solid, `.` empty, `a` to `z` a block",
                        format!("`{character}`"),
                    ));
                }
            };
            read.push((cell, shifted(row.at, column)));
        }
        cells.push(read);
    }
    grid(&cells, at)
}

fn shifted(at: Position, columns: usize) -> Position {
    Position { column: at.column + columns, ..at }
}

/// Makes a board of rows of cells, each with its place in the text; `at` is the place of the board.
pub(super) fn grid(rows: &[Vec<(Cell, Position)>], at: Position) -> Result<Grid, ParseError> {
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
    if rows.len() > LONGEST_SIDE || longest > LONGEST_SIDE {
        let expected = format!("at most {LONGEST_SIDE} rows and {LONGEST_SIDE} columns");
        let (what, count) =
            if longest > LONGEST_SIDE { ("columns", longest) } else { ("rows", rows.len()) };
        return Err(ParseError::new(at, expected, format!("at least {count} {what}")));
    }
    let blocks = rows.iter().flatten().filter(|(cell, _)| matches!(cell, Cell::Block(_)));
    if blocks.count() == 0 {
        return Err(ParseError::new(at, "a board with at least one block", "no block"));
    }
    let padded = |row: &Vec<(Cell, Position)>| {
        let solids = std::iter::repeat_n(Cell::Solid, longest - row.len());
        row.iter().map(|&(cell, _)| cell).chain(solids).collect::<Vec<_>>()
    };
    let cells: Vec<Cell> = rows.iter().flat_map(padded).collect();
    let grid = Grid { columns: longest as u8, cells };
    let table = Table::of(&Cubic::new(Objective::Moves, grid.clone()));
    let complain = |(column, row): (usize, usize), expected: &str, found: &str| {
        let (cell, at) = rows[row][column];
        let block = character(cell);
        Err(ParseError::new(at, expected, format!("the block `{block}` {found}")))
    };
    if let Some(place) = table.first_falling() {
        return complain(
            place,
            "a board at rest: draw it after everything has fallen",
            "in mid-air",
        );
    }
    if let Some(place) = table.first_grouped() {
        return complain(
            place,
            "no touching blocks of one colour: draw the board after they have vanished",
            "beside another of its colour",
        );
    }
    Ok(grid)
}

/// Writes an instance file.
pub(super) fn show(puzzle: &Cubic) -> String {
    let objective = match puzzle.objective {
        Objective::Moves => String::new(),
        Objective::Any => format!("objective = \"{}\"\n", Objective::Any.name()),
    };
    let rows = puzzle.grid.cells.chunks(puzzle.grid.columns.into());
    let rows: Vec<String> =
        rows.map(|row| row.iter().map(|&cell| character(cell)).collect()).collect();
    let board = rows.join("\n");
    format!("puzzle = \"{}\"\n{objective}board = \"\"\"\n{board}\n\"\"\"\n", Cubic::ID)
}

/// Writes a move.
pub(super) fn write_move(mv: Move) -> String {
    let sign = if mv.direction == Direction::Left { '<' } else { '>' };
    format!("{},{}{sign}", mv.column + 1, mv.row + 1)
}

/// Reads one move in either notation.
pub(super) fn read_move(entry: &Located<&str>) -> Result<Move, ParseError> {
    let mut line = Vec::new();
    read_moves(entry, &mut line)?;
    match line[..] {
        [mv] => Ok(mv),
        _ => Err(wrong_move(entry)),
    }
}

/// Reads an entry of an answer: one move such as `3,2>`, or moves as packs write them.
pub(super) fn read_moves(entry: &Located<&str>, out: &mut Vec<Move>) -> Result<(), ParseError> {
    let text = entry.value.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return vxl::read_moves(text, out).ok_or_else(|| wrong_move(entry));
    }
    let read = || {
        let (place, direction) = match text.strip_suffix('<') {
            Some(place) => (place, Direction::Left),
            None => (text.strip_suffix('>')?, Direction::Right),
        };
        let (column, row) = place.split_once(',')?;
        let index = |number: &str| number.trim().parse::<u8>().ok()?.checked_sub(1);
        Some(Move { column: index(column)?, row: index(row)?, direction })
    };
    out.push(read().ok_or_else(|| wrong_move(entry))?);
    Ok(())
}

fn wrong_move(entry: &Located<&str>) -> ParseError {
    entry.wrong(
        "a move such as 3,2> or 3,2< (column, row from the top, where it goes), or a pack's such \
         as cB",
        format!("\"{}\"", entry.value),
    )
}
