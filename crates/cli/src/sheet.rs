//! Pages for printing: several boards on a page, with their solutions at the end. The painter draws
//! the boards; this module places them on A4, in points of a 72nd of an inch. Pages are written as
//! SVG (`svg.rs`) or PDF (`pdf.rs`).

mod pdf;
mod svg;

use quarry::Picture;
use quarry::painter::{Form, Ink, Primitive, Style, paint};

use crate::wrap;

pub(crate) use pdf::pdf;
pub(crate) use svg::svg;

/// Size of an A4 page in points.
const WIDTH: f64 = 595.0;
const HEIGHT: f64 = 842.0;
const MARGIN: f64 = 42.0;
const CAPTION: f64 = 11.0;
const NOTE: f64 = 8.0;
/// Maximum width of the lines around tiles, however large the tiles are.
const OUTLINE: f64 = 0.8;
/// Number of letters of the introduction that fit between the margins.
const LETTERS: usize = 104;

/// A page of primitives; y grows downwards.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Page {
    primitives: Vec<Primitive>,
}

/// A board with its title and a smaller note above it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SheetBoard {
    pub(crate) caption: String,
    pub(crate) note: String,
    pub(crate) picture: Picture,
}

/// Lays out pages with this many boards each, with an introduction at the top of the first.
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
    fn text(&mut self, at: (f64, f64), size: f64, is_bold: bool, text: &str) {
        let (ink, text) = (Ink::Text, text.to_owned());
        let form = Form::Text { at, is_centred: false, size, is_bold, ink, text };
        self.primitives.push(Primitive { class: "caption", form });
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
        let painting = paint(picture, &Style::PRINT);
        let (origin, (wide, high)) = (painting.origin, painting.size);
        let scale = ((width - GAP) / wide).min((height - head - GAP) / high);
        let at = (left - scale * origin.0, top + head - scale * origin.1);
        self.primitives.extend(painting.primitives().map(|drawn| {
            let mut placed = drawn.placed(at, scale);
            if let Form::Polygon { width, .. } = &mut placed.form {
                *width = width.min(OUTLINE);
            }
            placed
        }));
    }
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
                let drawn: Vec<_> = pages.iter().flat_map(|page| &page.primitives).collect();
                let is_ground = |drawn: &&&Primitive| drawn.class.starts_with("ground");
                assert_eq!(drawn.iter().filter(is_ground).count(), 7 * tiles);
                let inside = |&(x, y): &(f64, f64)| {
                    (MARGIN - 1.0..=WIDTH - MARGIN + 1.0).contains(&x)
                        && (MARGIN - 1.0..=HEIGHT - MARGIN + 1.0).contains(&y)
                };
                assert!(drawn.iter().all(|drawn| match &drawn.form {
                    Form::Polygon { points, .. } => points.iter().all(inside),
                    Form::Line { from, to, .. } => inside(from) && inside(to),
                    Form::Circle { middle, .. } => inside(middle),
                    Form::Text { at, .. } => inside(at),
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

    #[test]
    fn everything_a_picture_can_have_is_printed() {
        let board = |(name, picture): (&str, Picture)| SheetBoard {
            caption: name.to_owned(),
            note: String::new(),
            picture,
        };
        let boards: Vec<_> = crate::gallery::all().into_iter().map(board).collect();
        let pages = pages(&boards, 6, "");
        let drawn: Vec<_> = pages.iter().flat_map(|page| &page.primitives).collect();
        let count = |is: fn(&Form) -> bool| drawn.iter().filter(|drawn| is(&drawn.form)).count();
        let areas = count(|form| matches!(form, Form::Polygon { .. }));
        let circles = count(|form| matches!(form, Form::Circle { .. }));
        let lines = count(|form| matches!(form, Form::Line { .. }));
        let texts = count(|form| matches!(form, Form::Text { .. }));
        assert!([areas, circles, lines, texts].iter().all(|&count| count > 20));
        let drawing = svg(&pages);
        let tags = ["<polygon ", "<circle ", "<line ", "<text "];
        assert_eq!(tags.map(|tag| drawing.matches(tag).count()), [areas, circles, lines, texts]);
        let document = String::from_utf8(pdf(&pages)).expect("nothing but letters");
        let ends =
            |operator: &str| document.lines().filter(|line| line.ends_with(operator)).count();
        assert_eq!(ends(" f") + ends(" B"), areas + circles, "grounds and what is filled");
        assert_eq!(document.matches(" c ").count(), 4 * circles, "four curves each");
        assert_eq!((ends(" S Q"), ends(" Tj ET")), (lines, texts));
    }
}
