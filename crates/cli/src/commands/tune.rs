//! `quarry tune`: runs a race and prints the remaining configurations, and when and why the others
//! were eliminated.

use quarry::Catalogue;
use std::io::Write;
use std::path::PathBuf;

use crate::args::TuneArgs;
use crate::workplace::Workplace;
use crate::{Exit, Result, cluster, input, json};

pub(crate) fn run(catalogue: &Catalogue, args: &TuneArgs) -> Result {
    let race = input::race(catalogue, &args.experiment)?;
    let place = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.units", race.name)));
    let executor = cluster::executor(
        catalogue,
        &args.cluster,
        &place,
        args.running.threads.map_or(1, usize::from),
    )?;
    let Some(outcome) = Workplace::open(&args.running)?.tune(&race, executor)? else {
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
