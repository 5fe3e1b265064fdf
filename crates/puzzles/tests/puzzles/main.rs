//! The laws that hold for every puzzle, and what single puzzles promise besides.

mod hidato_solutions;
mod laws;
mod lemmings_world;
/// What `cargo xtask new puzzle` writes.
#[path = "../../../../xtask/src/new_puzzle_template.rs"]
#[expect(unreachable_pub, reason = "where it is written to, others see it")]
mod template;
mod tetris_controllers;
