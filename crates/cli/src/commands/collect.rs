//! `quarry collect`: inserts the results in a shared folder into a store, and reports what is
//! missing.

use std::io::Write;

use quarry::Catalogue;
use quarry_lab::Store;
use quarry_lab::units::{self, CollectError, Collected, Folder, RefusedUnit, ranges};
use serde_json::json;

use crate::args::CollectArgs;
use crate::input::Complaint;
use crate::{Exit, Result};

pub(crate) fn run(catalogue: &Catalogue, args: &CollectArgs) -> Result {
    let folder = Folder::open(&args.folder).map_err(|error| Complaint::Words(error.to_string()))?;
    let place = args.store.display();
    let unusable = |error: &dyn std::error::Error| {
        Complaint::Words(format!(
            "{place}: {error}; choose another place for the runs with --store"
        ))
    };
    let mut store = Store::open(&args.store).map_err(|error| unusable(&error))?;
    let collected =
        units::collect(catalogue, &folder, &mut store).map_err(|error| match error {
            CollectError::Store(error) => unusable(&error),
            error @ CollectError::Folder(_) => Complaint::Words(error.to_string()),
        })?;
    if args.json {
        writeln!(anstream::stdout().lock(), "{}", object(&collected))?;
    } else {
        let Collected { units, stored, new, .. } = collected;
        writeln!(
            anstream::stdout().lock(),
            "{stored} of {units} units are in {place}, {new} of them new"
        )?;
        print(&collected, &mut anstream::stdout().lock())?;
    }
    Ok(if collected.is_complete() { Exit::Yes } else { Exit::No })
}

/// Prints everything out of the ordinary: repeated, missing, failed and differing units, damaged
/// files.
pub(crate) fn print(collected: &Collected, out: &mut dyn Write) -> std::io::Result<()> {
    let repeated = collected.again;
    if repeated > 0 && collected.differing.is_empty() {
        writeln!(
            out,
            "{repeated} results are of units that were run more than once: all are the same"
        )?;
    }
    if !collected.missing.is_empty() {
        writeln!(out, "{} units are missing: {}", collected.missing.len(), spelled(collected))?;
    }
    for failed in &collected.failed {
        writeln!(
            out,
            "unit {} was given up after {} tries: {}; `--retry` tries it again",
            failed.unit,
            failed.tries.len(),
            failed.words
        )?;
        for (owner, log) in &failed.tries {
            let log = log.as_ref().map_or(String::new(), |log| format!(", log {log}"));
            writeln!(out, "    {owner}{log}")?;
        }
    }
    for differing in &collected.differing {
        let advice = "do all nodes have the same program?";
        writeln!(
            out,
            "unit {} had a different result when it was run again: {}; {advice}",
            differing.unit, differing.words
        )?;
    }
    for refused in &collected.refused {
        let RefusedUnit { unit, words, why, path } = refused;
        writeln!(
            out,
            "unit {unit} is not stored: {words}: {why}; delete {} to run its units again",
            path.display()
        )?;
    }
    if collected.unjudged > 0 {
        writeln!(
            out,
            "{} answers were too long to be kept, so they were not judged again",
            collected.unjudged
        )?;
    }
    for (path, why) in &collected.damaged {
        writeln!(out, "{} is damaged: {why}", path.display())?;
    }
    Ok(())
}

fn spelled(collected: &Collected) -> String {
    let numbers: Vec<usize> = collected.missing.iter().map(|missing| missing.unit).collect();
    let spell = |range: std::ops::RangeInclusive<usize>| match (range.start(), range.end()) {
        (one, other) if one == other => one.to_string(),
        (first, last) => format!("{first}..{last}"),
    };
    ranges(&numbers).into_iter().map(spell).collect::<Vec<_>>().join(",")
}

fn object(collected: &Collected) -> serde_json::Value {
    let tried = |(owner, log): &(String, Option<String>)| json!({"owner": owner, "log": log});
    let failed = |failed: &units::Failed| {
        let tries: Vec<_> = failed.tries.iter().map(tried).collect();
        json!({"unit": failed.unit, "what": failed.words, "tries": tries})
    };
    let refused = |refused: &RefusedUnit| {
        json!({"unit": refused.unit, "what": refused.words, "why": refused.why,
            "file": refused.path.display().to_string()})
    };
    json!({
        "units": collected.units,
        "stored": collected.stored,
        "new": collected.new,
        "repeated": collected.again,
        "missing": collected.missing.iter().map(|missing| missing.unit).collect::<Vec<_>>(),
        "failed": collected.failed.iter().map(failed).collect::<Vec<_>>(),
        "differing": collected.differing.iter().map(|one| one.unit).collect::<Vec<_>>(),
        "refused": collected.refused.iter().map(refused).collect::<Vec<_>>(),
        "unjudged": collected.unjudged,
        "damaged": collected.damaged.iter().map(|(path, _)| path.display().to_string()).collect::<Vec<_>>(),
    })
}
