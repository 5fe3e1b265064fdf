//! Portfolio: approach, novelty search and exact search take turns. The first is quick wherever one
//! can tell that the goal is coming nearer, the second wherever new sights lead to it; the third
//! misses nothing and knows when there is nothing to find. The first takes every other turn; those
//! that give up leave theirs to the rest. Needs [`Featured`] and [`Ticking`]; complete, because
//! exact search is. Time: at most about four times the fastest one's; memory: all three's.

use quarry_core::{Featured, NoSettings, Ticking};

use super::alternating::AlternatingSearches;
use super::approach::Approach;
use super::exact_reach::ExactReach;
use super::novelty::{Novelty, NoveltySettings};
use crate::Card;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "portfolio",
    summary: "Approach, novelty search and exact search in turns, until one of them settles it.",
    complete: "yes",
    optimal: "no; any goal, or the proof that there is none",
    time: "O(b^m), often far less",
    memory: "all three's",
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
