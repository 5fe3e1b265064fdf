//! The contract between puzzles and solvers.
//!
//! What all puzzles share is an instance, an answer and a judge: [`Puzzle`]. Every way of working
//! on a puzzle is a separate *facet* that a puzzle offers and a solver asks for in its type bounds:
//!
//! | facet | what it provides | used by |
//! | --- | --- | --- |
//! | [`StateSpace`], [`Guided`], [`Interactive`] | play step by step, by people too | every search |
//! | [`Bounded`] | an admissible bound, and step costs | A*, IDA*, uniform cost, branch and bound |
//! | [`Featured`] | features, an estimated distance to the goal | novelty search, approach |
//! | [`Sampled`], [`Coded`] | custom random play, codes for moves | sampling, policy adaptation |
//! | [`Tracked`] | moves named by the things they act on | tempering |
//! | [`LowLevel`] | named rules of thumb | hyper-heuristics |
//! | [`Clockwork`], [`Staged`], [`Scripted`] | a world that ticks and obeys orders | plan searches |
//! | [`Chance`], [`Lucky`], [`Valued`] | random events, named evaluators | players |
//! | [`LearnedEvaluator`] | evaluators made of weights | players by learned weights, training |
//! | [`Imitable`] | states and moves as numbers for nets | players by nets, training |
//! | [`Encoded`] | actions as numbers, positions as arrays | environments for learners |
//! | [`Filled`], [`Explained`] | cells that people fill, techniques | sessions, hints, `rate` |
//! | [`Constrained`] | what must hold, as plain data | the constraint engine |
//! | [`Routed`] | the answer is a path through a graph | `sparse` |
//! | [`Arranged`] | the answer is an order of things | genetic algorithms |
//! | [`Generate`] | new instances from parameters and a seed | `generate` |
//!
//! A space is five methods:
//!
//! ```
//! use quarry_core::{Guided, Score, StateSpace};
//!
//! /// Take one or two from a heap until nothing is left; every move costs a point.
//! struct Heap(u32);
//!
//! impl StateSpace for Heap {
//!     type State = u32;
//!     type Move = u32;
//!
//!     fn start(&self) -> u32 {
//!         self.0
//!     }
//!     fn moves(&self, left: &u32, out: &mut Vec<u32>) {
//!         out.extend((1..=2).filter(|taken| taken <= left));
//!     }
//!     fn play(&self, left: &mut u32, taken: u32) -> Score {
//!         *left -= taken;
//!         -1
//!     }
//!     fn is_solved(&self, left: &u32) -> bool {
//!         *left == 0
//!     }
//!     fn key(&self, left: &u32) -> u128 {
//!         u128::from(*left)
//!     }
//! }
//!
//! impl Guided for Heap {}
//!
//! assert_eq!(Heap(5).replayed(&[2, 2]), (1, -2));
//! ```
//!
//! Nothing here draws, prints, reads files, starts threads or holds globals; the clock is read in
//! [`Meter`] alone.

mod card;
mod cell_chances;
mod chance;
mod clock;
mod coach;
mod constraint;
mod erased;
mod facets;
mod fill;
mod hot;
mod inside;
mod key;
mod learn;
mod meter;
mod names;
mod own;
mod path;
mod picture;
mod puzzle;
mod reverse;
mod rng;
mod search;
mod settings;
mod tally;
pub mod text;
mod textbook;

pub use card::Card;
pub use cell_chances::{CellChance, CellChances, UnknownChances};
pub use chance::{
    Certain, Chance, Controller, Dealt, Episode, Evaluator, Fixed, Foreseen, Foresight, Lucky,
    Pick, Player, Valued,
};
pub use clock::{Clockwork, Cue, Scripted, Sensed, Sight, Staged, Timed};
pub use coach::{Coached, Remark};
pub use constraint::{
    Assignment, Constraint, Literal, Model, Relation, Solutions, Support, Value, Values, Variable,
};
pub use erased::{DynBounded, DynFeatured, DynSpace, Erased, ErasedState, MoveNumber, Numbered};
pub use facets::{Clocked, Facets, Played, Ticking};
pub use fill::{
    Arranged, Constrained, Entry, Explained, Fault, Filled, FinderStep, Inscription, Next,
    PathTask, Place, Rating, Related, Routed, SolutionFinder, Step, Technique, Thing, Tier, rate,
    solved_within, tier_within,
};
pub use hot::{Act, Choice, Coded, LowLevel, Sampled, Tracked};
pub use inside::{
    BeamLayer, BeamLayers, Crossing, GeneOrigin, Heat, Inside, Ladder, MethodShape, NodeState,
    Population, PopulationMember, ReasoningStep, ReasoningSteps, Rung, SearchNode, Shares, Tree,
};
pub use key::key_of;
pub use learn::{Encoded, Imitable, LearnedEvaluator, ViewShape, WeightRange};
pub use meter::{Gauge, Meter, Overtime, Refused, SharedWork, Turn};
pub use names::did_you_mean;
pub use own::{NoTables, OwnSolver, PuzzleSearch, Tables};
pub use path::{NoPath, Path, Vertex};
pub use picture::{
    Corner, Edge, EdgeMark, Link, LinkKind, Mark, Pictogram, Picture, Side, Tile, TileShape, Tint,
};
pub use puzzle::{
    About, CommunityForm, Example, Foul, Generate, GenerateError, Puzzle, Score, Transformation,
    Verdict,
};
pub use reverse::{Identified, Layered, Reversible};
pub use rng::Rng;
pub use search::{
    Credit, Event, Found, Incumbent, Observer, Outcome, Recipe, Search, SliceEnd, drive, watch,
};
pub use settings::{
    Domain, Field, NoSettings, SettingError, SettingValue, Settings, USUAL_NETS, whole_number,
};
pub use tally::{Budget, Halt, Improvement, Tally};
pub use text::{
    AnswerText, Document, Entries, Header, Known, Listing, Located, ParseError, Position, Setting,
};
pub use textbook::{
    Aim, Bounded, Drag, Ending, Featured, Guided, Interactive, Notation, Onward, StateSpace, Touch,
};
