//! Depth-limited search: depth-first search with at most `limit` moves in a line. As in chapter 3
//! of the thesis on LEMMINGS; a state in the closed list is searched again if more depth is left.
//! Needs a state space; proves its best only if the limit cut nothing off. Time O(b^l), memory O(l)
//! states plus the closed list.

use quarry_core::{Card, Guided, SliceEnd, settings};

use super::closed::GraphSettings;
use super::fenced::{Fence, FencedSearch, Round};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "depth-limited",
    summary: "Follows each line to its end, but never beyond a limit.",
    complete: "no, unless d <= l",
    optimal: "no; best score after a full search if nothing was cut off",
    time: "O(b^l)",
    memory: "O(l) and the closed list",
    ..Card::PLAIN
};

settings! {
    /// How deep to search, and whether to keep a closed list.
    pub struct DepthLimitedSettings {
        /// Maximum number of moves in a line.
        pub limit: u64 = 20, 0..=1_000_000;
        /// Whether to keep a closed list, so that no state is searched twice for nothing (graph
        /// search instead of tree search).
        pub closed: bool = true, ();
    }
}

/// Depth-limited search.
pub type DepthLimited<'a, S> = FencedSearch<'a, S, DepthFence<false>>;

impl<'a, S: Guided> DepthLimited<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &DepthLimitedSettings) -> Self {
        let limit = usize::try_from(settings.limit).unwrap_or(usize::MAX);
        Self::within(space, DepthFence::at(limit), &GraphSettings { closed: settings.closed })
    }
}

/// Turns back after a number of moves; with `DEEPENS` it then allows one more and walks again.
pub struct DepthFence<const DEEPENS: bool> {
    limit: usize,
    cut: bool,
}

impl<const DEEPENS: bool> DepthFence<DEEPENS> {
    pub(crate) fn at(limit: usize) -> Self {
        DepthFence { limit, cut: false }
    }
}

impl<S: Guided, const DEEPENS: bool> Fence<S> for DepthFence<DEEPENS> {
    fn depth_left(&self, depth: usize) -> usize {
        self.limit - depth
    }
    fn cuts_short(&mut self) {
        self.cut = true;
    }
    fn all_seen(&mut self) -> Round {
        if !self.cut {
            return Round::Over(SliceEnd::Proved);
        }
        if !DEEPENS {
            return Round::Over(SliceEnd::Exhausted);
        }
        *self = DepthFence::at(self.limit + 1);
        Round::Again
    }
}
