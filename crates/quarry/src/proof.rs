//! The result of proving how many solutions an instance has.

use quarry_core::{Entries, Halt, Solutions};
use quarry_solvers::constraint::proof::Proof;

/// How many solutions an instance has, with a proof that others can check.
#[derive(Debug)]
pub struct ProofReport {
    /// How many solutions there are; unknown if the limits were reached first.
    pub solutions: Solutions,
    /// The solutions found, up to two. Each has passed the judge.
    pub answers: Vec<Entries>,
    /// The proof that there are no others, for no or one solution.
    pub proof: Option<Proof>,
    /// The limit that ended the search, if any.
    pub halted: Option<Halt>,
}
