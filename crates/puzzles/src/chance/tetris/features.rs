//! The features of the controllers, cell by cell: the definitions that the engine is tested
//! against.
//!
//! The features of P. Dellacherie, C. Thiery and B. Scherrer ("Improvements on learning Tetris with
//! cross entropy", ICGA Journal 32, 2009), numbered from 1 as in the literature on them; from 10 on
//! they are ours. All but the first two describe the board after full rows have disappeared. Side
//! walls and floor count as filled, the space above the board as empty.
//!
//! Ours describe the steps between neighbouring columns in more detail than the ninth feature,
//! which only counts how many kinds of steps occur.

use std::ops::RangeInclusive;

use super::piece::Placement;
use super::rules::{Grid, rest};
use super::setup::Setup;

/// Number of features.
pub const FEATURES: usize = 14;
/// Number of published features; the others are ours.
pub const PUBLISHED: usize = 9;
/// Names of the features.
pub const NAMES: [&str; FEATURES] = [
    "landing height",
    "eroded cells",
    "row transitions",
    "column transitions",
    "holes",
    "wells",
    "hole depth",
    "rows with holes",
    "diversity",
    "an even step",
    "kinds of steps by 2",
    "even steps",
    "steps by 1",
    "cliffs",
];

/// Which cells belong to a well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wells {
    /// Empty cells between two filled ones.
    Between,
    /// These, and all empty cells below them down to the first filled one.
    Below,
}

/// Returns the features of a legal placement. The first is doubled, because landing heights can end
/// in a half.
pub fn of_placement(setup: &Setup, before: &Grid, mv: Placement, wells: Wells) -> [i64; FEATURES] {
    let row = rest(setup, before, mv).expect("a legal placement comes to rest");
    let mut grid = before.clone();
    let removed = grid.lay(mv, row);
    let cells = mv.piece.cells(mv.rotation.into());
    let height = mv.piece.drawings()[usize::from(mv.rotation)].len();
    let own = cells.iter().filter(|(_, y)| removed.contains(&(row + y))).count();
    let seen = Looked { setup, grid }.features(wells);
    let mut features = [0; FEATURES];
    features[..2].copy_from_slice(&[(2 * row + height - 1) as i64, (removed.len() * own) as i64]);
    features[2..].copy_from_slice(&seen);
    features
}

/// A board that is examined cell by cell.
pub(super) struct Looked<'s> {
    pub(super) setup: &'s Setup,
    pub(super) grid: Grid,
}

impl Looked<'_> {
    /// Features of the board alone: all but the first two.
    fn features(&self, wells: Wells) -> [i64; FEATURES - 2] {
        [
            self.row_transitions(),
            self.column_transitions(),
            self.holes().len() as i64,
            self.wells(wells),
            self.hole_depth(),
            self.rows_with_holes(),
            self.diversity(),
            self.steps(0..=0).min(1),
            self.steps(2..=2).min(1) + self.steps(-2..=-2).min(1),
            self.steps(0..=0),
            self.steps(1..=1) + self.steps(-1..=-1),
            self.steps(3..=i64::MAX) + self.steps(i64::MIN..=-3),
        ]
    }

    /// Whether a cell is filled; the columns next to the board and the row below it count as
    /// filled.
    pub(super) fn is_filled(&self, column: i64, row: i64) -> bool {
        let outside = column < 0 || column >= self.setup.width as i64 || row < 0;
        outside || self.grid.is_filled(column as usize, row as usize)
    }

    pub(super) fn columns(&self) -> std::ops::Range<i64> {
        0..self.setup.width as i64
    }

    fn rows(&self) -> std::ops::Range<i64> {
        0..self.setup.height as i64
    }

    pub(super) fn height(&self, column: i64) -> i64 {
        self.rows().rev().find(|&row| self.is_filled(column, row)).map_or(0, |row| row + 1)
    }

    /// Empty cells with a filled one somewhere above them.
    pub(super) fn holes(&self) -> Vec<(i64, i64)> {
        let in_column = |x: i64| (0..self.height(x)).map(move |y| (x, y));
        self.columns().flat_map(in_column).filter(|&(x, y)| !self.is_filled(x, y)).collect()
    }

    /// Changes between filled and empty along the rows, from wall to wall.
    fn row_transitions(&self) -> i64 {
        let changes = |y: i64| {
            (0..=self.columns().end)
                .filter(|&x| self.is_filled(x - 1, y) != self.is_filled(x, y))
                .count()
        };
        self.rows().map(changes).sum::<usize>() as i64
    }

    /// Changes between filled and empty along the columns, from the floor to above the board.
    fn column_transitions(&self) -> i64 {
        let changes = |x: i64| {
            (0..=self.rows().end)
                .filter(|&y| self.is_filled(x, y - 1) != self.is_filled(x, y))
                .count()
        };
        self.columns().map(changes).sum::<usize>() as i64
    }

    /// For each cell of a well, the number of empty cells from it downwards, including itself.
    fn wells(&self, which: Wells) -> i64 {
        let mut sum = 0;
        for x in self.columns() {
            // Whether a cell between two filled ones is above in the same run of empty cells.
            let mut inside = false;
            for y in self.rows().rev() {
                let empty = !self.is_filled(x, y);
                let between = empty && self.is_filled(x - 1, y) && self.is_filled(x + 1, y);
                inside = empty && (between || inside && which == Wells::Below);
                if inside {
                    sum +=
                        (0..=y).rev().take_while(|&below| !self.is_filled(x, below)).count() as i64;
                }
            }
        }
        sum
    }

    /// Filled cells with an empty one somewhere below them.
    fn hole_depth(&self) -> i64 {
        let covers = |&(x, y): &(i64, i64)| {
            self.is_filled(x, y) && (0..y).any(|below| !self.is_filled(x, below))
        };
        let cells = self.columns().flat_map(|x| self.rows().map(move |y| (x, y)));
        cells.filter(covers).count() as i64
    }

    fn rows_with_holes(&self) -> i64 {
        let holes = self.holes();
        self.rows().filter(|row| holes.iter().any(|(_, y)| y == row)).count() as i64
    }

    /// Number of neighbouring columns whose difference in height is in this range.
    fn steps(&self, kinds: RangeInclusive<i64>) -> i64 {
        let is_one = |x: &i64| kinds.contains(&(self.height(*x) - self.height(x - 1)));
        (1..self.columns().end).filter(is_one).count() as i64
    }

    /// Number of different steps from -2 to 2 that occur.
    fn diversity(&self) -> i64 {
        (-2..=2).filter(|&kind| self.steps(kind..=kind) > 0).count() as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::tetris::piece::Piece;
    use crate::chance::tetris::setup::{RuleSet, Source};

    fn drawn(setup: &Setup, rows: &[&str]) -> Grid {
        let mut grid = Grid::empty(setup);
        for (row, drawn) in rows.iter().rev().enumerate() {
            grid.rows[row] = drawn.chars().map(|cell| cell == '#').collect();
        }
        grid
    }

    /// Features counted by hand.
    #[test]
    fn features_of_a_small_board() {
        let (rules, source) = (RuleSet::Simplified, Source::Uniform);
        let setup = Setup { width: 5, height: 8, rules, source, max_pieces: None, preview: false };
        let before = drawn(&setup, &["#....", "#.#.#", "###.#", "#.###"]);
        let mv = Placement { piece: Piece::I, rotation: 1, column: 3 };
        // The bar fills column 4 from row 2 and removes row 2.
        let seen = of_placement(&setup, &before, mv, Wells::Between);
        assert_eq!(seen[..2], [2 + 3, 1]);
        assert_eq!(
            seen[2..PUBLISHED],
            after(&setup, &["...#.", "#..#.", "#.###", "#.###"], Wells::Between)
        );
        assert_eq!(seen[2..PUBLISHED], [2 + 2 + 4 + 4 + 8, 5, 0, (1 + 2) + (1 + 2), 0, 0, 2]);
        // Columns of 3, 0, 2, 4 and 2 cells.
        assert_eq!(seen[PUBLISHED..], [0, 2, 0, 0, 1]);
    }

    /// The published features of a board alone.
    fn after(setup: &Setup, rows: &[&str], wells: Wells) -> Vec<i64> {
        Looked { setup, grid: drawn(setup, rows) }.features(wells)[..PUBLISHED - 2].to_vec()
    }

    #[test]
    fn wells_and_holes() {
        let (rules, source) = (RuleSet::Simplified, Source::Uniform);
        let setup = Setup { width: 4, height: 6, rules, source, max_pieces: None, preview: false };
        // Column 2 is open and empty; it lies between filled cells in its first and third row only.
        let rows = ["#.##", "#..#", "#.#."];
        assert_eq!(
            after(&setup, &rows, Wells::Between),
            [4 + 2 + 2 + 6, 1 + 1 + 3 + 3, 2, (3 + 1) + 1, 1 + 2, 2, 1]
        );
        assert_eq!(after(&setup, &rows, Wells::Below)[3], (3 + 2 + 1) + 1);
    }
}
