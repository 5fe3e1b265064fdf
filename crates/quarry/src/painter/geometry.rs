//! The layout of tiles: squares side by side, hexagons standing on a corner, and large squares that
//! are raised a little by every layer below them.

use quarry_core::{Edge, EdgeMark, Picture, Tile, TileShape};

use super::Style;

/// How far a layer of large tiles raises the next one, in tile widths.
const LIFT: f64 = 0.09;
/// Margins in tile widths: around a plain board, around one with lines on its edge, and around one
/// with signs on its edge or ties across it.
const MARGIN: f64 = 0.0625;
const LINE_MARGIN: f64 = 0.125;
const SIGN_MARGIN: f64 = 0.1875;

/// The layout of a picture.
pub(super) struct Geometry {
    pub(super) shape: TileShape,
    /// Width of a tile.
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
            // Printed pages have their own margins.
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

    /// Returns the width and height of a tile's bounding box.
    pub(super) fn tile_size(&self) -> (f64, f64) {
        match self.shape {
            TileShape::Square | TileShape::Large => (self.cell, self.cell),
            TileShape::Hex => (self.cell, self.cell * 2.0 / 3.0_f64.sqrt()),
        }
    }

    /// Returns the distance between columns and between rows.
    pub(super) fn pitch(&self) -> (f64, f64) {
        let (width, height) = self.tile_size();
        match self.shape {
            TileShape::Square => (width, height),
            TileShape::Hex => (width / 2.0, height * 0.75),
            TileShape::Large => (width / 2.0, height / 2.0),
        }
    }

    /// Returns how far a layer raises the next one, to the left and upwards.
    pub(super) fn lift(&self) -> f64 {
        if self.shape == TileShape::Large { LIFT * self.cell } else { 0.0 }
    }

    /// Returns the upper left corner of a tile's bounding box.
    pub(super) fn corner(&self, tile: &Tile) -> (f64, f64) {
        let (pitch, lift) = (self.pitch(), f64::from(tile.layer) * self.lift());
        (f64::from(tile.x) * pitch.0 - lift, f64::from(tile.y) * pitch.1 - lift)
    }

    /// Returns the middle of the tile at a place.
    pub(super) fn middle(&self, (x, y): (u32, u32)) -> (f64, f64) {
        let ((width, height), pitch) = (self.tile_size(), self.pitch());
        (f64::from(x) * pitch.0 + width / 2.0, f64::from(y) * pitch.1 + height / 2.0)
    }

    /// Returns the upper left corner of the tile at a place of a square board.
    pub(super) fn vertex(&self, (x, y): (u32, u32)) -> (f64, f64) {
        let pitch = self.pitch();
        (f64::from(x) * pitch.0, f64::from(y) * pitch.1)
    }

    /// Returns the corners of a tile with a free margin of `gap` on all sides, relative to its
    /// bounding box.
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

    /// Returns the upper left corner of the whole drawing, and its width and height.
    pub(super) fn bounds(&self) -> ((f64, f64), (f64, f64)) {
        let ((width, height), pitch) = (self.tile_size(), self.pitch());
        let margin = self.margin * self.cell;
        let before = margin + f64::from(self.highest) * self.lift();
        // The first tile of a row takes its whole width, every further column one step.
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
