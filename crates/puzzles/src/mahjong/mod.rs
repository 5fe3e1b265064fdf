//! Piles of Mahjong tiles: what the puzzles that are played with them have in common. Shapes and
//! where they come from, the rules by which tiles are removed in pairs, and the search for pairings
//! of a pile whose faces are all known.

mod clauses;
pub(crate) mod drawing;
pub(crate) mod kmahjongg;
pub(crate) mod layouts;
pub(crate) mod pairing_solver;
mod pairings;
pub(crate) mod picture;
mod pile;
pub(crate) mod rules;
mod shape;
mod stuck;
mod tile;
mod tile_set;

pub(crate) use pairings::GroupSet;
pub(crate) use pile::Pile;
pub use shape::PileShape;
pub use tile::{TileFace, TilePair, TilePlace};
pub use tile_set::TileSet;
