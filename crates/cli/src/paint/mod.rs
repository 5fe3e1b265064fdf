//! Draws pictures in the terminal.
//!
//! There are three layouts. Plain boards are compact: a line for each row, columns as wide as the
//! longest text, rows of hexagons shifted by half a tile, walls below and behind tiles; where ties
//! connect rows, the rows move apart. Boards with lines are ruled: a line and a column of the
//! terminal between the tiles hold the marks on their sides. Large tiles are boxes that cover each
//! other. Nothing depends on colour alone.

mod canvas;
mod compact;
mod raised;
mod ruled;
mod sign;

use std::collections::HashMap;

use quarry::{Edge, Picture, Tile, TileShape, Tint};

use canvas::TextCanvas;
use sign::{Sign, SignManner};

/// Highlighted cells.
#[derive(Debug, Default)]
pub(crate) struct Emphasis<'a> {
    /// Cells of the group or chain under the cursor.
    pub(crate) lit: &'a [(u32, u32)],
    /// Cells with an error.
    pub(crate) wrong: &'a [(u32, u32)],
    /// The cell under the cursor.
    pub(crate) cursor: Option<(u32, u32)>,
    /// Edges with an error.
    pub(crate) wrong_edges: &'a [Edge],
    /// The edge under the cursor.
    pub(crate) cursor_edge: Option<Edge>,
}

impl Emphasis<'_> {
    /// Returns the sign that a highlighted cell shows beside its text. Highlighted kinds change
    /// their colours instead.
    fn sign(&self, tile: &Tile) -> Option<char> {
        let place = (tile.x, tile.y);
        let is_kind = matches!(tile.tint, Tint::Kind(_));
        match () {
            () if self.cursor == Some(place) => Some('◀'),
            () if self.wrong.contains(&place) => Some('!'),
            () if self.lit.contains(&place) && !is_kind => Some('•'),
            () => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrangement {
    Compact,
    Ruled,
    Raised,
}

/// A picture laid out for the terminal.
pub(crate) struct TerminalLayout<'p> {
    picture: &'p Picture,
    /// The highest tile at each position.
    tiles: HashMap<(u32, u32), &'p Tile>,
    arrangement: Arrangement,
    manner: SignManner,
    /// Number of characters of the longest text.
    widest: u32,
    /// Terminal columns and lines from one column or row to the next.
    pitch: (u32, u32),
    /// Number of free terminal columns and lines before the first tile.
    margin: u32,
}

impl<'p> TerminalLayout<'p> {
    pub(crate) fn of(picture: &'p Picture) -> Self {
        let arrangement = match picture.shape {
            TileShape::Large => Arrangement::Raised,
            TileShape::Square if picture.has_lines() || picture.is_wrapped() => Arrangement::Ruled,
            TileShape::Square | TileShape::Hex => Arrangement::Compact,
        };
        let is_compact = arrangement == Arrangement::Compact;
        let mut tiles: HashMap<_, &Tile> = HashMap::new();
        for tile in &picture.tiles {
            let highest = tiles.entry((tile.x, tile.y)).or_insert(tile);
            if tile.layer > highest.layer {
                *highest = tile;
            }
        }
        let is_unknown =
            |tile: &Tile| matches!(tile.tint, Tint::Kind(kind) if kind as usize >= sign::SHAPES);
        let manner = SignManner {
            is_lettered: picture.tiles.iter().any(is_unknown),
            blank: if is_compact { "·" } else { "" },
            open: if is_compact { "_" } else { "·" },
        };
        let mut layout = TerminalLayout {
            picture,
            tiles,
            arrangement,
            manner,
            widest: 1,
            pitch: (1, 1),
            margin: 0,
        };
        let length =
            |tile: &&Tile| layout.sign(tile, &Emphasis::default()).text.chars().count() as u32;
        layout.widest = layout.tiles.values().map(length).max().unwrap_or(1).max(1);
        (layout.pitch, layout.margin) = match arrangement {
            Arrangement::Compact => layout.compact_measures(),
            Arrangement::Ruled => layout.ruled_measures(),
            Arrangement::Raised => layout.raised_measures(),
        };
        layout
    }

    /// Returns the number of terminal columns and lines that the picture takes.
    pub(crate) fn size(&self) -> (u32, u32) {
        match self.arrangement {
            Arrangement::Compact => self.compact_size(),
            Arrangement::Ruled => self.ruled_size(),
            Arrangement::Raised => self.raised_size(),
        }
    }

    /// Returns the tile at a terminal column and line, counted from the picture's corner.
    pub(crate) fn tile_at(&self, column: u32, line: u32) -> Option<(u32, u32)> {
        let (column, line) = (column.checked_sub(self.margin)?, line.checked_sub(self.margin)?);
        let (x, y) = (column / self.pitch.0, line / self.pitch.1);
        let shape = self.picture.shape;
        let covering = (0..shape.rows())
            .flat_map(|up| (0..shape.columns()).map(move |back| (back, up)))
            .filter_map(|(back, up)| Some((x.checked_sub(back)?, y.checked_sub(up)?)));
        // The highest of the tiles that cover a position.
        covering
            .filter_map(|place| Some((self.tiles.get(&place)?.layer, place)))
            .reduce(|best, other| if other.0 > best.0 { other } else { best })
            .map(|(_, place)| place)
    }

    /// Returns the tile beside another one, in steps of 1 to the right or left, down or up: the
    /// nearest one in the next row that has any.
    pub(crate) fn beside(&self, (x, y): (u32, u32), right: i32, down: i32) -> Option<(u32, u32)> {
        let is_onward = |&&(other_x, other_y): &&(u32, u32)| match (right, down) {
            (0, 1..) => other_y > y,
            (0, _) => other_y < y,
            (1.., _) => other_y == y && other_x > x,
            _ => other_y == y && other_x < x,
        };
        // Of two equally near hexagons, alternate between the right and the left one, so that a way
        // down is straight.
        let side = |other_x: u32| if y % 2 == 0 { other_x < x } else { other_x > x };
        let nearness = |&&(other_x, other_y): &&(u32, u32)| {
            (other_y.abs_diff(y), other_x.abs_diff(x), side(other_x))
        };
        self.tiles.keys().filter(is_onward).min_by_key(nearness).copied()
    }

    /// Returns the picture as lines of text with colour codes; the output stream removes the codes
    /// where they are not wanted.
    pub(crate) fn lines(&self, emphasis: &Emphasis) -> Vec<String> {
        let mut canvas = TextCanvas::new(self.size());
        match self.arrangement {
            Arrangement::Compact => self.draw_compact(&mut canvas, emphasis),
            Arrangement::Ruled => self.draw_ruled(&mut canvas, emphasis),
            Arrangement::Raised => self.draw_raised(&mut canvas, emphasis),
        }
        canvas.lines()
    }

    /// Returns the sign of a position: that of the highest tile, preceded by what lies below it.
    fn sign(&self, tile: &Tile, emphasis: &Emphasis) -> Sign {
        let place = (tile.x, tile.y);
        let [is_lit, is_wrong] = [emphasis.lit, emphasis.wrong].map(|cells| cells.contains(&place));
        let mut sign = sign::of(tile, self.manner, is_lit, is_wrong);
        if tile.layer == 0 || self.arrangement == Arrangement::Raised {
            return sign;
        }
        let silent = SignManner { blank: "", open: "", ..self.manner };
        let mut below: Vec<_> = (self.picture.tiles.iter())
            .filter(|other| (other.x, other.y) == place && other.layer < tile.layer)
            .collect();
        below.sort_by_key(|tile| tile.layer);
        let below: String =
            below.into_iter().map(|tile| sign::of(tile, silent, false, false).text).collect();
        sign.text.insert_str(0, &below);
        sign
    }

    /// Returns the tiles row by row.
    fn in_order(&self) -> Vec<&'p Tile> {
        let mut tiles: Vec<&Tile> = self.tiles.values().copied().collect();
        tiles.sort_unstable_by_key(|tile| (tile.y, tile.x));
        tiles
    }
}

#[cfg(test)]
mod tests;
