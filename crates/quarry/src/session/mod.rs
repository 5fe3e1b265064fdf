//! A game in progress, of one of three kinds: played step by step (`steps.rs`, with or without
//! luck), filled in in any order (`fill.rs`), or played by the clock (`clock.rs`).
//!
//! [`Game`] is what all kinds have in common: history, undo, hints, moves as text. A front end that
//! needs more matches on the [`Session`], and never has to check what a game can do.

mod chance_game;
mod clock;
pub(crate) mod coach;
mod coached_game;
mod fill;
mod review;
mod solo_game;
mod steps;
mod way_on;

use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicBool;

use quarry_core::{Budget, Halt, Inscription, Picture, Place, Score, Side};

pub(crate) use chance_game::ChanceGame;
pub(crate) use clock::Timeline;
pub(crate) use coached_game::CoachedGame;
pub(crate) use fill::FillSession;
pub use review::{Review, ReviewKind, ReviewedPosition, review};
pub(crate) use solo_game::SoloGame;
pub(crate) use steps::StepSession;
pub use way_on::{NoWayOn, WayOn, way_on};

use crate::advice::Deduction;

/// A game played by a person.
///
/// ```
/// use quarry::{Catalogue, Session};
///
/// let instance = Catalogue::standard().open("1 _ _\n_ _ _\n_ _ 9")?;
/// let mut session = instance.session().expect("Hidato can be filled in");
/// session.play("1,2=2")?;
/// assert!(matches!(session, Session::Fill(_)));
/// assert_eq!(session.status(), "3 of 9 cells filled");
/// assert!(session.undo());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Session {
    /// Played move by move, with or without luck.
    Steps(Box<dyn StepGame>),
    /// Entries in any order, in cells or on edges.
    Fill(Box<dyn FillGame>),
    /// Orders to a world that moves by itself.
    Clock(Box<dyn ClockGame>),
}

impl Deref for Session {
    type Target = dyn Game;

    fn deref(&self) -> &Self::Target {
        match self {
            Session::Steps(game) => &**game,
            Session::Fill(game) => &**game,
            Session::Clock(game) => &**game,
        }
    }
}

impl DerefMut for Session {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            Session::Steps(game) => &mut **game,
            Session::Fill(game) => &mut **game,
            Session::Clock(game) => &mut **game,
        }
    }
}

/// The effect of touching a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// Moves as text, to be played one after the other; empty if there is only something to see.
    pub moves: Vec<String>,
    /// Places concerned.
    pub places: Vec<Place>,
    /// Description in a few words.
    pub words: String,
}

/// One of several orders that a cell offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellMove {
    /// Label, in a word or two.
    pub name: String,
    /// Move as text.
    pub mv: String,
}

/// A conflict between the moves so far and the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// Places concerned.
    pub places: Vec<Place>,
    /// Description in a few words.
    pub words: String,
}

/// Written instead of a value to erase it.
const ERASED: &str = "_";

/// The value of a link.
const LINE: &str = "line";

/// Stands before an entry that takes its partners with it.
const PULL: &str = "pull";

/// Default budget of a hint.
pub const HINT_BUDGET: Budget =
    Budget { evaluations: None, nodes: None, seconds: Some(2.0), memory: None };

/// A next step with its reason, or the reason why there is none.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use quarry::{Budget, Catalogue};
///
/// let catalogue = Catalogue::standard();
/// let example = catalogue.example("hidato/tiny-hex-7").expect("it ships with Quarry");
/// let mut session = catalogue.open(example.text)?.session().expect("Hidato can be filled in");
/// let never = AtomicBool::new(false);
/// while let Some(hint) = session.hint(Budget::default(), &never).map_err(|halt| halt.word())? {
///     session.play(&hint.mv.expect("it is not lost"))?;
/// }
/// assert!(session.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// Move as text; `None` if the game is lost, and moves must be taken back.
    pub mv: Option<String>,
    /// Reason for the move, or why the game is lost.
    pub reason: String,
    /// The deductions that make the reason, in order; empty where it does not refer to places.
    pub deductions: Vec<Deduction>,
}

/// What a search with a small budget can say about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Forecast {
    /// A line to the end of the game, the best that was found; empty at the end.
    Line(Vec<String>),
    /// The goal cannot be reached any more.
    Lost,
    /// Nothing was found.
    Unknown,
}

/// A move compared with the best one, by the values of an evaluator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appraisal {
    /// Name of the evaluator.
    pub by: &'static str,
    /// The move that it values most.
    pub best: String,
    /// By how much that is more than the value of the move.
    pub loss: i64,
}

/// What all games have in common.
pub trait Game: Send {
    /// Draws the position.
    fn scene(&self) -> Picture;
    /// Describes the progress in a few words: "score 12", "17 of 37 cells filled".
    fn status(&self) -> String;
    /// Returns the score so far, including the bonus or penalty of the end once the game is over.
    fn score(&self) -> Score;
    /// Returns whether no move is left, or the board is filled in correctly.
    fn is_over(&self) -> bool;
    /// Returns whether the game has a goal, rather than only a score.
    fn has_goal(&self) -> bool;
    /// Returns whether the goal is reached; without a goal, whether the game is over.
    fn is_solved(&self) -> bool;
    /// Returns the moves worth listing, as text: all legal ones or, on a board that is filled in,
    /// those that enter the value likely to come next.
    fn moves(&self) -> Vec<String>;
    /// Returns the moves played so far.
    fn line(&self) -> Vec<String>;
    /// Returns the moves so far as an answer, one string for each move or row.
    fn answer(&self) -> Vec<String>;
    /// Returns the moves that lead to an answer, to be passed to [`Game::play`] one after the
    /// other, or why the answer is not valid.
    fn moves_to(&self, answer: &[String]) -> Result<Vec<String>, String>;
    /// Returns the effect of touching a place, if there is one.
    fn touch(&self, place: Place) -> Option<Reach>;
    /// Returns a place of the scene that a move acts on.
    fn place_of(&self, mv: &str) -> Option<Place>;
    /// Plays a move given as text and returns its gain, or says why it cannot be played.
    fn play(&mut self, mv: &str) -> Result<Score, String>;
    /// Takes the last move back; returns whether there was one.
    fn undo(&mut self) -> bool;
    /// Replays the move that was taken back last; returns whether there was one.
    fn redo(&mut self) -> bool;
    /// Returns to the start; the moves can be replayed with [`Game::redo`].
    fn restart(&mut self);
    /// Returns what contradicts the rules so far; always empty in step-by-step games, whose moves
    /// are all legal.
    fn slips(&self) -> Vec<Slip>;
    /// Returns the next step of a good line from here; `None` when the game is over or no good line
    /// is known. `Err` says what stopped the search.
    fn hint(&self, budget: Budget, stop: &AtomicBool) -> Result<Option<Hint>, Halt>;
    /// Returns all moves of a good line from here, to be passed to [`Game::play`] one after the
    /// other; empty if none is known. `Err` says what stopped the search.
    fn continuation(&self, budget: Budget, stop: &AtomicBool) -> Result<Vec<String>, Halt>;
    /// Searches for the best line from here with about so many nodes (by the clock: with the work of
    /// a hint), the same on every machine. `Err` if the search was stopped.
    fn forecast(&self, nodes: u64, stop: &AtomicBool) -> Result<Forecast, Halt>;
    /// Compares a legal move with the best one; `None` unless the game is one of chance.
    fn appraisal(&self, _mv: &str) -> Option<Appraisal> {
        None
    }
}

/// A piece that can be taken, and a place where it can be put down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceDrag {
    /// Place of the piece.
    pub from: Place,
    /// Place where it is put down.
    pub to: Place,
    /// Moves that this makes, as text, to be played one after the other.
    pub moves: Vec<String>,
}

/// A game that is played move by move.
pub trait StepGame: Game {
    /// Returns the pieces that can be taken, with every place where each can be put down.
    fn drags(&self) -> Vec<PieceDrag>;
    /// Returns the move that an arrow key makes; `None` in games that have no such moves.
    fn steer(&self, towards: Side) -> Option<String>;
}

/// The most values that clicks go through; more are typed.
pub const MOST_CLICKED: usize = 5;

/// The most values of a puzzle whose cells list them.
const MOST_LISTED: u32 = 64;

/// A cell or an edge that can hold an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FillCell {
    /// Place on the picture.
    pub place: Place,
    /// Name in moves.
    pub name: String,
    /// Values that may be written, in the order in which clicks go through them; empty if there are
    /// too many to list.
    pub choices: Vec<String>,
    /// What stands there.
    pub value: Option<String>,
    /// Whether it is given.
    pub is_given: bool,
}

impl FillCell {
    /// Returns the move that writes the next value, or the previous one; after the last value the
    /// cell is empty. `None` if the cell is given or has too many values to go through.
    pub fn turn(&self, is_back: bool) -> Option<String> {
        if self.is_given || !(1..=MOST_CLICKED).contains(&self.choices.len()) {
            return None;
        }
        let at = self.choices.iter().position(|choice| Some(choice) == self.value.as_ref());
        let next = match (at, is_back) {
            (None, false) => self.choices.first(),
            (None, true) => self.choices.last(),
            (Some(at), false) => self.choices.get(at + 1),
            (Some(at), true) => at.checked_sub(1).map(|before| &self.choices[before]),
        };
        Some(format!("{}={}", self.name, next.map_or(ERASED, String::as_str)))
    }
}

/// A link that people can draw between two cells, each by its index in [`FillGame::cells`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FillLink {
    /// One of the cells.
    pub from: usize,
    /// The other one.
    pub to: usize,
    /// Whether it is drawn.
    pub is_drawn: bool,
}

/// A board that is filled in.
pub trait FillGame: Game {
    /// Returns the cells and edges that can hold an entry, including the given ones.
    fn cells(&self) -> Vec<FillCell>;
    /// Returns the links that people can draw between cells.
    fn links(&self) -> Vec<FillLink>;
    /// Returns the move that draws a link between two cells, or erases it, if they can be linked.
    fn linking(&self, from: Place, to: Place) -> Option<String>;
    /// Returns whether people drag a value from one cell to the next. Each entry of such a drag is a
    /// move `pull CELL=VALUE`, which fills the cell's partners too.
    fn spreads(&self) -> bool;
    /// Returns what was written so far and still stands, in the order of writing.
    fn written(&self) -> Vec<Inscription>;
    /// Returns the move that writes a text into a place, legal or not, or that erases the place
    /// (`None`). Returns `None` where nothing can be written.
    fn writing(&self, place: Place, text: Option<&str>) -> Option<String>;
    /// Returns the entries that turn the current board into an answer, without those already made,
    /// and how many existing entries they change; or why the answer is not valid.
    fn entries_to(&self, answer: &[String]) -> Result<(Vec<String>, usize), String>;
}

/// A world that moves by itself.
pub trait ClockGame: Game {
    /// Returns the current time step and the last one.
    fn clock(&self) -> (u32, u32);
    /// Moves the current time, at most to the end of the world; the orders stay.
    fn go_to(&mut self, time: u32);
    /// Returns the orders that a cell offers.
    fn orders(&self, place: Place) -> Vec<CellMove>;
    /// Returns the move that removes the order of a time step.
    fn pass(&self, time: u32) -> String;
    /// Returns the move that an arrow key makes now; `None` in worlds where arrow keys give no orders.
    fn steer(&self, towards: Side) -> Option<String>;
}
