//! The meeting room: the only place that sees both puzzles and solvers, and the place where types
//! end.
//!
//! Inside the house everything is generic and monomorphic; doors (command line, page, Python) see
//! only what is here: text and plain data behind object-safe traits. [`catalogue()`] lists the
//! puzzles, an [`Exhibit`] is one of them, an [`Instance`] an opened file, a [`Session`] a game in
//! progress.

mod advice;
mod answer;
mod arena;
mod catalogue;
mod estimate;
mod instance;
mod judged;
mod judgement;
mod memory;
mod mind;
mod model;
mod nets;
mod opinion;
mod run;
mod session;
mod settlement;
mod shelf;
mod trace;
mod training;

pub use advice::{Advice, Lesson, Mistake};
pub use answer::LONGEST_PLAIN;
pub use arena::{Arena, ArenaSettings, Ledger, Outline};
pub use catalogue::{Catalogue, Exhibit, catalogue};
pub use estimate::{Estimate, Glimpse, Inquiry, Means, Seen};
pub use instance::Instance;
pub use judgement::{Claims, Judgement, Origin};
pub use model::Model;
pub use nets::admit;
pub use run::{Grain, Onlooker, Report, Request, Sight, SolveError, SolverCard};
pub use session::{Choice, HINT_BUDGET, Hint, Reach, Session, Slip};
pub use settlement::{Leeway, Settlement};
pub use shelf::{Params, Values};
pub use trace::{Positions, Trace, Waypoint};
pub use training::{
    Elsewhere, Game, Material, Milestone, Players, Reading, TrainError, Trained, Training,
    TrainingCard,
};

pub use quarry_solvers::chance::splitting::{SplittingSettings, Stretch};
pub use quarry_solvers::chance::whole_game::WholeGame;
pub use quarry_solvers::tree::landscape::Drawn;
pub use quarry_solvers::tree::settle::Prospect;

pub use quarry_core::{
    Border, Budget, Credit, Domain, Ending, Entries, Event, Example, Field, Foul, GenerateError,
    Halt, Header, Inside, Known, Link, ParseError, Picture, Position, Rating, Score, Shape, Shares,
    Side, Solutions, Tally, Technique, Tier, Tile, Tint, Verdict, did_you_mean, whole_number,
};
