//! The evolved heuristic: eleven features of the board (`eleven.rs`) with weights found by
//! evolution.
//!
//! Weights are integers in millionths and features are in fixed point, so that values are exact.
//! The authors minimise; players maximise, so values are negative.

use quarry_core::{
    Evaluator, Foreseen, Foresight, LearnedEvaluator, Pick, StateSpace, WeightRange,
};

use super::ahead::{self, After, Landing, Looking};
use super::board::Board;
use super::controllers::alarm;
use super::eleven::ELEVEN;
use super::engine::Relief;
use super::piece::{Piece, Placement};
use super::state::{Rules, State};

/// Names of the features.
const NAMES: [&str; ELEVEN] = [
    "heights",
    "steps",
    "squared steps",
    "holes",
    "weighted holes",
    "no step up",
    "no step down",
    "no step at all",
    "wells 2 deep",
    "wells 2 and 3 deep",
    "wells 3 deep",
];

/// Name and summary of the player.
const PLAYER: (&str, &str) = (
    "evolved",
    "Plays by eleven features with weights found by evolution (Font, Larrodera, Manrique and Ramos-Criado 2017).",
);

/// Weights of `quarry train tetris-evolved tetris/10x20-top4` when it ended by itself, after 228
/// generations: 64,530 rows a game in 12 games of the training.
const USUAL: [f64; ELEVEN] = [
    0.012301, 0.033515, 0.030627, 0.247509, 0.011703, 0.059883, 0.055961, 0.097224, 0.029732,
    0.059682, 0.361864,
];

/// Value of a lost game: less than any board. A feature is below 2^35, and weights are at most a
/// million.
const LOST: i64 = -(1 << 60);

/// An evaluator that weighs the eleven features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evolved {
    /// Weight of each feature, in millionths.
    pub weights: [i64; ELEVEN],
}

impl LearnedEvaluator<Rules> for Evolved {
    const PLAYER: (&'static str, &'static str) = PLAYER;
    const WEIGHED: &'static [&'static str] = &NAMES;
    const USUAL: &'static [f64] = &USUAL;
    const RANGE: WeightRange = WeightRange::Shares;

    fn of(weights: &[f64]) -> Self {
        assert_eq!(weights.len(), ELEVEN, "a weight for each feature");
        Evolved {
            weights: std::array::from_fn(|k| (weights[k].clamp(0.0, 1.0) * 1e6).round() as i64),
        }
    }
}

impl Evolved {
    /// Value of a board with these features.
    #[inline(always)]
    pub fn value(&self, features: &[i64; ELEVEN]) -> i64 {
        -self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum::<i64>()
    }

    /// Value of the board that a placement leads to.
    #[inline(always)]
    fn after(&self, rules: &Rules, board: &Board, relief: &Relief, mv: Placement, row: u32) -> i64 {
        let shape = &rules.shapes.of(mv.piece)[usize::from(mv.rotation)];
        let full = relief.filled(shape, mv.column.into(), row);
        if full == 0 && relief.is_on_top(shape, mv.column.into(), row) {
            return self.value(&relief.with(shape, mv.column.into(), row));
        }
        let mut after = *board;
        after.lay(shape, mv.column.into(), row);
        after.remove(full);
        self.value(&Relief::of(&rules.setup, &after).features())
    }

    /// Returns the best placement on a board that was examined.
    #[inline]
    fn best_on(
        &self,
        rules: &Rules,
        board: &Board,
        relief: &Relief,
        piece: Piece,
    ) -> Option<Pick<Placement>> {
        let (mut best, mut among) = (None, 0);
        rules.each_placement(board, piece, |mv, row| {
            let value = self.after(rules, board, relief, mv, row);
            among += 1;
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, mv));
            }
        });
        best.map(|(value, mv)| Pick { mv, value, among })
    }
}

impl Evaluator<Rules> for Evolved {
    /// A move has no value by itself: only the board after it counts.
    fn step(&self, _: &Rules, _: &State, _: Placement) -> i64 {
        0
    }

    fn worth(&self, rules: &Rules, state: &State, mv: Placement) -> i64 {
        let shape = &rules.shapes.of(mv.piece)[usize::from(mv.rotation)];
        let row = state
            .board
            .rest(&rules.setup, shape, mv.column.into())
            .expect("a legal placement comes to rest");
        self.after(rules, &state.board, &Relief::of(&rules.setup, &state.board), mv, row)
    }

    fn end(&self, rules: &Rules, state: &State) -> i64 {
        let lost = state.piece.is_some() && rules.is_solved(state);
        if lost { LOST } else { 0 }
    }

    #[inline]
    fn best(&self, rules: &Rules, state: &State) -> Option<Pick<Placement>> {
        let relief = Relief::of(&rules.setup, &state.board);
        state.piece.and_then(|piece| self.best_on(rules, &state.board, &relief, piece))
    }

    /// No board has a value above 0, because no weight is negative.
    fn foresee(
        &self,
        rules: &Rules,
        state: &State,
        listed: &[Placement],
        foresight: Foresight,
    ) -> Option<Foreseen<Placement>> {
        let look = |_: &Landing, board: &Board| {
            let seen = Relief::of(&rules.setup, board);
            After { step: 0, worth: self.value(&seen.features()), most: 0, seen }
        };
        let best =
            |board: &Board, relief: &Relief, piece| self.best_on(rules, board, relief, piece);
        ahead::foresee(rules, &Looking { state, listed, foresight, lost: LOST }, look, best)
    }

    #[inline]
    fn alarm(&self, rules: &Rules, state: &State) -> u64 {
        alarm(rules, state)
    }
}
