//! Conversions of plain data to JSON.

use quarry::{
    Budget, Entries, FillGame, Inside, Instance, MOST_CLICKED, Picture, PieceDrag, Place,
    PuzzleEntry, Reach, Report, Session, Side, SolverCard, Tile, wire,
};
use serde_json::{Value, json};

use crate::picture::changes;
pub(crate) use crate::picture::picture;

/// Converts a solver with its settings.
pub(crate) fn solver(solver: &SolverCard, default: &str) -> Value {
    let SolverCard { card, fields } = solver;
    json!({
        "name": card.name,
        "summary": card.summary,
        "complete": card.complete,
        "optimal": card.optimal,
        "time": card.time,
        "memory": card.memory,
        "fields": fields.iter().map(wire::field).collect::<Vec<_>>(),
        "default": card.name == default,
    })
}

/// Converts a puzzle.
pub(crate) fn puzzle(entry: &dyn PuzzleEntry) -> Value {
    let (about, default) = (entry.about(), entry.default_solver());
    let examples = entry.examples();
    json!({
        "id": entry.id(),
        "title": about.title,
        "rules": about.rules,
        "complexity": about.complexity,
        "examples": examples.iter().map(|example| example.name).collect::<Vec<_>>(),
        "solvers": entry.solvers().iter().map(|one| solver(one, default)).collect::<Vec<_>>(),
        "default_solver": default,
        "generator": entry.generator().map(|fields| fields.iter().map(wire::field).collect::<Vec<_>>()),
        "heuristics": entry.heuristics(),
    })
}

/// Converts an opened instance.
pub(crate) fn instance(instance: &dyn Instance) -> Value {
    let known = instance.header().known.iter();
    let known =
        known.map(|known| json!({"score": known.score, "by": known.by, "proved": known.proved}));
    json!({
        "puzzle": instance.puzzle(),
        "name": instance.header().name,
        "text": instance.show(),
        "facts": instance.facts(),
        "known": known.collect::<Vec<_>>(),
        "picture": picture(&instance.picture()),
        "playable": instance.session().is_some(),
    })
}

/// Maximum number of tiles; beyond it, the effects of touching are requested cell by cell.
const MOST_TOUCHES: usize = 2_500;

/// Converts a position: the picture and the possible moves. Of a picture that the client has seen
/// before, only the tiles that have changed since are sent, if they are in the same places.
pub(crate) fn position(session: &Session, seen: Option<&Picture>) -> Value {
    let scene = session.scene();
    let changed = seen.and_then(|seen| changes(seen, &scene));
    let mut reaches: Vec<Value> = Vec::new();
    let (mut at, mut choices) = (Vec::new(), Vec::new());
    if scene.tiles.len() <= MOST_TOUCHES {
        for &Tile { x, y, .. } in &scene.tiles {
            if let Some(found) = session.touch(Place::Cell(x, y)) {
                let found = wire::reach(&in_words(found));
                let known = reaches.iter().rposition(|known| *known == found);
                let index = known.unwrap_or_else(|| {
                    reaches.push(found);
                    reaches.len() - 1
                });
                at.push(json!([x, y, index]));
            }
            if let Session::Clock(game) = session {
                let options = game.orders(Place::Cell(x, y));
                if !options.is_empty() {
                    let options: Value = options.iter().map(wire::order).collect();
                    choices.push(json!({"x": x, "y": y, "options": options}));
                }
            }
        }
    }
    let mut object = wire::position(session);
    if changed.is_some() && scene.tiles.len() > MOST_TOUCHES {
        // Nobody chooses from so long a list.
        object["moves"] = json!([]);
    }
    object["changed"] = changed.is_some().into();
    object["scene"] = changed.unwrap_or_else(|| picture(&scene));
    object["reaches"] = reaches.into();
    object["at"] = at.into();
    object["choices"] = choices.into();
    object["pieces"] = match session {
        Session::Steps(game) => pieces(&game.drags(), |side| game.steer(side)),
        Session::Clock(game) if Side::ALL.into_iter().any(|side| game.steer(side).is_some()) => {
            pieces(&[], |side| game.steer(side))
        }
        Session::Fill(_) | Session::Clock(_) => Value::Null,
    };
    object["entries"] = match session {
        Session::Fill(game) => entries(&**game),
        Session::Steps(_) | Session::Clock(_) => Value::Null,
    };
    object
}

/// Names the cell as the page names it, not as moves do: "row 1, column 2 is empty" for "1,2 is
/// empty", and "row 2, column 3: entrance" for "C2: entrance".
pub(crate) fn in_words(mut reach: Reach) -> Reach {
    let named = |link: &str, cell: fn(&str) -> Option<(u32, u32)>| {
        let (name, rest) = reach.words.split_once(link)?;
        let (row, column) = cell(name)?;
        Some(format!("row {row}, column {column}{link}{rest}"))
    };
    let named =
        named(" is ", numbered).or_else(|| named(": ", numbered)).or_else(|| named(": ", lettered));
    reach.words = named.unwrap_or(reach.words);
    reach
}

/// Reads row and column of a cell such as `2,3`.
fn numbered(name: &str) -> Option<(u32, u32)> {
    let (row, column) = name.split_once(',')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

/// Reads row and column of a cell such as `C2`, whose columns are letters.
fn lettered(name: &str) -> Option<(u32, u32)> {
    let letters = name.bytes().take_while(u8::is_ascii_uppercase).count();
    let (column, row) = name.split_at(letters);
    let count =
        |sum: u32, letter: u8| sum.checked_mul(26)?.checked_add(u32::from(letter - b'A') + 1);
    let column = column.bytes().try_fold(0, count).filter(|&column| column > 0)?;
    Some((row.parse().ok()?, column))
}

/// Converts the pieces that can be dragged, and the moves of the arrow keys.
fn pieces(drags: &[PieceDrag], steer: impl Fn(Side) -> Option<String>) -> Value {
    let arrows: serde_json::Map<String, Value> =
        ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]
            .into_iter()
            .zip(Side::ALL)
            .filter_map(|(key, side)| Some((key.to_owned(), steer(side)?.into())))
            .collect();
    json!({"drags": drags.iter().map(wire::drag).collect::<Vec<_>>(), "arrows": arrows})
}

/// Converts all that can be written on a board: most cells have the same values.
fn entries(game: &dyn FillGame) -> Value {
    let mut lists: Vec<Vec<String>> = Vec::new();
    let mut cells: Vec<Value> = Vec::new();
    for cell in game.cells() {
        let known = lists.iter().rposition(|list| *list == cell.choices);
        let index = known.unwrap_or(lists.len());
        cells.push(wire::fill_cell(&cell, index));
        if known.is_none() {
            lists.push(cell.choices);
        }
    }
    json!({
        "cells": cells,
        "choices": lists,
        "most_clicked": MOST_CLICKED,
        "spreads": game.spreads(),
        "links": game.links().iter().map(wire::fill_link).collect::<Vec<_>>(),
    })
}

/// Maximum length of an answer that is sent to watchers: nobody looks at longer ones move by move.
pub(crate) const LONGEST_ANSWER: usize = 20_000;

/// Returns the entries of an answer; none if it is too long to look at.
pub(crate) fn answer(entries: &Entries) -> Vec<&str> {
    let shown = if entries.len() <= LONGEST_ANSWER { entries.len() } else { 0 };
    entries.iter().take(shown).collect()
}

/// Converts the report of a run, with its answer file unless it is too long to look at.
pub(crate) fn report(instance: &dyn Instance, report: &Report) -> Value {
    let is_short = report.answer.len() <= LONGEST_ANSWER;
    let mut object = wire::report(instance.header().name.as_deref(), report);
    object["entries"] = report.answer.len().into();
    object["answer"] = answer(&report.answer).into();
    object["answer_file"] = is_short.then(|| instance.answer_file(report)).into();
    object
}

/// Converts a method's view of its own state.
pub(crate) fn inside(inside: &Inside) -> Value {
    let shares =
        inside.shares.as_ref().map(|shares| json!({"of": shares.of, "parts": shares.parts}));
    json!({"numbers": inside.numbers, "shares": shares})
}

/// Converts the limits of a run.
pub(crate) fn budget(budget: &Budget) -> Value {
    json!({"seconds": budget.seconds, "evaluations": budget.evaluations, "nodes": budget.nodes})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_one_name() {
        let words = |words: &str| {
            let reach = Reach { moves: Vec::new(), places: Vec::new(), words: words.to_owned() };
            in_words(reach).words
        };
        assert_eq!(words("1,2 is empty"), "row 1, column 2 is empty");
        assert_eq!(words("2,2: Pac-Man, facing left"), "row 2, column 2: Pac-Man, facing left");
        assert_eq!(words("C12: entrance"), "row 12, column 3: entrance");
        assert_eq!(words("AB1: exit"), "row 1, column 28: exit");
        for other in ["x1 is empty", "A is empty", "jump from 4,2 to 4,4", "J comes to rest"] {
            assert_eq!(words(other), other);
        }
    }
}
