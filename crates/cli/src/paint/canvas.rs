//! A canvas of characters. Lines are stored as arms from the middle of a character to its four
//! sides; where lines meet, the box character with those arms is looked up in a table.

use std::fmt::Write;

use anstyle::Style;
use quarry::Side;

/// Line weight of an arm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Weight {
    #[default]
    None,
    Light,
    Heavy,
    Double,
    /// Light and dashed.
    Dashed,
}

/// Box characters by the weights up, right, down and left: none, light or heavy; the last weight
/// changes fastest.
const HEAVY: &str = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳\
                     ╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈\
                     ╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";
/// Box characters with the weights none, light or double; a similar one where Unicode has none.
const DOUBLE: &str = " ╴═╷┐╕║╖╗╶─═┌┬╤╓╥╦═══╒╤╤╔╦╦\
                      ╵┘╛│┤╡║╢╣└┴╧├┼╪╟╫╬╘╧╧╞╪╪╠╬╬\
                      ║╜╝║╢╣║╢╣╙╨╩╟╫╬╟╫╬╚╩╩╠╬╬╠╬╬";

/// Returns the box character with these arms: up, right, down, left.
fn joined(arms: [Weight; 4]) -> char {
    use Weight::{Dashed, Double, Heavy, Light};
    // Dashed lines have no ends and no corners.
    match arms {
        [Weight::None, right, Weight::None, left] if [left, right].contains(&Dashed) => return '┄',
        [up, Weight::None, down, Weight::None] if [up, down].contains(&Dashed) => return '┊',
        _ => {}
    }
    // No character combines heavy and double arms.
    let table = if arms.contains(&Heavy) { HEAVY } else { DOUBLE };
    let digit = |weight| match weight {
        Weight::None => 0,
        Light | Dashed => 1,
        Heavy | Double => 2,
    };
    let index = arms.into_iter().fold(0, |index, weight| 3 * index + digit(weight));
    table.chars().nth(index).unwrap_or(' ')
}

#[derive(Debug, Clone, Default)]
struct Spot {
    /// Text of the spot; it hides the arms.
    text: Option<String>,
    arms: [Weight; 4],
    style: Style,
}

/// A grid of characters.
pub(super) struct TextCanvas {
    columns: usize,
    spots: Vec<Spot>,
}

impl TextCanvas {
    pub(super) fn new((columns, lines): (u32, u32)) -> Self {
        let spots = vec![Spot::default(); columns as usize * lines as usize];
        TextCanvas { columns: columns as usize, spots }
    }

    fn spot(&mut self, (column, line): (u32, u32)) -> Option<&mut Spot> {
        let index = line as usize * self.columns + column as usize;
        if column as usize >= self.columns { None } else { self.spots.get_mut(index) }
    }

    /// Writes a character, possibly followed by combining characters.
    pub(super) fn put(&mut self, at: (u32, u32), text: impl Into<String>, style: Style) {
        if let Some(spot) = self.spot(at) {
            (spot.text, spot.style) = (Some(text.into()), style);
        }
    }

    /// Writes a text, one character per column.
    pub(super) fn write(&mut self, (column, line): (u32, u32), text: &str, style: Style) {
        for (letter, column) in text.chars().zip(column..) {
            self.put((column, line), letter, style);
        }
    }

    /// Clears one spot.
    pub(super) fn clear(&mut self, at: (u32, u32)) {
        if let Some(spot) = self.spot(at) {
            *spot = Spot::default();
        }
    }

    /// Sets an arm of a spot.
    pub(super) fn arm(&mut self, at: (u32, u32), side: Side, weight: Weight) {
        if let Some(spot) = self.spot(at) {
            spot.arms[side as usize] = weight;
        }
    }

    /// Draws a line straight down or to the right, from the middle of a spot to that of another.
    pub(super) fn line(&mut self, from: (u32, u32), to: (u32, u32), weight: Weight) {
        let is_across = from.1 == to.1;
        let (out, back) =
            if is_across { (Side::Right, Side::Left) } else { (Side::Bottom, Side::Top) };
        let (mut column, mut line) = from;
        while (column, line) != to {
            self.arm((column, line), out, weight);
            (column, line) = if is_across { (column + 1, line) } else { (column, line + 1) };
            self.arm((column, line), back, weight);
        }
    }

    /// Whether nothing is drawn or written at a spot.
    pub(super) fn is_free(&mut self, at: (u32, u32)) -> bool {
        let free = [Weight::None; 4];
        self.spot(at).is_some_and(|spot| spot.text.is_none() && spot.arms == free)
    }

    /// Returns the text at a spot.
    pub(super) fn text_at(&mut self, at: (u32, u32)) -> Option<&str> {
        self.spot(at).and_then(|spot| spot.text.as_deref())
    }

    /// Returns the lines with colour codes.
    pub(super) fn lines(&self) -> Vec<String> {
        self.spots.chunks(self.columns.max(1)).map(coded).collect()
    }
}

fn coded(spots: &[Spot]) -> String {
    let mut line = String::new();
    let mut current = Style::new();
    for spot in spots {
        if spot.style != current {
            // Writing to a string cannot fail.
            let _ = write!(line, "{current:#}{}", spot.style);
            current = spot.style;
        }
        match &spot.text {
            Some(text) => line.push_str(text),
            None => line.push(joined(spot.arms)),
        }
    }
    let _ = write!(line, "{current:#}");
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_meet_are_joined() {
        let mut canvas = TextCanvas::new((5, 3));
        canvas.line((0, 0), (4, 0), Weight::Heavy);
        canvas.line((0, 0), (0, 2), Weight::Heavy);
        canvas.line((2, 0), (2, 2), Weight::Light);
        canvas.line((4, 0), (4, 2), Weight::Double);
        assert_eq!(canvas.lines(), ["┏━┯━┓", "┃ │ ║", "╹ ╵ ║"]);
        let mut canvas = TextCanvas::new((4, 3));
        canvas.line((0, 1), (3, 1), Weight::Double);
        canvas.line((1, 0), (1, 2), Weight::Light);
        assert_eq!(canvas.lines(), [" ╷  ", "═╪══", " ╵  "]);
        let mut canvas = TextCanvas::new((3, 3));
        canvas.line((0, 1), (2, 1), Weight::Dashed);
        canvas.line((1, 0), (1, 2), Weight::Dashed);
        assert_eq!(canvas.lines(), [" ┊ ", "┄┼┄", " ┊ "]);
    }

    #[test]
    fn tables_hold_every_combination() {
        assert_eq!([HEAVY, DOUBLE].map(|table| table.chars().count()), [81, 81]);
    }
}
