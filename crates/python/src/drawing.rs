//! Pictures for notebooks and learners: as text, as SVG, and as pixels. The palette is Okabe and
//! Ito's, made for colour-blind readers, and every tile that has a label shows it.

use std::fmt::Write;

use quarry::{Picture, Side, Tile, TileShape, Tint};

type Colour = [u8; 3];

const KINDS: [Colour; 8] = [
    [230, 159, 0],
    [86, 180, 233],
    [0, 158, 115],
    [240, 228, 66],
    [0, 114, 178],
    [213, 94, 0],
    [204, 121, 167],
    [153, 153, 153],
];
const PAPER: Colour = [255, 255, 255];
const BLANK: Colour = [238, 238, 238];
const GIVEN: Colour = [200, 214, 229];
const PLAIN: Colour = [120, 144, 168];
const INK: Colour = [0, 0, 0];
const LINE: Colour = [90, 90, 90];

/// Underlines the character before it.
const UNDERLINED: char = '\u{332}';

/// The side of a square tile in an SVG.
const SIDE: u32 = 28;
/// The side of a square tile in pixels: a frame of one, and labels of 3 x 5 dots twice as large.
const PIXELS: u32 = 16;
const DOT: u32 = 2;

fn ground(tile: &Tile) -> Colour {
    match tile.tint {
        Tint::Blank => BLANK,
        Tint::Open => PAPER,
        Tint::Given => GIVEN,
        Tint::Plain if tile.label == "#" => PLAIN,
        Tint::Plain => PAPER,
        Tint::Kind(kind) => KINDS[usize::from(kind) % KINDS.len()],
    }
}

/// A picture, about to be drawn.
pub(crate) struct Drawing<'p> {
    picture: &'p Picture,
}

impl<'p> Drawing<'p> {
    pub(crate) fn of(picture: &'p Picture) -> Self {
        Drawing { picture }
    }

    /// How many columns of the picture a tile takes.
    fn span(&self) -> u32 {
        self.picture.shape.columns()
    }

    /// Rows of labels, `_` where something is to be entered. `|` behind a tile is a wall; one with
    /// a floor is underlined, or `_`.
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
        let mut tiles: Vec<&Tile> = self.picture.tiles.iter().collect();
        tiles.sort_unstable_by_key(|tile| (tile.y, tile.x));
        for tile in tiles {
            let line = &mut lines[tile.y as usize];
            let begins = tile.x as usize * column;
            let gap =
                begins.saturating_sub(line.chars().filter(|&letter| letter != UNDERLINED).count());
            line.extend(std::iter::repeat_n(' ', gap));
            let has = |side| self.picture.borders.contains(&((tile.x, tile.y), side));
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

    /// The whole drawing, as large as its tiles.
    pub(crate) fn svg(&self) -> String {
        let (column, slope) = (SIDE / self.span(), self.slope());
        let (width, height) = (self.picture.columns * column, self.picture.rows * SIDE + slope);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"-1 -1 {0} {1}\" \
             font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">",
            width + 2,
            height + 2
        );
        let middle = |x: u32, y: u32| (x * column + SIDE / 2, y * SIDE + (SIDE + slope) / 2);
        for tile in &self.picture.tiles {
            let (left, top) = (tile.x * column, tile.y * SIDE);
            let (centre, right, bottom) = (left + SIDE / 2, left + SIDE, top + SIDE);
            let (fill, stroke) = (hex(ground(tile)), hex(LINE));
            // A square is a hexagon without slopes. Writing to a string cannot fail.
            let _ = write!(
                svg,
                "<polygon points=\"{centre},{top} {right},{0} {right},{bottom} {centre},{1} {left},{bottom} {left},{0}\" \
                 fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"0.5\"/>",
                top + slope,
                bottom + slope
            );
            if !tile.label.is_empty() && tile.tint != Tint::Blank {
                let label = tile.label.replace('&', "&amp;").replace('<', "&lt;");
                let (x, y) = middle(tile.x, tile.y);
                let _ = write!(svg, "<text x=\"{x}\" y=\"{}\">{label}</text>", y + 4);
            }
        }
        let mut bar = |(x1, y1): (u32, u32), (x2, y2): (u32, u32), opacity: f32| {
            let _ = write!(
                svg,
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"black\" stroke-width=\"3\" stroke-opacity=\"{opacity}\"/>"
            );
        };
        for &((x, y), side) in &self.picture.borders {
            let (left, top, right, bottom) =
                (x * column, y * SIDE, x * column + SIDE, (y + 1) * SIDE);
            match side {
                Side::Bottom => bar((left, bottom), (right, bottom), 1.0),
                Side::Right => bar((right, top), (right, bottom), 1.0),
            }
        }
        for &((x1, y1), (x2, y2)) in &self.picture.links {
            bar(middle(x1, y1), middle(x2, y2), 0.35);
        }
        svg + "</svg>"
    }

    /// How much lower the sides of a tile begin than its middle, so that rows of hexagons lie
    /// within each other.
    fn slope(&self) -> u32 {
        match self.picture.shape {
            TileShape::Square => 0,
            TileShape::Hex => SIDE / 3,
        }
    }

    /// Rows of pixels, three bytes each, and how many rows and columns there are. Hexagons are
    /// drawn as squares, half a tile apart.
    pub(crate) fn pixels(&self) -> (Vec<u8>, [usize; 3]) {
        let column = PIXELS / self.span();
        let (width, height) = (self.picture.columns * column + 1, self.picture.rows * PIXELS + 1);
        let mut canvas = Canvas { width, bytes: PAPER.repeat((width * height) as usize) };
        for tile in &self.picture.tiles {
            let (left, top) = (tile.x * column, tile.y * PIXELS);
            canvas.fill((left, top), (PIXELS + 1, PIXELS + 1), LINE);
            canvas.fill((left + 1, top + 1), (PIXELS - 1, PIXELS - 1), ground(tile));
            if tile.tint != Tint::Blank {
                canvas.label(&tile.label, (left, top));
            }
        }
        for &((x, y), side) in &self.picture.borders {
            let (left, top) = (x * column, y * PIXELS);
            match side {
                Side::Bottom => canvas.fill((left, top + PIXELS - 1), (PIXELS, 2), INK),
                Side::Right => canvas.fill((left + PIXELS - 1, top), (2, PIXELS), INK),
            }
        }
        (canvas.bytes, [height as usize, width as usize, 3])
    }
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

struct Canvas {
    width: u32,
    bytes: Vec<u8>,
}

impl Canvas {
    fn fill(&mut self, (left, top): (u32, u32), (width, height): (u32, u32), colour: Colour) {
        for y in top..top + height {
            for x in left..left + width {
                let at = ((y * self.width + x) * 3) as usize;
                self.bytes[at..at + 3].copy_from_slice(&colour);
            }
        }
    }

    /// Writes a label in the middle of a tile; a long one in smaller dots.
    fn label(&mut self, label: &str, (left, top): (u32, u32)) {
        let letters = label.chars().count() as u32;
        let dot = if letters * 4 * DOT <= PIXELS + DOT { DOT } else { 1 };
        let wide = (letters * 4).saturating_sub(1) * dot;
        if letters == 0 || wide > PIXELS {
            return;
        }
        let (left, top) = (left + (PIXELS + 1 - wide) / 2, top + (PIXELS + 1 - 5 * dot) / 2);
        for (letter, at) in label.chars().zip(0..) {
            let rows = glyph(letter);
            for bit in (0..15).filter(|bit| rows >> (14 - bit) & 1 == 1) {
                let (x, y) = (left + (at * 4 + bit % 3) * dot, top + bit / 3 * dot);
                self.fill((x, y), (dot, dot), INK);
            }
        }
    }
}

/// Three by five dots, row by row from the top, the first in the highest bit.
fn glyph(letter: char) -> u16 {
    match letter {
        '0' => 0b111_101_101_101_111,
        '1' => 0b010_110_010_010_111,
        '2' => 0b111_001_111_100_111,
        '3' => 0b111_001_111_001_111,
        '4' => 0b101_101_111_001_001,
        '5' => 0b111_100_111_001_111,
        '6' => 0b111_100_111_101_111,
        '7' => 0b111_001_001_010_010,
        '8' => 0b111_101_111_101_111,
        '9' => 0b111_101_111_001_111,
        'E' => 0b111_100_111_100_111,
        'X' => 0b101_101_010_101_101,
        'I' => 0b111_010_010_010_111,
        'J' => 0b001_001_001_101_111,
        'L' => 0b100_100_100_100_111,
        'O' => 0b111_101_101_101_111,
        'S' => 0b111_100_111_001_111,
        'T' => 0b111_010_010_010_010,
        'Z' => 0b111_001_010_100_111,
        '<' => 0b001_010_100_010_001,
        '>' => 0b100_010_001_010_100,
        '=' => 0b000_111_000_111_000,
        '^' => 0b010_101_000_000_000,
        'v' => 0b000_000_101_101_010,
        '/' => 0b001_001_010_100_100,
        '\\' => 0b100_100_010_001_001,
        '*' => 0b101_010_111_010_101,
        '%' => 0b101_001_010_100_101,
        '#' => 0b101_111_101_111_101,
        _ => 0b111_111_111_111_111,
    }
}
