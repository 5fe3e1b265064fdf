//! Drawings as pixels, for learners and their videos. Nothing is smoothed: a pixel has the ink at
//! its middle, and texts are made of dots.

use quarry_core::Picture;

use super::primitive::{Form, Primitive};
use super::{Ink, Style, Theme, paint};

/// A tile is 16 pixels wide: labels of 3 x 5 dots fit in at double size.
const STYLE: Style = Style { theme: Theme::Screen, cell: 16.0, letters: true };
const DOT: i32 = 2;

/// Renders a picture as rows of pixels, three bytes each. Also returns the numbers of rows, columns
/// and bytes per pixel.
pub fn pixels(picture: &Picture) -> (Vec<u8>, [usize; 3]) {
    let painting = paint(picture, &STYLE);
    let [width, height] = [painting.size.0, painting.size.1].map(|side| side.ceil() as i32);
    let bytes = vec![u8::MAX; 3 * width as usize * height as usize];
    let mut canvas = PixelCanvas { width, height, bytes };
    let at = (-painting.origin.0, -painting.origin.1);
    painting.primitives().for_each(|primitive| canvas.draw(&primitive.placed(at, 1.0)));
    (canvas.bytes, [height as usize, width as usize, 3])
}

type Spot = (f64, f64);

struct PixelCanvas {
    width: i32,
    height: i32,
    bytes: Vec<u8>,
}

impl PixelCanvas {
    fn draw(&mut self, primitive: &Primitive) {
        match &primitive.form {
            Form::Polygon { points, fill, outline, width, .. } => {
                if let Some(ink) = fill {
                    self.fill(points, *ink);
                }
                let next = points.iter().cycle().skip(1);
                for (&from, &to) in points.iter().zip(next) {
                    if let Some(ink) = outline {
                        self.stroke(from, to, *width, *ink);
                    }
                }
            }
            Form::Line { from, to, ink, width, .. } => self.stroke(*from, *to, *width, *ink),
            Form::Circle { middle, radius, fill, outline, width } => {
                let (inner, outer) = (radius - width / 2.0, radius + width / 2.0);
                let box_of =
                    (middle.0 - outer, middle.1 - outer, middle.0 + outer, middle.1 + outer);
                self.paint(box_of, |(x, y)| {
                    let far = (x - middle.0).hypot(y - middle.1);
                    if far <= inner { *fill } else { outline.filter(|_| far <= outer) }
                });
            }
            Form::Text { at, size, ink, text, .. } => self.write(text, *at, *size, *ink),
        }
    }

    /// Gives each pixel of a box the ink at its middle.
    fn paint(
        &mut self,
        (left, top, right, bottom): (f64, f64, f64, f64),
        ink_at: impl Fn(Spot) -> Option<Ink>,
    ) {
        let along = |from: f64, to: f64, most: i32| {
            (from.floor() as i32).max(0)..(to.ceil() as i32).min(most)
        };
        for y in along(top, bottom, self.height) {
            for x in along(left, right, self.width) {
                if let Some(ink) = ink_at((f64::from(x) + 0.5, f64::from(y) + 0.5)) {
                    let at = 3 * (y * self.width + x) as usize;
                    self.bytes[at..at + 3].copy_from_slice(&ink.rgb(STYLE.theme));
                }
            }
        }
    }

    /// Fills a polygon: a pixel is inside if a ray to its left crosses the outline an odd number of
    /// times.
    fn fill(&mut self, points: &[Spot], ink: Ink) {
        let (xs, ys) = (points.iter().map(|spot| spot.0), points.iter().map(|spot| spot.1));
        let box_of = (
            xs.clone().fold(f64::MAX, f64::min),
            ys.clone().fold(f64::MAX, f64::min),
            xs.fold(f64::MIN, f64::max),
            ys.fold(f64::MIN, f64::max),
        );
        self.paint(box_of, |(x, y)| {
            let next = points.iter().cycle().skip(1);
            let crossed = points.iter().zip(next).filter(|&(&(x1, y1), &(x2, y2))| {
                (y1 > y) != (y2 > y) && x1 + (y - y1) / (y2 - y1) * (x2 - x1) < x
            });
            (crossed.count() % 2 == 1).then_some(ink)
        });
    }

    /// Draws a line, at least one pixel wide.
    fn stroke(&mut self, from: Spot, to: Spot, width: f64, ink: Ink) {
        let reach = width.max(1.0) / 2.0;
        let (right, down) = (to.0 - from.0, to.1 - from.1);
        let length = (right * right + down * down).max(f64::MIN_POSITIVE);
        let box_of = (
            from.0.min(to.0) - reach,
            from.1.min(to.1) - reach,
            from.0.max(to.0) + reach,
            from.1.max(to.1) + reach,
        );
        self.paint(box_of, |(x, y)| {
            let along = ((x - from.0) * right + (y - from.1) * down) / length;
            let along = along.clamp(0.0, 1.0);
            let far = (x - from.0 - along * right).hypot(y - from.1 - along * down);
            (far <= reach).then_some(ink)
        });
    }

    /// Writes a text around a place. A long text uses smaller dots; a text that is too long is
    /// omitted.
    fn write(&mut self, text: &str, (x, y): Spot, size: f64, ink: Ink) {
        let letters = text.chars().count() as i32;
        let cell = STYLE.cell as i32;
        // Notes are small; labels are as large as fits.
        let is_large = size > 0.3 * STYLE.cell && letters * 4 * DOT <= cell + DOT;
        let dot = if is_large { DOT } else { 1 };
        let wide = (letters * 4 - 1) * dot;
        if letters == 0 || wide > cell {
            return;
        }
        let left = (x - f64::from(wide) / 2.0).round();
        let top = (y - 0.35 * size - 2.5 * f64::from(dot)).round();
        for (letter, at) in text.chars().zip(0..) {
            let rows = glyph(letter);
            for bit in (0..15).filter(|bit| rows >> (14 - bit) & 1 == 1) {
                let (x, y) = ((at * 4 + bit % 3) * dot, bit / 3 * dot);
                let (left, top) = (left + f64::from(x), top + f64::from(y));
                let box_of = (left, top, left + f64::from(dot), top + f64::from(dot));
                self.paint(box_of, |_| Some(ink));
            }
        }
    }
}

/// Returns the glyph of 3 x 5 dots, row by row from the top, with the first dot in the highest bit.
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
