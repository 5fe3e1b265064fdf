//! Damaged stores and folders: what is lost is told, and nothing else is shown.

use rusqlite::Connection;

use crate::experiments::{EXPERIMENT, RUNS};
use crate::program::Folder;

/// Creates a folder with an experiment and its runs.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("experiment.toml", EXPERIMENT);
    folder.quarry(&["run", "experiment.toml", "--quiet"]).ends_with(0);
    folder
}

#[test]
fn a_changed_score_is_found_and_never_shown() {
    let folder = folder();
    let sound = folder.quarry(&["check", "quarry.sqlite"]).ends_with(0).out;
    let expected = format!(
        "quarry.sqlite is sound: {RUNS} runs\n\
         {RUNS} answers were judged again, with the same result\n"
    );
    assert_eq!(sound, expected);
    let store = Connection::open(folder.path("quarry.sqlite")).expect("a store");
    store.execute("UPDATE runs SET score = score + 1 WHERE id = 7", []).expect("an update");
    drop(store);
    let ran = folder.quarry(&["check", "quarry.sqlite"]).ends_with(1);
    assert!(ran.out.starts_with("quarry.sqlite is damaged: 1 of 48 runs are lost\n"), "{ran:?}");
    assert!(ran.out.contains("\nrun 7 (experiment: "), "{ran:?}");
    assert!(ran.out.ends_with("): its checksum does not match\n"), "{ran:?}");
    let json = folder.quarry(&["check", "quarry.sqlite", "--json"]).ends_with(1).json();
    assert_eq!((&json["sound"], &json["damaged"][0]["run"]), (&false.into(), &7.into()), "{json}");
    for args in [
        &["run", "experiment.toml", "--quiet"][..],
        &["report", "experiment.toml"],
        &["export", "-o", "runs.csv"],
        &["export", "-o", "runs.parquet"],
        &["export", "--format", "jsonl"],
        &["export", "--format", "iohanalyzer", "-o", "profile"],
    ] {
        let ran = folder.quarry(args).ends_with(2);
        let why = "run 7: its checksum does not match, so the store is damaged: `quarry check`";
        assert!(ran.err.contains(why) && ran.out.is_empty(), "{args:?}: {ran:?}");
    }
    let ran = folder.quarry(&["check", "quarry.sqlite", "--remove"]).ends_with(0);
    assert!(ran.out.ends_with("were removed; `quarry run` makes them again\n"), "{ran:?}");
    folder.quarry(&["run", "experiment.toml", "--quiet"]).ends_with(0);
    assert_eq!(folder.quarry(&["check", "quarry.sqlite"]).ends_with(0).out, sound);
}

#[test]
fn what_is_no_store_is_bad_input() {
    let folder = Folder::new();
    folder.write("text", "no database at all, but long enough to look at");
    for name in ["text", "nowhere"] {
        let ran = folder.quarry(&["check", name]).ends_with(2);
        assert!(ran.err.starts_with(&format!("error: {name}: ")), "{ran:?}");
    }
    assert!(!folder.path("nowhere").exists());
}

#[test]
fn a_folder_that_was_changed_is_named() {
    let folder = Folder::new();
    folder.write("experiment.toml", EXPERIMENT);
    let run = ["run", "experiment.toml", "--units", "1..4", "--out", "units", "--block", "4"];
    folder.quarry(&run).ends_with(0);
    let ran = folder.quarry(&["run", "experiment.toml", "--retry"]).ends_with(2);
    assert!(ran.err.contains("--retry is for units"), "{ran:?}");
    let ran = folder.quarry(&["run", "units", "--units", "1..4", "--retry"]).ends_with(0);
    assert!(ran.err.starts_with("0 units that were given up are tried again\n"), "{ran:?}");

    folder.write("units/leases/000000.1", b"\xff\xfe");
    let ran = folder.quarry(&["collect", "units"]).ends_with(1);
    assert!(ran.out.starts_with("4 of 48 units are in quarry.sqlite, 4 of them new\n"), "{ran:?}");
    let damaged = "units/leases/000000.1 is damaged: it is not UTF-8 text; its block counts as \
                   claimed until the lease expires\n";
    assert!(ran.out.ends_with(damaged), "{ran:?}");

    let outline = folder.read("units/outline.json");
    folder.write("units/outline.json", outline.replacen("samegame", "sameqame", 1));
    let ran = folder.quarry(&["collect", "units"]).ends_with(2);
    assert!(
        ran.err
            .contains("units/outline.json: the content is not valid: its checksum does not match"),
        "{ran:?}"
    );
}
