//! Stores are damaged in many ways: what is lost is told, and nothing else is shown.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::export::{Export, Selection, What};
use crate::store::Stored;
use crate::store::checksum::{COVERED, STEP};
use crate::store::forms::tests::first_form;
use crate::subject::Lookup;
use crate::{Experiment, Plan, Results, execute};

const EXPERIMENT: &str = "question = \"who?\"\nruns = 4\nbudget = { evaluations = 200 }\n\
    [[instances]]\nname = \"samegame/table1-5x5-[34]\"\n[[solvers]]\nname = \"random\"\n";

fn experiment() -> Experiment {
    let catalogue = Catalogue::standard();
    Experiment::parse("who", EXPERIMENT, Lookup::without_files(&catalogue)).unwrap()
}

/// Makes a store with all runs, in one file.
fn filled(path: &Path, plan: &Plan) {
    let mut store = Store::open(path).unwrap();
    let calm = Arc::new(AtomicBool::new(false));
    execute(plan, &mut store, 1, &calm, &mut |_| {}).unwrap();
    store.connection.pragma_update(None, "journal_mode", "delete").unwrap();
}

fn check(store: &Store) -> StoreCheck {
    store.check(&Catalogue::standard(), &mut |_, _| {})
}

#[test]
fn a_change_of_any_value_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    filled(&path, &plan);
    let store = Store::open(&path).unwrap();
    let sound = check(&store);
    assert!(sound.is_sound(), "{sound:?}");
    assert_eq!((sound.runs, sound.judged, sound.unsealed), (8, 8, 0));

    let unit = &plan.units().nth(2).unwrap().key;
    let steps = STEP.iter().map(|&column| ("improvements", column));
    for (table, column) in COVERED.iter().map(|&column| ("runs", column)).chain(steps) {
        let id = match table {
            "runs" => "id = 3",
            _ => "rowid = (SELECT min(rowid) FROM improvements WHERE run = 3)",
        };
        // Foreign keys would refuse another instance.
        store.connection.execute_batch("PRAGMA foreign_keys = false; BEGIN").unwrap();
        let change = match column {
            "unit" | "experiment" | "program" | "instance" | "fingerprint" | "solver"
            | "params" | "budget" | "platform" | "started" | "stopped" | "answer" => {
                format!("{column} || ' '")
            }
            _ => format!("coalesce({column}, 0) + 1"),
        };
        let sql = format!("UPDATE {table} SET {column} = {change} WHERE {id}");
        assert_eq!(store.connection.execute(&sql, []).unwrap(), 1, "{table}.{column}");
        let lost = check(&store).damaged;
        assert_eq!(lost.iter().map(|run| run.id).collect::<Vec<_>>(), [3], "{table}.{column}");
        if column != "unit" {
            assert!(store.find(unit).is_err(), "{table}.{column}");
            assert!(Results::of(&plan, &store).is_err(), "{table}.{column}");
        }
        assert!(Export::of(&store, &Selection::All).is_err(), "{table}.{column}");
        store.connection.execute_batch("ROLLBACK").unwrap();
    }
    for (change, why) in [
        ("DELETE FROM improvements WHERE run = 3", CHANGED),
        ("UPDATE runs SET checksum = NULL, score = score + 1 WHERE id = 3", "it states score"),
        ("UPDATE runs SET checksum = NULL, seed = seed + 1 WHERE id = 3", "its key is not that"),
    ] {
        store.connection.execute_batch(&format!("BEGIN; {change}")).unwrap();
        let lost = check(&store).damaged;
        assert!(lost.len() == 1 && lost[0].why.contains(why), "{change}: {lost:?}");
        let words = lost[0].words.as_deref().unwrap();
        assert!(words.starts_with("who: random depth="), "{words}");
        store.connection.execute_batch("ROLLBACK").unwrap();
    }
    let instance = "UPDATE instances SET text = text || ' '";
    assert!(store.connection.execute(instance, []).unwrap() == 2);
    let lost = check(&store).damaged;
    assert!(lost.len() == 8 && lost.iter().all(|run| run.why == "its instance was changed"));

    // What was removed is made again.
    let mut store = store;
    store.remove(&lost[..4]).unwrap();
    store.remove(&lost[4..]).unwrap();
    let found = check(&store);
    assert!(found.is_sound() && found.runs == 0, "{found:?}");
    execute(&plan, &mut store, 1, &Arc::new(AtomicBool::new(false)), &mut |_| {}).unwrap();
    let found = check(&store);
    assert!(found.is_sound() && found.judged == 8, "{found:?}");
}

#[test]
fn runs_of_earlier_programs_have_no_checksum() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    filled(&path, &plan);
    let store = Store::open(&path).unwrap();
    store.connection.execute("UPDATE runs SET checksum = NULL WHERE id < 4", []).unwrap();
    let found = check(&store);
    assert!(found.is_sound() && (found.unsealed, found.judged) == (3, 8), "{found:?}");
    drop(store);

    // A store of the first form is read as it is, and migrated by a writer.
    let path = folder.path().join("old.sqlite");
    drop(first_form(&path));
    for open in [Store::read, Store::open] {
        let store = open(&path).unwrap();
        assert_eq!(store.find("key").unwrap().unwrap().score, Some(30));
        // Its instance is not one.
        assert_eq!(check(&store).damaged[0].why, "its instance was changed");
    }
}

/// Bits change anywhere in the file. What is shown is right or an error, exports do not panic, and
/// the check says so.
#[test]
fn a_damaged_file_shows_nothing_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    filled(&path, &plan);
    let whole = std::fs::read(&path).unwrap();
    let units: Vec<_> = plan.units().collect();
    let find = |store: &Store| -> Vec<Option<Option<Stored>>> {
        units.iter().map(|unit| store.find(&unit.key).ok()).collect()
    };
    let truth = find(&Store::read(&path).unwrap());
    let mut rng = quarry_core::Rng::new(3);
    let (mut told, mut harmless) = (0, 0);
    for round in 0..150 {
        let mut bytes = whole.clone();
        match round % 3 {
            0 => {
                let at = rng.below(bytes.len());
                bytes[at] ^= 1 << rng.below(8);
            }
            1 => {
                let at = rng.below(bytes.len());
                let end = (at + 1 + rng.below(600)).min(bytes.len());
                bytes[at..end].fill(rng.below(256) as u8);
            }
            _ => bytes.truncate(rng.below(bytes.len())),
        }
        std::fs::write(&path, bytes).unwrap();
        let Ok(store) = Store::read(&path) else {
            told += 1;
            continue;
        };
        let found = find(&store);
        let is_wrong = |(found, truth): (&Option<Option<Stored>>, &Option<Option<Stored>>)| {
            matches!(found, Some(Some(_))) && found != truth
        };
        assert!(!found.iter().zip(&truth).any(is_wrong), "round {round}");
        let check = check(&store);
        assert!(found == truth || !check.is_sound(), "round {round}: {check:?}");
        told += usize::from(!check.is_sound());
        harmless += usize::from(check.is_sound());
        let Ok(export) = Export::of(&store, &Selection::All) else { continue };
        for what in [What::Runs, What::Improvements] {
            let _ = export.parquet(what, std::io::sink());
            let _ = export.csv(what, std::io::sink());
        }
        let _ = export.json_lines(std::io::sink());
        let place = folder.path().join(format!("profile{round}"));
        let _ = export.iohanalyzer(&Catalogue::standard(), &place);
    }
    assert!(told > 50 && harmless > 0, "{told} and {harmless} of 150");
}

#[test]
fn runs_added_to_a_deleted_file_are_lost_with_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.sqlite");
    let experiment = experiment();
    let plan = Plan::of(&experiment);
    let mut store = Store::open(&path).unwrap();
    let calm = Arc::new(AtomicBool::new(false));
    let end = execute(&plan, &mut store, 1, &calm, &mut |step| {
        if step.done == 2 {
            std::fs::remove_file(&path).unwrap();
        }
    });
    let error = end.err().unwrap().to_string();
    assert!(error.contains("deleted or replaced while runs were added"), "{error}");
}
