//! The constraint engine: finds and counts the solutions of a [`quarry_core::Model`].
//!
//! | file | contents |
//! | --- | --- |
//! | `engine.rs` | search: decide, propagate, backtrack; the public queries |
//! | `domains.rs` | values each variable may still take, with a trail for undoing |
//! | `propagation.rs` | propagators, called for changed variables until a fixed point |
//! | `path.rs`, `matching.rs` | propagation for a path that visits each vertex once |
//! | `probing.rs` | single values that propagation refutes |
//! | `places.rs` | sets of positions as bit words, and windows on them |
//! | `learner.rs`, `encoding.rs` | the same model as clauses, for a clause-learning solver |
//! | `theory.rs` | propagators inside that solver: connected regions and large counts |
//! | `cuts.rs` | single loops and founded sets: clauses added when an assignment breaks them |
//! | `proof.rs` | refutations in the formats of the SAT community |
//! | `explain.rs` | smallest sets of rules that imply a next step |
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
mod probing;
mod proof;
mod propagation;
mod theory;

pub use engine::{Engine, EngineStep};
pub use explain::{Explainer, Explanation, Knowledge, NoStep};
pub use learner::{Assumption, ClauseLearner, LearntClause, Reply};
pub use proof::{Proof, Proved, prove};
