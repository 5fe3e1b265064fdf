//! Constructive search: lines of play built move by move, in some order.

pub mod a_star;
pub mod alternating;
pub mod approach;
pub mod backtrack;
pub mod beam;
pub mod best_first;
pub mod branch_and_bound;
pub mod breadth_first;
pub mod clock_walk;
pub mod closed;
pub mod depth_first;
pub mod depth_limited;
mod dominance;
pub mod exact_reach;
pub mod fenced;
pub mod greedy;
pub mod ida_star;
pub mod iterative_deepening;
pub mod landscape;
mod leniency;
mod move_tree;
pub mod novelty;
pub mod portfolio;
pub mod settle;
mod transposition;
pub mod uniform_cost;
pub mod variation;
