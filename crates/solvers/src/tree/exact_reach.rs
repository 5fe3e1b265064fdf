//! Exact search where any goal will do.
//! Two depth-first walks take turns, each with a memory of the futures it has seen: one tries the moves as they are listed, the
//! other from the last to the first. Where the world moves by itself the first listed move is to wait, so one acts as late as
//! possible and the other as soon as possible: what takes one of them for ever is often at hand for the other.
//! Both turn back where the puzzle knows that the goal is out of reach.
//! Memoised search is Michie's (1968); the pairing is ours. Needs a state space whose games end; when one of the walks has seen
//! everything, there is no solution. Time O(b^m), less where futures meet; memory: O(m) states and a key for each future.

use quarry_core::{NoSettings, StateSpace};

use super::closed::GraphSettings;
use super::race::Race;
use super::walk::{Fence, Walk};
use crate::Card;

/// The comparison's row.
pub const CARD: Card = Card {
    name: "exact",
    summary: "Follows every line once for each future, waiting as long and acting as soon as possible in turn.",
    complete: "yes",
    optimal: "no; any goal, or the proof that there is none",
    time: "O(b^m), less where futures meet",
    memory: "O(m) and the futures seen",
};

/// Exact search for a goal.
pub type ExactReach<'a, S> = Race<Walk<'a, S, Hope<false>>, Walk<'a, S, Hope<true>>>;

impl<'a, S: StateSpace> ExactReach<'a, S> {
    /// A search from the start.
    pub fn new(space: &'a S, _: &NoSettings) -> Self {
        let memory = GraphSettings { closed: true };
        Race::between(Walk::within(space, Hope::<false>, &memory), Walk::within(space, Hope::<true>, &memory))
    }
}

/// Turns back where the goal is out of reach; tries the last listed move first, or the first.
pub struct Hope<const LAST_FIRST: bool>;

impl<S: StateSpace, const LAST_FIRST: bool> Fence<S> for Hope<LAST_FIRST> {
    const LAST_FIRST: bool = LAST_FIRST;
    const MINDS_HOPE: bool = true;
}
