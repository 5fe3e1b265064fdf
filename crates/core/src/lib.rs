//! The contract between puzzles and solvers.
//!
//! What all puzzles share is an instance, an answer and a judge: [`Puzzle`]. Every way of working
//! on a puzzle is a separate *facet* that a puzzle offers and a solver asks for in its type bounds:
//!
//! | facet | what it offers | who asks |
//! | --- | --- | --- |
//! | [`StateSpace`] | play step by step | every search |
//! | [`Bounded`] | an admissible bound on what is still to be gained | A*, IDA*, the exact solver |
//! | [`Potential`] | non-negative step costs | uniform-cost search |
//! | [`Sampled`] | the puzzle's own way of playing at random | sampling |
//! | [`Tracked`] | moves named by the things they act on, wherever play carries them | tempering |
//! | [`LowLevel`] | named rules of thumb, each choosing a move | hyper-heuristics |
//! | [`Coded`] | codes by which moves are recognised in other states | policy adaptation |
//! | [`Featured`] | what a state shows, as numbers, and how far the goal seems | novelty search, approach |
//! | [`Clockwork`] | a world that ticks by itself and obeys an order in each time step | searches by the clock |
//! | [`Staged`] | a scene of such a world, and the orders that a cell of it calls for | sessions, `play` |
//! | [`Chance`], [`Lucky`] | random events between moves, their luck hidden from players | players: `random` |
//! | [`Valued`] | evaluators of after-states with names | players: the controllers |
//! | [`Tunable`] | evaluators made of weights | players by learned weights; training |
//! | [`Imitable`] | states and moves as numbers that a net can learn from | players by nets; training |
//! | [`Scripted`] | a clockwork's orders as whom and what, and the occasions to give them | genetic algorithms over plans |
//! | [`Constrained`] | what must hold, as plain data | the constraint engine: `exact` |
//! | [`Routed`] | the answer is a path through a graph | `sparse` |
//! | [`Filled`] | cells that a person fills in any order | sessions, `play` |
//! | [`Arranged`] | what an order of things in places is worth, and how it changes by an exchange | genetic algorithms |
//! | [`Interactive`] | a scene, and what touching a cell means | sessions, `play` |
//! | [`Explained`] | named techniques, each step with its reason | the human-style solver, hints, `rate` |
//! | [`Encoded`], [`Followed`] | actions as numbers, positions as arrays, controllers to follow | environments for learners |
//! | [`Generate`] | new instances from parameters and a seed | `generate` |
//!
//! Nothing here draws, prints, reads files, starts threads or holds globals; the clock is read in
//! [`Meter`] alone.

mod arranged;
mod chance;
mod clockwork;
mod constraint;
pub mod encoded;
mod explained;
mod facets;
mod filled;
mod key;
mod meter;
mod names;
mod path;
mod picture;
mod puzzle;
mod rng;
mod routed;
mod scripted;
mod search;
mod settings;
mod space;
mod tally;
pub mod text;

pub use arranged::{Arranged, Thing};
pub use chance::{
    Certain, Chance, Controller, Dealt, Episode, Evaluator, Fixed, Foreseen, Imitable, Lucky, Pick,
    Player, Tunable, Valued, Weighted,
};
pub use clockwork::{Clockwork, Sight, Staged, Timed};
pub use constraint::{
    Assignment, Constrained, Constraint, Literal, Model, Relation, Solutions, Value, Values,
    Variable,
};
pub use encoded::{Encoded, Followed};
pub use explained::{Entry, Explained, Next, Rating, Step, Technique, Tier, rate, solved_within};
pub use facets::{Clocked, Facets, Played, Ticking};
pub use filled::{Fault, Filled};
pub use key::key_of;
pub use meter::{Gauge, Meter, Overtime, Refused, SharedWork};
pub use names::did_you_mean;
pub use path::{NoPath, Path, Vertex};
pub use picture::{
    Corner, Edge, EdgeMark, Link, LinkKind, Mark, Picture, Side, Tile, TileShape, Tint,
};
pub use puzzle::{About, Example, Foul, Generate, GenerateError, Puzzle, Score, Verdict};
pub use rng::Rng;
pub use routed::{PathTask, Routed};
pub use scripted::{Cue, Scripted};
pub use search::{
    Credit, Event, Found, Incumbent, Inside, Observer, Outcome, Search, Shares, SliceEnd, drive,
    watch,
};
pub use settings::{
    Domain, Field, NoSettings, SettingError, SettingValue, Settings, USUAL_NETS, whole_number,
};
pub use space::{
    Act, Aim, Bounded, Choice, Coded, Ending, Featured, Interactive, LowLevel, Onward, Potential,
    Sampled, StateSpace, Touch, Tracked,
};
pub use tally::{Budget, Halt, Improvement, Tally};
pub use text::{
    AnswerText, Document, Entries, Header, Known, Listing, Located, ParseError, Position, Setting,
};
