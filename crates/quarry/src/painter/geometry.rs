//! Where tiles lie: squares side by side, hexagons that stand on a corner, and large squares that
//! are lifted a little by every layer below them.

use quarry_core::{Edge, EdgeMark, Picture, Tile, TileShape};

use super::Style;

/// How far a layer of large tiles lifts the next, in widths of a tile.
const LIFT: f64 = 0.09;
/// What stays free around the board, around one with lines on its rim, and around one with signs on
/// its rim or ties across it.
const MARGIN: f64 = 0.0625;
const LINE_MARGIN: f64 = 0.125;
const SIGN_MARGIN: f64 = 0.1875;

/// Where things lie in a picture.
pub(super) struct Geometry {
    pub(super) shape: TileShape,
    /// The width of a tile.
    pub(super) cell: f64,
    pub(super) is_print: bool,
    columns: u32,
    rows: u32,
    highest: u8,
    margin: f64,
}

impl Geometry {
    pub(super) fn of(picture: &Picture, style: &Style) -> Self {
        let is_print = style.theme == super::Theme::Print;
        let is_sign = |edge: &Edge| matches!(edge.mark, EdgeMark::Cross | EdgeMark::Dot);
        let margin = match () {
            () if picture.is_wrapped() || picture.edges.iter().any(is_sign) => SIGN_MARGIN,
            () if picture.has_lines() || !picture.edges.is_empty() => LINE_MARGIN,
            // Pages have margins of their own.
            () if is_print => 0.0,
            () => MARGIN,
        };
        Geometry {
            shape: picture.shape,
            cell: style.cell,
            is_print,
            columns: picture.columns,
            rows: picture.rows,
            highest: picture.tiles.iter().map(|tile| tile.layer).max().unwrap_or(0),
            margin,
        }
    }

    /// Width and height of a tile's box.
    pub(super) fn tile_size(&self) -> (f64, f64) {
        match self.shape {
            TileShape::Square | TileShape::Large => (self.cell, self.cell),
            TileShape::Hex => (self.cell, self.cell * 2.0 / 3.0_f64.sqrt()),
        }
    }

    /// How far apart columns and rows are.
    pub(super) fn pitch(&self) -> (f64, f64) {
        let (width, height) = self.tile_size();
        match self.shape {
            TileShape::Square => (width, height),
            TileShape::Hex => (width / 2.0, height * 0.75),
            TileShape::Large => (width / 2.0, height / 2.0),
        }
    }

    /// By how much a layer lifts the next, to the left and upwards.
    pub(super) fn lift(&self) -> f64 {
        if self.shape == TileShape::Large { LIFT * self.cell } else { 0.0 }
    }

    /// The upper left corner of a tile's box.
    pub(super) fn corner(&self, tile: &Tile) -> (f64, f64) {
        let (pitch, lift) = (self.pitch(), f64::from(tile.layer) * self.lift());
        (f64::from(tile.x) * pitch.0 - lift, f64::from(tile.y) * pitch.1 - lift)
    }

    /// The middle of the tile at a place.
    pub(super) fn middle(&self, (x, y): (u32, u32)) -> (f64, f64) {
        let ((width, height), pitch) = (self.tile_size(), self.pitch());
        (f64::from(x) * pitch.0 + width / 2.0, f64::from(y) * pitch.1 + height / 2.0)
    }

    /// The corner of a square board at which the tile of that place begins.
    pub(super) fn vertex(&self, (x, y): (u32, u32)) -> (f64, f64) {
        let pitch = self.pitch();
        (f64::from(x) * pitch.0, f64::from(y) * pitch.1)
    }

    /// The corners of a tile that leaves `gap` free on all sides, in its box.
    pub(super) fn outline(&self, gap: f64) -> Vec<(f64, f64)> {
        let (width, height) = self.tile_size();
        let (left, top, right, bottom) = (gap, gap, width - gap, height - gap);
        if self.shape != TileShape::Hex {
            return vec![(left, top), (right, top), (right, bottom), (left, bottom)];
        }
        let (middle, quarter) = (width / 2.0, (bottom - top) / 4.0);
        vec![
            (middle, top),
            (right, top + quarter),
            (right, bottom - quarter),
            (middle, bottom),
            (left, bottom - quarter),
            (left, top + quarter),
        ]
    }

    /// The upper left corner of everything, and its width and height.
    pub(super) fn bounds(&self) -> ((f64, f64), (f64, f64)) {
        let ((width, height), pitch) = (self.tile_size(), self.pitch());
        let margin = self.margin * self.cell;
        let before = margin + f64::from(self.highest) * self.lift();
        // The first tile of a row takes its whole width, every other column one step more.
        let along = |count: u32, tiles: u32, size: f64, step: f64| {
            size + f64::from(count.max(tiles) - tiles) * step
        };
        // A tile of the lowest layer is as thick as the others.
        let after = margin + self.lift();
        let size = (
            before + after + along(self.columns, self.shape.columns(), width, pitch.0),
            before + after + along(self.rows, self.shape.rows(), height, pitch.1),
        );
        ((-before, -before), size)
    }
}
