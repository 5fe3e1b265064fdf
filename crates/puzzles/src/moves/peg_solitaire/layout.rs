//! The holes of a board, the jumps between them, and the symmetries of both. Holes are numbered row
//! by row, so that a position is a set of bits.

use std::fmt;

/// Maximum number of holes: a position is 128 bits.
pub(super) const MOST_HOLES: usize = 128;

/// Maximum number of columns and of rows.
pub(super) const LONGEST_SIDE: usize = 32;

/// A place on the board; column from the left, row from the top, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Column, from the left.
    pub column: u8,
    /// Row, from the top.
    pub row: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", u32::from(self.column) + 1, u32::from(self.row) + 1)
    }
}

/// Which holes are neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grid {
    /// Holes touch in rows and columns.
    Square,
    /// Holes touch along one diagonal too: rows of a triangle, pushed to the left.
    Triangle,
}

impl Grid {
    /// All grids.
    pub const ALL: [Grid; 2] = [Grid::Square, Grid::Triangle];

    /// Returns the name used in files.
    pub fn name(self) -> &'static str {
        match self {
            Grid::Square => "square",
            Grid::Triangle => "triangle",
        }
    }

    /// Returns the steps to the neighbours, as columns and rows.
    pub(super) fn directions(self) -> &'static [(i32, i32)] {
        const ALL: [(i32, i32); 6] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, 1), (-1, -1)];
        match self {
            Grid::Square => &ALL[..4],
            Grid::Triangle => &ALL,
        }
    }

    /// Returns the linear maps of the grid onto itself, as the images of a step to the right and of
    /// a step down; the identity comes first.
    fn maps(self) -> Vec<[(i32, i32); 2]> {
        let steps = self.directions();
        let fits = |right: (i32, i32), down: (i32, i32)| match self {
            Grid::Square => right.0 * down.0 + right.1 * down.1 == 0,
            Grid::Triangle => steps.contains(&(right.0 + down.0, right.1 + down.1)),
        };
        let pairs = steps.iter().flat_map(|&right| steps.iter().map(move |&down| [right, down]));
        let mut maps: Vec<_> = pairs.filter(|&[right, down]| fits(right, down)).collect();
        maps.sort_by_key(|&map| map != [(1, 0), (0, 1)]);
        maps
    }
}

/// The three holes of a jump, by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) from: u8,
    pub(super) over: u8,
    pub(super) to: u8,
}

impl Line {
    pub(super) fn holes(self) -> [usize; 3] {
        [self.from, self.over, self.to].map(usize::from)
    }

    /// The set of holes that a jump changes.
    pub(super) fn changed(self) -> u128 {
        1 << self.from | 1 << self.over | 1 << self.to
    }

    /// The set of holes that have pegs before a jump.
    pub(super) fn needed(self) -> u128 {
        1 << self.from | 1 << self.over
    }
}

/// The shape of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) grid: Grid,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Holes in reading order.
    pub(super) holes: Vec<Cell>,
    /// Number of the hole of each cell.
    numbers: Vec<Option<u8>>,
    /// All jumps, by the hole they begin at.
    pub(super) lines: Vec<Line>,
    /// For each hole, how few jumps lead through it: 1 for the busiest.
    pub(super) costs: Vec<u16>,
    /// Each symmetry as the image of each hole; the identity comes first.
    pub(super) symmetries: Vec<Vec<u8>>,
}

impl Layout {
    /// Creates the board of these holes, which are in reading order and at most [`MOST_HOLES`].
    pub(super) fn new(grid: Grid, columns: usize, rows: usize, holes: Vec<Cell>) -> Self {
        let mut numbers = vec![None; columns * rows];
        for (number, hole) in holes.iter().enumerate() {
            numbers[usize::from(hole.row) * columns + usize::from(hole.column)] =
                Some(number as u8);
        }
        let (lines, costs, symmetries) = (Vec::new(), Vec::new(), Vec::new());
        let mut layout = Layout { grid, columns, rows, holes, numbers, lines, costs, symmetries };
        for (from, &cell) in layout.holes.iter().enumerate() {
            for &step in grid.directions() {
                let over = layout.number_at(cell, step, 1);
                if let (Some(over), Some(to)) = (over, layout.number_at(cell, step, 2)) {
                    layout.lines.push(Line { from: from as u8, over, to });
                }
            }
        }
        let through = |hole: usize| {
            layout.lines.iter().filter(|line| line.holes().contains(&hole)).count() as u16
        };
        let through: Vec<u16> = (0..layout.holes.len()).map(through).collect();
        let most = through.iter().copied().max().unwrap_or(0);
        layout.costs = through.iter().map(|jumps| 1 + most - jumps).collect();
        layout.symmetries = layout.find_symmetries();
        layout
    }

    /// Returns the number of the hole at a cell, if there is one.
    pub(super) fn number(&self, cell: Cell) -> Option<u8> {
        self.number_at(cell, (0, 0), 0)
    }

    fn number_at(&self, cell: Cell, step: (i32, i32), times: i32) -> Option<u8> {
        let column = usize::try_from(i32::from(cell.column) + times * step.0).ok()?;
        let row = usize::try_from(i32::from(cell.row) + times * step.1).ok()?;
        (column < self.columns && row < self.rows)
            .then(|| self.numbers[row * self.columns + column])?
    }

    /// Returns the jump between two cells, if the board has it.
    pub(super) fn line(&self, from: Cell, to: Cell) -> Option<Line> {
        let (from, to) = (self.number(from)?, self.number(to)?);
        self.lines_from(from).find(|line| line.to == to)
    }

    /// Returns the jumps that begin at a hole.
    pub(super) fn lines_from(&self, from: u8) -> impl Iterator<Item = Line> + '_ {
        let first = self.lines.partition_point(|line| line.from < from);
        self.lines[first..].iter().take_while(move |line| line.from == from).copied()
    }

    /// The set of all holes.
    pub(super) fn full(&self) -> u128 {
        u128::MAX >> (MOST_HOLES - self.holes.len())
    }

    fn find_symmetries(&self) -> Vec<Vec<u8>> {
        let mut found: Vec<Vec<u8>> = Vec::new();
        for [right, down] in self.grid.maps() {
            let image = |hole: &Cell| {
                let (x, y) = (i32::from(hole.column), i32::from(hole.row));
                (x * right.0 + y * down.0, x * right.1 + y * down.1)
            };
            let images: Vec<(i32, i32)> = self.holes.iter().map(image).collect();
            let first = |part: fn(&(i32, i32)) -> i32| images.iter().map(part).min().unwrap_or(0);
            let here = |part: fn(&Cell) -> u8| self.holes.iter().map(part).min().unwrap_or(0);
            let shift = (
                i32::from(here(|hole| hole.column)) - first(|image| image.0),
                i32::from(here(|hole| hole.row)) - first(|image| image.1),
            );
            let origin = Cell { column: 0, row: 0 };
            let number =
                |&(x, y): &(i32, i32)| self.number_at(origin, (x + shift.0, y + shift.1), 1);
            let symmetry: Option<Vec<u8>> = images.iter().map(number).collect();
            // A map may move every hole of a thin board onto itself.
            if let Some(symmetry) = symmetry.filter(|symmetry| !found.contains(symmetry)) {
                found.push(symmetry);
            }
        }
        found
    }
}

/// Returns the set of holes onto which a symmetry maps a set.
pub(super) fn image(symmetry: &[u8], set: u128) -> u128 {
    numbers(set).fold(0, |image, hole| image | 1 << symmetry[hole])
}

/// Returns the numbers of the holes in a set.
pub(super) fn numbers(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        next
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(grid: Grid, rows: &[&str]) -> Layout {
        let columns = rows.iter().map(|row| row.len()).max().unwrap();
        let mut holes = Vec::new();
        for (row, text) in rows.iter().enumerate() {
            for (column, letter) in text.bytes().enumerate() {
                if letter == b'o' {
                    holes.push(Cell { column: column as u8, row: row as u8 });
                }
            }
        }
        Layout::new(grid, columns, rows.len(), holes)
    }

    #[test]
    fn well_known_boards_have_their_jumps_and_symmetries() {
        let cross = ["##ooo##", "##ooo##", "ooooooo", "ooooooo", "ooooooo", "##ooo##", "##ooo##"];
        let english = board(Grid::Square, &cross);
        assert_eq!((english.holes.len(), english.lines.len()), (33, 76));
        assert_eq!(english.symmetries.len(), 8);
        assert!(english.symmetries[0].iter().enumerate().all(|(at, &to)| at == usize::from(to)));
        let triangle = board(Grid::Triangle, &["o", "oo", "ooo", "oooo", "ooooo"]);
        assert_eq!((triangle.holes.len(), triangle.lines.len()), (15, 36));
        assert_eq!(triangle.symmetries.len(), 6);
        assert_eq!(board(Grid::Square, &["oooo"]).symmetries.len(), 2);
    }

    #[test]
    fn symmetries_map_jumps_to_jumps() {
        for rows in [&["oo#", "ooo", "#oo"][..], &["oooo", "oooo"], &["o", "oo", "ooo", "oooo"]] {
            for grid in Grid::ALL {
                let layout = board(grid, rows);
                for symmetry in &layout.symmetries {
                    for line in &layout.lines {
                        let [from, over, to] = line.holes().map(|hole| symmetry[hole]);
                        assert!(layout.lines.contains(&Line { from, over, to }));
                    }
                }
            }
        }
    }
}
