//! Plain data as JSON: the only form in which reports, settings and positions leave the program.
//!
//! The command line prints it, the studio sends it, and Python turns it into dictionaries.
//! Standalone objects carry the number of the [`SCHEMA`]; numbers are numbers, and unknown values
//! are null. Adding a field does not change the schema number; renaming a field or changing its
//! meaning does.
//!
//! ```
//! use quarry::{Catalogue, wire};
//!
//! let instance = Catalogue::standard().open("1 _ _\n_ _ _\n_ _ 9")?;
//! let session = instance.session().expect("Hidato can be filled in");
//! let position = wire::position(&session);
//! assert_eq!((&position["schema"], &position["kind"]), (&1.into(), &"fill".into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use quarry_core::{Credit, Domain, Entries, Field, Place, Side, Solutions};
use serde_json::{Map, Value, json};

use crate::advice::Deduction;
use crate::answer::LONGEST_PLAIN;
use crate::run::Report;
use crate::session::{
    CellMove, FillCell, FillLink, PieceDrag, Reach, Review, ReviewKind, ReviewedPosition, Session,
    Slip,
};

/// Version number of the JSON form.
pub const SCHEMA: u32 = 1;

/// Converts the result of a run.
pub fn report(instance: Option<&str>, report: &Report) -> Value {
    let mut object = json!({
        "puzzle": report.puzzle,
        "instance": instance,
        "solver": report.solver,
        "params": settings(&report.params),
        "seed": report.seed,
        "score": report.score,
        "solved": report.is_solved(),
        "proved": report.proved,
        // Every answer has passed the judge; `quarry verify` accepts the complete ones.
        "verified": report.is_complete(),
        "evaluations": report.tally.evaluations,
        "nodes": report.tally.generated,
        "seconds": report.seconds,
        "answer": answer(&report.answer),
        "schema": SCHEMA,
        "bound": report.bound,
        "expanded": report.tally.expanded,
        "kept": report.tally.kept,
        "stopped": report.stopped(),
        "ending": report.ending.words(),
        "finishing": report.tally.finishing,
        "solutions": report.solutions.map(Solutions::word),
        "argument": report.argument,
    });
    if !report.credits.is_empty() {
        let member = |credit: &Credit| json!({"name": credit.name, "share": credit.share, "won": credit.won});
        object["members"] = report.credits.iter().map(member).collect();
    }
    if let Some(recipe) = &report.recipe {
        object["recipe"] = json!({"setting": recipe.setting, "value": recipe.value});
    }
    if !report.second.is_empty() {
        object["second"] = answer(&report.second);
    }
    object
}

/// Converts the entries of an answer: a list, or packed as in answer files if there are very many.
fn answer(entries: &Entries) -> Value {
    if entries.len() <= LONGEST_PLAIN {
        return entries.iter().collect();
    }
    let dictionary: Value = entries.dictionary().iter().map(|word| &**word).collect();
    json!({"count": entries.len(), "dictionary": dictionary, "indices": entries.packed()})
}

/// Converts settings, by name.
pub fn settings<N: AsRef<str>, T: AsRef<str>>(settings: &[(N, T)]) -> Map<String, Value> {
    settings.iter().map(|(name, text)| (name.as_ref().to_owned(), setting(text.as_ref()))).collect()
}

/// Converts a setting's text to a number or a boolean if it is one.
pub fn setting(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(value @ (Value::Number(_) | Value::Bool(_))) => value,
        _ => Value::from(text),
    }
}

/// Converts the description of a setting: name, help text, default and accepted values.
pub fn field(field: &Field) -> Value {
    let (kind, takes) = match &field.domain {
        Domain::Whole(range) => ("whole", json!({"min": range.start(), "max": range.end()})),
        Domain::Real(range) => ("real", json!({"min": range.start(), "max": range.end()})),
        Domain::Switch => ("switch", json!({})),
        Domain::Choice(words) => ("choice", json!({"choices": words})),
        Domain::Text(form) | Domain::Recipe(form) | Domain::Start(form) => {
            ("text", json!({"form": form}))
        }
        Domain::Weights(count) => {
            ("weights", json!({"count": count, "form": field.domain.to_string()}))
        }
        Domain::Numbers(count) => {
            ("numbers", json!({"count": count, "form": field.domain.to_string()}))
        }
        Domain::Nets => ("nets", json!({"form": field.domain.to_string()})),
    };
    let mut object = json!({
        "name": field.name,
        "help": field.help,
        "default": setting(&field.default),
        "kind": kind,
    });
    if let (Value::Object(object), Value::Object(takes)) = (&mut object, takes) {
        object.extend(takes);
    }
    object
}

const SIDES: [(Side, &str); 4] =
    [(Side::Top, "top"), (Side::Right, "right"), (Side::Bottom, "bottom"), (Side::Left, "left")];

/// Returns the side with a name.
pub fn side_named(name: &str) -> Option<Side> {
    SIDES.iter().find(|(_, known)| *known == name).map(|&(side, _)| side)
}

/// Converts a place: `[x, y]` for a cell, `[x, y, side]` for an edge of a cell, `[x, y, x, y]` for a
/// link between two cells.
pub fn place(place: Place) -> Value {
    match place {
        Place::Cell(x, y) => json!([x, y]),
        Place::Edge(x, y, side) => {
            let name = SIDES.iter().find(|(known, _)| *known == side).map(|(_, name)| name);
            json!([x, y, name])
        }
        Place::Link(from, to) => json!([from.0, from.1, to.0, to.1]),
    }
}

fn places(all: &[Place]) -> Value {
    all.iter().copied().map(place).collect()
}

/// Converts the effect of touching a place.
pub fn reach(reach: &Reach) -> Value {
    json!({"moves": reach.moves, "cells": places(&reach.places), "words": reach.words})
}

/// Converts a deduction of a hint.
pub fn deduction(deduction: &Deduction) -> Value {
    let Deduction { technique, sentence, places: all } = deduction;
    json!({"technique": technique, "sentence": sentence, "places": places(all)})
}

/// Converts a stretch of a review.
pub fn review(review: &Review) -> Value {
    let (kind, by) = match review.kind {
        ReviewKind::Score => ("score", None),
        ReviewKind::Goal => ("goal", None),
        ReviewKind::Entries => ("entries", None),
        ReviewKind::Values(by) => ("values", Some(by)),
    };
    let position = |position: &ReviewedPosition| {
        json!({
            "at": position.at,
            "score": position.score,
            "reachable": position.reachable,
            "better": position.better,
            "place": position.place.map(place),
            "wrong": places(&position.wrong),
            "loss": position.loss,
        })
    };
    json!({
        "kind": kind,
        "by": by,
        "line": review.line,
        "positions": review.positions.iter().map(position).collect::<Vec<_>>(),
    })
}

/// Converts a piece that can be taken and put down elsewhere.
pub fn drag(drag: &PieceDrag) -> Value {
    json!({"from": place(drag.from), "to": place(drag.to), "moves": drag.moves})
}

/// Converts an order that a cell offers.
pub fn order(order: &CellMove) -> Value {
    json!({"name": order.name, "mv": order.mv})
}

/// Converts a cell or an edge that can hold an entry: place, name in moves, index of its list of
/// values, value, and whether it is given.
pub fn fill_cell(cell: &FillCell, choices: usize) -> Value {
    json!([place(cell.place), cell.name, choices, cell.value, cell.is_given])
}

/// Converts a link that can be drawn: the indices of its cells, and whether it is drawn.
pub fn fill_link(link: &FillLink) -> Value {
    json!([link.from, link.to, link.is_drawn])
}

/// Converts the state of a game and its moves; a front end adds the drawing.
pub fn position(session: &Session) -> Value {
    let slip = |slip: &Slip| json!({"cells": places(&slip.places), "words": slip.words});
    let (kind, clock) = match session {
        Session::Steps(_) => ("steps", None),
        Session::Fill(_) => ("fill", None),
        Session::Clock(game) => ("clock", Some(game.clock())),
    };
    json!({
        "schema": SCHEMA,
        "kind": kind,
        "status": session.status(),
        "score": session.score(),
        "over": session.is_over(),
        "solved": session.has_goal() && session.is_solved(),
        "goal": session.has_goal(),
        "moves": session.moves(),
        "line": session.line(),
        "clock": clock,
        "slips": session.slips().iter().map(slip).collect::<Vec<_>>(),
    })
}
