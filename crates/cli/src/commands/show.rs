//! `quarry show`: an instance as people look at it.

use std::io::Write;

use anstyle::Style;
use quarry::Instance;
use serde_json::{Map, Value, json};

use crate::args::ShowArgs;
use crate::input::Complaint;
use crate::paint::{Emphasis, Layout};
use crate::{Exit, Result, input};

pub(crate) fn run(args: &ShowArgs) -> Result {
    let instance = input::instance(&args.instance)?;
    if let Some(answer) = &args.answer {
        return trace(&*instance, answer, args.json);
    }
    let header = instance.header();
    let mut out = anstream::stdout().lock();
    if args.json {
        let facts: Map<_, _> =
            instance.facts().into_iter().map(|(what, value)| (what.to_owned(), Value::from(value))).collect();
        let object = json!({"puzzle": instance.puzzle(), "name": header.name, "source": header.source,
            "facts": facts, "instance": instance.show()});
        writeln!(out, "{object}")?;
        return Ok(Exit::Yes);
    }
    let bold = Style::new().bold();
    let name = header.name.as_deref().unwrap_or(&args.instance);
    writeln!(out, "{bold}{name}{bold:#}\n")?;
    for line in Layout::of(&instance.picture()).lines(&Emphasis::default()) {
        writeln!(out, "  {line}")?;
    }
    writeln!(out)?;
    let mut facts = instance.facts();
    facts.extend(header.known.iter().map(|known| {
        let proved = if known.proved { ", proved best" } else { "" };
        ("known", format!("{}{proved}: {}", known.score, known.by))
    }));
    facts.extend(header.source.clone().map(|source| ("source", source)));
    facts.extend(header.note.clone().map(|note| ("note", note)));
    let width = facts.iter().map(|(what, _)| what.len()).max().unwrap_or(0);
    for (what, value) in facts {
        writeln!(out, "{what:<width$}  {value}")?;
    }
    Ok(Exit::Yes)
}

/// The states of a game, one line each.
fn trace(instance: &dyn Instance, answer: &str, json: bool) -> Result {
    let text = input::text(answer, "expected an answer file, as `quarry solve -o FILE` writes it")?;
    let lines = instance.trace(&text).map_err(|error| Complaint::Malformed(answer.to_owned(), error))?;
    if lines.is_empty() {
        return Err(Complaint::Words(format!("{} writes no traces", instance.puzzle())));
    }
    let mut out = anstream::stdout().lock();
    for line in lines {
        if json { writeln!(out, "{}", json!({"state": line}))? } else { writeln!(out, "{line}")? }
    }
    Ok(Exit::Yes)
}
