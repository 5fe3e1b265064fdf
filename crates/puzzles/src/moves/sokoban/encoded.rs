//! Sokoban for learners. An action is a push, `square * 4 + direction`, with squares counted row by
//! row from the top left and directions up, right, down, left; the device walks by itself.
//!
//! The planes are walls, targets, stones, and the cells that the device can walk to. A push gains
//! -1, or minus its steps where steps are counted; a game that ends off the goal loses 1,000,000.

use quarry_core::{Encoded, Guided, Interactive, Picture, Score, StateSpace, ViewShape};

use super::Sokoban;
use super::board::Board;
use super::level::Direction;
use super::lurd::Move;
use super::maze::{NONE, cells, holds};

impl Sokoban {
    fn move_of(action: usize) -> Move {
        Move::Push { square: (action / 4) as u16, way: Direction((action % 4) as u8) }
    }
}

impl Encoded for Sokoban {
    type Game = Board;

    fn deal(&self, _: u64) -> Board {
        self.start()
    }

    fn actions(&self) -> usize {
        self.level.solid.len() * 4
    }

    fn legal(&self, board: &Board, out: &mut [i8]) -> bool {
        out.fill(0);
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        for &mv in &moves {
            if let Move::Push { square, way } = mv {
                out[usize::from(square) * 4 + usize::from(way.0)] = 1;
            }
        }
        !moves.is_empty()
    }

    fn act(&self, board: &mut Board, action: usize) -> Score {
        self.play(board, Sokoban::move_of(action))
    }

    fn closing(&self, board: &Board) -> Score {
        self.terminal_score(board)
    }

    fn reached(&self, board: &Board) -> bool {
        self.is_solved(board)
    }

    fn shape(&self) -> ViewShape {
        ViewShape { planes: 4, rows: self.level.rows, columns: self.level.columns, most: 1 }
    }

    fn see(&self, board: &Board, out: &mut [u8]) {
        let squares = self.level.solid.len();
        let steps = board.steps(&self.maze);
        for at in 0..squares {
            let cell = self.maze.cell[at];
            let is_inside = cell != NONE;
            let planes = [
                self.level.solid[at],
                self.level.target[at],
                is_inside && holds(&board.stones, cell),
                is_inside && steps[usize::from(cell)].is_some(),
            ];
            for (plane, is) in planes.into_iter().enumerate() {
                out[plane * squares + at] = u8::from(is);
            }
        }
    }

    fn measured(&self) -> Vec<String> {
        ["stones off targets", "least pushes left", "pushes", "cells in reach", "is lost"]
            .map(str::to_owned)
            .to_vec()
    }

    fn measure(&self, board: &Board, out: &mut [f32]) {
        let off = cells(&board.stones).filter(|&cell| !self.maze.is_target[usize::from(cell)]);
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        let reached = board.steps(&self.maze).iter().filter(|steps| steps.is_some()).count();
        let least = self.least_pushes(board);
        let is_lost = least.is_none() || self.is_hopeless(board);
        out.copy_from_slice(&[
            off.count() as f32,
            least.unwrap_or(0) as f32,
            moves.len() as f32,
            reached as f32,
            f32::from(u8::from(is_lost)),
        ]);
    }

    fn depict(&self, board: &Board) -> Picture {
        self.scene(board)
    }

    fn answer(&self, _: u64, actions: &[usize]) -> Vec<Move> {
        actions.iter().map(|&action| Sokoban::move_of(action)).collect()
    }
}
