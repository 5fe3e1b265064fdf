//! Where the cells lie and which of them touch.
//!
//! Cells are numbered in reading order; places without a cell are not counted. A cell's `x` is
//! measured in half cells, so that rows of hexagons can be shifted by one: two cells of a row are 2
//! apart, and on a hex board a cell touches, in the rows above and below, those 1 to either side.

use std::collections::HashMap;

/// A cell, by its place in reading order.
pub type Cell = u16;

/// A number that a cell may hold, from 1.
pub type Number = u16;

/// Which cells touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topology {
    /// Six neighbours: the beehive.
    Hex,
    /// Eight neighbours: Hidato.
    Square,
    /// Four neighbours: Numbrix.
    Orthogonal,
}

impl Topology {
    /// All of them.
    pub const ALL: [Topology; 3] = [Topology::Hex, Topology::Square, Topology::Orthogonal];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Topology::Hex => "hex",
            Topology::Square => "square",
            Topology::Orthogonal => "orthogonal",
        }
    }

    /// The topology of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topology| topology.name() == name)
    }

    /// Where the neighbours of a cell lie that come after it in reading order, as steps in half
    /// cells and rows.
    fn onward(self) -> &'static [(i32, i32)] {
        match self {
            Topology::Hex => &[(2, 0), (-1, 1), (1, 1)],
            Topology::Square => &[(2, 0), (-2, 1), (0, 1), (2, 1)],
            Topology::Orthogonal => &[(2, 0), (0, 1)],
        }
    }
}

/// Where a cell lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardPlace {
    /// Half cells from the left.
    pub x: u16,
    /// Rows from the top.
    pub y: u16,
}

/// The cells of a board and which of them touch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    topology: Topology,
    places: Vec<BoardPlace>,
    neighbours: Vec<Vec<Cell>>,
}

impl Board {
    /// The most cells a board may have.
    pub const MOST_CELLS: usize = 4_096;
    /// The most rows it may have, and the most places in a row.
    pub const LONGEST_SIDE: u16 = 255;

    /// A board of these places, in reading order. Squares lie at even `x`; hexagons of one row all
    /// at even or all at odd ones, and those of the next row the other way round.
    pub fn new(topology: Topology, places: Vec<BoardPlace>) -> Self {
        assert!(places.len() <= Self::MOST_CELLS, "boards have at most {} cells", Self::MOST_CELLS);
        assert!(
            places.is_sorted_by(|one, other| (one.y, one.x) < (other.y, other.x)),
            "cells come in reading order, each once"
        );
        let within =
            |place: &BoardPlace| place.x < 2 * Self::LONGEST_SIDE && place.y < Self::LONGEST_SIDE;
        assert!(places.iter().all(within), "boards are at most {} cells long", Self::LONGEST_SIDE);
        let shift = |place: &BoardPlace| match topology {
            Topology::Hex => (place.x + place.y) % 2,
            _ => place.x % 2 * 2,
        };
        let first = places.first().map_or(0, shift);
        assert!(
            first < 2 && places.iter().all(|place| shift(place) == first),
            "cells lie on one lattice"
        );
        let at: HashMap<BoardPlace, Cell> = places.iter().copied().zip(0..).collect();
        let mut neighbours = vec![Vec::new(); places.len()];
        for (&place, cell) in places.iter().zip(0..) {
            for &(dx, dy) in topology.onward() {
                let x = u16::try_from(i32::from(place.x) + dx);
                let y = u16::try_from(i32::from(place.y) + dy);
                let (Ok(x), Ok(y)) = (x, y) else { continue };
                if let Some(&other) = at.get(&BoardPlace { x, y }) {
                    neighbours[usize::from(cell)].push(other);
                    neighbours[usize::from(other)].push(cell);
                }
            }
        }
        neighbours.iter_mut().for_each(|list| list.sort_unstable());
        Board { topology, places, neighbours }
    }

    /// The beehive of a side: 1, 7, 19, 37, ... cells.
    pub fn beehive(side: u16) -> Self {
        let places = (0..2 * side - 1).flat_map(|y| {
            let indent = (side - 1).abs_diff(y);
            (0..2 * side - 1 - indent).map(move |column| BoardPlace { x: indent + 2 * column, y })
        });
        Board::new(Topology::Hex, places.collect())
    }

    /// A full rectangle of square cells.
    pub fn rectangle(topology: Topology, columns: u16, rows: u16) -> Self {
        assert!(topology != Topology::Hex, "a rectangle has square cells");
        let places =
            (0..rows).flat_map(|y| (0..columns).map(move |column| BoardPlace { x: 2 * column, y }));
        Board::new(topology, places.collect())
    }

    /// Which cells touch.
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no cell at all.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Where the cells lie, in reading order.
    pub fn places(&self) -> &[BoardPlace] {
        &self.places
    }

    /// How many rows there are, those without a cell included.
    pub fn height(&self) -> u16 {
        self.places.last().map_or(0, |place| place.y + 1)
    }

    /// Where the columns of a row are counted from: on boards of squares from the left edge, in a
    /// row of hexagons from its first cell.
    pub fn row_start(&self, y: u16) -> u16 {
        if self.topology != Topology::Hex {
            return 0;
        }
        let first = self.places.get(self.places.partition_point(|place| place.y < y));
        match (first, self.places.first()) {
            (Some(first), _) if first.y == y => first.x,
            // A row without a cell lies on the lattice too.
            (_, Some(place)) => (place.x + place.y + y) % 2,
            _ => 0,
        }
    }

    /// What people call a cell: its row from the top and its column from the [start of the
    /// row](Board::row_start), both from 1, such as "2,5".
    pub fn name(&self, cell: Cell) -> String {
        let BoardPlace { x, y } = self.places[usize::from(cell)];
        format!("{},{}", y + 1, (x - self.row_start(y)) / 2 + 1)
    }

    /// The cells that touch a cell, in reading order.
    pub fn neighbours(&self, cell: Cell) -> &[Cell] {
        &self.neighbours[usize::from(cell)]
    }

    /// All of these lists.
    pub fn graph(&self) -> &[Vec<Cell>] {
        &self.neighbours
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beehives_have_their_cells_and_edges() {
        for (side, cells, edges) in [(1, 1, 0), (2, 7, 12), (3, 19, 42), (4, 37, 90)] {
            let board = Board::beehive(side);
            assert_eq!(board.len(), cells);
            assert_eq!(board.graph().iter().map(Vec::len).sum::<usize>(), 2 * edges);
        }
        assert_eq!(Board::beehive(2).neighbours(3), [0, 1, 2, 4, 5, 6], "the middle touches all");
    }

    #[test]
    fn cells_are_called_by_row_and_column() {
        let beehive = Board::beehive(2);
        assert_eq!(
            (0..7).map(|cell| beehive.name(cell)).collect::<Vec<_>>(),
            ["1,1", "1,2", "2,1", "2,2", "2,3", "3,1", "3,2"]
        );
        let places = [(2, 0), (4, 2)].map(|(x, y)| BoardPlace { x, y }).to_vec();
        let gaps = Board::new(Topology::Square, places.clone());
        assert_eq!((gaps.name(0), gaps.name(1)), ("1,2".to_owned(), "3,3".to_owned()));
        let rows = Board::new(Topology::Hex, places);
        assert_eq!((rows.name(1), rows.row_start(0), rows.row_start(1)), ("3,1".to_owned(), 2, 1));
    }

    #[test]
    fn rectangles_touch_as_their_topology_says() {
        let degrees = |topology| {
            let board = Board::rectangle(topology, 3, 3);
            (0..9).map(|cell| board.neighbours(cell).len()).collect::<Vec<_>>()
        };
        assert_eq!(degrees(Topology::Square), [3, 5, 3, 5, 8, 5, 3, 5, 3]);
        assert_eq!(degrees(Topology::Orthogonal), [2, 3, 2, 3, 4, 3, 2, 3, 2]);
    }
}
