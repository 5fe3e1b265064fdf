//! `quarry play`: on a terminal with arrow keys or mouse, otherwise line by line.

mod edges;
mod keys;
mod lines;
mod links;
mod pencil;
mod pieces;
mod raw_terminal;
mod screen;

use std::io::IsTerminal;
use std::sync::atomic::AtomicBool;

use quarry::{Budget, Catalogue, Completion, Game, HINT_BUDGET, Hint, Instance, Place, Session};

use crate::args::PlayArgs;
use crate::input::Complaint;
use crate::{Result, input};

pub(crate) fn run(catalogue: &Catalogue, args: &PlayArgs) -> Result {
    if args.instance == "-" {
        let words = "moves come from standard input: name a file or PUZZLE/EXAMPLE";
        return Err(Complaint::Words(words.to_owned()));
    }
    let instance = input::instance(catalogue, &args.instance, &args.named)?;
    let session = instance.session().ok_or_else(|| {
        Complaint::Words(format!("{} cannot be played by hand", instance.puzzle()))
    })?;
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        let name = instance.header().name.as_deref().unwrap_or(&args.instance);
        screen::run(&*instance, session, name)
    } else {
        lines::run(&*instance, session)
    }
}

/// Message when there is no error so far.
const NO_SLIP: &str = "nothing contradicts the rules so far";

/// Time to find out whether a board can be completed.
const COMPLETION_BUDGET: Budget =
    Budget { evaluations: None, nodes: None, seconds: Some(10.0), memory: None };

/// Returns whether what is written can still be completed, in words, and the places of wrong
/// entries.
fn completion(instance: &dyn Instance, session: &Session) -> (&'static str, Vec<Place>) {
    let found = match session {
        Session::Fill(game) => {
            instance.completion(&game.written(), COMPLETION_BUDGET, &AtomicBool::new(false))
        }
        Session::Steps(_) | Session::Clock(_) => None,
    };
    match found {
        Some(Completion::Possible) => ("correct so far: it can be completed", Vec::new()),
        Some(Completion::Impossible(wrong)) => ("this cannot be completed", wrong),
        Some(Completion::Unknown) => ("it was not found out in ten seconds", Vec::new()),
        None => ("nothing is filled in here", Vec::new()),
    }
}

/// Lists the names of wrong entries, to follow what was said of them.
fn names(session: &Session, wrong: &[Place]) -> String {
    let Session::Fill(game) = session else { return String::new() };
    let cells = game.cells();
    let name = |at: Place| cells.iter().find(|cell| cell.place == at).map(|cell| cell.name.clone());
    let names = wrong.iter().filter_map(|&place| match place {
        Place::Link((x, y), (u, v)) => {
            Some(format!("{}-{}", name(Place::Cell(x, y))?, name(Place::Cell(u, v))?))
        }
        place => name(place),
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() { String::new() } else { format!("; wrong: {}", names.join(" ")) }
}

/// Returns a hint, or the reason why there is none.
fn hint(session: &dyn Game) -> std::result::Result<Hint, &'static str> {
    match session.hint(HINT_BUDGET, &AtomicBool::new(false)) {
        Ok(hint) => hint.ok_or_else(|| no_hint(session)),
        Err(_) => Err("no hint was found in two seconds"),
    }
}

/// Writes a hint: the move and its reason, or the reason alone.
pub(crate) fn in_words(hint: &Hint) -> String {
    match &hint.mv {
        Some(mv) => format!("{mv}: {}", hint.reason),
        None => hint.reason.clone(),
    }
}

/// Returns the message for a position without a hint.
pub(crate) fn no_hint(session: &dyn Game) -> &'static str {
    if session.is_over() { "no move is left" } else { "no hint is known here" }
}
