//! Experiments that anyone can run again: a question, a plan, many seeded runs, a store that loses nothing.
//!
//! An [`Experiment`] is read from a file and checked; a [`Plan`] writes it out as units that could run anywhere;
//! [`execute`] runs those that the [`Store`] does not hold; a [`Table`] says what came out, and [`statistics`] what may
//! soundly be said about it. [`export`] hands the runs to other programs.

mod choices;
mod experiment;
pub mod export;
mod finished;
mod plan;
mod runner;
pub mod statistics;
mod store;
mod subject;
mod table;

pub use experiment::{Contender, Experiment, Published};
pub use finished::{Finished, Improvement};
pub use plan::{Pairing, Plan, Unit};
pub use runner::{Progress, RunError, execute};
pub use store::{Store, StoreError, Stored};
pub use subject::Subject;
pub use table::{Row, Scores, Table};
