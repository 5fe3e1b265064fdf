//! Pages as a PDF document: lines, areas and the letters of Helvetica, which every viewer has. So
//! no fonts are embedded, and only a small part of the format (ISO 32000) is needed; letters
//! outside Latin-1 become `?`.

use std::fmt::Write as _;

use quarry::painter::{Form, Ink, Primitive, Theme};

use super::{HEIGHT, Page, WIDTH};

/// Writes the document. It contains no date and no machine name: the same pages give the same
/// bytes.
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
        let mut content = String::from("1 J 1 j\n");
        page.primitives.iter().for_each(|drawn| write(&mut content, drawn));
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

/// Writes a primitive with the operators of a content stream, whose y grows upwards.
fn write(content: &mut String, drawn: &Primitive) {
    let point = |&(x, y): &(f64, f64)| format!("{x:.2} {:.2}", HEIGHT - y);
    // Writing to a string cannot fail.
    let _ = match &drawn.form {
        Form::Polygon { points, fill, outline, width, .. } => {
            let mut way = points.iter().map(point);
            let first = way.next().unwrap_or_default();
            let rest: String = way.map(|point| format!(" {point} l")).collect();
            let paint = painted(*fill, *outline, *width);
            writeln!(content, "{} {first} m{rest} h {}", paint.0, paint.1)
        }
        Form::Line { from, to, ink, width, is_dotted } => {
            let dots = match is_dotted {
                true => format!(" [0 {:.2}] 0 d", 2.5 * width),
                false => String::new(),
            };
            let (ink, from, to) = (colour(*ink), point(from), point(to));
            writeln!(content, "q {ink} RG {width:.2} w{dots} {from} m {to} l S Q")
        }
        Form::Circle { middle: (x, y), radius, fill, outline, width } => {
            // The distance of the control points at which four curves come closest to a circle.
            let bend = 0.5523 * radius;
            let spot = |right: f64, down: f64| point(&(x + right, y + down));
            let quarter = |(right, down): (f64, f64)| {
                let near = spot(right * radius - down * bend, down * radius + right * bend);
                let far = spot(right * bend - down * radius, down * bend + right * radius);
                format!(" {near} {far} {} c", spot(-down * radius, right * radius))
            };
            let around: String =
                [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].map(quarter).concat();
            let paint = painted(*fill, *outline, *width);
            writeln!(content, "{} {} m{around} h {}", paint.0, spot(*radius, 0.0), paint.1)
        }
        Form::Text { at: (x, y), is_centred, size, is_bold, ink, text } => {
            let font = if *is_bold { "Bold" } else { "Plain" };
            let left = if *is_centred { x - size * width(text, *is_bold) / 2.0 } else { *x };
            let (at, ink, text) = (point(&(left, *y)), colour(*ink), escaped(text));
            writeln!(content, "BT /{font} {size:.2} Tf {ink} rg {at} Td ({text}) Tj ET")
        }
    };
}

fn colour(ink: Ink) -> String {
    let parts = ink.rgb(Theme::Print).map(|part| format!("{:.2}", f64::from(part) / 255.0));
    parts.join(" ")
}

/// Returns the operators that set the colours of an area, and the one that paints it.
fn painted(fill: Option<Ink>, outline: Option<Ink>, width: f64) -> (String, &'static str) {
    let fill = fill.map(|ink| format!("{} rg", colour(ink)));
    let line = outline.map(|ink| format!("{} RG {width:.2} w", colour(ink)));
    let paint = match (&fill, &line) {
        (Some(_), Some(_)) => "B",
        (Some(_), None) => "f",
        (None, Some(_)) => "S",
        (None, None) => "n",
    };
    (fill.into_iter().chain(line).collect::<Vec<_>>().join(" "), paint)
}

/// Returns the width of a text at size 1. Digits are exact in Helvetica; labels rarely contain
/// anything else, and other letters count as their average.
fn width(text: &str, bold: bool) -> f64 {
    let letter = if bold { 0.61 } else { 0.58 };
    text.chars().map(|c| if c.is_ascii_digit() { 0.556 } else { letter }).sum()
}

/// Formats a text in parentheses; letters beyond ASCII are written as Latin-1 codes.
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
