//! Breadth-first heuristic search with iterative deepening. Searches layer by layer, turns back
//! where f = score so far + bound falls below a threshold, and forgets all but the last layers; the
//! threshold is lowered each round to the largest f that was turned back. Zhou and Hansen (2006).
//! Needs [`Layered`]; no game exceeds the threshold, so the first goal is proved to be the best.
//! Time: A*'s nodes times the number of thresholds; memory: the widest layers within the threshold,
//! which is far less than A*'s.

use quarry_core::{Card, Layered, NoSettings};

use super::ida_star::Threshold;
use super::layers::LayeredSearch;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "breadth-first-heuristic",
    summary: "Searches breadth-first within a bound on the score, keeps only the last layers.",
    complete: "yes",
    optimal: "yes",
    time: "O(b^d), less with a good bound",
    memory: "the widest layers, less with a good bound",
    ..Card::PLAIN
};

/// Breadth-first heuristic search.
pub type BreadthFirstHeuristic<'a, S> = LayeredSearch<'a, S, Threshold>;

impl<'a, S: Layered> BreadthFirstHeuristic<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, _: &NoSettings) -> Self {
        Self::within(space, Threshold::at(space.bound(&space.start())))
    }
}
