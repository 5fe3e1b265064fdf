//! A level as a drawing list: entrances, exits, and the partitions on the borders of cells.

use quarry_core::{Picture, Side, Tile, Tint};

use super::{Cell, Level};

/// The level before the first lemming enters.
pub(super) fn of(level: &Level) -> Picture {
    let place = |cell: &Cell| (u32::from(cell.x.unsigned_abs()), u32::from(cell.y.unsigned_abs()));
    let tile = |cell: Cell| {
        let (x, y) = place(&cell);
        let (tint, label) = match () {
            () if level.entrances.contains(&cell) => (Tint::Plain, "E"),
            () if level.exits.contains(&cell) => (Tint::Plain, "X"),
            () => (Tint::Blank, ""),
        };
        Tile { x, y, tint, label: label.to_owned() }
    };
    let cells = (0..level.height).flat_map(|y| (0..level.width).map(move |x| Cell { x, y }));
    let (columns, rows) = place(&Cell { x: level.width, y: level.height });
    let platforms = level.platforms.iter().map(|cell| (place(cell), Side::Bottom));
    let walls = level.walls.iter().map(|cell| (place(cell), Side::Right));
    Picture {
        borders: platforms.chain(walls).collect(),
        ..Picture::of_squares(columns, rows, cells.map(tile).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lemmings::Lemmings;
    use quarry_core::Puzzle;

    #[test]
    fn partitions_are_borders_of_cells() {
        let text = "lemmings = 1\ntarget = 1\ntime_limit = 9\nfrequency = 1\ndrawing = \"e__|X\"";
        let picture = Lemmings::parse(text).unwrap().picture();
        assert_eq!((picture.columns, picture.rows), (3, 1));
        assert_eq!([0, 2].map(|x| picture.tile(x, 0).unwrap().label.as_str()), ["E", "X"]);
        assert_eq!(picture.tile(1, 0).unwrap().tint, Tint::Blank);
        assert_eq!(picture.borders, [((0, 0), Side::Bottom), ((1, 0), Side::Bottom), ((1, 0), Side::Right)]);
    }
}
