//! `quarry solve`: runs a solver, prints the best answer, also after Ctrl-C.

use std::io::Write;

use quarry::{Halt, Instance, Report, Request, Solutions, catalogue};

use crate::args::SolveArgs;
use crate::input::Complaint;
use crate::interrupt::stop_on_interrupt;
use crate::progress::Progress;
use crate::{Exit, Result, input, json};

pub(crate) fn run(args: &SolveArgs) -> Result {
    let instance = input::instance(&args.instance)?;
    let default = catalogue().exhibit(instance.puzzle()).map_or("", |exhibit| exhibit.default_solver());
    let solver = args.solver.as_deref().unwrap_or(default);
    let request = Request {
        solver: args.solver.clone(),
        params: input::settings(&*instance, solver, &args.params)?,
        budget: args.limits.budget(),
        threads: usize::from(args.threads),
        seed: args.seed,
        stop: stop_on_interrupt()?,
        whole_process: true,
    };
    let progress = Progress::new(args.quiet, solver, request.budget);
    let report = instance
        .solve(&request, &mut |event| progress.note(event))
        .map_err(|error| Complaint::Words(error.to_string()))?;

    if let Some(path) = &args.output {
        input::write(path, instance.answer_file(&report))?;
    }
    print(args, &*instance, &report)?;
    Ok(match report.halted {
        Some(Halt::Interrupted) => Exit::Interrupted,
        _ if report.is_complete() => Exit::Yes,
        _ => Exit::No,
    })
}

/// Time goes to standard error: standard output is the same for the same seed and budget.
fn print(args: &SolveArgs, instance: &dyn Instance, report: &Report) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    if args.json {
        return writeln!(out, "{}", json::report(&args.instance, report));
    }
    let name = instance.header().name.as_deref().unwrap_or(&args.instance);
    let params: Vec<_> = report.params.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let score = report.score.map_or("no answer".to_owned(), |score| score.to_string());
    let goal = report.ending.words();
    let proof = match (report.proved, report.bound) {
        // Where solutions are counted, what is proved is their number, which has a line of its own.
        _ if report.solutions.is_some() => String::new(),
        (true, _) => ", proved best".to_owned(),
        (false, Some(bound)) => format!(", proved to be at most {bound}"),
        (false, None) => String::new(),
    };
    let tally = report.tally;
    writeln!(out, "instance  {name}")?;
    writeln!(out, "solver    {} {}", report.solver, params.join(" "))?;
    writeln!(out, "score     {score} ({goal}{proof})")?;
    if let Some(solutions) = report.solutions {
        writeln!(out, "solutions {}", counted(solutions, report.is_complete()))?;
    }
    writeln!(
        out,
        "work      {} evaluations, {} nodes generated, {} expanded, {} kept at most",
        tally.evaluations, tally.generated, tally.expanded, tally.kept
    )?;
    write_answer(&mut out, "answer    ", &report.answer)?;
    if !report.second.is_empty() {
        write_answer(&mut out, "another   ", &report.second)?;
    }
    let ended = match report.halted {
        Some(Halt::Interrupted) | None => report.stopped().to_owned(),
        Some(halt) => format!("stopped by the limit on {}", halt.word()),
    };
    anstream::eprintln!("{ended} after {:.2} s", report.seconds);
    Ok(())
}

/// What is known of the number of solutions, in words.
fn counted(solutions: Solutions, found: bool) -> &'static str {
    match solutions {
        Solutions::None => "none (proved)",
        Solutions::One => "one (proved)",
        Solutions::Several => "several; two are shown",
        Solutions::Unknown if found => "at least one; not known whether there are more",
        Solutions::Unknown => "not known",
    }
}

/// Moves on one line; rows, which are as wide as they are drawn, on a line each.
fn write_answer(out: &mut impl Write, head: &str, entries: &[String]) -> std::io::Result<()> {
    let is_drawn = entries.iter().any(|entry| entry.contains(' '));
    if !is_drawn {
        return writeln!(out, "{head}{}", entries.join(" "));
    }
    writeln!(out, "{}", head.trim_end())?;
    let shown = if entries.len() > MOST_LINES { LINES_OF_MANY } else { entries.len() };
    entries[..shown].iter().try_for_each(|entry| writeln!(out, "{entry}"))?;
    match entries.len() - shown {
        0 => Ok(()),
        rest => writeln!(out, "... and {rest} more: --output writes them all to a file, --json to a pipe"),
    }
}

/// More lines of an answer than that nobody reads.
const MOST_LINES: usize = 1_000;

/// How many lines are shown of an answer that has more.
const LINES_OF_MANY: usize = 20;
