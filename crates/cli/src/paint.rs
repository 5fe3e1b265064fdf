//! Pictures in the terminal. Every kind has a colour and a shape, so that no reader needs to tell
//! the colours apart (the palette is Okabe and Ito's, made for colour-blind readers). Numbers are
//! as wide as the longest needs; rows of hexagons are shifted by half a tile; links are lines, for
//! which rows move apart where they need room; borders are lines below and behind tiles.

use std::collections::HashMap;
use std::fmt::Write;

use anstyle::{Ansi256Color, Style};
use quarry::{Link, Picture, Side, Tile, Tint};

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

/// The looks of numbers: given ones, those that stand out, those at fault.
const GIVEN: (u8, u8) = (25, WHITE);
const LIT: (u8, u8) = (214, BLACK);
const WRONG: (u8, u8) = (166, WHITE);

/// Underlines the character before it (the combining low line), with colour or without.
const UNDERLINED: &str = "\u{332}";

/// Cells that stand out.
#[derive(Debug, Default)]
pub(crate) struct Emphasis<'a> {
    /// The cells of the group or chain pointed at.
    pub(crate) lit: &'a [(u32, u32)],
    /// The cells that something is wrong with.
    pub(crate) wrong: &'a [(u32, u32)],
    /// The cell under the cursor.
    pub(crate) cursor: Option<(u32, u32)>,
}

/// A picture laid out in the terminal.
pub(crate) struct TerminalLayout<'p> {
    picture: &'p Picture,
    tiles: HashMap<(u32, u32), &'p Tile>,
    /// How many terminal columns a tile takes, the one behind it included.
    tile: u32,
    /// Where on a tile the middle of a number lies.
    middle: u32,
    /// How many terminal lines a row takes.
    row: u32,
    /// Whether there are more kinds than shapes, so that labels must take the shapes' place.
    many: bool,
}

impl<'p> TerminalLayout<'p> {
    pub(crate) fn of(picture: &'p Picture) -> Self {
        let is_kind = |tile: &&Tile| matches!(tile.tint, Tint::Kind(_));
        let label = |tile: &Tile| tile.label.chars().count() as u32;
        let widest =
            picture.tiles.iter().filter(|tile| !is_kind(tile)).map(label).max().unwrap_or(1).max(1);
        let tile = (widest + 1).next_multiple_of(picture.shape.columns());
        let across = |&((_, from), (_, to)): &Link| from != to;
        TerminalLayout {
            picture,
            tiles: picture.tiles.iter().map(|tile| ((tile.x, tile.y), tile)).collect(),
            tile,
            // Numbers end in the last column but one.
            middle: tile - 2 - (widest - 1) / 2,
            row: 1 + u32::from(picture.links.iter().any(across)),
            many: picture
                .tiles
                .iter()
                .any(|tile| matches!(tile.tint, Tint::Kind(kind) if kind as usize >= KINDS.len())),
        }
    }

    /// How many terminal columns and lines the picture takes.
    pub(crate) fn size(&self) -> (u32, u32) {
        let below_the_last = self.row - 1;
        (
            self.picture.columns * self.column(),
            (self.picture.rows * self.row).saturating_sub(below_the_last),
        )
    }

    /// The tile at a column and a line of the terminal, counted from the picture's corner.
    pub(crate) fn tile_at(&self, column: u32, line: u32) -> Option<(u32, u32)> {
        let (x, y) = (column / self.column(), line / self.row);
        let covering =
            (0..self.picture.shape.columns()).filter_map(|back| Some((x.checked_sub(back)?, y)));
        covering.into_iter().find(|place| self.tiles.contains_key(place))
    }

    /// The tile beside another one, in steps of 1 to the right or left, down or up: the nearest in
    /// the next row that has one.
    pub(crate) fn beside(&self, (x, y): (u32, u32), right: i32, down: i32) -> Option<(u32, u32)> {
        let is_onward = |&&(other_x, other_y): &&(u32, u32)| match (right, down) {
            (0, 1..) => other_y > y,
            (0, _) => other_y < y,
            (1.., _) => other_y == y && other_x > x,
            _ => other_y == y && other_x < x,
        };
        // Of two hexagons that are equally near, now the right one, now the left one: so a way down
        // is straight.
        let side = |other_x: u32| if y % 2 == 0 { other_x < x } else { other_x > x };
        let nearness = |&&(other_x, other_y): &&(u32, u32)| {
            (other_y.abs_diff(y), other_x.abs_diff(x), side(other_x))
        };
        self.tiles.keys().filter(is_onward).min_by_key(nearness).copied()
    }

    /// The picture as lines of text with colour codes; the printing stream drops the codes where
    /// unwanted.
    pub(crate) fn lines(&self, emphasis: &Emphasis) -> Vec<String> {
        let mut lines = Vec::new();
        for y in 0..self.picture.rows {
            lines.push(self.tiles_of_row(y, emphasis));
            if self.row > 1 && y + 1 < self.picture.rows {
                lines.push(self.links_below(y));
            }
        }
        lines
    }

    fn column(&self) -> u32 {
        self.tile / self.picture.shape.columns()
    }

    fn tiles_of_row(&self, y: u32, emphasis: &Emphasis) -> String {
        let mut line = String::new();
        let mut x = 0;
        while x < self.picture.columns {
            let Some(tile) = self.tiles.get(&(x, y)) else {
                line.extend(std::iter::repeat_n(' ', self.column() as usize));
                x += 1;
                continue;
            };
            self.draw(&mut line, tile, emphasis);
            x += self.picture.shape.columns();
        }
        line
    }

    fn draw(&self, line: &mut String, tile: &Tile, emphasis: &Emphasis) {
        let place = (tile.x, tile.y);
        let [is_lit, is_wrong] = [emphasis.lit, emphasis.wrong].map(|cells| cells.contains(&place));
        let has = |side| self.picture.borders.contains(&(place, side));
        let (style, mut text) = look_of(tile, self.many, is_lit, is_wrong);
        let is_kind = matches!(tile.tint, Tint::Kind(_));
        let next = (tile.x + self.picture.shape.columns(), tile.y);
        let behind = match () {
            () if emphasis.cursor == Some(place) => '◀',
            () if is_wrong => '!',
            () if is_lit && !is_kind => '•',
            () if self.picture.links.contains(&(place, next)) => '─',
            () if has(Side::Right) => '│',
            () => ' ',
        };
        let width = self.tile as usize - 1;
        let before = tile.x.checked_sub(self.picture.shape.columns()).map(|x| (x, tile.y));
        let is_linked = before.is_some_and(|before| self.picture.links.contains(&(before, place)));
        let padding =
            if is_linked { "─" } else { " " }.repeat(width.saturating_sub(text.chars().count()));
        match (has(Side::Bottom), tile.tint) {
            (true, Tint::Blank) => "_".clone_into(&mut text),
            (true, _) => text.push_str(UNDERLINED),
            (false, _) => {}
        }
        // Writing to a string cannot fail.
        let _ = if is_kind {
            write!(line, "{style}{padding}{text}{behind}{style:#}")
        } else {
            write!(line, "{padding}{style}{text}{style:#}{behind}")
        };
    }

    /// The links from a row to the next.
    fn links_below(&self, y: u32) -> String {
        let mut line = vec![' '; self.size().0 as usize];
        for &((from, row), (to, below)) in &self.picture.links {
            if row != y || below == row {
                continue;
            }
            let middle = (from + to) * self.column() / 2 + self.middle;
            let place = &mut line[middle as usize];
            *place = match (from.cmp(&to), *place) {
                (_, '╱' | '╲') => '╳',
                (std::cmp::Ordering::Less, _) => '╲',
                (std::cmp::Ordering::Equal, _) => '│',
                (std::cmp::Ordering::Greater, _) => '╱',
            };
        }
        line.into_iter().collect()
    }
}

/// A tile's style and text; lit and wrong ones change ground and ink.
fn look_of(tile: &Tile, many: bool, is_lit: bool, is_wrong: bool) -> (Style, String) {
    let coloured = |(ground, ink): (u8, u8)| {
        Style::new()
            .fg_color(Some(Ansi256Color(ink).into()))
            .bg_color(Some(Ansi256Color(ground).into()))
    };
    let number = |style: Style| match (is_wrong, is_lit) {
        (true, _) => coloured(WRONG),
        (_, true) => coloured(LIT),
        _ => style,
    };
    match tile.tint {
        Tint::Blank => (Style::new(), "·".to_owned()),
        Tint::Plain => (number(Style::new()), tile.label.clone()),
        Tint::Given => (number(coloured(GIVEN)).bold(), tile.label.clone()),
        Tint::Open => (Style::new().dimmed(), "_".to_owned()),
        Tint::Kind(kind) => {
            let Look { ground, ink, shape } = KINDS[kind as usize % KINDS.len()];
            let (ground, ink) = if is_lit { (BLACK, ground) } else { (ground, ink) };
            let label = tile.label.chars().next().unwrap_or(' ');
            (coloured((ground, ink)), if many { label } else { shape }.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry::{Catalogue, TileShape};

    fn drawn(example: &str) -> Vec<String> {
        let text = Catalogue::standard().example(example).expect("the example exists").text;
        let picture = Catalogue::standard().open(text).expect("it is read").picture();
        let lines = TerminalLayout::of(&picture).lines(&Emphasis::default());
        lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect()
    }

    #[test]
    fn hexagons_are_shifted_and_links_are_lines() {
        assert_eq!(drawn("hidato/tiny-hex-7"), [" _ _  ", "7 5 _ ", " 1 _  "]);
        assert_eq!(
            drawn("hidato/rikudo-18"),
            [
                "      1   _   _     ",
                "       ╲            ",
                "    _   _   _   _   ",
                "             ╲      ",
                "  _   5      18   _ ",
                "     ╱              ",
                "    _   _   _   _   ",
                "                    ",
                "      8   _───_     ",
            ]
        );
    }

    #[test]
    fn kinds_are_shapes_and_holes_are_nothing() {
        assert_eq!(drawn("samegame/tiny-samegame")[0], "● ▲ ■ ■ ▲ ● ");
        assert_eq!(drawn("hidato/square-holes")[2], " _  _  _        _ 27 28 ");
    }

    #[test]
    fn borders_are_lines_below_and_behind() {
        let lines = drawn("lemmings/alpha4");
        assert_eq!(lines[7], "· ·│_ E · · · ·│· · · · · · · · · · · · ");
        assert_eq!(lines[17], "· · · · · · · · _ _ _ _ X\u{332} _ · · · · · · ");
    }

    fn hexagons() -> Picture {
        let tile = |(x, y)| Tile { x, y, tint: Tint::Given, label: "12".to_owned() };
        let tiles = [(1, 0), (3, 0), (0, 1), (2, 1), (4, 1), (1, 3)].map(tile).to_vec();
        Picture {
            shape: TileShape::Hex,
            columns: 6,
            rows: 4,
            tiles,
            links: vec![((1, 0), (2, 1)), ((3, 0), (2, 1))],
            borders: Vec::new(),
        }
    }

    #[test]
    fn the_cursor_goes_from_tile_to_tile() {
        let picture = hexagons();
        let layout = TerminalLayout::of(&picture);
        assert_eq!(layout.beside((1, 0), 1, 0), Some((3, 0)));
        assert_eq!(layout.beside((3, 0), 1, 0), None);
        assert_eq!(layout.beside((1, 0), 0, 1), Some((2, 1)), "to the right from even rows");
        assert_eq!(layout.beside((2, 1), 0, -1), Some((1, 0)), "and back");
        assert_eq!(layout.beside((4, 1), 0, 1), Some((1, 3)), "over rows without a tile");
        assert_eq!(layout.beside((0, 1), -1, 0), None);
    }

    #[test]
    fn places_of_the_terminal_are_tiles() {
        let picture = hexagons();
        let layout = TerminalLayout::of(&picture);
        assert_eq!(layout.size(), (12, 7));
        assert_eq!(layout.lines(&Emphasis::default()).len(), 7);
        assert_eq!(
            (layout.tile_at(0, 0), layout.tile_at(2, 0), layout.tile_at(5, 0)),
            (None, Some((1, 0)), Some((1, 0)))
        );
        assert_eq!(
            (layout.tile_at(0, 2), layout.tile_at(11, 3), layout.tile_at(99, 9)),
            (Some((0, 1)), Some((4, 1)), None)
        );
    }

    #[test]
    fn what_stands_out_can_be_told_without_colour() {
        let picture = hexagons();
        let emphasis = Emphasis { lit: &[(1, 0)], wrong: &[(3, 0)], cursor: Some((0, 1)) };
        let lines = TerminalLayout::of(&picture).lines(&emphasis);
        let plain: Vec<_> =
            lines.iter().map(|line| anstream::adapter::strip_str(line).to_string()).collect();
        assert_eq!(plain[..3], ["   12• 12!  ", "     ╲ ╱    ", " 12◀ 12  12 "]);
    }
}
