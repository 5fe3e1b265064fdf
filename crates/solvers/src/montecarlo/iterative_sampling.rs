//! Iterative sampling. Plays random games from the start, one after another, and keeps the best.
//! Langley (1992), as in chapter 3 of the thesis on LEMMINGS. Ours plays in parallel, and each game
//! has its own random stream, so the n-th game is the same for any number of threads. Needs a state
//! space, or [`Sampled`] for the puzzle's own policy; never ends by itself where the best score
//! counts. Time O(n m), memory O(1). Budgets are kept exactly: games run in parallel only while the
//! budget has room for the longest possible games.

use quarry_core::{Card, Found, Guided, Meter, Refused, Rng, Sampled, Search, SliceEnd, settings};

use crate::evolve::evaluation::values;
use crate::playout::{LONGEST_GAME, Playout, longest_game};
use crate::worth::{Incumbents, Worth};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "iterative-sampling",
    summary: "Plays random games, one after another, and keeps the best.",
    complete: "in the long run",
    optimal: "no",
    time: "O(n m)",
    memory: "O(1)",
    ..Card::PLAIN
};

settings! {
    /// How games are played.
    pub struct IterativeSamplingSettings {
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

settings! {
    /// How games are played, where the puzzle has a policy of its own.
    pub struct GuidedSamplingSettings {
        /// How moves are chosen: uniformly, or by the puzzle's own policy.
        pub policy: &'static str = "guided", ["uniform", "guided"];
        /// Longest uniform game, in moves. Longer games, possible where play can cycle, are cut
        /// off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Iterative sampling with uniformly chosen moves.
pub type IterativeSampling<'a, S> = Sampling<'a, S, Uniform>;

impl<'a, S: Guided> IterativeSampling<'a, S> {
    /// Creates a search with the given seed.
    pub fn new(space: &'a S, settings: &IterativeSamplingSettings, seed: u64) -> Self {
        Self::by(Uniform, space, settings.depth, seed)
    }
}

/// Iterative sampling with the policy named in the settings.
pub type GuidedSampling<'a, S> = Sampling<'a, S, UniformOrGuided>;

impl<'a, S: Sampled> GuidedSampling<'a, S> {
    /// Creates a search with the given seed.
    pub fn new(space: &'a S, settings: &GuidedSamplingSettings, seed: u64) -> Self {
        Self::by(UniformOrGuided::named(settings.policy), space, settings.depth, seed)
    }
}

/// How a game is played to its end.
pub trait Policy<S: Guided>: Sync {
    /// Plays on from the current state of the game.
    fn finish(
        &self,
        game: &mut Playout<S>,
        rng: &mut Rng,
        meter: &mut Meter,
    ) -> Result<Worth, Refused>;
}

/// Chooses every move with equal probability.
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

/// The policy that a setting names.
pub enum UniformOrGuided {
    /// Every move is equally likely.
    Uniform,
    /// The puzzle's own policy.
    Guided,
}

impl UniformOrGuided {
    /// Returns the policy with this name.
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
    /// Number of games played.
    played: u64,
    incumbents: Incumbents<S::Move>,
}

/// Enough games to keep several threads busy. Does not affect which games are played.
const GAMES_PER_BATCH: u64 = 64;

impl<'a, S: Guided, P> Sampling<'a, S, P> {
    fn by(policy: P, space: &'a S, depth: u64, seed: u64) -> Self {
        Sampling { space, policy, depth, seed, played: 0, incumbents: Incumbents::default() }
    }
}

impl<S: Guided, P: Policy<S>> Sampling<'_, S, P> {
    /// Plays one batch of games; returns false if the meter stopped it.
    fn batch(&mut self, meter: &mut Meter) -> bool {
        let numbers: Vec<u64> = (self.played..self.played + GAMES_PER_BATCH).collect();
        let (space, seed, bar) = (self.space, self.seed, self.incumbents.worth());
        let play = |game: &mut Playout<S>, &number: &u64, meter: &mut Meter| {
            game.restart();
            let worth = self.policy.finish(game, &mut Rng::stream(seed, number), meter)?;
            // Copying every line would cost more than many of the games.
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
