//! What the searches ask of a lower bound, and the bound for boards of every size: the sum of the
//! tiles' distances plus linear conflicts.
//!
//! Linear conflict (O. Hansson, A. Mayer and M. Yung, 1992): tiles in their own row that stand in
//! the wrong order must leave it and come back. All but a longest rising sequence of them leave, and
//! each costs two moves; the same holds for columns, and both add to the distances.

use super::LONGEST_SIDE;

/// A lower bound on the number of moves to the goal that is kept up to date move by move.
///
/// It has the parity of the true number, and is 0 in the goal only.
pub(super) trait Heuristic {
    /// What is kept for a board.
    type Kept: Clone;

    /// Returns what is kept for a board, given as the home of each cell's tile.
    fn begin(&self, tiles: &[u16]) -> Self::Kept;
    /// Returns the bound.
    fn value(&self, kept: &Self::Kept) -> u32;
    /// Returns a finer number than the bound by which boards are compared, the least first.
    fn rank(&self, kept: &Self::Kept) -> u32 {
        self.value(kept)
    }
    /// Returns what is kept after the tile in cell `from` has slid to the empty cell `to`, unless the
    /// bound then exceeds the limit. `tiles` is the board before the move.
    fn after(
        &self,
        kept: &Self::Kept,
        tiles: &[u16],
        from: usize,
        to: usize,
        limit: u32,
    ) -> Option<Self::Kept>;
}

/// The sum of distances plus linear conflicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LinearConflict {
    columns: usize,
    rows: usize,
    blank_home: u16,
}

/// A row or a column.
#[derive(Clone, Copy)]
enum Line {
    Row(usize),
    Column(usize),
}

impl LinearConflict {
    pub(super) fn new(columns: usize, rows: usize, blank_home: usize) -> Self {
        LinearConflict { columns, rows, blank_home: blank_home as u16 }
    }

    /// Moves lost to conflicts in a line, if `home` tells the home of each cell's tile.
    fn lost(&self, line: Line, home: impl Fn(usize) -> u16) -> u32 {
        let (mut cell, step, count) = match line {
            Line::Row(row) => (row * self.columns, 1, self.columns),
            Line::Column(column) => (column, self.columns, self.rows),
        };
        // The smallest last tile of a rising sequence of each length.
        let mut ends = [0u16; LONGEST_SIDE];
        let (mut longest, mut own) = (0, 0);
        for _ in 0..count {
            let tile = home(cell);
            cell += step;
            let is_own = match line {
                Line::Row(row) => usize::from(tile) / self.columns == row,
                Line::Column(column) => usize::from(tile) % self.columns == column,
            };
            if is_own && tile != self.blank_home {
                let mut at = longest;
                while at > 0 && ends[at - 1] > tile {
                    at -= 1;
                }
                ends[at] = tile;
                longest = longest.max(at + 1);
                own += 1;
            }
        }
        2 * (own - longest as u32)
    }
}

impl Heuristic for LinearConflict {
    type Kept = u32;

    fn begin(&self, tiles: &[u16]) -> u32 {
        let far = |(cell, &home): (usize, &u16)| {
            let home = usize::from(home);
            let (x, y) = (cell % self.columns, cell / self.columns);
            (x.abs_diff(home % self.columns) + y.abs_diff(home / self.columns)) as u32
        };
        let placed = tiles.iter().enumerate().filter(|(_, home)| **home != self.blank_home);
        let lines = (0..self.rows).map(Line::Row).chain((0..self.columns).map(Line::Column));
        let lost = lines.map(|line| self.lost(line, |cell| tiles[cell]));
        placed.map(far).sum::<u32>() + lost.sum::<u32>()
    }

    fn value(&self, kept: &u32) -> u32 {
        *kept
    }

    /// A tile that slides along a row keeps the order of the row. Of the columns, only its own can
    /// gain or lose a conflict.
    fn after(&self, kept: &u32, tiles: &[u16], from: usize, to: usize, limit: u32) -> Option<u32> {
        let home = usize::from(tiles[from]);
        let (was, is, own, line) = if from.abs_diff(to) == 1 && self.columns > 1 {
            let own = home % self.columns;
            (from % self.columns, to % self.columns, own, Line::Column(own))
        } else {
            let own = home / self.columns;
            (from / self.columns, to / self.columns, own, Line::Row(own))
        };
        let mut value = if is.abs_diff(own) < was.abs_diff(own) { kept - 1 } else { kept + 1 };
        if is == own || was == own {
            let before = |cell| tiles[cell];
            let after = |cell| match cell {
                _ if cell == from => self.blank_home,
                _ if cell == to => tiles[from],
                _ => tiles[cell],
            };
            value = value + self.lost(line, after) - self.lost(line, before);
        }
        (value <= limit).then_some(value)
    }
}

impl<H: Heuristic> Heuristic for &H {
    type Kept = H::Kept;

    fn begin(&self, tiles: &[u16]) -> H::Kept {
        (**self).begin(tiles)
    }

    fn value(&self, kept: &H::Kept) -> u32 {
        (**self).value(kept)
    }

    fn rank(&self, kept: &H::Kept) -> u32 {
        (**self).rank(kept)
    }

    fn after(
        &self,
        kept: &H::Kept,
        tiles: &[u16],
        from: usize,
        to: usize,
        limit: u32,
    ) -> Option<H::Kept> {
        (**self).after(kept, tiles, from, to, limit)
    }
}
