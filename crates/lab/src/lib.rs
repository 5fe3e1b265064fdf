//! Experiments that anyone can run again: a question, a plan, many seeded runs, a store that loses nothing.
//!
//! An [`Experiment`] is read from a file and checked; a [`Plan`] writes it out as units that could run anywhere;
//! a [`Finished`] run of one enters the [`Store`].

mod experiment;
mod finished;
mod plan;
mod store;
mod subject;

pub use experiment::{Contender, Experiment, Published};
pub use finished::{Finished, Improvement};
pub use plan::{Pairing, Plan, Unit};
pub use store::{Store, StoreError, Stored};
pub use subject::Subject;
