//! `quarry reproduce`: reproduces published tables and reports our results beside theirs.

use std::io::Write;
use std::path::Path;

use anstyle::Style;
use quarry::{Catalogue, did_you_mean};
use quarry_lab::report::{Analysis, ReportOrigin};
use quarry_lab::{Experiment, Plan, ResultTable, Shipped, collection};

use crate::args::ReproduceArgs;
use crate::commands::list::{duration, experiment as entry};
use crate::commands::report::{destination, shell_line};
use crate::input::Complaint;
use crate::output::Output;
use crate::workplace::Workplace;
use crate::wrap::paragraph;
use crate::{Exit, Result};

/// Title of the report of several experiments.
const TITLE: &str = "Published results, reproduced";

/// The name that stands for all experiments.
const ALL: &str = "all";

pub(crate) fn run(catalogue: &Catalogue, args: &ReproduceArgs) -> Result {
    let wholes = chosen(catalogue, &args.names)?;
    if wholes.is_empty() {
        return list(catalogue);
    }
    let stem = if let [only] = wholes.as_slice() { only.name.as_str() } else { "reproduce" };
    if args.output.as_ref().is_some_and(|path| path.as_os_str() == "-") {
        let words = "the tables go to standard output: name a file for the report with -o";
        return Err(Complaint::Words(words.to_owned()));
    }
    let (format, path) = destination(args.output.as_deref(), None, stem)?;
    let output = Output::at(&path, &[&args.running.store.to_string_lossy()])?;
    let forms: Vec<&Experiment> =
        wholes.iter().map(|whole| if args.full { whole } else { quick(whole) }).collect();
    let plans: Vec<Plan> = forms.into_iter().map(Plan::of).collect();

    let mut workplace = Workplace::open(&args.running)?;
    let bold = Style::new().bold();
    let mut analyses = Vec::new();
    for plan in &plans {
        let Some(results) = workplace.complete(plan)? else { return Ok(Exit::Interrupted) };
        let analysis = Analysis::of(&results, origin(plan.experiment, args));
        let mut out = anstream::stdout().lock();
        writeln!(out, "{bold}{}{bold:#}", analysis.title)?;
        if let Some(source) = &analysis.reproduces {
            writeln!(out, "{source}")?;
        }
        writeln!(out, "\n{}", ResultTable::of(&results))?;
        if let Some(whole) = &analysis.provenance.origin.whole {
            writeln!(out, "all of it: {whole}\n")?;
        }
        analyses.push(analysis);
    }
    let title = if let [only] = analyses.as_slice() { &only.title } else { TITLE };
    output.keep(format.write(title, &analyses).as_bytes())?;
    writeln!(anstream::stdout(), "{}", path.display())?;
    Ok(Exit::Yes)
}

/// Returns the experiments that reproduce published results.
fn reproductions(catalogue: &Catalogue) -> impl Iterator<Item = Shipped> {
    collection(catalogue).filter(|shipped| shipped.heading().reproduces.is_some())
}

/// Returns the reduced form, or the full form if it is fast enough to have no other.
fn quick(whole: &Experiment) -> &Experiment {
    whole.reduced().unwrap_or(whole)
}

/// Returns the experiments with these names, each once, in the given order.
fn chosen(
    catalogue: &Catalogue,
    names: &[String],
) -> std::result::Result<Vec<Experiment>, Complaint> {
    if names.iter().any(|name| name == ALL) {
        return Ok(reproductions(catalogue).map(|shipped| shipped.experiment(catalogue)).collect());
    }
    let mut chosen: Vec<Experiment> = Vec::new();
    for name in names {
        let experiment = Shipped::named(catalogue, name)
            .ok_or_else(|| unknown(catalogue, name))?
            .experiment(catalogue);
        if experiment.reproduces.is_none() {
            let advice = format!("run it with `quarry run {name}`");
            return Err(Complaint::Words(format!(
                "{name}: this experiment reproduces no published result; {advice}"
            )));
        }
        if chosen.iter().all(|other| other.name != experiment.name) {
            chosen.push(experiment);
        }
    }
    Ok(chosen)
}

fn unknown(catalogue: &Catalogue, name: &str) -> Complaint {
    let meant = did_you_mean(name, reproductions(catalogue).map(|shipped| shipped.name));
    let advice = "`quarry reproduce` lists everything";
    Complaint::Words(format!("there is nothing called `{name}` to reproduce{meant}; {advice}"))
}

fn list(catalogue: &Catalogue) -> Result {
    let mut out = anstream::stdout().lock();
    let (mut reduced, mut full) = (0.0, 0.0);
    for shipped in reproductions(catalogue) {
        let sizes = shipped.sizes(catalogue);
        entry(&mut out, shipped, sizes, false)?;
        reduced += sizes.reduced.unwrap_or(sizes.whole).minutes.unwrap_or_default();
        full += sizes.whole.minutes.unwrap_or_default();
    }
    let (reduced, full) = (duration(reduced), duration(full));
    writeln!(out)?;
    for (command, what) in [
        ("quarry reproduce NAME...", "these, in their reduced form if they have one".to_owned()),
        ("quarry reproduce all", format!("all of them, {reduced} on two cores")),
        ("quarry reproduce all --full", format!("with the published number of runs, {full}")),
    ] {
        paragraph(&mut out, &format!("{command:<32}"), &what, 32)?;
    }
    Ok(Exit::Yes)
}

fn origin(experiment: &Experiment, args: &ReproduceArgs) -> ReportOrigin {
    let store = args.running.store.display().to_string();
    let line = |full: bool| {
        let full: &[&str] = if full { &["--full"] } else { &[] };
        shell_line(&[&["reproduce", &experiment.name], full, &["--store", &store]].concat())
    };
    ReportOrigin {
        file: Path::new("experiments")
            .join(&experiment.name)
            .with_extension("toml")
            .display()
            .to_string(),
        commands: vec![line(args.full)],
        whole: experiment.reduction.as_ref().map(|_| line(true)),
        store,
    }
}
