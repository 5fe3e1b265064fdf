//! IDA*, iterative-deepening A*. Depth-first search that turns back where f = score so far + bound
//! falls below a threshold. The threshold starts at the bound of the start state and is lowered
//! each round to the largest f that was turned back. Korf (1985), changed from least cost to
//! highest score. The closed list, new each round, is our addition. Needs [`Bounded`]; no game
//! exceeds the threshold, so the first one to reach it is proved to be the best. It
//! ends where a round turns back nothing but states that it has seen on better ways, so that play
//! in circles ends too. Time: A*'s nodes times the
//! number of thresholds; memory O(d) states plus the closed list.

use quarry_core::{Bounded, Card, Score, SliceEnd};

use super::closed::GraphSettings;
use super::fenced::{Fence, FencedSearch, Round};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "ida-star",
    summary: "Searches depth-first for a score as high as the bound, then lowers the target.",
    complete: "yes",
    optimal: "yes",
    time: "O(b^d), less with a good bound",
    memory: "O(d) and the closed list",
    ..Card::PLAIN
};

/// Iterative-deepening A*.
pub type IdaStar<'a, S> = FencedSearch<'a, S, Threshold>;

impl<'a, S: Bounded> IdaStar<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &GraphSettings) -> Self {
        Self::within(space, Threshold::at(space.bound(&space.start())), settings)
    }
}

/// Turns back where f is too low.
pub struct Threshold {
    threshold: Score,
    /// Largest f turned back in this round.
    next: Option<Score>,
}

impl Threshold {
    pub(super) fn at(threshold: Score) -> Self {
        Threshold { threshold, next: None }
    }
}

impl<S: Bounded> Fence<S> for Threshold {
    const SCORE_COUNTS: bool = true;

    fn promised(&self, space: &S, state: &S::State, mv: S::Move) -> Option<Score> {
        space.bound_after(state, mv)
    }
    fn admits(
        &mut self,
        space: &S,
        state: &S::State,
        score: Score,
        at_most: Option<Score>,
    ) -> bool {
        let f = at_most.unwrap_or_else(|| score + space.bound(state));
        if f < self.threshold {
            self.next = self.next.max(Some(f));
        }
        f >= self.threshold
    }
    fn ceiling(&self) -> Option<Score> {
        Some(self.threshold)
    }
    fn all_seen(&mut self) -> Round {
        let Some(next) = self.next else { return Round::Over(SliceEnd::Proved) };
        *self = Threshold::at(next);
        Round::Again
    }
}
