//! Whole games at random, and what can be learned from them.

pub mod by_move;
pub mod iterative_sampling;
pub mod nrpa;
pub mod policy;
pub mod random;
