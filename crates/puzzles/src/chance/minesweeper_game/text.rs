//! Text formats of games and episodes.
//!
//! An instance is a TOML file: `rows`, `columns`, `mines`, `start` (`safe`, `open` or `any`;
//! `safe` if it is left out), `first` (the cell that is opened first, "3,4" for row 3, column 4; if
//! it is left out, the player chooses) and `seed` (the luck of the game; without it every run has
//! its own). An answer is a list of cells to be opened. If the instance has no seed, the answer
//! begins with its own: `"seed 7"`.

use std::fmt::Write;

use quarry_core::{Document, Located, ParseError, Puzzle};
use quarry_pencil::CellGrid;

use super::MinesweeperGame;
use super::setup::{SIDES, Setup, StartRule};
use super::state::Cell;
use crate::luck::read_seed;

/// Reads an instance.
pub(super) fn parse(text: &str) -> Result<MinesweeperGame, ParseError> {
    let document = Document::parse(text)?;
    document.only(&["rows", "columns", "mines", "start", "first", "seed"])?;
    if let (Some(puzzle), Some(at)) = (document.header()?.puzzle, document.place("puzzle"))
        && puzzle != MinesweeperGame::ID
    {
        let expected = format!("`puzzle = \"{}\"`", MinesweeperGame::ID);
        return Err(ParseError::new(at, expected, format!("\"{puzzle}\"")));
    }
    let number = |key: &str, least: u64, most: u64| {
        let number =
            document.integer(key)?.ok_or_else(|| document.missing(key, &format!("{key} = 9")))?;
        let is_known = |&count: &u64| (least..=most).contains(&count);
        let count = u64::try_from(number.value).ok().filter(is_known).ok_or_else(|| {
            let expected = format!("a whole number from {least} to {most} for `{key}`");
            number.wrong(expected, number.value.to_string())
        });
        count.map(|count| count as usize)
    };
    let side = |key: &str| number(key, *SIDES.start(), *SIDES.end());
    let grid = CellGrid { rows: side("rows")?, columns: side("columns")? };
    let start = match document.text("start")? {
        None => StartRule::Safe,
        Some(found) => StartRule::named(found.value).ok_or_else(|| {
            let names = StartRule::ALL.map(StartRule::name).join(", ");
            found.wrong(format!("one of {names} for `start`"), format!("\"{}\"", found.value))
        })?,
    };
    let first = match document.text("first")? {
        None => None,
        Some(found) => Some(parse_cell(grid, &found)?.index()),
    };
    let mut setup = Setup { grid, mines: 0, start, first };
    setup.mines = number("mines", 0, setup.most_mines() as u64)?;
    let seed = read_seed(&document)?;
    Ok(MinesweeperGame::new(setup, seed))
}

/// Writes an instance.
pub(super) fn show(setup: &Setup, luck: Option<u64>) -> String {
    let Setup { grid, mines, start, first } = setup;
    let mut text = format!(
        "puzzle = \"{}\"\nrows = {}\ncolumns = {}\nmines = {mines}\nstart = \"{}\"\n",
        MinesweeperGame::ID,
        grid.rows,
        grid.columns,
        start.name()
    );
    // Writing to a string cannot fail.
    if let Some(first) = first {
        let _ = writeln!(text, "first = \"{}\"", grid.name(*first));
    }
    if let Some(luck) = luck {
        let _ = writeln!(text, "seed = {luck}");
    }
    text
}

/// Reads a cell: "3,4" or "3 4".
pub(super) fn parse_cell(grid: CellGrid, entry: &Located<&str>) -> Result<Cell, ParseError> {
    let mut parts = entry.value.split([',', ' ']).filter(|part| !part.is_empty());
    let mut part = |most: usize| {
        let number: usize = parts.next()?.parse().ok()?;
        (1..=most).contains(&number).then_some(number - 1)
    };
    let cell = part(grid.rows).and_then(|row| Some(grid.at(row, part(grid.columns)?)));
    cell.filter(|_| parts.next().is_none()).map(Cell::new).ok_or_else(|| {
        let (rows, columns) = (grid.rows, grid.columns);
        let expected =
            format!("a row from 1 to {rows} and a column from 1 to {columns}, such as \"1,1\"");
        entry.wrong(expected, format!("\"{}\"", entry.value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_back() {
        let text = "puzzle = \"minesweeper-game\"\nrows = 9\ncolumns = 8\nmines = 10\n";
        let game = parse(text).unwrap();
        assert_eq!(game.show(), format!("{text}start = \"safe\"\n"));
        let text = format!("{text}start = \"open\"\nfirst = \"3,4\"\nseed = 0\n");
        assert_eq!(parse(&text).unwrap().show(), text);
    }

    #[test]
    fn complaints_say_what_is_wanted_and_where() {
        let complaint = |text: &str| parse(text).map(|_| ()).unwrap_err().to_string();
        assert_eq!(
            complaint("rows = 32\ncolumns = 9\nmines = 9"),
            "line 1, column 8: expected a whole number from 1 to 31 for `rows`, found 32"
        );
        assert!(complaint("rows = 3\ncolumns = 3").contains("mines"));
        assert!(complaint("rows = 3\ncolumns = 3\nmines = 9").contains("from 0 to 8"));
        let crowded = "rows = 3\ncolumns = 4\nmines = 4\nstart = \"open\"";
        assert!(complaint(crowded).contains("from 0 to 3 for `mines`"));
        let start = "rows = 3\ncolumns = 3\nmines = 1\nstart = \"good\"";
        assert!(complaint(start).contains("one of safe, open, any"));
        let first = "rows = 3\ncolumns = 3\nmines = 1\nfirst = \"4,1\"";
        assert!(complaint(first).contains("a row from 1 to 3"));
        assert!(complaint("puzzle = \"minesweeper\"").contains("`puzzle = \"minesweeper-game\"`"));
    }
}
