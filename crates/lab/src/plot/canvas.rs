//! The drawing backend for plotters: it writes SVG for a page.
//!
//! Plotters' own SVG backend fixes size, colours and fonts, and only supports whole pixels. This
//! one scales with the page, uses the page's text colour and font, and takes coordinates in tenths
//! of a unit. Adjacent elements of the same style share a group, so that common attributes are
//! written once.

use std::convert::Infallible;
use std::fmt::Write as _;

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontStyle, FontTransform,
};

use super::paint;

/// The part of the page that plotters draws on.
pub(super) type Area<'a> = DrawingArea<Canvas<'a>, Shift>;

/// Result of drawing. Writing to a string cannot fail, but plotters' API requires a result.
pub(super) type Drawing = Result<(), DrawingAreaErrorKind<Infallible>>;

/// Width of a plot whose content fits. Text of 12 units stays readable when a phone shows this at
/// 360 pixels.
pub(super) const WIDTH: f64 = 520.0;

/// Converts units to the integers that plotters counts in: tenths of a unit.
pub(super) fn tenths(units: f64) -> i32 {
    (units * 10.0).round() as i32
}

/// Creates a complete plot from its title, its description in words, and its drawing.
pub(super) fn svg(
    title: &str,
    description: &str,
    (width, height): (f64, f64),
    draw: impl FnOnce(&Area) -> Drawing,
) -> String {
    let mut body = String::new();
    let size = (tenths(width) as u32, tenths(height) as u32);
    let area = Canvas { size, body: &mut body, open: String::new() }.into_drawing_area();
    draw(&area).and_then(|()| area.present()).expect("writing to a string cannot fail");
    drop(area);
    // A plot that had to be wider shrinks only until its text has its smallest readable size; then
    // the page must scroll.
    let least =
        if width > WIDTH { format!("min-width:{:.0}px;", width * 0.7) } else { String::new() };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         style=\"width:100%;height:auto;{least}max-width:{most:.0}px\">\
         <title>{title}</title><desc>{description}</desc>{body}</svg>\n",
        most = width * 1.25,
        title = escaped(title),
        description = escaped(description),
    )
}

/// Estimates the maximum width of a text. The page's font is unknown, so a wide one is assumed.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    let em = |letter: char| match letter {
        '%' | '@' | 'M' | 'W' | 'm' | 'w' | '\u{1100}'.. => 1.0,
        _ => 0.6,
    };
    text.chars().map(em).sum::<f64>() * size
}

/// Escapes a text for XML; characters that XML cannot hold become the replacement character.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\n' | '\t' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            control if control.is_control() => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// A plotters backend that writes SVG.
pub(super) struct Canvas<'a> {
    /// Width and height in tenths of a unit.
    size: (u32, u32),
    body: &'a mut String,
    /// Style of the group that is being written; empty if there is none.
    open: String,
}

type Written = Result<(), DrawingErrorKind<Infallible>>;

impl Canvas<'_> {
    fn write(&mut self, style: String, element: &str) -> Written {
        if self.open != style {
            self.close();
            let _ = write!(self.body, "<g {style}>");
            self.open = style;
        }
        self.body.push_str(element);
        Ok(())
    }

    fn close(&mut self) {
        if !self.open.is_empty() {
            self.body.push_str("</g>");
            self.open.clear();
        }
    }
}

/// Formats a length in tenths, as short as possible.
fn unit(tenths: i32) -> String {
    match (tenths / 10, tenths % 10) {
        (whole, 0) => whole.to_string(),
        (0, tenth) => format!("{}.{}", if tenth < 0 { "-" } else { "" }, tenth.abs()),
        (whole, tenth) => format!("{whole}.{}", tenth.abs()),
    }
}

fn opacity(what: &str, color: BackendColor) -> String {
    if color.alpha < 1.0 {
        format!(" {what}-opacity=\"{:.2}\"", color.alpha)
    } else {
        String::new()
    }
}

fn stroke<S: BackendStyle>(style: &S) -> String {
    let color = style.color();
    let dash = paint::dash_array(color.rgb)
        .map_or_else(String::new, |dash| format!(" stroke-dasharray=\"{dash}\""));
    format!(
        "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{dash}{}",
        paint::css(color.rgb),
        unit(style.stroke_width() as i32),
        opacity("stroke", color)
    )
}

fn fill<S: BackendStyle>(style: &S) -> String {
    let color = style.color();
    format!("fill=\"{}\"{}", paint::css(color.rgb), opacity("fill", color))
}

fn shape<S: BackendStyle>(style: &S, filled: bool) -> String {
    if filled { fill(style) } else { stroke(style) }
}

/// Returns the path through these points in relative coordinates. The horizontal and vertical
/// pieces of step lines use short forms, and consecutive pieces in the same direction are joined.
fn path(points: impl IntoIterator<Item = BackendCoord>) -> String {
    let mut corners: Vec<BackendCoord> = Vec::new();
    for (x, y) in points {
        if let [.., before, last] = corners[..] {
            let level = before.1 == last.1 && last.1 == y;
            let upright = before.0 == last.0 && last.0 == x;
            if level || upright {
                corners.pop();
            }
        }
        corners.push((x, y));
    }
    let Some(&(x, y)) = corners.first() else { return String::new() };
    let mut path = format!("M{} {}", unit(x), unit(y));
    for piece in corners.windows(2) {
        path.push_str(&match (piece[1].0 - piece[0].0, piece[1].1 - piece[0].1) {
            (0, 0) => String::new(),
            (right, 0) => format!("h{}", unit(right)),
            (0, down) => format!("v{}", unit(down)),
            (right, down) => format!("l{} {}", unit(right), unit(down)),
        });
    }
    path
}

impl DrawingBackend for Canvas<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Written {
        Ok(())
    }

    fn present(&mut self) -> Written {
        self.close();
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Written {
        self.draw_rect(point, (point.0 + 1, point.1 + 1), &color, true)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Written {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        filled: bool,
    ) -> Written {
        let rect = format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            unit(from.0.min(to.0)),
            unit(from.1.min(to.1)),
            unit((to.0 - from.0).abs()),
            unit((to.1 - from.1).abs())
        );
        self.write(shape(style, filled), &rect)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        points: I,
        style: &S,
    ) -> Written {
        let path = path(points);
        self.write(stroke(style), &format!("<path d=\"{path}\"/>"))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        filled: bool,
    ) -> Written {
        let circle = format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            unit(x),
            unit(y),
            unit(radius as i32)
        );
        self.write(shape(style, filled), &circle)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        points: I,
        style: &S,
    ) -> Written {
        let path = path(points);
        self.write(fill(style), &format!("<path d=\"{path}Z\"/>"))
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> Written {
        let anchor = match style.anchor().h_pos {
            HPos::Left => "",
            HPos::Center => " text-anchor=\"middle\"",
            HPos::Right => " text-anchor=\"end\"",
        };
        // SVG positions baselines; capitals are about 0.7 em high.
        let baseline = match style.anchor().v_pos {
            VPos::Top => 0.76,
            VPos::Center => 0.35,
            VPos::Bottom => -0.2,
        };
        let weight =
            if matches!(style.style(), FontStyle::Bold) { " font-weight=\"bold\"" } else { "" };
        let turn = match style.transform() {
            FontTransform::None => String::new(),
            FontTransform::Rotate90 => format!(" transform=\"rotate(90 {} {})\"", unit(x), unit(y)),
            FontTransform::Rotate180 => {
                format!(" transform=\"rotate(180 {} {})\"", unit(x), unit(y))
            }
            FontTransform::Rotate270 => {
                format!(" transform=\"rotate(270 {} {})\"", unit(x), unit(y))
            }
        };
        let size = unit(style.size().round() as i32);
        let lowered = unit(y + (style.size() * baseline).round() as i32);
        let words =
            format!("<text x=\"{}\" y=\"{lowered}\"{turn}>{}</text>", unit(x), escaped(text));
        let group = format!("{} font-size=\"{size}\"{anchor}{weight}", fill(&style.color()));
        self.write(group, &words)
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok((text_width(text, style.size()) as u32, style.size() as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_short() {
        assert_eq!(path([]), "");
        assert_eq!(path([(15, 20), (15, 20)]), "M1.5 2");
        assert_eq!(path([(0, 0), (10, 0), (25, 0), (25, -7), (30, 5)]), "M0 0h2.5v-.7l.5 1.2");
        assert_eq!([-15, -7, -20, 0, 3].map(unit), ["-1.5", "-.7", "-2", "0", ".3"]);
    }

    #[test]
    fn text_cannot_break_the_page() {
        assert_eq!(escaped("a <b> & \"c\"\0\n"), "a &lt;b&gt; &amp; \"c\"\u{fffd} ");
    }
}
