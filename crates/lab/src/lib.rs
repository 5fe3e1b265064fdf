//! Reproducible experiments: a question, a plan, many seeded runs, and a store that loses nothing.
//!
//! An [`Experiment`] is read from a file and checked. A [`Plan`] expands it into units that can run
//! anywhere. [`execute`] runs those that the [`Store`] does not hold yet. A [`ResultTable`] shows
//! the results, [`statistics`] supports claims about them, [`plot`] draws them, and a [`report`]
//! presents them. Where one machine is not enough, [`units`] lets many processes that share a
//! folder do the runs. A [`race`] searches for good settings. The [`COLLECTION`] holds the
//! experiments that ship with the program, and [`export`] writes runs for other programs.

mod chain;
mod choices;
mod collection;
mod contender;
mod experiment;
pub mod export;
mod finished;
mod measure;
mod number_format;
mod plan;
pub mod plot;
mod published;
pub mod race;
mod record;
mod reduction;
mod rejudged;
pub mod report;
mod results;
mod run_score;
mod runner;
mod series;
mod size;
pub mod slurm;
pub mod statistics;
mod store;
mod subject;
mod table;
mod trend;
pub mod units;
mod work;

pub use chain::{ChainLink, RunChain};
pub use collection::{COLLECTION, Shipped, collection};
pub use contender::{Chosen, Contender};
pub use experiment::{Experiment, Heading};
pub use finished::{CostedImprovement, Finished};
pub use measure::{Figure, Measure};
pub use plan::{Pairing, Plan, Unit};
pub use published::{Aside, Published};
pub use results::{ResultCell, Results};
pub use run_score::RunScore;
pub use runner::{ExperimentProgress, RunError, Threads, UnitExecutor, execute};
pub use series::Series;
pub use size::{Size, Sizes};
pub use store::{DamagedRun, Store, StoreCheck, StoreError, Stored};
pub use subject::{Lookup, Subject};
pub use table::{ResultRow, ResultTable};
pub use trend::Trend;
pub use work::Work;
