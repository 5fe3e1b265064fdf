//! Pages as a PDF document: lines, grounds and the letters of Helvetica, which every reader has. So
//! there is nothing to embed, and what is needed of the format (ISO 32000) fits on a page; letters
//! outside of Latin-1 become `?`.

use std::fmt::Write as _;

use super::{HEIGHT, Mark, Page, WIDTH};

/// The document. It holds no date and no name of a machine: the same pages are the same bytes.
pub(crate) fn pdf(pages: &[Page]) -> Vec<u8> {
    let first_page = 5;
    let kids: Vec<_> =
        (0..pages.len()).map(|index| format!("{} 0 R", first_page + 2 * index)).collect();
    let font = |name| {
        format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>")
    };
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count {} /Kids [{}] >>", pages.len(), kids.join(" ")),
        font("Helvetica"),
        font("Helvetica-Bold"),
    ];
    for page in pages {
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {} 0 R \
             /Resources << /Font << /Plain 3 0 R /Bold 4 0 R >> >> >>",
            objects.len() + 2
        ));
        let mut content = String::from("0.7 w 1 J 1 j\n");
        page.marks.iter().for_each(|mark| write(&mut content, mark));
        objects.push(format!("<< /Length {} >>\nstream\n{content}endstream", content.len()));
    }

    let mut document = String::from("%PDF-1.4\n");
    let mut offsets = Vec::new();
    for (object, number) in objects.iter().zip(1..) {
        offsets.push(document.len());
        let _ = write!(document, "{number} 0 obj\n{object}\nendobj\n");
    }
    let start = document.len();
    let size = objects.len() + 1;
    let _ = write!(document, "xref\n0 {size}\n0000000000 65535 f \n");
    offsets.iter().for_each(|offset| _ = writeln!(document, "{offset:010} 00000 n "));
    let _ =
        write!(document, "trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n");
    document.into_bytes()
}

/// Writes a mark in the operators of a content stream, whose y grows upwards.
fn write(content: &mut String, mark: &Mark) {
    let point = |&(x, y): &(f64, f64)| format!("{x:.2} {:.2}", HEIGHT - y);
    let _ = match mark {
        Mark::Polygon { points, ground } => {
            let mut way = points.iter().map(point);
            let first = way.next().unwrap_or_default();
            let rest: String = way.map(|point| format!(" {point} l")).collect();
            writeln!(content, "{ground:.2} g {first} m{rest} b")
        }
        Mark::Bar { from, to, width } => {
            writeln!(content, "q {width:.2} w {} m {} l S Q", point(from), point(to))
        }
        Mark::Text { at: (x, y), size, bold, centred, grey, text } => {
            let font = if *bold { "Bold" } else { "Plain" };
            let left = if *centred { x - size * width(text, *bold) / 2.0 } else { *x };
            let (at, text) = (point(&(left, *y)), escaped(text));
            writeln!(content, "BT /{font} {size:.2} Tf {grey:.2} g {at} Td ({text}) Tj ET")
        }
    };
}

/// How wide a text is at size 1. Digits are exact in Helvetica; labels are hardly ever anything
/// else, and other letters are taken as their average.
fn width(text: &str, bold: bool) -> f64 {
    let letter = if bold { 0.61 } else { 0.58 };
    text.chars().map(|c| if c.is_ascii_digit() { 0.556 } else { letter }).sum()
}

/// A text between parentheses; letters beyond ASCII by their number in Latin-1.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '(' | ')' | '\\' => escaped.extend(['\\', letter]),
            ' '..='~' => escaped.push(letter),
            '\u{a1}'..='\u{ff}' => _ = write!(escaped, "\\{:03o}", letter as u32),
            _ => escaped.push('?'),
        }
    }
    escaped
}
