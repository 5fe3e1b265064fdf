//! `quarry show`: draws an instance.

use std::io::Write;

use anstyle::Style;
use quarry::{Catalogue, Instance, Trace, Waypoint};
use serde_json::{Map, Value, json};

use crate::args::{InstanceFormat, ShowArgs};
use crate::input::{Complaint, Instances};
use crate::paint::{Emphasis, TerminalLayout};
use crate::{Exit, Result, input};

pub(crate) fn run(catalogue: &Catalogue, args: &ShowArgs) -> Result {
    let instances = Instances::read(catalogue, &args.instance, &args.named)?;
    if let Some(format) = args.form {
        return print_as(format, &instances);
    }
    let instance = instances.only()?;
    if let Some(answer) = &args.answer {
        return trace(&*instance, answer, args.json);
    }
    let header = instance.header();
    let mut out = anstream::stdout().lock();
    if args.json {
        let facts: Map<_, _> = instance
            .facts()
            .into_iter()
            .map(|(what, value)| (what.to_owned(), Value::from(value)))
            .collect();
        let object = json!({"puzzle": instance.puzzle(), "name": header.name, "source": header.source,
            "facts": facts, "instance": instance.show()});
        writeln!(out, "{object}")?;
        return Ok(Exit::Yes);
    }
    let bold = Style::new().bold();
    let name = header.name.as_deref().unwrap_or(&args.instance);
    writeln!(out, "{bold}{name}{bold:#}\n")?;
    for line in TerminalLayout::of(&instance.picture()).lines(&Emphasis::default()) {
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

/// Prints each instance in a format, and nothing else. Formats of several lines are for one.
fn print_as(format: InstanceFormat, instances: &Instances) -> Result {
    if matches!(format, InstanceFormat::Toml | InstanceFormat::Grid) {
        instances.only()?;
    }
    let mut out = anstream::stdout().lock();
    for index in 0..instances.count() {
        let (name, instance) = (instances.name(index), instances.open(index)?);
        if format == InstanceFormat::Toml {
            write!(out, "{}", instance.show())?;
            continue;
        }
        let wanted = format.name();
        let forms = instance.community_forms();
        let transformations = instance.transformations();
        let puzzle = instance.puzzle();
        if let Some(other) = transformations.iter().find(|other| other.format == wanted) {
            let why = |why| format!("{name}: this {puzzle} cannot be written as {wanted}: {why}");
            writeln!(out, "{}", other.write().map_err(|text| Complaint::Words(why(text)))?)?;
            continue;
        }
        let Some(form) = forms.iter().find(|form| form.format == wanted) else {
            let mut known = vec!["toml"];
            known.extend(forms.iter().map(|form| form.format));
            known.extend(transformations.iter().map(|other| other.format));
            let known = known.join(", ");
            return Err(Complaint::Words(format!(
                "{name}: this {puzzle} cannot be written as {wanted}; expected one of {known}"
            )));
        };
        if !form.lost.is_empty() {
            let lost = form.lost.join(", ");
            crate::tell!("warning: {name}: the form {wanted} has no place for {lost}");
        }
        writeln!(out, "{}", form.text)?;
    }
    Ok(Exit::Yes)
}

/// Prints the positions of a game: in the puzzle's notation, one line each, or drawn.
fn trace(instance: &dyn Instance, answer: &str, json: bool) -> Result {
    let text = input::answer(answer)?;
    let trace =
        instance.trace(&text).map_err(|error| Complaint::Malformed(answer.to_owned(), error))?;
    let mut out = anstream::stdout().lock();
    match trace {
        None => {
            let why = "is filled in, in any order: there are no positions to trace";
            return Err(Complaint::Words(format!("{} {why}", instance.puzzle())));
        }
        Some(Trace::Lines(lines)) => {
            for line in lines {
                if json {
                    writeln!(out, "{}", json!({"state": line}))?;
                } else {
                    writeln!(out, "{line}")?;
                }
            }
        }
        Some(Trace::Positions(positions)) => {
            for (number, position) in positions.enumerate() {
                write_position(&mut out, number, &position, json)?;
            }
        }
    }
    Ok(Exit::Yes)
}

fn write_position(
    out: &mut impl Write,
    number: usize,
    position: &Waypoint,
    json: bool,
) -> std::io::Result<()> {
    let Waypoint { mv, score, scene } = position;
    let lines = scene
        .as_ref()
        .map_or(Vec::new(), |scene| TerminalLayout::of(scene).lines(&Emphasis::default()));
    if json {
        let plain =
            |line: &String| anstream::adapter::strip_str(line).to_string().trim_end().to_owned();
        let state: Vec<String> = lines.iter().map(plain).collect();
        return writeln!(out, "{}", json!({"move": mv, "score": score, "state": state.join("\n")}));
    }
    match mv {
        None => writeln!(out, "start: score {score}")?,
        Some(mv) => writeln!(out, "{number}. {mv}: score {score}")?,
    }
    for line in &lines {
        writeln!(out, "  {line}")?;
    }
    if lines.is_empty() { Ok(()) } else { writeln!(out) }
}
