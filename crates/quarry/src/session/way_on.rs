//! A way from where a game stands to its end, by whoever knows one.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::{Budget, Halt};

use super::{FillGame, Session};
use crate::instance::Instance;
use crate::run::Request;

/// How long a solution of a board that is filled in is looked for, in nodes and in evaluations.
const WORK_TO_FILL_IN: u64 = 2_000_000;

/// A way on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WayOn {
    /// The moves, as [`Game::play`](super::Game::play) takes them one after the other.
    pub moves: Vec<String>,
    /// What they do, in a few words.
    pub words: String,
}

/// Why there is no way on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoWayOn {
    /// The game is over.
    Over,
    /// Nobody knows one.
    Unknown,
    /// It was told to stop.
    Stopped,
}

/// The rest of a good game, or the entries that make a solution of a board.
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
        (1, _) => Ok(WayOn { moves, words: "one move that leads on from here".to_owned() }),
        (count, _) => Ok(WayOn { moves, words: format!("{count} moves that lead on from here") }),
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
    let words = match changed {
        0 => format!("{} entries complete it", moves.len()),
        _ => format!("{} entries complete it; {changed} of yours are changed", moves.len()),
    };
    Ok(WayOn { moves, words })
}
