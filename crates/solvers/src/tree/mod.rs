//! Constructive search: lines of play built move by move, in some order.

pub mod a_star;
pub mod best_first;
pub mod breadth_first;
pub mod closed;
mod links;
pub mod uniform_cost;
