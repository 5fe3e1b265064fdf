//! The plain board: a rectangle in which every place holds a colour or nothing.
//!
//! It is what files, the generator and the judge speak; the fast boards are made from it. Columns
//! count from the left and rows from the bottom, both from 0, because cells fall down and columns
//! close to the left.

use quarry_core::Numbered;
use std::fmt;

/// The longest side a board may have.
pub(super) const LONGEST_SIDE: usize = 255;

/// How many colours there may be.
pub(super) const COLOURS: usize = 62;

/// A colour: a number from 0 to 61.
pub type Colour = u8;

/// How many cells of each colour there are.
pub type ColourCounts = [u16; COLOURS];

/// A place on the board. Cells are ordered by column, then by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Column from the left, from 0.
    pub column: u8,
    /// Row from the bottom, from 0.
    pub row: u8,
}

impl Numbered for Cell {
    fn number(self) -> u64 {
        u64::from(self.column) << 8 | u64::from(self.row)
    }
    fn of_number(number: u64) -> Self {
        Cell { column: (number >> 8) as u8, row: number as u8 }
    }
}

/// As people write it: `column,row`, both from 1.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", u16::from(self.column) + 1, u16::from(self.row) + 1)
    }
}

/// A group as rules of thumb see it: what it is made of, and the box it fits in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GroupShape {
    /// Its leftmost, then lowest cell.
    pub(super) first: Cell,
    /// How many cells it has.
    pub(super) size: usize,
    pub(super) colour: Colour,
    /// Its rightmost column; the leftmost is that of its first cell.
    pub(super) right: u8,
    /// Its lowest row.
    pub(super) bottom: u8,
    /// Its highest row.
    pub(super) top: u8,
}

impl GroupShape {
    /// Whether it is one cell wide.
    pub(super) fn is_column(&self) -> bool {
        self.first.column == self.right
    }

    /// Whether it is one cell high.
    pub(super) fn is_row(&self) -> bool {
        self.bottom == self.top
    }
}

/// A board, column after column from the left, each from the bottom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    columns: u8,
    rows: u8,
    places: Vec<Option<Colour>>,
}

impl Grid {
    /// A board without cells.
    pub fn empty(columns: u8, rows: u8) -> Self {
        assert!(columns > 0 && rows > 0, "a board has at least one column and one row");
        Grid { columns, rows, places: vec![None; usize::from(columns) * usize::from(rows)] }
    }

    /// How many columns there are.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// How many rows there are.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Whether a place lies on the board.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.column < self.columns && cell.row < self.rows
    }

    /// What stands in a place of the board.
    pub fn at(&self, cell: Cell) -> Option<Colour> {
        self.places[self.index(cell)]
    }

    /// Puts a colour, or nothing, into a place of the board.
    pub fn put(&mut self, cell: Cell, colour: Option<Colour>) {
        let index = self.index(cell);
        self.places[index] = colour;
    }

    /// All places, by column from the left, then by row from the bottom.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let rows = self.rows;
        (0..self.columns).flat_map(move |column| (0..rows).map(move |row| Cell { column, row }))
    }

    /// The colours of one column, from the bottom.
    pub fn column(&self, column: u8) -> impl Iterator<Item = Colour> + '_ {
        (0..self.rows).filter_map(move |row| self.at(Cell { column, row }))
    }

    /// How many cells of each colour there are.
    pub fn counts(&self) -> ColourCounts {
        let mut counts = [0; COLOURS];
        for colour in self.places.iter().flatten() {
            counts[usize::from(*colour)] += 1;
        }
        counts
    }

    fn index(&self, cell: Cell) -> usize {
        assert!(
            self.contains(cell),
            "place {cell} is outside a board of {} x {}",
            self.columns,
            self.rows
        );
        usize::from(cell.column) * usize::from(self.rows) + usize::from(cell.row)
    }
}

#[cfg(test)]
impl Grid {
    /// A full board, every colour equally likely in every place.
    pub(super) fn random(
        columns: u8,
        rows: u8,
        colours: usize,
        rng: &mut quarry_core::Rng,
    ) -> Self {
        let mut grid = Grid::empty(columns, rows);
        for cell in grid.cells() {
            grid.put(cell, Some(rng.below(colours) as Colour));
        }
        grid
    }
}
