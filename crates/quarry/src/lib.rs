//! Quarry as a library: puzzles, solvers, and the services that front ends use.
//!
//! This crate is the facade that the command line, the studio, the Python package and your own
//! programs use. Internally, puzzles and solvers are paired by type; the facade offers text and
//! plain data behind object-safe traits. A [`Catalogue`] lists the puzzles, a [`PuzzleEntry`] is
//! one of them, an [`Instance`] is an opened file, a [`Session`] is a game in progress, and a
//! [`Report`] is the result of a run.

mod advice;
mod answer;
mod arena;
mod catalogue;
mod collection;
mod estimate;
mod goal_analysis;
mod instance;
mod judged;
mod judgement;
mod likeness;
mod memory;
mod model;
mod named_evaluator;
mod nets;
mod opinion;
pub mod painter;
mod proof;
mod registry;
mod run;
mod session;
mod tables;
mod trace;
mod training;
pub mod wire;

pub use advice::{Advice, Deduction, HintStep, Loss, Mistake};
pub use answer::LONGEST_PLAIN;
pub use arena::{Arena, ArenaOutline, ArenaSettings, Ledger};
pub use catalogue::{Catalogue, CatalogueBuilder, PuzzleEntry, RegisteredExperiment};
pub use collection::Collection;
pub use estimate::{Estimate, Evidence, Glimpse, Inquiry, Means};
pub use goal_analysis::{GoalAnalysis, Leeway};
pub use instance::Instance;
pub use judgement::{Claims, Judgement, Origin};
pub use likeness::{CarriedPlan, Likeness};
pub use model::{RecipeFile, WeightsFile};
pub use proof::ProofReport;
pub use registry::{BoxedSearch, Params, SettingValues, SpaceSolver};
pub use run::{Grain, Onlooker, Report, Request, SolveError, SolverCard, SolverView};
pub use session::{
    Appraisal, CellMove, ClockGame, FillCell, FillGame, FillLink, Forecast, Game, HINT_BUDGET,
    Hint, MOST_CLICKED, NoWayOn, PieceDrag, Reach, Review, ReviewKind, ReviewedPosition, Session,
    Slip, StepGame, WayOn, review, way_on,
};
pub use tables::tables_folder;
pub use trace::{Positions, Trace, Waypoint};
pub use training::{
    Elsewhere, Material, Milestone, Players, Reading, TrainError, Trained, Training, TrainingCard,
    TrainingGame,
};

pub use quarry_solvers::chance::splitting::{
    Splitting, SplittingLevel, SplittingSettings, Stretch,
};
pub use quarry_solvers::chance::whole_game::WholeGame;
pub use quarry_solvers::constraint::completion::Completion;
pub use quarry_solvers::constraint::proof::Proof;
pub use quarry_solvers::tree::landscape::SampledPlan;
pub use quarry_solvers::tree::order_groups::OrderGroups;
pub use quarry_solvers::tree::settle::Prospect;

pub use quarry_core::text::quoted;
pub use quarry_core::{
    BeamLayer, Budget, CellChance, CellChances, CommunityForm, Corner, Credit, Domain, Edge,
    EdgeMark, Ending, Entries, Entry, Event, Example, Field, Foul, GeneOrigin, GenerateError, Halt,
    Header, Inscription, Inside, Known, Link, LinkKind, Mark, MethodShape, NodeState, ParseError,
    Pictogram, Picture, Place, PopulationMember, Position, Rating, ReasoningStep, Rung, Score,
    SearchNode, Shares, Side, Solutions, Tally, Technique, Tier, Tile, TileShape, Tint,
    Transformation, Tree, UnknownChances, Verdict, did_you_mean, whole_number,
};
