//! The constraint engine: how many solutions a [`quarry_core::Model`] has.
//!
//! | file | what |
//! | --- | --- |
//! | `engine.rs` | search: decide, propagate, take back; and the questions that can be asked |
//! | `domains.rs` | what each variable may still be, with a trail |
//! | `propagation.rs` | constraints that hear of changes and draw conclusions until there are no more |
//! | `path.rs`, `matching.rs` | the conclusions from a path that visits each vertex once |
//! | `places.rs` | sets of places as words, and windows on them |
//! | `learner.rs`, `encoding.rs` | the same model as clauses, for a solver that learns |
//! | `theory.rs` | propagators inside that solver: connected regions and large counts |
//! | `cuts.rs` | single loops and founded sets: clauses added when an assignment breaks them |
//! | `explain.rs` | the smallest sets of rules from which a next step follows |
//!
//! Everything is deterministic: no clock, no randomness, no hashing order.

mod cuts;
mod domains;
mod encoding;
mod engine;
mod explain;
mod learner;
mod matching;
mod path;
mod places;
mod propagation;
mod theory;

pub use engine::{Engine, EngineStep};
pub use explain::{Explainer, Explanation, Knowledge, NoStep};
pub use learner::{Assumption, ClauseLearner, Reply};
