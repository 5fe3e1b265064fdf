//! Uniform-cost search. Expands the node with the cheapest path first; the cost of a step is the
//! potential score that it loses for good. Dijkstra (1959), as in chapter 3 of the thesis on
//! LEMMINGS. Costs come from potentials, so they telescope: a path from the start to a state costs
//! `potential(start) - score - potential(state)`, and the cheapest path is the one with the largest
//! score plus potential. Equal costs: the deeper node first. Needs [`Bounded`]; the first finished
//! game that it expands is proved to be the best. Time and memory O(b^(1 + C/e)) for a best answer
//! of cost C and a least step cost e.

use quarry_core::{Bounded, Card, Score};

use super::best_first::{BestFirst, NodeOrder};
use super::closed::GraphSettings;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "uniform-cost",
    summary: "Expands the line that has lost the least potential score so far.",
    complete: "yes, if steps cost at least e > 0 or the space is finite",
    optimal: "yes",
    time: "O(b^(1+C/e))",
    memory: "O(b^(1+C/e))",
    ..Card::PLAIN
};

/// Uniform-cost search.
pub type UniformCost<'a, S> = BestFirst<'a, S, Cheapest>;

impl<'a, S: Bounded> UniformCost<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &GraphSettings) -> Self {
        Self::from_start(space, settings)
    }
}

/// Orders nodes by the cost of their path, the cheapest first.
pub struct Cheapest;

impl<S: Bounded> NodeOrder<S> for Cheapest {
    type Rank = (Score, u32);
    const SCORE_COUNTS: bool = true;

    fn rank(space: &S, state: &S::State, score: Score, depth: u32) -> Self::Rank {
        (score + space.potential(state), depth)
    }
    fn ceiling((most, _): Self::Rank) -> Option<Score> {
        Some(most)
    }
}
