//! Iterative sampling.
//! Plays game after game at random from the start and keeps the best.
//! Langley (1992), as in chapter 3 of the thesis on LEMMINGS; ours plays in parallel, and each game has its own
//! stream of random numbers, so that the n-th game is the same whatever the number of threads.
//! Needs a state space, or [`Sampled`] for the puzzle's own policy; never ends by itself where the best score counts.
//! Time O(n m), memory O(1). Evaluations are kept to exactly; nodes are looked at between batches.

use quarry_core::{Found, Incumbent, Meter, Progress, Rng, Sampled, Search, StateSpace, settings};
use rayon::prelude::*;

use crate::Card;
use crate::game::{Game, LONGEST_GAME};
use crate::worth::{Worth, empty_line, is_settled};

/// The comparison's row.
pub const CARD: Card = Card {
    name: "iterative-sampling",
    summary: "Plays game after game at random and keeps the best.",
    complete: "in the long run",
    optimal: "no",
    time: "O(n m)",
    memory: "O(1)",
};

settings! {
    /// How games are played.
    pub struct IterativeSamplingSettings {
        /// The longest game played, in moves; where play can go in circles a longer one is cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

settings! {
    /// How games are played, where the puzzle has a policy of its own.
    pub struct GuidedSamplingSettings {
        /// Every move equally likely, or the puzzle's own way of choosing.
        pub policy: &'static str = "guided", ["uniform", "guided"];
        /// The longest uniform game played, in moves; where play can go in circles a longer one is cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Iterative sampling, every move equally likely.
pub type IterativeSampling<'a, S> = Sampling<'a, S, Uniform>;

impl<'a, S: StateSpace> IterativeSampling<'a, S> {
    /// The games of a seed.
    pub fn new(space: &'a S, settings: &IterativeSamplingSettings, seed: u64) -> Self {
        Self::by(Uniform, space, settings.depth, seed)
    }
}

/// Iterative sampling with the choice of the puzzle's own policy.
pub type GuidedSampling<'a, S> = Sampling<'a, S, UniformOrGuided>;

impl<'a, S: Sampled> GuidedSampling<'a, S> {
    /// The games of a seed.
    pub fn new(space: &'a S, settings: &GuidedSamplingSettings, seed: u64) -> Self {
        Self::by(UniformOrGuided::named(settings.policy), space, settings.depth, seed)
    }
}

/// How a game is played to its end.
pub trait Policy<S: StateSpace>: Sync {
    /// Plays on from where the game stands.
    fn finish(&self, game: &mut Game<S>, rng: &mut Rng, meter: &mut Meter) -> Worth;
}

/// Every move equally likely.
pub struct Uniform;

impl<S: StateSpace> Policy<S> for Uniform {
    fn finish(&self, game: &mut Game<S>, rng: &mut Rng, meter: &mut Meter) -> Worth {
        game.finish_at_random(rng, meter)
    }
}

/// Either way of choosing.
pub enum UniformOrGuided {
    /// Every move equally likely.
    Uniform,
    /// The puzzle's own policy.
    Guided,
}

impl UniformOrGuided {
    /// The one that a setting names.
    pub fn named(name: &str) -> Self {
        if name == "uniform" { UniformOrGuided::Uniform } else { UniformOrGuided::Guided }
    }
}

impl<S: Sampled> Policy<S> for UniformOrGuided {
    fn finish(&self, game: &mut Game<S>, rng: &mut Rng, meter: &mut Meter) -> Worth {
        match self {
            UniformOrGuided::Uniform => game.finish_at_random(rng, meter),
            UniformOrGuided::Guided => game.finish_guided(rng, meter),
        }
    }
}

/// Iterative sampling by the policy `P`.
pub struct Sampling<'a, S: StateSpace, P> {
    space: &'a S,
    policy: P,
    depth: u64,
    seed: u64,
    /// How many games have been played.
    played: u64,
    incumbent: Incumbent<Vec<S::Move>>,
}

/// Enough games to keep some threads busy. It does not influence which games are played.
const GAMES_PER_BATCH: u64 = 256;

impl<'a, S: StateSpace, P> Sampling<'a, S, P> {
    fn by(policy: P, space: &'a S, depth: u64, seed: u64) -> Self {
        Sampling { space, policy, depth, seed, played: 0, incumbent: empty_line() }
    }
}

impl<S: StateSpace, P: Policy<S>> Search for Sampling<'_, S, P> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> Progress {
        if !meter.goes_on() {
            return Progress::Working;
        }
        let games = meter.evaluations_left().map_or(GAMES_PER_BATCH, |left| left.min(GAMES_PER_BATCH));
        let batch = self.played..self.played + games;
        let bar = self.incumbent.best().map(|best| Worth { solved: best.solved, score: best.score });
        let shared: &Meter = meter;
        let samples: Vec<_> = batch
            .into_par_iter()
            .map_init(
                || Game::new(self.space, self.depth),
                |game, index| {
                    let mut meter = shared.helper();
                    game.restart();
                    let worth = self.policy.finish(game, &mut Rng::stream(self.seed, index), &mut meter);
                    if meter.halted().is_none() {
                        meter.evaluate();
                    }
                    // Copying every line would cost more than many a game.
                    let line = (Some(worth) > bar).then(|| game.line().to_vec());
                    (worth, line, meter.tally())
                },
            )
            .collect();
        for (worth, line, tally) in samples {
            meter.absorb(&tally);
            if let Some(line) = line {
                worth.offer(&mut self.incumbent, || line);
            }
        }
        self.played += games;
        meter.keep(1, size_of::<Game<S>>());
        if is_settled(self.space, &self.incumbent) { Progress::Exhausted } else { Progress::Working }
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbent.best()
    }
}
