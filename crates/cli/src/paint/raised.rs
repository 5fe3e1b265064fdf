//! The layout of large tiles: each is a box with a line of text, and boxes of higher layers, with
//! heavy frames, cover those below. A text moves aside where its tile is covered.

use quarry::{Side, Tile};

use super::canvas::{TextCanvas, Weight};
use super::{Emphasis, TerminalLayout};

impl TerminalLayout<'_> {
    pub(super) fn raised_measures(&self) -> ((u32, u32), u32) {
        // One column on each side of the text, and a frame that neighbours share.
        (((self.widest + 3).div_ceil(2), 1), 0)
    }

    pub(super) fn raised_size(&self) -> (u32, u32) {
        (self.picture.columns * self.pitch.0 + 1, self.picture.rows * self.pitch.1 + 1)
    }

    /// Returns the upper left and the lower right corner of a tile's frame.
    fn frame(&self, tile: &Tile) -> [(u32, u32); 2] {
        let (left, top) = (tile.x * self.pitch.0, tile.y * self.pitch.1);
        [(left, top), (left + 2 * self.pitch.0, top + 2 * self.pitch.1)]
    }

    fn covers(&self, tile: &Tile, (column, line): (u32, u32)) -> bool {
        let [(left, top), (right, bottom)] = self.frame(tile);
        (left..=right).contains(&column) && (top..=bottom).contains(&line)
    }

    pub(super) fn draw_raised(&self, canvas: &mut TextCanvas, emphasis: &Emphasis) {
        let mut tiles: Vec<&Tile> = self.picture.tiles.iter().collect();
        tiles.sort_by_key(|tile| (tile.layer, tile.y, tile.x));
        for tile in &tiles {
            self.draw_frame(canvas, tile);
        }
        for tile in &tiles {
            let [(left, top), (right, _)] = self.frame(tile);
            let sign = self.sign(tile, emphasis);
            let (length, line) = (sign.text.chars().count() as u32, top + 1);
            let is_seen = |column: u32| {
                let mut above = tiles.iter().filter(|other| other.layer > tile.layer);
                !above.any(|other| self.covers(other, (column, line)))
            };
            let middle = left + (right - left + 1 - length) / 2;
            let places = [middle, left + 1, right - length];
            let free = places.into_iter().find(|&at| (at..at + length).all(is_seen));
            if let Some(at) = free {
                canvas.write((at, line), &sign.text, sign.style);
            }
            if let Some(sign) = emphasis.sign(tile).filter(|_| is_seen(right - 1)) {
                canvas.put((right - 1, line), sign, anstyle::Style::new());
            }
        }
    }

    fn draw_frame(&self, canvas: &mut TextCanvas, tile: &Tile) {
        let [(left, top), (right, bottom)] = self.frame(tile);
        let weight = if tile.layer == 0 { Weight::Light } else { Weight::Heavy };
        for line in top + 1..bottom {
            for column in left + 1..right {
                canvas.clear((column, line));
            }
            canvas.arm((left, line), Side::Right, Weight::None);
            canvas.arm((right, line), Side::Left, Weight::None);
        }
        for column in left + 1..right {
            canvas.arm((column, top), Side::Bottom, Weight::None);
            canvas.arm((column, bottom), Side::Top, Weight::None);
        }
        for line in [top, bottom] {
            canvas.line((left, line), (right, line), weight);
        }
        for column in [left, right] {
            canvas.line((column, top), (column, bottom), weight);
        }
    }
}
