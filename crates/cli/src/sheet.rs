//! Pages to be printed: several boards on a page, their solutions at the end. What is drawn is said
//! once, as marks in points of a 72nd of an inch on A4, and written as SVG (`svg.rs`) or PDF
//! (`pdf.rs`).

mod pdf;
mod svg;

use quarry::{Picture, Tile, TileShape, Tint};

use crate::wrap;

pub(crate) use pdf::pdf;
pub(crate) use svg::svg;

/// A4.
const WIDTH: f64 = 595.0;
const HEIGHT: f64 = 842.0;
const MARGIN: f64 = 42.0;
const CAPTION: f64 = 11.0;
const NOTE: f64 = 8.0;
/// How many letters of the introduction fit between the margins.
const LETTERS: usize = 104;

/// The greys of what is filled: 0 black, 1 white.
const GIVEN: f64 = 0.88;
const KINDS: [f64; 6] = [1.0, 0.85, 0.7, 0.55, 0.4, 0.25];

/// Something drawn.
#[derive(Debug, Clone, PartialEq)]
enum Mark {
    /// A closed line around a ground of some grey.
    Polygon { points: Vec<(f64, f64)>, ground: f64 },
    /// A thick line.
    Bar { from: (f64, f64), to: (f64, f64), width: f64 },
    /// A text: at its middle, or where it begins, always at the height of its foot.
    Text { at: (f64, f64), size: f64, bold: bool, centred: bool, grey: f64, text: String },
}

/// A page of marks; y grows downwards.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Page {
    marks: Vec<Mark>,
}

/// A board with what stands above it, the note smaller.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SheetBoard {
    pub(crate) caption: String,
    pub(crate) note: String,
    pub(crate) picture: Picture,
}

/// Pages of so many boards each, with an introduction at the head of the first.
pub(crate) fn pages(boards: &[SheetBoard], per_page: usize, introduction: &str) -> Vec<Page> {
    let lines = wrap::lines(introduction, LETTERS, LETTERS);
    let mut pages: Vec<Page> = Vec::new();
    for chunk in boards.chunks(per_page) {
        let mut page = Page::default();
        let mut top = MARGIN;
        if pages.is_empty() && !introduction.is_empty() {
            for line in &lines {
                top += CAPTION * 1.3;
                page.text((MARGIN, top), CAPTION, false, line);
            }
            top += CAPTION;
        }
        let columns = (per_page as f64 / 2.0).sqrt().ceil();
        let rows = (per_page as f64 / columns).ceil();
        let size = ((WIDTH - 2.0 * MARGIN) / columns, (HEIGHT - MARGIN - top) / rows);
        for (board, index) in chunk.iter().zip(0..) {
            let (column, row) = (index % columns as usize, index / columns as usize);
            page.board(board, (MARGIN + column as f64 * size.0, top + row as f64 * size.1), size);
        }
        pages.push(page);
    }
    pages
}

impl Page {
    fn text(&mut self, at: (f64, f64), size: f64, bold: bool, text: &str) {
        self.marks.push(Mark::Text {
            at,
            size,
            bold,
            centred: false,
            grey: 0.0,
            text: text.to_owned(),
        });
    }

    /// Draws a board as large as it fits into a box.
    fn board(&mut self, board: &SheetBoard, (left, top): (f64, f64), (width, height): (f64, f64)) {
        const GAP: f64 = 14.0;
        let SheetBoard { caption, note, picture } = board;
        self.text((left, top + CAPTION), CAPTION, true, caption);
        let mut head = CAPTION * 1.7;
        if !note.is_empty() {
            self.text((left, top + CAPTION + NOTE * 1.3), NOTE, false, note);
            head += NOTE * 1.3;
        }
        let (wide, high) = extent(picture);
        let scale = ((width - GAP) / wide).min((height - head - GAP) / high);
        let origin = (left, top + head);
        let place = |(x, y): (f64, f64)| (origin.0 + scale * x, origin.1 + scale * y);

        let drawn = picture.tiles.iter().filter(|tile| tile.tint != Tint::Blank);
        for tile in drawn.clone() {
            let points = outline(picture.shape, centre(picture.shape, (tile.x, tile.y)));
            self.marks.push(Mark::Polygon {
                points: points.into_iter().map(place).collect(),
                ground: ground(tile),
            });
        }
        for &(one, other) in &picture.links {
            let (one, other) = (centre(picture.shape, one), centre(picture.shape, other));
            let between =
                |share: f64| (one.0 + share * (other.0 - one.0), one.1 + share * (other.1 - one.1));
            self.marks.push(Mark::Bar {
                from: place(between(0.38)),
                to: place(between(0.62)),
                width: scale * 0.1,
            });
        }
        let longest =
            drawn.clone().map(|tile| tile.label.chars().count()).max().unwrap_or(1).max(1);
        let size = scale * (0.5_f64).min(1.25 / longest as f64);
        for tile in drawn.filter(|tile| !tile.label.is_empty()) {
            let (x, y) = place(centre(picture.shape, (tile.x, tile.y)));
            self.marks.push(Mark::Text {
                at: (x, y + size * 0.36),
                size,
                bold: tile.tint == Tint::Given,
                centred: true,
                grey: if ground(tile) < 0.5 { 1.0 } else { 0.0 },
                text: tile.label.clone(),
            });
        }
    }
}

fn ground(tile: &Tile) -> f64 {
    match tile.tint {
        Tint::Given => GIVEN,
        Tint::Kind(kind) => KINDS[usize::from(kind) % KINDS.len()],
        _ => 1.0,
    }
}

/// Half the diagonal of a hexagon that is one unit wide.
fn radius() -> f64 {
    1.0 / 3.0_f64.sqrt()
}

/// How wide and high a picture is, in tiles' widths.
fn extent(picture: &Picture) -> (f64, f64) {
    let (columns, rows) = (f64::from(picture.columns.max(1)), f64::from(picture.rows.max(1)));
    match picture.shape {
        TileShape::Square => (columns, rows),
        TileShape::Hex => (columns / 2.0, radius() * (1.5 * (rows - 1.0) + 2.0)),
    }
}

fn centre(shape: TileShape, (x, y): (u32, u32)) -> (f64, f64) {
    let (x, y) = (f64::from(x), f64::from(y));
    match shape {
        TileShape::Square => (x + 0.5, y + 0.5),
        TileShape::Hex => ((x + 1.0) / 2.0, radius() * (1.0 + 1.5 * y)),
    }
}

fn outline(shape: TileShape, (x, y): (f64, f64)) -> Vec<(f64, f64)> {
    let r = radius();
    let corners: &[(f64, f64)] = match shape {
        TileShape::Square => &[(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)],
        TileShape::Hex => &[
            (0.0, -r),
            (0.5, -r / 2.0),
            (0.5, r / 2.0),
            (0.0, r),
            (-0.5, r / 2.0),
            (-0.5, -r / 2.0),
        ],
    };
    corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(example: &str, count: usize) -> Vec<SheetBoard> {
        let text = quarry::Catalogue::standard().example(example).expect("an example").text;
        let picture = quarry::Catalogue::standard().open(text).expect("it is read").picture();
        (1..=count)
            .map(|number| SheetBoard {
                caption: format!("{number} & <more>"),
                note: "hex".to_owned(),
                picture: picture.clone(),
            })
            .collect()
    }

    #[test]
    fn all_boards_are_drawn_within_their_pages() {
        for (example, tiles) in [("hidato/paper-figure-1", 37), ("samegame/standard-01", 225)] {
            for per_page in [1, 2, 4, 6] {
                let pages = pages(&boards(example, 7), per_page, "How it goes.");
                assert_eq!(pages.len(), 7_usize.div_ceil(per_page));
                let marks: Vec<&Mark> = pages.iter().flat_map(|page| &page.marks).collect();
                let polygons =
                    marks.iter().filter(|mark| matches!(mark, Mark::Polygon { .. })).count();
                assert_eq!(polygons, 7 * tiles);
                let inside = |&(x, y): &(f64, f64)| {
                    (MARGIN - 1.0..=WIDTH - MARGIN + 1.0).contains(&x)
                        && (MARGIN - 1.0..=HEIGHT - MARGIN + 1.0).contains(&y)
                };
                assert!(marks.iter().all(|mark| match mark {
                    Mark::Polygon { points, .. } => points.iter().all(inside),
                    Mark::Bar { from, to, .. } => inside(from) && inside(to),
                    Mark::Text { at, .. } => inside(at),
                }));
            }
        }
    }

    #[test]
    fn both_forms_hold_every_page_and_label() {
        let pages = pages(&boards("hidato/paper-figure-1", 3), 2, "");
        let drawing = svg(&pages);
        assert_eq!(drawing.matches("<polygon").count(), 3 * 37);
        assert_eq!(drawing.matches(">34</text>").count(), 3);
        assert!(
            drawing.contains("3 &amp; &lt;more>") && drawing.contains("viewBox=\"0 0 595 1684\"")
        );
        let document = String::from_utf8(pdf(&pages)).expect("nothing but letters");
        assert_eq!(document.matches("/Type /Page /").count(), 2);
        assert_eq!(document.matches("(34) Tj").count(), 3);
        let start: usize = document
            .rsplit("startxref\n")
            .next()
            .and_then(|rest| rest.lines().next())
            .unwrap()
            .parse()
            .unwrap();
        assert!(document[start..].starts_with("xref\n"));
    }
}
