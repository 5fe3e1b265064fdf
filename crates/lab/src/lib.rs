//! Experiments that anyone can run again: a question, a plan, many seeded runs, a store that loses nothing.
//!
//! An [`Experiment`] is read from a file and checked; a [`Plan`] writes it out as units that could run anywhere.

mod experiment;
mod plan;
mod subject;

pub use experiment::{Contender, Experiment, Published};
pub use plan::{Pairing, Plan, Unit};
pub use subject::Subject;
