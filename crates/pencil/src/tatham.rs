//! The game identifiers of Simon Tatham's puzzles: `WIDTHxHEIGHT[parameters]:description`, alone or
//! after the `#` of a page's URL.

use quarry_core::{Located, ParseError, Position};

use crate::{CellGrid, MOST_CELLS};

/// A parsed game identifier.
#[derive(Debug, Clone, Copy)]
pub struct TathamId<'t> {
    /// The two leading numbers, usually columns and rows.
    pub size: (usize, usize),
    /// Parameters between the size and the colon.
    pub parameters: Located<&'t str>,
    /// Description of the board, after the colon.
    pub body: Located<&'t str>,
}

impl<'t> TathamId<'t> {
    /// Returns the name of the game in the URL of a page, such as `.../pearl.html#6x6:...`.
    pub fn game_of(text: &'t str) -> Option<&'t str> {
        let (page, id) = text.trim().rsplit_once('#')?;
        if page.contains(['\n', ' ', '"']) {
            return None;
        }
        let name = page.rsplit('/').next()?.split('.').next()?;
        (TathamId::is_id(id) && name.chars().all(|one| one.is_ascii_lowercase())).then_some(name)
    }

    /// Whether a text without a page URL looks like an identifier.
    pub fn is_id(text: &str) -> bool {
        let head = text.trim().split_once(':').map_or("", |(head, _)| head);
        let Some((columns, rest)) = head.split_once('x') else { return false };
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        is_number(columns) && rest.starts_with(|one: char| one.is_ascii_digit())
    }

    /// Splits an identifier into its parts.
    pub fn parse(text: &'t str) -> Result<Self, ParseError> {
        let line = text.trim_end();
        let begin = line.rfind('#').map_or(line.len() - line.trim_start().len(), |at| at + 1);
        let at = |offset: usize| Position::of(text, offset);
        let expected = "an identifier of the form WIDTHxHEIGHT:DESCRIPTION";
        let id = &line[begin..];
        let wrong = || ParseError::new(at(begin), expected, format!("`{id}`"));
        let (head, body) = id.split_once(':').ok_or_else(wrong)?;
        let (width, rest) = head.split_once('x').ok_or_else(wrong)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (height, parameters) = rest.split_at(digits);
        let size = |text: &str| text.parse().ok().filter(|&size: &usize| size > 0);
        let (Some(width_is), Some(height_is)) = (size(width), size(height)) else {
            return Err(wrong());
        };
        if width_is.saturating_mul(height_is) > MOST_CELLS {
            let expected = format!("a board of at most {MOST_CELLS} cells");
            return Err(ParseError::new(at(begin), expected, format!("{width} x {height}")));
        }
        let begin_of_parameters = begin + head.len() - parameters.len();
        Ok(TathamId {
            size: (width_is, height_is),
            parameters: Located { value: parameters, at: at(begin_of_parameters) },
            body: Located { value: body, at: at(begin + head.len() + 1) },
        })
    }

    /// The size as a grid, columns first.
    pub fn grid(&self) -> CellGrid {
        CellGrid { columns: self.size.0, rows: self.size.1 }
    }

    /// Creates the error for the description's character with this index.
    pub fn wrong(&self, index: usize, expected: &str) -> ParseError {
        let at = Position { column: self.body.at.column + index, ..self.body.at };
        let found = self.body.value.chars().nth(index);
        let found = found.map_or("the end of the text".to_owned(), |one| format!("`{one}`"));
        ParseError::new(at, expected, found)
    }

    /// Decodes a description in which `a`-`z` stand for 1 to 26 empty cells and every other
    /// character stands for the cell that `meaning` returns.
    pub fn cells<T: Clone>(
        &self,
        count: usize,
        empty: T,
        expected: &str,
        meaning: impl Fn(char) -> Option<T>,
    ) -> Result<Vec<T>, ParseError> {
        let mut cells = Vec::new();
        for (index, character) in self.body.value.chars().enumerate() {
            match character {
                'a'..='z' => {
                    cells.extend(vec![empty.clone(); character as usize - 'a' as usize + 1]);
                }
                _ => cells.push(meaning(character).ok_or_else(|| self.wrong(index, expected))?),
            }
            if cells.len() > count {
                return Err(self.wrong(index, &format!("a description of {count} cells")));
            }
        }
        if cells.len() < count {
            let expected = format!("a description of {count} cells");
            return Err(self.body.wrong(expected, format!("{} cells", cells.len())));
        }
        Ok(cells)
    }
}

/// Encodes what [`TathamId::cells`] decodes; `mark` returns `None` for an empty cell.
pub fn cells<T>(cells: &[T], mark: impl Fn(&T) -> Option<char>) -> String {
    let mut text = String::new();
    let mut empty = 0;
    let flush = |text: &mut String, empty: &mut u8| {
        if *empty > 0 {
            text.push(char::from(b'a' + *empty - 1));
        }
        *empty = 0;
    };
    for cell in cells {
        match mark(cell) {
            Some(mark) => {
                flush(&mut text, &mut empty);
                text.push(mark);
            }
            None => {
                empty += 1;
                if empty == 26 {
                    flush(&mut text, &mut empty);
                }
            }
        }
    }
    flush(&mut text, &mut empty);
    text
}
