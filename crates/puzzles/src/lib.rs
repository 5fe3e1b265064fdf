//! The puzzles: one folder each, named after the puzzle's id, seeing nothing but the core.
//!
//! A new puzzle is its folder and one line in the list below; every test of `tests/laws` then holds for it,
//! and every solver that asks for one of its facets can work on it.

use quarry_core::Puzzle;

/// Receives every puzzle of the house, as a type.
pub trait Visitor {
    /// Called once for each puzzle.
    fn puzzle<P: Puzzle>(&mut self);
}

/// The examples of these names: the files of the folder `examples` beside the caller, part of the program.
macro_rules! examples {
    ($($name:literal),* $(,)?) => {
        &[$(quarry_core::Example { name: $name, text: include_str!(concat!("examples/", $name, ".toml")) }),*]
    };
}

macro_rules! puzzles {
    ($($folder:ident::$puzzle:ident),* $(,)?) => {
        $(
            pub mod $folder;
            pub use $folder::$puzzle;
        )*

        /// Introduces all puzzles, in the order in which lists show them.
        pub fn introduce_all(to: &mut impl Visitor) {
            $(to.puzzle::<$puzzle>();)*
        }
    };
}

puzzles! {
    samegame::SameGame,
    hidato::Hidato,
    lemmings::Lemmings,
    tetris::Tetris,
}
