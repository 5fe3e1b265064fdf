//! The engine and the learner against brute force, and proofs against an independent checker.

mod agreement;
mod checker;
mod proofs;
