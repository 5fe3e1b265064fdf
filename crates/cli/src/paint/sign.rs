//! The sign of a tile in the terminal: a text and its colours. Every kind has both a colour and a
//! shape, so that readers need not distinguish colours (the palette is that of Okabe and Ito, made
//! for colour-blind readers).

use anstyle::{Ansi256Color, Style};
use quarry::{Corner, Mark, Side, Tile, Tint};

/// Appearance of a kind.
struct KindLook {
    /// Background colour, from the 256-colour cube.
    ground: u8,
    /// Colour of the shape: black or white, whichever is more legible.
    ink: u8,
    shape: char,
}

const BLACK: u8 = 16;
const WHITE: u8 = 231;

const fn look(ground: u8, ink: u8, shape: char) -> KindLook {
    KindLook { ground, ink, shape }
}

const KINDS: [KindLook; 8] = [
    look(214, BLACK, '●'),
    look(117, BLACK, '▲'),
    look(36, BLACK, '■'),
    look(227, BLACK, '◆'),
    look(25, WHITE, '✚'),
    look(166, WHITE, '★'),
    look(175, BLACK, '♥'),
    look(248, BLACK, '◗'),
];

/// Number of kinds that have their own shape.
pub(super) const SHAPES: usize = KINDS.len();

/// Colours of numbers: given ones, highlighted ones, wrong ones, clues in shaded tiles.
const GIVEN: (u8, u8) = (25, WHITE);
const LIT: (u8, u8) = (214, BLACK);
const WRONG: (u8, u8) = (166, WHITE);
const SHADED: (u8, u8) = (238, WHITE);
const WALL: u8 = 243;

/// How the tiles of a picture are shown.
#[derive(Clone, Copy)]
pub(super) struct SignManner {
    /// Whether there are more kinds than shapes, so that labels must replace the shapes.
    pub(super) is_lettered: bool,
    /// Text of a blank tile, and of one that waits for an entry.
    pub(super) blank: &'static str,
    pub(super) open: &'static str,
}

/// Text and style of a tile.
pub(super) struct Sign {
    pub(super) text: String,
    pub(super) style: Style,
    /// Character that fills the tile around the text.
    pub(super) fill: char,
    /// Whether the style covers the whole tile.
    pub(super) is_block: bool,
}

/// Returns the sign of a tile; highlighted and wrong tiles change their colours.
pub(super) fn of(tile: &Tile, manner: SignManner, is_lit: bool, is_wrong: bool) -> Sign {
    let number = |style: Style| match (is_wrong, is_lit) {
        (true, _) => coloured(WRONG),
        (_, true) => coloured(LIT),
        _ => style,
    };
    let (style, bare, fill) = match tile.tint {
        Tint::Blank => (Style::new(), manner.blank, ' '),
        Tint::Plain => (number(Style::new()), "", ' '),
        Tint::Given => (number(coloured(GIVEN)).bold(), "", ' '),
        Tint::Open if tile.label.is_empty() => (Style::new().dimmed(), manner.open, ' '),
        Tint::Open => (number(Style::new()), "", ' '),
        Tint::Shaded if tile.marks.is_empty() => (number(Style::new()), "", '█'),
        Tint::Shaded => (number(coloured(SHADED)), "", ' '),
        Tint::Hatched => (number(Style::new()), "", '▒'),
        Tint::Wall => (Style::new().fg_color(Some(Ansi256Color(WALL).into())), "█", '█'),
        Tint::Actor => (coloured(GIVEN).bold(), "@", ' '),
        Tint::Kind(kind) => {
            let KindLook { ground, ink, .. } = KINDS[usize::from(kind) % KINDS.len()];
            (coloured(if is_lit { (BLACK, ground) } else { (ground, ink) }), "", ' ')
        }
    };
    let is_block = matches!(tile.tint, Tint::Kind(_) | Tint::Wall | Tint::Actor)
        || (tile.tint == Tint::Shaded && !tile.marks.is_empty());
    let text = text(tile, manner, bare);
    Sign { text, style, fill, is_block }
}

fn coloured((ground, ink): (u8, u8)) -> Style {
    Style::new()
        .fg_color(Some(Ansi256Color(ink).into()))
        .bg_color(Some(Ansi256Color(ground).into()))
}

/// Returns the text of a tile: its label or shape with its marks or, if there is neither, `bare`.
fn text(tile: &Tile, manner: SignManner, bare: &str) -> String {
    let mut text = match tile.tint {
        // The label of a blank tile only says that it is blank.
        Tint::Blank | Tint::Wall | Tint::Actor => String::new(),
        Tint::Kind(kind) if !manner.is_lettered => {
            KINDS[usize::from(kind) % KINDS.len()].shape.to_string()
        }
        Tint::Kind(_) => tile.label.chars().next().unwrap_or(' ').to_string(),
        _ => tile.label.clone(),
    };
    if tile.marks.contains(&Mark::Diagonal) {
        let note = |corner| {
            let texts = tile.marks.iter().filter_map(|mark| match mark {
                Mark::Note(at, text) if *at == corner => Some(text.as_str()),
                _ => None,
            });
            texts.collect::<String>()
        };
        text.push_str(&format!("{}╲{}", note(Corner::BottomLeft), note(Corner::TopRight)));
    }
    for mark in &tile.marks {
        match mark {
            Mark::Circle if text.is_empty() => text.push('○'),
            Mark::Circle => text = format!("({text})"),
            Mark::Disc if text.is_empty() => text.push('●'),
            Mark::Disc => text = format!("[{text}]"),
            Mark::Cross => text.push('×'),
            Mark::Dot => text.push('•'),
            Mark::Arrow(side) => text.push(['↑', '→', '↓', '←'][*side as usize]),
            Mark::Note(..) if tile.marks.contains(&Mark::Diagonal) => {}
            Mark::Note(corner, note) => match corner {
                Corner::TopLeft => text.insert_str(0, &raised(note)),
                Corner::BottomLeft => text.insert_str(0, &lowered(note)),
                Corner::TopRight => text.push_str(&raised(note)),
                Corner::BottomRight => text.push_str(&lowered(note)),
            },
            Mark::Diagonal | Mark::Arm(_) | Mark::Figure(..) | Mark::Count(_) => {}
        }
    }
    let has_arms = tile.marks.iter().any(|mark| matches!(mark, Mark::Arm(_)));
    if text.is_empty() && !has_arms { bare.to_owned() } else { text }
}

/// Returns the sides towards which a tile has an arm.
pub(super) fn arms(tile: &Tile) -> impl Iterator<Item = Side> {
    tile.marks.iter().filter_map(|mark| match mark {
        Mark::Arm(side) => Some(*side),
        _ => None,
    })
}

/// Converts digits to superscripts.
fn raised(text: &str) -> String {
    text.chars().map(|letter| digit(letter, "⁰¹²³⁴⁵⁶⁷⁸⁹")).collect()
}

/// Converts digits to subscripts.
fn lowered(text: &str) -> String {
    text.chars().map(|letter| digit(letter, "₀₁₂₃₄₅₆₇₈₉")).collect()
}

fn digit(letter: char, digits: &str) -> char {
    letter.to_digit(10).and_then(|digit| digits.chars().nth(digit as usize)).unwrap_or(letter)
}
