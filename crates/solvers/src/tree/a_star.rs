//! A* search. Expands the node with the largest f = score so far + bound on what is still to come.
//! Hart, Nilsson and Raphael (1968), changed from least cost to highest score. Equal f: the deeper
//! node first. Needs [`Bounded`]; the first finished game that it expands is proved to be the best.
//! A state reached again with a higher score is expanded again, so the bound need not be
//! consistent. Time and memory: all nodes with f above the best score, O(b^d) at worst.

use quarry_core::{Bounded, Score};

use super::best_first::{BestFirst, NodeOrder};
use super::closed::GraphSettings;
use crate::Card;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "a-star",
    summary: "Expands the line with the highest bound on its final score.",
    complete: "yes",
    optimal: "yes",
    time: "O(b^d), less with a good bound",
    memory: "O(b^d), less with a good bound",
    ..Card::PLAIN
};

/// A* search.
pub type AStar<'a, S> = BestFirst<'a, S, MostHopeful>;

impl<'a, S: Bounded> AStar<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &GraphSettings) -> Self {
        Self::from_start(space, settings)
    }
}

/// Orders nodes by f, the largest first.
pub struct MostHopeful;

impl<S: Bounded> NodeOrder<S> for MostHopeful {
    type Rank = (Score, u32);
    const SCORE_COUNTS: bool = true;

    fn rank(space: &S, state: &S::State, score: Score, depth: u32) -> Self::Rank {
        (score + space.bound(state), depth)
    }
    fn ceiling((f, _): Self::Rank) -> Option<Score> {
        Some(f)
    }
}
