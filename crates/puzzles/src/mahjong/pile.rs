//! A pile from which tiles are taken: counts what still holds each tile.

use super::shape::PileShape;
use super::tile_set::{MOST_TILES, TileSet};

/// The tiles that are left, and for each of them how many tiles lie on it and touch its sides.
#[derive(Debug, Clone)]
pub(crate) struct Pile {
    left: TileSet,
    count: usize,
    above: [u8; MOST_TILES],
    /// How many tiles touch the left and the right side.
    sides: [[u8; 2]; MOST_TILES],
}

impl Pile {
    /// The pile in which these tiles are left.
    pub(crate) fn new(shape: &PileShape, left: TileSet) -> Self {
        let mut pile =
            Pile { left, count: left.len(), above: [0; MOST_TILES], sides: [[0; 2]; MOST_TILES] };
        for tile in left.iter() {
            shape.below[tile].iter().for_each(|&under| pile.above[usize::from(under)] += 1);
            shape.to_the_right[tile].iter().for_each(|&next| pile.sides[usize::from(next)][0] += 1);
            shape.to_the_left[tile].iter().for_each(|&next| pile.sides[usize::from(next)][1] += 1);
        }
        pile
    }

    /// The tiles that are left.
    pub(crate) fn left(&self) -> &TileSet {
        &self.left
    }

    /// Number of tiles that are left.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns whether a tile that is left is in play.
    #[inline]
    pub(crate) fn is_free(&self, tile: usize) -> bool {
        self.above[tile] == 0 && self.sides[tile].contains(&0)
    }

    /// Takes a tile, and passes every tile that this brings into play to `freed`.
    #[inline]
    pub(crate) fn take(&mut self, shape: &PileShape, tile: usize, mut freed: impl FnMut(usize)) {
        self.left.remove(tile);
        self.count -= 1;
        for &under in &shape.below[tile] {
            let under = usize::from(under);
            self.above[under] -= 1;
            if self.above[under] == 0 && self.sides[under].contains(&0) {
                freed(under);
            }
        }
        for (lists, side) in [(&shape.to_the_right, 0), (&shape.to_the_left, 1)] {
            for &next in &lists[tile] {
                let next = usize::from(next);
                self.sides[next][side] -= 1;
                // With the other side open, it was in play before.
                if self.sides[next][side] == 0
                    && self.sides[next][1 - side] != 0
                    && self.above[next] == 0
                {
                    freed(next);
                }
            }
        }
    }
}
