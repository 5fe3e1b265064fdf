//! The edges of a board that can be written on, and the way from place to place. On the doubled
//! grid, cells are at odd places, corners at even ones, and an edge lies between two cells.

use std::collections::HashMap;

use quarry::{Edge, EdgeMark, FillCell, Place, Side};

/// Edges by their place on the doubled grid.
pub(super) struct EdgeGrid {
    edges: HashMap<(i64, i64), Place>,
}

impl EdgeGrid {
    pub(super) fn of(cells: &[FillCell]) -> Self {
        let places = cells.iter().map(|cell| cell.place);
        let edges = places.filter(|place| matches!(place, Place::Edge(..)));
        EdgeGrid { edges: edges.map(|edge| (doubled(edge), edge)).collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// Returns the edge at a place of the doubled grid.
    pub(super) fn at(&self, at: (i64, i64)) -> Option<Place> {
        self.edges.get(&at).copied()
    }

    /// Returns the edge that lies so many steps away.
    pub(super) fn beside(&self, place: Place, right: i32, down: i32) -> Option<Place> {
        let (x, y) = doubled(place);
        self.at((x + i64::from(right), y + i64::from(down)))
    }

    /// Returns what comes after a place on the round from a cell along its edges, clockwise from the
    /// top.
    pub(super) fn next_around(&self, (x, y): (u32, u32), place: Place) -> Place {
        let cell = Place::Cell(x, y);
        let around = Side::ALL.map(|side| self.beside(cell, side.step().0, side.step().1));
        let round: Vec<Place> = [Some(cell)].into_iter().chain(around).flatten().collect();
        let at = round.iter().position(|&other| other == place).unwrap_or(0);
        round[(at + 1) % round.len()]
    }
}

/// Returns where a place is on the doubled grid.
fn doubled(place: Place) -> (i64, i64) {
    let (x, y) = place.cell();
    let (right, down) = match place {
        Place::Cell(..) | Place::Link(..) => (0, 0),
        Place::Edge(_, _, side) => side.step(),
    };
    (2 * i64::from(x) + 1 + i64::from(right), 2 * i64::from(y) + 1 + i64::from(down))
}

/// Returns the cell reached from an edge by a step, if the edge is its side.
pub(super) fn cell_beyond(edge: Place, right: i32, down: i32) -> Option<(u32, u32)> {
    let (x, y) = doubled(edge);
    let (x, y) = (x + i64::from(right), y + i64::from(down));
    let is_cell = x % 2 == 1 && y % 2 == 1;
    let half = |at: i64| u32::try_from((at - 1) / 2).ok();
    half(x).zip(half(y)).filter(|_| is_cell && x > 0 && y > 0)
}

/// Returns the cells among some places, and both cells of a link.
pub(super) fn cells(places: &[Place]) -> Vec<(u32, u32)> {
    let cells = |place: &Place| match *place {
        Place::Cell(x, y) => vec![(x, y)],
        Place::Link(from, to) => vec![from, to],
        Place::Edge(..) => Vec::new(),
    };
    places.iter().flat_map(cells).collect()
}

/// Returns the edges among some places.
pub(super) fn edges(places: &[Place]) -> Vec<Edge> {
    let edge = |place: &Place| match *place {
        Place::Edge(x, y, side) => Some(Edge { x, y, side, mark: EdgeMark::Open }),
        Place::Cell(..) | Place::Link(..) => None,
    };
    places.iter().filter_map(edge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(places: &[Place]) -> EdgeGrid {
        let cell = |&place: &Place| FillCell {
            place,
            name: String::new(),
            choices: Vec::new(),
            value: None,
            is_given: false,
        };
        EdgeGrid::of(&places.iter().map(cell).collect::<Vec<_>>())
    }

    #[test]
    fn an_edge_is_found_from_both_of_its_cells() {
        let edge = Place::Edge(1, 0, Side::Left);
        let edges = grid(&[Place::Cell(0, 0), edge]);
        assert_eq!(edges.beside(Place::Cell(0, 0), 1, 0), Some(edge));
        assert_eq!(edges.beside(Place::Cell(1, 0), -1, 0), Some(edge));
        assert_eq!(edges.beside(Place::Cell(0, 0), 0, 1), None);
        assert_eq!(cell_beyond(edge, -1, 0), Some((0, 0)));
        assert_eq!(cell_beyond(edge, 1, 0), Some((1, 0)));
        assert_eq!(cell_beyond(edge, 0, 1), None, "a corner");
        assert_eq!(cell_beyond(Place::Edge(0, 0, Side::Left), -1, 0), None, "off the board");
    }

    #[test]
    fn a_round_goes_from_the_cell_along_its_edges() {
        let [top, left] = [Side::Top, Side::Left].map(|side| Place::Edge(0, 0, side));
        let edges = grid(&[left, top]);
        let cell = Place::Cell(0, 0);
        assert_eq!(edges.next_around((0, 0), cell), top);
        assert_eq!(edges.next_around((0, 0), top), left);
        assert_eq!(edges.next_around((0, 0), left), cell);
    }
}
