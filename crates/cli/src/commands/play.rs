//! `quarry play`: on a terminal with arrow keys or mouse, otherwise line by line.

mod lines;
mod screen;

use std::io::IsTerminal;
use std::sync::atomic::AtomicBool;

use quarry::{Catalogue, Game, HINT_BUDGET, Hint};

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
        screen::run(session, name)
    } else {
        lines::run(session)
    }
}

/// Message when there is no error so far.
const NO_SLIP: &str = "nothing contradicts the rules so far";

/// Returns a hint, or the reason why there is none.
fn hint(session: &dyn Game) -> std::result::Result<Hint, &'static str> {
    match session.hint(HINT_BUDGET, &AtomicBool::new(false)) {
        Ok(hint) => hint.ok_or_else(|| no_hint(session)),
        Err(_) => Err("no hint was found in two seconds"),
    }
}

/// Returns the message for a position without a hint.
pub(crate) fn no_hint(session: &dyn Game) -> &'static str {
    if session.is_over() { "no move is left" } else { "no hint is known here" }
}
