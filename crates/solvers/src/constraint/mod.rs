//! Solvers for puzzles that are sets of constraints.

pub mod completion;
pub mod human;
pub mod proof;
pub mod solve;
