//! A*, IDA* and uniform-cost search for the soonest goal, in worlds that move by themselves. Every
//! time step costs one, whatever is ordered in it, so the cheapest plan is the one that reaches the
//! goal first. The orders are those of `a_star.rs`, `ida_star.rs` and `uniform_cost.rs` with time in
//! place of the score: f = time so far + [`Clockwork::steps_to_goal`]. The first two also leave out
//! worlds that the puzzle knows to be hopeless. Hart, Nilsson and Raphael (1968), Korf (1985),
//! Dijkstra (1959). Needs [`Ticking`]; the goal found is proved to be the soonest. Where the score
//! counts as well, search goes on until nothing is left. Time O(b^d); memory O(b^d), for IDA* O(d)
//! worlds and the closed list.
//!
//! [`Clockwork::steps_to_goal`]: quarry_core::Clockwork::steps_to_goal

use std::cmp::Reverse;

use quarry_core::{Card, Score, SliceEnd, Ticking};

use super::best_first::{BestFirst, NodeOrder};
use super::closed::GraphSettings;
use super::fenced::{Fence, FencedSearch, Round};
use super::ida_star::IdaStarSettings;
use super::{a_star, ida_star, uniform_cost};

/// Row of A* in the solver comparison.
pub const A_STAR: Card = Card {
    summary: "Expands the world from which the goal may be reached soonest.",
    optimal: "yes, in time steps",
    ..a_star::CARD
};

/// Row of IDA* in the solver comparison.
pub const IDA_STAR: Card = Card {
    summary: "Searches depth-first for a goal as soon as the bound allows, then allows more time.",
    optimal: "yes, in time steps",
    ..ida_star::CARD
};

/// Row of uniform-cost search in the solver comparison.
pub const UNIFORM_COST: Card = Card {
    summary: "Expands the world of the earliest time step.",
    complete: "yes",
    optimal: "yes, in time steps",
    time: "O(b^d)",
    memory: "O(b^d)",
    ..uniform_cost::CARD
};

/// A* search for the soonest goal.
pub type SoonestAStar<'a, S> = BestFirst<'a, S, SoonestFirst>;

impl<'a, S: Ticking> SoonestAStar<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &GraphSettings) -> Self {
        Self::from_start(space, settings)
    }
}

/// Uniform-cost search for the soonest goal.
pub type SoonestUniformCost<'a, S> = BestFirst<'a, S, EarliestFirst>;

impl<'a, S: Ticking> SoonestUniformCost<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &GraphSettings) -> Self {
        Self::from_start(space, settings)
    }
}

/// Iterative-deepening A* for the soonest goal.
pub type SoonestIdaStar<'a, S> = FencedSearch<'a, S, Deadline>;

impl<'a, S: Ticking> SoonestIdaStar<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &IdaStarSettings) -> Self {
        let deadline = Deadline { at: soonest(space, &space.begin()), next: None };
        let search = Self::within(space, deadline, &GraphSettings { closed: settings.closed });
        match usize::try_from(settings.states) {
            Ok(0) | Err(_) => search,
            Ok(states) => search.remembering_at_most(states),
        }
    }
}

/// Earliest time at which the goal may be reached from a world.
fn soonest<S: Ticking>(space: &S, world: &S::World) -> u32 {
    space.now(world).saturating_add(space.steps_to_goal(world))
}

/// Orders worlds by the time at which the goal may be reached, then the later one first.
pub struct SoonestFirst;

impl<S: Ticking> NodeOrder<S> for SoonestFirst {
    type Rank = (Reverse<u32>, u32);
    const SCORE_COUNTS: bool = false;

    fn rank(space: &S, world: &S::State, _: Score, _: u32) -> Self::Rank {
        (Reverse(soonest(space, world)), space.now(world))
    }
    fn is_useless(space: &S, world: &S::State) -> bool {
        quarry_core::Clockwork::is_hopeless(space, world)
    }
    fn ceiling(_: Self::Rank) -> Option<Score> {
        None
    }
}

/// Orders worlds by time.
pub struct EarliestFirst;

impl<S: Ticking> NodeOrder<S> for EarliestFirst {
    type Rank = Reverse<u32>;
    const SCORE_COUNTS: bool = false;

    fn rank(space: &S, world: &S::State, _: Score, _: u32) -> Self::Rank {
        Reverse(space.now(world))
    }
    fn ceiling(_: Self::Rank) -> Option<Score> {
        None
    }
}

/// Turns back where the goal cannot be reached by a time.
pub struct Deadline {
    at: u32,
    /// Earliest time that was turned back in this round.
    next: Option<u32>,
}

impl<S: Ticking> Fence<S> for Deadline {
    fn admits(&mut self, space: &S, world: &S::State, _: Score, _: Option<Score>) -> bool {
        if quarry_core::Clockwork::is_hopeless(space, world) {
            return false;
        }
        let soonest = soonest(space, world);
        if soonest > self.at && soonest <= space.horizon() {
            self.next = Some(self.next.map_or(soonest, |next| next.min(soonest)));
        }
        soonest <= self.at
    }
    fn all_seen(&mut self) -> Round {
        let Some(next) = self.next.take() else { return Round::Over(SliceEnd::Proved) };
        self.at = next;
        Round::Again
    }
}
