//! A level as a drawing list: entrances, exits, and the partitions on the borders of cells.

use quarry_core::{Picture, Side, Tile, Tint};

use super::{Cell, Level};

/// The level before the first lemming enters.
pub(super) fn of(level: &Level) -> Picture {
    let place = |cell: &Cell| (u32::from(cell.x.unsigned_abs()), u32::from(cell.y.unsigned_abs()));
    let tile = |cell: &Cell, label: &str| {
        let (x, y) = place(cell);
        Tile { x, y, tint: Tint::Plain, label: label.to_owned() }
    };
    let border = |cell: &Cell, side| {
        let (x, y) = place(cell);
        (x, y, side)
    };
    let entrances = level.entrances.iter().map(|cell| tile(cell, "E"));
    let exits = level.exits.iter().map(|cell| tile(cell, "X"));
    let platforms = level.platforms.iter().map(|cell| border(cell, Side::Bottom));
    let walls = level.walls.iter().map(|cell| border(cell, Side::Right));
    Picture {
        columns: u32::from(level.width.unsigned_abs()),
        rows: u32::from(level.height.unsigned_abs()),
        tiles: entrances.chain(exits).collect(),
        borders: platforms.chain(walls).collect(),
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
        assert_eq!(picture.borders, [(0, 0, Side::Bottom), (1, 0, Side::Bottom), (1, 0, Side::Right)]);
    }
}
