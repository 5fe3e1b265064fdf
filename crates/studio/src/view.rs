//! Plain data as JSON.

use std::sync::atomic::AtomicBool;

use quarry::{
    Budget, CellMove, Domain, Entries, Field, Game, Inside, Instance, Picture, Place, PuzzleEntry,
    Reach, Report, Session, Side, Slip, SolverCard, Tile, Tint,
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
    let mut look = |game: &dyn Game| {
        let scene = game.scene();
        if filled(&scene) > filled(&best) {
            best = scene;
        }
    };
    for mv in &line {
        // What a session itself proposes can be played.
        let _ = session.play(mv);
        look(&*session);
    }
    if let Session::Clock(game) = &mut session {
        game.go_to(0);
        while !game.is_over() {
            game.go_to(game.clock().0 + 1);
            look(&**game);
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

/// A place: `[x, y]` for a cell, `[x, y, side]` for an edge of one.
pub(crate) fn place(place: Place) -> Value {
    match place {
        Place::Cell(x, y) => json!([x, y]),
        Place::Edge(x, y, side) => json!([x, y, side_name(side)]),
    }
}

const SIDES: [(Side, &str); 4] =
    [(Side::Top, "top"), (Side::Right, "right"), (Side::Bottom, "bottom"), (Side::Left, "left")];

fn side_name(side: Side) -> &'static str {
    SIDES.iter().find(|(known, _)| *known == side).map_or("", |(_, name)| name)
}

/// The side of a name.
pub(crate) fn side_named(name: &str) -> Option<Side> {
    SIDES.iter().find(|(_, known)| *known == name).map(|&(side, _)| side)
}

fn places(all: &[Place]) -> Value {
    all.iter().copied().map(place).collect()
}

/// What touching a place would do.
pub(crate) fn reach(reach: &Reach) -> Value {
    json!({"mv": reach.mv, "cells": places(&reach.places), "words": reach.words})
}

/// A position: what is to be seen, and what can be done.
pub(crate) fn position(session: &Session) -> Value {
    let scene = session.scene();
    let mut reaches: Vec<Value> = Vec::new();
    let (mut at, mut choices) = (Vec::new(), Vec::new());
    if scene.tiles.len() <= MOST_TOUCHES {
        for &Tile { x, y, .. } in &scene.tiles {
            if let Some(found) = session.touch(Place::Cell(x, y)) {
                let found = reach(&found);
                let known = reaches.iter().rposition(|known| *known == found);
                let index = known.unwrap_or_else(|| {
                    reaches.push(found);
                    reaches.len() - 1
                });
                at.push(json!([x, y, index]));
            }
            if let Session::Clock(game) = session {
                let options = game.orders(Place::Cell(x, y));
                let option = |order: &CellMove| json!({"name": order.name, "mv": order.mv});
                if !options.is_empty() {
                    let options: Value = options.iter().map(option).collect();
                    choices.push(json!({"x": x, "y": y, "options": options}));
                }
            }
        }
    }
    let slip = |slip: Slip| json!({"cells": places(&slip.places), "words": slip.words});
    let (kind, clock) = match session {
        Session::Steps(_) => ("steps", None),
        Session::Fill(_) => ("fill", None),
        Session::Clock(game) => ("clock", Some(game.clock())),
    };
    json!({
        "kind": kind,
        "scene": picture(&scene),
        "status": session.status(),
        "score": session.score(),
        "over": session.is_over(),
        "solved": session.has_goal() && session.is_solved(),
        "moves": session.moves(),
        "line": session.line(),
        "clock": clock,
        "slips": session.slips().into_iter().map(slip).collect::<Vec<_>>(),
        "reaches": reaches,
        "at": at,
        "choices": choices,
    })
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
