//! A random player. Every listed move is equally likely. The baseline that any other player has to
//! beat. Needs a state space; promises a listed move. Time O(b) a move, memory O(b).

use quarry_core::{Guided, Meter, Player, Refused, Rng};

/// Chooses moves uniformly at random.
pub struct RandomPlayer<M> {
    rng: Rng,
    listed: Vec<M>,
}

impl<M> RandomPlayer<M> {
    /// Creates a player with this seed. Its choices are independent of the luck of the same seed.
    pub fn new(seed: u64) -> Self {
        RandomPlayer { rng: Rng::stream(seed, 1), listed: Vec::new() }
    }
}

impl<S: Guided> Player<S> for RandomPlayer<S::Move> {
    fn choose(
        &mut self,
        space: &S,
        state: &S::State,
        meter: &mut Meter,
    ) -> Result<Option<S::Move>, Refused> {
        meter.moves(space, state, &mut self.listed);
        let count = self.listed.len();
        Ok((count > 0).then(|| self.listed[self.rng.below(count)]))
    }
}
