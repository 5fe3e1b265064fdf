//! Pictures as drawing lists: what stands where, never how it looks. Doors choose colours and shapes.

/// The role of a tile, by which a door chooses its look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tint {
    /// Nothing stands here.
    Blank,
    /// Something without a kind of its own.
    Plain,
    /// The n-th kind of several, from 0: doors give each its own colour and shape.
    Kind(u8),
}

/// One cell of a picture; x from the left, y from the top, both from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tile {
    /// Column.
    pub x: u32,
    /// Row.
    pub y: u32,
    /// Role.
    pub tint: Tint,
    /// What is written on it, where the tint alone does not say it.
    pub label: String,
}

/// A side of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Below.
    Bottom,
    /// To the right.
    Right,
}

/// A grid of tiles.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// Width in tiles.
    pub columns: u32,
    /// Height in tiles.
    pub rows: u32,
    /// The tiles, in any order; cells without one are blank.
    pub tiles: Vec<Tile>,
    /// Where a line stands between two cells: the (x, y) of a cell and which of its sides.
    pub borders: Vec<(u32, u32, Side)>,
}

impl Picture {
    /// The tile at a place.
    pub fn tile(&self, x: u32, y: u32) -> Option<&Tile> {
        self.tiles.iter().find(|tile| (tile.x, tile.y) == (x, y))
    }
}
