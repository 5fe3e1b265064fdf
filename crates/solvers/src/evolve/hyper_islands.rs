//! The evolutionary hyper-heuristic on islands. Several populations side by side, each with its own
//! share of the rules; the best of each travel round a ring. The outlook of S. Salcedo-Sanz et al.,
//! Applied Intelligence (2013), which leaves all of it open. Here an island draws and mutates with
//! its own rules, and learns others from migrants; every rule is at home somewhere. Needs and
//! promises what [`super::hyper`] does, and costs as much for each island.

use quarry_core::{LowLevel, Rng, settings};

use super::hyper::{Hyper, HyperSettings, Migration, all_rules};
use super::islands::deal;
use crate::Card;
use crate::playout::LONGEST_GAME;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "hyper-islands",
    summary: "Evolves rules of thumb in several populations, each with its own share of them.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(n)",
    ..Card::PLAIN
};

settings! {
    /// The islands, and the paper's parameters on each.
    pub struct HyperIslandsSettings {
        /// How many populations there are.
        pub islands: u64 = 4, 1..=10_000;
        /// The share of the rules that each of them has.
        pub share: f64 = 0.5, 0.0..=1.0;
        /// After how many generations the best travel.
        pub interval: u64 = 10, 1..=1_000_000_000;
        /// How many of each population travel.
        pub migrants: u64 = 2, 0..=1_000_000;
        /// How many programmes live on each island; 0 for the paper's number, 20 more than the
        /// instance's extent.
        pub population: u64 = 0, 0..=1_000_000;
        /// How many generations follow the first; 0 for the paper's number, ten times the
        /// instance's extent.
        pub generations: u64 = 0, 0..=1_000_000_000;
        /// How many genes a programme has.
        pub length: u64 = 20, 1..=10_000;
        /// The share of the offspring in which one gene is drawn anew, and of that in which two are
        /// swapped.
        pub mutation: f64 = 0.01, 0.0..=1.0;
        /// How many opponents everyone meets in the tournament for a place in the next generation.
        pub opponents: u64 = 10, 1..=1_000_000;
        /// Whether all but the best three of an island are made anew when all its programmes are
        /// worth the same.
        pub hyper_mutation: bool = true, ();
        /// Whether to begin again with new populations after the last generation.
        pub restarts: bool = false, ();
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

impl<'a, S: LowLevel> Hyper<'a, S> {
    /// The evolution of a seed, on islands.
    pub fn on_islands(space: &'a S, settings: &HyperIslandsSettings, seed: u64) -> Self {
        let rules = all_rules::<S>();
        let islands = settings.islands as usize;
        let each = (settings.share * rules.len() as f64).ceil().max(1.0) as usize;
        // The islands themselves have the streams from 0 on.
        let shares = deal(&rules, islands, each, &mut Rng::stream(seed, settings.islands));
        let migration =
            Migration { interval: settings.interval, migrants: settings.migrants as usize };
        let each_island = HyperSettings {
            population: settings.population,
            generations: settings.generations,
            length: settings.length,
            mutation: settings.mutation,
            opponents: settings.opponents,
            hyper_mutation: settings.hyper_mutation,
            restarts: settings.restarts,
            depth: settings.depth,
        };
        Hyper::on_islands_with(space, &each_island, shares, Some(migration), seed)
    }
}
