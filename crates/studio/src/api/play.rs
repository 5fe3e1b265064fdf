//! Games. A request contains the instance and all moves so far; the server keeps no state between
//! requests.

use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::State;
use quarry::{
    Budget, Catalogue, Completion, HINT_BUDGET, Instance, NoWayOn, Place, Session, WayOn, review,
    way_on, wire,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Shared;
use crate::blocking::Body;
use crate::problem::{Answer, Problem};
use crate::view;

/// Maximum number of moves; no game played by hand has more.
const MOST_MOVES: usize = 20_000;

/// Time to find out whether a board can be completed.
const COMPLETION_BUDGET: Budget =
    Budget { evaluations: None, nodes: None, seconds: Some(5.0), memory: None };

/// An instance, the moves played on it and, in a game with a clock, the current time.
#[derive(Deserialize)]
pub(crate) struct PlayRequest {
    text: String,
    #[serde(default)]
    moves: Vec<String>,
    time: Option<u32>,
}

impl PlayRequest {
    fn instance(&self, catalogue: &Catalogue) -> Result<Box<dyn Instance>, Problem> {
        Ok(catalogue.open(&self.text)?)
    }

    /// Returns the game in its current state.
    fn session(&self, instance: &dyn Instance, stop: &AtomicBool) -> Result<Session, Problem> {
        let mut session = begun(instance)?;
        if self.moves.len() > MOST_MOVES {
            return Err(Problem::unfit(format!("a game may have at most {MOST_MOVES} moves here")));
        }
        for (index, mv) in self.moves.iter().enumerate() {
            in_time(stop)?;
            session.play(mv).map_err(|why| Problem::unfit(format!("move {}: {why}", index + 1)))?;
        }
        if let (Some(time), Session::Clock(game)) = (self.time, &mut session) {
            game.go_to(time);
        }
        Ok(session)
    }
}

/// Returns an error if the request has to stop.
pub(crate) fn in_time(stop: &AtomicBool) -> Result<(), Problem> {
    if stop.load(Ordering::Relaxed) { Err(Problem::too_long()) } else { Ok(()) }
}

pub(crate) fn begun(instance: &dyn Instance) -> Result<Session, Problem> {
    instance
        .session()
        .ok_or_else(|| Problem::unfit(format!("{} cannot be played by hand", instance.puzzle())))
}

/// A game, and how much of it the client has seen.
#[derive(Deserialize)]
pub(crate) struct PositionRequest {
    #[serde(flatten)]
    game: PlayRequest,
    /// Number of moves before a position that the client has, in a game without a clock.
    since: Option<usize>,
}

pub(crate) async fn position(State(studio): Shared, Body(asked): Body<PositionRequest>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run(move |stop| {
            let PositionRequest { game, since } = asked;
            let mut session = game.session(&*game.instance(&catalogue)?, stop)?;
            let since = since.filter(|_| matches!(session, Session::Steps(_)));
            let Some(later) = since.and_then(|since| game.moves.len().checked_sub(since)) else {
                return Ok(view::position(&session, None));
            };
            let undone = (0..later).take_while(|_| session.undo()).count();
            let seen = session.scene();
            (0..undone).for_each(|_| _ = session.redo());
            Ok(view::position(&session, Some(&seen)))
        })
        .await
}

/// A cell of a game.
#[derive(Deserialize)]
pub(crate) struct CellRequest {
    #[serde(flatten)]
    game: PlayRequest,
    x: u32,
    y: u32,
    /// The edge of the cell, if not the cell itself: `right` or `bottom`.
    side: Option<String>,
    /// Value to write there; nothing erases the cell.
    value: Option<String>,
}

impl CellRequest {
    fn place(&self) -> Result<Place, Problem> {
        match self.side.as_deref() {
            None => Ok(Place::Cell(self.x, self.y)),
            Some(side) => wire::side_named(side)
                .map(|side| Place::Edge(self.x, self.y, side))
                .ok_or_else(|| Problem::unfit(format!("a cell has no side `{side}`"))),
        }
    }
}

/// Returns the effect of touching a cell, for boards too large to list the effects of all cells.
pub(crate) async fn touch(State(studio): Shared, Body(place): Body<CellRequest>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run(move |stop| {
            let session = place.game.session(&*place.game.instance(&catalogue)?, stop)?;
            let reach = session.touch(place.place()?);
            Ok(json!({"reach": reach.map(view::in_words).as_ref().map(wire::reach)}))
        })
        .await
}

pub(crate) async fn write(State(studio): Shared, Body(place): Body<CellRequest>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run(move |stop| {
            let session = place.game.session(&*place.game.instance(&catalogue)?, stop)?;
            let mv = match &session {
                Session::Fill(game) => game.writing(place.place()?, place.value.as_deref()),
                Session::Steps(_) | Session::Clock(_) => None,
            };
            Ok(json!({"mv": mv.ok_or_else(|| Problem::unfit("nothing can be written there"))?}))
        })
        .await
}

pub(crate) async fn hint(State(studio): Shared, Body(game): Body<PlayRequest>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run_long(move |stop| {
            let session = game.session(&*game.instance(&catalogue)?, stop)?;
            let reason = match session.hint(HINT_BUDGET, stop) {
                Ok(Some(hint)) => {
                    let place =
                        hint.mv.as_deref().and_then(|mv| session.place_of(mv)).map(wire::place);
                    let deductions: Value = hint.deductions.iter().map(wire::deduction).collect();
                    return Ok(json!({
                        "mv": hint.mv, "reason": hint.reason, "place": place,
                        "deductions": deductions,
                    }));
                }
                Ok(None) if session.is_over() => "the game is over",
                Ok(None) => "no next step is known here",
                Err(_) => "no step was found in two seconds",
            };
            Ok(json!({"mv": null, "reason": reason, "place": null, "deductions": []}))
        })
        .await
}

/// Returns whether what is written can still be completed.
pub(crate) async fn completion(State(studio): Shared, Body(game): Body<PlayRequest>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run_long(move |stop| {
            let instance = game.instance(&catalogue)?;
            let nothing = || Problem::unfit("nothing can be completed in this puzzle");
            let Session::Fill(game) = game.session(&*instance, stop)? else {
                return Err(nothing());
            };
            let found = instance.completion(&game.written(), COMPLETION_BUDGET, stop);
            let (possible, wrong) = match found.ok_or_else(nothing)? {
                Completion::Possible => (Some(true), Vec::new()),
                Completion::Impossible(wrong) => (Some(false), wrong),
                Completion::Unknown => (None, Vec::new()),
            };
            let wrong: Value = wrong.into_iter().map(wire::place).collect();
            Ok(json!({"possible": possible, "wrong": wrong}))
        })
        .await
}

/// Returns the rest of a good line from here.
pub(crate) async fn go_on(State(studio): Shared, Body(game): Body<PlayRequest>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run_long(move |stop| {
            let instance = game.instance(&catalogue)?;
            let session = game.session(&*instance, stop)?;
            match way_on(&*instance, &session, stop) {
                Ok(WayOn { moves, words }) => Ok(json!({"moves": moves, "words": words})),
                Err(NoWayOn::Over) => Err(Problem::unfit("the game is over")),
                Err(NoWayOn::Unknown) => Err(Problem::unfit("no continuation is known from here")),
                Err(NoWayOn::Stopped) => Err(Problem::too_long()),
            }
        })
        .await
}

/// A stretch of positions of a game.
#[derive(Deserialize)]
pub(crate) struct ReviewRequest {
    #[serde(flatten)]
    game: PlayRequest,
    /// Number of moves before the first position.
    from: usize,
    /// Number of positions.
    count: usize,
}

/// Maximum number of positions that are reviewed at once.
const MOST_REVIEWED: usize = 64;

/// Returns what could still be reached from some positions of a game.
pub(crate) async fn reviewed(State(studio): Shared, Body(stretch): Body<ReviewRequest>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run(move |stop| {
            let ReviewRequest { game, from, count } = stretch;
            if !(1..=MOST_REVIEWED).contains(&count) || from > MOST_MOVES {
                let most = format!("expected 1 to {MOST_REVIEWED} positions of the game");
                return Err(Problem::unfit(most));
            }
            let instance = game.instance(&catalogue)?;
            let session = game.session(&*instance, stop)?;
            let range = from..from + count;
            match review(&*instance, &session, &game.moves, range, stop) {
                Ok(Some(review)) => Ok(wire::review(&review)),
                Ok(None) => Err(Problem::unfit("nothing can tell how good these positions are")),
                Err(_) => Err(Problem::too_long()),
            }
        })
        .await
}

/// An answer file, or a line that was played.
#[derive(Deserialize)]
pub(crate) struct Claim {
    #[serde(flatten)]
    game: PlayRequest,
    answer_file: Option<String>,
}

pub(crate) async fn judge(State(studio): Shared, Body(claim): Body<Claim>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run(move |stop| {
            let instance = claim.game.instance(&catalogue)?;
            let file = match claim.answer_file {
                Some(file) => file,
                None => instance.played_file(&claim.game.session(&*instance, stop)?),
            };
            judged(&*instance, &file)
        })
        .await
}

pub(crate) async fn answer(State(studio): Shared, Body(game): Body<PlayRequest>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run(move |stop| {
            let instance = game.instance(&catalogue)?;
            let file = instance.played_file(&game.session(&*instance, stop)?);
            let mut judged = judged(&*instance, &file)?;
            judged["answer_file"] = file.into();
            Ok(judged)
        })
        .await
}

fn judged(instance: &dyn Instance, file: &str) -> Result<Value, Problem> {
    let judgement = instance.verify(file)?;
    let objection = judgement.objection();
    let (score, solved) =
        judgement.verdict.map_or((None, false), |verdict| (Some(verdict.score), verdict.solved));
    Ok(
        json!({"accepted": objection.is_none(), "score": score, "solved": solved, "objection": objection}),
    )
}

/// Returns the moves of an answer file, as they are played.
pub(crate) async fn load(State(studio): Shared, Body(claim): Body<Claim>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run(move |_| {
            let instance = claim.game.instance(&catalogue)?;
            let file =
                claim.answer_file.ok_or_else(|| Problem::unfit("expected an answer file"))?;
            let moves = begun(&*instance)?
                .moves_to(&instance.entries_of(&file)?.to_vec())
                .map_err(Problem::unfit)?;
            Ok(json!({"moves": moves}))
        })
        .await
}
