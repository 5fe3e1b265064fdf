//! The evolved heuristic: eleven features of the board (`eleven.rs`), weighed by what evolution has found.
//!
//! Weights are whole millionths and features whole fractions, so that values are exact. Less is better to the authors; to players
//! more is, so values are negative.

use std::cmp::Reverse;

use quarry_core::{Chance, Evaluator, Foreseen, Pick, StateSpace};

use super::board::Board;
use super::controllers::alarm;
use super::eleven::ELEVEN;
use super::engine::Relief;
use super::piece::{Piece, Placement};
use super::state::{Rules, State};

/// What is weighed.
pub(super) const NAMES: [&str; ELEVEN] = [
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

/// Its name and what it is.
pub(super) const LEARNER: (&str, &str) = (
    "evolved",
    "Plays by eleven features with weights that evolution has found (Font, Larrodera, Manrique and Ramos-Criado 2016).",
);

/// What `quarry train tetris-evolved tetris/10x20-top4 --seed 1` found in 180 generations, when it ended by itself.
pub(super) const USUAL: [f64; ELEVEN] = [0.007270, 0.046577, 0.156232, 0.383995, 0.019970, 0.075750, 0.040575, 0.079418, 0.032154, 0.099596, 0.058464];

/// What a lost game is worth: less than any board. A feature is below 2^35, and weights are at most a million.
const LOST: i64 = -(1 << 60);

/// Weighs the eleven features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evolved {
    /// How much each counts, in millionths.
    pub weights: [i64; ELEVEN],
}

impl Evolved {
    /// Weights from 0 to 1, cut to millionths.
    pub(super) fn of(weights: &[f64]) -> Self {
        assert_eq!(weights.len(), ELEVEN, "a weight for each feature");
        Evolved { weights: std::array::from_fn(|k| (weights[k].clamp(0.0, 1.0) * 1e6).round() as i64) }
    }

    /// What a board is worth that shows this.
    #[inline(always)]
    pub fn value(&self, features: &[i64; ELEVEN]) -> i64 {
        -self.weights.iter().zip(features).map(|(weight, feature)| weight * feature).sum::<i64>()
    }

    /// What a placement leads to.
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

    /// The best placement on a board that was taken down.
    #[inline]
    fn best_on(&self, rules: &Rules, board: &Board, relief: &Relief, piece: Piece) -> Option<Pick<Placement>> {
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
    /// A move is worth nothing by itself: only where it leads counts.
    fn step(&self, _: &Rules, _: &State, _: Placement) -> i64 {
        0
    }

    fn worth(&self, rules: &Rules, state: &State, mv: Placement) -> i64 {
        let shape = &rules.shapes.of(mv.piece)[usize::from(mv.rotation)];
        let row = state.board.rest(&rules.setup, shape, mv.column.into()).expect("a legal placement comes to rest");
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

    /// Boards are taken down once for all pieces that may come. Whatever looks best at once comes first, and since no board is
    /// worth more than 0, whoever is behind before all pieces have been tried can be left.
    fn foresee(&self, rules: &Rules, state: &State, listed: &[Placement]) -> Option<Foreseen<Placement>> {
        let relief = Relief::of(&rules.setup, &state.board);
        let at_once = |(place, &mv): (usize, &Placement)| {
            let shape = &rules.shapes.of(mv.piece)[usize::from(mv.rotation)];
            let row = state.board.rest(&rules.setup, shape, mv.column.into()).expect("a legal placement comes to rest");
            (self.after(rules, &state.board, &relief, mv, row), place, mv)
        };
        let mut ranked: Vec<_> = listed.iter().enumerate().map(at_once).collect();
        let mut among = ranked.len() as u64;
        ranked.sort_unstable_by_key(|&(value, place, _)| (Reverse(value), place));
        let (mut best, mut owed) = (None::<(i128, usize, Placement)>, Vec::new());
        for (_, place, mv) in ranked {
            let mut after = state.clone();
            rules.play(&mut after, mv);
            owed.clear();
            rules.events(&after, &mut owed);
            let relief = Relief::of(&rules.setup, &after.board);
            let mut value = 0;
            let is_behind = |value| best.is_some_and(|(most, first, _)| value < most || value == most && first < place);
            for &(piece, weight) in &owed {
                let next = self.best_on(rules, &after.board, &relief, piece);
                among += next.map_or(0, |pick| u64::from(pick.among));
                value += i128::from(weight) * i128::from(next.map_or(LOST, |pick| pick.value));
                if is_behind(value) {
                    break;
                }
            }
            if !is_behind(value) {
                best = Some((value, place, mv));
            }
        }
        best.map(|(value, _, mv)| Foreseen { mv, value, among })
    }

    #[inline]
    fn alarm(&self, rules: &Rules, state: &State) -> u64 {
        alarm(rules, state)
    }
}
