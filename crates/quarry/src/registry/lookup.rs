//! Finds solvers among their cards: compiled once for all puzzles.

use quarry_core::Card;

use super::BEST;

/// Returns the place of the solver with this name, or among some that of the highest rank with this
/// alias. `best` and `auto` stand for the highest rank.
pub(super) fn place(cards: &[Card], name: &str, among: &dyn Fn(usize) -> bool) -> Option<usize> {
    let is_default = name == BEST || name == quarry_solvers::auto::CARD.name;
    named(cards, name)
        .or_else(|| ranked(cards, &|place| cards[place].alias == Some(name) && among(place)))
        .or_else(|| ranked(cards, &|place| is_default && among(place)))
}

pub(super) fn named(cards: &[Card], name: &str) -> Option<usize> {
    cards.iter().position(|card| card.name == name)
}

/// Returns the first solver of the highest rank among those that match.
fn ranked(cards: &[Card], matches: &dyn Fn(usize) -> bool) -> Option<usize> {
    let places = (0..cards.len()).filter(|&place| matches(place));
    places.rev().max_by_key(|&place| cards[place].rank)
}
