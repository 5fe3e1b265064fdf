//! `quarry run`: executes what is missing of an experiment and prints its table.

use std::io::Write;
use std::num::NonZero;
use std::path::Path;

use quarry::ParseError;
use quarry_lab::{Experiment, Plan, Results, RunError, Store, StoreError, Table, execute};

use crate::args::RunArgs;
use crate::input::Complaint;
use crate::interrupt::stop_on_interrupt;
use crate::progress::ExperimentProgress;
use crate::{Exit, Result, input, json};

pub(crate) fn run(args: &RunArgs) -> Result {
    let experiment = read(&args.experiment)?;
    let plan = Plan::of(&experiment);
    let place = args.store.display();
    let unusable = |error: StoreError| {
        Complaint::Words(format!("{place}: {error}; choose another place for the runs with --store"))
    };
    let mut store = Store::open(&args.store).map_err(unusable)?;

    let stop = stop_on_interrupt()?;
    let mut progress = ExperimentProgress::new(args.quiet);
    let end = execute(&plan, &mut store, threads(args.threads), &stop, &mut |step| progress.note(step));
    progress.finish();
    let end = end.map_err(|error| match error {
        RunError::Store(error) => unusable(error),
        RunError::Solve(error) => Complaint::Words(error.to_string()),
    })?;
    if !end.is_complete() {
        let (done, all) = (end.done, end.all);
        anstream::eprintln!("stopped: {done} of {all} runs are in {place}; the same command continues");
        return Ok(Exit::Interrupted);
    }

    let table = Table::of(&Results::of(&plan, &store).map_err(unusable)?);
    let mut out = anstream::stdout().lock();
    if args.json {
        for row in &table.rows {
            writeln!(out, "{}", json::row(&table, row))?;
        }
    } else {
        write!(out, "{table}")?;
    }
    Ok(Exit::Yes)
}

/// Reads the experiment; it is called by its file's name, and the files it names lie beside it.
pub(crate) fn read(file: &str) -> std::result::Result<Experiment, Complaint> {
    read_by(file, Experiment::parse)
}

/// Reads an experiment file by any of its readers, which take name, text and folder.
pub(crate) fn read_by<T>(
    file: &str,
    parse: impl Fn(&str, &str, &Path) -> std::result::Result<T, ParseError>,
) -> std::result::Result<T, Complaint> {
    let text = input::text(file, "expected an experiment file or `-`")?;
    let path = Path::new(file);
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new(""));
    parse(&name, &text, folder).map_err(|error| Complaint::Malformed(file.to_owned(), error))
}

/// As many threads as were asked for, or one for each core.
pub(crate) fn threads(chosen: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    chosen.map_or_else(cores, usize::from)
}
