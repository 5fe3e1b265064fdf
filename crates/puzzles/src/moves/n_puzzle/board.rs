//! The state of play. Tiles are kept by their homes, as the bound needs them, and the bound is kept
//! too: a move changes it in one row or column only.

use quarry_core::{Score, StateSpace, key_of};

use super::NPuzzle;
use super::heuristic::Heuristic;

/// Homes of the tiles by cell, row by row, the empty cell, and a lower bound on the moves to the
/// goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    homes: Box<[u16]>,
    empty: u16,
    least_moves: u32,
}

impl Board {
    /// Returns the home of each cell's tile.
    pub(super) fn homes(&self) -> &[u16] {
        &self.homes
    }

    /// Returns the empty cell.
    pub(super) fn empty(&self) -> usize {
        self.empty.into()
    }

    pub(super) fn least_moves(&self) -> u32 {
        self.least_moves
    }
}

impl NPuzzle {
    /// Returns the homes of the tiles at the start.
    pub(super) fn start_homes(&self) -> Vec<u16> {
        self.start.iter().map(|&tile| self.homes[usize::from(tile)]).collect()
    }

    /// Returns the board on which every tile is at home.
    pub(super) fn goal_board(&self) -> Board {
        let homes = (0..self.cells() as u16).collect();
        Board { homes, empty: self.homes[0], least_moves: 0 }
    }

    /// Returns the number of the tile in a cell, 0 for the empty cell.
    pub(super) fn tile_in(&self, board: &Board, cell: usize) -> u16 {
        self.goal_tiles[usize::from(board.homes[cell])]
    }

    /// Returns the tiles of a board by cell.
    pub(super) fn tiles_of(&self, board: &Board) -> Vec<u16> {
        board.homes.iter().map(|&home| self.goal_tiles[usize::from(home)]).collect()
    }

    /// Returns the cells beside a cell: above, left, right, below.
    pub(super) fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let ((x, y), columns) = (self.place(cell), self.columns);
        let beside = [
            (y > 0).then(|| cell - columns),
            (x > 0).then(|| cell - 1),
            (x + 1 < columns).then_some(cell + 1),
            (y + 1 < self.rows).then_some(cell + columns),
        ];
        beside.into_iter().flatten()
    }

    /// Returns the cell of a tile that can slide.
    fn cell_of(&self, board: &Board, tile: u16) -> usize {
        let home = self.homes[usize::from(tile)];
        let mut beside = self.beside(board.empty());
        beside.find(|&cell| board.homes[cell] == home).expect("a listed move is beside the blank")
    }

    /// Returns the lower bound after a listed move.
    pub(super) fn least_moves_after(&self, board: &Board, tile: u16) -> u32 {
        let (bound, from) = (self.linear_conflict(), self.cell_of(board, tile));
        let after = bound.after(&board.least_moves, &board.homes, from, board.empty(), u32::MAX);
        after.expect("no bound exceeds the largest limit")
    }
}

impl StateSpace for NPuzzle {
    type State = Board;
    type Move = u16;

    fn start(&self) -> Board {
        let homes = self.start_homes();
        let empty = self.start.iter().position(|&tile| tile == 0);
        Board {
            least_moves: self.linear_conflict().begin(&homes),
            homes: homes.into(),
            empty: empty.expect("a board has an empty cell") as u16,
        }
    }

    fn moves(&self, board: &Board, out: &mut Vec<u16>) {
        if !self.is_solved(board) {
            out.extend(self.beside(board.empty()).map(|cell| self.tile_in(board, cell)));
        }
    }

    fn play(&self, board: &mut Board, tile: u16) -> Score {
        let from = self.cell_of(board, tile);
        board.least_moves = self.least_moves_after(board, tile);
        board.homes.swap(from, board.empty.into());
        board.empty = from as u16;
        -1
    }

    fn is_solved(&self, board: &Board) -> bool {
        board.least_moves == 0
    }

    fn key(&self, board: &Board) -> u128 {
        key_of(&board.homes)
    }
}
