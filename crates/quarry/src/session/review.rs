//! The review of a game: what could still be reached from each of its positions.
//!
//! What a search finds from a position is a lower bound on what was possible there. It is compared
//! with others only after the judge has accepted the whole game that leads to it.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use quarry_core::{Budget, Halt, Place, Score};
use quarry_solvers::constraint::completion::Completion;

use super::{Appraisal, Forecast, Session};
use crate::instance::Instance;

/// Nodes for each position: a fraction of a second on usual boards.
const NODES: u64 = 50_000;

/// What the positions of a game are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewKind {
    /// The score of the best whole game found from each position.
    Score,
    /// Whether the goal can be reached, and with which score.
    Goal,
    /// Whether what is written can be completed.
    Entries,
    /// The values that this evaluator gives to the moves, in a game of chance.
    Values(&'static str),
}

/// What is known about a position of a game; `None` where it is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewedPosition {
    /// Number of moves before it.
    pub at: usize,
    /// Judged score of the best whole game found from here.
    pub score: Option<Score>,
    /// Whether the goal can be reached from here, or what is written can be completed.
    pub reachable: Option<bool>,
    /// The next move of that game or, in a game of chance, the move valued most.
    pub better: Option<String>,
    /// A place that the better move acts on.
    pub place: Option<Place>,
    /// Entries that are known to be wrong.
    pub wrong: Vec<Place>,
    /// How much less the next move of the game is valued than the best one.
    pub loss: Option<i64>,
}

/// A stretch of the review of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    /// What the positions are compared by.
    pub kind: ReviewKind,
    /// The moves that are reviewed, all of the game; by the clock, in the order of time.
    pub line: Vec<String>,
    /// The positions of the stretch.
    pub positions: Vec<ReviewedPosition>,
}

/// Reviews the positions of a game whose numbers of moves are in a range. `session` is at the end of
/// the game. `Ok(None)` if nothing can tell how good positions of this game are; `Err` if the search
/// was stopped.
pub fn review(
    instance: &dyn Instance,
    session: &Session,
    moves: &[String],
    range: Range<usize>,
    stop: &AtomicBool,
) -> Result<Option<Review>, Halt> {
    // Orders can be given in any sequence; what counts is the plan.
    let line = match session {
        Session::Clock(game) => game.line(),
        Session::Steps(_) | Session::Fill(_) => moves.to_vec(),
    };
    let Some(mut game) = instance.session() else { return Ok(None) };
    let mut values_by = None;
    let mut positions = Vec::new();
    for at in 0..=line.len().min(range.end.saturating_sub(1)) {
        if range.contains(&at) {
            let position = match &mut game {
                Session::Fill(_) => entries(instance, &game, at, stop)?,
                Session::Steps(_) | Session::Clock(_) => searched(instance, &mut game, at, stop)?,
            };
            let Some(mut position) = position else { return Ok(None) };
            if let Some(Appraisal { by, best, loss }) =
                line.get(at).and_then(|mv| game.appraisal(mv))
            {
                values_by = Some(by);
                position.place = game.place_of(&best);
                position.better = Some(best);
                position.loss = Some(loss);
            }
            positions.push(position);
        }
        if let Some(mv) = line.get(at) {
            // The session has played them before.
            let _ = game.play(mv);
        }
    }
    let kind = match (values_by, &game) {
        (Some(by), _) => ReviewKind::Values(by),
        (None, Session::Fill(_)) => ReviewKind::Entries,
        (None, _) if game.has_goal() => ReviewKind::Goal,
        (None, _) => ReviewKind::Score,
    };
    Ok(Some(Review { kind, line, positions }))
}

fn unknown(at: usize) -> ReviewedPosition {
    ReviewedPosition {
        at,
        score: None,
        reachable: None,
        better: None,
        place: None,
        wrong: Vec::new(),
        loss: None,
    }
}

/// Searches on from a position, and plays the line that was found to its end for the judge.
fn searched(
    instance: &dyn Instance,
    game: &mut Session,
    at: usize,
    stop: &AtomicBool,
) -> Result<Option<ReviewedPosition>, Halt> {
    let mut position = unknown(at);
    let line = match game.forecast(NODES, stop)? {
        Forecast::Line(line) => line,
        Forecast::Lost => {
            position.reachable = Some(false);
            return Ok(Some(position));
        }
        Forecast::Unknown => return Ok(Some(position)),
    };
    let place = line.first().and_then(|first| game.place_of(first));
    let now = if let Session::Clock(game) = game { game.clock().0 } else { 0 };
    let played = line.iter().take_while(|mv| game.play(mv).is_ok()).count();
    go_to(game, u32::MAX);
    let judged = judged_score(instance, game);
    let is_solved = game.is_solved();
    (0..played).for_each(|_| _ = game.undo());
    go_to(game, now);
    if played == line.len() && judged.is_some() {
        position.score = judged;
        position.reachable = (game.has_goal() && is_solved).then_some(true);
        position.better = line.into_iter().next();
        position.place = place;
    }
    Ok(Some(position))
}

/// By the clock, goes to a time, at most to the end.
fn go_to(game: &mut Session, time: u32) {
    if let Session::Clock(game) = game {
        game.go_to(time);
    }
}

/// Returns the judge's score of a game; `None` unless it is complete.
fn judged_score(instance: &dyn Instance, game: &Session) -> Option<Score> {
    let answer = game.answer();
    let judgement = instance.judge(&mut answer.iter().map(String::as_str)).ok()?;
    if judgement.objection().is_some() {
        return None;
    }
    judgement.verdict.ok().map(|verdict| verdict.score)
}

/// Finds out whether what is written can be completed.
fn entries(
    instance: &dyn Instance,
    game: &Session,
    at: usize,
    stop: &AtomicBool,
) -> Result<Option<ReviewedPosition>, Halt> {
    let Session::Fill(board) = game else { return Ok(None) };
    let budget = Budget { nodes: Some(NODES), evaluations: Some(NODES), ..Budget::default() };
    let Some(found) = instance.completion(&board.written(), budget, stop) else { return Ok(None) };
    if stop.load(std::sync::atomic::Ordering::Relaxed) {
        return Err(Halt::Interrupted);
    }
    let mut position = unknown(at);
    (position.reachable, position.wrong) = match found {
        Completion::Possible => (Some(true), Vec::new()),
        Completion::Impossible(wrong) => (Some(false), wrong),
        Completion::Unknown => (None, Vec::new()),
    };
    Ok(Some(position))
}
