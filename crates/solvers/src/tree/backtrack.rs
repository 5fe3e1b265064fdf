//! Backtracking, as played on Jawbreaker. Plain exhaustive depth-first search over all moves; the
//! best score is kept. Monica, "The Application of Backtracking and Greedy Algorithm to Jawbreaker"
//! (2012): a recursion there, the common depth-first walk here. There is no closed list, so that
//! the cost is the paper's. Needs a state space whose games end; given time it proves its best.
//! Time O(b^m), memory O(m).

use quarry_core::{Card, Guided, NoSettings};

use super::closed::GraphSettings;
use super::fenced::{Fence, FencedSearch};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "backtrack",
    summary: "Tries every line of play and keeps the best.",
    complete: "yes, if games end",
    optimal: "best score after a full search",
    time: "O(b^m)",
    memory: "O(m)",
    ..Card::PLAIN
};

/// Exhaustive backtracking.
pub type Backtrack<'a, S> = FencedSearch<'a, S, NoShortcut>;

impl<'a, S: Guided> Backtrack<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, _: &NoSettings) -> Self {
        Self::within(space, NoShortcut, &GraphSettings { closed: false })
    }
}

/// Turns back only at the end of a line.
pub struct NoShortcut;

impl<S: Guided> Fence<S> for NoShortcut {}
