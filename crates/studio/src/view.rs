//! Plain data as JSON.

use std::sync::atomic::AtomicBool;

use quarry::{
    Budget, Domain, Entries, Field, Inside, Instance, Picture, PuzzleEntry, Report, Session,
    SolverCard, Tile, Tint,
};
use serde_json::{Map, Value, json};

use crate::picture::cropped;
pub(crate) use crate::picture::picture;

/// A setting, as a form shows it.
pub(crate) fn field(field: &Field) -> Value {
    let mut object = json!({"name": field.name, "help": field.help, "default": field.default});
    let (kind, more) = match &field.domain {
        Domain::Whole(range) => ("whole", json!({"min": range.start(), "max": range.end()})),
        Domain::Real(range) => ("real", json!({"min": range.start(), "max": range.end()})),
        Domain::Switch => ("switch", json!({})),
        Domain::Choice(words) => ("choice", json!({"choices": words})),
        Domain::Text(form) => ("text", json!({"form": form})),
        other => ("weights", json!({"form": other.to_string()})),
    };
    object["kind"] = kind.into();
    if let (Value::Object(object), Value::Object(more)) = (&mut object, more) {
        object.extend(more);
    }
    object
}

/// A solver with its settings.
pub(crate) fn solver(solver: &SolverCard, default: &str) -> Value {
    let SolverCard { card, fields } = solver;
    json!({
        "name": card.name,
        "summary": card.summary,
        "complete": card.complete,
        "optimal": card.optimal,
        "time": card.time,
        "memory": card.memory,
        "fields": fields.iter().map(field).collect::<Vec<_>>(),
        "default": card.name == default,
    })
}

/// A puzzle.
pub(crate) fn puzzle(entry: &dyn PuzzleEntry) -> Value {
    let (about, default) = (entry.about(), entry.default_solver());
    let examples = entry.examples();
    let shown = examples.first().and_then(|example| entry.open(example.text).ok());
    json!({
        "id": entry.id(),
        "title": about.title,
        "rules": about.rules,
        "complexity": about.complexity,
        "examples": examples.iter().map(|example| example.name).collect::<Vec<_>>(),
        "solvers": entry.solvers().iter().map(|one| solver(one, default)).collect::<Vec<_>>(),
        "default_solver": default,
        "generator": entry.generator().map(|fields| fields.iter().map(field).collect::<Vec<_>>()),
        "heuristics": entry.heuristics(),
        "picture": shown.map(|instance| picture(&cropped(fullest(&*instance)))),
    })
}

/// The fullest moment of a good game: of many puzzles there is little to be seen at the start.
fn fullest(instance: &dyn Instance) -> Picture {
    let Some(mut session) = instance.session() else { return instance.picture() };
    // That of an example that ships is soon found.
    let line = session.continuation(Budget::default(), &AtomicBool::new(false)).unwrap_or_default();
    let filled =
        |picture: &Picture| picture.tiles.iter().filter(|tile| tile.tint != Tint::Blank).count();
    let mut best = session.scene();
    let mut look = |session: &dyn Session| {
        let scene = session.scene();
        if filled(&scene) > filled(&best) {
            best = scene;
        }
    };
    for mv in &line {
        // What a session itself proposes can be played.
        let _ = session.play(mv);
        look(&*session);
    }
    if session.clock().is_some() {
        session.go_to(0);
        while !session.is_over() {
            let (now, _) = session.clock().unwrap_or_default();
            session.go_to(now + 1);
            look(&*session);
        }
    }
    best
}

/// An instance that was opened.
pub(crate) fn instance(instance: &dyn Instance) -> Value {
    json!({
        "puzzle": instance.puzzle(),
        "name": instance.header().name,
        "text": instance.show(),
        "facts": instance.facts(),
        "picture": picture(&instance.picture()),
        "playable": instance.session().is_some(),
    })
}

/// With more tiles than this, what touching does is asked cell by cell.
const MOST_TOUCHES: usize = 2_500;

/// A position: what is to be seen, and what can be done.
pub(crate) fn position(session: &dyn Session) -> Value {
    let scene = session.scene();
    let mut reaches: Vec<Value> = Vec::new();
    let (mut at, mut choices) = (Vec::new(), Vec::new());
    if scene.tiles.len() <= MOST_TOUCHES {
        for &Tile { x, y, .. } in &scene.tiles {
            if let Some(reach) = session.touch(x, y) {
                let reach = json!({"mv": reach.mv, "cells": reach.cells, "words": reach.words});
                let known = reaches.iter().rposition(|known| *known == reach);
                let index = known.unwrap_or_else(|| {
                    reaches.push(reach);
                    reaches.len() - 1
                });
                at.push(json!([x, y, index]));
            }
            let options = session.choices(x, y);
            if !options.is_empty() {
                let option =
                    |choice: quarry::CellMove| json!({"name": choice.name, "mv": choice.mv});
                choices.push(
                    json!({"x": x, "y": y, "options": options.into_iter().map(option).collect::<Vec<_>>()}),
                );
            }
        }
    }
    let slip = |slip: quarry::Slip| json!({"cells": slip.cells, "words": slip.words});
    json!({
        "scene": picture(&scene),
        "status": session.status(),
        "score": session.score(),
        "over": session.is_over(),
        "solved": session.has_goal() && session.is_solved(),
        "moves": session.moves(),
        "line": session.line(),
        "clock": session.clock(),
        "slips": session.slips().into_iter().map(slip).collect::<Vec<_>>(),
        "reaches": reaches,
        "at": at,
        "choices": choices,
        "writable": is_filled_in(session, &scene),
    })
}

/// Whether a game is played by writing into cells.
pub(crate) fn is_filled_in(session: &dyn Session, scene: &Picture) -> bool {
    scene.tiles.iter().any(|tile| session.writing(tile.x, tile.y, Some("1")).is_some())
}

/// Longer answers stay out of what watchers are sent: nobody can look at them move by move.
pub(crate) const LONGEST_ANSWER: usize = 20_000;

/// The entries of an answer; none of one that is too long to be looked at.
pub(crate) fn answer(entries: &Entries) -> Vec<&str> {
    let shown = if entries.len() <= LONGEST_ANSWER { entries.len() } else { 0 };
    entries.iter().take(shown).collect()
}

/// What a run brought, with its answer file unless it is too long to be looked at.
pub(crate) fn report(instance: &dyn Instance, report: &Report) -> Value {
    let params: Map<_, _> = report
        .params
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.as_str().into()))
        .collect();
    let is_short = report.answer.len() <= LONGEST_ANSWER;
    json!({
        "puzzle": report.puzzle,
        "instance": instance.header().name,
        "solver": report.solver,
        "params": params,
        "seed": report.seed,
        "score": report.score,
        "ending": report.ending.words(),
        "solved": report.is_solved(),
        "proved": report.proved,
        // The judge has passed every answer; `quarry verify` accepts those that are complete.
        "verified": report.is_complete(),
        "solutions": report.solutions.map(quarry::Solutions::word),
        "bound": report.bound,
        "stopped": report.stopped(),
        "evaluations": report.tally.evaluations,
        "nodes": report.tally.generated,
        "seconds": report.seconds,
        "entries": report.answer.len(),
        "answer": answer(&report.answer),
        "answer_file": is_short.then(|| instance.answer_file(report)),
    })
}

/// What a method shows of itself.
pub(crate) fn inside(inside: &Inside) -> Value {
    let shares =
        inside.shares.as_ref().map(|shares| json!({"of": shares.of, "parts": shares.parts}));
    json!({"numbers": inside.numbers, "shares": shares})
}

/// The limits of a run.
pub(crate) fn budget(budget: &Budget) -> Value {
    json!({"seconds": budget.seconds, "evaluations": budget.evaluations, "nodes": budget.nodes})
}
