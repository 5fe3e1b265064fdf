//! Iterative sampling. Plays game after game at random from the start and keeps the best. Langley
//! (1992), as in chapter 3 of the thesis on LEMMINGS; ours plays in parallel, and each game has its
//! own stream of random numbers, so that the n-th game is the same whatever the number of threads.
//! Needs a state space, or [`Sampled`] for the puzzle's own policy; never ends by itself where the
//! best score counts. Time O(n m), memory O(1). Budgets are kept exactly: games go side by side
//! only as long as even the longest fit.

use quarry_core::{Found, Guided, Meter, Refused, Rng, Sampled, Search, SliceEnd, settings};

use crate::Card;
use crate::evolve::evaluation::values;
use crate::playout::{LONGEST_GAME, Playout, longest_game};
use crate::worth::{Incumbents, Worth};

/// The comparison's row.
pub const CARD: Card = Card {
    name: "iterative-sampling",
    summary: "Plays game after game at random and keeps the best.",
    complete: "in the long run",
    optimal: "no",
    time: "O(n m)",
    memory: "O(1)",
    ..Card::PLAIN
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
        /// The longest uniform game played, in moves; where play can go in circles a longer one is
        /// cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Iterative sampling, every move equally likely.
pub type IterativeSampling<'a, S> = Sampling<'a, S, Uniform>;

impl<'a, S: Guided> IterativeSampling<'a, S> {
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
pub trait Policy<S: Guided>: Sync {
    /// Plays on from where the game stands.
    fn finish(
        &self,
        game: &mut Playout<S>,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Worth, Refused>;
}

/// Every move equally likely.
pub struct Uniform;

impl<S: Guided> Policy<S> for Uniform {
    fn finish(
        &self,
        game: &mut Playout<S>,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Worth, Refused> {
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
    fn finish(
        &self,
        game: &mut Playout<S>,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Worth, Refused> {
        match self {
            UniformOrGuided::Uniform => game.finish_at_random(rng, meter),
            UniformOrGuided::Guided => game.finish_guided(rng, meter),
        }
    }
}

/// Iterative sampling by the policy `P`.
pub struct Sampling<'a, S: Guided, P> {
    space: &'a S,
    policy: P,
    depth: u64,
    seed: u64,
    /// How many games have been played.
    played: u64,
    incumbents: Incumbents<S::Move>,
}

/// Enough games to keep some threads busy. It does not influence which games are played.
const GAMES_PER_BATCH: u64 = 64;

impl<'a, S: Guided, P> Sampling<'a, S, P> {
    fn by(policy: P, space: &'a S, depth: u64, seed: u64) -> Self {
        Sampling { space, policy, depth, seed, played: 0, incumbents: Incumbents::default() }
    }
}

impl<S: Guided, P: Policy<S>> Sampling<'_, S, P> {
    /// Plays some more games; says no if the meter did.
    fn batch(&mut self, meter: &mut Meter) -> bool {
        let numbers: Vec<u64> = (self.played..self.played + GAMES_PER_BATCH).collect();
        let (space, seed, bar) = (self.space, self.seed, self.incumbents.worth());
        let play = |game: &mut Playout<S>, &number: &u64, meter: &mut Meter| {
            game.restart();
            let worth = self.policy.finish(game, &mut Rng::stream(seed, number), meter)?;
            // Copying every line would cost more than many a game.
            Ok((worth, (Some(worth) > bar).then(|| game.line().to_vec())))
        };
        let incumbents = &mut self.incumbents;
        let played = values(
            &numbers,
            longest_game(space, self.depth),
            meter,
            || Playout::new(space, self.depth),
            play,
            |(worth, line), meter| {
                if let Some(line) = line {
                    incumbents.offer(space, worth, meter, || line);
                }
            },
        );
        self.played += played as u64;
        meter.keep(1, size_of::<Playout<S>>());
        played == numbers.len()
    }
}

impl<S: Guided, P: Policy<S>> Search for Sampling<'_, S, P> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() && self.batch(meter) {
            if self.incumbents.is_settled(self.space) {
                return SliceEnd::Exhausted;
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbents.best()
    }
}
