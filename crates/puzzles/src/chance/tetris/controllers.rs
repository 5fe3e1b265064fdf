//! Controllers: the value of a placement is the weighted sum of its features, and the best is
//! played.
//!
//! Weights are integers in millionths, so that every path of the engine gives the same values and
//! ties are exact. Ties are broken by the order of placements, rotation by rotation, then column by
//! column: the first of the best wins.

use quarry_core::{
    Controller, Evaluator, Foreseen, Foresight, LearnedEvaluator, Pick, StateSpace, WeightRange,
};

use super::ahead::Looking;
use super::engine;
use super::features::{FEATURES, NAMES, PUBLISHED, Wells};
use super::piece::Placement;
use super::state::{Rules, State};

/// Weight of each feature, in millionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights {
    /// Which cells belong to a well.
    pub wells: Wells,
    /// Weights of the features, in their order (`features.rs`).
    pub each: [i32; FEATURES],
}

impl Weights {
    /// Weighted sum of features, in half millionths: the first feature is doubled.
    #[inline]
    pub fn value(&self, features: &[i64; FEATURES]) -> i64 {
        let rest: i64 = (1..FEATURES).map(|k| i64::from(self.each[k]) * features[k]).sum();
        i64::from(self.each[0]) * features[0] + 2 * rest
    }
}

/// Value of a lost game: less than any board, and small enough that sums cannot overflow.
pub(super) const LOST: i64 = -1_000_000_000_000;

/// How near a game seems to its end: the height of its highest column, in percent of the highest
/// that is allowed.
#[inline]
pub(super) fn alarm(rules: &Rules, state: &State) -> u64 {
    let highest = state.board.heights().iter().max().map_or(0, |&height| u64::from(height));
    highest * 100 / rules.setup.ceiling() as u64
}

/// An evaluator that weighs features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Linear(pub Weights);

impl Evaluator<Rules> for Linear {
    fn step(&self, rules: &Rules, state: &State, mv: Placement) -> i64 {
        let mut features = engine::features(rules, &state.board, mv, self.0.wells);
        features[2..].fill(0);
        self.0.value(&features)
    }

    fn worth(&self, rules: &Rules, state: &State, mv: Placement) -> i64 {
        self.0.value(&engine::features(rules, &state.board, mv, self.0.wells))
    }

    fn end(&self, rules: &Rules, state: &State) -> i64 {
        // A game with all pieces placed is not lost; neither is one that waits for the next piece.
        let lost = state.piece.is_some() && rules.is_solved(state);
        if lost { LOST } else { 0 }
    }

    #[inline]
    fn best(&self, rules: &Rules, state: &State) -> Option<Pick<Placement>> {
        state.piece.and_then(|piece| engine::best(rules, &state.board, piece, &self.0))
    }

    fn foresee(
        &self,
        rules: &Rules,
        state: &State,
        listed: &[Placement],
        foresight: Foresight,
    ) -> Option<Foreseen<Placement>> {
        engine::foresee(rules, &Looking { state, listed, foresight, lost: LOST }, &self.0)
    }

    #[inline]
    fn alarm(&self, rules: &Rules, state: &State) -> u64 {
        alarm(rules, state)
    }
}

/// Empty cells below a well belong to it.
impl LearnedEvaluator<Rules> for Linear {
    const PLAYER: (&'static str, &'static str) = (
        "linear",
        "Plays by weights of the controllers' features, which its training has learned.",
    );
    const WEIGHED: &'static [&'static str] = &NAMES;
    const USUAL: &'static [f64] = &BEGINNING;
    const RANGE: WeightRange = WeightRange::Signed(&SPREAD);

    fn of(weights: &[f64]) -> Self {
        assert_eq!(weights.len(), FEATURES, "a weight for each feature");
        Linear(Weights {
            wells: Wells::Below,
            each: std::array::from_fn(|k| (weights[k] * 1e6).round() as i32),
        })
    }
}

/// Initial weights of the learning: those of DT-20.
const BEGINNING: [f64; FEATURES] =
    [-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89, 0.0, 0.0, 0.0, 0.0, 0.0];

/// Initial deviations of the learning: about a fifth of the published weights, and for the others
/// as much as single weights were seen to tolerate.
const SPREAD: [f64; FEATURES] =
    [0.3, 0.36, 0.3, 0.6, 0.6, 0.3, 0.15, 0.6, 0.3, 0.4, 0.3, 0.2, 0.2, 0.3];

/// The model of `quarry train tetris-linear tetris/10x20 --seed 1 --param generations=45`.
const STEPS_20: [i32; FEATURES] = [
    -2_396_871,
    716_000,
    -2_347_555,
    -5_052_289,
    1_708_249,
    -2_870_804,
    -516_409,
    -10_188_664,
    1_129_849,
    614_587,
    -773_477,
    -301_759,
    910_353,
    -1_203_280,
];

/// Extends weights of the published features by zeros for the others.
const fn nine(published: [i32; PUBLISHED]) -> [i32; FEATURES] {
    let mut each = [0; FEATURES];
    let mut k = 0;
    while k < PUBLISHED {
        each[k] = published[k];
        k += 1;
    }
    each
}

/// The controllers, the strongest on the usual board first.
pub(super) static CONTROLLERS: [Controller<Linear>; 5] = [
    Controller {
        name: "steps-20",
        summary: "Plays by our own weights: the nine published features and five of the steps between columns, learned on 10 x 20 boards.",
        evaluator: Linear(Weights { wells: Wells::Below, each: STEPS_20 }),
    },
    Controller {
        name: "dt-20",
        summary: "Plays by the weights DT-20 (Scherrer et al., JMLR 16, 2015): nine features, learned on 10 x 20 boards.",
        evaluator: Linear(Weights {
            wells: Wells::Below,
            each: nine([
                -2_680_000, 1_380_000, -2_410_000, -6_320_000, 2_030_000, -2_710_000, -430_000,
                -9_480_000, 890_000,
            ]),
        }),
    },
    Controller {
        name: "bcts",
        summary: "Plays by the weights BCTS (Thiery and Scherrer, ICGA Journal 32, 2009), the winner of a competition in 2008: eight features.",
        evaluator: Linear(Weights {
            wells: Wells::Between,
            each: nine([
                -12_629_000,
                6_601_974,
                -9_215_815,
                -19_773_560,
                -13_083_350,
                -10_487_470,
                -1_611_863,
                -24_040_870,
                0,
            ]),
        }),
    },
    Controller {
        name: "dt-10",
        summary: "Plays by the weights DT-10 (Scherrer et al., JMLR 16, 2015): nine features, learned on 10 x 10 boards.",
        evaluator: Linear(Weights {
            wells: Wells::Below,
            each: nine([
                -2_180_000, 2_420_000, -2_170_000, -3_310_000, 950_000, -2_220_000, -810_000,
                -9_650_000, 1_270_000,
            ]),
        }),
    },
    Controller {
        name: "dellacherie",
        summary: "Plays by P. Dellacherie's weights (2003): six features, set by hand.",
        evaluator: Linear(Weights {
            wells: Wells::Between,
            each: nine([
                -1_000_000, 1_000_000, -1_000_000, -1_000_000, -4_000_000, -1_000_000, 0, 0, 0,
            ]),
        }),
    },
];
