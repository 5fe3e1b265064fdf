//! Pictures in the terminal. Every kind has a colour and a shape, so that no reader needs to tell the
//! colours apart (the palette is Okabe and Ito's, made for colour-blind readers).

use std::fmt::Write;

use anstyle::{Ansi256Color, Style};
use quarry::{Picture, Side, Tile, Tint};

/// A kind's look.
struct Look {
    /// Background, of the 256-colour cube.
    ground: u8,
    /// The shape's colour on it: black or white, whichever is read better.
    ink: u8,
    shape: char,
}

const BLACK: u8 = 16;
const WHITE: u8 = 231;

const fn look(ground: u8, ink: u8, shape: char) -> Look {
    Look { ground, ink, shape }
}

const KINDS: [Look; 8] = [
    look(214, BLACK, '●'),
    look(117, BLACK, '▲'),
    look(36, BLACK, '■'),
    look(227, BLACK, '◆'),
    look(25, WHITE, '✚'),
    look(166, WHITE, '★'),
    look(175, BLACK, '♥'),
    look(248, BLACK, '◗'),
];

/// Cells that stand out.
#[derive(Debug, Default)]
pub(crate) struct Emphasis<'a> {
    /// The cells of the group pointed at.
    pub(crate) lit: &'a [(u32, u32)],
    /// The cell under the cursor.
    pub(crate) cursor: Option<(u32, u32)>,
}

/// Underlines the character before it (the combining low line), with colour or without.
const UNDERLINED: &str = "\u{332}";

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
            let (style, text) = cell(tile, many, emphasis.lit.contains(&(x, y)));
            let has = |side| picture.borders.contains(&(x, y, side));
            let right = match emphasis.cursor == Some((x, y)) {
                true => '◀',
                false if has(Side::Right) => '│',
                false => ' ',
            };
            let mut text: String = text.chars().take(1).collect();
            if has(Side::Bottom) {
                text = if tile.is_none() { "_".to_owned() } else { text + UNDERLINED };
            }
            // Writing to a string cannot fail.
            let _ = write!(line, "{style}{text}{right}{style:#}");
        }
        line
    };
    (0..picture.rows).map(row).collect()
}

/// A cell's style and text; lit ones change ground and ink. With more kinds than shapes, labels take the shapes' place.
fn cell(tile: Option<&Tile>, many: bool, lit: bool) -> (Style, String) {
    match tile {
        None | Some(Tile { tint: Tint::Blank, .. }) => (Style::new(), "·".to_owned()),
        Some(Tile { tint: Tint::Plain, label, .. }) => (Style::new(), label.clone()),
        Some(Tile { tint: Tint::Kind(kind), label, .. }) => {
            let Look { ground, ink, shape } = KINDS[*kind as usize % KINDS.len()];
            let (ground, ink) = if lit { (BLACK, ground) } else { (ground, ink) };
            let style = Style::new()
                .fg_color(Some(Ansi256Color(ink).into()))
                .bg_color(Some(Ansi256Color(ground).into()));
            (style, if many { label.clone() } else { shape.to_string() })
        }
    }
}
