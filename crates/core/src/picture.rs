//! Pictures as drawing lists: what stands where, never how it looks. Front ends choose colours and
//! shapes.

/// The role of a tile, by which a front end chooses its look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tint {
    /// Nothing stands here.
    Blank,
    /// Something without a kind of its own.
    Plain,
    /// The n-th kind of several, from 0: front ends give each its own colour and shape.
    Kind(u8),
    /// Part of the puzzle, which nobody may change.
    Given,
    /// Nothing stands here yet, but something has to be entered.
    Open,
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

/// What the tiles are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TileShape {
    /// Squares, each one column wide.
    #[default]
    Square,
    /// Hexagons, each two columns wide, so that rows can be shifted by half a tile.
    Hex,
}

impl TileShape {
    /// How many columns a tile takes.
    pub fn columns(self) -> u32 {
        match self {
            TileShape::Square => 1,
            TileShape::Hex => 2,
        }
    }
}

/// Two tiles, each by its column and row.
pub type Link = ((u32, u32), (u32, u32));

/// A side of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Below.
    Bottom,
    /// To the right.
    Right,
}

/// A tile, by its column and row, and one of its sides.
pub type Border = ((u32, u32), Side);

/// A board of tiles.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// What the tiles are.
    pub shape: TileShape,
    /// Width in columns.
    pub columns: u32,
    /// Height in tiles.
    pub rows: u32,
    /// The tiles, in any order; places without one are no part of the board.
    pub tiles: Vec<Tile>,
    /// Neighbours that are tied to each other, the one that comes first in reading order first.
    pub links: Vec<Link>,
    /// Where a line divides a tile from its neighbour.
    pub borders: Vec<Border>,
}

impl Picture {
    /// A board of squares.
    pub fn of_squares(columns: u32, rows: u32, tiles: Vec<Tile>) -> Self {
        Picture { columns, rows, tiles, ..Picture::default() }
    }

    /// The tile at a place.
    pub fn tile(&self, x: u32, y: u32) -> Option<&Tile> {
        self.tiles.iter().find(|tile| (tile.x, tile.y) == (x, y))
    }
}
