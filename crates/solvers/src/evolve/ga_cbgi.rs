//! The genetic algorithm with niching and gene insertion. Now and then the gene of the best order
//! on which most of the population agree becomes a given: convergence based gene insertion. M. M.
//! P. da Silva and C. S. de Magalhães (2017), who do not print how often and how much agreement;
//! decision 0017 says how the defaults were found. Needs and promises what [`super::ga`] does, and
//! costs as much; orders that are changed to have the gene are valued anew, and that counts.

use quarry_core::{Arranged, settings};

use super::ga::{Ga, GaSettings, Insertion};
use crate::Card;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "ga-cbgi",
    summary: "Evolves orders of things and fixes what most agree on.",
    ..super::ga::CARD
};

settings! {
    /// The paper's parameters, and the two it does not print.
    pub struct GaCbgiSettings {
        /// How many orders live at a time.
        pub population: u64 = 250, 1..=1_000_000;
        /// How many orders are valued before the algorithm ends; the tournament's window shrinks on
        /// the way.
        pub evaluations: u64 = 200_000, 1..=1_000_000_000_000;
        /// The share of couples whose children are crossed; the others are copies.
        pub crossover: f64 = 0.9, 0.0..=1.0;
        /// The share of children in which two things are exchanged.
        pub mutation: f64 = 0.1, 0.0..=1.0;
        /// The share of the evaluations after which a gene may be fixed, again and again: the
        /// paper's S.
        pub interval: f64 = 0.1, 0.000_01..=1.0;
        /// The share of the population that must agree on a gene: the paper's c.
        pub convergence: f64 = 0.9, 0.0..=1.0;
    }
}

impl<'a, S: Arranged> Ga<'a, S> {
    /// The evolution of a seed, with gene insertion.
    pub fn with_insertion(space: &'a S, settings: &GaCbgiSettings, seed: u64) -> Self {
        let plain = GaSettings {
            population: settings.population,
            evaluations: settings.evaluations,
            crossover: settings.crossover,
            mutation: settings.mutation,
        };
        let insertion =
            Insertion { interval: settings.interval, convergence: settings.convergence };
        Ga::with(space, &plain, Some(insertion), seed)
    }
}
