//! `quarry list`: what there is in the house.

use std::io::Write;

use anstyle::Style;
use quarry::{Exhibit, Material, SolverCard, TrainingCard, catalogue};
use quarry_lab::{COLLECTION, Shipped, Size};
use serde_json::json;

use crate::args::{ListArgs, Topic};
use crate::{Exit, Result, json as forms};

pub(crate) fn run(args: &ListArgs) -> Result {
    let mut out = anstream::stdout().lock();
    let of_puzzle = match args.topic {
        Topic::Puzzles => puzzle,
        Topic::Solvers => solvers,
        Topic::Examples => examples,
        Topic::Trainings => trainings,
        Topic::Experiments => {
            for shipped in COLLECTION {
                experiment(&mut out, *shipped, args.json)?;
            }
            return Ok(Exit::Yes);
        }
    };
    for exhibit in catalogue().exhibits() {
        of_puzzle(&mut out, exhibit, args.json)?;
    }
    Ok(Exit::Yes)
}

fn puzzle(out: &mut dyn Write, exhibit: &dyn Exhibit, json: bool) -> std::io::Result<()> {
    let about = exhibit.about();
    let names: Vec<_> = exhibit.solvers().iter().map(|solver| solver.card.name).collect();
    let generator = exhibit.generator();
    let fields = generator.unwrap_or_default();
    if json {
        let described: Vec<_> = fields.iter().map(forms::field).collect();
        return writeln!(
            out,
            "{}",
            json!({"puzzle": exhibit.id(), "title": about.title, "rules": about.rules, "complexity": about.complexity,
                "solvers": names, "default_solver": exhibit.default_solver(), "examples": exhibit.examples().len(),
                "heuristics": exhibit.heuristics(), "generator": described})
        );
    }
    let bold = Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}  {}\n", exhibit.id(), about.title)?;
    writeln!(out, "{}\n{}\n", about.rules, about.complexity)?;
    writeln!(out, "solvers    {} (default {})", names.join(", "), exhibit.default_solver())?;
    writeln!(out, "examples   {}", exhibit.examples().len())?;
    if !exhibit.heuristics().is_empty() {
        writeln!(out, "heuristics {}", exhibit.heuristics().join(", "))?;
    }
    if generator.is_some() {
        writeln!(out, "generate   {} --param NAME=VALUE, with", exhibit.id())?;
    }
    for field in fields {
        writeln!(
            out,
            "           {:<10} {} ({}; default {})",
            field.name, field.help, field.domain, field.default
        )?;
    }
    Ok(())
}

fn solvers(out: &mut dyn Write, exhibit: &dyn Exhibit, json: bool) -> std::io::Result<()> {
    let bold = Style::new().bold();
    if !json {
        writeln!(out, "{bold}{}{bold:#}\n", exhibit.id())?;
    }
    for SolverCard { card, fields } in exhibit.solvers() {
        if json {
            let settings: Vec<_> = fields.iter().map(forms::field).collect();
            writeln!(
                out,
                "{}",
                json!({"puzzle": exhibit.id(), "solver": card.name, "summary": card.summary, "complete": card.complete,
                    "optimal": card.optimal, "time": card.time, "memory": card.memory, "settings": settings})
            )?;
            continue;
        }
        writeln!(out, "  {bold}{}{bold:#}  {}", card.name, card.summary)?;
        writeln!(
            out,
            "      complete: {}; optimal: {}; time {}; memory {}",
            card.complete, card.optimal, card.time, card.memory
        )?;
        for field in &fields {
            writeln!(
                out,
                "      {}: {} ({}; default {})",
                field.name, field.help, field.domain, field.default
            )?;
        }
    }
    if !json {
        writeln!(out, "\n  b branching, d depth of the shallowest goal, m greatest depth, w width")?;
    }
    Ok(())
}

fn trainings(out: &mut dyn Write, exhibit: &dyn Exhibit, json: bool) -> std::io::Result<()> {
    let bold = Style::new().bold();
    for TrainingCard { name, puzzle, summary, material, fields, .. } in exhibit.trainings() {
        let from = match material {
            Material::Instance => "instance",
            Material::Record => "record",
        };
        if json {
            let settings: Vec<_> = fields.iter().map(forms::field).collect();
            let described = json!({"puzzle": puzzle, "training": name, "summary": summary, "from": from, "settings": settings});
            writeln!(out, "{described}")?;
            continue;
        }
        writeln!(out, "{bold}{name}{bold:#}  {summary}\n    from: {from}")?;
        for field in fields {
            writeln!(
                out,
                "    {}: {} ({}; default {})",
                field.name, field.help, field.domain, field.default
            )?;
        }
    }
    Ok(())
}

fn examples(out: &mut dyn Write, exhibit: &dyn Exhibit, json: bool) -> std::io::Result<()> {
    for example in exhibit.examples() {
        let path = format!("{}/{}", exhibit.id(), example.name);
        let instance = exhibit.open(example.text).expect("examples are tested to parse");
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
            let best =
                best.map_or(String::new(), |known| format!("best known {} ({})", known.score, known.by));
            writeln!(out, "{path:<30} {best}")?;
        }
    }
    Ok(())
}

/// An experiment: its name, its size as a whole and reduced, its title and what it reproduces.
pub(crate) fn experiment(out: &mut dyn Write, shipped: Shipped, json: bool) -> std::io::Result<()> {
    let (heading, sizes) = (shipped.heading(), shipped.sizes());
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
        let minutes = size.minutes.map_or(String::new(), |minutes| format!(", {}", duration(minutes)));
        format!("{} runs{minutes}", size.runs)
    };
    let reduced = sizes.reduced.map_or(String::new(), |size| format!("; reduced: {}", words(size)));
    let bold = Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}  {}{reduced}", shipped.name, words(sizes.whole))?;
    writeln!(out, "    {}", heading.title)?;
    match &heading.reproduces {
        Some(source) => writeln!(out, "    reproduces: {source}"),
        None => Ok(()),
    }
}

/// Minutes as people say them.
pub(crate) fn duration(minutes: f64) -> String {
    match minutes {
        minutes if minutes < 0.1 => "a few seconds".to_owned(),
        minutes if minutes < 1.0 => format!("about {:.0} seconds", minutes * 60.0),
        minutes if minutes < 1.25 => "about a minute".to_owned(),
        minutes if minutes < 90.0 => format!("about {} minutes", (minutes * 2.0).round() / 2.0),
        minutes => format!("about {:.0} hours", minutes / 60.0),
    }
}
