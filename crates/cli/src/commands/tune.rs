//! `quarry tune`: runs a race and prints who is left, and when and why the others fell out.

use std::io::Write;

use quarry_lab::race::{Race, tune};
use quarry_lab::{RunError, Store, StoreError};

use crate::args::TuneArgs;
use crate::commands::run::{read_by, threads};
use crate::input::Complaint;
use crate::interrupt::stop_on_interrupt;
use crate::progress::ExperimentProgress;
use crate::{Exit, Result, json};

pub(crate) fn run(args: &TuneArgs) -> Result {
    let race = read_by(&args.experiment, Race::parse)?;
    let place = args.store.display();
    let unusable = |error: StoreError| {
        Complaint::Words(format!("{place}: {error}; choose another place for the runs with --store"))
    };
    let mut store = Store::open(&args.store).map_err(unusable)?;

    let stop = stop_on_interrupt()?;
    let mut progress = ExperimentProgress::new(args.quiet);
    let mut done = 0;
    let outcome = tune(&race, &mut store, threads(args.threads), &stop, &mut |step| {
        done = step.done;
        progress.note(step);
    });
    progress.finish();
    let outcome = outcome.map_err(|error| match error {
        RunError::Store(error) => unusable(error),
        RunError::Solve(error) => Complaint::Words(error.to_string()),
    })?;
    let Some(outcome) = outcome else {
        anstream::eprintln!("stopped: {done} runs of the race are in {place}; the same command continues");
        return Ok(Exit::Interrupted);
    };

    let mut out = anstream::stdout().lock();
    if args.json {
        let left = outcome.left.iter().map(json::standing);
        for configuration in left.chain(outcome.fallen.iter().map(json::fall)) {
            writeln!(out, "{configuration}")?;
        }
    } else {
        write!(out, "{outcome}")?;
    }
    Ok(Exit::Yes)
}
