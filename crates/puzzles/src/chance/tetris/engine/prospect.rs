//! An upper bound on the value of any placement on a board, found without trying one.
//!
//! A piece has four cells and at most three gaps below it, so each feature changes little; only a
//! filled row may remove the holes of a board. Each feature is taken at its best, except for one
//! pair: gaps are holes, which some controllers reward, and every column with a new hole has two
//! more transitions, which they punish.

use super::super::controllers::Weights;
use super::super::features::FEATURES;
use super::super::setup::Setup;
use super::kernel::OF_BOARD;

/// Data on a board that the bound needs.
pub(super) struct BoardOutlook {
    /// Features of the board.
    pub(super) features: [u32; OF_BOARD],
    /// Heights of its lowest and its highest column.
    pub(super) lowest: u32,
    pub(super) highest: u32,
    /// Whether a piece might fill a row.
    pub(super) fills: bool,
}

impl BoardOutlook {
    /// Returns the bound, in the units of values.
    #[inline]
    pub(super) fn most(&self, setup: &Setup, weights: &Weights) -> i64 {
        const CELLS: i64 = 4;
        const GAPS: i64 = 3;
        let (width, height) = (setup.width as i64, setup.height as i64);
        let [rows, columns, holes, _, depth, with_holes, ..] = self.features.map(i64::from);
        let deepest = i64::from(self.highest - self.lowest) + 2;
        let fewest = |now: i64, at_best: i64| if self.fills { at_best } else { now };
        let ranges: [[i64; 2]; FEATURES] = [
            [2 * i64::from(self.lowest), 2 * height],
            [0, fewest(0, CELLS * CELLS)],
            [rows - 2 * CELLS, rows + 2 * CELLS],
            [fewest(columns, width), columns],
            [fewest(holes, 0), holes],
            [0, width * height * (height + 1) / 2],
            [fewest(depth, 0), depth + CELLS],
            [fewest(with_holes, 0), height],
            [0, 5],
            [0, 1],
            [0, 2],
            [0, width - 1],
            [0, width - 1],
            [0, width - 1],
        ];
        let weight = weights.each.map(i64::from);
        let at_best = |k: usize| {
            ranges[k].map(|feature| weight[k] * feature).into_iter().fold(i64::MIN, i64::max)
        };
        let gap = 2 * weight[3] + weight[4].max(weight[4] * deepest);
        at_best(0) + 2 * ((1..FEATURES).map(at_best).sum::<i64>() + GAPS * gap.max(0))
    }
}
