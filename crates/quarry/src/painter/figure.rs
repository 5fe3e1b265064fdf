//! Small drawings of people and things. Each is drawn as if it looked to the right, in tile widths
//! from the upper left corner of the tile, and mirrored if it looks to the left.

use std::f64::consts::PI;

use quarry_core::{Pictogram, Side};

use super::ink::Ink;
use super::primitive::{Form, Primitive};

type Spot = (f64, f64);

/// Draws a figure in a tile of this width; `coat` is the colour of what has one.
pub(super) fn drawn(
    figure: Pictogram,
    facing: Side,
    coat: Ink,
    (width, height): Spot,
    cell: f64,
) -> Vec<Primitive> {
    let mut pen = Pen { drawn: Vec::new() };
    match figure {
        Pictogram::Entrance => pen.entrance(),
        Pictogram::Exit => pen.exit(),
        Pictogram::Eater => pen.eater(facing),
        Pictogram::Ghost => pen.ghost(facing, coat),
        Pictogram::Crate => pen.crate_box(coat),
        Pictogram::Bulb => pen.bulb(),
        Pictogram::Walker => pen.walker(),
        Pictogram::Climber => pen.climber(),
        Pictogram::Floater => pen.floater(),
        Pictogram::Digger => pen.digger(),
        Pictogram::Miner => pen.miner(),
        Pictogram::Basher => pen.basher(),
        Pictogram::Builder => pen.builder(),
        Pictogram::Blocker => pen.blocker(),
        Pictogram::Bomber => pen.bomber(),
    }
    let is_mirrored =
        facing == Side::Left && !matches!(figure, Pictogram::Eater | Pictogram::Ghost);
    let at = ((width - cell) / 2.0, (height - cell) / 2.0);
    let placed = pen.drawn.iter().map(|primitive| {
        let primitive = if is_mirrored { mirrored(primitive) } else { primitive.clone() };
        primitive.placed(at, cell)
    });
    placed.collect()
}

fn mirrored(primitive: &Primitive) -> Primitive {
    let mut other = primitive.clone();
    match &mut other.form {
        Form::Polygon { points, .. } => points.iter_mut().for_each(|spot| spot.0 = 1.0 - spot.0),
        Form::Line { from, to, .. } => (from.0, to.0) = (1.0 - from.0, 1.0 - to.0),
        Form::Circle { middle, .. } => middle.0 = 1.0 - middle.0,
        Form::Text { at, .. } => at.0 = 1.0 - at.0,
    }
    other
}

/// Width of limbs, and of outlines.
const LIMB: f64 = 0.075;
const OUTLINE: f64 = 0.035;

const SHOULDER: Spot = (0.5, 0.44);

struct Pen {
    drawn: Vec<Primitive>,
}

impl Pen {
    fn line(&mut self, from: Spot, to: Spot, ink: Ink, width: f64) {
        self.drawn.push(Primitive::line("figure", from, to, ink, width));
    }

    fn area(&mut self, points: &[Spot], fill: Ink, outline: Option<Ink>) {
        let form = Form::Polygon {
            points: points.to_vec(),
            rounding: 0.0,
            fill: Some(fill),
            outline,
            width: if outline.is_some() { OUTLINE } else { 0.0 },
        };
        self.drawn.push(Primitive { class: "figure", form });
    }

    fn disc(&mut self, middle: Spot, radius: f64, fill: Ink) {
        self.drawn.push(Primitive::disc("figure", middle, radius, fill));
    }

    /// Points of a part of a circle, by angles clockwise from the right.
    fn arc((x, y): Spot, radius: f64, from: f64, to: f64) -> Vec<Spot> {
        const STEPS: u32 = 16;
        let angle = |step: u32| from + (to - from) * f64::from(step) / f64::from(STEPS);
        let spot = |angle: f64| (x + radius * angle.cos(), y + radius * angle.sin());
        (0..=STEPS).map(|step| spot(angle(step))).collect()
    }

    /// Head and robe of somebody, moved from the usual place.
    fn person(&mut self, (right, down): Spot) {
        let robe = [(0.44, 0.36), (0.58, 0.36), (0.67, 0.76), (0.35, 0.76)];
        let robe = robe.map(|(x, y)| (x + right, y + down));
        self.area(&robe, Ink::Drawn, None);
        self.disc((0.52 + right, 0.25 + down), 0.12, Ink::OnShaded);
        let mut hair = Pen::arc((0.5 + right, 0.23 + down), 0.16, 0.62 * PI, 1.86 * PI);
        hair.push((0.5 + right, 0.2 + down));
        self.area(&hair, Ink::Kind(2), Some(Ink::Text));
    }

    fn legs(&mut self, left: f64, right: f64) {
        self.line((0.46, 0.78), (left, 0.94), Ink::Text, LIMB);
        self.line((0.56, 0.78), (right, 0.94), Ink::Text, LIMB);
    }

    fn arm(&mut self, to: Spot) {
        self.line(SHOULDER, to, Ink::Text, LIMB);
    }

    fn walker(&mut self) {
        self.legs(0.36, 0.68);
        self.person((0.0, 0.0));
        self.arm((0.66, 0.6));
    }

    fn climber(&mut self) {
        self.line((0.66, 0.78), (0.9, 0.7), Ink::Text, LIMB);
        self.line((0.6, 0.78), (0.88, 0.92), Ink::Text, LIMB);
        self.person((0.1, 0.0));
        self.line((0.62, 0.42), (0.92, 0.2), Ink::Text, LIMB);
        self.line((0.62, 0.48), (0.92, 0.46), Ink::Text, LIMB);
    }

    fn floater(&mut self) {
        let mut shade = Pen::arc((0.5, 0.3), 0.4, PI, 2.0 * PI);
        shade.extend([(0.76, 0.23), (0.63, 0.3), (0.5, 0.23), (0.37, 0.3), (0.24, 0.23)]);
        self.line((0.42, 0.98), (0.46, 0.88), Ink::Text, LIMB);
        self.line((0.58, 0.98), (0.54, 0.88), Ink::Text, LIMB);
        let robe = [(0.45, 0.58), (0.57, 0.58), (0.64, 0.88), (0.37, 0.88)];
        self.area(&robe, Ink::Drawn, None);
        self.disc((0.51, 0.5), 0.1, Ink::OnShaded);
        let mut hair = Pen::arc((0.5, 0.48), 0.13, 0.62 * PI, 1.86 * PI);
        hair.push((0.5, 0.46));
        self.area(&hair, Ink::Kind(2), Some(Ink::Text));
        self.line((0.68, 0.28), (0.68, 0.66), Ink::Text, 0.04);
        self.line((0.52, 0.66), (0.68, 0.62), Ink::Text, LIMB);
        self.area(&shade, Ink::Kind(6), Some(Ink::Text));
    }

    fn digger(&mut self) {
        self.legs(0.32, 0.7);
        self.person((0.0, 0.0));
        self.arm((0.56, 0.62));
        self.line((0.56, 0.42), (0.56, 0.84), Ink::Earth, 0.05);
        self.area(&[(0.48, 0.82), (0.64, 0.82), (0.56, 1.0)], Ink::Text, None);
        self.disc((0.2, 0.92), 0.05, Ink::Earth);
        self.disc((0.84, 0.9), 0.05, Ink::Earth);
    }

    fn miner(&mut self) {
        self.legs(0.34, 0.6);
        self.person((-0.04, 0.0));
        self.arm((0.68, 0.58));
        self.line((0.56, 0.5), (0.86, 0.8), Ink::Earth, 0.05);
        self.line((0.76, 0.94), (0.95, 0.66), Ink::Text, 0.07);
    }

    fn basher(&mut self) {
        self.legs(0.32, 0.64);
        self.person((-0.04, 0.0));
        self.line((0.48, 0.44), (0.82, 0.42), Ink::Text, LIMB);
        self.line((0.48, 0.5), (0.78, 0.6), Ink::Text, LIMB);
        for (from, to) in [((0.9, 0.28), (0.98, 0.2)), ((0.92, 0.5), (0.99, 0.5))] {
            self.line(from, to, Ink::Earth, 0.05);
        }
        self.line((0.9, 0.7), (0.98, 0.78), Ink::Earth, 0.05);
    }

    fn builder(&mut self) {
        self.legs(0.36, 0.6);
        self.person((-0.06, 0.0));
        self.line((0.46, 0.46), (0.74, 0.62), Ink::Text, LIMB);
        let brick = [(0.66, 0.62), (0.96, 0.62), (0.96, 0.76), (0.66, 0.76)];
        self.area(&brick, Ink::Earth, Some(Ink::Text));
        let step = [(0.74, 0.86), (1.0, 0.86), (1.0, 0.98), (0.74, 0.98)];
        self.area(&step, Ink::Earth, Some(Ink::Text));
    }

    fn blocker(&mut self) {
        self.legs(0.3, 0.72);
        self.person((0.0, 0.0));
        for (elbow, hand) in [((0.24, 0.44), (0.1, 0.3)), ((0.78, 0.44), (0.92, 0.3))] {
            self.arm(elbow);
            self.line(elbow, hand, Ink::Text, LIMB);
        }
    }

    fn bomber(&mut self) {
        self.legs(0.38, 0.64);
        self.person((0.0, 0.0));
        self.line((0.44, 0.42), (0.3, 0.14), Ink::Text, LIMB);
        self.line((0.58, 0.42), (0.74, 0.14), Ink::Text, LIMB);
        let spark = (0..16).map(|corner| {
            let radius = if corner % 2 == 0 { 0.17 } else { 0.08 };
            let angle = PI * f64::from(corner) / 8.0;
            (0.82 + radius * angle.cos(), 0.62 + radius * angle.sin())
        });
        let spark: Vec<Spot> = spark.collect();
        self.area(&spark, Ink::Excluded, None);
    }

    /// A hatch in the ceiling with both flaps open.
    fn entrance(&mut self) {
        let frame = [(0.06, 0.02), (0.94, 0.02), (0.94, 0.16), (0.06, 0.16)];
        self.area(&frame, Ink::Earth, Some(Ink::Text));
        for (hinge, end) in [((0.1, 0.18), (0.02, 0.46)), ((0.9, 0.18), (0.98, 0.46))] {
            self.line(hinge, end, Ink::Earth, 0.09);
        }
    }

    /// A gate with an arch and an open door.
    fn exit(&mut self) {
        let mut gate = vec![(0.08, 0.98)];
        gate.extend(Pen::arc((0.5, 0.46), 0.42, PI, 2.0 * PI));
        gate.push((0.92, 0.98));
        self.area(&gate, Ink::Kind(0), Some(Ink::Text));
        let mut door = vec![(0.26, 0.98)];
        door.extend(Pen::arc((0.5, 0.52), 0.24, PI, 2.0 * PI));
        door.push((0.74, 0.98));
        self.area(&door, Ink::OnKind(0), None);
    }

    fn eater(&mut self, facing: Side) {
        let (right, down) = facing.step();
        let towards = f64::from(down).atan2(f64::from(right));
        let middle = (0.5, 0.5);
        let mut head = vec![middle];
        head.extend(Pen::arc(middle, 0.42, towards + 0.2 * PI, towards + 1.8 * PI));
        self.area(&head, Ink::Kind(3), Some(Ink::Text));
        let eye = if down == 0 { (0.5, 0.28) } else { (0.28, 0.5) };
        self.disc(eye, 0.055, Ink::OnKind(3));
    }

    /// A ghost whose eyes look ahead.
    fn ghost(&mut self, facing: Side, coat: Ink) {
        let mut sheet = Pen::arc((0.5, 0.46), 0.38, PI, 2.0 * PI);
        sheet.extend([(0.88, 0.92), (0.76, 0.82), (0.63, 0.92), (0.5, 0.82)]);
        sheet.extend([(0.37, 0.92), (0.24, 0.82), (0.12, 0.92)]);
        self.area(&sheet, coat, Some(Ink::Text));
        let (right, down) = facing.step();
        for x in [0.36, 0.64] {
            self.disc((x, 0.44), 0.11, Ink::OnKind(0));
            self.disc((x, 0.44), 0.085, Ink::Paper);
            let pupil = (x + 0.04 * f64::from(right), 0.44 + 0.04 * f64::from(down));
            self.disc(pupil, 0.05, Ink::OnKind(0));
        }
    }

    fn crate_box(&mut self, coat: Ink) {
        let ink = match coat {
            Ink::Kind(kind) => Ink::OnKind(kind),
            _ => Ink::Text,
        };
        let corners = [(0.14, 0.14), (0.86, 0.14), (0.86, 0.86), (0.14, 0.86)];
        for (&from, &to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            self.line(from, to, ink, 0.06);
        }
        self.line(corners[0], corners[2], ink, 0.06);
        self.line(corners[1], corners[3], ink, 0.06);
    }

    fn bulb(&mut self) {
        for ray in 0..8 {
            let angle = PI * f64::from(ray) / 4.0;
            let (right, down) = (angle.cos(), angle.sin());
            let at = |far: f64| (0.5 + far * right, 0.45 + far * down);
            self.line(at(0.32), at(0.4), Ink::Text, 0.04);
        }
        let base = [(0.41, 0.6), (0.59, 0.6), (0.57, 0.84), (0.43, 0.84)];
        self.area(&base, Ink::Wall, Some(Ink::Text));
        let form = Form::Circle {
            middle: (0.5, 0.45),
            radius: 0.24,
            fill: Some(Ink::Beam),
            outline: Some(Ink::Text),
            width: OUTLINE,
        };
        self.drawn.push(Primitive { class: "figure", form });
    }
}
