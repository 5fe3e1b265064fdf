//! The packed board with the original position of each cell.
//!
//! The original rows of the cells of a column are nibbles in a separate word, which settles exactly
//! as the column does. Columns never change their order, so the set of columns left determines
//! where each of them is now.

use quarry_core::Rng;

use super::planes::Planes;
use super::{Group, PackedBoard, Place, SLOTS, UNITS, without};
use crate::moves::samegame::grid::Cell;

/// A packed board and the original positions of its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::moves::samegame) struct TrackedBoard {
    board: PackedBoard,
    /// By slot, the original row of each cell.
    rows: [u64; SLOTS],
    /// Bit `c` is set while cells of column `c` are left.
    columns: u16,
}

/// The nibble of every row holds the row's number.
const ROW_NUMBERS: u64 = 0xfedc_ba98_7654_3210;

impl TrackedBoard {
    /// Creates the track of a board before the first move.
    pub(in crate::moves::samegame) fn new(board: PackedBoard) -> Self {
        let mut rows = [0; SLOTS];
        rows[1..=board.width()].fill(ROW_NUMBERS);
        TrackedBoard { board, rows, columns: ((1u32 << board.width()) - 1) as u16 }
    }

    /// The current board.
    pub(in crate::moves::samegame) fn board(&self) -> &PackedBoard {
        &self.board
    }

    /// Returns the current group of an original cell, of any size; none if the cell is gone.
    #[inline]
    pub(in crate::moves::samegame) fn group_of(&self, cell: Cell) -> Option<Group> {
        if self.columns >> cell.column & 1 == 0 {
            return None;
        }
        let before = self.columns & ((1 << cell.column) - 1);
        let slot = 1 + before.count_ones() as usize;
        let difference = self.rows[slot] ^ (u64::from(cell.row) * UNITS);
        let others = (difference | difference >> 1 | difference >> 2 | difference >> 3) & UNITS;
        let same = !others & self.board.slots[slot] >> 3 & UNITS;
        (same != 0).then(|| self.board.flood(Place { slot, shift: same.trailing_zeros() }))
    }

    /// Draws a removable cell uniformly and returns its original position; none when the game is
    /// over.
    pub(in crate::moves::samegame) fn choose(
        &self,
        min_group: usize,
        rng: &mut Rng,
    ) -> Option<Cell> {
        let removable = Planes::of(&self.board.slots).links().removable(min_group);
        removable.choose(rng).map(|place| self.origin(place))
    }

    /// Draws likewise, but a cell of the most frequent colour only if nothing else can be removed.
    pub(in crate::moves::samegame) fn choose_tabu(
        &self,
        min_group: usize,
        rng: &mut Rng,
    ) -> Option<Cell> {
        let tabu = self.board.most_frequent_colour();
        self.board.choose_cell(tabu, min_group, rng).map(|place| self.origin(place))
    }

    /// Original position of a cell.
    pub(in crate::moves::samegame) fn origin_of(&self, cell: Cell) -> Cell {
        self.origin(Place { slot: usize::from(cell.column) + 1, shift: 4 * u32::from(cell.row) })
    }

    #[inline]
    fn origin(&self, Place { slot, shift }: Place) -> Cell {
        let columns = (1..slot).fold(self.columns, |columns, _| columns & (columns - 1));
        let row = self.rows[slot] >> shift & 15;
        Cell { column: columns.trailing_zeros() as u8, row: row as u8 }
    }

    /// Removes a group of this board: the cells above it fall, and empty columns close.
    #[inline]
    pub(in crate::moves::samegame) fn remove(&mut self, group: &Group) {
        let mut emptied = 0u32;
        for slot in group.first_slot..=group.last_slot {
            let gone = group.cells[slot];
            self.rows[slot] = without(self.rows[slot], gone);
            emptied |= u32::from(self.board.slots[slot] & !gone == 0) << slot;
        }
        if emptied != 0 {
            self.close_gaps(emptied);
        }
        self.board.remove(group);
    }

    fn close_gaps(&mut self, emptied: u32) {
        let mut end = 1;
        let mut columns = self.columns;
        for slot in 1..=self.board.width() {
            let column = columns & columns.wrapping_neg();
            columns ^= column;
            // Beyond the last column all bits are zero, so that equal tracks are equal bit by bit.
            let rows = std::mem::take(&mut self.rows[slot]);
            if emptied >> slot & 1 == 0 {
                self.rows[end] = rows;
                end += 1;
            } else {
                self.columns ^= column;
            }
        }
    }
}
