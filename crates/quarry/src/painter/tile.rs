//! The content of a tile: background, marks and label. Everything is drawn relative to the tile's
//! bounding box, so that equal tiles share one look.

use std::f64::consts::PI;

use quarry_core::{Corner, LinkKind, Mark, Pictogram, Picture, Side, Tile, TileShape, Tint};

use super::figure;
use super::geometry::Geometry;
use super::ink::{Ink, KIND_COUNT};
use super::primitive::{Form, Primitive};
use super::{Style, Theme};

/// Scale of a tile that lies on another one of the same size, so that both are visible.
const UPPER: f64 = 0.62;

/// Drawing parameters that all tiles of a picture share.
pub(super) struct Manner {
    /// Free space around a tile, in tile widths, and the radius of its corners.
    gap: f64,
    rounding: f64,
    /// Whether thin lines divide the tiles.
    is_ruled: bool,
    /// Whether kinds are shown by their labels.
    is_lettered: bool,
    /// Whether the labels of plain tiles merely repeat the tint.
    is_redundant: bool,
    /// Whether blank tiles have a background.
    has_blanks: bool,
    /// Whether the tiles are the vertices of a graph, which are circles.
    is_graph: bool,
}

impl Manner {
    pub(super) fn of(picture: &Picture, style: &Style) -> Self {
        let is_print = style.theme == Theme::Print;
        // If lines are drawn on or between tiles, the tiles touch each other.
        let has_lines = picture.has_lines();
        let has_tint =
            |known: fn(&Tint) -> bool| picture.tiles.iter().filter(move |tile| known(&tile.tint));
        let is_loose = !is_print && !has_lines;
        let mut kinds = has_tint(|tint| matches!(tint, Tint::Kind(_)));
        Manner {
            gap: if is_loose { 0.035 } else { 0.0 },
            rounding: if is_loose && picture.shape != TileShape::Hex { 0.125 } else { 0.0 },
            // Dots on the corners already show where the cells are.
            is_ruled: (is_print || has_lines) && picture.dots.is_empty(),
            is_lettered: style.letters
                || kinds.any(
                    |tile| matches!(tile.tint, Tint::Kind(kind) if usize::from(kind) >= KIND_COUNT),
                ),
            is_redundant: has_tint(|&tint| tint == Tint::Blank).any(|tile| !tile.label.is_empty()),
            has_blanks: !is_print,
            is_graph: picture.links.iter().any(|link| link.kind == LinkKind::GraphEdge),
        }
    }
}

/// Draws a tile, relative to the upper left corner of its bounding box.
pub(super) fn look(tile: &Tile, geometry: &Geometry, manner: &Manner) -> Vec<Primitive> {
    let mut drawn = Vec::new();
    ground(&mut drawn, tile, geometry, manner);
    if manner.is_graph {
        put(&mut drawn, &Mark::Circle, tile, geometry);
    }
    if tile.tint == Tint::Actor && !has_figure(tile) {
        let (width, height) = geometry.tile_size();
        let middle = (width / 2.0, height / 2.0);
        drawn.push(Primitive::disc("actor", middle, geometry.cell * 0.42, Ink::Drawn));
    }
    for mark in &tile.marks {
        match mark {
            Mark::Note(..) if is_bare(tile, manner) => {
                let blank = Tile { tint: Tint::Blank, ..tile.clone() };
                put(&mut drawn, mark, &blank, geometry);
            }
            Mark::Arrow(_) if has_figure(tile) => {}
            mark => put(&mut drawn, mark, tile, geometry),
        }
    }
    label(&mut drawn, tile, geometry, manner);
    if tile.layer == 0 || geometry.shape == TileShape::Large {
        return drawn;
    }
    let (width, height) = geometry.tile_size();
    let share = UPPER.powi(i32::from(tile.layer));
    let at = (width * (1.0 - share) / 2.0, height * (1.0 - share) / 2.0);
    drawn.iter().map(|primitive| primitive.placed(at, share)).collect()
}

fn has(tile: &Tile, mark: &Mark) -> bool {
    tile.marks.contains(mark)
}

fn has_figure(tile: &Tile) -> bool {
    tile.marks.iter().any(|mark| matches!(mark, Mark::Figure(..)))
}

/// Returns whether a figure or a circle has the colour of the role, so that the ground is blank.
fn is_bare(tile: &Tile, manner: &Manner) -> bool {
    let keeps_ground =
        |mark: &Mark| matches!(mark, Mark::Figure(Pictogram::Crate | Pictogram::Bulb, _));
    let is_round = manner.is_graph
        || has(tile, &Mark::Circle) && !matches!(tile.tint, Tint::Open | Tint::Shaded);
    tile.tint == Tint::Actor || is_round || has_figure(tile) && !tile.marks.iter().any(keeps_ground)
}

fn ground_ink(tint: Tint) -> Ink {
    match tint {
        Tint::Blank => Ink::Blank,
        Tint::Plain => Ink::Plain,
        Tint::Given => Ink::Given,
        Tint::Open | Tint::Hatched => Ink::Open,
        Tint::Shaded => Ink::Shaded,
        Tint::Wall => Ink::Wall,
        Tint::Actor => Ink::Drawn,
        Tint::Kind(kind) => Ink::Kind(kind),
    }
}

/// Returns the ink for text on a tile.
fn text_ink(tint: Tint) -> Ink {
    match tint {
        Tint::Given => Ink::OnGiven,
        Tint::Shaded | Tint::Wall | Tint::Actor => Ink::OnShaded,
        Tint::Kind(kind) => Ink::OnKind(kind),
        Tint::Blank | Tint::Plain | Tint::Open | Tint::Hatched => Ink::Text,
    }
}

fn ground(drawn: &mut Vec<Primitive>, tile: &Tile, geometry: &Geometry, manner: &Manner) {
    let tint = if is_bare(tile, manner) { Tint::Blank } else { tile.tint };
    if tint == Tint::Blank && !manner.has_blanks {
        return;
    }
    let class = match tint {
        Tint::Blank | Tint::Actor => "ground blank",
        Tint::Plain => "ground plain",
        Tint::Given => "ground given",
        Tint::Open => "ground open",
        Tint::Shaded => "ground shaded",
        Tint::Hatched => "ground hatched",
        Tint::Wall => "ground wall",
        Tint::Kind(_) => "ground kind",
    };
    let is_upper = tile.layer > 0 || geometry.shape == TileShape::Large;
    let (outline, width) = match tint {
        _ if is_upper => (Some(Ink::Text), 0.04),
        Tint::Wall => (None, 0.0),
        _ if manner.is_graph => (None, 0.0),
        _ if manner.is_ruled => (Some(Ink::Outline), 0.03),
        Tint::Open | Tint::Hatched | Tint::Plain => (Some(Ink::Outline), 0.03),
        Tint::Kind(kind) => (Some(Ink::OnKind(kind)), 0.03),
        _ => (None, 0.0),
    };
    // Walls that touch are one mass.
    let (gap, rounding) =
        if tint == Tint::Wall { (0.0, 0.0) } else { (manner.gap, manner.rounding) };
    let points = geometry.outline(gap * geometry.cell);
    if geometry.shape == TileShape::Large {
        drawn.push(thickness(&points, geometry.lift()));
    }
    let mut hatching = Vec::new();
    if tint == Tint::Hatched {
        hatching = hatched(&points, geometry.cell);
    }
    drawn.push(Primitive {
        class,
        form: Form::Polygon {
            points,
            rounding: rounding * geometry.cell,
            fill: Some(ground_ink(tint)),
            outline,
            width: width * geometry.cell,
        },
    });
    drawn.append(&mut hatching);
}

/// Draws the visible side faces of a raised tile, below and to the right.
fn thickness(points: &[(f64, f64)], lift: f64) -> Primitive {
    let [_, top_right, bottom_right, bottom_left] = [0, 1, 2, 3].map(|corner| points[corner]);
    let lowered = |(x, y): (f64, f64)| (x + lift, y + lift);
    let around = vec![
        bottom_left,
        lowered(bottom_left),
        lowered(bottom_right),
        lowered(top_right),
        top_right,
        bottom_right,
    ];
    Primitive::polygon("side", around, Ink::Outline)
}

/// Draws parallel lines from the lower left to the upper right, within a convex outline.
fn hatched(points: &[(f64, f64)], cell: f64) -> Vec<Primitive> {
    let step = cell * 0.22;
    let lines = (1..).map(|index| step * f64::from(index)).take_while(|sum| *sum < 3.0 * cell);
    let chord = |sum: f64| {
        let next = points.iter().cycle().skip(1);
        let mut crossed: Vec<(f64, f64)> = Vec::new();
        for (&(x1, y1), &(x2, y2)) in points.iter().zip(next) {
            let (one, other) = (x1 + y1 - sum, x2 + y2 - sum);
            if (one < 0.0) != (other < 0.0) {
                let share = one / (one - other);
                crossed.push((x1 + share * (x2 - x1), y1 + share * (y2 - y1)));
            }
        }
        let &[from, to] = crossed.as_slice() else { return None };
        Some(Primitive::line("hatch", from, to, Ink::Outline, cell * 0.05))
    };
    lines.filter_map(chord).collect()
}

fn put(drawn: &mut Vec<Primitive>, mark: &Mark, tile: &Tile, geometry: &Geometry) {
    let (cell, (width, height)) = (geometry.cell, geometry.tile_size());
    let middle = (width / 2.0, height / 2.0);
    let ink = text_ink(tile.tint);
    match mark {
        Mark::Circle => {
            let fill = (tile.tint != Tint::Shaded).then(|| ground_ink(tile.tint));
            let is_dark = matches!(tile.tint, Tint::Shaded | Tint::Actor);
            let outline = if is_dark { ink } else { Ink::Text };
            let (radius, width) = (cell * 0.36, cell * 0.05);
            let form = Form::Circle { middle, radius, fill, outline: Some(outline), width };
            drawn.push(Primitive { class: "mark circle", form });
        }
        Mark::Disc => drawn.push(Primitive::disc("mark disc", middle, cell * 0.36, ink)),
        Mark::Cross => {
            let ink = if ink == Ink::Text { Ink::Excluded } else { ink };
            drawn.extend(Primitive::cross("mark cross", middle, cell * 0.2, ink, cell * 0.07));
        }
        Mark::Dot => drawn.push(Primitive::disc("mark dot", middle, cell * 0.09, ink)),
        Mark::Diagonal => {
            // The ends are round: they stay within the tile.
            let (stroke, end) = (cell * 0.03, cell * 0.015);
            let to = (width - end, height - end);
            drawn.push(Primitive::line("mark diagonal", (end, end), to, ink, stroke));
        }
        Mark::Note(corner, text) => {
            let (right, below) = match corner {
                Corner::TopLeft => (-1.0, -1.0),
                Corner::TopRight => (1.0, -1.0),
                Corner::BottomLeft => (-1.0, 1.0),
                Corner::BottomRight => (1.0, 1.0),
            };
            // Two letters stay in the corner, longer texts move towards the middle.
            let away = 0.36 - 0.05 * (text.chars().count() as f64 - 1.0).min(3.0);
            let at = (middle.0 + right * away * cell, middle.1 + below * 0.31 * cell);
            drawn.push(Primitive::text("note", at, cell * 0.28, ink, text));
        }
        Mark::Arrow(side) => {
            // The arrow is small next to a label.
            let (at, reach) = if tile.label.is_empty() { (0.0, 0.32) } else { (0.36, 0.1) };
            arrow(drawn, middle, *side, cell * at, cell * reach, ink);
        }
        Mark::Arm(side) => {
            // The arm ends flat at the border of the tile, and begins before the middle, so that
            // two arms make a whole corner.
            let half = cell * 0.08;
            let (right, down) = side.step();
            let (right, down) = (f64::from(right), f64::from(down));
            let reach = right.abs() * width / 2.0 + down.abs() * height / 2.0;
            let place = |along: f64, aside: f64| {
                (middle.0 + right * along - down * aside, middle.1 + down * along + right * aside)
            };
            let points = vec![
                place(-half, -half),
                place(reach, -half),
                place(reach, half),
                place(-half, half),
            ];
            let ink = if ink == Ink::Text { Ink::Drawn } else { ink };
            drawn.push(Primitive::polygon("mark arm", points, ink));
        }
        Mark::Figure(figure, facing) => {
            let coat = match tile.tint {
                Tint::Kind(kind) => Ink::Kind(kind),
                _ => Ink::Drawn,
            };
            drawn.extend(figure::drawn(*figure, *facing, coat, (width, height), cell));
        }
        Mark::Count(count) => {
            let at = (middle.0 + 0.32 * cell, middle.1 - 0.32 * cell);
            drawn.push(Primitive::disc("badge", at, cell * 0.18, Ink::Shaded));
            let text = count.to_string();
            let size = if text.len() > 1 { 0.2 } else { 0.27 };
            drawn.push(Primitive::text("count", at, cell * size, Ink::OnShaded, &text));
        }
    }
}

/// Draws an arrow at the distance `at` from the middle towards its side, with length `reach` in
/// both directions.
fn arrow(
    drawn: &mut Vec<Primitive>,
    (x, y): (f64, f64),
    side: Side,
    at: f64,
    reach: f64,
    ink: Ink,
) {
    let (right, down) = side.step();
    let (right, down) = (f64::from(right), f64::from(down));
    let place = |along: f64, aside: f64| {
        (x + right * along - down * aside, y + down * along + right * aside)
    };
    let head = reach * 0.9;
    let tip = at + reach;
    let points =
        vec![place(tip, 0.0), place(tip - head, head * 0.8), place(tip - head, -head * 0.8)];
    let shaft = (place(at - reach, 0.0), place(tip - head, 0.0));
    drawn.push(Primitive::line("mark arrow", shaft.0, shaft.1, ink, reach * 0.25));
    drawn.push(Primitive::polygon("mark arrow", points, ink));
}

fn label(drawn: &mut Vec<Primitive>, tile: &Tile, geometry: &Geometry, manner: &Manner) {
    let (cell, (width, height)) = (geometry.cell, geometry.tile_size());
    let middle = (width / 2.0, height / 2.0);
    let is_written = match tile.tint {
        // Arms and figures show what the label would only repeat.
        _ if has_figure(tile) || tile.marks.iter().any(|mark| matches!(mark, Mark::Arm(_))) => {
            false
        }
        Tint::Blank | Tint::Wall | Tint::Actor => false,
        Tint::Plain => !manner.is_redundant,
        Tint::Kind(kind) if !manner.is_lettered || tile.label.is_empty() => {
            drawn.push(shape(kind, middle, cell));
            false
        }
        _ => true,
    };
    if !is_written || tile.label.is_empty() {
        return;
    }
    let letters = tile.label.chars().count();
    let size = match letters {
        0 | 1 => 0.53,
        2 => 0.45,
        3 => 0.39,
        _ => 1.25 / letters as f64,
    };
    let is_disc = has(tile, &Mark::Disc);
    let ink = match text_ink(tile.tint) {
        Ink::Text if tile.tint == Tint::Plain && tile.marks.is_empty() => Ink::OnPlain,
        Ink::Text if is_disc => Ink::OnShaded,
        ink => ink,
    };
    let mut text = Primitive::text("label", middle, cell * size, ink, &tile.label);
    if let Form::Text { is_bold, .. } = &mut text.form {
        *is_bold = tile.tint == Tint::Given;
    }
    drawn.push(text);
}

/// Draws the shape of a kind.
fn shape(kind: u8, (x, y): (f64, f64), cell: f64) -> Primitive {
    const CLASS: &str = "mark kind";
    let ink = Ink::OnKind(kind);
    let around = |steps: u32, place: &dyn Fn(f64) -> (f64, f64)| -> Vec<(f64, f64)> {
        (0..steps).map(|step| place(2.0 * PI * f64::from(step) / f64::from(steps))).collect()
    };
    // In tile widths, from the middle of the tile.
    let points = match usize::from(kind) % KIND_COUNT {
        0 => return Primitive::disc(CLASS, (x, y), cell * 0.25, ink),
        1 => vec![(0.0, -0.28), (0.3, 0.235), (-0.3, 0.235)],
        2 => vec![(-0.22, -0.22), (0.22, -0.22), (0.22, 0.22), (-0.22, 0.22)],
        3 => vec![(0.0, -0.31), (0.31, 0.0), (0.0, 0.31), (-0.31, 0.0)],
        4 => {
            let (thin, wide) = (0.095, 0.28);
            let arm = [(-thin, -wide), (thin, -wide), (thin, -thin)];
            let turned = |(x, y): (f64, f64), quarter: usize| match quarter {
                0 => (x, y),
                1 => (-y, x),
                2 => (-x, -y),
                _ => (y, -x),
            };
            (0..4).flat_map(|quarter| arm.map(|spot| turned(spot, quarter))).collect()
        }
        5 => (0..10)
            .map(|corner| {
                let radius = if corner % 2 == 0 { 0.34 } else { 0.14 };
                let angle = PI * f64::from(corner) / 5.0;
                (radius * angle.sin(), -radius * angle.cos())
            })
            .collect(),
        6 => around(32, &|angle| {
            let wave = |times: f64| (times * angle).cos();
            let high = 13.0 * wave(1.0) - 5.0 * wave(2.0) - 2.0 * wave(3.0) - wave(4.0);
            (0.0175 * 16.0 * angle.sin().powi(3), -0.0175 * (high + 2.5))
        }),
        _ => (0..=16)
            .map(|step| {
                let angle = PI * f64::from(step) / 16.0;
                (-0.13 + 0.28 * angle.sin(), -0.28 * angle.cos())
            })
            .collect(),
    };
    let points = points.into_iter().map(|(right, down)| (x + cell * right, y + cell * down));
    Primitive::polygon(CLASS, points.collect(), ink)
}
