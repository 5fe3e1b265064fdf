//! The closed list, which turns tree search into graph search. A state reached again is admitted
//! only if this visit can lead to something that the earlier one could not.

use quarry_core::{Aim, Guided, Score, settings};
use rustc_hash::FxHashMap;

settings! {
    /// Settings shared by all searches with a closed list.
    pub struct GraphSettings {
        /// Whether to keep a closed list, so that no state is searched twice for nothing (graph
        /// search instead of tree search).
        pub closed: bool = true, ();
    }
}

/// Says that no goal was found although nothing is left to search.
pub(crate) fn all_searched(states: usize) -> String {
    match states {
        0 => "Every line of play was followed to its end, and none reaches the goal.".to_owned(),
        _ => format!("Nothing is left to search after {states} states, and none is a goal."),
    }
}

/// Depth left where depth is not limited.
pub(crate) const NO_LIMIT: usize = usize::MAX;

#[derive(Clone, Copy)]
struct Visit {
    score: Score,
    depth_left: usize,
}

/// States visited so far, by key; empty in tree search.
pub(crate) struct Closed {
    /// `None` in tree search, which remembers nothing.
    visits: Option<FxHashMap<u128, Visit>>,
    /// Number of states at which the list is emptied and begun again.
    most: usize,
    /// Whether the path with the higher score so far wins (the future is the same, so it stays
    /// ahead), or the first path found, since any is as good.
    score_counts: bool,
}

impl Closed {
    /// `score_counts` is for methods that order by score even where any goal will do.
    pub(crate) fn new(settings: &GraphSettings, aim: Aim, score_counts: bool) -> Self {
        let visits = settings.closed.then(FxHashMap::default);
        Closed { visits, most: usize::MAX, score_counts: score_counts || aim.score_counts() }
    }

    /// Makes the list forget everything whenever it holds this many states. What it has forgotten
    /// is searched again, so that nothing is missed.
    pub(crate) fn with_at_most(self, most: usize) -> Self {
        Closed { most, ..self }
    }

    /// Key of a state; tree search needs none, so none is computed.
    #[inline]
    pub(crate) fn key<S: Guided>(&self, space: &S, state: &S::State) -> u128 {
        if self.visits.is_some() { space.key(state) } else { 0 }
    }

    /// Whether a state was searched before, with nothing that this visit could add. A state seen
    /// before with less depth left is not covered, because it can now be searched deeper.
    #[inline]
    pub(crate) fn covers(&self, key: u128, score: Score, depth_left: usize) -> bool {
        let earlier = self.visits.as_ref().and_then(|visits| visits.get(&key));
        earlier.is_some_and(|earlier| {
            earlier.depth_left >= depth_left && (!self.score_counts || earlier.score >= score)
        })
    }

    /// Whether a state is to be searched; if so, the visit is recorded.
    #[inline]
    pub(crate) fn admits(&mut self, key: u128, score: Score, depth_left: usize) -> bool {
        let covered = self.covers(key, score, depth_left);
        if let Some(visits) = self.visits.as_mut().filter(|_| !covered) {
            if visits.len() >= self.most {
                visits.clear();
            }
            visits.insert(key, Visit { score, depth_left });
        }
        !covered
    }

    /// Whether a better path to this state was admitted since the one with `score`.
    #[inline]
    pub(crate) fn outdates(&self, key: u128, score: Score) -> bool {
        self.score_counts
            && self
                .visits
                .as_ref()
                .is_some_and(|visits| visits.get(&key).is_some_and(|latest| latest.score > score))
    }

    pub(crate) fn clear(&mut self) {
        if let Some(visits) = &mut self.visits {
            visits.clear();
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.visits.as_ref().map_or(0, FxHashMap::len)
    }

    pub(crate) fn bytes(&self) -> usize {
        // One control byte for each slot of the table.
        self.visits
            .as_ref()
            .map_or(0, |visits| visits.capacity() * (size_of::<(u128, Visit)>() + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_is_let_through_only_for_something_new() {
        let mut by_score = Closed::new(&GraphSettings::default(), Aim::Maximise, false);
        assert!(by_score.admits(1, 5, 3));
        assert!(!by_score.admits(1, 5, 3) && !by_score.admits(1, 4, 2));
        assert!(by_score.admits(1, 4, 4), "more depth left");
        assert!(by_score.admits(1, 6, 1), "a higher score");
        assert!(by_score.outdates(1, 5) && !by_score.outdates(1, 6) && !by_score.outdates(2, 0));

        let mut first = Closed::new(&GraphSettings::default(), Aim::Reach, false);
        assert!(first.admits(1, 5, 3));
        assert!(!first.admits(1, 9, 3) && first.admits(1, 0, 4));
        assert!(!first.outdates(1, -9));
        first.clear();
        assert!(first.admits(1, 0, 0) && first.len() == 1);

        let mut small = Closed::new(&GraphSettings::default(), Aim::Reach, false).with_at_most(2);
        assert!(small.admits(1, 0, 0) && small.admits(2, 0, 0) && !small.admits(1, 0, 0));
        assert!(small.admits(3, 0, 0) && small.len() == 1 && small.admits(1, 0, 0));

        let mut tree = Closed::new(&GraphSettings { closed: false }, Aim::Reach, false);
        assert!(tree.admits(1, 5, 3) && tree.admits(1, 5, 3) && tree.len() == 0);
    }
}
