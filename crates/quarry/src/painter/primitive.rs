//! What drawings are made of. Writers for SVG, PDF and pixels need to know nothing else.

use super::ink::Ink;

type Spot = (f64, f64);

/// Something drawn; y grows downwards.
#[derive(Debug, Clone, PartialEq)]
pub struct Primitive {
    /// What it is part of, as a class of an SVG element: `ground`, `label`, `link tie`.
    pub class: &'static str,
    /// What is drawn.
    pub form: Form,
}

/// The forms there are. A line around a form or a line of its own has a width; without an ink there
/// is none.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    /// An area with corners, which are rounded by some radius where it is a rectangle.
    Polygon {
        /// The corners.
        points: Vec<(f64, f64)>,
        /// The radius of rounded corners.
        rounding: f64,
        /// What fills it.
        fill: Option<Ink>,
        /// What goes around it.
        outline: Option<Ink>,
        /// How wide the line around it is.
        width: f64,
    },
    /// A straight line with round ends.
    Line {
        /// Where it begins.
        from: (f64, f64),
        /// Where it ends.
        to: (f64, f64),
        /// What it is drawn with.
        ink: Ink,
        /// How wide it is.
        width: f64,
        /// Whether it is broken into dots.
        is_dotted: bool,
    },
    /// A circle.
    Circle {
        /// Its middle.
        middle: (f64, f64),
        /// Its radius.
        radius: f64,
        /// What fills it.
        fill: Option<Ink>,
        /// What goes around it.
        outline: Option<Ink>,
        /// How wide the line around it is.
        width: f64,
    },
    /// A text.
    Text {
        /// The middle of its foot, or where it begins.
        at: (f64, f64),
        /// Whether it lies around that place or begins there.
        is_centred: bool,
        /// The size of the letters.
        size: f64,
        /// Whether they are bold.
        is_bold: bool,
        /// What they are written with.
        ink: Ink,
        /// What is written.
        text: String,
    },
}

impl Primitive {
    /// The same, `scale` times as large, with what was at (0, 0) at `at`.
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
        // Capitals and digits are some 0.7 of the size high.
        let (at, text) = ((x, y + 0.35 * size), text.to_owned());
        Primitive {
            class,
            form: Form::Text { at, is_centred: true, size, is_bold: false, ink, text },
        }
    }

    /// Two lines that cross each other.
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
