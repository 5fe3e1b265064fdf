//! FrontierSearch search. Breadth-first search that deletes the states it has expanded, apart from the
//! layers in which they can come up again, and finds the line afterwards by dividing it. Korf,
//! Zhang, Thayer and Hohwald (2005), with the layers of Zhou and Hansen (2006) instead of marked
//! moves. Needs [`Layered`]; the goal it finds has the fewest moves, which is the best score where all
//! moves gain the same. Time: about twice that of breadth-first search; memory: the widest layers.

use quarry_core::{Card, Layered, NoSettings};

use super::depth_first::NoFence;
use super::layers::LayeredSearch;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "frontier",
    summary: "Searches breadth-first and keeps only the last layers.",
    complete: "yes",
    optimal: "yes",
    time: "O(b^d)",
    memory: "the widest layers",
    ..Card::PLAIN
};

/// FrontierSearch search.
pub type FrontierSearch<'a, S> = LayeredSearch<'a, S, NoFence>;

impl<'a, S: Layered> FrontierSearch<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, _: &NoSettings) -> Self {
        Self::within(space, NoFence)
    }
}
