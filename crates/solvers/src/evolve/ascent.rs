//! Learns a player's weights where games last too long to be played: covariance matrix adaptation
//! on estimates. The value of each candidate drawn is the mean score of its games as estimated by
//! splitting (`chance/splitting.rs`), each with its own luck; better candidates move the
//! distribution (`cma_es.rs`). Estimates are off by about a quarter. Their errors average out in
//! the mean of the distribution, which is the model, while the best candidate of a generation would
//! mostly be the luckiest. Estimates become more precise during the run. Only the ratios of weights
//! matter, so their length is kept fixed. After A. Boumaza (2009), who had to play on lower boards.
//! Needs a game of chance with evaluators that weigh features; promises the same result for any
//! number of threads, and when resumed after a stop. Time O(p s) per generation for p candidates
//! and s the cost of an estimate; memory O(p n + n^2) for n weights.

use std::marker::PhantomData;

use quarry_core::{Chance, LearnedEvaluator, Meter, Refused, Rng, settings};

use super::cma_es::CmaEs;
use super::evaluation::values;
use crate::chance::expectimax::{Expectimax, ExpectimaxSettings};
use crate::chance::splitting::{SplittingSettings, Stretch, stretches};

settings! {
    /// How weights are adapted.
    pub struct AscentSettings {
        /// Number of candidates drawn in each generation.
        pub population: u64 = 18, 4..=10_000;
        /// Number of generations.
        pub generations: u64 = 60, 1..=100_000;
        /// Number of stretches of play per estimate in the first generation.
        pub stretches: u64 = 20, 2..=100_000;
        /// Growth of that number per generation, as a share of it.
        pub growth: f64 = 0.03, 0.0..=10.0;
        /// Number of moves in a stretch.
        pub moves: u64 = 2_500, 1_000..=1_000_000_000;
    }
}

/// Estimates of a generation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GenerationStats {
    /// The best estimate, which is biased upwards by luck.
    pub best: f64,
    /// The median estimate.
    pub median: f64,
}

/// An ascent in progress.
pub struct Ascent<'a, S, E> {
    rules: &'a S,
    settings: AscentSettings,
    seed: u64,
    stage: CmaEs,
    evaluator: PhantomData<fn() -> E>,
}

impl<'a, S: Chance, E: LearnedEvaluator<S>> Ascent<'a, S, E> {
    /// Continues an ascent from a stage of the same settings and seed, or starts from the usual
    /// weights with a standard deviation of `spread` for each weight.
    pub fn new(
        rules: &'a S,
        spread: &[f64],
        settings: &AscentSettings,
        seed: u64,
        stage: Option<CmaEs>,
    ) -> Self {
        let stage = stage.unwrap_or_else(|| CmaEs::new(E::USUAL, spread));
        Ascent { rules, settings: settings.clone(), seed, stage, evaluator: PhantomData }
    }

    /// Current state of the ascent.
    pub fn stage(&self) -> &CmaEs {
        &self.stage
    }

    /// The learned weights: the mean of the distribution.
    pub fn model(&self) -> &[f64] {
        &self.stage.mean
    }

    /// Whether the ascent has ended.
    pub fn is_over(&self) -> bool {
        self.stage.generation >= self.settings.generations
    }

    /// Runs one generation; none, with nothing changed, if it was cut short. All random numbers of
    /// a generation derive from its number.
    pub fn step(&mut self, meter: &mut Meter) -> Option<GenerationStats> {
        let mut rng = Rng::stream(self.seed, self.stage.generation);
        let drawn = self.stage.draw(self.settings.population as usize, &mut rng);
        let tasks: Vec<_> = drawn.iter().map(|weights| (weights, rng.bits())).collect();
        let mut worths = Vec::with_capacity(tasks.len());
        let worth = |(): &mut (), &(weights, seed): &(&Vec<f64>, u64), meter: &mut Meter| {
            self.worth(weights, seed, meter)
        };
        values(&tasks, u64::MAX, meter, || (), worth, |worth, _| worths.push(worth));
        if worths.len() < tasks.len() {
            return None;
        }
        let mut ranked: Vec<(f64, Vec<f64>)> = worths.into_iter().zip(drawn).collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
        let seen = GenerationStats { best: ranked[0].0, median: ranked[ranked.len() / 2].0 };
        let ranked: Vec<Vec<f64>> = ranked.into_iter().map(|(_, weights)| weights).collect();
        self.stage.learn(&ranked);
        self.stage.scale(length(E::USUAL) / length(&self.stage.mean));
        Some(seen)
    }

    /// Estimated mean score of a game with these weights; infinite if no game ended.
    fn worth(&self, weights: &[f64], seed: u64, meter: &mut Meter) -> Result<f64, Refused> {
        let evaluator = E::of(weights);
        let (first, growth) = (self.settings.stretches as f64, self.settings.growth);
        let count = first * (1.0 + growth * self.stage.generation as f64);
        let settings = SplittingSettings { stretches: count as u64, moves: self.settings.moves };
        let player = |_| Expectimax::new(&evaluator, &ExpectimaxSettings::default());
        let seen = stretches(self.rules, player, &settings, seed, meter, |_| {});
        if (seen.len() as u64) < settings.stretches {
            return Err(Refused);
        }
        let sum = |part: fn(&Stretch) -> f64| seen.iter().map(part).sum::<f64>();
        Ok(sum(|stretch| stretch.score as f64) / sum(|stretch| stretch.ends))
    }
}

fn length(weights: &[f64]) -> f64 {
    weights.iter().map(|weight| weight * weight).sum::<f64>().sqrt()
}
