//! Local search: whole lines of play, changed here and there.

pub mod annealing;
pub mod hill_climbing;
pub mod line;
pub mod tabu;
pub mod tempering;
pub mod vns;
mod walker;
