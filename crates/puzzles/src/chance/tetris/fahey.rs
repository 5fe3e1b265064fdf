//! C. Fahey's controller: five features of the board, with weights that he set by trial and error.
//!
//! From the text of his program Standard Tetris (colinfahey.com, 2003; the file of 4 June 2007),
//! which Font, Larrodera, Manrique and Ramos-Criado (2017) cite. Features are taken after full rows
//! have disappeared:
//!
//! | feature | weight | |
//! | --- | --- | --- |
//! | rows | 0.30 | rows that the placement removes |
//! | cells | 0.00 | filled cells |
//! | holes | -0.65 | empty cells with a filled one above them |
//! | weighted cells | -0.10 | filled cells, each counted as often as its row from 1 |
//! | wells | -0.20 | how far each column is below the lower of its neighbours, or below its only one |
//!
//! He counts the rows of the last placement only; where we look ahead, the rows of every placement
//! on the way count. He notes 1,310 rows on average in ten games.

use quarry_core::{Evaluator, LearnedEvaluator, StateSpace, WeightRange};

use super::board::Board;
use super::controllers::{LOST, alarm};
use super::piece::Placement;
use super::setup::Setup;
use super::state::{Rules, State};

/// Number of features of the board: all but the rows of the placement.
const OF_BOARD: usize = 4;
const NAMES: [&str; 1 + OF_BOARD] = ["rows", "cells", "holes", "weighted cells", "wells"];
const PUBLISHED: [f64; 1 + OF_BOARD] = [0.30, 0.0, -0.65, -0.10, -0.20];
/// Initial deviations of the learning: about a third of the published weights.
const SPREAD: [f64; 1 + OF_BOARD] = [0.2, 0.1, 0.2, 0.03, 0.07];

/// An evaluator that weighs the five features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fahey {
    /// Weight of each feature, in millionths.
    weights: [i64; 1 + OF_BOARD],
}

/// Features of a board, in the order of their names.
fn of_board(setup: &Setup, board: &Board) -> [i64; OF_BOARD] {
    let heights = &board.heights()[..setup.width];
    let (mut cells, mut weighted) = (0, 0);
    for column in &board.columns()[..setup.width] {
        cells += column.count_ones();
        weighted += rows_of(*column);
    }
    let wells: u32 = (heights.iter().enumerate())
        .map(|(x, height)| {
            let left = x.checked_sub(1).map(|x| heights[x]);
            let lower = left.into_iter().chain(heights.get(x + 1).copied()).min();
            lower.map_or(0, |lower| lower.saturating_sub(*height))
        })
        .sum();
    [cells, heights.iter().sum::<u32>() - cells, weighted, wells].map(i64::from)
}

/// Sum of the rows of the filled cells of a column, each from 1.
fn rows_of(column: u32) -> u32 {
    // Places whose number has the first bit, the second and so on.
    const BITS: [u32; 5] = [0xaaaa_aaaa, 0xcccc_cccc, 0xf0f0_f0f0, 0xff00_ff00, 0xffff_0000];
    let places = BITS.iter().enumerate().map(|(k, bits)| (column & bits).count_ones() << k);
    column.count_ones() + places.sum::<u32>()
}

impl LearnedEvaluator<Rules> for Fahey {
    const PLAYER: (&'static str, &'static str) = (
        "fahey",
        "Plays by C. Fahey's five features of the board (2003), with his weights or learned ones.",
    );
    const WEIGHED: &'static [&'static str] = &NAMES;
    const USUAL: &'static [f64] = &PUBLISHED;
    const RANGE: WeightRange = WeightRange::Signed(&SPREAD);

    fn of(weights: &[f64]) -> Self {
        assert_eq!(weights.len(), NAMES.len(), "a weight for each feature");
        Fahey { weights: std::array::from_fn(|k| (weights[k] * 1e6).round() as i64) }
    }
}

impl Evaluator<Rules> for Fahey {
    fn step(&self, rules: &Rules, state: &State, mv: Placement) -> i64 {
        self.weights[0] * rules.play(&mut state.clone(), mv)
    }

    fn worth(&self, rules: &Rules, state: &State, mv: Placement) -> i64 {
        let mut after = state.clone();
        let rows = rules.play(&mut after, mv);
        let features = of_board(&rules.setup, &after.board);
        let board: i64 =
            self.weights[1..].iter().zip(features).map(|(weight, feature)| weight * feature).sum();
        self.weights[0] * rows + board
    }

    fn end(&self, rules: &Rules, state: &State) -> i64 {
        let lost = state.piece.is_some() && rules.is_solved(state);
        if lost { LOST } else { 0 }
    }

    fn alarm(&self, rules: &Rules, state: &State) -> u64 {
        alarm(rules, state)
    }
}

#[cfg(test)]
mod tests {
    use quarry_core::{Chance, Lucky, Puzzle};

    use super::*;
    use crate::chance::tetris::{Piece, Tetris};

    /// Heights 3, 1, 4, 0, 2 with two holes.
    #[test]
    fn a_board_counted_by_hand() {
        let game = Tetris::parse("width = 5\nheight = 8\n").unwrap();
        let mut columns = [0; 16];
        columns[..5].copy_from_slice(&[0b101, 0b1, 0b1101, 0, 0b11]);
        let board = Board::of(columns);
        let weighted = (1 + 3) + 1 + (1 + 3 + 4) + (1 + 2);
        // Column 2 is two below its left neighbour, column 4 two below its right one.
        assert_eq!(of_board(&game.rules().setup, &board), [8, 2, weighted, 2 + 2]);
        // The first column is below its only neighbour, and so is the last.
        columns[..5].copy_from_slice(&[0, 0b11, 0b1, 0b111, 0b1]);
        assert_eq!(of_board(&game.rules().setup, &Board::of(columns))[3], 2 + 1 + 2);
        assert_eq!(rows_of(u32::MAX), 32 * 33 / 2);
    }

    #[test]
    fn rows_count_as_published() {
        let game = Tetris::parse("width = 4\nheight = 8\n").unwrap();
        let rules = game.rules();
        let fahey = Fahey::of(Fahey::USUAL);
        let mut state = rules.start();
        rules.apply_event(&mut state, Piece::I);
        let worth = |rotation, column| {
            let mv = Placement { piece: Piece::I, rotation, column };
            (fahey.step(rules, &state, mv), fahey.worth(rules, &state, mv))
        };
        assert_eq!(worth(0, 0), (300_000, 300_000), "a row, and an empty board");
        // Cells in the rows 1 to 4; no well, since both neighbours are lower.
        assert_eq!(worth(1, 0), (0, -100_000 * 10));
        // Between the bar and the wall, a column is four below its only lower neighbour.
        assert_eq!(worth(1, 2), (0, -100_000 * 10 - 200_000 * 4));
    }
}
