//! `quarry solve` for a collection: a line for each instance, and a summary.

use std::collections::BTreeMap;
use std::io::Write;

use quarry::{Catalogue, Halt, Report, wire};

use super::{counted, request, scored};
use crate::args::SolveArgs;
use crate::commands::answers::ANSWER_HEAD;
use crate::input::{Complaint, Instances};
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::progress::CountBar;
use crate::{Exit, Result};

pub(super) fn run(
    catalogue: &Catalogue,
    args: &SolveArgs,
    instances: &Instances,
    output: Option<&Output>,
) -> Result {
    let stop = stop_on_interrupt()?;
    let count = instances.count();
    let progress = CountBar::new(args.quiet, "solve", count as u64, "puzzles");
    let mut summary = Summary::default();
    let mut answers = String::new();
    let mut is_interrupted = false;
    for index in 0..count {
        let instance = instances.open(index)?;
        let request = request(catalogue, args, &*instance, &stop)?;
        let report = instance
            .solve(&request, &mut |_| {})
            .map_err(|error| Complaint::Words(error.to_string()))?;
        progress.note(index as u64 + 1);
        let name = instances.name(index);
        if output.is_some() {
            answers.push_str(&format!("{ANSWER_HEAD}\n{}\n", instance.answer_file(&report)));
        }
        if !output.is_some_and(Output::is_standard) {
            progress.print_above(|| print(args, &name, &report))?;
        }
        is_interrupted = report.halted == Some(Halt::Interrupted);
        summary.note(name, &report);
        if is_interrupted {
            break;
        }
    }
    drop(progress);
    if let Some(output) = output {
        output.keep(answers.as_bytes())?;
    }
    if !args.json && !output.is_some_and(Output::is_standard) {
        writeln!(anstream::stdout().lock(), "{}", summary.words(count))?;
    }
    summary.tell_time(is_interrupted);
    Ok(match is_interrupted {
        true => Exit::Interrupted,
        false if summary.solved == count => Exit::Yes,
        false => Exit::No,
    })
}

fn print(args: &SolveArgs, name: &str, report: &Report) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    if args.json {
        return writeln!(out, "{}", wire::report(Some(name), report));
    }
    let solutions = report.solutions.map_or(String::new(), |solutions| {
        // What follows a semicolon is about the answers, which are not shown here.
        let known = counted(solutions, report.is_complete());
        format!(", solutions: {}", known.split(';').next().unwrap_or(known))
    });
    writeln!(out, "{name}  {}{solutions}", scored(report))
}

/// What came of all instances so far.
#[derive(Debug, Default)]
struct Summary {
    tried: usize,
    solved: usize,
    /// How many instances have how many solutions, by the word for it.
    solutions: BTreeMap<&'static str, usize>,
    seconds: f64,
    slowest: Option<(f64, String)>,
}

impl Summary {
    fn note(&mut self, name: String, report: &Report) {
        self.tried += 1;
        self.solved += usize::from(report.is_complete());
        if let Some(solutions) = report.solutions {
            *self.solutions.entry(solutions.word()).or_default() += 1;
        }
        self.seconds += report.seconds;
        if self.slowest.as_ref().is_none_or(|(seconds, _)| *seconds < report.seconds) {
            self.slowest = Some((report.seconds, name));
        }
    }

    fn words(&self, count: usize) -> String {
        let solutions = self.solutions.iter().map(|(word, count)| format!("{word} {count}"));
        let solutions = solutions.collect::<Vec<_>>().join(", ");
        let solutions = match solutions.as_str() {
            "" => String::new(),
            counts => format!("; solutions: {counts}"),
        };
        format!("solved {} of {count}{solutions}", self.solved)
    }

    /// Times go to standard error, so that standard output is the same for the same seed and budget.
    fn tell_time(&self, is_interrupted: bool) {
        let ended = if is_interrupted { "interrupted" } else { "finished" };
        let slowest = self.slowest.as_ref().map_or(String::new(), |(seconds, name)| {
            format!(", at most {seconds:.2} s for one ({name})")
        });
        crate::tell!("{ended} after {} puzzles in {:.2} s{slowest}", self.tried, self.seconds);
    }
}
