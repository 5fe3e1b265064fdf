//! Built-in shapes, drawn as blocks of tiles. The turtle is the usual one, with 87, 36, 16, 4 and 1
//! tiles on its layers, so that its figures can be compared; the others are our own.

use super::shape::PileShape;
use super::tile::TilePlace;

/// A rectangle of tiles.
struct Block {
    layer: u8,
    /// Column and row of its first tile, in quarter cells.
    at: (u8, u8),
    /// Number of tiles from left to right, and from top to bottom.
    size: (u8, u8),
}

const fn block(layer: u8, at: (u8, u8), size: (u8, u8)) -> Block {
    Block { layer, at, size }
}

/// Names of the shapes, the usual one first.
pub(crate) const NAMES: [&str; 6] = ["turtle", "stacks", "rampart", "pyramid", "hill", "heap"];

/// Returns the built-in shape of this name.
pub(crate) fn named(name: &str) -> Option<PileShape> {
    let blocks = match name {
        "turtle" => turtle(),
        "stacks" => stacks(),
        "rampart" => rampart(),
        "pyramid" => vec![
            block(0, (0, 0), (8, 8)),
            block(1, (1, 1), (7, 7)),
            block(2, (3, 3), (5, 5)),
            block(3, (6, 5), (2, 3)),
        ],
        "hill" => {
            vec![block(0, (0, 0), (6, 4)), block(1, (2, 1), (4, 3)), block(2, (4, 2), (2, 2))]
        }
        "heap" => {
            vec![block(0, (0, 0), (4, 2)), block(1, (1, 1), (3, 1)), block(2, (3, 1), (1, 1))]
        }
        _ => return None,
    };
    let places = |block: &Block| {
        let (layer, (column, row), (wide, high)) = (block.layer, block.at, block.size);
        (0..high).flat_map(move |down| {
            (0..wide).map(move |right| TilePlace {
                column: column + 2 * right,
                row: row + 2 * down,
                layer,
            })
        })
    };
    let mut places: Vec<TilePlace> = blocks.iter().flat_map(places).collect();
    places.sort_by_key(|place| place.rank());
    Some(PileShape::new(places))
}

fn turtle() -> Vec<Block> {
    vec![
        block(0, (2, 0), (12, 1)),
        block(0, (6, 2), (8, 1)),
        block(0, (4, 4), (10, 1)),
        block(0, (2, 6), (12, 2)),
        block(0, (4, 10), (10, 1)),
        block(0, (6, 12), (8, 1)),
        block(0, (2, 14), (12, 1)),
        block(0, (0, 7), (1, 1)),
        block(0, (26, 7), (2, 1)),
        block(1, (8, 2), (6, 6)),
        block(2, (10, 4), (4, 4)),
        block(3, (12, 6), (2, 2)),
        block(4, (13, 7), (1, 1)),
    ]
}

/// Isolated stacks of four.
fn stacks() -> Vec<Block> {
    let places = (0..36).map(|stack| (3 * (stack % 9), 3 * (stack / 9)));
    let stack = |at| (0..4).map(move |layer| block(layer, at, (1, 1)));
    places.flat_map(stack).collect()
}

/// A wall of three layers around a yard, with a tower on each corner, and a keep in the middle.
fn rampart() -> Vec<Block> {
    let wall = (0..3).flat_map(|layer| {
        [
            block(layer, (0, 0), (12, 1)),
            block(layer, (0, 14), (12, 1)),
            block(layer, (0, 2), (1, 6)),
            block(layer, (22, 2), (1, 6)),
        ]
    });
    let towers = [(0, 0), (22, 0), (0, 14), (22, 14)]
        .into_iter()
        .flat_map(|corner| [3, 4].map(|layer| block(layer, corner, (1, 1))));
    let keep = [block(0, (8, 5), (4, 3)), block(1, (8, 5), (4, 3)), block(2, (10, 6), (2, 2))];
    wall.chain(towers).chain(keep).collect()
}
