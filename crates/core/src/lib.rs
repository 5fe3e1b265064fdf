//! The contract between puzzles and solvers.
//!
//! What all puzzles share is an instance, an answer and a judge: [`Puzzle`]. Every way of working on a
//! puzzle is a separate *facet* that a puzzle offers and a solver asks for in its type bounds:
//!
//! | facet | what it offers | who asks |
//! | --- | --- | --- |
//! | [`StateSpace`] | play step by step | every search |
//! | [`Bounded`] | an admissible bound on what is still to be gained | A*, IDA*, the exact solver |
//! | [`Potential`] | non-negative step costs | uniform-cost search |
//! | [`Sampled`] | the puzzle's own way of playing at random | sampling |
//! | [`Tracked`] | moves named by the things they act on, wherever play carries them | tempering |
//! | [`LowLevel`] | named rules of thumb, each choosing a move | hyper-heuristics |
//! | [`Coded`] | codes by which moves are recognised in other states | policy adaptation |
//! | [`Arranged`] | what an order of things in places is worth, and how it changes by an exchange | genetic algorithms |
//! | [`Interactive`] | a scene, and what touching a cell means | sessions, `play` |
//! | [`Generate`] | new instances from parameters and a seed | `generate` |
//!
//! Nothing here draws, prints, reads files, starts threads or holds globals; the clock is read in
//! [`Meter`] alone.

mod arranged;
mod facets;
mod key;
mod meter;
mod picture;
mod puzzle;
mod rng;
mod search;
mod settings;
mod space;
pub mod text;

pub use arranged::{Arranged, Thing};
pub use facets::{Facets, Played};
pub use key::key_of;
pub use meter::{Budget, Halt, Meter, Tally};
pub use picture::{Picture, Tile, Tint};
pub use puzzle::{About, Example, Foul, Generate, Puzzle, Score, Verdict};
pub use rng::Rng;
pub use search::{Event, Found, Incumbent, Outcome, Progress, Search, drive};
pub use settings::{Domain, Field, NoSettings, SettingError, SettingValue, Settings};
pub use space::{
    Act, Aim, Bounded, Choice, Coded, Interactive, LowLevel, Onward, Potential, Sampled, StateSpace, Touch,
    Tracked,
};
pub use text::{Document, Header, Known, Located, ParseError, Position, Setting};
