//! The n-puzzle for learners. An action is the direction in which a tile slides: 0 up, 1 right,
//! 2 down, 3 left.
//!
//! The board is two planes, since a number may be larger than a byte: the column and the row of each
//! tile's home, from 1; both are 0 in the empty cell. Every action gains -1.

use quarry_core::{Encoded, Interactive, Picture, Score, Side, StateSpace, ViewShape};

use super::{Board, NPuzzle, Slides};

impl Encoded for NPuzzle {
    type Game = Board;

    fn deal(&self, _: u64) -> Board {
        self.start()
    }

    fn actions(&self) -> usize {
        Side::ALL.len()
    }

    fn legal(&self, board: &Board, out: &mut [i8]) -> bool {
        for (mark, side) in out.iter_mut().zip(Side::ALL) {
            *mark = i8::from(self.steer(board, side).is_some());
        }
        out.contains(&1)
    }

    fn act(&self, board: &mut Board, action: usize) -> Score {
        let tile = self.steer(board, Side::ALL[action]).expect("a legal action");
        self.play(board, tile)
    }

    fn reached(&self, board: &Board) -> bool {
        self.is_solved(board)
    }

    fn shape(&self) -> ViewShape {
        let most = self.columns.max(self.rows) as u8;
        ViewShape { planes: 2, rows: self.rows, columns: self.columns, most }
    }

    fn see(&self, board: &Board, out: &mut [u8]) {
        let (columns, rows) = out.split_at_mut(self.cells());
        for (cell, &home) in board.homes().iter().enumerate() {
            let (x, y) = self.place(home.into());
            let is_tile = cell != board.empty();
            columns[cell] = if is_tile { x as u8 + 1 } else { 0 };
            rows[cell] = if is_tile { y as u8 + 1 } else { 0 };
        }
    }

    fn measured(&self) -> Vec<String> {
        ["tiles at home", "least moves to the goal", "column of the blank", "row of the blank"]
            .map(str::to_owned)
            .to_vec()
    }

    fn measure(&self, board: &Board, out: &mut [f32]) {
        let is_home = |(cell, home): &(usize, &u16)| *cell == usize::from(**home);
        let at_home = board.homes().iter().enumerate().filter(is_home);
        let tiles = at_home.filter(|(cell, _)| *cell != board.empty()).count();
        let (x, y) = self.place(board.empty());
        let least = board.least_moves();
        out.copy_from_slice(&[tiles as f32, least as f32, x as f32 + 1.0, y as f32 + 1.0]);
    }

    fn depict(&self, board: &Board) -> Picture {
        self.scene(board)
    }

    fn answer(&self, _: u64, actions: &[usize]) -> Slides {
        let mut board = self.start();
        let slide = |&action: &usize| {
            let tile = self.steer(&board, Side::ALL[action]).expect("a legal action");
            self.play(&mut board, tile);
            tile
        };
        actions.iter().map(slide).collect()
    }
}
