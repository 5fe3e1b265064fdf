//! The puzzles, one folder or one file each. They see the core, the constraint
//! engine and the kit for declared puzzles only.
//!
//! A new puzzle is its file, a `mod` line and a line in the list below. Every law of the tests
//! then holds for it, and every solver that asks for one of its facets can work on it.

use quarry_core::Puzzle;
use quarry_pencil::Declared;

/// The examples of these names: the files of the folder `examples` beside the caller, compiled in.
macro_rules! examples {
    ($($name:literal),* $(,)?) => {
        &[$(quarry_core::Example {
            name: $name,
            text: include_str!(concat!("examples/", $name, ".toml")),
        }),*]
    };
}

#[cfg(test)]
mod brute_force;
mod dimacs;
mod graphs;
mod luck;
mod mahjong;
mod mine_chances;
mod stepwise;

/// Puzzles that are played move by move.
pub mod moves {
    pub mod assembly;
    pub mod bit_string;
    pub mod blocks_world;
    pub mod cubic;
    pub mod n_puzzle;
    pub mod peg_solitaire;
    pub mod samegame;
    pub mod search_tree;
    pub mod shanghai;
    pub mod sokoban;
    pub mod submersible;
}

/// Puzzles that are filled in.
pub mod pencil {
    pub mod colouring;
    pub mod corral;
    pub mod cross_sum;
    pub mod cryptarithm;
    pub mod hamiltonian_circuit;
    pub mod hidato;
    pub mod instant_insanity;
    pub mod kplumber;
    pub mod light_up;
    pub mod minesweeper;
    pub mod nurikabe;
    pub mod pearl;
    pub mod reflections;
    pub mod satisfiability;
    pub mod slither_link;
    pub mod spiral_galaxies;
    pub mod sudoku;
}

/// Worlds that move by themselves and obey orders.
pub mod clockwork {
    pub mod lemmings;
    pub mod pac_man;
}

/// Games of chance, and one of them with its luck known.
pub mod chance {
    pub mod minesweeper_game;
    pub mod shanghai_game;
    pub mod tetris;
    pub mod tetris_offline;
}

/// Receives every puzzle, as a type.
pub trait Visitor {
    /// Called once for each puzzle.
    fn puzzle<P: Puzzle>(&mut self);
}

macro_rules! puzzles {
    ($($puzzle:ty),* $(,)?) => {
        /// Introduces all puzzles, in the order in which lists show them.
        pub fn introduce_all(to: &mut impl Visitor) {
            $(to.puzzle::<$puzzle>();)*
        }
    };
}

puzzles! {
    moves::samegame::SameGame,
    pencil::hidato::Hidato,
    clockwork::lemmings::Lemmings,
    chance::tetris::Tetris,
    moves::cubic::Cubic,
    moves::n_puzzle::NPuzzle,
    moves::blocks_world::BlocksWorld,
    moves::peg_solitaire::PegSolitaire,
    moves::sokoban::Sokoban,
    moves::shanghai::Shanghai,
    Declared<pencil::sudoku::Sudoku>,
    Declared<pencil::slither_link::SlitherLink>,
    Declared<pencil::corral::Corral>,
    Declared<pencil::cross_sum::CrossSum>,
    Declared<pencil::cryptarithm::Cryptarithm>,
    Declared<pencil::instant_insanity::InstantInsanity>,
    Declared<pencil::kplumber::KPlumber>,
    Declared<pencil::light_up::LightUp>,
    Declared<pencil::minesweeper::Minesweeper>,
    Declared<pencil::nurikabe::Nurikabe>,
    Declared<pencil::pearl::Pearl>,
    Declared<pencil::reflections::Reflections>,
    Declared<pencil::spiral_galaxies::SpiralGalaxies>,
    Declared<pencil::satisfiability::Satisfiability>,
    Declared<pencil::colouring::Colouring>,
    Declared<pencil::hamiltonian_circuit::HamiltonianCircuit>,
    chance::minesweeper_game::MinesweeperGame,
    clockwork::pac_man::PacMan,
    chance::shanghai_game::ShanghaiGame,
    moves::search_tree::SearchTree,
    chance::tetris_offline::TetrisOffline,
    moves::bit_string::BitString,
    moves::submersible::Submersible,
    moves::assembly::Assembly,
}
