//! Pictures in the terminal. Every kind has a colour and a shape, so that no reader needs to tell the
//! colours apart (the palette is Okabe and Ito's, made for colour-blind readers).

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};
use quarry::{Picture, Tile, Tint};

/// Colour (of the 256-colour cube) and shape of the first kinds.
const KINDS: [(u8, char); 8] =
    [(214, '●'), (74, '▲'), (36, '■'), (227, '◆'), (32, '✚'), (166, '★'), (175, '♥'), (248, '◗')];

/// Cells that stand out.
#[derive(Debug, Default)]
pub(crate) struct Emphasis<'a> {
    /// The cells of the group pointed at.
    pub(crate) lit: &'a [(u32, u32)],
    /// The cell under the cursor.
    pub(crate) cursor: Option<(u32, u32)>,
}

/// How many terminal columns a cell takes.
pub(crate) const CELL_WIDTH: u32 = 2;

/// The picture as lines of text with colour codes; the printing stream drops the codes where unwanted.
pub(crate) fn lines(picture: &Picture, emphasis: &Emphasis) -> Vec<String> {
    let many = picture
        .tiles
        .iter()
        .any(|tile| matches!(tile.tint, Tint::Kind(kind) if kind as usize >= KINDS.len()));
    let mut grid: Vec<Option<&Tile>> = vec![None; (picture.columns * picture.rows) as usize];
    for tile in &picture.tiles {
        grid[(tile.y * picture.columns + tile.x) as usize] = Some(tile);
    }
    let row = |y: u32| {
        let mut line = String::new();
        for x in 0..picture.columns {
            let tile = grid[(y * picture.columns + x) as usize];
            let (style, text) = cell(tile, many);
            let here = emphasis.cursor == Some((x, y));
            let style = if emphasis.lit.contains(&(x, y)) { style.bold().underline() } else { style };
            let (left, right) = if here { ("[", "]") } else { ("", " ") };
            let width = CELL_WIDTH as usize - left.len();
            let text: String = text.chars().take(width).collect();
            // A cursor takes the cell's free half; brackets would widen the line, so one side is enough.
            let _ = write!(line, "{style}{left}{text}{}{style:#}", if here { "" } else { right });
        }
        line
    };
    (0..picture.rows).map(row).collect()
}

/// A cell's style and text. With more kinds than shapes, labels take the shapes' place.
fn cell(tile: Option<&Tile>, many: bool) -> (Style, String) {
    match tile {
        None | Some(Tile { tint: Tint::Blank, .. }) => (Style::new(), "·".to_owned()),
        Some(Tile { tint: Tint::Plain, label, .. }) => (Style::new(), label.clone()),
        Some(Tile { tint: Tint::Kind(kind), label, .. }) => {
            let (colour, shape) = KINDS[*kind as usize % KINDS.len()];
            let style = Style::new()
                .fg_color(Some(Ansi256Color(16).into()))
                .bg_color(Some(Ansi256Color(colour).into()));
            (style, if many { label.clone() } else { shape.to_string() })
        }
    }
}
