//! Tuning by racing: many configurations start, and those that are significantly worse than the
//! best are eliminated as soon as the runs show it. So most runs are spent on those that may still
//! be the best.
//!
//! Within a race this is F-race (Birattari, Stützle, Paquete and Varrentrapp 2002). The
//! configurations are compared in blocks: one run of each on the same instance. After each block,
//! from the `first` on, Friedman's test checks whether they differ at all, and Conover's test
//! discards those worse than the best-ranked; between two, Wilcoxon's signed-rank test decides.
//! Where settings have ranges, races are iterated as in irace (López-Ibáñez, Dubois-Lacoste, Pérez
//! Cáceres, Birattari and Stützle 2016): new configurations are sampled ever closer around the best
//! of a race, which stay in the next one. The best keep the runs they have, and cannot be
//! eliminated before the new ones have as many.
//!
//! ```toml
//! question = "How hot should annealing begin?"
//! runs = 2                         # with 18 instances: 36 blocks
//! budget = { evaluations = 10_000 }
//!
//! [race]
//! most = 1000                      # maximum number of runs in all
//! first = 5                        # blocks before the first elimination; default 5
//! confidence = 0.95                # confidence of each elimination; default 0.95
//! candidates = 30                  # new configurations in each iteration, if a setting has a
//!                                  # range; see `Race` for the default
//! iterations = 3                   # also only if a setting has a range
//!
//! [[instances]]
//! name = "samegame/table1-*"
//!
//! [[solvers]]                      # the default settings take part in the race
//! name = "annealing"
//!
//! [[solvers]]
//! name = "annealing"
//! params = { acceptance = [0.1, 0.5], coldest = { from = 0.0001, to = 0.1, scale = "log" } }
//! ```
//!
//! Decisions depend on stored scores and the seed only, and are made at the end of a block. So a
//! race that was stopped continues where it was, and ends the same on any number of threads.

mod elimination;
mod file;
mod outcome;
mod run;
mod space;

pub use outcome::{End, Fall, MeanScore, RaceOutcome, Reason, Survivor};
pub use run::tune;

use space::Space;

use crate::subject::Subject;

/// A race, parsed and checked.
pub struct Race {
    /// Name in the store.
    pub name: String,
    /// The question that the race answers.
    pub question: String,
    /// Seed from which the seeds of all runs, the order of the blocks and all samples are derived.
    pub seed: u64,
    /// Instances that the configurations run on.
    pub subjects: Vec<Subject>,
    /// Number of blocks for each instance.
    pub runs: u64,
    /// Blocks before the first elimination.
    pub first: usize,
    /// Confidence of each elimination.
    pub confidence: f64,
    /// Maximum number of runs in all.
    pub most: usize,
    /// Number of new configurations in each iteration; by default as many as the iteration's share
    /// of the runs allows, as in irace.
    pub candidates: Option<usize>,
    /// Number of iterations; 1 where there is nothing to sample. By default `2 + log2(settings)`,
    /// as in irace.
    pub iterations: usize,
    spaces: Vec<Space>,
}

impl Race {
    /// Returns the number of blocks.
    pub fn blocks(&self) -> usize {
        self.subjects.len() * self.runs as usize
    }

    /// Returns the number of configurations that stay for the next iteration, as in irace.
    fn elites(&self) -> usize {
        space::rule_of_two(&self.spaces)
    }
}
