//! The laws that hold for every puzzle, and what single puzzles promise besides.

mod hidato_solutions;
mod laws;
mod lemmings_world;
mod tetris_controllers;
