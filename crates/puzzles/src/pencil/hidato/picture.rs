//! The picture of a board: numbers on tiles, with givens distinguished from entries.

use quarry_core::{Link, LinkKind, Picture, Tile, TileShape, Tint};

use super::{Cell, Filling, Hidato, Number, Topology};

/// Position of a cell on the picture.
pub(super) fn place(puzzle: &Hidato, cell: Cell) -> (u32, u32) {
    let place = puzzle.board().places()[usize::from(cell)];
    let half_cells = u32::from(place.x);
    let x = if shape(puzzle) == TileShape::Hex { half_cells } else { half_cells / 2 };
    (x, u32::from(place.y))
}

fn shape(puzzle: &Hidato) -> TileShape {
    if puzzle.board().topology() == Topology::Hex { TileShape::Hex } else { TileShape::Square }
}

/// Draws the board with this filling.
pub(super) fn scene(puzzle: &Hidato, filling: &Filling) -> Picture {
    let tile = |((cell, entry), given): ((Cell, &Option<Number>), &Option<Number>)| {
        let (x, y) = place(puzzle, cell);
        let tint = match (entry, given) {
            (None, _) => Tint::Open,
            (entry, given) if entry == given => Tint::Given,
            _ => Tint::Plain,
        };
        Tile::new(x, y, tint, entry.map_or(String::new(), |number| number.to_string()))
    };
    let tiles: Vec<_> = (0..).zip(filling).zip(puzzle.givens()).map(tile).collect();
    let shape = shape(puzzle);
    Picture {
        shape,
        columns: tiles.iter().map(|tile| tile.x + shape.columns()).max().unwrap_or(0),
        rows: u32::from(puzzle.board().height()),
        tiles,
        links: puzzle
            .links()
            .iter()
            .map(|&(one, other)| Link {
                from: place(puzzle, one),
                to: place(puzzle, other),
                kind: LinkKind::Tie,
            })
            .collect(),
        ..Picture::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_core::Puzzle;

    #[test]
    fn hexagons_lie_half_a_tile_apart_and_roles_are_told() {
        let text =
            "topology = \"hex\"\nlinks = [\"0-3\"]\nboard = \"\"\"\n 1 _\n_ _ _\n _ 4\n\"\"\"";
        let puzzle = Hidato::parse(text).unwrap();
        let mut filling = puzzle.givens().clone();
        filling[1] = Some(2);
        let picture = scene(&puzzle, &filling);
        assert_eq!((picture.shape, picture.columns, picture.rows), (TileShape::Hex, 6, 3));
        let tile = |x, y| picture.tile(x, y).map(|tile| (tile.tint, tile.label.as_str()));
        assert_eq!(tile(1, 0), Some((Tint::Given, "1")));
        assert_eq!(tile(3, 0), Some((Tint::Plain, "2")));
        assert_eq!(tile(0, 1), Some((Tint::Open, "")));
        assert_eq!((tile(0, 0), tile(1, 1)), (None, None));
        let link = Link { from: (1, 0), to: (2, 1), kind: LinkKind::Tie };
        assert_eq!(picture.links, [link]);
    }

    #[test]
    fn squares_take_one_column_and_holes_have_no_tile() {
        let picture = Hidato::parse("1 _ #\n# _ 4").unwrap().picture();
        assert_eq!((picture.shape, picture.columns, picture.rows), (TileShape::Square, 3, 2));
        let places: Vec<_> = picture.tiles.iter().map(|tile| (tile.x, tile.y)).collect();
        assert_eq!(places, [(0, 0), (1, 0), (1, 1), (2, 1)]);
    }
}
