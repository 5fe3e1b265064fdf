//! Local search: changes whole lines of play or whole routes in small steps.

pub mod annealing;
pub mod hill_climbing;
pub mod line;
mod reroute;
pub mod sparse;
pub mod tabu;
pub mod tempering;
pub mod vnd;
pub mod vns;
mod walker;
