//! A random game. Plays once from the start to the end, with every move equally likely. The
//! baseline that any other method has to beat. Needs a state space; promises a legal line. Time
//! O(m) (listing the moves of each state), memory O(1).

use quarry_core::{Card, Found, Guided, Meter, Rng, Search, SliceEnd, settings};

use crate::playout::{LONGEST_GAME, Playout};
use crate::worth::Incumbents;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "random",
    summary: "Plays one game at random.",
    complete: "no",
    optimal: "no",
    time: "O(m)",
    memory: "O(1)",
    ..Card::PLAIN
};

settings! {
    /// How long a game may be.
    pub struct RandomSettings {
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// One random game.
pub struct Random<'a, S: Guided> {
    space: &'a S,
    game: Playout<'a, S>,
    rng: Rng,
    incumbents: Incumbents<S::Move>,
}

impl<'a, S: Guided> Random<'a, S> {
    /// The game of a seed.
    pub fn new(space: &'a S, settings: &RandomSettings, seed: u64) -> Self {
        let game = Playout::new(space, settings.depth);
        Random { space, game, rng: Rng::new(seed), incumbents: Incumbents::default() }
    }
}

impl<S: Guided> Search for Random<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        let Ok(worth) = self.game.finish_at_random(&mut self.rng, meter) else {
            return SliceEnd::Working;
        };
        if meter.evaluate().is_err() {
            return SliceEnd::Working;
        }
        self.incumbents.offer(self.space, worth, meter, || self.game.line().to_vec());
        meter.keep(1, self.game.bytes());
        SliceEnd::Exhausted
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbents.best()
    }

    fn draft(&self) -> Option<Self::Answer> {
        Some(self.game.line().to_vec())
    }
}
