//! `quarry solve`: runs a solver and prints the best answer, also after Ctrl-C.

mod collection;

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry::{Catalogue, Credit, Entries, Halt, Instance, Report, Request, Solutions, wire};

use crate::args::SolveArgs;
use crate::input::{Complaint, Instances};
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::progress::RunBar;
use crate::{Exit, Result, input};

pub(crate) fn run(catalogue: &Catalogue, args: &SolveArgs) -> Result {
    let instances = Instances::read(catalogue, &args.instance, &args.named)?;
    let mut read = vec![instances.file()];
    read.extend(args.params.iter().map(|(_, value)| value.as_str()));
    let output = args.output.as_deref().map(|path| Output::at(path, &read)).transpose()?;
    if args.json && output.as_ref().is_some_and(Output::is_standard) {
        let words = "--json and `-o -` both want standard output: leave one of them out";
        return Err(Complaint::Words(words.to_owned()));
    }
    if instances.count() > 1 {
        return collection::run(catalogue, args, &instances, output.as_ref());
    }
    let instance = instances.only()?;
    let request = request(catalogue, args, &*instance, &stop_on_interrupt()?)?;
    let solver = request.solver.as_deref().unwrap_or(instance.entry().default_solver());
    let progress = RunBar::new(args.quiet, solver, request.budget);
    let report = instance
        .solve(&request, &mut |event| progress.note(event))
        .map_err(|error| Complaint::Words(error.to_string()))?;
    drop(progress);

    match &output {
        None => print(args, &*instance, &report)?,
        Some(output) => keep(args, &*instance, &report, output)?,
    }
    Ok(match report.halted {
        Some(Halt::Interrupted) => Exit::Interrupted,
        _ if report.is_complete() => Exit::Yes,
        _ => Exit::No,
    })
}

/// Returns what the arguments ask for.
fn request(
    catalogue: &Catalogue,
    args: &SolveArgs,
    instance: &dyn Instance,
    stop: &Arc<AtomicBool>,
) -> std::result::Result<Request, Complaint> {
    let solver = args.solver.as_deref().unwrap_or(instance.entry().default_solver());
    Ok(Request {
        solver: args.solver.clone(),
        params: input::settings(catalogue, instance, solver, &args.params)?,
        budget: args.limits.budget(),
        threads: usize::from(args.threads),
        seed: args.seed,
        stop: Arc::clone(stop),
        whole_process: true,
    })
}

/// Writes the answer file. If that fails, prints the answer, since it may have taken hours.
fn keep(
    args: &SolveArgs,
    instance: &dyn Instance,
    report: &Report,
    output: &Output,
) -> std::result::Result<(), Complaint> {
    let file = instance.answer_file(report);
    if output.is_standard() {
        return output.write(file.as_bytes());
    }
    let written = output.write(file.as_bytes());
    print(args, instance, report)?;
    if written.is_err() && !args.json {
        write!(anstream::stdout().lock(), "\n{file}")?;
    }
    written
}

/// Prints the report. Time goes to standard error, so that standard output is the same for the same
/// seed and budget.
fn print(args: &SolveArgs, instance: &dyn Instance, report: &Report) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    if args.json {
        return writeln!(out, "{}", wire::report(Some(&args.instance), report));
    }
    let name = instance.header().name.as_deref().unwrap_or(&args.instance);
    let params: Vec<_> =
        report.params.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let tally = report.tally;
    writeln!(out, "instance  {name}")?;
    writeln!(out, "solver    {} {}", report.solver, params.join(" "))?;
    writeln!(out, "score     {}", scored(report))?;
    if let Some(argument) = &report.argument {
        writeln!(out, "because   {argument}")?;
    }
    if let Some(solutions) = report.solutions {
        writeln!(out, "solutions {}", counted(solutions, report.is_complete()))?;
    }
    let finishing = match tally.finishing {
        0 => String::new(),
        moves => format!(", and {moves} moves after the limit to finish the game"),
    };
    writeln!(
        out,
        "work      {} evaluations, {} nodes generated, {} expanded, {} kept at most{finishing}",
        tally.evaluations, tally.generated, tally.expanded, tally.kept
    )?;
    if let Some(methods) = credited(report) {
        writeln!(out, "methods   {methods}")?;
    }
    if let Some(recipe) = &report.recipe {
        writeln!(out, "recipe    --param {}=\"{}\"", recipe.setting, recipe.value)?;
    }
    let is_drawn = instance.has_drawn_answers();
    write_answer(&mut out, "answer", &report.answer, is_drawn)?;
    if !report.second.is_empty() {
        write_answer(&mut out, "another", &report.second, is_drawn)?;
    }
    let ended = match report.halted {
        Some(Halt::Interrupted) | None => report.stopped().to_owned(),
        Some(halt) => format!("stopped by the limit on {}", halt.word()),
    };
    crate::tell!("{ended} after {:.2} s", report.seconds);
    Ok(())
}

/// Describes the score, how the game ended and what is proved.
fn scored(report: &Report) -> String {
    let score = report.score.map_or("no answer".to_owned(), |score| score.to_string());
    let goal = report.ending.words();
    let proof = match (report.proved, report.bound) {
        // Where solutions are counted, the proof is about their number, which has its own line.
        _ if report.solutions.is_some() => String::new(),
        (true, _) if report.is_complete() => ", proved best".to_owned(),
        (true, _) => ", and proved to have no solution".to_owned(),
        (false, Some(bound)) => format!(", proved to be at most {bound}"),
        (false, None) => String::new(),
    };
    format!("{score} ({goal}{proof})")
}

/// Describes each method's share of the work, and which one found the answer if there is one; `None`
/// for a single method.
fn credited(report: &Report) -> Option<String> {
    let worked: Vec<_> = report.credits.iter().filter(|credit| credit.share > 0.0).collect();
    let words = |credit: &&Credit| {
        let won = if credit.won && report.is_complete() { ", which found the answer" } else { "" };
        format!("{} {:.0} % of the work{won}", credit.name, 100.0 * credit.share)
    };
    match worked.as_slice() {
        [] => None,
        [only] => Some(only.name.to_owned()),
        several => Some(several.iter().map(words).collect::<Vec<_>>().join("; ")),
    }
}

/// Describes what is known about the number of solutions.
fn counted(solutions: Solutions, found: bool) -> &'static str {
    match solutions {
        Solutions::None => "none (proved)",
        Solutions::One => "one (proved)",
        Solutions::Several => "several; two are shown",
        Solutions::Unknown if found => "at least one; not known whether there are more",
        Solutions::Unknown => "not known",
    }
}

/// Writes rows, and moves of several words, one per line, and other moves in one paragraph. Only
/// the first of many moves are shown.
pub(super) fn write_answer(
    out: &mut impl Write,
    head: &str,
    entries: &Entries,
    is_drawn: bool,
) -> std::io::Result<()> {
    let shown = if is_drawn { entries.len() } else { entries.len().min(MOST_MOVES) };
    let first: Vec<&str> = entries.iter().take(shown).collect();
    if is_drawn || first.iter().any(|entry| entry.contains(' ')) {
        writeln!(out, "{head}")?;
        first.iter().try_for_each(|entry| writeln!(out, "{entry}"))?;
    } else {
        writeln!(out, "{:<9} {}", head, first.join(" "))?;
    }
    match entries.len() - shown {
        0 => Ok(()),
        more => {
            writeln!(out, "          and {more} more: all of them with -o FILE, or with --json")
        }
    }
}

/// Maximum number of moves that are shown.
const MOST_MOVES: usize = 40;
