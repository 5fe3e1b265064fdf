//! The primitives of drawings. Writers for SVG, PDF and pixels need nothing else.

use super::ink::Ink;

type Spot = (f64, f64);

/// A drawn element; y grows downwards.
#[derive(Debug, Clone, PartialEq)]
pub struct Primitive {
    /// Role of the element, as a class of an SVG element: `ground`, `label`, `link tie`.
    pub class: &'static str,
    /// Shape and colours.
    pub form: Form,
}

/// The possible forms. `width` is the width of an outline or a line; without an ink there is none.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    /// An area with corners, which can be rounded if it is a rectangle.
    Polygon {
        /// Corners in order.
        points: Vec<(f64, f64)>,
        /// Radius of the rounded corners.
        rounding: f64,
        /// Ink of the area, if it is filled.
        fill: Option<Ink>,
        /// Ink of the outline, if there is one.
        outline: Option<Ink>,
        /// Width of the outline.
        width: f64,
    },
    /// A straight line with round ends.
    Line {
        /// Start point.
        from: (f64, f64),
        /// End point.
        to: (f64, f64),
        /// Ink of the line.
        ink: Ink,
        /// Width of the line.
        width: f64,
        /// Whether the line is dotted.
        is_dotted: bool,
    },
    /// A circle.
    Circle {
        /// Centre.
        middle: (f64, f64),
        /// Radius.
        radius: f64,
        /// Ink of the area, if it is filled.
        fill: Option<Ink>,
        /// Ink of the outline, if there is one.
        outline: Option<Ink>,
        /// Width of the outline.
        width: f64,
    },
    /// A text.
    Text {
        /// Middle or start of the baseline.
        at: (f64, f64),
        /// Whether `at` is the middle of the baseline rather than its start.
        is_centred: bool,
        /// Font size.
        size: f64,
        /// Whether the text is bold.
        is_bold: bool,
        /// Ink of the letters.
        ink: Ink,
        /// The text itself.
        text: String,
    },
}

impl Primitive {
    /// Returns a copy scaled by `scale`, with its origin moved to `at`.
    #[must_use]
    pub fn placed(&self, at: (f64, f64), scale: f64) -> Primitive {
        let mut moved = self.clone();
        let shift = |spot: &mut Spot| *spot = (at.0 + scale * spot.0, at.1 + scale * spot.1);
        match &mut moved.form {
            Form::Polygon { points, rounding, width, .. } => {
                points.iter_mut().for_each(shift);
                *rounding *= scale;
                *width *= scale;
            }
            Form::Line { from, to, width, .. } => {
                shift(from);
                shift(to);
                *width *= scale;
            }
            Form::Circle { middle, radius, width, .. } => {
                shift(middle);
                *radius *= scale;
                *width *= scale;
            }
            Form::Text { at, size, .. } => {
                shift(at);
                *size *= scale;
            }
        }
        moved
    }

    pub(super) fn polygon(class: &'static str, points: Vec<Spot>, fill: Ink) -> Primitive {
        let (fill, outline) = (Some(fill), None);
        Primitive {
            class,
            form: Form::Polygon { points, rounding: 0.0, fill, outline, width: 0.0 },
        }
    }

    pub(super) fn line(
        class: &'static str,
        from: Spot,
        to: Spot,
        ink: Ink,
        width: f64,
    ) -> Primitive {
        Primitive { class, form: Form::Line { from, to, ink, width, is_dotted: false } }
    }

    pub(super) fn disc(class: &'static str, middle: Spot, radius: f64, fill: Ink) -> Primitive {
        let (fill, outline) = (Some(fill), None);
        Primitive { class, form: Form::Circle { middle, radius, fill, outline, width: 0.0 } }
    }

    pub(super) fn text(
        class: &'static str,
        (x, y): Spot,
        size: f64,
        ink: Ink,
        text: &str,
    ) -> Primitive {
        // Capitals and digits are about 0.7 of the size high.
        let (at, text) = ((x, y + 0.35 * size), text.to_owned());
        Primitive {
            class,
            form: Form::Text { at, is_centred: true, size, is_bold: false, ink, text },
        }
    }

    /// Creates two lines that cross each other.
    pub(super) fn cross(
        class: &'static str,
        (x, y): Spot,
        reach: f64,
        ink: Ink,
        width: f64,
    ) -> [Primitive; 2] {
        [-reach, reach].map(|side| {
            Primitive::line(class, (x - side, y - reach), (x + side, y + reach), ink, width)
        })
    }
}
