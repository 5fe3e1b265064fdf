//! Genetic algorithm with niching and gene insertion. From time to time the gene of the best order
//! on which most of the population agree is fixed: convergence based gene insertion. M. M. P. da
//! Silva and C. S. de Magalhães (2017), who do not print how often and how much agreement is
//! needed; decision 0017 says how the defaults were found. Needs and promises the same as
//! [`super::ga`], and costs as much; orders that are changed to have the gene are evaluated again,
//! and that counts.

use quarry_core::{Arranged, Card, settings};

use super::ga::{Ga, GaSettings, Insertion};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "ga-cbgi",
    summary: "Evolves orders of things and fixes genes on which most of them agree.",
    ..super::ga::CARD
};

settings! {
    /// Parameters of the paper, and the two that it does not print.
    pub struct GaCbgiSettings {
        /// Number of orders in the population.
        pub population: u64 = 250, 1..=1_000_000;
        /// Number of evaluations before the algorithm ends; the tournament's window shrinks during
        /// the run.
        pub evaluations: u64 = 200_000, 1..=1_000_000_000_000;
        /// Share of couples whose children are crossed; other children are copies.
        pub crossover: f64 = 0.9, 0.0..=1.0;
        /// Share of children in which two things are exchanged.
        pub mutation: f64 = 0.1, 0.0..=1.0;
        /// Share of the evaluations between two points at which a gene may be fixed: the paper's S.
        pub interval: f64 = 0.1, 0.000_01..=1.0;
        /// Share of the population that must agree on a gene: the paper's c.
        pub convergence: f64 = 0.9, 0.0..=1.0;
    }
}

impl<'a, S: Arranged> Ga<'a, S> {
    /// Creates a run with gene insertion and the given seed.
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
