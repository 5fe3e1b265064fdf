//! `quarry check`: checks a whole store and says what is lost.

use std::io::Write;

use quarry::Catalogue;
use quarry_lab::{DamagedRun, Store, StoreCheck, StoreError};
use serde_json::json;

use crate::args::CheckArgs;
use crate::input::Complaint;
use crate::progress::CountBar;
use crate::{Exit, Result};

/// Maximum number of damaged runs that are printed one by one; with `--json`, all are.
const MOST_PRINTED: usize = 20;

pub(crate) fn run(catalogue: &Catalogue, args: &CheckArgs) -> Result {
    let place = args.store.display();
    let store = match Store::read(&args.store) {
        Ok(store) => store,
        Err(StoreError::Damaged(what)) => {
            let structure = vec![what];
            return tell(args, &StoreCheck { structure, ..StoreCheck::default() }, false);
        }
        Err(error) => {
            let advice = "name the file in which `quarry run` stores its runs";
            return Err(Complaint::Words(format!("{place}: {error}; {advice}")));
        }
    };
    let mut progress = None;
    let check = store.check(catalogue, &mut |done, all| {
        progress
            .get_or_insert_with(|| CountBar::new(false, "check", all as u64, "runs"))
            .note(done as u64);
    });
    drop(progress);
    drop(store);
    // Where SQLite's own structures are damaged, a change may do more damage.
    let removes = args.remove && check.structure.is_empty() && !check.damaged.is_empty();
    if removes {
        let removed = Store::open(&args.store).and_then(|mut store| store.remove(&check.damaged));
        removed.map_err(|error| Complaint::Words(format!("{place}: {error}")))?;
    }
    tell(args, &check, removes)
}

/// Prints what was found, and whether the damaged runs were removed.
fn tell(args: &CheckArgs, check: &StoreCheck, removed: bool) -> Result {
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", object(check, removed))?;
    } else {
        print(check, &args.store.display().to_string(), &mut out)?;
        if removed {
            writeln!(out, "the damaged runs were removed; `quarry run` makes them again")?;
        } else if !check.structure.is_empty() {
            let advice = "`sqlite3 FILE .recover` saves what can be read; check that store again";
            writeln!(out, "nothing can be removed from a file like this: {advice}")?;
        }
    }
    Ok(if check.is_sound() || removed { Exit::Yes } else { Exit::No })
}

fn print(check: &StoreCheck, place: &str, out: &mut dyn Write) -> std::io::Result<()> {
    let StoreCheck { runs, judged, abridged, unknown, unsealed, structure, damaged } = check;
    match damaged.len() {
        0 if structure.is_empty() => writeln!(out, "{place} is sound: {runs} runs")?,
        _ if *runs == 0 => writeln!(out, "{place} is damaged: no run in it can be read")?,
        lost => writeln!(out, "{place} is damaged: {lost} of {runs} runs are lost")?,
    }
    writeln!(out, "{judged} answers were judged again, with the same result")?;
    let notes = [
        (abridged, "answers were too long to be kept, so they were not judged again"),
        (unknown, "answers are to puzzles that this program does not know"),
        (unsealed, "runs have no checksum: an earlier program stored them"),
    ];
    for (count, words) in notes {
        if *count > 0 {
            writeln!(out, "{count} {words}")?;
        }
    }
    for DamagedRun { id, words, why } in damaged.iter().take(MOST_PRINTED) {
        let words = words.as_ref().map_or(String::new(), |words| format!(" ({words})"));
        writeln!(out, "run {id}{words}: {why}")?;
    }
    if damaged.len() > MOST_PRINTED {
        writeln!(out, "and {} more; --json names all", damaged.len() - MOST_PRINTED)?;
    }
    structure.iter().try_for_each(|message| writeln!(out, "SQLite: {message}"))
}

fn object(check: &StoreCheck, removed: bool) -> serde_json::Value {
    let run = |run: &DamagedRun| json!({"run": run.id, "what": run.words, "why": run.why});
    json!({
        "sound": check.is_sound(),
        "runs": check.runs,
        "judged": check.judged,
        "abridged": check.abridged,
        "unknown": check.unknown,
        "without_checksum": check.unsealed,
        "damaged": check.damaged.iter().map(run).collect::<Vec<_>>(),
        "structure": check.structure,
        "removed": removed,
    })
}
