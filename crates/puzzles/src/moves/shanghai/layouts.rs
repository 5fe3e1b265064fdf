//! Built-in shapes, drawn as blocks of tiles.

use super::shape::Shape;
use super::tile::Place;

/// A rectangle of tiles: layer, column and row of its first tile in quarter cells, and how many
/// tiles it is wide and high.
type Block = (u8, u8, u8, u8, u8);

/// Names and blocks of the shapes; the first is the default.
const LAYOUTS: [(&str, &[Block]); 1] = [
    (
        "turtle",
        &[
            (0, 2, 0, 12, 1),
            (0, 6, 2, 8, 1),
            (0, 4, 4, 10, 1),
            (0, 2, 6, 12, 2),
            (0, 4, 10, 10, 1),
            (0, 6, 12, 8, 1),
            (0, 2, 14, 12, 1),
            (0, 0, 7, 1, 1),
            (0, 26, 7, 2, 1),
            (1, 8, 2, 6, 6),
            (2, 10, 4, 4, 4),
            (3, 12, 6, 2, 2),
            (4, 13, 7, 1, 1),
        ],
    ),
];

/// Returns the built-in shape of this name.
pub(crate) fn named(name: &str) -> Option<Shape> {
    let (_, blocks) = LAYOUTS.iter().find(|(known, _)| *known == name)?;
    let mut places: Vec<Place> = Vec::new();
    for &(layer, column, row, wide, high) in *blocks {
        for down in 0..high {
            let across = (0..wide)
                .map(|across| Place { column: column + 2 * across, row: row + 2 * down, layer });
            places.extend(across);
        }
    }
    places.sort_by_key(|place| place.rank());
    Some(Shape::new(places))
}
