//! Iterative-deepening search. Depth-limited search with limit 0, then 1, 2, ... until a goal is
//! found or nothing was cut off. Slate and Atkin (1977), Korf (1985), as in chapter 3 of the thesis
//! on LEMMINGS; each round starts a new closed list. Needs a state space; the first goal found has
//! the fewest moves, which proves nothing about its score. Time O(b^d), memory O(d) states plus the
//! closed list.

use quarry_core::{Card, Guided};

use super::closed::GraphSettings;
use super::depth_limited::DepthFence;
use super::fenced::FencedSearch;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "iterative-deepening",
    summary: "Searches depth-first to depth 0, then 1, then 2, and so on.",
    complete: "yes",
    optimal: "fewest moves; best score after a full search",
    time: "O(b^d)",
    memory: "O(d) and the closed list",
    ..Card::PLAIN
};

/// Iterative-deepening search.
pub type IterativeDeepening<'a, S> = FencedSearch<'a, S, DepthFence<true>>;

impl<'a, S: Guided> IterativeDeepening<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &GraphSettings) -> Self {
        Self::within(space, DepthFence::at(0), settings)
    }
}
