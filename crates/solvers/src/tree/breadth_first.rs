//! Breadth-first search. Expands the shallowest open node first, so that it sees all lines of n
//! moves before any of n + 1. Moore (1959), as in chapter 3 of the thesis on LEMMINGS; with a
//! closed list by default. Needs a state space; the first goal found has the fewest moves, which
//! proves nothing about its score. Time and memory O(b^(d+1)).

use std::cmp::Reverse;

use quarry_core::{Card, Guided, Score};

use super::best_first::{BestFirst, NodeOrder};
use super::closed::GraphSettings;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "breadth-first",
    summary: "Looks at all lines of one move, then of two, and so on.",
    complete: "yes",
    optimal: "fewest moves; best score after a full search",
    time: "O(b^(d+1))",
    memory: "O(b^(d+1))",
    ..Card::PLAIN
};

/// Breadth-first search.
pub type BreadthFirst<'a, S> = BestFirst<'a, S, Shallowest>;

impl<'a, S: Guided> BreadthFirst<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &GraphSettings) -> Self {
        Self::from_start(space, settings)
    }
}

/// Orders nodes by depth, the shallowest first.
pub struct Shallowest;

impl<S: Guided> NodeOrder<S> for Shallowest {
    type Rank = Reverse<u32>;
    const SCORE_COUNTS: bool = false;

    fn rank(_: &S, _: &S::State, _: Score, depth: u32) -> Reverse<u32> {
        Reverse(depth)
    }
    fn ceiling(_: Reverse<u32>) -> Option<Score> {
        None
    }
}
