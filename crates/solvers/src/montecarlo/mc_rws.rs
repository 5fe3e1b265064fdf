//! Monte-Carlo search with roulette wheel selection. In every state, each move is tried with
//! `playouts` random games. Then a move is drawn with a probability proportional to how far its
//! best game lies above that of the worst move, and so on to the end of the game; then the search
//! begins again. After Takes and Kosters (2009); our reading is in decision 0011. Needs a state
//! space, or [`quarry_core::Sampled`] for the puzzle's own random play; proves nothing and ends by
//! itself only at a goal. Time O(b m) games a round, memory O(b). Evaluations are games, and their
//! budget is kept exactly.

use quarry_core::{Card, Found, Guided, Meter, Refused, Rng, Sampled, Search, SliceEnd, settings};

use super::iterative_sampling::{Policy, Uniform, UniformOrGuided};
use super::policy::accumulate;
use crate::playout::{LONGEST_GAME, Playout};
use crate::worth::{Incumbents, Worth};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "mc-rws",
    summary: "Tries every move by random games and draws one in proportion to its success.",
    complete: "in the long run",
    optimal: "no",
    time: "O(n m)",
    memory: "O(b)",
    ..Card::PLAIN
};

settings! {
    /// How moves are tried.
    pub struct McRwsSettings {
        /// Number of random games for each move.
        pub playouts: u64 = 10, 1..=1_000_000;
        /// Exponent applied to a move's success: 1 is the plain wheel, larger values favour the
        /// best.
        pub power: f64 = 4.0, 0.0..=100.0;
        /// How random games choose moves: uniformly, or by the puzzle's own policy if it has one.
        pub policy: &'static str = "guided", ["uniform", "guided"];
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Monte-Carlo search with roulette wheel selection by the policy `P`.
pub struct McRws<'a, S: Guided, P> {
    space: &'a S,
    policy: P,
    settings: McRwsSettings,
    game: Playout<'a, S>,
    rng: Rng,
    moves: Vec<S::Move>,
    /// The best game after each move tried so far.
    results: Vec<Worth>,
    /// Number of games played from this state.
    tried: u64,
    incumbents: Incumbents<S::Move>,
}

impl<'a, S: Guided> McRws<'a, S, Uniform> {
    /// Creates a search with the given seed whose random games choose moves uniformly.
    pub fn new(space: &'a S, settings: &McRwsSettings, seed: u64) -> Self {
        Self::by(Uniform, space, settings, seed)
    }
}

impl<'a, S: Sampled> McRws<'a, S, UniformOrGuided> {
    /// Creates a search with the given seed and the policy named in the settings.
    pub fn guided(space: &'a S, settings: &McRwsSettings, seed: u64) -> Self {
        Self::by(UniformOrGuided::named(settings.policy), space, settings, seed)
    }
}

impl<'a, S: Guided, P: Policy<S>> McRws<'a, S, P> {
    fn by(policy: P, space: &'a S, settings: &McRwsSettings, seed: u64) -> Self {
        McRws {
            space,
            policy,
            settings: settings.clone(),
            game: Playout::new(space, settings.depth),
            rng: Rng::new(seed),
            moves: Vec::new(),
            results: Vec::new(),
            tried: 0,
            incumbents: Incumbents::default(),
        }
    }

    /// Plays one random game that begins with the move on trial.
    fn try_move(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        if self.moves.is_empty() {
            self.moves.extend_from_slice(self.game.moves(meter));
        }
        let on_trial = (self.tried / self.settings.playouts) as usize;
        let mut game = self.game.clone();
        if let Some(&mv) = self.moves.get(on_trial) {
            game.play(mv, meter)?;
        }
        let worth = self.policy.finish(&mut game, &mut self.rng, meter)?;
        meter.evaluate()?;
        self.incumbents.offer(self.space, worth, meter, || game.line().to_vec());
        if self.moves.is_empty() {
            self.game.restart();
            return Ok(());
        }
        match self.results.get_mut(on_trial) {
            Some(best) => *best = worth.max(*best),
            None => self.results.push(worth),
        }
        self.tried += 1;
        if self.tried == self.settings.playouts * self.moves.len() as u64 {
            let drawn = self.spin();
            self.game.play(self.moves[drawn], meter)?;
            self.moves.clear();
            self.results.clear();
            self.tried = 0;
        }
        Ok(())
    }

    /// Draws a move by its success: the score of its best game minus that of the worst move, plus
    /// one.
    fn spin(&mut self) -> usize {
        let scores = || self.results.iter().map(|worth| worth.score);
        let lowest = scores().min().unwrap_or(0);
        let success = |score| ((score - lowest) as f64 + 1.0).powf(self.settings.power);
        let mut wheel: Vec<f64> = scores().map(success).collect();
        let drawn = self.rng.unit() * accumulate(&mut wheel);
        wheel.iter().filter(|&&sum| sum <= drawn).count().min(wheel.len() - 1)
    }
}

impl<S: Guided, P: Policy<S>> Search for McRws<'_, S, P> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            if self.try_move(meter).is_err() {
                break;
            }
            meter.keep(2, 2 * self.game.bytes());
            if self.incumbents.is_settled(self.space) {
                return SliceEnd::Exhausted;
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbents.best()
    }

    fn draft(&self) -> Option<Self::Answer> {
        self.incumbents.draft()
    }
}
