//! Tiles in words, for screen readers.

use quarry_core::{Corner, Mark, Pictogram, Side, Tile, Tint};

/// Names of the kinds' shapes.
const SHAPES: [&str; 8] =
    ["circle", "triangle", "square", "diamond", "cross", "star", "heart", "half-moon"];

/// Describes the content of a tile.
pub(super) fn of(tile: &Tile) -> String {
    let label = tile.label.as_str();
    let has_figure = tile.marks.iter().any(|mark| matches!(mark, Mark::Figure(..)));
    let mut words = match tile.tint {
        Tint::Plain | Tint::Given if has_figure => String::new(),
        Tint::Blank => "empty".to_owned(),
        Tint::Open if label.is_empty() => "to be filled in".to_owned(),
        Tint::Open => format!("{label}, to be filled in"),
        Tint::Plain => label.to_owned(),
        Tint::Given if label.is_empty() => "given".to_owned(),
        Tint::Given => format!("{label}, given"),
        Tint::Shaded => format!("shaded {label}").trim_end().to_owned(),
        Tint::Hatched => format!("hatched {label}").trim_end().to_owned(),
        Tint::Wall => "wall".to_owned(),
        Tint::Actor => "you".to_owned(),
        Tint::Kind(kind) => {
            let shape = SHAPES[usize::from(kind) % SHAPES.len()];
            format!("{shape} {label}").trim_end().to_owned()
        }
    };
    for mark in tile.marks.iter().filter(|mark| !matches!(mark, Mark::Figure(Pictogram::Eater, _)))
    {
        if !words.is_empty() {
            words.push_str(", ");
        }
        words.push_str(&named(mark));
    }
    words
}

fn named(mark: &Mark) -> String {
    match mark {
        Mark::Circle => "open circle".to_owned(),
        Mark::Disc => "filled circle".to_owned(),
        Mark::Cross => "crossed out".to_owned(),
        Mark::Dot => "dot".to_owned(),
        Mark::Diagonal => "divided".to_owned(),
        Mark::Note(corner, text) => {
            let corner = match corner {
                Corner::TopLeft => "top left",
                Corner::TopRight => "top right",
                Corner::BottomLeft => "bottom left",
                Corner::BottomRight => "bottom right",
            };
            format!("{text} at the {corner}")
        }
        Mark::Arrow(side) => format!("arrow {}", direction(*side)),
        Mark::Arm(side) => format!("line {}", direction(*side)),
        Mark::Figure(figure, _) => name(*figure).to_owned(),
        Mark::Count(count) => count.to_string(),
    }
}

fn name(figure: Pictogram) -> &'static str {
    match figure {
        Pictogram::Walker => "walker",
        Pictogram::Climber => "climber",
        Pictogram::Floater => "floater",
        Pictogram::Digger => "digger",
        Pictogram::Miner => "miner",
        Pictogram::Basher => "basher",
        Pictogram::Builder => "builder",
        Pictogram::Blocker => "blocker",
        Pictogram::Bomber => "bomber",
        Pictogram::Entrance => "entrance",
        Pictogram::Exit => "exit",
        Pictogram::Eater => "eater",
        Pictogram::Ghost => "ghost",
        Pictogram::Crate => "crate",
        Pictogram::Bulb => "bulb",
    }
}

fn direction(side: Side) -> &'static str {
    match side {
        Side::Top => "up",
        Side::Right => "right",
        Side::Bottom => "down",
        Side::Left => "left",
    }
}
