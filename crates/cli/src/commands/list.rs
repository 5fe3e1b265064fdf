//! `quarry list`: lists puzzles, solvers, examples, trainings and experiments.

use std::io::Write;

use anstyle::Style;
use quarry::{Catalogue, Field, Material, PuzzleEntry, SolverCard, TrainingCard, wire};
use quarry_lab::{Shipped, Size, Sizes, collection};
use serde_json::json;

use crate::args::{ListArgs, Topic};
use crate::input::Complaint;
use crate::wrap::paragraph;
use crate::{Exit, Result, input};

pub(crate) fn run(catalogue: &Catalogue, args: &ListArgs) -> Result {
    let mut out = anstream::stdout().lock();
    let of_puzzle = match args.topic {
        Topic::Puzzles => puzzle,
        Topic::Solvers => solvers,
        Topic::Examples => examples,
        Topic::Trainings => trainings,
        Topic::Experiments if args.puzzle.is_some() => {
            let words = "experiments are not listed by puzzle: leave out its name";
            return Err(Complaint::Words(words.to_owned()));
        }
        Topic::Experiments => {
            for shipped in collection(catalogue) {
                experiment(&mut out, shipped, shipped.sizes(catalogue), args.json)?;
            }
            return Ok(Exit::Yes);
        }
    };
    if let Some(name) = &args.puzzle {
        let entry = catalogue.puzzle(name).ok_or_else(|| input::unknown_puzzle(catalogue, name))?;
        of_puzzle(&mut out, entry, args.json)?;
        return Ok(Exit::Yes);
    }
    for entry in catalogue.puzzles() {
        of_puzzle(&mut out, entry, args.json)?;
    }
    Ok(Exit::Yes)
}

fn puzzle(out: &mut dyn Write, entry: &dyn PuzzleEntry, json: bool) -> std::io::Result<()> {
    let about = entry.about();
    let names: Vec<_> = entry.solvers().iter().map(|solver| solver.card.name).collect();
    let generator = entry.generator();
    let fields = generator.unwrap_or_default();
    if json {
        let described: Vec<_> = fields.iter().map(wire::field).collect();
        return writeln!(
            out,
            "{}",
            json!({"puzzle": entry.id(), "title": about.title, "rules": about.rules, "complexity": about.complexity,
                "solvers": names, "default_solver": entry.default_solver(), "examples": entry.examples().len(),
                "heuristics": entry.heuristics(), "generator": described})
        );
    }
    const COLUMN: usize = 11;
    let bold = Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}  {}\n", entry.id(), about.title)?;
    paragraph(out, "", about.rules, 0)?;
    paragraph(out, "", about.complexity, 0)?;
    writeln!(out)?;
    let solvers = format!("{} (default {})", names.join(", "), entry.default_solver());
    paragraph(out, "solvers    ", &solvers, COLUMN)?;
    writeln!(out, "examples   {}", entry.examples().len())?;
    if !entry.heuristics().is_empty() {
        paragraph(out, "heuristics ", &entry.heuristics().join(", "), COLUMN)?;
    }
    if generator.is_some() {
        writeln!(out, "generate   {} --param NAME=VALUE, with", entry.id())?;
    }
    for field in fields {
        paragraph(
            out,
            &format!("{:COLUMN$}{:<10} ", "", field.name),
            &described(field),
            2 * COLUMN,
        )?;
    }
    writeln!(out)
}

/// Describes a setting and its values.
fn described(field: &Field) -> String {
    format!("{} ({}; default {})", field.help, field.domain, field.default)
}

/// Lists the solvers of a puzzle, the default first.
fn solvers(out: &mut dyn Write, entry: &dyn PuzzleEntry, json: bool) -> std::io::Result<()> {
    let bold = Style::new().bold();
    if !json {
        writeln!(out, "{bold}{}{bold:#}\n", entry.id())?;
    }
    let mut solvers = entry.solvers();
    let is_default = |solver: &SolverCard| solver.card.name == entry.default_solver();
    solvers.sort_by_key(|solver| !is_default(solver));
    for solver in &solvers {
        let SolverCard { card, fields } = solver;
        if json {
            let settings: Vec<_> = fields.iter().map(wire::field).collect();
            writeln!(
                out,
                "{}",
                json!({"puzzle": entry.id(), "solver": card.name, "summary": card.summary, "complete": card.complete,
                    "optimal": card.optimal, "time": card.time, "memory": card.memory, "settings": settings,
                    "default": is_default(solver), "alias": card.alias})
            )?;
            continue;
        }
        let default = is_default(solver).then(|| "default".to_owned());
        let alias = card.alias.map(|alias| format!("also: {alias}"));
        let marks: Vec<String> = default.into_iter().chain(alias).collect();
        let mark =
            if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
        paragraph(out, &format!("  {bold}{}{bold:#}{mark}  ", card.name), card.summary, 6)?;
        let facts = format!(
            "complete: {}; optimal: {}; time {}; memory {}",
            card.complete, card.optimal, card.time, card.memory
        );
        paragraph(out, "      ", &facts, 8)?;
        for field in fields {
            paragraph(out, &format!("      {}: ", field.name), &described(field), 8)?;
        }
    }
    if !json {
        let legend = "b branching, d depth of the shallowest goal, m greatest depth, w width";
        writeln!(out)?;
        paragraph(out, "  ", legend, 2)?;
        writeln!(out)?;
    }
    Ok(())
}

fn trainings(out: &mut dyn Write, entry: &dyn PuzzleEntry, json: bool) -> std::io::Result<()> {
    let bold = Style::new().bold();
    for TrainingCard { name, puzzle, summary, material, fields, .. } in entry.trainings() {
        let from = match material {
            Material::Instance => "instance",
            Material::Record => "record",
        };
        if json {
            let settings: Vec<_> = fields.iter().map(wire::field).collect();
            let described = json!({"puzzle": puzzle, "training": name, "summary": summary, "from": from, "settings": settings});
            writeln!(out, "{described}")?;
            continue;
        }
        paragraph(out, &format!("{bold}{name}{bold:#}  "), summary, 4)?;
        writeln!(out, "    from: {from}")?;
        for field in fields {
            paragraph(out, &format!("    {}: ", field.name), &described(field), 6)?;
        }
    }
    Ok(())
}

fn examples(out: &mut dyn Write, entry: &dyn PuzzleEntry, json: bool) -> std::io::Result<()> {
    for example in entry.examples() {
        let path = format!("{}/{}", entry.id(), example.name);
        let instance = entry.open(example.text).expect("examples are tested to parse");
        let header = instance.header();
        let best = header.known.iter().max_by_key(|known| known.score);
        if json {
            let known: Vec<_> = header
                .known
                .iter()
                .map(|known| json!({"score": known.score, "by": known.by, "proved": known.proved}))
                .collect();
            writeln!(
                out,
                "{}",
                json!({"instance": path, "name": header.name, "source": header.source, "known": known})
            )?;
        } else {
            let best = best.map_or(String::new(), |known| {
                format!("best known {} ({})", known.score, known.by)
            });
            paragraph(out, &format!("{path:<30} "), &best, 31)?;
        }
    }
    Ok(())
}

/// Lists an experiment: its name, its full and reduced size, its title and what it reproduces.
pub(crate) fn experiment(
    out: &mut dyn Write,
    shipped: Shipped,
    sizes: Sizes,
    json: bool,
) -> std::io::Result<()> {
    let heading = shipped.heading();
    if json {
        let reduced = sizes.reduced.map(|size| json!({"runs": size.runs, "minutes": size.minutes}));
        return writeln!(
            out,
            "{}",
            json!({"experiment": shipped.name, "title": heading.title, "question": heading.question,
                "reproduces": heading.reproduces, "runs": sizes.whole.runs, "minutes": sizes.whole.minutes,
                "reduced": reduced})
        );
    }
    let words = |size: Size| {
        let minutes =
            size.minutes.map_or(String::new(), |minutes| format!(", {}", duration(minutes)));
        format!("{} runs{minutes}", size.runs)
    };
    let reduced = sizes.reduced.map_or(String::new(), |size| format!("; reduced: {}", words(size)));
    let bold = Style::new().bold();
    let sizes = format!("{}{reduced}", words(sizes.whole));
    paragraph(out, &format!("{bold}{}{bold:#}  ", shipped.name), &sizes, 4)?;
    paragraph(out, "    ", &heading.title, 4)?;
    match &heading.reproduces {
        Some(source) => paragraph(out, "    reproduces: ", source, 6),
        None => Ok(()),
    }
}

/// Formats minutes for people.
pub(crate) fn duration(minutes: f64) -> String {
    match minutes {
        minutes if minutes < 0.1 => "a few seconds".to_owned(),
        minutes if minutes < 1.0 => format!("about {:.0} seconds", minutes * 60.0),
        minutes if minutes < 1.25 => "about a minute".to_owned(),
        minutes if minutes < 90.0 => format!("about {} minutes", (minutes * 2.0).round() / 2.0),
        minutes => format!("about {:.0} hours", minutes / 60.0),
    }
}
