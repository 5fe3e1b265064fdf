//! Text formats of boards and moves.
//!
//! An instance is a TOML file with `rules` and `board`, top row first, one of 0-9, a-z, A-Z for
//! each cell and `.` for none; or the bare rows of the board, the community's format, which means
//! the rules `samegame`. A move is `"column,row"`, from the left and from the bottom, both from 1.
//! Every error names the place, what is expected there and what was found. Sizes are checked first,
//! so that absurd files are rejected at once.

use quarry_core::{Document, Located, ParseError, Position, Puzzle};

use super::grid::{COLOURS, Cell, Colour, Grid, LONGEST_SIDE};
use super::variant::Variant;
use super::{Move, SameGame};

const CHARACTERS: &[u8; COLOURS] =
    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
pub(super) const NO_CELL: char = '.';

/// The character of a colour.
pub(super) fn character(colour: Colour) -> char {
    char::from(CHARACTERS[usize::from(colour)])
}

fn colour(character: char) -> Option<Colour> {
    CHARACTERS.iter().position(|&known| char::from(known) == character).map(|index| index as Colour)
}

/// Whether the text is meant as a bare board: its first line consists of cells, and is not TOML.
/// Without a digit it is prose.
pub(super) fn is_bare_board(text: &str) -> bool {
    let is_cell = |byte: u8| byte.is_ascii_alphanumeric() || byte == NO_CELL as u8;
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    first.bytes().all(is_cell)
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && !text.contains('=')
}

/// Reads an instance in either format.
pub(super) fn parse(text: &str) -> Result<SameGame, ParseError> {
    if is_bare_board(text) {
        let rows = text
            .lines()
            .enumerate()
            .map(|(index, value)| Located { value, at: Position { line: index + 1, column: 1 } });
        let rows: Vec<_> = rows.filter(|row| !row.value.trim().is_empty()).collect();
        let rules = Variant::SameGame;
        return Ok(SameGame { rules, grid: board(rules, &rows)? });
    }

    let document = Document::parse(text)?;
    document.only(&["rules", "board"])?;
    if let (Some(puzzle), Some(at)) = (document.header()?.puzzle, document.place("puzzle"))
        && puzzle != SameGame::ID
    {
        return Err(ParseError::new(
            at,
            format!("`puzzle = \"{}\"`", SameGame::ID),
            format!("\"{puzzle}\""),
        ));
    }
    let rules = match document.text("rules")? {
        None => Variant::SameGame,
        Some(name) => Variant::named(name.value).ok_or_else(|| {
            let known = Variant::ALL.map(Variant::name).join(", ");
            name.wrong(format!("one of the rules {known}"), format!("\"{}\"", name.value))
        })?,
    };
    let rows = document
        .rows("board")?
        .ok_or_else(|| document.missing("board", "board = \"\"\"...\"\"\""))?;
    if rows.is_empty() {
        let at = document.place("board").unwrap_or(Position::START);
        return Err(ParseError::new(at, "rows of cells, such as 0120", "an empty board"));
    }
    Ok(SameGame { rules, grid: board(rules, &rows)? })
}

/// Reads the rows of a board, top row first; there is at least one. Spaces around a row are
/// ignored.
fn board(rules: Variant, lines: &[Located<&str>]) -> Result<Grid, ParseError> {
    if let Some(excess) = lines.get(LONGEST_SIDE) {
        return Err(
            excess.wrong(format!("at most {LONGEST_SIDE} rows"), format!("{} rows", lines.len()))
        );
    }
    let lines: Vec<_> = lines.iter().map(trimmed).collect();
    let first = lines.first().expect("the callers refuse boards without rows");
    let width = first.value.chars().count();
    if width > LONGEST_SIDE {
        let at = place(first, LONGEST_SIDE);
        return Err(ParseError::new(
            at,
            format!("at most {LONGEST_SIDE} columns"),
            format!("{width} columns"),
        ));
    }

    let mut grid = Grid::empty(width as u8, lines.len() as u8);
    for (line, row) in lines.iter().zip((0..grid.rows()).rev()) {
        let cells = line.value;
        for (column, character) in (0..grid.columns()).zip(cells.chars()) {
            let colour = match colour(character) {
                None if character != NO_CELL => {
                    let at = place(line, usize::from(column));
                    let expected = format!("a colour (0-9, a-z, A-Z) or `{NO_CELL}` for no cell");
                    return Err(ParseError::new(at, expected, format!("`{character}`")));
                }
                colour => colour,
            };
            grid.put(Cell { column, row }, colour);
        }
        let length = cells.chars().count();
        if length != width {
            return Err(ParseError::new(
                place(line, length.min(width)),
                format!("{width} cells, as in the first row (a file holds one board)"),
                format!("{length} cells"),
            ));
        }
    }
    settled(rules, &grid, &lines)?;
    Ok(grid)
}

/// Returns a row without the spaces around it, with its position.
fn trimmed<'t>(line: &Located<&'t str>) -> Located<&'t str> {
    let value = line.value.trim_start();
    let indent = line.value[..line.value.len() - value.len()].chars().count();
    Located { value: value.trim_end(), at: place(line, indent) }
}

/// Rejects boards on which something would have to fall or close before the first move.
fn settled(rules: Variant, grid: &Grid, lines: &[Located<&str>]) -> Result<(), ParseError> {
    let complain = |cell: Cell, expected: &str, found: &str| {
        let line = &lines[usize::from(grid.rows() - 1 - cell.row)];
        Err(ParseError::new(place(line, usize::from(cell.column)), expected, found))
    };
    let is_filled = |&cell: &Cell| grid.at(cell).is_some();
    for cell in grid.cells().filter(is_filled).filter(|cell| cell.row > 0) {
        let below = Cell { row: cell.row - 1, ..cell };
        if !is_filled(&below) {
            let expected = "a cell or nothing above it: cells fall, so `.` stands only above the cells of its column";
            return complain(below, expected, "`.` below a cell");
        }
    }
    let bottoms = || (0..grid.columns()).map(|column| Cell { column, row: 0 });
    let Some(last) = bottoms().rfind(is_filled) else {
        return complain(
            Cell { column: 0, row: 0 },
            "a board with at least one cell",
            "no cell at all",
        );
    };
    if !rules.closes_columns() {
        return Ok(());
    }
    if let Some(gap) = bottoms().find(|cell| *cell < last && !is_filled(cell)) {
        let expected =
            "a cell: columns close to the left, so an empty one stands only right of all cells";
        return complain(gap, expected, "an empty column");
    }
    Ok(())
}

fn place(line: &Located<&str>, column: usize) -> Position {
    Position { column: line.at.column + column, ..line.at }
}

/// Writes an instance file.
pub(super) fn show(game: &SameGame) -> String {
    let grid = &game.grid;
    let mut text = format!(
        "puzzle = \"{}\"\nrules = \"{}\"\nboard = \"\"\"\n",
        SameGame::ID,
        game.rules.name()
    );
    for row in (0..grid.rows()).rev() {
        text.extend(
            (0..grid.columns())
                .map(|column| grid.at(Cell { column, row }).map_or(NO_CELL, character)),
        );
        text.push('\n');
    }
    text.push_str("\"\"\"\n");
    text
}

/// Reads one move.
pub(super) fn parse_move(entry: &Located<&str>) -> Result<Move, ParseError> {
    let number = |text: &str| text.trim().parse::<u8>().ok()?.checked_sub(1);
    let numbers =
        entry.value.split_once(',').and_then(|(column, row)| Some((number(column)?, number(row)?)));
    numbers.map(|(column, row)| Cell { column, row }).ok_or_else(|| {
        entry.wrong(
            format!("a move such as \"3,4\": column from the left, row from the bottom, from 1 to {LONGEST_SIDE}"),
            format!("\"{}\"", entry.value),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(text: &str) -> String {
        SameGame::parse(text).unwrap_err().to_string()
    }

    fn with_board(board: &str) -> String {
        format!("puzzle = \"samegame\"\nboard = \"\"\"\n{board}\n\"\"\"\n")
    }

    #[test]
    fn both_formats_mean_the_same() {
        let bare = "01.\n0aZ\n";
        assert!(SameGame::recognises(bare));
        let game = SameGame::parse(bare).unwrap();
        assert_eq!(SameGame::parse(&with_board(bare.trim())), Ok(game.clone()));
        assert_eq!(
            game.show(),
            "puzzle = \"samegame\"\nrules = \"samegame\"\nboard = \"\"\"\n01.\n0aZ\n\"\"\"\n"
        );
        assert_eq!(game.grid.at(Cell { column: 2, row: 0 }), Some(61));
        for spaced in ["01. \r\n0aZ \r\n", "\n\n 01.\n \t\n\n\t0aZ\n\n", "  01.\n0aZ"] {
            assert!(SameGame::recognises(spaced), "{spaced:?}");
            assert_eq!(SameGame::parse(spaced).as_ref(), Ok(&game), "{spaced:?}");
        }
        assert!(complaint("  01\n\n  0#\n").starts_with("line 3, column 4: expected a colour"));
        assert!(!SameGame::recognises("hello\n") && !SameGame::recognises(&with_board("01")));
    }

    #[test]
    fn every_complaint_names_place_wish_and_finding() {
        assert_eq!(
            complaint(&with_board("012\n01")),
            "line 4, column 3: expected 3 cells, as in the first row (a file holds one board), found 2 cells"
        );
        assert_eq!(
            complaint("012\n0123\n"),
            "line 2, column 4: expected 3 cells, as in the first row (a file holds one board), found 4 cells"
        );
        assert_eq!(
            complaint(&with_board("01\n0#")),
            "line 4, column 2: expected a colour (0-9, a-z, A-Z) or `.` for no cell, found `#`"
        );
        assert_eq!(
            complaint("rules = \"tetris\"\nboard = \"0\""),
            "line 1, column 9: expected one of the rules jawbreaker, jawbreaker3, jawbreaker3-drop, samegame, \
             clickomania, found \"tetris\""
        );
        assert_eq!(
            complaint("colour = 1\nboard = \"0\""),
            "line 1, column 1: expected one of the keys puzzle, name, source, note, known, rules, board, \
             found `colour`"
        );
        assert_eq!(
            complaint("puzzle = \"sudoku\"\nboard = \"0\""),
            "line 1, column 10: expected `puzzle = \"samegame\"`, found \"sudoku\""
        );
        assert!(complaint("rules = \"samegame\"").contains("a key `board`"));
        assert!(complaint(&with_board("")).contains("found an empty board"));
        assert!(complaint("").contains("an empty file"));
    }

    #[test]
    fn boards_must_be_settled() {
        assert!(
            complaint("0.1\n0.1").starts_with("line 2, column 2: expected a cell: columns close")
        );
        assert!(
            complaint("01\n0.")
                .starts_with("line 2, column 2: expected a cell or nothing above it")
        );
        assert!(complaint(&with_board("..\n..")).contains("found no cell at all"));
        assert!(SameGame::parse("...\n0..\n01.").is_ok());
        let apart = "puzzle = \"samegame\"\nrules = \"jawbreaker3-drop\"\nboard = \"\"\"\n0.1\n0.1\n\"\"\"\n";
        assert_eq!(SameGame::parse(apart).map(|game| game.show()).as_deref(), Ok(apart));
    }

    #[test]
    fn sizes_end_at_255() {
        let row = "0".repeat(255);
        let square = vec![row.as_str(); 255].join("\n");
        assert_eq!(SameGame::parse(&square).unwrap().grid.columns(), 255);
        assert_eq!(
            complaint(&format!("{square}\n{row}")),
            "line 256, column 1: expected at most 255 rows, found 256 rows"
        );
        assert_eq!(
            complaint(&"0".repeat(256)),
            "line 1, column 256: expected at most 255 columns, found 256 columns"
        );
    }

    #[test]
    fn absurd_files_are_refused() {
        let long = "0".repeat(10_000_000);
        for text in [&long, &with_board(&long), &format!("0\n{long}"), &"0\n".repeat(5_000_000)] {
            SameGame::parse(text).unwrap_err();
        }
    }

    #[test]
    fn moves_are_read_with_care() {
        let read = |value| parse_move(&Located { value, at: Position { line: 3, column: 5 } });
        assert_eq!(read("3,4"), Ok(Cell { column: 2, row: 3 }));
        assert_eq!(read(" 255, 1 "), Ok(Cell { column: 254, row: 0 }));
        for wrong in ["", "3", "0,1", "3;4", "3,4,5", "256,1", "-1,2", "a,b"] {
            let error = read(wrong).unwrap_err();
            assert_eq!(
                (error.at, error.found),
                (Position { line: 3, column: 5 }, format!("\"{wrong}\""))
            );
        }
    }
}
