//! Portfolio: approach, novelty search and exact search take turns. The first is quick where the
//! distance to the goal can be measured, the second where new features lead to it; the third misses
//! nothing and proves when there is no solution. The first takes every other turn; searches that
//! give up leave their turns to the rest. Needs [`Featured`] and [`Ticking`]; complete, because
//! exact search is. Time: at most about four times that of the fastest; memory: that of all three.

use quarry_core::{Card, Featured, NoSettings, Ticking};

use super::alternating::AlternatingSearches;
use super::approach::Approach;
use super::exact_reach::ExactReach;
use super::novelty::{Novelty, NoveltySettings};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "portfolio",
    summary: "Runs approach, novelty and exact search in turns until one of them settles it.",
    complete: "yes",
    optimal: "no; any goal, or the proof that there is none",
    time: "O(b^m), often far less",
    memory: "that of all three",
    rank: 90,
    ..Card::PLAIN
};

/// Approach, novelty search and exact search in turns.
pub type Portfolio<'a, S> =
    AlternatingSearches<Approach<'a, S>, AlternatingSearches<Novelty<'a, S>, ExactReach<'a, S>>>;

impl<'a, S: Featured + Ticking> Portfolio<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, _: &NoSettings) -> Self {
        let novelty = Novelty::new(space, &NoveltySettings::default());
        let others = AlternatingSearches::between(novelty, ExactReach::new(space, &NoSettings));
        AlternatingSearches::between(Approach::new(space, &NoSettings), others)
    }
}
