//! The pile as a drawing list, and how it is played by hand (`mahjong/picture.rs`).

use quarry_core::{
    Drag, Interactive, Located, Notation, ParseError, Picture, Score, StateSpace, Touch,
};

use super::{Board, Shanghai};
use crate::mahjong::TilePair;
use crate::mahjong::drawing::parse_pair;
use crate::mahjong::picture::{drags, scene, touch};

impl Notation for Shanghai {
    fn write_move(&self, pair: TilePair) -> String {
        pair.to_string()
    }

    fn read_move(&self, entry: Located<&str>) -> Result<TilePair, ParseError> {
        parse_pair(&entry)
    }
}

impl Interactive for Shanghai {
    fn scene(&self, board: &Board) -> Picture {
        scene(&self.shape, &board.left, |tile| Some(self.faces[tile]))
    }

    fn status(&self, board: &Board, _moves: usize, _score: Score) -> String {
        format!("tiles left {}", board.left.len())
    }

    fn touch(&self, board: &Board, x: u32, y: u32) -> Option<Touch<TilePair>> {
        let mut pairs = Vec::new();
        self.moves(board, &mut pairs);
        touch(&self.shape, &board.left, &pairs, (x, y), |tile| self.faces[tile])
    }

    fn drags(&self, board: &Board) -> Vec<Drag<TilePair>> {
        let mut pairs = Vec::new();
        self.moves(board, &mut pairs);
        drags(&pairs)
    }
}
