//! Evolutionary hyper-heuristic on islands. Several populations run side by side, each with its own
//! share of the rules; the best of each migrate around a ring. Proposed as future work by S.
//! Salcedo-Sanz et al., Applied Intelligence (2013), without details. Here an island draws and
//! mutates with its own rules, and gets others from migrants; every rule belongs to some island.
//! Needs and promises the same as [`super::hyper`], and costs as much for each island.

use quarry_core::{Card, LowLevel, Rng, settings};

use super::hyper::{Hyper, HyperSettings, Migration};
use super::islands::deal;
use super::programme_games::all_rules;
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
        /// Number of populations.
        pub islands: u64 = 4, 1..=10_000;
        /// Share of the rules that each population has.
        pub share: f64 = 0.5, 0.0..=1.0;
        /// Number of generations between migrations.
        pub interval: u64 = 10, 1..=1_000_000_000;
        /// Number of programmes of each population that migrate.
        pub migrants: u64 = 2, 0..=1_000_000;
        /// Number of programmes on each island; 0 for the paper's number, 20 more than the
        /// instance's extent.
        pub population: u64 = 0, 0..=1_000_000;
        /// Number of generations after the first; 0 for the paper's number, ten times the
        /// instance's extent.
        pub generations: u64 = 0, 0..=1_000_000_000;
        /// Number of genes in a programme.
        pub length: u64 = 20, 1..=10_000;
        /// Share of the offspring in which one gene is drawn anew, and share in which two are
        /// swapped.
        pub mutation: f64 = 0.01, 0.0..=1.0;
        /// Number of opponents of each programme in the tournament for the next generation.
        pub opponents: u64 = 10, 1..=1_000_000;
        /// Whether all but the best three of an island are replaced when all its programmes have
        /// the same fitness.
        pub hyper_mutation: bool = true, ();
        /// Whether to start again with new populations after the last generation.
        pub restarts: bool = false, ();
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

impl<'a, S: LowLevel> Hyper<'a, S> {
    /// Creates a run on islands with the given seed.
    pub fn on_islands(space: &'a S, settings: &HyperIslandsSettings, seed: u64) -> Self {
        let rules = all_rules::<S>();
        let islands = settings.islands as usize;
        let each = (settings.share * rules.len() as f64).ceil().max(1.0) as usize;
        // The islands themselves use the random streams from 0 on.
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
            ..HyperSettings::default()
        };
        Hyper::on_islands_with(space, &each_island, shares, Some(migration), seed)
    }
}
