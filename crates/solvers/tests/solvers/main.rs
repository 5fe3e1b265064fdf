//! Contracts of solvers, tested on small spaces that count moves themselves.

mod adaptation;
mod arranged;
mod contracts;
mod exhaustive;
mod goal_toys;
mod goals;
mod hyper;
mod offline;
mod scripted;
mod swarm;
mod tempering;
mod toys;
