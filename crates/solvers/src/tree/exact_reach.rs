//! Exact search where any goal will do, in a world that moves by itself. Two depth-first walks take
//! turns, each with a memory of the worlds it has reached: one waits before it gives orders, the
//! other gives orders before it waits. So one acts as late as possible and the other as soon as
//! possible; what takes one of them for ever, the other often finds quickly. Both branch only where
//! the time of an order matters (`clock_walk.rs`), and turn back where the puzzle can tell that the
//! goal is out of reach. The pairing is ours. Needs [`Ticking`]; when one of the walks has seen
//! everything, there is no solution. Time O(b^m), less where futures meet; memory: O(m) worlds and
//! a key for each world reached.

use quarry_core::{Card, NoSettings, Ticking};

use super::alternating::AlternatingSearches;
use super::clock_walk::ClockWalk;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "exact-reach",
    summary: "Searches all plans that differ in their future, alternately acting as late and as soon as possible.",
    complete: "yes",
    optimal: "no; any goal, or the proof that there is none",
    time: "O(b^m), less where futures meet",
    memory: "O(m) and the worlds reached",
    rank: 31,
    alias: Some("exact"),
};

/// Exact search for a goal.
pub type ExactReach<'a, S> = AlternatingSearches<ClockWalk<'a, S>, ClockWalk<'a, S>>;

impl<'a, S: Ticking> ExactReach<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, _: &NoSettings) -> Self {
        AlternatingSearches::between(ClockWalk::new(space, false), ClockWalk::new(space, true))
    }
}
