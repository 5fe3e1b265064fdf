//! A continuation from the current state of a game to its end.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::{Budget, Halt};

use super::{FillGame, Session};
use crate::instance::Instance;
use crate::run::Request;

/// Work spent on solving a board that is filled in, in nodes and in evaluations.
const WORK_TO_FILL_IN: u64 = 2_000_000;

/// A continuation of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WayOn {
    /// Moves to be passed to [`Game::play`](super::Game::play) one after the other.
    pub moves: Vec<String>,
    /// Description in a few words.
    pub words: String,
}

/// Why there is no continuation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoWayOn {
    /// The game is over.
    Over,
    /// No continuation is known.
    Unknown,
    /// The search was stopped.
    Stopped,
}

/// Returns the rest of a good game, or the entries that turn a board into a solution.
pub fn way_on(
    instance: &dyn Instance,
    session: &Session,
    stop: &Arc<AtomicBool>,
) -> Result<WayOn, NoWayOn> {
    let moves = session.continuation(Budget::default(), stop).map_err(|_| NoWayOn::Stopped)?;
    match (moves.len(), session) {
        (0, _) if session.is_over() => Err(NoWayOn::Over),
        (0, Session::Fill(game)) => filled_in(instance, &**game, stop),
        (0, _) => Err(NoWayOn::Unknown),
        (1, _) => Ok(WayOn { moves, words: "one move from here on".to_owned() }),
        (count, _) => Ok(WayOn { moves, words: format!("{count} moves from here on") }),
    }
}

fn filled_in(
    instance: &dyn Instance,
    game: &dyn FillGame,
    stop: &Arc<AtomicBool>,
) -> Result<WayOn, NoWayOn> {
    let limit = Some(WORK_TO_FILL_IN);
    let budget = Budget { nodes: limit, evaluations: limit, ..Budget::default() };
    let request = Request { budget, stop: Arc::clone(stop), ..Request::default() };
    let report = instance.solve(&request, &mut |_| {}).map_err(|_| NoWayOn::Unknown)?;
    if report.halted == Some(Halt::Interrupted) {
        return Err(NoWayOn::Stopped);
    }
    if !report.is_complete() {
        return Err(NoWayOn::Unknown);
    }
    let (moves, changed) =
        game.entries_to(&report.answer.to_vec()).map_err(|_| NoWayOn::Unknown)?;
    let words = completing_words(moves.len(), changed);
    Ok(WayOn { moves, words })
}

/// Says how many entries complete a board, and how many of the player's entries they change.
fn completing_words(entries: usize, changed: usize) -> String {
    let complete = match entries {
        1 => "1 entry completes it".to_owned(),
        _ => format!("{entries} entries complete it"),
    };
    match changed {
        0 => complete,
        1 => format!("{complete}; 1 of yours is changed"),
        _ => format!("{complete}; {changed} of yours are changed"),
    }
}
