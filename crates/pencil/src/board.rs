//! The text format of boards: rows of tokens.
//!
//! Blank lines and surrounding blanks are dropped. If any row contains a blank, a tab or a comma,
//! these separate the tokens; otherwise each character is a cell. All rows have the same number of
//! cells.

use quarry_core::text::quoted;
use quarry_core::{Located, ParseError, Position};

use crate::CellGrid;

/// The largest number of cells on a board.
pub const MOST_CELLS: usize = 10_000;

/// A board as written, before the puzzle interprets its tokens.
#[derive(Debug, Clone)]
pub struct BoardText<'t> {
    lines: Vec<Located<&'t str>>,
    rows: Vec<Vec<Located<&'t str>>>,
}

impl<'t> BoardText<'t> {
    /// Splits lines into tokens. With `one_column`, each line is one token of any length. Rows may
    /// have different lengths here; [`BoardText::grid`] rejects that.
    pub fn read(lines: impl IntoIterator<Item = Located<&'t str>>, one_column: bool) -> Self {
        let lines: Vec<Located<&'t str>> =
            lines.into_iter().filter(|line| !line.value.trim().is_empty()).collect();
        let is_spaced = lines.iter().any(|line| line.value.trim().contains(is_separator));
        let rows = lines.iter().map(|line| {
            if one_column {
                vec![trimmed(line)]
            } else if is_spaced {
                line.words(is_separator).collect()
            } else {
                characters(line)
            }
        });
        BoardText { rows: rows.collect(), lines }
    }

    /// Reads a text that contains only a board.
    pub fn bare(text: &'t str) -> Self {
        let lines = text.lines().enumerate();
        let line = |(index, value)| Located { value, at: Position { line: index + 1, column: 1 } };
        BoardText::read(lines.map(line), false)
    }

    /// The lines as written, without blank ones.
    pub fn lines(&self) -> &[Located<&'t str>] {
        &self.lines
    }

    /// The tokens of each row.
    pub fn rows(&self) -> &[Vec<Located<&'t str>>] {
        &self.rows
    }

    /// Returns the size of the board. Fails if there are no cells or too many, or if rows differ in
    /// length.
    pub fn grid(&self) -> Result<CellGrid, ParseError> {
        let Some(first) = self.rows.first() else {
            return Err(ParseError::new(
                Position::START,
                "a board of at least one cell",
                "no rows",
            ));
        };
        let grid = CellGrid { rows: self.rows.len(), columns: first.len() };
        for (row, line) in self.rows.iter().zip(&self.lines) {
            if row.len() != grid.columns {
                let at = row.get(grid.columns).unwrap_or(line).at;
                let expected = format!("{} cells, as in the first row", grid.columns);
                return Err(ParseError::new(at, expected, row.len().to_string()));
            }
        }
        if grid.len() > MOST_CELLS {
            let expected = format!("a board of at most {MOST_CELLS} cells");
            return Err(ParseError::new(first[0].at, expected, grid.len().to_string()));
        }
        Ok(grid)
    }

    /// Interprets each token with `meaning`, in reading order; `expected` describes valid tokens
    /// for the error message.
    pub fn cells<T>(
        &self,
        expected: &str,
        mut meaning: impl FnMut(&str) -> Option<T>,
    ) -> Result<(CellGrid, Vec<T>), ParseError> {
        let grid = self.grid()?;
        let cell = |token: &Located<&str>| {
            meaning(token.value).ok_or_else(|| token.wrong(expected, format!("`{}`", token.value)))
        };
        let cells: Result<Vec<T>, ParseError> = self.rows.iter().flatten().map(cell).collect();
        Ok((grid, cells?))
    }
}

fn is_separator(character: char) -> bool {
    character.is_whitespace() || character == ','
}

/// Returns a line without surrounding blanks.
fn trimmed<'t>(line: &Located<&'t str>) -> Located<&'t str> {
    let gap = line.value.len() - line.value.trim_start().len();
    let column = line.at.column + line.value[..gap].chars().count();
    Located { value: line.value.trim(), at: Position { column, ..line.at } }
}

/// Each character as a token.
fn characters<'t>(line: &Located<&'t str>) -> Vec<Located<&'t str>> {
    let Located { value, at } = trimmed(line);
    let token = |(index, (start, character)): (usize, (usize, char))| Located {
        value: &value[start..start + character.len_utf8()],
        at: Position { column: at.column + index, ..at },
    };
    value.char_indices().enumerate().map(token).collect()
}

/// An instance in the form in which it is written to a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The tokens of each row.
    pub rows: Vec<Vec<String>>,
    /// Whether tokens are written without separators; this needs tokens of one character.
    pub is_compact: bool,
    /// Further keys with their values in TOML, in the order in which they are written.
    pub keys: Vec<(&'static str, String)>,
}

impl Sheet {
    /// Creates a sheet with one character per cell.
    pub fn compact(grid: CellGrid, cell: impl Fn(usize) -> char) -> Self {
        Sheet { is_compact: true, ..Sheet::spaced(grid, |index| cell(index).to_string()) }
    }

    /// Creates a sheet of tokens separated by blanks.
    pub fn spaced(grid: CellGrid, cell: impl Fn(usize) -> String) -> Self {
        let row = |row| (0..grid.columns).map(|column| cell(grid.at(row, column))).collect();
        Sheet { rows: (0..grid.rows).map(row).collect(), ..Sheet::default() }
    }

    /// Returns the sheet with one more key.
    #[must_use]
    pub fn with_key(mut self, key: &'static str, value: impl std::fmt::Display) -> Self {
        self.keys.push((key, value.to_string()));
        self
    }

    /// Returns the sheet with one more key that has a string value.
    #[must_use]
    pub fn with_text(self, key: &'static str, text: &str) -> Self {
        self.with_key(key, quoted(text))
    }

    /// The rows as lines, with tokens right-aligned to the widest one.
    pub fn lines(&self) -> Vec<String> {
        if self.is_compact && self.rows.iter().flatten().all(|token| token.chars().count() == 1) {
            return self.rows.iter().map(|row| row.concat()).collect();
        }
        let width = self.rows.iter().flatten().map(|token| token.chars().count()).max();
        let width = width.unwrap_or(0);
        let row = |row: &Vec<String>| {
            row.iter().map(|token| format!("{token:>width$}")).collect::<Vec<_>>().join(" ")
        };
        self.rows.iter().map(row).collect()
    }

    /// Returns the text of the whole instance file.
    pub fn show(&self, puzzle: &str) -> String {
        let mut text = format!("puzzle = \"{puzzle}\"\n");
        for (key, value) in &self.keys {
            text.push_str(&format!("{key} = {value}\n"));
        }
        let is_wide = self.rows.iter().flatten().any(|token| token.chars().count() > 1);
        if is_wide && self.rows.iter().all(|row| row.len() == 1) {
            text.push_str("columns = 1\n");
        }
        format!("{text}board = \"\"\"\n{}\n\"\"\"\n", self.lines().join("\n"))
    }
}

/// Returns the clues whose flag is set, and nothing in place of the others.
pub fn only_kept<T: Clone>(clues: &[Option<T>], kept: &[bool]) -> Vec<Option<T>> {
    clues.iter().zip(kept).map(|(clue, &kept)| clue.clone().filter(|_| kept)).collect()
}

/// A number clue, which may leave its number unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Clue {
    /// A clue with this number.
    Number(u32),
    /// `?`: a clue with an unknown number.
    Unknown,
}

impl Clue {
    /// Reads `.` (also `_` and `-`), `?` or a number of at least `least`.
    pub fn read(token: &str, least: u32) -> Option<Option<Clue>> {
        match token {
            "." | "_" | "-" => Some(None),
            "?" => Some(Some(Clue::Unknown)),
            _ => {
                let digits = token.bytes().all(|byte| byte.is_ascii_digit());
                let number = token.parse().ok().filter(|&number| digits && number >= least)?;
                Some(Some(Clue::Number(number)))
            }
        }
    }

    /// Writes what [`Clue::read`] reads.
    pub fn show(clue: Option<Clue>) -> String {
        match clue {
            None => ".".to_owned(),
            Some(Clue::Unknown) => "?".to_owned(),
            Some(Clue::Number(number)) => number.to_string(),
        }
    }

    /// The number, if it is known.
    pub fn number(self) -> Option<u32> {
        match self {
            Clue::Number(number) => Some(number),
            Clue::Unknown => None,
        }
    }
}
