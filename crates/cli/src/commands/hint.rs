//! `quarry hint`: suggests the next step with the reason; in stages for puzzles that are filled in.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use quarry::{Advice, Budget, Catalogue, Halt, Instance, Loss};
use serde_json::json;

use crate::args::HintArgs;
use crate::commands::play::{in_words, no_hint};
use crate::input::Complaint;
use crate::interrupt::stop_or_exit_on_interrupt;
use crate::progress::Spinner;
use crate::{Exit, Result, input};

pub(crate) fn run(catalogue: &Catalogue, args: &HintArgs) -> Result {
    let instance = input::instance(catalogue, &args.instance, &args.named)?;
    let so_far = args.answer.as_deref().map(input::answer).transpose()?;
    let stop = stop_or_exit_on_interrupt()?;
    let budget = Budget { seconds: Some(args.seconds), ..Budget::default() };
    let spinner = Spinner::new("hint");
    let advice = instance.advice(so_far.as_deref(), budget, &stop).map_err(|error| {
        Complaint::Malformed(args.answer.clone().unwrap_or_else(|| args.instance.clone()), error)
    })?;
    drop(spinner);
    match advice {
        Some(Advice::Stopped(halt)) => stopped(args, halt),
        Some(advice) => staged(args, &advice),
        None if args.answer.is_some() => {
            let why = "is played move by move: a hint there is for its start, without --answer";
            Err(Complaint::Words(format!("{} {why}", instance.puzzle())))
        }
        None => played(args, &*instance, budget, &stop),
    }
}

/// Reports that the search stopped before a step was found.
fn stopped(args: &HintArgs, halt: Halt) -> Result {
    if args.json {
        writeln!(anstream::stdout().lock(), "{}", json!({"move": null, "stopped": halt.word()}))?;
    }
    if halt == Halt::Interrupted {
        anstream::eprintln!("interrupted before a step was found");
        return Ok(Exit::Interrupted);
    }
    let limit = args.seconds;
    anstream::eprintln!(
        "stopped by the limit of {limit} seconds before a step was found; --seconds allows more"
    );
    Ok(Exit::No)
}

/// Suggests the next move of a game.
fn played(args: &HintArgs, instance: &dyn Instance, budget: Budget, stop: &AtomicBool) -> Result {
    let session = instance.session().ok_or_else(|| {
        Complaint::Words(format!("{} cannot be played by hand", instance.puzzle()))
    })?;
    let spinner = Spinner::new("hint");
    let hint = session.hint(budget, stop);
    drop(spinner);
    let hint = match hint {
        Ok(hint) => hint,
        Err(halt) => return stopped(args, halt),
    };
    let mut out = anstream::stdout().lock();
    let Some(hint) = hint else {
        writeln!(out, "{}", if args.json { "{\"move\":null}" } else { no_hint(&*session) })?;
        return Ok(Exit::No);
    };
    if args.json {
        writeln!(out, "{}", json!({"move": hint.mv, "reason": hint.reason}))?;
    } else {
        writeln!(out, "{}", in_words(&hint))?;
    }
    Ok(Exit::Yes)
}

/// Prints the stages up to the requested one: whether there is a mistake, where to look, why, the
/// step.
fn staged(args: &HintArgs, advice: &Advice) -> Result {
    let (mistake, place, reasons, step) = stages(advice);
    let shown = |stage: u8| args.stage >= stage;
    let mut out = anstream::stdout().lock();
    if args.json {
        let mut object = json!({"mistake": matches!(advice, Advice::Mistakes(_) | Advice::Blocked(_) | Advice::Lost(_))});
        let mut add = |stage, key: &str, value: serde_json::Value| {
            if shown(stage) {
                object[key] = value;
            }
        };
        add(2, "where", json!(place));
        add(
            3,
            "why",
            reasons.iter().map(|(name, why)| json!({"technique": name, "sentence": why})).collect(),
        );
        add(4, "move", json!(step));
        writeln!(out, "{object}")?;
    } else {
        writeln!(out, "{mistake}")?;
        if shown(2) && !place.is_empty() {
            writeln!(out, "where  {}", place.join("  "))?;
        }
        for (name, why) in reasons.iter().filter(|_| shown(3)) {
            writeln!(out, "why    {name}: {why}")?;
        }
        if let Some(step) = step.filter(|_| shown(4)) {
            writeln!(out, "step   {step}")?;
        }
    }
    Ok(if matches!(advice, Advice::HintStep(_) | Advice::Mistakes(_) | Advice::Lost(_)) {
        Exit::Yes
    } else {
        Exit::No
    })
}

type Stages = (String, Vec<String>, Vec<(&'static str, String)>, Option<String>);

fn stages(advice: &Advice) -> Stages {
    let fine = "no mistake so far".to_owned();
    match advice {
        Advice::Mistakes(mistakes) => {
            let count = match mistakes.len() {
                1 => "one entry cannot be right".to_owned(),
                count => format!("{count} entries cannot be right"),
            };
            let why = |entry: &str| format!("with {entry} the board cannot be completed.");
            let cells = mistakes.iter().map(|mistake| mistake.cell.clone()).collect();
            let reasons = mistakes.iter().map(|mistake| ("mistake", why(&mistake.entry))).collect();
            (count, cells, reasons, mistakes.first().map(|mistake| format!("{}=_", mistake.cell)))
        }
        Advice::Blocked(why) => (
            "some entry cannot be right".to_owned(),
            Vec::new(),
            vec![("contradiction", format!("{why}."))],
            None,
        ),
        Advice::Lost(Loss { why, by, is_certain, .. }) => {
            let latest = if *is_certain { "" } else { " at the latest" };
            let (lost, back) = match by {
                Some((at, mv)) => (
                    format!("the goal is out of reach since move {}, {mv}{latest}", at + 1),
                    Some(format!("take back everything from move {} on", at + 1)),
                ),
                None => ("the goal was out of reach from the start".to_owned(), None),
            };
            (lost, Vec::new(), vec![("lost", why.clone())], back)
        }
        Advice::HintStep(lesson) => {
            let why = lesson.deductions.iter().map(|each| (each.technique, each.sentence.clone()));
            (fine, lesson.cells.clone(), why.collect(), Some(lesson.entry.clone()))
        }
        Advice::Stuck => {
            (format!("{fine}; nothing finds another step"), Vec::new(), Vec::new(), None)
        }
        Advice::Stopped(halt) => {
            (format!("stopped: {}", halt.word()), Vec::new(), Vec::new(), None)
        }
        Advice::Solved => ("nothing is left to do".to_owned(), Vec::new(), Vec::new(), None),
    }
}
