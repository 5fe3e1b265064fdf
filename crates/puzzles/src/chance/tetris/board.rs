//! The fast board: one machine word for each column, its lowest bit on the floor.
//!
//! Landing needs only the heights of the columns, a full row is a bit that all columns have, and
//! removing one is a shift of each column's upper part. Under the original rules, on a high board,
//! the reachable places are found bit by bit; on a board whose columns end four rows below the top
//! the rule sets are equivalent.

use super::setup::{RuleSet, Setup};
use super::shape::{PieceShape, SIDE};

/// Maximum number of columns.
pub const COLUMNS: usize = 16;

/// The filled cells. Columns that the game does not have are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    columns: [u32; COLUMNS],
    /// Height of each column.
    heights: [u32; COLUMNS],
}

impl Board {
    /// Creates the board of these columns, the lowest cell in the lowest bit.
    pub fn of(columns: [u32; COLUMNS]) -> Self {
        Board { columns, heights: columns.map(height_of) }
    }

    /// The columns, the lowest cell in the lowest bit.
    #[inline]
    pub(super) fn columns(&self) -> &[u32; COLUMNS] {
        &self.columns
    }

    /// Whether a cell is filled.
    pub fn is_filled(&self, column: usize, row: usize) -> bool {
        self.columns[column] >> row & 1 == 1
    }

    /// Number of filled cells.
    pub fn filled(&self) -> u32 {
        self.columns.iter().map(|column| column.count_ones()).sum()
    }

    /// Heights of the columns.
    #[inline]
    pub fn heights(&self) -> &[u32; COLUMNS] {
        &self.heights
    }

    /// Whether nothing can block a piece sideways.
    #[inline]
    pub(super) fn is_open(&self, setup: &Setup) -> bool {
        setup.rules != RuleSet::Original || self.is_low(setup)
    }

    /// Whether the rule sets agree on this board: no column reaches into the rows where pieces
    /// appear.
    fn is_low(&self, setup: &Setup) -> bool {
        let all = self.columns.iter().fold(0, |all, column| all | column);
        u32::BITS - all.leading_zeros() <= (setup.height - SIDE) as u32
    }

    /// Row in which the lowest cells of a shape come to rest, if it fits.
    #[inline]
    pub(super) fn rest(&self, setup: &Setup, shape: &PieceShape, column: usize) -> Option<u32> {
        if !self.is_open(setup) {
            return self.falls_inside(setup, shape, column);
        }
        let land = |k: usize| self.heights[column + k].saturating_sub(shape.columns[k].first);
        let row = (0..shape.width).map(land).max().unwrap_or(0);
        (row as usize + shape.height <= setup.ceiling()).then_some(row)
    }

    /// Whether all cells of a shape are free at this position.
    fn is_free(&self, shape: &PieceShape, column: usize, row: u32) -> bool {
        (0..shape.width).all(|k| self.columns[column + k] & shape.bits(k, row) == 0)
    }

    /// Row in which a shape comes to rest that falls from inside the board.
    fn falls_inside(&self, setup: &Setup, shape: &PieceShape, column: usize) -> Option<u32> {
        let top = (setup.height - shape.height) as u32;
        (0..=top).rev().take_while(|&row| self.is_free(shape, column, row)).last()
    }

    /// Columns that each rotation of a piece can reach under the original rules, one bit for each.
    pub(super) fn reach(&self, setup: &Setup, shapes: &[PieceShape]) -> [u32; SIDE] {
        let mut free = [0; SIDE];
        for (shape, free) in shapes.iter().zip(&mut free) {
            let top = (setup.height - shape.height) as u32;
            let all = 0..=setup.width - shape.width;
            *free = all
                .filter(|&column| self.is_free(shape, column, top))
                .fold(0, |bits, column| bits | 1 << column);
        }
        let mut reached = [0; SIDE];
        reached[0] = 1 << ((setup.width - shapes[0].width) / 2) & free[0];
        loop {
            let before = reached;
            for rotation in 0..shapes.len() {
                let (next, last) =
                    ((rotation + 1) % shapes.len(), (rotation + shapes.len() - 1) % shapes.len());
                let here = before[rotation];
                reached[rotation] |=
                    (here << 1 | here >> 1 | before[next] | before[last]) & free[rotation];
            }
            if reached == before {
                return reached;
            }
        }
    }

    /// Places a shape; does not remove full rows.
    #[inline]
    pub(super) fn lay(&mut self, shape: &PieceShape, column: usize, row: u32) {
        for k in 0..shape.width {
            let span = shape.columns[k];
            self.columns[column + k] |= shape.bits(k, row);
            // A piece that was moved in from the side may lie under an overhang.
            self.heights[column + k] = self.heights[column + k].max(row + span.first + span.length);
        }
    }

    /// Rows that are full, one bit for each.
    #[inline]
    pub(super) fn full_rows(&self, setup: &Setup) -> u32 {
        self.columns[..setup.width].iter().fold(u32::MAX, |all, column| all & column)
    }

    /// Removes these rows.
    #[inline]
    pub(super) fn remove(&mut self, mut rows: u32) {
        if rows == 0 {
            return;
        }
        while rows != 0 {
            let below = (1 << (u32::BITS - 1 - rows.leading_zeros())) - 1;
            for column in &mut self.columns {
                *column = *column & below | *column >> 1 & !below;
            }
            // From the top, so that the rows still to be removed stay where they are.
            rows &= below;
        }
        self.heights = self.columns.map(height_of);
    }
}

#[inline]
fn height_of(column: u32) -> u32 {
    u32::BITS - column.leading_zeros()
}
