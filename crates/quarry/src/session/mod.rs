//! A game in progress: history, undo, hints, moves as text. It serves every front end, whether a puzzle
//! is played step by step (`game.rs`), alone (`alone.rs`) or against luck (`table.rs`), filled in
//! (`filling.rs`), or played by the clock (`timeline.rs`).

mod chance_game;
mod filling;
mod game;
mod solo_game;
mod timeline;

use std::sync::atomic::AtomicBool;

use quarry_core::{Budget, Halt, Picture, Score};

pub(crate) use chance_game::ChanceGame;
pub(crate) use filling::FillSession;
pub(crate) use game::StepSession;
pub(crate) use solo_game::SoloGame;
pub(crate) use timeline::Timeline;

/// What touching a cell would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// The move, as text; none where there is only something to see.
    pub mv: Option<String>,
    /// The cells concerned.
    pub cells: Vec<(u32, u32)>,
    /// What it does, in a few words.
    pub words: String,
}

/// One of several moves that a cell calls for.
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
    /// The cells concerned.
    pub cells: Vec<(u32, u32)>,
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

/// A game somebody plays.
pub trait Session: Send {
    /// The position.
    fn scene(&self) -> Picture;
    /// How far the game has come, in a few words: "score 12", "17 of 37 cells filled".
    fn status(&self) -> String;
    /// The score so far; at the end of the game with what the end adds.
    fn score(&self) -> Score;
    /// Whether no move is left, or none is wanted because a board is filled in and right.
    fn is_over(&self) -> bool;
    /// Whether it is played for a goal, and not for the best score alone.
    fn has_goal(&self) -> bool {
        true
    }
    /// Whether the goal is reached; where there is none, whether the game is over.
    fn is_solved(&self) -> bool;
    /// The legal moves, as text; on a board that is filled in, those that enter the value likely to
    /// come next.
    fn moves(&self) -> Vec<String>;
    /// The moves played so far.
    fn line(&self) -> Vec<String>;
    /// What was played as an answer, one string for each move or row.
    fn answer(&self) -> Vec<String> {
        self.line()
    }
    /// The moves that lead to an answer, as [`Session::play`] takes them one after the other, or
    /// why it is none.
    fn moves_to(&self, answer: &[String]) -> Result<Vec<String>, String> {
        Ok(answer.to_vec())
    }
    /// What touching a cell would do, if it does something.
    fn touch(&self, x: u32, y: u32) -> Option<Reach>;
    /// The move that writes a text into a cell, whether it is legal or not, or erases what stands
    /// there (`None`); there is none where nothing can be written.
    fn writing(&self, _x: u32, _y: u32, _text: Option<&str>) -> Option<String> {
        None
    }
    /// The moves that a cell calls for, where there may be several.
    fn choices(&self, _x: u32, _y: u32) -> Vec<CellMove> {
        Vec::new()
    }
    /// The present and the last time step, where the game is played by the clock.
    fn clock(&self) -> Option<(u32, u32)> {
        None
    }
    /// Makes another time the present, as far as the world lasts; what is ordered stays. Without a
    /// clock nothing happens.
    fn go_to(&mut self, _time: u32) {}
    /// A cell of the scene that a move acts on.
    fn place_of(&self, mv: &str) -> Option<(u32, u32)>;
    /// Plays a move given as text and returns what it gained, or says why it cannot be played.
    fn play(&mut self, mv: &str) -> Result<Score, String>;
    /// Takes the last move back; says whether there was one.
    fn undo(&mut self) -> bool;
    /// Plays the move taken back last; says whether there was one.
    fn redo(&mut self) -> bool;
    /// Back to the start; the moves can be had again with [`Session::redo`].
    fn restart(&mut self);
    /// What contradicts the rules so far. Step by step nothing can: each move was legal.
    fn slips(&self) -> Vec<Slip> {
        Vec::new()
    }
    /// The next step of a good line from here; `None` when the game is over, or when nobody knows
    /// one. `Err` says what stopped the search for it.
    fn hint(&self, budget: Budget, stop: &AtomicBool) -> Result<Option<Hint>, Halt>;
    /// All the moves of a good line from here, as [`Session::play`] takes them one after the other;
    /// empty when nobody knows one. `Err` says what stopped the search for it.
    fn continuation(&self, _budget: Budget, _stop: &AtomicBool) -> Result<Vec<String>, Halt> {
        Ok(Vec::new())
    }
}
