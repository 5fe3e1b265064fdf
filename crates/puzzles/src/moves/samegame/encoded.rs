//! SameGame for learners. An action is a place, `row * columns + column` with rows from the top,
//! and removes the group there.
//!
//! The board is one plane: 0 for no cell, else the colour's number plus 1. The measures describe
//! what is left. An action gains the points of its group, and the last one also the terminal score.

use quarry_core::ViewShape;
use quarry_core::{Bounded, Encoded, Guided, Interactive, Picture, Score, StateSpace};

use super::grid::COLOURS;
use super::{Board, Cell, Move, SameGame};

impl SameGame {
    fn place_of(&self, cell: Cell) -> usize {
        usize::from(self.grid.rows() - 1 - cell.row) * usize::from(self.grid.columns())
            + usize::from(cell.column)
    }

    fn cell_of(&self, action: usize) -> Cell {
        let columns = usize::from(self.grid.columns());
        Cell {
            column: (action % columns) as u8,
            row: self.grid.rows() - 1 - (action / columns) as u8,
        }
    }
}

impl Encoded for SameGame {
    type Game = Board;

    fn deal(&self, _: u64) -> Board {
        self.start()
    }

    fn actions(&self) -> usize {
        usize::from(self.grid.columns()) * usize::from(self.grid.rows())
    }

    fn legal(&self, board: &Board, out: &mut [i8]) -> bool {
        out.fill(0);
        let mut any = false;
        board.each_group(self.rules.min_group(), |first, _| {
            board.cells_of(first).into_iter().for_each(|cell| out[self.place_of(cell)] = 1);
            any = true;
        });
        any
    }

    fn act(&self, board: &mut Board, action: usize) -> Score {
        self.play(board, self.cell_of(action))
    }

    fn closing(&self, board: &Board) -> Score {
        self.terminal_score(board)
    }

    fn reached(&self, board: &Board) -> bool {
        self.is_solved(board)
    }

    fn shape(&self) -> ViewShape {
        let (rows, columns) = (usize::from(self.grid.rows()), usize::from(self.grid.columns()));
        ViewShape { planes: 1, rows, columns, most: COLOURS as u8 }
    }

    fn see(&self, board: &Board, out: &mut [u8]) {
        for cell in self.grid.cells() {
            out[self.place_of(cell)] = board.colour(cell).map_or(0, |colour| colour + 1);
        }
    }

    fn measured(&self) -> Vec<String> {
        [
            "cells",
            "colours",
            "cells of the most frequent colour",
            "groups",
            "largest group",
            "cells in groups",
            "no gain above",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    fn measure(&self, board: &Board, out: &mut [f32]) {
        let counts = board.counts();
        let (mut groups, mut largest, mut grouped) = (0, 0, 0);
        board.each_group(self.rules.min_group(), |_, size| {
            groups += 1;
            largest = largest.max(size);
            grouped += size;
        });
        let cells: u32 = counts.iter().map(|&cells| u32::from(cells)).sum();
        let colours = counts.iter().filter(|&&cells| cells > 0).count();
        let most = counts.iter().copied().max().unwrap_or(0);
        out.copy_from_slice(&[
            cells as f32,
            colours as f32,
            f32::from(most),
            groups as f32,
            largest as f32,
            grouped as f32,
            self.potential(board) as f32,
        ]);
    }

    fn depict(&self, board: &Board) -> Picture {
        self.scene(board)
    }

    fn answer(&self, _: u64, actions: &[usize]) -> Vec<Move> {
        actions.iter().map(|&action| self.cell_of(action)).collect()
    }
}
