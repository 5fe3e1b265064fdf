//! Depth-first search. Follows the current line, first listed move first, and returns to the last
//! choice at the end of a line. As in chapter 3 of the thesis on LEMMINGS; with a closed list by
//! default. Needs a state space; where the best score counts it searches everything and so proves
//! its best. Time O(b^m), memory O(m) states (children are made one at a time) plus the closed
//! list.

use quarry_core::{Card, Guided};

use super::closed::GraphSettings;
use super::fenced::{Fence, FencedSearch};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "depth-first",
    summary: "Follows each line to its end before trying the next.",
    complete: "no, may cycle without a closed list",
    optimal: "no; best score after a full search",
    time: "O(b^m)",
    memory: "O(m) and the closed list",
    ..Card::PLAIN
};

/// Depth-first search.
pub type DepthFirst<'a, S> = FencedSearch<'a, S, NoFence>;

impl<'a, S: Guided> DepthFirst<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &GraphSettings) -> Self {
        Self::within(space, NoFence, settings)
    }
}

/// Turns back only at the end of a line.
pub struct NoFence;

impl<S: Guided> Fence<S> for NoFence {}
