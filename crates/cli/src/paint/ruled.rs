//! The ruled layout: tiles have one line of text, at least three columns wide, with space between
//! them for the marks on their sides. Paths go through the tiles.

use anstyle::Style;
use quarry::{Edge, EdgeMark, Link, LinkKind, Side, Tile};

use super::canvas::{TextCanvas, Weight};
use super::{Arrangement, Emphasis, TerminalLayout, sign};

impl TerminalLayout<'_> {
    pub(super) fn ruled_measures(&self) -> ((u32, u32), u32) {
        let picture = self.picture;
        let has_rim = !picture.edges.is_empty() || !picture.dots.is_empty() || picture.is_wrapped();
        // One free column on each side of the longest text, and an odd width, so that there is a
        // middle.
        let inside = (self.widest + 2) | 1;
        ((inside + 1, 2), u32::from(has_rim))
    }

    pub(super) fn ruled_size(&self) -> (u32, u32) {
        let along = |count: u32, pitch: u32| (count * pitch + 2 * self.margin).saturating_sub(1);
        (along(self.picture.columns, self.pitch.0), along(self.picture.rows, self.pitch.1))
    }

    /// Returns the position of the middle of a tile.
    fn centre(&self, (x, y): (u32, u32)) -> (u32, u32) {
        let inside = self.pitch.0 - 1;
        (self.margin + x * self.pitch.0 + inside / 2, self.margin + y * self.pitch.1)
    }

    /// Returns the position of the upper left corner of a tile, if there is a rim.
    fn vertex(&self, (x, y): (u32, u32)) -> (u32, u32) {
        (x * self.pitch.0, y * self.pitch.1)
    }

    /// Returns the position of the middle of an edge, if there is a rim.
    fn middle(&self, edge: &Edge) -> (u32, u32) {
        let [from, to] = edge.ends().map(|corner| self.vertex(corner));
        match edge.side {
            Side::Top | Side::Bottom => ((from.0 + to.0) / 2, from.1),
            Side::Left | Side::Right => (from.0, from.1 + 1),
        }
    }

    /// Returns the edge at a terminal column and line, or right beside it, on the doubled grid:
    /// cells are at odd places, edges between them. `None` where no edge is near.
    pub(crate) fn edge_at(&self, column: u32, line: u32) -> Option<(i64, i64)> {
        if self.arrangement != Arrangement::Ruled || self.margin == 0 {
            return None;
        }
        let ((x, within), (y, is_inside)) =
            ((column / self.pitch.0, column % self.pitch.0), (line / 2, line % 2 == 1));
        let (u, v) = match (is_inside, within) {
            (true, 0 | 1) => (2 * x, 2 * y + 1),
            (true, _) if within + 1 == self.pitch.0 => (2 * x + 2, 2 * y + 1),
            (false, 1..) => (2 * x + 1, 2 * y),
            _ => return None,
        };
        Some((u.into(), v.into()))
    }

    pub(super) fn draw_ruled(&self, canvas: &mut TextCanvas, emphasis: &Emphasis) {
        for tile in self.in_order() {
            self.draw_inside(canvas, tile, emphasis);
        }
        // Ties are drawn over the lines.
        let (ties, lines): (Vec<_>, Vec<_>) =
            self.picture.links.iter().partition(|link| link.kind.is_tie());
        lines.into_iter().for_each(|link| self.draw_line(canvas, link));
        ties.into_iter().for_each(|link| self.draw_tie(canvas, link));
        self.draw_edges(canvas);
        for edge in emphasis.wrong_edges {
            let (column, line) = self.middle(edge);
            canvas.put((column + 1, line), '!', Style::new());
        }
        if let Some(edge) = &emphasis.cursor_edge {
            let (column, line) = self.middle(edge);
            if let Some(before) = column.checked_sub(1) {
                canvas.put((before, line), '▶', Style::new());
            }
            canvas.put((column + 1, line), '◀', Style::new());
        }
        for &corner in &self.picture.dots {
            let at = self.vertex(corner);
            if canvas.is_free(at) {
                canvas.put(at, '•', Style::new());
            }
        }
    }

    fn draw_inside(&self, canvas: &mut TextCanvas, tile: &Tile, emphasis: &Emphasis) {
        let inside = self.pitch.0 - 1;
        let (column, line) = self.centre((tile.x, tile.y));
        let left = column - inside / 2;
        let mut sign = self.sign(tile, emphasis);
        let length = sign.text.chars().count() as u32;
        if sign.fill != ' ' || sign.is_block {
            for at in left..left + inside {
                canvas.put((at, line), sign.fill, sign.style);
            }
        }
        let is_bare = sign.text == self.manner.open || sign.text.is_empty();
        if is_bare && self.is_crossed(tile) {
            sign.text.clear();
        }
        // If nothing crosses the middle, the extra column is on the right.
        let begins = left + inside.saturating_sub(length) / 2;
        canvas.write((begins, line), &sign.text, sign.style);
        for side in sign::arms(tile) {
            // An arm over the rim of the canvas has no place but here.
            canvas.arm((column, line), side, Weight::Light);
            let (right, down) = side.step();
            let ends = match (right, down) {
                (0, _) => (column, line.saturating_add_signed(down)),
                _ => (column.saturating_add_signed(right * (inside as i32 / 2 + 1)), line),
            };
            let (from, to) =
                if (column, line) < ends { ((column, line), ends) } else { (ends, (column, line)) };
            canvas.line(from, to, Weight::Light);
        }
        if let Some(sign) = emphasis.sign(tile) {
            canvas.put((left + inside - 1, line), sign, Style::new());
        }
    }

    /// Whether a line goes through the middle of a tile.
    fn is_crossed(&self, tile: &Tile) -> bool {
        self.picture.links.iter().any(|link| {
            let (from, to) = (link.from, link.to);
            !link.kind.is_tie()
                && (from.0.min(to.0)..=from.0.max(to.0)).contains(&tile.x)
                && (from.1.min(to.1)..=from.1.max(to.1)).contains(&tile.y)
        })
    }

    fn draw_line(&self, canvas: &mut TextCanvas, link: &Link) {
        let weight = match link.kind {
            LinkKind::Double => Weight::Double,
            LinkKind::Beam => Weight::Dashed,
            LinkKind::Line | LinkKind::GraphEdge | LinkKind::Tie | LinkKind::DrawnTie => {
                Weight::Light
            }
        };
        let (from, to) = (self.centre(link.from), self.centre(link.to));
        let (from, to) = (from.min(to), from.max(to));
        if from.0 == to.0 || from.1 == to.1 {
            canvas.line(from, to, weight);
            return;
        }
        // Diagonal: the shared corner is halfway between.
        let between = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        canvas.put(between, if from.1 < to.1 { '╲' } else { '╱' }, Style::new());
    }

    fn draw_tie(&self, canvas: &mut TextCanvas, link: &Link) {
        let (right, down) = link.step(self.picture.shape);
        let ends = [(link.from, right, down), (link.to, -right, -down)];
        for (place, right, down) in ends {
            let (column, line) = self.centre(place);
            let column = column as i32 + right * self.pitch.0 as i32 / 2;
            let line = line as i32 + down;
            let drawn = match (right, down) {
                (_, 0) => '─',
                (0, _) => '│',
                _ if right == down => '╲',
                _ => '╱',
            };
            if let (Ok(column), Ok(line)) = (u32::try_from(column), u32::try_from(line)) {
                canvas.put((column, line), drawn, Style::new());
            }
        }
    }

    fn draw_edges(&self, canvas: &mut TextCanvas) {
        // Thick lines replace thin ones, and signs replace lines.
        let rank = |mark| match mark {
            EdgeMark::Open => 0,
            EdgeMark::Border => 1,
            EdgeMark::Region | EdgeMark::Wall | EdgeMark::Barrier | EdgeMark::Line => 2,
            EdgeMark::Cross | EdgeMark::Dot => 3,
        };
        let mut edges = self.picture.edges.clone();
        edges.sort_by_key(|edge| rank(edge.mark));
        for edge in &edges {
            let [from, to] = edge.ends().map(|corner| self.vertex(corner));
            let middle = self.middle(edge);
            match edge.mark {
                EdgeMark::Border => canvas.line(from, to, Weight::Light),
                EdgeMark::Region | EdgeMark::Wall | EdgeMark::Barrier | EdgeMark::Line => {
                    canvas.line(from, to, Weight::Heavy);
                }
                EdgeMark::Open => canvas.put(middle, '·', Style::new().dimmed()),
                EdgeMark::Cross => canvas.put(middle, '×', Style::new()),
                EdgeMark::Dot => canvas.put(middle, '●', Style::new()),
            }
        }
    }
}
