//! Monte-Carlo search: random whole games, and policies learned from them.

pub mod by_move;
pub mod dbs;
pub mod iterative_sampling;
pub mod mc_rws;
pub mod nmcs;
pub mod nrpa;
pub mod policy;
pub mod random;
pub mod sp_mcts;
