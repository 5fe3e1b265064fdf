//! Pictures for notebooks and learners: as text, and as drawn by the painter.

use quarry::painter::{Style, pixels, svg};
use quarry::{EdgeMark, Picture, Side, Tile, Tint};

/// Combining character that underlines the character before it.
const UNDERLINED: char = '\u{332}';

/// A picture to be drawn.
pub(crate) struct Drawing<'p> {
    picture: &'p Picture,
}

impl<'p> Drawing<'p> {
    pub(crate) fn of(picture: &'p Picture) -> Self {
        Drawing { picture }
    }

    /// Returns how many columns of the picture a tile takes.
    fn span(&self) -> u32 {
        self.picture.shape.columns()
    }

    /// Draws rows of labels, with `_` where something is to be entered. `|` after a tile is a wall;
    /// a tile with a floor is underlined, or `_`.
    pub(crate) fn text(&self) -> String {
        let widest = self
            .picture
            .tiles
            .iter()
            .map(|tile| tile.label.chars().count())
            .max()
            .unwrap_or(1)
            .max(1);
        let tile_width = (widest + 1).next_multiple_of(self.span() as usize);
        let column = tile_width / self.span() as usize;
        let mut lines = vec![String::new(); self.picture.rows as usize];
        let is_flat = self.picture.tiles.iter().all(|tile| tile.layer == 0);
        let is_seen = |tile: &&Tile| is_flat || self.picture.tile(tile.x, tile.y) == Some(tile);
        let mut tiles: Vec<&Tile> = self.picture.tiles.iter().filter(is_seen).collect();
        tiles.sort_unstable_by_key(|tile| (tile.y, tile.x));
        for tile in tiles {
            let line = &mut lines[tile.y as usize];
            let begins = tile.x as usize * column;
            let gap =
                begins.saturating_sub(line.chars().filter(|&letter| letter != UNDERLINED).count());
            line.extend(std::iter::repeat_n(' ', gap));
            let has = |side| {
                let mut edges = self.picture.edges.iter();
                edges.any(|edge| {
                    (edge.x, edge.y, edge.side) == (tile.x, tile.y, side)
                        && (edge.mark.is_wall() || edge.mark == EdgeMark::Region)
                })
            };
            let label = match (tile.tint, tile.label.as_str()) {
                (_, "") if has(Side::Bottom) || tile.tint == Tint::Open => "_",
                (Tint::Blank, "") => ".",
                (_, label) => label,
            };
            let behind = if has(Side::Right) { '|' } else { ' ' };
            line.extend(std::iter::repeat_n(
                ' ',
                (tile_width - 1).saturating_sub(label.chars().count()),
            ));
            line.push_str(label);
            if has(Side::Bottom) && label != "_" {
                line.push(UNDERLINED);
            }
            line.push(behind);
        }
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
    }

    /// Draws the picture as SVG, at the size of its tiles.
    pub(crate) fn svg(&self, title: &str) -> String {
        svg(self.picture, &Style::SCREEN, title)
    }

    /// Draws rows of pixels, three bytes each. Also returns the numbers of rows, columns and bytes
    /// per pixel.
    pub(crate) fn pixels(&self) -> (Vec<u8>, [usize; 3]) {
        pixels(self.picture)
    }
}
