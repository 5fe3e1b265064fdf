//! The pile as a drawing list. Faces that have not been seen are question marks.

use quarry_core::{
    Drag, Interactive, Located, Notation, ParseError, Picture, Score, StateSpace, Touch,
};

use super::state::{Rules, State};
use crate::mahjong::TilePair;
use crate::mahjong::drawing::parse_pair;
use crate::mahjong::picture::{drags, scene, touch};

impl Notation for Rules {
    fn write_move(&self, pair: TilePair) -> String {
        pair.to_string()
    }

    fn read_move(&self, entry: Located<&str>) -> Result<TilePair, ParseError> {
        parse_pair(&entry)
    }
}

impl Interactive for Rules {
    fn scene(&self, state: &State) -> Picture {
        let face =
            |tile: usize| state.seen[tile].map(|number| self.setup.faces()[usize::from(number)]);
        scene(self.shape(), &state.left, face)
    }

    fn status(&self, state: &State, _moves: usize, _score: Score) -> String {
        format!("tiles left {}", state.left.len())
    }

    fn touch(&self, state: &State, x: u32, y: u32) -> Option<Touch<TilePair>> {
        let mut pairs = Vec::new();
        self.moves(state, &mut pairs);
        touch(self.shape(), &state.left, &pairs, (x, y), |tile| {
            let number = state.seen[tile].expect("a tile in play can be seen");
            self.setup.faces()[usize::from(number)]
        })
    }

    fn drags(&self, state: &State) -> Vec<Drag<TilePair>> {
        let mut pairs = Vec::new();
        self.moves(state, &mut pairs);
        drags(&pairs)
    }
}
