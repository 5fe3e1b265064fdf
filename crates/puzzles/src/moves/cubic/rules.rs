//! The rules as they are written down, for the judge. Nothing here is shared with fast play.

use quarry_core::{Foul, Score, Verdict};

use super::{Cell, Cubic, Direction, Move, Objective, STOPPED_SHORT};

/// Judges a line of moves.
pub(super) fn judge(puzzle: &Cubic, line: &[Move]) -> Result<Verdict, Foul> {
    let mut table = Table::of(puzzle);
    for (at, &mv) in line.iter().enumerate() {
        table.play(mv).map_err(|why| Foul { at, why })?;
    }
    let solved = table.is_clear();
    let score = match puzzle.objective {
        Objective::Any => 0,
        Objective::Moves if solved => -(line.len() as Score),
        Objective::Moves => STOPPED_SHORT - line.len() as Score,
    };
    Ok(Verdict { solved, score })
}

/// A board: rows from the top, each with its cells from the left.
pub(super) struct Table {
    rows: Vec<Vec<Cell>>,
}

impl Table {
    pub(super) fn of(puzzle: &Cubic) -> Self {
        let cells = &puzzle.grid.cells;
        let rows = cells.chunks(puzzle.grid.columns.into()).map(<[Cell]>::to_vec).collect();
        Table { rows }
    }

    fn is_clear(&self) -> bool {
        !self.rows.iter().flatten().any(|cell| matches!(cell, Cell::Block(_)))
    }

    fn at(&self, column: usize, row: usize) -> Option<Cell> {
        self.rows.get(row)?.get(column).copied()
    }

    /// The rows as they are drawn in files.
    #[cfg(test)]
    pub(super) fn drawn(&self) -> Vec<String> {
        let row = |row: &Vec<Cell>| row.iter().map(|&cell| super::text::character(cell)).collect();
        self.rows.iter().map(row).collect()
    }

    /// Plays a move, or says why it is illegal.
    pub(super) fn play(&mut self, mv: Move) -> Result<(), String> {
        if self.is_clear() {
            return Err("the puzzle is solved already".to_owned());
        }
        let (column, row) = (usize::from(mv.column), usize::from(mv.row));
        let place = format!("{},{}", column + 1, row + 1);
        let block = self.at(column, row).ok_or(format!("{place} is outside the board"))?;
        if !matches!(block, Cell::Block(_)) {
            return Err(format!("there is no block at {place}"));
        }
        let target = match mv.direction {
            Direction::Left => column.checked_sub(1),
            Direction::Right => Some(column + 1),
        };
        let beside = target.and_then(|target| Some((target, self.at(target, row)?)));
        let (target, beside) = beside.ok_or("the border of the board is in the way".to_owned())?;
        let way = match beside {
            Cell::Empty => target,
            Cell::Solid => {
                return Err(format!("a solid is in the way at {},{}", target + 1, row + 1));
            }
            Cell::Block(_) => {
                return Err(format!("a block is in the way at {},{}", target + 1, row + 1));
            }
        };
        self.rows[row][way] = block;
        self.rows[row][column] = Cell::Empty;
        self.settle();
        Ok(())
    }

    /// Lets everything fall to rest, then removes all groups at once, and so on.
    fn settle(&mut self) {
        loop {
            self.fall();
            let grouped = self.grouped();
            if grouped.is_empty() {
                return;
            }
            for (column, row) in grouped {
                self.rows[row][column] = Cell::Empty;
            }
        }
    }

    fn fall(&mut self) {
        let mut falls = true;
        while falls {
            falls = false;
            for row in 1..self.rows.len() {
                for column in 0..self.rows[row].len() {
                    let above = self.rows[row - 1][column];
                    if matches!(above, Cell::Block(_)) && self.rows[row][column] == Cell::Empty {
                        self.rows[row][column] = above;
                        self.rows[row - 1][column] = Cell::Empty;
                        falls = true;
                    }
                }
            }
        }
    }

    /// First block that would fall, if there is one.
    pub(super) fn first_falling(&self) -> Option<(usize, usize)> {
        self.blocks().find(|&(column, row)| self.at(column, row + 1) == Some(Cell::Empty))
    }

    /// First block that touches one of its colour, if there is one.
    pub(super) fn first_grouped(&self) -> Option<(usize, usize)> {
        self.grouped().first().copied()
    }

    fn blocks(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let places = (0..self.rows.len())
            .flat_map(|row| (0..self.rows[row].len()).map(move |column| (column, row)));
        places.filter(|&(column, row)| matches!(self.at(column, row), Some(Cell::Block(_))))
    }

    /// Every block that touches one of its colour.
    fn grouped(&self) -> Vec<(usize, usize)> {
        let is_grouped = |&(column, row): &(usize, usize)| {
            let block = self.at(column, row);
            self.at(column + 1, row) == block
                || self.at(column, row + 1) == block
                || column > 0 && self.at(column - 1, row) == block
                || row > 0 && self.at(column, row - 1) == block
        };
        self.blocks().filter(is_grouped).collect()
    }
}
