//! Depth-first search. Always follows the line it is on, first listed move first; goes back to the
//! last choice at the end of a line. As in chapter 3 of the thesis on LEMMINGS; with a closed list
//! unless told otherwise. Needs a state space; where the best score counts it sees everything and
//! so proves its best. Time O(b^m), memory O(m) states (children are made one at a time) besides
//! the closed list.

use quarry_core::Guided;

use super::closed::GraphSettings;
use super::fenced::{Fence, FencedSearch};
use crate::Card;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "depth-first",
    summary: "Follows each line to its end before it tries the next.",
    complete: "no, without a closed list it may go in circles",
    optimal: "no; best score once all is seen",
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

/// Turns back nowhere but at the end of a line.
pub struct NoFence;

impl<S: Guided> Fence<S> for NoFence {}
