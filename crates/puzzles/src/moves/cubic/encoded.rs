//! Cubic for learners. An action is a cell and a direction: `2 * (row * columns + column)` moves
//! the block there to the left, one more to the right.
//!
//! The board is one plane: 0 for an empty cell, 1 for a solid, else the number of the colour plus
//! 1. The measures describe what is left. Gains are those of play.

use quarry_core::{Encoded, Guided, Interactive, Picture, Score, StateSpace, ViewShape};

use super::distances::{COLOURS, NEVER};
use super::layout::{BlockShift, Direction};
use super::{Board, Cubic, Move};

impl Cubic {
    fn action_of(&self, step: BlockShift) -> usize {
        let (column, row) = self.layout().at(step.place());
        let cell = usize::from(row) * usize::from(self.grid.columns) + usize::from(column);
        2 * cell + usize::from(step.direction() == Direction::Right)
    }

    fn move_of_action(&self, action: usize) -> Move {
        let (cell, columns) = (action / 2, usize::from(self.grid.columns));
        let direction = if action.is_multiple_of(2) { Direction::Left } else { Direction::Right };
        Move { column: (cell % columns) as u8, row: (cell / columns) as u8, direction }
    }
}

impl Encoded for Cubic {
    type Game = Board;

    fn deal(&self, _: u64) -> Board {
        self.start()
    }

    fn actions(&self) -> usize {
        2 * self.grid.cells.len()
    }

    fn legal(&self, board: &Board, out: &mut [i8]) -> bool {
        out.fill(0);
        let mut any = false;
        self.layout().each_step(&board.cells, |step| {
            out[self.action_of(step)] = 1;
            any = true;
        });
        any
    }

    fn act(&self, board: &mut Board, action: usize) -> Score {
        self.play(board, self.move_of_action(action))
    }

    fn closing(&self, board: &Board) -> Score {
        self.terminal_score(board)
    }

    fn reached(&self, board: &Board) -> bool {
        self.is_solved(board)
    }

    fn shape(&self) -> ViewShape {
        let (rows, columns) = (self.grid.rows().into(), self.grid.columns.into());
        ViewShape { planes: 1, rows, columns, most: COLOURS as u8 + 1 }
    }

    fn see(&self, board: &Board, out: &mut [u8]) {
        out.fill(1);
        for (place, &colour) in (0..).zip(board.cells.iter()) {
            let (column, row) = self.layout().at(place);
            let cell = usize::from(row) * usize::from(self.grid.columns) + usize::from(column);
            out[cell] = if colour == 0 { 0 } else { colour + 1 };
        }
    }

    fn measured(&self) -> Vec<String> {
        ["blocks", "colours", "legal moves", "moves needed at the least", "known to be lost"]
            .map(str::to_owned)
            .to_vec()
    }

    fn measure(&self, board: &Board, out: &mut [f32]) {
        let blocks = board.cells.iter().filter(|&&colour| colour > 0).count();
        let colours = board.cells.iter().fold(0u32, |set, &colour| set | 1 << colour) & !1;
        let mut moves = 0;
        self.layout().each_step(&board.cells, |_| moves += 1);
        let least = self.least_moves(&board.cells);
        let is_lost = least == NEVER;
        let least = if is_lost { 0.0 } else { f32::from(least) };
        let lost = if is_lost { 1.0 } else { 0.0 };
        out.copy_from_slice(&[
            blocks as f32,
            colours.count_ones() as f32,
            moves as f32,
            least,
            lost,
        ]);
    }

    fn depict(&self, board: &Board) -> Picture {
        self.scene(board)
    }

    fn answer(&self, _: u64, actions: &[usize]) -> Vec<Move> {
        actions.iter().map(|&action| self.move_of_action(action)).collect()
    }
}
