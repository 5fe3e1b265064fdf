//! Fast version of the eleven features of the evolved heuristic: a board is examined once, and a
//! placement that fills no row changes the result by sums over the columns it touches.
//!
//! Steps between columns are bits, one for each pair of neighbours and each kind that counts, so
//! that pairs of steps are found by a shift. A piece on top of a column adds the same amount for
//! each of its holes, and the gap left below the piece counts by its depth alone. A placement that
//! fills a row changes everything and is examined anew.

use super::super::board::{Board, COLUMNS};
use super::super::eleven::{ELEVEN, ONE};
use super::super::setup::Setup;
use super::super::shape::PieceShape;

/// Maximum height of a column, and maximum difference between two.
const HIGHEST: usize = 32;

/// Bits of the kinds of steps for features 6 to 8, 16 for each, as for the first pair of
/// neighbours.
const NEAR: [u64; 2 * HIGHEST + 1] = kinds([[1, 1], [-1, -1], [0, 0], NONE]);
/// Bits for features 9 to 11, likewise.
const FAR: [u64; 2 * HIGHEST + 1] =
    kinds([[-2, -2], [-(HIGHEST as i32), -3], [2, 2], [3, HIGHEST as i32]]);
const NONE: [i32; 2] = [1, 0];

/// Makes the table of bits; a kind is a range of steps.
const fn kinds(ranges: [[i32; 2]; 4]) -> [u64; 2 * HIGHEST + 1] {
    let mut bits = [0; 2 * HIGHEST + 1];
    let mut kind = 0;
    while kind < ranges.len() {
        let [mut step, last] = ranges[kind];
        while step <= last {
            bits[(step + HIGHEST as i32) as usize] = 1 << (16 * kind);
            step += 1;
        }
        kind += 1;
    }
    bits
}

/// Contribution of gaps of a depth to feature 5: the sums of 1 / d^2 and of d / d^2 over their
/// cells.
const GAPS: [[i64; 2]; HIGHEST + 1] = {
    let mut gaps = [[0; 2]; HIGHEST + 1];
    let mut d = 1;
    while d <= HIGHEST {
        let inverse = ONE / (d * d) as i64;
        gaps[d] = [gaps[d - 1][0] + inverse, gaps[d - 1][1] + d as i64 * inverse];
        d += 1;
    }
    gaps
};

/// Bits and sums of the steps between columns.
#[derive(Debug, Clone, Copy, Default)]
struct Steps {
    near: u64,
    far: u64,
    absolute: i32,
    squares: i32,
}

impl Steps {
    #[inline(always)]
    fn add(&mut self, pair: usize, step: i32) {
        let kind = (step + HIGHEST as i32) as usize;
        self.near |= NEAR[kind] << pair;
        self.far |= FAR[kind] << pair;
        self.absolute += step.abs();
        self.squares += step * step;
    }

    /// Removes pairs, from the left, whose sums are given.
    #[inline(always)]
    fn without(&self, first: usize, pairs: usize, absolute: i32, squares: i32) -> Self {
        let bits = (((1 << pairs) - 1) << first) * 0x0001_0001_0001_0001_u64;
        Steps {
            near: self.near & !bits,
            far: self.far & !bits,
            absolute: self.absolute - absolute,
            squares: self.squares - squares,
        }
    }
}

/// Data on a board.
pub(in super::super) struct Relief {
    width: usize,
    /// Heights of the columns between their walls, the first at 1; walls are never read.
    heights: [i32; COLUMNS + 2],
    columns: [u32; COLUMNS],
    /// Cells that all columns before each column have in common; `from` those of all from it on.
    before: [u32; COLUMNS + 1],
    from: [u32; COLUMNS + 1],
    /// Sums of absolute and of squared steps up to each column.
    sums: [[i32; 2]; COLUMNS + 2],
    /// Increase of feature 5 for one more cell on top of a column.
    load: [i64; COLUMNS],
    steps: Steps,
    squares: i32,
    holes: i32,
    weighted: i64,
}

impl Relief {
    /// Examines a board.
    #[inline]
    pub(in super::super) fn of(setup: &Setup, board: &Board) -> Self {
        let width = setup.width;
        let mut relief = Relief {
            width,
            heights: [0; COLUMNS + 2],
            columns: *board.columns(),
            before: [u32::MAX; COLUMNS + 1],
            from: [u32::MAX; COLUMNS + 1],
            sums: [[0; 2]; COLUMNS + 2],
            load: [0; COLUMNS],
            steps: Steps::default(),
            squares: 0,
            holes: 0,
            weighted: 0,
        };
        for x in 0..width {
            let (cells, height) = (relief.columns[x], board.heights()[x] as i32);
            relief.heights[x + 1] = height;
            relief.squares += height * height;
            relief.before[x + 1] = relief.before[x] & cells;
            let mut holes = !u64::from(cells) & ((1 << height) - 1);
            relief.holes += holes.count_ones() as i32;
            while holes != 0 {
                let row = holes.trailing_zeros();
                let above = u64::from(cells) >> (row + 1);
                let inverse = inverse_square(above.trailing_zeros() as usize + 1);
                relief.load[x] += inverse;
                relief.weighted += i64::from(row + 1 + above.count_ones()) * inverse;
                holes &= holes - 1;
            }
            if x > 0 {
                relief.steps.add(x - 1, height - relief.heights[x]);
            }
            relief.sums[x + 1] = [relief.steps.absolute, relief.steps.squares];
        }
        relief.sums[width + 1] = relief.sums[width];
        for x in (0..width).rev() {
            relief.from[x] = relief.from[x + 1] & relief.columns[x];
        }
        relief
    }

    /// Rows filled by a shape that comes to rest here.
    #[inline(always)]
    pub(in super::super) fn filled(&self, shape: &PieceShape, column: usize, row: u32) -> u32 {
        let others = self.before[column] & self.from[column + shape.width];
        (0..shape.width)
            .fold(others, |full, k| full & (self.columns[column + k] | shape.bits(k, row)))
    }

    /// Features of the board.
    #[inline(always)]
    pub(in super::super) fn features(&self) -> [i64; ELEVEN] {
        features(self.width, &self.steps, self.squares, self.holes, self.weighted)
    }

    /// Whether a shape comes to rest on top of all its columns. If pieces move in from the side, it
    /// may lie under an overhang.
    #[inline(always)]
    pub(in super::super) fn is_on_top(&self, shape: &PieceShape, column: usize, row: u32) -> bool {
        (0..shape.width)
            .all(|k| (row + shape.columns[k].first) as i32 >= self.heights[column + k + 1])
    }

    /// Features of the board with a shape on top of its columns that fills no row.
    #[inline(always)]
    pub(in super::super) fn with(
        &self,
        shape: &PieceShape,
        column: usize,
        row: u32,
    ) -> [i64; ELEVEN] {
        match shape.width {
            1 => self.with_columns::<1>(shape, column, row),
            2 => self.with_columns::<2>(shape, column, row),
            3 => self.with_columns::<3>(shape, column, row),
            _ => self.with_columns::<4>(shape, column, row),
        }
    }

    #[inline(always)]
    fn with_columns<const WIDTH: usize>(
        &self,
        shape: &PieceShape,
        column: usize,
        row: u32,
    ) -> [i64; ELEVEN] {
        let (mut squares, mut holes, mut weighted) = (self.squares, self.holes, self.weighted);
        let (left, right) = (column.saturating_sub(1), (column + WIDTH).min(self.width - 1));
        let [from, to] = [self.sums[left + 1], self.sums[right + 1]];
        let mut steps = self.steps.without(left, right - left, to[0] - from[0], to[1] - from[1]);
        let mut last = self.heights[column];
        for k in 0..WIDTH {
            let (span, height) = (shape.columns[k], self.heights[column + k + 1]);
            let bottom = (row + span.first) as i32;
            let (top, gap) = (bottom + span.length as i32, bottom - height);
            squares += top * top - height * height;
            holes += gap;
            let [inverse, by_distance] = GAPS[gap as usize];
            weighted += i64::from(span.length) * self.load[column + k];
            weighted += i64::from(top + 1) * inverse - by_distance;
            if k > 0 || column > 0 {
                steps.add(column + k - 1, top - last);
            }
            last = top;
        }
        if column + WIDTH < self.width {
            steps.add(column + WIDTH - 1, self.heights[column + WIDTH + 1] - last);
        }
        features(self.width, &steps, squares, holes, weighted)
    }
}

#[inline(always)]
fn features(width: usize, steps: &Steps, squares: i32, holes: i32, weighted: i64) -> [i64; ELEVEN] {
    let lacks =
        |kind: u32| i64::from(steps.near >> (16 * kind) & 0xffff == 0) << ONE.trailing_zeros();
    let [fall_2, fall_3, rise_2, rise_3] = [0, 16, 32, 48].map(|shift| steps.far >> shift & 0xffff);
    // One bit for each column: the step to it, and the step from it. Walls are steps of three.
    let (fall_2, fall_3, rise_3) = (fall_2 << 1, fall_3 << 1 | 1, rise_3 | 1 << (width - 1));
    let squared = |pairs: u64| {
        let count = i64::from(pairs.count_ones());
        count * count * ONE
    };
    [
        root(squares),
        i64::from(steps.absolute) * ONE,
        root(steps.squares),
        i64::from(holes) * ONE,
        weighted,
        lacks(0),
        lacks(1),
        lacks(2),
        squared(fall_2 & rise_2),
        squared(fall_2 & rise_3 | fall_3 & rise_2),
        squared(fall_3 & rise_3),
    ]
}

/// Square root in fixed point. Floating-point square roots are correctly rounded everywhere, and
/// for such small numbers truncation gives the right result; a test checks all of them.
#[inline(always)]
fn root(number: i32) -> i64 {
    (f64::from(number).sqrt() * ONE as f64) as i64
}

/// 1 / d^2 in fixed point.
#[inline(always)]
fn inverse_square(d: usize) -> i64 {
    GAPS[d][0] - GAPS[d - 1][0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_cut_as_defined() {
        for number in 0..=(COLUMNS * HIGHEST * HIGHEST) as i64 {
            assert_eq!(root(number as i32), (number << 40).isqrt(), "{number}");
        }
    }
}
