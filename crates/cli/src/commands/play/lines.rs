//! Play without a terminal: reads one move or command per line, and prints the position. A game
//! with a clock also has the commands `step`, `back` and `go`, each with a number.

use std::io::{BufRead, Write};

use quarry::{Instance, Session};

use crate::paint::{Emphasis, TerminalLayout};
use crate::{Exit, Result};

pub(crate) fn run(instance: &dyn Instance, mut session: Session) -> Result {
    let mut out = anstream::stdout().lock();
    show(&mut out, &session)?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        match line.trim() {
            "" => continue,
            "quit" => break,
            "undo" => report(&mut out, session.undo(), "nothing to undo")?,
            "redo" => report(&mut out, session.redo(), "nothing to redo")?,
            "restart" => session.restart(),
            "hint" => {
                match super::hint(&*session) {
                    Ok(hint) => writeln!(out, "{}", super::in_words(&hint))?,
                    Err(why) => writeln!(out, "{why}")?,
                }
                continue;
            }
            "check" => {
                let slips = session.slips();
                slips.iter().try_for_each(|slip| writeln!(out, "{}", slip.words))?;
                if slips.is_empty() {
                    writeln!(out, "{}", super::NO_SLIP)?;
                }
                continue;
            }
            "correct" => {
                let (words, wrong) = super::completion(instance, &session);
                let names = super::names(&session, &wrong);
                writeln!(out, "{words}{names}")?;
                continue;
            }
            other => match (time_meant(&session, other), &mut session) {
                (Some(time), Session::Clock(game)) => game.go_to(time),
                _ => {
                    if let Err(why) = session.play(other) {
                        let (clock, fill) = match session {
                            Session::Clock(_) => ("step, back, go TIME, ", ""),
                            Session::Fill(_) => ("", "correct, "),
                            Session::Steps(_) => ("", ""),
                        };
                        writeln!(
                            out,
                            "{why}; or one of {clock}undo, redo, restart, check, {fill}hint, quit"
                        )?;
                        continue;
                    }
                }
            },
        }
        show(&mut out, &session)?;
    }
    Ok(if session.is_solved() { Exit::Yes } else { Exit::No })
}

/// Returns the time that a command asks for, if it is one: `step` or `back` with or without a
/// number of steps, `go` with a time.
fn time_meant(session: &Session, command: &str) -> Option<u32> {
    let Session::Clock(game) = session else { return None };
    let (now, _) = game.clock();
    let mut words = command.split_whitespace();
    let (word, number) = (words.next()?, words.next().map(str::parse));
    match (word, number, words.next()) {
        ("step", None, _) => Some(now + 1),
        ("step", Some(Ok(steps)), None) => Some(now.saturating_add(steps)),
        ("back", None, _) => Some(now.saturating_sub(1)),
        ("back", Some(Ok(steps)), None) => Some(now.saturating_sub(steps)),
        ("go", Some(Ok(time)), None) => Some(time),
        _ => None,
    }
}

fn report(out: &mut impl Write, done: bool, otherwise: &str) -> std::io::Result<()> {
    if done { Ok(()) } else { writeln!(out, "{otherwise}") }
}

fn show(out: &mut impl Write, session: &Session) -> std::io::Result<()> {
    for line in TerminalLayout::of(&session.scene()).lines(&Emphasis::default()) {
        writeln!(out, "{}", line.trim_end())?;
    }
    let over = match (session.is_over(), session.is_solved()) {
        (true, true) => ", the end",
        (true, false) => ", the end, but the goal is not reached",
        (false, _) => "",
    };
    writeln!(out, "{}{over}", session.status())?;
    if let Session::Clock(_) = session {
        let line = session.line();
        let plan = if line.is_empty() { "nothing".to_owned() } else { line.join(", ") };
        writeln!(out, "ordered: {plan}")?;
    }
    Ok(())
}
