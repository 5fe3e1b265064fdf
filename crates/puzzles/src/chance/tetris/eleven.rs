//! The eleven features of the evolved heuristic, cell by cell: the definitions that its fast
//! version is tested against.
//!
//! J. M. Font, S. Larrodera, D. Manrique and P. Ramos-Criado (2017) weigh a board after full rows have
//! disappeared; less of everything is better. A step is the height of a column less that of its
//! left neighbour.
//!
//! | feature | |
//! | --- | --- |
//! | 1 | root of the sum of squared heights |
//! | 2, 3 | sum of absolute steps; root of the sum of squared steps |
//! | 4 | holes: empty cells with a filled one above them |
//! | 5 | for each hole (a + b) / d^2: a its row from 1, b the filled cells above it, d how far above it the nearest of them is |
//! | 6, 7, 8 | 0 if some step is +1, -1, 0; else 1 |
//! | 9, 10, 11 | square of how often the steps -2 and +2 follow each other; -2, +3 or -3, +2; -3, +3 |
//!
//! In the last three a step of more than three counts as three, and so do the steps down from the
//! left wall and up to the right one. The paper says neither; without both, no weights come near
//! its figures (`docs/decisions/0023-evolved-heuristic.md`).
//!
//! Roots and fractions are truncated to integers in units of 1 / [`ONE`], each root and each 1 /
//! d^2 by itself, so that values are exact however they are computed.

use super::features::Looked;
use super::rules::Grid;
use super::setup::Setup;

/// Number of features.
pub const ELEVEN: usize = 11;
/// Representation of 1 in fixed point.
pub const ONE: i64 = 1 << FRACTION;
/// Number of fractional bits.
const FRACTION: u32 = 20;

/// Returns the features of a board without full rows.
pub fn of_board(setup: &Setup, grid: Grid) -> [i64; ELEVEN] {
    let board = Looked { setup, grid };
    let heights: Vec<i64> = board.columns().map(|x| board.height(x)).collect();
    let steps: Vec<i64> = heights.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let squares = |numbers: &[i64]| numbers.iter().map(|number| number * number).sum::<i64>();
    let holes = board.holes();
    let weighted = |&(x, y): &(i64, i64)| {
        let above: Vec<i64> =
            (y + 1..board.height(x)).filter(|&row| board.is_filled(x, row)).collect();
        let distance = above[0] - y;
        (y + 1 + above.len() as i64) * (ONE / (distance * distance))
    };
    let lacks = |step: i64| if steps.contains(&step) { 0 } else { ONE };
    let cut = steps.iter().map(|&step| step.clamp(-3, 3));
    let walled: Vec<i64> = [-3].into_iter().chain(cut).chain([3]).collect();
    let in_a_row = |kinds: &[[i64; 2]]| {
        let found =
            walled.windows(2).filter(|pair| kinds.iter().any(|kind| pair == kind)).count() as i64;
        found * found * ONE
    };
    [
        root(squares(&heights)),
        steps.iter().map(|step| step.abs()).sum::<i64>() * ONE,
        root(squares(&steps)),
        holes.len() as i64 * ONE,
        holes.iter().map(weighted).sum(),
        lacks(1),
        lacks(-1),
        lacks(0),
        in_a_row(&[[-2, 2]]),
        in_a_row(&[[-2, 3], [-3, 2]]),
        in_a_row(&[[-3, 3]]),
    ]
}

fn root(number: i64) -> i64 {
    (number << (2 * FRACTION)).isqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::tetris::setup::{RuleSet, Source};

    fn seen(width: usize, rows: &[&str]) -> [i64; ELEVEN] {
        let (rules, source) = (RuleSet::Simplified, Source::Uniform);
        let setup = Setup { width, height: 8, rules, source, max_pieces: None, preview: false };
        let mut grid = Grid::empty(&setup);
        for (row, drawn) in grid.rows.iter_mut().zip(rows.iter().rev()) {
            *row = drawn.bytes().map(|cell| cell == b'#').collect();
        }
        of_board(&setup, grid)
    }

    /// Worked by hand: heights 5, 3, 5, 1, 2.
    #[test]
    fn a_board_counted_by_hand() {
        let found = seen(5, &["#.#..", "#....", "###..", "#...#", "#..#."]);
        // Column 2: rows 1 and 2 are below one cell. Column 3: row 4 is below one, rows 1 and 2
        // below two. Column 5: row 1.
        let second = (1 + 1) * (ONE / 4) + (2 + 1) * ONE;
        let third = (1 + 2) * (ONE / 4) + (2 + 2) * ONE + (4 + 1) * ONE;
        let fifth = (1 + 1) * ONE;
        assert_eq!(found[..5], [8 * ONE, 9 * ONE, 5 * ONE, 6 * ONE, second + third + fifth]);
        assert_eq!(found[5..], [0, ONE, ONE, ONE, 0, 0]);
    }

    #[test]
    fn an_empty_board_is_flat_and_nothing_else() {
        assert_eq!(seen(6, &[]), [0, 0, 0, 0, 0, ONE, ONE, 0, 0, 0, 0]);
    }

    #[test]
    fn wells_count_in_squares() {
        assert_eq!(seen(7, &["#.#.#.#", "#.#.#.#", "#.#.#.."])[8..], [0, 0, 9 * ONE]);
        assert_eq!(seen(5, &["#....", "#.#.#", "#.#.#"])[8..], [ONE, ONE, 0]);
    }

    #[test]
    fn walls_make_wells() {
        assert_eq!(
            seen(4, &["..#.", "..#.", "..#.", ".##.", ".###"])[8..],
            [0, ONE, ONE],
            "two deep, and four"
        );
        assert_eq!(seen(4, &[".##.", ".##.", ".##."])[8..], [0, 0, 4 * ONE]);
    }
}
