//! The laws that hold for every puzzle, and tests of single puzzles.

#[path = "../../../constraint/tests/constraint/checker/mod.rs"]
mod checker;
mod explanations;
mod guide;
mod hidato_solutions;
mod laws;
mod lemmings_world;
mod proofs;
/// The code written by `cargo xtask new puzzle`.
#[path = "../../../../xtask/src/new_puzzle_template.rs"]
#[expect(unreachable_pub, reason = "where it is written to, others see it")]
mod template;
mod tetris_controllers;
