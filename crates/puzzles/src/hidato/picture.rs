//! A board as people draw it: numbers on plain tiles, two columns of the picture for each cell.

use quarry_core::{Picture, Tile, Tint};

use super::{Filling, Hidato};

/// The board with this filling.
pub(super) fn scene(puzzle: &Hidato, filling: &Filling) -> Picture {
    let places = puzzle.board().places();
    let mut tiles = Vec::new();
    for (place, entry) in places.iter().zip(filling) {
        let label = entry.map_or("_".to_owned(), |number| number.to_string());
        tiles.push(Tile { x: u32::from(place.x), y: u32::from(place.y), tint: Tint::Plain, label });
    }
    let columns = places.iter().map(|place| u32::from(place.x) + 2).max().unwrap_or(0);
    let rows = places.last().map_or(0, |place| u32::from(place.y) + 1);
    Picture { columns, rows, tiles, borders: Vec::new() }
}
