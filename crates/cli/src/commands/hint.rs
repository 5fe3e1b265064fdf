//! `quarry hint`: the next step with the reason; on boards that are filled in, in stages.

use std::io::Write;

use quarry::{Advice, Instance};
use serde_json::json;

use crate::args::HintArgs;
use crate::commands::play::no_hint;
use crate::input::Complaint;
use crate::{Exit, Result, input};

pub(crate) fn run(args: &HintArgs) -> Result {
    let instance = input::instance(&args.instance)?;
    let so_far = args.answer.as_deref().map(input::answer).transpose()?;
    let advice = instance.advice(so_far.as_deref()).map_err(|error| {
        Complaint::Malformed(args.answer.clone().unwrap_or_else(|| args.instance.clone()), error)
    })?;
    match advice {
        Some(advice) => staged(args, &advice),
        None if args.answer.is_some() => {
            let why = "is played move by move: a hint there is for its start, without --answer";
            Err(Complaint::Words(format!("{} {why}", instance.puzzle())))
        }
        None => played(args, &*instance),
    }
}

/// The next move of a game.
fn played(args: &HintArgs, instance: &dyn Instance) -> Result {
    let session = instance
        .session()
        .ok_or_else(|| Complaint::Words(format!("{} cannot be played by hand", instance.puzzle())))?;
    let mut out = anstream::stdout().lock();
    let Some(hint) = session.hint() else {
        writeln!(out, "{}", if args.json { "{\"move\":null}" } else { no_hint(&*session) })?;
        return Ok(Exit::No);
    };
    if args.json {
        writeln!(out, "{}", json!({"move": hint.mv, "reason": hint.reason}))?;
    } else {
        writeln!(out, "{}: {}", hint.mv, hint.reason)?;
    }
    Ok(Exit::Yes)
}

/// The stages up to the one asked for: is there a mistake, where to look, why, the step.
fn staged(args: &HintArgs, advice: &Advice) -> Result {
    let (mistake, place, reasons, step) = stages(advice);
    let shown = |stage: u8| args.stage >= stage;
    let mut out = anstream::stdout().lock();
    if args.json {
        let mut object = json!({"mistake": matches!(advice, Advice::Mistakes(_) | Advice::Blocked(_))});
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
    Ok(if matches!(advice, Advice::Lesson(_) | Advice::Mistakes(_)) { Exit::Yes } else { Exit::No })
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
        Advice::Lesson(lesson) => {
            (fine, lesson.cells.clone(), lesson.thoughts.clone(), Some(lesson.entry.clone()))
        }
        Advice::Stuck => (format!("{fine}; no technique finds another step"), Vec::new(), Vec::new(), None),
        Advice::Solved => ("everything is filled in, and right".to_owned(), Vec::new(), Vec::new(), None),
    }
}
