//! The URLs of puzz.link and pzpr: `PID/[flag/]COLUMNS/ROWS/BODY`, alone or after a `?`.
//!
//! Bodies are parsed leniently, because programs write the same board in different ways. They are
//! written as pzprjs writes them.

use quarry_core::{Located, ParseError, Position};

use crate::{CellGrid, Clue, MOST_CELLS};

/// A parsed URL.
#[derive(Debug, Clone, Copy)]
pub struct Pzpr<'t> {
    /// Name of the puzzle.
    pub id: &'t str,
    /// The flag between the name and the size, if there is one.
    pub flag: Option<Located<&'t str>>,
    /// Size of the board.
    pub grid: CellGrid,
    /// The encoded board, after the size.
    pub body: Located<&'t str>,
}

/// A board to be written as a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PzprText {
    /// Size of the board.
    pub grid: CellGrid,
    /// The encoded board.
    pub body: String,
}

impl PzprText {
    /// Returns the complete URL.
    pub fn url(&self, id: &str) -> String {
        let CellGrid { rows, columns } = self.grid;
        let url = format!("https://puzz.link/p?{id}/{columns}/{rows}/{}", self.body);
        // Chat programs treat a final dot as the end of the sentence.
        if url.ends_with('.') { url + "/" } else { url }
    }
}

impl<'t> Pzpr<'t> {
    /// Returns the name of the puzzle if the text looks like such a URL.
    pub fn id_of(text: &'t str) -> Option<&'t str> {
        let line = text.trim();
        let (page, tail) = line.rsplit_once('?').unwrap_or(("", line));
        let (id, rest) = tail.split_once('/')?;
        let is_name = |part: &str| {
            !part.is_empty() && part.chars().all(|one| one.is_ascii_alphanumeric() || one == '-')
        };
        let has_sizes =
            rest.split('/').take(3).filter(|part| part.parse::<usize>().is_ok()).count() >= 2;
        // On a page it can be nothing else, even if the sizes are wrong.
        let is_url = has_sizes || page.starts_with("http");
        (!line.contains(['\n', '=', ' ']) && is_name(id) && is_url).then_some(id)
    }

    /// Splits a URL into its parts.
    pub fn parse(text: &'t str) -> Result<Self, ParseError> {
        let line = text.trim_end().trim_end_matches('/');
        let begin = line.rfind('?').map_or(text.len() - text.trim_start().len(), |at| at + 1);
        let mut parts = Vec::new();
        let mut offset = begin;
        for part in line[begin..].splitn(5, '/') {
            parts.push(Located { value: part, at: Position::of(text, offset) });
            offset += part.len() + 1;
        }
        let end = Position::of(text, line.len());
        let expected = "a URL of the form PUZZLE/COLUMNS/ROWS/BODY";
        let [id, rest @ ..] = parts.as_slice() else {
            return Err(ParseError::new(end, expected, "nothing"));
        };
        let is_number = |part: &&Located<&str>| part.value.parse::<usize>().is_ok();
        let (flag, rest) = match rest {
            [first, rest @ ..] if !is_number(&first) => (Some(*first), rest),
            _ => (None, rest),
        };
        let size = |index: usize, what: &str| {
            let part = rest
                .get(index)
                .ok_or_else(|| ParseError::new(end, expected, "the end of the text"))?;
            let size = part.value.parse().ok().filter(|&size: &usize| size > 0);
            size.ok_or_else(|| {
                part.wrong(format!("the number of {what}"), format!("`{}`", part.value))
            })
        };
        let grid = CellGrid { columns: size(0, "columns")?, rows: size(1, "rows")? };
        if grid.rows.saturating_mul(grid.columns) > MOST_CELLS {
            let expected = format!("a board of at most {MOST_CELLS} cells");
            let found = format!("{} x {}", grid.columns, grid.rows);
            return Err(rest[0].wrong(expected, found));
        }
        let body = match (rest.get(2), flag.is_some()) {
            (None, _) => Located { value: "", at: end },
            // The body contains a `/`: take the rest of the line.
            (Some(body), false) => {
                let from = body.value.as_ptr() as usize - text.as_ptr() as usize;
                Located { value: &line[from..], at: body.at }
            }
            (Some(body), true) => *body,
        };
        Ok(Pzpr { id: id.value, flag, grid, body })
    }

    /// Rejects flags, because they mean variants of the rules.
    pub fn no_flag(&self) -> Result<(), ParseError> {
        self.flag.map_or(Ok(()), |flag| {
            Err(flag.wrong("no flag, which would mean other rules", format!("`{}`", flag.value)))
        })
    }

    /// Creates the error for the body's character with this index.
    pub fn wrong(&self, index: usize, expected: &str) -> ParseError {
        let at = Position { column: self.body.at.column + index, ..self.body.at };
        let found = self.body.value.chars().nth(index);
        let found = found.map_or("the end of the text".to_owned(), |one| format!("`{one}`"));
        ParseError::new(at, expected, found)
    }

    /// Rejects more cells than the board has, and pads if there are fewer, as pzprjs does.
    fn fitted<T: Clone>(
        &self,
        mut cells: Vec<T>,
        cell_count: usize,
        empty: T,
    ) -> Result<Vec<T>, ParseError> {
        if cells.len() > cell_count {
            let expected = format!("a body for {cell_count} cells");
            return Err(self.body.wrong(expected, format!("{} cells", cells.len())));
        }
        cells.resize(cell_count, empty);
        Ok(cells)
    }

    /// Decodes numbers: `0`-`f`, `-XX`, `+XXX`, `=XXX` (minus 4096), `.` for `?`, `g`-`z` for 1 to
    /// 20 cells without a clue.
    pub fn n16(&self) -> Result<Vec<Option<Clue>>, ParseError> {
        let characters: Vec<char> = self.body.value.chars().collect();
        let mut cells = Vec::new();
        let mut at = 0;
        while at < characters.len() {
            let number = |begin: usize, digits: usize| {
                (begin..begin + digits).try_fold(0, |number, index| {
                    let digit = characters.get(index).and_then(|one| one.to_digit(16));
                    digit
                        .map(|digit| number * 16 + digit)
                        .ok_or_else(|| self.wrong(index, "a hex digit"))
                })
            };
            match characters[at] {
                '-' => cells.push(Some(Clue::Number(number(at + 1, 2)?))),
                '+' => cells.push(Some(Clue::Number(number(at + 1, 3)?))),
                '=' => cells.push(Some(Clue::Number(number(at + 1, 3)? + 4096))),
                '.' => cells.push(Some(Clue::Unknown)),
                letter @ 'g'..='z' => cells.extend(vec![None; letter as usize - 'f' as usize]),
                _ => cells.push(Some(Clue::Number(number(at, 1)?))),
            }
            at += match characters[at] {
                '-' => 3,
                '+' | '=' => 4,
                _ => 1,
            };
        }
        self.fitted(cells, self.grid.len(), None)
    }

    /// Decodes numbers from 1, written as in [`Pzpr::n16`].
    pub fn n16_from_1(&self) -> Result<Vec<Option<Clue>>, ParseError> {
        let clues = self.n16()?;
        if clues.contains(&Some(Clue::Number(0))) {
            return Err(self.body.wrong("numbers from 1", "a 0"));
        }
        Ok(clues)
    }

    /// Decodes numbers from 0 to 4: a digit; plus 5 if an empty cell follows, plus 10 if two
    /// follow; `.` and `g`-`z` as in [`Pzpr::n16`].
    pub fn n4(&self) -> Result<Vec<Option<Clue>>, ParseError> {
        let mut cells = Vec::new();
        for (index, character) in self.body.value.chars().enumerate() {
            match character {
                '.' => cells.push(Some(Clue::Unknown)),
                'g'..='z' => cells.extend(vec![None; character as usize - 'f' as usize]),
                _ => {
                    let value = character.to_digit(16).filter(|&value| value < 15);
                    let value = value.ok_or_else(|| {
                        self.wrong(index, "one of `0`-`9`, `a`-`e`, `g`-`z` and `.`")
                    })?;
                    cells.push(Some(Clue::Number(value % 5)));
                    cells.extend(vec![None; value as usize / 5]);
                }
            }
        }
        // Empty cells after the last number may extend beyond the board.
        while cells.len() > self.grid.len() && cells.last() == Some(&None) {
            cells.pop();
        }
        self.fitted(cells, self.grid.len(), None)
    }

    /// Decodes three values from 0 to 2 per character, in base 27.
    pub fn t3(&self) -> Result<Vec<u8>, ParseError> {
        let mut cells = Vec::new();
        for (index, character) in self.body.value.chars().enumerate() {
            let value = character
                .to_digit(27)
                .ok_or_else(|| self.wrong(index, "one of `0`-`9` and `a`-`q`"))?;
            cells.extend([value / 9, value / 3 % 3, value % 3].map(|value| value as u8));
        }
        while cells.len() > self.grid.len() && cells.last() == Some(&0) {
            cells.pop();
        }
        self.fitted(cells, self.grid.len(), 0)
    }

    /// Decodes dots on half-cell points: `0`-`f` for a dot (odd: black) followed by half as many
    /// points without one; `g`-`z` for 1 to 20 points without one. Also returns what follows the
    /// last point.
    pub fn dots(&self, points: usize) -> Result<(Vec<Option<bool>>, &'t str), ParseError> {
        let mut cells = Vec::new();
        for (index, character) in self.body.value.char_indices() {
            if cells.len() >= points {
                cells.truncate(points);
                return Ok((cells, &self.body.value[index..]));
            }
            match character {
                'g'..='z' => cells.extend(vec![None; character as usize - 'f' as usize]),
                _ => {
                    let value = character.to_digit(16);
                    let value =
                        value.ok_or_else(|| self.wrong(index, "one of `0`-`9` and `a`-`z`"))?;
                    cells.push(Some(value % 2 == 1));
                    cells.extend(vec![None; value as usize / 2]);
                }
            }
        }
        while cells.len() > points && cells.last() == Some(&None) {
            cells.pop();
        }
        Ok((self.fitted(cells, points, None)?, ""))
    }
}

/// Writes runs of empty cells: `g` for 1 to `z` for 20; a run of 20 is written at once.
struct Runs {
    body: String,
    empty: u8,
}

impl Runs {
    fn skip(&mut self) {
        self.empty += 1;
        if self.empty == 20 {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.empty > 0 {
            self.body.push(char::from(b'f' + self.empty));
        }
        self.empty = 0;
    }

    fn put(&mut self, text: &str) {
        self.flush();
        self.body.push_str(text);
    }
}

/// Encodes what [`Pzpr::n16`] decodes; `None` if a number is too large for the format.
pub fn n16(cells: &[Option<Clue>]) -> Option<String> {
    let mut runs = Runs { body: String::new(), empty: 0 };
    for cell in cells {
        match cell {
            None => runs.skip(),
            Some(Clue::Unknown) => runs.put("."),
            Some(Clue::Number(number @ 0..16)) => runs.put(&format!("{number:x}")),
            Some(Clue::Number(number @ 16..256)) => runs.put(&format!("-{number:02x}")),
            Some(Clue::Number(number @ 256..4096)) => runs.put(&format!("+{number:03x}")),
            Some(Clue::Number(number @ 4096..8192)) => runs.put(&format!("={:03x}", number - 4096)),
            Some(Clue::Number(_)) => return None,
        }
    }
    runs.flush();
    Some(runs.body)
}

/// Encodes what [`Pzpr::n4`] decodes; `None` if a number is above 4.
pub fn n4(cells: &[Option<Clue>]) -> Option<String> {
    let mut runs = Runs { body: String::new(), empty: 0 };
    let mut at = 0;
    while at < cells.len() {
        match cells[at] {
            None => runs.skip(),
            Some(Clue::Unknown) => runs.put("."),
            Some(Clue::Number(number)) if number < 5 => {
                let after = cells[at + 1..].iter().chain([&None, &None]);
                let empty = after.take(2).take_while(|cell| cell.is_none()).count();
                runs.put(&format!("{:x}", number as usize + 5 * empty));
                at += empty;
            }
            Some(Clue::Number(_)) => return None,
        }
        at += 1;
    }
    runs.flush();
    Some(runs.body)
}

/// Encodes what [`Pzpr::t3`] decodes.
pub fn t3(cells: &[u8]) -> String {
    let value =
        |three: &[u8]| (0..3).fold(0, |sum, index| sum * 3 + three.get(index).unwrap_or(&0));
    cells.chunks(3).filter_map(|three| char::from_digit(u32::from(value(three)), 27)).collect()
}

/// Encodes what [`Pzpr::dots`] decodes.
pub fn dots(points: &[Option<bool>]) -> String {
    let mut runs = Runs { body: String::new(), empty: 0 };
    let mut at = 0;
    while at < points.len() {
        match points[at] {
            None => runs.skip(),
            Some(black) => {
                let after = points[at + 1..].iter().take(7);
                let found = after.clone().position(Option::is_some);
                let empty = found.unwrap_or(7);
                runs.put(&format!("{:x}", 2 * empty + usize::from(black)));
                at += empty;
            }
        }
        at += 1;
    }
    runs.flush();
    runs.body
}
