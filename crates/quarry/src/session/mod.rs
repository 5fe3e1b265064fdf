//! A game in progress, of one of three kinds: played step by step (`steps.rs`, alone or against
//! luck), filled in in any order (`fill.rs`), or played by the clock (`clock.rs`).
//!
//! What all kinds have in common is [`Game`]: history, undo, hints, moves as text. A front end that
//! needs more matches the [`Session`], and never has to ask what a game can do.

mod chance_game;
mod clock;
mod fill;
mod solo_game;
mod steps;
mod way_on;

use std::ops::{Deref, DerefMut};
use std::sync::atomic::AtomicBool;

use quarry_core::{Budget, Halt, Picture, Place, Score};

pub(crate) use chance_game::ChanceGame;
pub(crate) use clock::Timeline;
pub(crate) use fill::FillSession;
pub(crate) use solo_game::SoloGame;
pub(crate) use steps::StepSession;
pub use way_on::{NoWayOn, WayOn, way_on};

/// A game somebody plays.
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
    /// Move by move, alone or against luck.
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

/// What touching a place would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// The move, as text; none where there is only something to see.
    pub mv: Option<String>,
    /// The places concerned.
    pub places: Vec<Place>,
    /// What it does, in a few words.
    pub words: String,
}

/// One of several orders that a cell calls for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellMove {
    /// What it is called, in a word or two.
    pub name: String,
    /// The move, as text.
    pub mv: String,
}

/// Something that is wrong with what was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// The places concerned.
    pub places: Vec<Place>,
    /// What is wrong, in a few words.
    pub words: String,
}

/// How long a hint may take where nobody says otherwise.
pub const HINT_BUDGET: Budget =
    Budget { evaluations: None, nodes: None, seconds: Some(2.0), memory: None };

/// A next step with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The move, as text.
    pub mv: String,
    /// Why.
    pub reason: String,
}

/// What all games have in common.
pub trait Game: Send {
    /// The position.
    fn scene(&self) -> Picture;
    /// How far the game has come, in a few words: "score 12", "17 of 37 cells filled".
    fn status(&self) -> String;
    /// The score so far; at the end of the game with what the end adds.
    fn score(&self) -> Score;
    /// Whether no move is left, or none is wanted because a board is filled in and right.
    fn is_over(&self) -> bool;
    /// Whether it is played for a goal, and not for the best score alone.
    fn has_goal(&self) -> bool;
    /// Whether the goal is reached; where there is none, whether the game is over.
    fn is_solved(&self) -> bool;
    /// The moves worth listing, as text: all legal ones, or on a board that is filled in those that
    /// enter the value likely to come next.
    fn moves(&self) -> Vec<String>;
    /// The moves played so far.
    fn line(&self) -> Vec<String>;
    /// What was played as an answer, one string for each move or row.
    fn answer(&self) -> Vec<String>;
    /// The moves that lead to an answer, as [`Game::play`] takes them one after the other, or why
    /// it is none.
    fn moves_to(&self, answer: &[String]) -> Result<Vec<String>, String>;
    /// What touching a place would do, if it does something.
    fn touch(&self, place: Place) -> Option<Reach>;
    /// A place of the scene that a move acts on.
    fn place_of(&self, mv: &str) -> Option<Place>;
    /// Plays a move given as text and returns what it gained, or says why it cannot be played.
    fn play(&mut self, mv: &str) -> Result<Score, String>;
    /// Takes the last move back; says whether there was one.
    fn undo(&mut self) -> bool;
    /// Plays the move taken back last; says whether there was one.
    fn redo(&mut self) -> bool;
    /// Back to the start; the moves can be had again with [`Game::redo`].
    fn restart(&mut self);
    /// What contradicts the rules so far. Step by step nothing can: each move was legal.
    fn slips(&self) -> Vec<Slip>;
    /// The next step of a good line from here; `None` when the game is over, or when nobody knows
    /// one. `Err` says what stopped the search for it.
    fn hint(&self, budget: Budget, stop: &AtomicBool) -> Result<Option<Hint>, Halt>;
    /// All the moves of a good line from here, as [`Game::play`] takes them one after the other;
    /// empty when nobody knows one. `Err` says what stopped the search for it.
    fn continuation(&self, budget: Budget, stop: &AtomicBool) -> Result<Vec<String>, Halt>;
}

/// A game that is played move by move.
pub trait StepGame: Game {}

/// A board that is filled in.
pub trait FillGame: Game {
    /// The places that are written into, what is given included.
    fn places(&self) -> Vec<Place>;
    /// The move that writes a text into a place, whether it is legal or not, or erases what stands
    /// there (`None`). There is none where nothing can be written.
    fn writing(&self, place: Place, text: Option<&str>) -> Option<String>;
    /// The entries that make an answer of the board as it stands, those that stand already left
    /// out; and how many entries are changed by them. Or why the answer is none.
    fn entries_to(&self, answer: &[String]) -> Result<(Vec<String>, usize), String>;
}

/// A world that moves by itself.
pub trait ClockGame: Game {
    /// The present and the last time step.
    fn clock(&self) -> (u32, u32);
    /// Makes another time the present, as far as the world lasts; what is ordered stays.
    fn go_to(&mut self, time: u32);
    /// The orders that a cell calls for.
    fn orders(&self, place: Place) -> Vec<CellMove>;
    /// The move that takes back what is ordered at a time.
    fn pass(&self, time: u32) -> String;
}
