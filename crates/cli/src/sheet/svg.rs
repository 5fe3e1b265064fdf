//! Pages as one SVG drawing, below each other.

use std::fmt::Write as _;

use quarry::painter::{Theme, markup};

use super::{HEIGHT, Page, WIDTH};

/// Draws all pages.
pub(crate) fn svg(pages: &[Page]) -> String {
    let height = HEIGHT * pages.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}pt\" height=\"{height}pt\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         font-family=\"Helvetica, Arial, sans-serif\"><title>Puzzles to be printed</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (page, index) in pages.iter().zip(0u32..) {
        let top = HEIGHT * f64::from(index);
        let drawn = markup(&page.primitives, Theme::Print);
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<g transform=\"translate(0 {top})\">{drawn}</g>");
    }
    svg.push_str("</svg>\n");
    svg
}
