//! Constructive search: lines of play built move by move, in some order.

pub mod a_star;
pub mod approach;
pub mod backtrack;
pub mod beam;
pub mod best_first;
pub mod breadth_first;
pub mod clock_walk;
pub mod closed;
pub mod depth_first;
pub mod depth_limited;
pub mod exact;
pub mod exact_reach;
pub mod greedy;
pub mod ida_star;
pub mod iterative_deepening;
pub mod landscape;
mod leniency;
mod links;
mod met;
pub mod novelty;
pub mod portfolio;
pub mod race;
pub mod settle;
mod table;
pub mod uniform_cost;
pub mod variation;
pub mod walk;
