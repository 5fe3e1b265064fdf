//! A random game.
//! Every move equally likely, from the start to the end; once.
//! The yardstick that any other method has to beat.
//! Needs a state space; promises a legal line.
//! Time O(m) (listing the moves of each state), memory O(1).

use quarry_core::{Found, Incumbent, Meter, Progress, Rng, Search, StateSpace, settings};

use crate::Card;
use crate::game::{Game, LONGEST_GAME};
use crate::worth::empty_line;

/// The comparison's row.
pub const CARD: Card = Card {
    name: "random",
    summary: "Plays one game at random.",
    complete: "no",
    optimal: "no",
    time: "O(m)",
    memory: "O(1)",
};

settings! {
    /// How long a game may be.
    pub struct RandomSettings {
        /// The longest game played, in moves; where play can go in circles a longer one is cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// One random game.
pub struct Random<'a, S: StateSpace> {
    game: Game<'a, S>,
    rng: Rng,
    incumbent: Incumbent<Vec<S::Move>>,
}

impl<'a, S: StateSpace> Random<'a, S> {
    /// The game of a seed.
    pub fn new(space: &'a S, settings: &RandomSettings, seed: u64) -> Self {
        Random { game: Game::new(space, settings.depth), rng: Rng::new(seed), incumbent: empty_line() }
    }
}

impl<S: StateSpace> Search for Random<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> Progress {
        let worth = self.game.finish_at_random(&mut self.rng, meter);
        worth.offer(&mut self.incumbent, || self.game.line().to_vec());
        if !meter.goes_on() {
            return Progress::Working;
        }
        meter.evaluate();
        meter.keep(1, self.game.bytes());
        Progress::Exhausted
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbent.best()
    }
}
