//! The shape of a pile: where tiles lie, and which tiles hold which.
//!
//! A tile covers 2 x 2 quarter cells. What lies on a tile is listed without what follows: if A lies
//! on B and B on C, then A goes before B, and C need not wait for A.

use super::tile::TilePlace;
use super::tile_set::TileSet;

/// Where the tiles of a pile lie. Tiles are numbered layer by layer, each in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PileShape {
    places: Vec<TilePlace>,
    /// For each tile: the tiles that lie on it, that touch its left side, and its right side.
    above: Vec<TileSet>,
    left: Vec<TileSet>,
    right: Vec<TileSet>,
    /// For each tile: the tiles that it lies on, in the same sense.
    pub(super) below: Vec<Vec<u8>>,
    /// For each tile: the tiles whose left side, and whose right side, it touches.
    pub(super) to_the_right: Vec<Vec<u8>>,
    pub(super) to_the_left: Vec<Vec<u8>>,
}

impl PileShape {
    /// Creates a shape. The places must be in order of `TilePlace::rank`, at most 256, and must not
    /// overlap.
    pub fn new(places: Vec<TilePlace>) -> Self {
        assert!(places.is_sorted_by(|one, other| one.rank() < other.rank()), "places are in order");
        let count = places.len();
        let those = |tile: usize, holds: &dyn Fn(TilePlace, TilePlace) -> bool| -> TileSet {
            (0..count).filter(|&other| holds(places[tile], places[other])).collect()
        };
        let all = |holds: &dyn Fn(TilePlace, TilePlace) -> bool| -> Vec<TileSet> {
            (0..count).map(|tile| those(tile, holds)).collect()
        };
        let covered = all(&|tile, other| {
            other.layer > tile.layer
                && tile.column.abs_diff(other.column) < 2
                && tile.row.abs_diff(other.row) < 2
        });
        let above: Vec<TileSet> = covered
            .iter()
            .map(|on| on.iter().fold(*on, |on, between| on.without(&covered[between])))
            .collect();
        let is_beside = |tile: TilePlace, other: TilePlace| {
            tile.layer == other.layer && tile.row.abs_diff(other.row) < 2
        };
        let ends_at = |place: TilePlace| u32::from(place.column) + 2;
        let left =
            all(&|tile, other| is_beside(tile, other) && ends_at(other) == u32::from(tile.column));
        let right =
            all(&|tile, other| is_beside(tile, other) && ends_at(tile) == u32::from(other.column));
        let turned = |held: &[TileSet]| -> Vec<Vec<u8>> {
            let holds = |by: usize| {
                (0..count).filter(|&tile| held[tile].contains(by)).map(|tile| tile as u8).collect()
            };
            (0..count).map(holds).collect()
        };
        let (below, to_the_right, to_the_left) = (turned(&above), turned(&left), turned(&right));
        PileShape { places, above, left, right, below, to_the_right, to_the_left }
    }

    /// Number of tiles.
    pub fn tiles(&self) -> usize {
        self.places.len()
    }

    /// Where the tiles lie, by their numbers.
    pub fn places(&self) -> &[TilePlace] {
        &self.places
    }

    /// Returns the tile at a place.
    pub fn tile_at(&self, place: TilePlace) -> Option<usize> {
        self.places.binary_search_by_key(&place.rank(), |place| place.rank()).ok()
    }

    /// Width in quarter cells.
    pub fn columns(&self) -> u32 {
        self.places.iter().map(|place| u32::from(place.column) + 2).max().unwrap_or(0)
    }

    /// Height in quarter cells.
    pub fn rows(&self) -> u32 {
        self.places.iter().map(|place| u32::from(place.row) + 2).max().unwrap_or(0)
    }

    /// Number of layers.
    pub fn layers(&self) -> usize {
        self.places.last().map_or(0, |place| usize::from(place.layer) + 1)
    }

    /// Returns whether a tile is in play when these tiles are left.
    #[inline]
    pub fn is_free(&self, tile: usize, left: &TileSet) -> bool {
        let is_hemmed_in = left.meets(&self.left[tile]) && left.meets(&self.right[tile]);
        !is_hemmed_in && !left.meets(&self.above[tile])
    }

    /// Returns the tiles in play when these tiles are left.
    pub fn free(&self, left: &TileSet) -> TileSet {
        left.iter().filter(|&tile| self.is_free(tile, left)).collect()
    }

    /// Returns the tiles that a tile holds: those under it and beside it.
    pub(crate) fn neighbours(&self, tile: usize) -> impl Iterator<Item = usize> {
        let lists = [&self.below[tile], &self.to_the_right[tile], &self.to_the_left[tile]];
        lists.into_iter().flatten().map(|&near| usize::from(near))
    }

    /// Returns tiles of `left` that hold a tile: one on it, or one on each side. None if it is in
    /// play.
    pub(super) fn holders(&self, tile: usize, left: &TileSet) -> Vec<usize> {
        let one_of = |held: &TileSet| left.and(held).iter().next();
        match (one_of(&self.above[tile]), one_of(&self.left[tile]), one_of(&self.right[tile])) {
            (Some(on), _, _) => vec![on],
            (None, Some(left), Some(right)) => vec![left, right],
            _ => Vec::new(),
        }
    }
}
