//! Tuning by racing: many configurations start, and those that are significantly worse than the
//! best fall out as soon as the runs show it, so that the runs are spent on those that may still be
//! the best.
//!
//! Within a race this is F-race (Birattari, Stützle, Paquete and Varrentrapp 2002). The
//! configurations meet in blocks: one run of each on the same instance. After each block, from the
//! `first` on, Friedman's test asks whether they differ at all and Conover's discards those worse
//! than the best-ranked; of two, Wilcoxon's signed ranks decide. Where settings have ranges, races
//! are iterated as in irace (López-Ibáñez, Dubois-Lacoste, Pérez Cáceres, Birattari and Stützle
//! 2016): the best of a race are joined by new configurations sampled around them, ever closer.
//! They keep the runs they have, and do not fall out before the new ones have seen as much.
//!
//! ```toml
//! question = "How hot should annealing begin?"
//! runs = 2                         # with 18 instances: 36 blocks
//! budget = { evaluations = 10_000 }
//!
//! [race]
//! most = 1000                      # runs in all
//! first = 5                        # blocks before the first elimination; 5 if it is not said
//! confidence = 0.95                # of each elimination; 0.95 if it is not said
//! candidates = 30                  # new configurations in each iteration, where a setting has a range; see `Race`
//! iterations = 3                   # also only then
//!
//! [[instances]]
//! name = "samegame/table1-*"
//!
//! [[solvers]]                      # the defaults race as well
//! name = "annealing"
//!
//! [[solvers]]
//! name = "annealing"
//! params = { acceptance = [0.1, 0.5], coldest = { from = 0.0001, to = 0.1, scale = "log" } }
//! ```
//!
//! Decisions are made of stored scores and of the seed alone, and only at the end of a block. So a
//! race that was stopped goes on where it was, and ends the same on any number of threads.

mod elimination;
mod file;
mod outcome;
mod run;
mod space;

pub use outcome::{End, Fall, MeanScore, RaceOutcome, Reason, Survivor};
pub use run::tune;

use space::Space;

use crate::subject::Subject;

/// A race, read and checked.
pub struct Race {
    /// Its name in the store.
    pub name: String,
    /// What it asks.
    pub question: String,
    /// Where the seeds of all runs, the order of the blocks and all samples come from.
    pub seed: u64,
    /// The instances.
    pub subjects: Vec<Subject>,
    /// How often each instance is met: each time makes a block.
    pub runs: u64,
    /// Blocks before the first elimination.
    pub first: usize,
    /// The confidence of each elimination.
    pub confidence: f64,
    /// Runs in all.
    pub most: usize,
    /// New configurations in each iteration; otherwise as many as its share of the runs pays for,
    /// as in irace.
    pub candidates: Option<usize>,
    /// How often the field is refilled; 1 where there is nothing to sample. `2 + log2(settings)`,
    /// as in irace, if the file does not say.
    pub iterations: usize,
    spaces: Vec<Space>,
}

impl Race {
    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.subjects.len() * self.runs as usize
    }

    /// How many configurations go from one iteration to the next, as in irace.
    fn elites(&self) -> usize {
        space::rule_of_two(&self.spaces)
    }
}
