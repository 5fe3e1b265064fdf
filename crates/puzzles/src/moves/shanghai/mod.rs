//! Shanghai, also known as Mahjong solitaire: remove matching tiles in pairs from a pile.
//!
//! A tile is in play if nothing lies on it and its left or its right side touches no tile. A move
//! removes two matching tiles in play; the goal is to remove all. Here every face is known from the
//! start, even those of covered tiles (the rules `open`); the game in which covered faces are
//! hidden is `chance/shanghai_game`. The score is the number of tiles removed.
//!
//! The order of moves does not matter, only which tiles are paired: taking a tile never hinders
//! another one. So the solver (`pairing_search.rs`) looks for pairings. Deciding whether a pile can
//! be removed is NP-complete (D. Eppstein's list; M. de Bondt, "Solving Mahjong Solitaire boards
//! with peeking", 2012, even for isolated stacks of three tiles; stacks of two can always be
//! removed). De Bondt found 2.95 to 2.96 % of 10 million turtles to be unsolvable.
//!
//! Shapes, the reference rules and the pairing solver are in `mahjong`, because the game with hidden
//! faces uses them too.
//!
//! What the sources leave open: tiles need no support from below; any even number of tiles may
//! match, and all two-character faces other than flowers and seasons match themselves only.

mod argument;
mod closure;
mod coach;
mod encoded;
mod examples;
mod generate;
mod pairing_search;
mod partial_line;
mod picture;
mod text;

#[cfg(test)]
mod tests;

use quarry_core::{
    About, Aim, Bounded, Example, Facets, Foul, Guided, Interactive, Located, ParseError, Picture,
    Puzzle, Score, StateSpace, Verdict, key_of,
};

use crate::mahjong::drawing::parse_pair;
pub use crate::mahjong::{PileShape, TileFace, TilePair, TilePlace, TileSet};
use crate::mahjong::{kmahjongg, rules};
pub use generate::Params;
pub use pairing_search::PairingSearch;

/// An instance: a pile of tiles, all of whose faces are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shanghai {
    shape: PileShape,
    /// Faces by tile.
    faces: Vec<TileFace>,
    /// Tiles that match each other, in the order of their first tiles.
    groups: Vec<Vec<u8>>,
    /// The group of each tile.
    group_of: Vec<u8>,
}

impl Shanghai {
    /// Creates a pile; the number of tiles in each group must be even.
    pub fn new(shape: PileShape, faces: Vec<TileFace>) -> Self {
        assert_eq!(shape.tiles(), faces.len(), "every tile has a face");
        let mut kinds: Vec<TileFace> = Vec::new();
        let (mut groups, mut group_of): (Vec<Vec<u8>>, Vec<u8>) = (Vec::new(), Vec::new());
        for (tile, face) in faces.iter().enumerate() {
            let known = kinds.iter().position(|&kind| kind == face.kind());
            let group = known.unwrap_or_else(|| {
                kinds.push(face.kind());
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].push(tile as u8);
            group_of.push(group as u8);
        }
        assert!(groups.iter().all(|group| group.len().is_multiple_of(2)), "groups are even");
        Shanghai { shape, faces, groups, group_of }
    }

    /// Shape of the pile.
    pub fn shape(&self) -> &PileShape {
        &self.shape
    }

    fn group_of(&self, tile: usize) -> usize {
        self.group_of[tile].into()
    }

    fn pair(&self, one: usize, other: usize) -> TilePair {
        let places = self.shape.places();
        TilePair { first: places[one.min(other)], second: places[one.max(other)] }
    }

    /// Returns the numbers of two tiles that can be removed together now, the smaller first.
    fn tiles_of(&self, left: &TileSet, pair: TilePair) -> Option<(usize, usize)> {
        let tile = |place: TilePlace| {
            let tile = self.shape.tile_at(place)?;
            (left.contains(tile) && self.shape.is_free(tile, left)).then_some(tile)
        };
        let (one, other) = (tile(pair.first)?, tile(pair.second)?);
        let matches = one != other && self.group_of(one) == self.group_of(other);
        matches.then_some((one.min(other), one.max(other)))
    }
}

impl Puzzle for Shanghai {
    const ID: &'static str = "shanghai";
    const ABOUT: About = About {
        title: "Shanghai",
        rules: "Tiles lie in rows, some on others. A tile is in play if none lies on it and no \
            tile touches its left side, or none its right side. Remove matching tiles in play in \
            pairs until none is left; any flowers match, and any seasons.",
        complexity: "Whether all tiles can be removed is NP-complete when all faces are known \
            (Eppstein's list), even for isolated stacks of three tiles; stacks of two can always \
            be removed (de Bondt, 2012).",
    };
    type Answer = Vec<TilePair>;

    fn parse(text: &str) -> Result<Self, ParseError> {
        text::parse(text)
    }

    fn recognises(text: &str) -> bool {
        kmahjongg::is_layout(text)
    }

    fn show(&self) -> String {
        text::show(self)
    }

    fn objective(&self) -> Aim {
        Aim::Reach
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let start = self.start();
        let mut moves = Vec::new();
        self.moves(&start, &mut moves);
        let (columns, rows) = (self.shape.columns(), self.shape.rows());
        vec![
            ("tiles", self.shape.tiles().to_string()),
            ("layers", self.shape.layers().to_string()),
            ("size", format!("{columns} x {rows} quarter cells")),
            ("groups", self.groups.len().to_string()),
            ("in play", format!("{} tiles", self.shape.free(&start.left).len())),
            ("pairs in play", moves.len().to_string()),
            ("removable at most", format!("{} tiles", self.bound(&start))),
        ]
    }

    fn picture(&self) -> Picture {
        self.scene(&self.start())
    }

    fn write_answer(&self, line: &Vec<TilePair>, entry: &mut dyn FnMut(&str)) {
        line.iter().for_each(|pair| entry(&pair.to_string()));
    }

    fn parse_answer(
        &self,
        entries: &mut dyn Iterator<Item = Located<&str>>,
    ) -> Result<Vec<TilePair>, ParseError> {
        entries.map(|entry| parse_pair(&entry)).collect()
    }

    fn judge(&self, line: &Vec<TilePair>) -> Result<Verdict, Foul> {
        let places = self.shape.places().iter().copied();
        let tiles: Vec<_> = places.zip(self.faces.iter().copied()).collect();
        rules::judge(&tiles, line)
    }

    fn examples() -> &'static [Example] {
        examples::ALL
    }

    fn introduce(to: &mut impl Facets<Self>) {
        to.plays();
        to.bounds();
        to.ends();
        to.coaches();
        to.brings::<PairingSearch>();
        to.encodes();
        to.generates();
    }
}

/// The tiles that are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    left: TileSet,
}

impl StateSpace for Shanghai {
    type State = Board;
    type Move = TilePair;

    fn start(&self) -> Board {
        Board { left: TileSet::first(self.shape.tiles()) }
    }

    fn moves(&self, board: &Board, out: &mut Vec<TilePair>) {
        let free = self.shape.free(&board.left);
        for one in free.iter() {
            let others = self.groups[self.group_of(one)].iter().map(|&other| usize::from(other));
            let matching = others.filter(|&other| other > one && free.contains(other));
            out.extend(matching.map(|other| self.pair(one, other)));
        }
    }

    fn play(&self, board: &mut Board, pair: TilePair) -> Score {
        for place in [pair.first, pair.second] {
            board.left.remove(self.shape.tile_at(place).expect("a listed move names tiles"));
        }
        2
    }

    fn is_solved(&self, board: &Board) -> bool {
        board.left.is_empty()
    }

    fn key(&self, board: &Board) -> u128 {
        key_of(&board.left)
    }
}

impl Guided for Shanghai {
    fn aim(&self) -> Aim {
        Aim::Reach
    }

    /// The tiles that may still be removed, without those that cannot follow.
    fn estimate(&self, board: &Board) -> Score {
        self.bound(board)
    }

    fn is_hopeless(&self, board: &Board) -> bool {
        !closure::stuck(self, board.left).is_empty()
    }

    fn resolve_move(&self, board: &Board, pair: TilePair) -> Option<TilePair> {
        self.tiles_of(&board.left, pair).map(|(one, other)| self.pair(one, other))
    }
}

/// What the relaxed rules remove: a tile in play goes as soon as a second one of its group is or
/// was in play.
impl Bounded for Shanghai {
    fn bound(&self, board: &Board) -> Score {
        (board.left.len() - closure::stuck(self, board.left).len()) as Score
    }

    fn potential(&self, board: &Board) -> Score {
        self.bound(board)
    }
}
