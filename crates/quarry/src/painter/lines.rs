//! Elements on and between tiles: links between their middles, sides and corners.

use std::collections::HashMap;

use quarry_core::{Edge, EdgeMark, Link, LinkKind, Mark, Picture, Side, TileShape, Tint};

use super::geometry::Geometry;
use super::ink::Ink;
use super::primitive::{Form, Primitive};

type Spot = (f64, f64);

/// Draws the lines between the middles of tiles; ties come last, so that they stay visible.
pub(super) fn links(picture: &Picture, geometry: &Geometry) -> Vec<Primitive> {
    let rank = |kind| match kind {
        LinkKind::Beam | LinkKind::GraphEdge => 0,
        LinkKind::Line | LinkKind::Double => 1,
        LinkKind::Tie | LinkKind::DrawnTie => 2,
    };
    let mut links: Vec<&Link> = picture.links.iter().collect();
    links.sort_by_key(|link| rank(link.kind));
    links.into_iter().flat_map(|link| drawn_link(link, picture, geometry)).collect()
}

fn drawn_link(link: &Link, picture: &Picture, geometry: &Geometry) -> Vec<Primitive> {
    let cell = geometry.cell;
    let (from, to) = (geometry.middle(link.from), geometry.middle(link.to));
    let apart = (to.0 - from.0).hypot(to.1 - from.1).max(f64::MIN_POSITIVE);
    let ahead = ((to.0 - from.0) / apart, (to.1 - from.1) / apart);
    // Keeps tiles with a label free, and the lamps of beams.
    let is_taken = |(x, y)| {
        picture.tile(x, y).is_some_and(|tile| {
            let is_lamp = tile.marks.iter().any(|mark| matches!(mark, Mark::Circle | Mark::Disc));
            !tile.label.is_empty() || (is_lamp && link.kind == LinkKind::Beam)
        })
    };
    let is_graph = link.kind == LinkKind::GraphEdge;
    let free = |place| if is_graph || is_taken(place) { 0.36 * cell } else { 0.0 };
    let begin = along(from, ahead, free(link.from));
    let end = along(to, ahead, -free(link.to));
    match link.kind {
        LinkKind::Tie => tie(link, ("link tie", Ink::Tie), geometry),
        LinkKind::DrawnTie => tie(link, ("link drawn-tie", Ink::Drawn), geometry),
        LinkKind::Line => vec![Primitive::line("link line", begin, end, Ink::Drawn, 0.12 * cell)],
        LinkKind::GraphEdge => {
            vec![Primitive::line("link graph-edge", begin, end, Ink::Wall, 0.06 * cell)]
        }
        LinkKind::Beam => vec![Primitive::line("link beam", begin, end, Ink::Beam, 0.12 * cell)],
        LinkKind::Double => [-0.09 * cell, 0.09 * cell]
            .map(|aside| {
                let beside = |spot| along(spot, (-ahead.1, ahead.0), aside);
                let (begin, end) = (beside(begin), beside(end));
                Primitive::line("link double", begin, end, Ink::Drawn, 0.07 * cell)
            })
            .to_vec(),
    }
}

/// Draws lines around masses of walls, where they border on other tiles.
pub(super) fn masses(picture: &Picture, geometry: &Geometry) -> Vec<Primitive> {
    if picture.shape != TileShape::Square || picture.has_lines() || geometry.is_print {
        return Vec::new();
    }
    let is_wall: HashMap<(i64, i64), bool> = picture
        .tiles
        .iter()
        .map(|tile| ((i64::from(tile.x), i64::from(tile.y)), tile.tint == Tint::Wall))
        .collect();
    let walls = picture.tiles.iter().filter(|tile| tile.tint == Tint::Wall);
    let borders = walls.flat_map(|tile| {
        let borders_on = |side: &Side| {
            let (right, down) = side.step();
            let place = (i64::from(tile.x) + i64::from(right), i64::from(tile.y) + i64::from(down));
            is_wall.get(&place) == Some(&false)
        };
        let edge = |side| Edge { x: tile.x, y: tile.y, side, mark: EdgeMark::Border };
        Side::ALL.into_iter().filter(borders_on).map(edge)
    });
    let line = |edge: Edge| {
        let [from, to] = edge.ends().map(|corner| geometry.vertex(corner));
        Primitive::line("mass", from, to, Ink::Border, 0.05 * geometry.cell)
    };
    borders.map(line).collect()
}

fn along((x, y): Spot, (right, down): Spot, far: f64) -> Spot {
    (x + right * far, y + down * far)
}

/// Draws a tie: a short line across the border of two tiles that keeps their labels free or, for
/// tiles that are neighbours across the edge of the board, one line at each end.
fn tie(link: &Link, (class, ink): (&'static str, Ink), geometry: &Geometry) -> Vec<Primitive> {
    let (share, width) = if geometry.is_print { (0.38, 0.1) } else { (0.43, 0.22) };
    let bar = |middle: Spot, step: Spot, from: f64, to: f64| {
        let (from, to) = (along(middle, step, from), along(middle, step, to));
        Primitive::line(class, from, to, ink, width * geometry.cell)
    };
    let (from, to) = (geometry.middle(link.from), geometry.middle(link.to));
    if link.is_short(geometry.shape) {
        return vec![bar(from, (to.0 - from.0, to.1 - from.1), share, 1.0 - share)];
    }
    let ((right, down), pitch) = (link.step(geometry.shape), geometry.pitch());
    let step = (f64::from(right) * pitch.0, f64::from(down) * pitch.1);
    vec![bar(from, step, share, 0.55), bar(to, (-step.0, -step.1), share, 0.55)]
}

/// Draws the sides of tiles; thin lines first.
pub(super) fn edges(picture: &Picture, geometry: &Geometry) -> Vec<(Edge, Vec<Primitive>)> {
    let rank = |mark| match mark {
        EdgeMark::Open => 0,
        EdgeMark::Border => 1,
        EdgeMark::Region | EdgeMark::Wall | EdgeMark::Barrier => 2,
        EdgeMark::Line => 3,
        EdgeMark::Cross | EdgeMark::Dot => 4,
    };
    let mut edges = picture.edges.clone();
    edges.sort_by_key(|edge| rank(edge.mark));
    edges.into_iter().map(|edge| (edge, drawn_edge(&edge, geometry))).collect()
}

fn drawn_edge(edge: &Edge, geometry: &Geometry) -> Vec<Primitive> {
    let cell = geometry.cell;
    let [from, to] = edge.ends().map(|corner| geometry.vertex(corner));
    let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    let line = |class, ink, width: f64| vec![Primitive::line(class, from, to, ink, width * cell)];
    match edge.mark {
        EdgeMark::Open => {
            let (ink, width) = (Ink::Outline, 0.04 * cell);
            let form = Form::Line { from, to, ink, width, is_dotted: true };
            vec![Primitive { class: "edge open", form }]
        }
        EdgeMark::Border => line("edge border", Ink::Border, 0.03),
        EdgeMark::Region => line("edge region", Ink::Border, 0.1),
        EdgeMark::Wall => line("edge wall", Ink::Earth, 0.16),
        EdgeMark::Barrier => {
            let mut drawn = line("edge barrier", Ink::Border, 0.2);
            let form =
                Form::Line { from, to, ink: Ink::Blank, width: 0.06 * cell, is_dotted: true };
            drawn.push(Primitive { class: "edge rivets", form });
            drawn
        }
        EdgeMark::Line => line("edge line", Ink::Drawn, 0.14),
        EdgeMark::Cross => {
            Primitive::cross("edge cross", middle, 0.11 * cell, Ink::Excluded, 0.06 * cell).to_vec()
        }
        EdgeMark::Dot => vec![Primitive::disc("edge dot", middle, 0.1 * cell, Ink::Border)],
    }
}

/// Draws the dots on corners.
pub(super) fn dots(picture: &Picture, geometry: &Geometry) -> Vec<Primitive> {
    let dot = |&corner| {
        Primitive::disc("dot", geometry.vertex(corner), 0.07 * geometry.cell, Ink::Border)
    };
    picture.dots.iter().map(dot).collect()
}
