//! Whole games at random, and the best of them.

pub mod iterative_sampling;
pub mod random;
