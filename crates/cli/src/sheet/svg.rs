//! Pages as one SVG drawing, below each other.

use std::fmt::Write as _;

use super::{HEIGHT, Mark, Page, WIDTH};

/// The drawing of all pages.
pub(crate) fn svg(pages: &[Page]) -> String {
    let height = HEIGHT * pages.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}pt\" height=\"{height}pt\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"Helvetica, Arial, sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (page, index) in pages.iter().zip(0u32..) {
        let _ = writeln!(svg, "<g transform=\"translate(0 {})\">", HEIGHT * f64::from(index));
        page.marks.iter().for_each(|mark| write(&mut svg, mark));
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

fn write(svg: &mut String, mark: &Mark) {
    let _ = match mark {
        Mark::Polygon { points, ground } => {
            let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
            let (points, ground) = (points.join(" "), colour(*ground));
            writeln!(
                svg,
                "<polygon points=\"{points}\" fill=\"{ground}\" stroke=\"black\" stroke-width=\"0.7\"/>"
            )
        }
        Mark::Bar { from, to, width } => writeln!(
            svg,
            "<line x1=\"{:.2}\" y1=\"{:.2}\" x2=\"{:.2}\" y2=\"{:.2}\" stroke=\"black\" stroke-width=\"{width:.2}\" \
             stroke-linecap=\"round\"/>",
            from.0, from.1, to.0, to.1
        ),
        Mark::Text { at: (x, y), size, bold, centred, grey, text } => {
            let weight = if *bold { " font-weight=\"bold\"" } else { "" };
            let anchor = if *centred { " text-anchor=\"middle\"" } else { "" };
            let (fill, text) = (colour(*grey), text.replace('&', "&amp;").replace('<', "&lt;"));
            writeln!(
                svg,
                "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\" fill=\"{fill}\"{weight}{anchor}>{text}</text>"
            )
        }
    };
}

fn colour(grey: f64) -> String {
    let part = (grey * 255.0).round() as u8;
    format!("#{part:02x}{part:02x}{part:02x}")
}
