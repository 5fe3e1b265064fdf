//! Setup of a game: the shape of the pile, the faces that are dealt, and when a face can be seen.

use crate::mahjong::{PileShape, TileFace, TilePlace, TileSet};

/// Everything that is fixed in a game, except its luck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    shape: PileShape,
    /// All faces, one for each tile, in the order from which they are dealt.
    set: Vec<TileFace>,
    /// The different faces, and the number of the group of each.
    faces: Vec<TileFace>,
    groups: Vec<u8>,
    /// For each tile and each of its quarters: the tiles that cover the quarter.
    covers: Vec<[TileSet; 4]>,
    /// For each tile: the tiles of which it covers a quarter.
    under: Vec<TileSet>,
}

impl Setup {
    /// Creates a setup with a face for each tile; the number of tiles in each group must be even.
    pub fn new(shape: PileShape, set: Vec<TileFace>) -> Self {
        assert_eq!(shape.tiles(), set.len(), "there is a face for each tile");
        let mut faces = set.clone();
        faces.sort_unstable();
        faces.dedup();
        let mut kinds: Vec<TileFace> = faces.iter().map(|face| face.kind()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let group = |face: &TileFace| kinds.iter().position(|&kind| kind == face.kind());
        let groups =
            faces.iter().map(|face| group(face).expect("its kind is listed") as u8).collect();
        let covers: Vec<[TileSet; 4]> =
            shape.places().iter().map(|&place| covers(&shape, place)).collect();
        let is_under = |tile: usize, under: usize| {
            covers[under].iter().any(|cover: &TileSet| cover.contains(tile))
        };
        let under = |tile: usize| (0..covers.len()).filter(|&it| is_under(tile, it)).collect();
        let under = (0..covers.len()).map(under).collect();
        Setup { shape, set, faces, groups, covers, under }
    }

    /// Shape of the pile.
    pub fn shape(&self) -> &PileShape {
        &self.shape
    }

    /// All faces, in the order from which they are dealt.
    pub fn set(&self) -> &[TileFace] {
        &self.set
    }

    /// The different faces.
    pub fn faces(&self) -> &[TileFace] {
        &self.faces
    }

    /// Number of a face in [`Setup::faces`].
    pub(super) fn number(&self, face: TileFace) -> u8 {
        self.faces.binary_search(&face).expect("the face is in the set") as u8
    }

    /// Number of the group to which a face belongs, given its number.
    pub(super) fn group(&self, face: u8) -> u8 {
        self.groups[usize::from(face)]
    }

    /// Number of groups.
    pub(super) fn group_count(&self) -> usize {
        self.groups.iter().map(|&group| usize::from(group) + 1).max().unwrap_or(0)
    }

    /// The tiles of which a tile covers a quarter.
    pub(super) fn under(&self, tile: usize) -> &TileSet {
        &self.under[tile]
    }

    /// Whether a face can be seen: some quarter of its tile is not covered.
    #[inline]
    pub(super) fn is_visible(&self, tile: usize, left: &TileSet) -> bool {
        self.covers[tile].iter().any(|cover| !left.meets(cover))
    }
}

fn covers(shape: &PileShape, place: TilePlace) -> [TileSet; 4] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, down)| {
        let (column, row) = (place.column + right, place.row + down);
        let is_on = |other: &TilePlace| {
            other.layer > place.layer
                && (other.column..=other.column + 1).contains(&column)
                && (other.row..=other.row + 1).contains(&row)
        };
        (0..shape.tiles()).filter(|&tile| is_on(&shape.places()[tile])).collect()
    })
}
