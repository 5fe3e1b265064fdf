//! The compact layout: a line for each row, or two where ties connect rows. A text ends in the last
//! column but one of its tile; the last column holds the sign behind it.

use anstyle::Style;
use quarry::{Side, Tile, Tint};

use super::canvas::TextCanvas;
use super::{Emphasis, TerminalLayout};

/// Underlines the preceding character (the combining low line), with or without colour.
const UNDERLINED: &str = "\u{332}";

impl TerminalLayout<'_> {
    pub(super) fn compact_measures(&self) -> ((u32, u32), u32) {
        let columns = self.picture.shape.columns();
        let tile = (self.widest + 1).next_multiple_of(columns);
        let is_across = self.picture.links.iter().any(|link| link.from.1 != link.to.1);
        let pitch = (tile / columns, 1 + u32::from(is_across));
        (pitch, u32::from(self.picture.is_wrapped()))
    }

    pub(super) fn compact_size(&self) -> (u32, u32) {
        let (columns, rows) = (self.picture.columns * self.pitch.0, self.picture.rows);
        let lines = (rows * self.pitch.1).saturating_sub(self.pitch.1 - 1);
        // The last column of a tile is already free.
        (columns + self.margin, lines + 2 * self.margin)
    }

    pub(super) fn draw_compact(&self, canvas: &mut TextCanvas, emphasis: &Emphasis) {
        for tile in self.in_order() {
            self.draw_in_a_line(canvas, tile, emphasis);
        }
        for link in &self.picture.links {
            let (right, down) = link.step(self.picture.shape);
            self.slant(canvas, link.from, right, down);
            if !link.is_short(self.picture.shape) {
                self.slant(canvas, link.to, -right, -down);
            }
        }
    }

    fn is_linked(&self, from: (u32, u32), to: (u32, u32)) -> bool {
        self.picture.links.iter().any(|link| (link.from, link.to) == (from, to))
    }

    fn draw_in_a_line(&self, canvas: &mut TextCanvas, tile: &Tile, emphasis: &Emphasis) {
        let place = (tile.x, tile.y);
        let sign = self.sign(tile, emphasis);
        let columns = self.picture.shape.columns();
        let width = self.pitch.0 * columns - 1;
        let (left, line) =
            (self.margin + tile.x * self.pitch.0, self.margin + tile.y * self.pitch.1);
        let has = |side| {
            let mut edges = self.picture.edges.iter();
            edges.any(|edge| {
                (edge.x, edge.y, edge.side) == (tile.x, tile.y, side) && edge.mark.is_wall()
            })
        };
        let behind = match emphasis.sign(tile) {
            Some(sign) => sign,
            None if self.is_linked(place, (tile.x + columns, tile.y)) => '─',
            None if has(Side::Right) => '│',
            None => sign.fill,
        };
        let before = tile.x.checked_sub(columns).map(|x| (x, tile.y));
        let is_linked = before.is_some_and(|before| self.is_linked(before, place));
        let padding = if is_linked { '─' } else { sign.fill };
        let around = if sign.is_block { sign.style } else { Style::new() };
        let letters: Vec<char> = sign.text.chars().collect();
        let begins = width.saturating_sub(letters.len() as u32);
        for at in 0..begins {
            canvas.put((left + at, line), padding, around);
        }
        for (letter, at) in letters.iter().zip(begins..width) {
            canvas.put((left + at, line), *letter, sign.style);
        }
        if has(Side::Bottom) {
            let last = (left + width - 1, line);
            let text = match tile.tint {
                Tint::Blank => "_".to_owned(),
                _ => format!("{}{UNDERLINED}", canvas.text_at(last).unwrap_or(" ")),
            };
            canvas.put(last, text, sign.style);
        }
        canvas.put((left + width, line), behind, around);
    }

    /// Draws the half of a tie that lies beside a tile, in the gap towards a neighbour.
    fn slant(&self, canvas: &mut TextCanvas, (x, y): (u32, u32), right: i32, down: i32) {
        let width = self.pitch.0 * self.picture.shape.columns() - 1;
        // Texts end in the last column but one; this is the middle of the longest text.
        let middle = width - 1 - (self.widest - 1) / 2;
        let pitch = self.pitch.0 as i32;
        let left = (self.margin + x * self.pitch.0) as i32;
        let line = (self.margin + y * self.pitch.1) as i32 + down;
        let column = match (right, down) {
            (..0, 0) => left - 1,
            // Ties between neighbours in a row are drawn in place.
            (_, 0) => left + width as i32,
            _ => left + (right * pitch).div_euclid(2) + middle as i32,
        };
        let (Ok(column), Ok(line)) = (u32::try_from(column), u32::try_from(line)) else { return };
        let drawn = match (right.signum() * down.signum(), down) {
            (_, 0) => '─',
            _ if matches!(canvas.text_at((column, line)), Some("╱" | "╲")) => '╳',
            (1, _) => '╲',
            (-1, _) => '╱',
            _ => '│',
        };
        canvas.put((column, line), drawn, Style::new());
    }
}
