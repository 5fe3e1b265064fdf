//! The facade: the only place that sees both puzzles and solvers, and the place where types
//! end.
//!
//! Inside everything is generic and monomorphic; doors (command line, page, Python) see
//! only what is here: text and plain data behind object-safe traits. [`catalogue()`] lists the
//! puzzles, an [`PuzzleEntry`] is one of them, an [`Instance`] an opened file, a [`Session`] a game in
//! progress.

mod advice;
mod answer;
mod arena;
mod catalogue;
mod estimate;
mod goal_analysis;
mod instance;
mod judged;
mod judgement;
mod memory;
mod model;
mod named_evaluator;
mod nets;
mod opinion;
pub mod painter;
mod run;
mod session;
mod shelf;
mod trace;
mod training;

pub use advice::{Advice, HintStep, Mistake};
pub use answer::LONGEST_PLAIN;
pub use arena::{Arena, ArenaOutline, ArenaSettings, Ledger};
pub use catalogue::{Catalogue, PuzzleEntry, catalogue};
pub use estimate::{Estimate, Evidence, Glimpse, Inquiry, Means};
pub use goal_analysis::{GoalAnalysis, Leeway};
pub use instance::Instance;
pub use judgement::{Claims, Judgement, Origin};
pub use model::WeightsFile;
pub use nets::admit;
pub use run::{Grain, Onlooker, Report, Request, SolveError, SolverCard, SolverView};
pub use session::{CellMove, HINT_BUDGET, Hint, Reach, Session, Slip};
pub use shelf::{Params, SettingValues};
pub use trace::{Positions, Trace, Waypoint};
pub use training::{
    Elsewhere, Material, Milestone, Players, Reading, TrainError, Trained, Training, TrainingCard,
    TrainingGame,
};

pub use quarry_solvers::chance::splitting::{SplittingSettings, Stretch};
pub use quarry_solvers::chance::whole_game::WholeGame;
pub use quarry_solvers::tree::landscape::SampledPlan;
pub use quarry_solvers::tree::settle::Prospect;

pub use quarry_core::{
    Budget, Corner, Credit, Domain, Edge, EdgeMark, Ending, Entries, Event, Example, Field, Foul,
    GenerateError, Halt, Header, Inside, Known, Link, LinkKind, Mark, ParseError, Picture,
    Position, Rating, Score, Shares, Side, Solutions, Tally, Technique, Tier, Tile, TileShape,
    Tint, Verdict, did_you_mean, whole_number,
};
