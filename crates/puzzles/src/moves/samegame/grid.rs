//! The plain board: a rectangle in which every place holds a colour or is empty.
//!
//! Files, the generator and the judge use it; the fast boards are made from it. Columns count from
//! the left and rows from the bottom, both from 0, because cells fall down and columns close to the
//! left.

use quarry_core::Numbered;
use std::fmt;

/// Maximum length of a side.
pub(super) const LONGEST_SIDE: usize = 255;

/// Maximum number of colours.
pub(super) const COLOURS: usize = 62;

/// A colour: a number from 0 to 61.
pub type Colour = u8;

/// Number of cells of each colour.
pub type ColourCounts = [u16; COLOURS];

/// A place on the board, ordered by column, then by row.
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

/// In the notation for people: `column,row`, both from 1.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", u16::from(self.column) + 1, u16::from(self.row) + 1)
    }
}

/// A group as the rules of thumb need it: size, colour and bounding box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GroupShape {
    /// Leftmost, then lowest cell of the group.
    pub(super) first: Cell,
    /// Number of cells.
    pub(super) size: usize,
    pub(super) colour: Colour,
    /// Rightmost column; the leftmost is that of the first cell.
    pub(super) right: u8,
    /// Lowest row.
    pub(super) bottom: u8,
    /// Highest row.
    pub(super) top: u8,
}

impl GroupShape {
    /// Whether the group is one cell wide.
    pub(super) fn is_column(&self) -> bool {
        self.first.column == self.right
    }

    /// Whether the group is one cell high.
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
    /// Creates a board without cells.
    pub fn empty(columns: u8, rows: u8) -> Self {
        assert!(columns > 0 && rows > 0, "a board has at least one column and one row");
        Grid { columns, rows, places: vec![None; usize::from(columns) * usize::from(rows)] }
    }

    /// Number of columns.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// Number of rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Whether a place lies on the board.
    pub fn contains(&self, cell: Cell) -> bool {
        cell.column < self.columns && cell.row < self.rows
    }

    /// Colour in a place of the board; none if it is empty.
    pub fn at(&self, cell: Cell) -> Option<Colour> {
        self.places[self.index(cell)]
    }

    /// Sets a place of the board to a colour or to empty.
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

    /// Number of cells of each colour.
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
    /// Returns a full board, every colour equally likely in every place.
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
