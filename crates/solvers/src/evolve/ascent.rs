//! Learns a player's weights where games last too long to be played, on estimates. The value of each
//! candidate drawn is the mean score of its games as estimated by splitting
//! (`chance/splitting.rs`), each with its own luck; better candidates move the distribution from
//! which the next ones are drawn: covariance matrix adaptation (`cma_es.rs`), the cross-entropy
//! method (`cross_entropy.rs`) or an ant colony (`weight_ants.rs`). Estimates are off by about a
//! quarter. Their errors average out in the mean of a distribution, which is the model, while the
//! best candidate of a generation would mostly be the luckiest. Estimates become more precise during the run. Only the ratios of weights
//! matter, so their length is kept fixed. After A. Boumaza (2009), who had to play on lower boards.
//! Needs a game of chance with evaluators that weigh features; promises the same result for any
//! number of threads, and when resumed after a stop. Time O(p s) per generation for p candidates
//! and s the cost of an estimate; memory O(p n + n^2) for n weights.

use std::marker::PhantomData;

use quarry_core::{Chance, LearnedEvaluator, Meter, Refused, Rng, settings};

use super::evaluation::values;
use crate::chance::expectimax::{Expectimax, ExpectimaxSettings};
use crate::chance::splitting::{SplittingSettings, Stretch, stretches};

/// A distribution of weights that learns from those drawn from it. It is all there is to keep of a
/// training: a number of generations, and named lists of numbers.
pub trait WeightDistribution: Sized + Sync {
    /// Starts around these weights, with these standard deviations.
    fn around(weights: &[f64], spread: &[f64]) -> Self;
    /// Returns the number of generations learned.
    fn generation(&self) -> u64;
    /// Draws the candidates of a generation, four or more.
    fn draw(&self, count: usize, rng: &mut Rng) -> Vec<Vec<f64>>;
    /// Learns the estimates of the candidates that were drawn, with the best first.
    fn learn(&mut self, ranked: &[(f64, Vec<f64>)]);
    /// Makes the weights as long as this: only their ratios matter.
    fn lengthen(&mut self, length: f64);
    /// Returns the learned weights.
    fn model(&self) -> &[f64];
    /// Returns how far candidates lie from each other, in a measure of the method's own.
    fn width(&self) -> f64;
    /// Names of the lists, for a number of weights; each with its length, or the number that its
    /// length is a multiple of.
    fn lists(weights: usize) -> Vec<(&'static str, ListLength)>;
    /// Returns the lists in the order of their names.
    fn numbers(&self) -> Vec<Vec<f64>>;
    /// Restores a distribution from its lists, which have the right lengths.
    fn restored(generation: u64, lists: Vec<Vec<f64>>) -> Self;
}

/// How many numbers a list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListLength {
    /// As many as this.
    Exactly(usize),
    /// Any positive multiple of this, the same multiple for all such lists.
    Multiple(usize),
}

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
pub struct Ascent<'a, S, E, D> {
    rules: &'a S,
    settings: AscentSettings,
    seed: u64,
    stage: D,
    evaluator: PhantomData<fn() -> E>,
}

impl<'a, S: Chance, E: LearnedEvaluator<S>, D: WeightDistribution> Ascent<'a, S, E, D> {
    /// Continues an ascent from a stage of the same settings and seed, or starts from the usual
    /// weights with a standard deviation of `spread` for each weight.
    pub fn new(
        rules: &'a S,
        spread: &[f64],
        settings: &AscentSettings,
        seed: u64,
        stage: Option<D>,
    ) -> Self {
        let stage = stage.unwrap_or_else(|| D::around(E::USUAL, spread));
        Ascent { rules, settings: settings.clone(), seed, stage, evaluator: PhantomData }
    }

    /// Current state of the ascent.
    pub fn stage(&self) -> &D {
        &self.stage
    }

    /// The learned weights.
    pub fn model(&self) -> &[f64] {
        self.stage.model()
    }

    /// Whether the ascent has ended.
    pub fn is_over(&self) -> bool {
        self.stage.generation() >= self.settings.generations
    }

    /// Runs one generation; none, with nothing changed, if it was cut short. All random numbers of
    /// a generation derive from its number.
    pub fn step(&mut self, meter: &mut Meter) -> Option<GenerationStats> {
        let mut rng = Rng::stream(self.seed, self.stage.generation());
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
        self.stage.learn(&ranked);
        self.stage.lengthen(length(E::USUAL));
        Some(seen)
    }

    /// Estimated mean score of a game with these weights; infinite if no game ended.
    fn worth(&self, weights: &[f64], seed: u64, meter: &mut Meter) -> Result<f64, Refused> {
        let evaluator = E::of(weights);
        let (first, growth) = (self.settings.stretches as f64, self.settings.growth);
        let count = first * (1.0 + growth * self.stage.generation() as f64);
        let settings = SplittingSettings { stretches: count as u64, moves: self.settings.moves };
        let player = |_| Expectimax::new(&evaluator, &ExpectimaxSettings::default());
        let seen = stretches(self.rules, player, &settings, seed, meter, |_| {}).stretches;
        if (seen.len() as u64) < settings.stretches {
            return Err(Refused);
        }
        let sum = |part: fn(&Stretch) -> f64| seen.iter().map(part).sum::<f64>();
        Ok(sum(|stretch| stretch.score as f64) / sum(|stretch| stretch.ends))
    }
}

/// Length of weights as a vector.
pub(super) fn length(weights: &[f64]) -> f64 {
    weights.iter().map(|weight| weight * weight).sum::<f64>().sqrt()
}
