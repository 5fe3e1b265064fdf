//! IDA*, iterative-deepening A*. Depth-first search that turns back where f = score so far + bound
//! falls below a threshold. The threshold starts at the bound of the start state and is lowered
//! each round to the largest f that was turned back. Korf (1985), changed from least cost to
//! highest score. The closed list, new each round, is our addition; with a limit it is a
//! transposition table, which is emptied when it is full. Needs [`Bounded`]; no game exceeds the
//! threshold, so the first one to reach it is proved to be the best. Ends without an answer when a
//! round turns back nothing but states seen on better ways; with a limit that may never be known.
//! Time: A*'s nodes times the number of thresholds; memory O(d) states plus the closed list.

use quarry_core::{Bounded, Card, Score, SliceEnd, settings};

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

settings! {
    /// What IDA* remembers.
    pub struct IdaStarSettings {
        /// Whether to keep a closed list, so that no state is searched twice for nothing (graph
        /// search instead of tree search).
        pub closed: bool = true, ();
        /// Number of states at which the closed list is emptied; 0 for no limit. The answer is the
        /// best one in any case.
        pub states: u64 = 0, 0..=1_000_000_000;
    }
}

/// Iterative-deepening A*.
pub type IdaStar<'a, S> = FencedSearch<'a, S, Threshold>;

impl<'a, S: Bounded> IdaStar<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &IdaStarSettings) -> Self {
        let threshold = Threshold::at(space.bound(&space.start()));
        let search = Self::within(space, threshold, &GraphSettings { closed: settings.closed });
        match usize::try_from(settings.states) {
            Ok(0) | Err(_) => search,
            Ok(states) => search.remembering_at_most(states),
        }
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
        // A promise may be looser than the bound, so it only turns back.
        let promised = at_most.filter(|&at_most| at_most < self.threshold);
        let f = promised.unwrap_or_else(|| score + space.bound(state));
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
