//! The layout of the cells and which of them touch.
//!
//! Cells are numbered in reading order; places without a cell are not counted. The `x` of a cell is
//! measured in half cells, so that rows of hexagons can be shifted by one: neighbouring cells in a
//! row are 2 apart, and on a hex board a cell touches the cells at `x` ± 1 in the rows above and
//! below.

use std::collections::HashMap;

/// A cell: its index in reading order.
pub type Cell = u16;

/// A number that a cell may hold, from 1.
pub type Number = u16;

/// The shape of the cells, which determines which of them touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topology {
    /// Six neighbours, on hexagons.
    Hex,
    /// Eight neighbours, as in Hidato.
    Square,
    /// Four neighbours, as in Numbrix.
    Orthogonal,
}

impl Topology {
    /// All topologies.
    pub const ALL: [Topology; 3] = [Topology::Hex, Topology::Square, Topology::Orthogonal];

    /// The name in instance files.
    pub fn name(self) -> &'static str {
        match self {
            Topology::Hex => "hex",
            Topology::Square => "square",
            Topology::Orthogonal => "orthogonal",
        }
    }

    /// Returns the topology with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topology| topology.name() == name)
    }

    /// Offsets (half cells, rows) to the neighbours that come after a cell in reading order.
    fn onward(self) -> &'static [(i32, i32)] {
        match self {
            Topology::Hex => &[(2, 0), (-1, 1), (1, 1)],
            Topology::Square => &[(2, 0), (-2, 1), (0, 1), (2, 1)],
            Topology::Orthogonal => &[(2, 0), (0, 1)],
        }
    }
}

/// Position of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardPlace {
    /// Half cells from the left.
    pub x: u16,
    /// Rows from the top.
    pub y: u16,
}

/// The cells of a board and their neighbours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    topology: Topology,
    places: Vec<BoardPlace>,
    neighbours: Vec<Vec<Cell>>,
}

impl Board {
    /// The largest number of cells.
    pub const MOST_CELLS: usize = 4_096;
    /// The largest number of rows, and of places in a row.
    pub const LONGEST_SIDE: u16 = 255;

    /// Creates a board from places in reading order. Squares have even `x`. Hexagons of one row
    /// have all even or all odd `x`, and those of the next row the opposite.
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

    /// A hexagon-shaped board with this side length: 1, 7, 19, 37, ... cells.
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

    /// The topology of the board.
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Positions of the cells, in reading order.
    pub fn places(&self) -> &[BoardPlace] {
        &self.places
    }

    /// Number of rows, including rows without a cell.
    pub fn height(&self) -> u16 {
        self.places.last().map_or(0, |place| place.y + 1)
    }

    /// The `x` from which the columns of a row are counted: the left edge on boards of squares, the
    /// first cell in a row of hexagons.
    pub fn row_start(&self, y: u16) -> u16 {
        if self.topology != Topology::Hex {
            return 0;
        }
        let first = self.places.get(self.places.partition_point(|place| place.y < y));
        match (first, self.places.first()) {
            (Some(first), _) if first.y == y => first.x,
            // A row without a cell follows the lattice too.
            (_, Some(place)) => (place.x + place.y + y) % 2,
            _ => 0,
        }
    }

    /// The name of a cell: its row from the top and its column from the [start of the
    /// row](Board::row_start), both counted from 1, such as "2,5".
    pub fn name(&self, cell: Cell) -> String {
        let BoardPlace { x, y } = self.places[usize::from(cell)];
        format!("{},{}", y + 1, (x - self.row_start(y)) / 2 + 1)
    }

    /// The cells that touch a cell, in reading order.
    pub fn neighbours(&self, cell: Cell) -> &[Cell] {
        &self.neighbours[usize::from(cell)]
    }

    /// The neighbours of every cell, in reading order.
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
