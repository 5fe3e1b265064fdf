//! Portfolio: novelty search and exact search take turns.
//! The one is quick wherever new sights lead to the goal; the other misses nothing and knows when there is nothing to find.
//! Needs [`Featured`] and games that end; complete, because exact search is. Time: at most about twice the faster one's; memory:
//! both ones'.

use quarry_core::{Featured, NoSettings};

use super::exact_reach::ExactReach;
use super::novelty::{Novelty, NoveltySettings};
use super::race::Race;
use crate::Card;

/// The comparison's row.
pub const CARD: Card = Card {
    name: "portfolio",
    summary: "Novelty search and exact search in turns, until one of them settles it.",
    complete: "yes",
    optimal: "no; any goal, or the proof that there is none",
    time: "O(b^m), often far less",
    memory: "both ones'",
};

/// Novelty search and exact search in turns.
pub type Portfolio<'a, S> = Race<Novelty<'a, S>, ExactReach<'a, S>>;

impl<'a, S: Featured> Portfolio<'a, S> {
    /// A search from the start.
    pub fn new(space: &'a S, _: &NoSettings) -> Self {
        let novelty = Novelty::new(space, &NoveltySettings::default());
        Race::between(novelty, ExactReach::new(space, &NoSettings))
    }
}
