//! An answer as a film: the position after each move, or after each time step.

use std::sync::atomic::AtomicBool;

use axum::extract::State;
use quarry::{Game, Instance, Session};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Shared;
use super::play::{begun, in_time};
use crate::blocking::Body;
use crate::problem::{Answer, Problem};
use crate::view;

/// Maximum number of frames of a film.
const MOST_FRAMES: usize = 2_000;

#[derive(Deserialize)]
pub(crate) struct Script {
    text: String,
    answer: Vec<String>,
    most: Option<usize>,
}

pub(crate) async fn film(State(studio): Shared, Body(script): Body<Script>) -> Answer {
    let catalogue = studio.catalogue.clone();
    studio
        .blocking
        .run(move |stop| {
            let instance = catalogue.open(&script.text)?;
            // If this is not an answer, it may be the moves themselves; if not, playing them
            // returns the error.
            let moves = begun(&*instance)?.moves_to(&script.answer).unwrap_or(script.answer);
            let most = script.most.unwrap_or(MOST_FRAMES).clamp(1, MOST_FRAMES);
            shot(&*instance, &moves, most, stop)
        })
        .await
}

fn shot(
    instance: &dyn Instance,
    moves: &[String],
    most: usize,
    stop: &AtomicBool,
) -> Result<Value, Problem> {
    let mut session = begun(instance)?;
    let mut frames = vec![frame(&*session, "")];
    let play = |game: &mut dyn Game, mv: &str| {
        in_time(stop)?;
        game.play(mv).map_err(Problem::unfit)
    };
    if let Session::Clock(game) = &mut session {
        for mv in moves {
            play(&mut **game, mv)?;
        }
        game.go_to(0);
        while !game.is_over() && frames.len() < most {
            in_time(stop)?;
            let (now, _) = game.clock();
            let ordered = moves.iter().find(|mv| mv.split(' ').next() == Some(&now.to_string()));
            game.go_to(now + 1);
            frames.push(frame(&**game, ordered.map_or("", String::as_str)));
        }
        return Ok(film_of(frames, 0));
    }
    for mv in moves.iter().take(most) {
        play(&mut *session, mv)?;
        frames.push(frame(&*session, mv));
    }
    Ok(film_of(frames, moves.len().saturating_sub(most)))
}

/// Most frames have the same lines as the previous one; these are not sent again.
fn film_of(mut frames: Vec<Value>, left_out: usize) -> Value {
    for index in (1..frames.len()).rev() {
        if frames[index]["picture"]["lines"] == frames[index - 1]["picture"]["lines"] {
            frames[index]["picture"]["lines"] = Value::Null;
        }
    }
    json!({"frames": frames, "left_out": left_out})
}

fn frame(game: &dyn Game, words: &str) -> Value {
    json!({"picture": view::picture(&game.scene()), "score": game.score(), "words": words})
}
