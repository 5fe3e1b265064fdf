//! Cross Sum in URLs. A URL's size does not count the row and the column of heads at the border;
//! their sums come last.

use quarry_core::ParseError;
use quarry_pencil::{CellGrid, Pzpr, PzprText};

use super::{BLACK, Cell, CrossSum, USUAL_DIGITS};

/// The largest sum that URLs can write.
const LARGEST_IN_URL: u32 = 45;

/// The sum that a character of a URL stands for.
fn sum_of(character: char) -> Option<Option<u32>> {
    match character {
        '-' | '0' => Some(None),
        '1'..='9' => Some(character.to_digit(10)),
        'a'..='j' => Some(Some(character as u32 - 'a' as u32 + 10)),
        'A'..='Z' => Some(Some(character as u32 - 'A' as u32 + 20)),
        _ => None,
    }
}

/// The character of a URL for a sum.
fn character_of(sum: Option<u32>) -> Option<char> {
    match sum {
        None => Some('-'),
        Some(sum @ 1..20) => char::from_digit(sum, 20),
        Some(sum @ 20..=LARGEST_IN_URL) => char::from_u32('A' as u32 + sum - 20),
        Some(_) => None,
    }
}

impl CrossSum {
    /// Reads the parts of a URL.
    pub(super) fn of_url(url: &Pzpr<'_>) -> Result<Self, ParseError> {
        url.no_flag()?;
        let inner = url.grid;
        let grid = CellGrid { rows: inner.rows + 1, columns: inner.columns + 1 };
        let outer_of = |cell: usize| grid.at(inner.row(cell) + 1, inner.column(cell) + 1);
        let mut cells = vec![BLACK; grid.len()];
        let characters: Vec<char> = url.body.value.chars().collect();
        let sum_expected = "a sum: `-`, or one of `0`-`9`, `a`-`j` and `A`-`Z`";
        let mut next = 0;
        // Programs leave out what is empty at the end.
        let sum = |next: &mut usize| match characters.get(*next) {
            None => Ok(None),
            Some(&one) => {
                *next += 1;
                sum_of(one).ok_or_else(|| url.wrong(*next - 1, sum_expected))
            }
        };
        let mut at = 0;
        while at < inner.len() && next < characters.len() {
            match characters[next] {
                letter @ 'k'..='z' => {
                    let run = letter as usize - 'j' as usize;
                    if at + run > inner.len() {
                        let expected = format!("a body for {} cells", inner.len());
                        return Err(url.wrong(next, &expected));
                    }
                    (at..at + run).for_each(|cell| cells[outer_of(cell)] = Cell::White);
                    at += run;
                    next += 1;
                }
                '.' => {
                    at += 1;
                    next += 1;
                }
                _ => {
                    let (down, across) = (sum(&mut next)?, sum(&mut next)?);
                    cells[outer_of(at)] = Cell::Black { down, across };
                    at += 1;
                }
            }
        }
        for column in 1..grid.columns {
            if cells[grid.at(1, column)] == Cell::White {
                cells[column] = Cell::Black { down: sum(&mut next)?, across: None };
            }
        }
        for row in 1..grid.rows {
            if cells[grid.at(row, 1)] == Cell::White {
                cells[grid.at(row, 0)] = Cell::Black { down: None, across: sum(&mut next)? };
            }
        }
        if next < characters.len() {
            return Err(url.wrong(next, "the end of the body"));
        }
        Ok(CrossSum { grid, cells, digits: USUAL_DIGITS })
    }

    /// A border without white cells is taken for the heads; otherwise it gets heads of its own.
    pub(super) fn url(&self) -> Option<PzprText> {
        let CellGrid { rows, columns } = self.grid;
        let skipped = |has_white: bool| usize::from(!has_white);
        let top = skipped((0..columns).any(|column| self.is_white(column)));
        let left = skipped((0..rows).any(|row| self.is_white(self.grid.at(row, 0))));
        let grid = CellGrid { rows: rows - top, columns: columns - left };
        if grid.is_empty() || self.digits != USUAL_DIGITS {
            return None;
        }
        let mut body = String::new();
        let mut run = 0u8;
        for row in top..rows {
            for column in left..columns {
                let cell = self.cells[self.grid.at(row, column)];
                let is_last = (row, column) == (rows - 1, columns - 1);
                run += u8::from(cell == Cell::White);
                if run == 16 || run > 0 && (is_last || cell != Cell::White) {
                    body.push(char::from(b'j' + run));
                    run = 0;
                }
                match cell {
                    Cell::White => {}
                    BLACK => body.push('.'),
                    Cell::Black { down, across } => {
                        body.extend([character_of(down)?, character_of(across)?]);
                    }
                }
            }
        }
        let at_top = (left..columns).map(|column| (self.grid.at(top, column), false));
        let at_left = (top..rows).map(|row| (self.grid.at(row, left), true));
        for (cell, is_across) in at_top.chain(at_left) {
            if self.is_white(cell) {
                body.push(character_of(self.line_at(cell, is_across).sum)?);
            }
        }
        Some(PzprText { grid, body })
    }
}
