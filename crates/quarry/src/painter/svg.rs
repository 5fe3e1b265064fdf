//! Drawings as SVG. The drawing has a title and a description for screen readers; tiles carry their
//! column and row, edges their tile and side.

use std::fmt::Write as _;

use quarry_core::{Edge, Picture, Side};

use super::primitive::{Form, Primitive};
use super::{Style, Theme, paint};

/// Writes a picture as a complete SVG drawing.
pub fn svg(picture: &Picture, style: &Style, title: &str) -> String {
    let painting = paint(picture, style);
    let ((left, top), (width, height)) = (painting.origin, painting.size);
    let [left, top, width, height] = [left, top, width, height].map(number);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" class=\"picture\" \
         width=\"{width}\" height=\"{height}\" viewBox=\"{left} {top} {width} {height}\" \
         font-family=\"Helvetica, Arial, sans-serif\"><title>{}</title><desc>{} columns, {} rows, \
         {} tiles</desc>",
        escaped(title),
        picture.columns,
        picture.rows,
        picture.tiles.len()
    );
    // Writing to a string cannot fail.
    for painted in &painting.tiles {
        let (x, y) = (painted.tile.x, painted.tile.y);
        let [left, top] = [painted.at.0, painted.at.1].map(number);
        let look = markup(&painting.looks[painted.look].primitives, style.theme);
        let _ = write!(
            svg,
            "<g class=\"tile\" data-x=\"{x}\" data-y=\"{y}\" transform=\"translate({left} {top})\">\
             {look}</g>"
        );
    }
    svg.push_str(&markup(&painting.links, style.theme));
    for (edge, primitives) in &painting.edges {
        let drawn = markup(primitives, style.theme);
        let _ = write!(svg, "<g data-edge=\"{}\">{drawn}</g>", edge_name(edge));
    }
    svg.push_str(&markup(&painting.dots, style.theme));
    svg.push_str("</svg>");
    svg
}

/// Returns the name of an edge: column, row and side of its tile.
pub fn edge_name(edge: &Edge) -> String {
    let side = match edge.side {
        Side::Top => "top",
        Side::Right => "right",
        Side::Bottom => "bottom",
        Side::Left => "left",
    };
    format!("{},{},{side}", edge.x, edge.y)
}

/// Writes primitives as elements of an SVG drawing.
pub fn markup<'a>(primitives: impl IntoIterator<Item = &'a Primitive>, theme: Theme) -> String {
    let mut svg = String::new();
    primitives.into_iter().for_each(|primitive| write(&mut svg, primitive, theme));
    svg
}

fn write(svg: &mut String, primitive: &Primitive, theme: Theme) {
    let class = primitive.class;
    let colours = |fill: &Option<super::Ink>, outline: &Option<super::Ink>, width: f64| {
        let fill = fill.map_or("none".to_owned(), |ink| ink.attribute(theme));
        let stroke = outline.map_or(String::new(), |ink| {
            format!(" stroke=\"{}\" stroke-width=\"{}\"", ink.attribute(theme), number(width))
        });
        format!("fill=\"{fill}\"{stroke}")
    };
    let _ = match &primitive.form {
        Form::Polygon { points, rounding, fill, outline, width } if *rounding > 0.0 => {
            let (x, y) = points[0];
            let (wide, high) = (points[2].0 - x, points[2].1 - y);
            let [x, y, wide, high, round] = [x, y, wide, high, *rounding].map(number);
            write!(
                svg,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" \
                 rx=\"{round}\" {}/>",
                colours(fill, outline, *width)
            )
        }
        Form::Polygon { points, fill, outline, width, .. } => {
            let points: Vec<_> =
                points.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
            let (points, colours) = (points.join(" "), colours(fill, outline, *width));
            write!(
                svg,
                "<polygon class=\"{class}\" points=\"{points}\" {colours} \
                 stroke-linejoin=\"round\"/>"
            )
        }
        Form::Line { from, to, ink, width, is_dotted } => {
            let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(number);
            let dots = match is_dotted {
                true => format!(" stroke-dasharray=\"0 {}\"", number(2.5 * width)),
                false => String::new(),
            };
            write!(
                svg,
                "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" \
                 stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"{dots}/>",
                ink.attribute(theme),
                number(*width)
            )
        }
        Form::Circle { middle, radius, fill, outline, width } => {
            let [x, y, radius] = [middle.0, middle.1, *radius].map(number);
            let colours = colours(fill, outline, *width);
            write!(
                svg,
                "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {colours}/>"
            )
        }
        Form::Text { at, is_centred, size, is_bold, ink, text } => {
            let [x, y, size] = [at.0, at.1, *size].map(number);
            let weight = if *is_bold { " font-weight=\"bold\"" } else { "" };
            let anchor = if *is_centred { " text-anchor=\"middle\"" } else { "" };
            let (fill, text) = (ink.attribute(theme), escaped(text));
            write!(
                svg,
                "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\"\
                 {anchor}{weight}>{text}</text>"
            )
        }
    };
}

/// Formats a number with at most two decimals, without trailing zeros.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
