//! `quarry run`: executes the missing runs of an experiment and prints its table; or runs a part of
//! it, or runs it on a cluster.

use quarry::Catalogue;
use std::collections::BTreeSet;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use quarry_lab::slurm::{self, Following};
use quarry_lab::units::{self, Folder, Surveyor, Terms, work};
use quarry_lab::{Plan, ResultTable, Results, Shipped, Store, Unit};

use crate::args::{ClusterEngine, RunArgs, Units};
use crate::commands::collect;
use crate::input::Complaint;
use crate::interrupt::stop_on_interrupt;
use crate::progress::{ClusterBar, ExperimentBar};
use crate::workplace::{Workplace, threads, unusable};
use crate::{Exit, Result, cluster, input, json};

pub(crate) fn run(catalogue: &Catalogue, args: &RunArgs) -> Result {
    if args.retry && args.units.is_none() && args.cluster.on.is_none() {
        let why = "--retry is for units: name some with --units, or use --on";
        return Err(Complaint::Words(why.to_owned()));
    }
    if let Some(units) = &args.units
        && Path::new(&args.experiment).is_dir()
    {
        let folder = Folder::open(Path::new(&args.experiment)).map_err(|error| words(&error))?;
        return folder
            .with_units(catalogue, |all| part(args, &folder, all, units))
            .map_err(|error| words(&error))?;
    }
    let whole = input::experiment(catalogue, &args.experiment)?;
    let plan = Plan::of(input::form(&whole, args.reduced)?);
    let all: Vec<&Unit> = plan.units().collect();
    match (&args.units, args.cluster.on) {
        (Some(units), _) => {
            let out = args.out.as_deref().ok_or_else(|| {
                Complaint::Words("where do the results go? name a folder with --out".to_owned())
            })?;
            part(args, &folder(args, out, &plan, &all)?, &all, units)
        }
        (None, Some(ClusterEngine::Slurm)) => on_slurm(catalogue, args, &plan, &all),
        (None, None) => {
            let Some(results) = Workplace::open(&args.running)?.complete(&plan)? else {
                return Ok(Exit::Interrupted);
            };
            print(args, &results)
        }
    }
}

fn print(args: &RunArgs, results: &Results) -> Result {
    let table = if args.times { ResultTable::timed(results) } else { ResultTable::of(results) };
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

fn words(error: &dyn std::error::Error) -> Complaint {
    Complaint::Words(error.to_string())
}

fn terms(args: &RunArgs) -> Terms {
    Terms { block: args.block.map(|units| units as usize), lease: args.lease }
}

fn folder(
    args: &RunArgs,
    path: &Path,
    plan: &Plan,
    units: &[&Unit],
) -> std::result::Result<Folder, Complaint> {
    Folder::prepare(path, &plan.experiment.name, units, terms(args)).map_err(|error| words(&error))
}

/// Gives units that were given up new tries, if that was asked for.
fn retry(
    args: &RunArgs,
    folder: &Folder,
    numbers: &[RangeInclusive<usize>],
) -> std::result::Result<(), Complaint> {
    if args.retry {
        let count = folder.retry(numbers).map_err(|error| words(&error))?;
        crate::tell!("{count} units that were given up are tried again");
    }
    Ok(())
}

/// Runs some of a folder's units.
fn part(args: &RunArgs, folder: &Folder, all: &[&Unit], units: &Units) -> Result {
    let numbers = units.among(folder.units(), folder.block()).map_err(Complaint::Words)?;
    retry(args, folder, &numbers)?;
    let stop = stop_on_interrupt()?;
    let mut progress = ExperimentBar::new(args.running.quiet, folder.experiment());
    let shift =
        work(folder, all, &numbers, threads(&args.running), &stop, &mut |step| progress.note(step));
    drop(progress);
    let shift = shift.map_err(|error| words(&error))?;
    let place = folder.path().display();
    crate::tell!("{} of {} units are in {place}", shift.done, shift.all);
    for unit in &shift.failed {
        crate::tell!(
            "unit {unit} was given up: its process died {} times; --retry tries it again",
            units::TRIES
        );
    }
    if !shift.is_over() {
        crate::tell!("stopped; the same command continues");
        return Ok(Exit::Later);
    }
    Ok(if shift.failed.is_empty() { Exit::Yes } else { Exit::No })
}

/// Runs everything that the store lacks on a cluster.
fn on_slurm(catalogue: &Catalogue, args: &RunArgs, plan: &Plan, units: &[&Unit]) -> Result {
    let name = &plan.experiment.name;
    let order = cluster::order(
        &args.cluster,
        call(catalogue, args)?,
        args.running.threads.map_or(1, usize::from),
    )?;
    let default = || PathBuf::from(format!("{name}.units"));
    let path = cluster::absolute(&args.out.clone().unwrap_or_else(default))?;
    if args.dry_run {
        let text = slurm::dry(&order, name, units.len(), &path, terms(args));
        write!(anstream::stdout().lock(), "{text}")?;
        return Ok(Exit::Yes);
    }
    let store = |error| unusable(&args.running, &error);
    let mut runs = Store::open(&args.running.store).map_err(store)?;
    let folder = folder(args, &path, plan, units)?;
    retry(args, &folder, &[1..=units.len()])?;
    let mut skipped = BTreeSet::new();
    for unit in units {
        if runs.contains(&unit.key).map_err(store)? {
            skipped.insert(unit.number);
        }
    }
    let stop = stop_on_interrupt()?;
    let progress = ClusterBar::new(args.running.quiet, name, units.len());
    let mut surveyor = Surveyor::new(&folder, units);
    let end = slurm::follow(&folder, &mut surveyor, &skipped, &order, &stop, &mut |standing| {
        progress.note(standing);
    });
    drop(progress);
    if let Following::Stopped(job) = end.map_err(|error| words(&error))? {
        crate::tell!(
            "array {job} is still running; the same command continues, `scancel {job}` ends it"
        );
        return Ok(Exit::Interrupted);
    }
    let collected = units::collect(catalogue, &folder, &mut runs).map_err(|error| words(&error))?;
    collect::print(&collected, &mut anstream::stderr().lock())?;
    print(args, &Results::of(plan, &runs).map_err(store)?)?;
    Ok(if collected.is_complete() { Exit::Yes } else { Exit::No })
}

/// Returns the arguments of the program on a node, before the units.
fn call(catalogue: &Catalogue, args: &RunArgs) -> std::result::Result<Vec<String>, Complaint> {
    let experiment = match Shipped::named(catalogue, &args.experiment) {
        _ if args.experiment == "-" => {
            return Err(Complaint::Words(
                "a cluster cannot read standard input: name a file".to_owned(),
            ));
        }
        Some(shipped) if !Path::new(&args.experiment).exists() => shipped.name.to_owned(),
        _ => cluster::absolute(Path::new(&args.experiment))?.display().to_string(),
    };
    let mut words = vec!["run".to_owned(), experiment];
    words.extend(args.reduced.then(|| "--reduced".to_owned()));
    Ok(words)
}
