//! A pile as a drawing list: large tiles in layers, with their faces. Tiles in play are open, the
//! others plain. A pair is played by taking a tile to its partner, or by touching a tile that has
//! only one partner in play.

use quarry_core::{Drag, Picture, Tile, TileShape, Tint, Touch};

use super::shape::PileShape;
use super::tile::{TileFace, TilePair, TilePlace};
use super::tile_set::TileSet;

/// Draws the tiles that are left; a face that is not known is a question mark.
pub(crate) fn scene(
    shape: &PileShape,
    left: &TileSet,
    face: impl Fn(usize) -> Option<TileFace>,
) -> Picture {
    let tile = |tile: usize| {
        let (x, y) = cell_of(shape.places()[tile]);
        let tint = if shape.is_free(tile, left) { Tint::Open } else { Tint::Plain };
        let label = face(tile).map_or("?".to_owned(), |face| face.to_string());
        Tile::new(x, y, tint, label).on_layer(shape.places()[tile].layer)
    };
    let tiles = left.iter().map(tile).collect();
    Picture { shape: TileShape::Large, ..Picture::of_squares(shape.columns(), shape.rows(), tiles) }
}

/// Column and row of a tile in the scene.
pub(crate) fn cell_of(place: TilePlace) -> (u32, u32) {
    (place.column.into(), place.row.into())
}

/// What touching a cell does: plays the tile's only pair, if there is exactly one.
pub(crate) fn touch(
    shape: &PileShape,
    left: &TileSet,
    pairs: &[TilePair],
    cell: (u32, u32),
    face: impl Fn(usize) -> TileFace,
) -> Option<Touch<TilePair>> {
    let at = left.iter().filter(|&tile| cell_of(shape.places()[tile]) == cell);
    let top = shape.places()[at.max_by_key(|&tile| shape.places()[tile].layer)?];
    let mut own = pairs.iter().filter(|pair| pair.first == top || pair.second == top);
    let (&pair, None) = (own.next()?, own.next()) else { return None };
    let [one, other] = [pair.first, pair.second]
        .map(|place| face(shape.tile_at(place).expect("a listed move names tiles")));
    Some(Touch {
        moves: vec![pair],
        cells: vec![cell_of(pair.first), cell_of(pair.second)],
        words: if one == other { format!("two {one}") } else { format!("{one} and {other}") },
    })
}

/// Every tile of a pair can be taken to the other one.
pub(crate) fn drags(pairs: &[TilePair]) -> Vec<Drag<TilePair>> {
    let both_ways = |pair: &TilePair| {
        let (first, second) = (cell_of(pair.first), cell_of(pair.second));
        [(first, second), (second, first)].map(|(from, to)| Drag { from, to, moves: vec![*pair] })
    };
    pairs.iter().flat_map(both_ways).collect()
}
