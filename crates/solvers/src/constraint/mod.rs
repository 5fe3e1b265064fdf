//! Solvers for puzzles that are sets of constraints.

pub mod exact;
pub mod human;
