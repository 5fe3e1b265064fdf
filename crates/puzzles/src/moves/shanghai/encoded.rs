//! Shanghai for learners. An action is a pair of tiles: tiles are numbered layer by layer, each in
//! reading order, and the pair of tiles i < j is action j (j - 1) / 2 + i.
//!
//! The board has a plane for each layer, in quarter cells: 0 for nothing, else the number of the
//! tile's group plus 1, in all four quarters. An action gains 2 points, the tiles removed.

use quarry_core::{Bounded, Encoded, Interactive, Picture, Score, StateSpace, ViewShape};

use super::{Board, Shanghai};
use crate::mahjong::TilePair;

impl Shanghai {
    fn action_of(&self, pair: TilePair) -> usize {
        let tile = |place| self.shape.tile_at(place).expect("a listed move names tiles");
        let (one, other) = (tile(pair.first), tile(pair.second));
        let (i, j) = (one.min(other), one.max(other));
        j * (j - 1) / 2 + i
    }

    fn pair_of(&self, action: usize) -> TilePair {
        let j = (1..self.shape.tiles()).rfind(|j| j * (j - 1) / 2 <= action);
        let j = j.expect("an action names two tiles");
        self.pair(action - j * (j - 1) / 2, j)
    }
}

impl Encoded for Shanghai {
    type Game = Board;

    fn deal(&self, _: u64) -> Board {
        self.start()
    }

    fn actions(&self) -> usize {
        let tiles = self.shape.tiles();
        tiles * (tiles - 1) / 2
    }

    fn legal(&self, board: &Board, out: &mut [i8]) -> bool {
        out.fill(0);
        let mut pairs = Vec::new();
        self.moves(board, &mut pairs);
        pairs.iter().for_each(|&pair| out[self.action_of(pair)] = 1);
        !pairs.is_empty()
    }

    fn act(&self, board: &mut Board, action: usize) -> Score {
        self.play(board, self.pair_of(action))
    }

    fn reached(&self, board: &Board) -> bool {
        self.is_solved(board)
    }

    fn shape(&self) -> ViewShape {
        ViewShape {
            planes: self.shape.layers(),
            rows: self.shape.rows() as usize,
            columns: self.shape.columns() as usize,
            most: self.groups.len() as u8,
        }
    }

    fn see(&self, board: &Board, out: &mut [u8]) {
        let ViewShape { rows, columns, .. } = Encoded::shape(self);
        out.fill(0);
        for tile in board.left.iter() {
            let place = self.shape.places()[tile];
            let (layer, row) = (usize::from(place.layer), usize::from(place.row));
            let first = (layer * rows + row) * columns + usize::from(place.column);
            for quarter in [first, first + 1, first + columns, first + columns + 1] {
                out[quarter] = self.group_of[tile] + 1;
            }
        }
    }

    fn measured(&self) -> Vec<String> {
        ["tiles", "tiles in play", "pairs in play", "groups", "removable at most"]
            .map(str::to_owned)
            .to_vec()
    }

    fn measure(&self, board: &Board, out: &mut [f32]) {
        let mut pairs = Vec::new();
        self.moves(board, &mut pairs);
        let is_left = |group: &&Vec<u8>| group.iter().any(|&tile| board.left.contains(tile.into()));
        out.copy_from_slice(&[
            board.left.len() as f32,
            self.shape.free(&board.left).len() as f32,
            pairs.len() as f32,
            self.groups.iter().filter(is_left).count() as f32,
            self.bound(board) as f32,
        ]);
    }

    fn depict(&self, board: &Board) -> Picture {
        self.scene(board)
    }

    fn answer(&self, _: u64, actions: &[usize]) -> Vec<TilePair> {
        actions.iter().map(|&action| self.pair_of(action)).collect()
    }
}
