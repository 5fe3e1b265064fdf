//! Races: they name a winner, can be killed, and report invalid files.

use std::process::Stdio;

use rusqlite::Connection;

use crate::program::{Folder, command};

const RACE: &str = r#"
question = "Which beam?"
runs = 2
budget = { nodes = 20_000 }

[race]
most = 80

[[instances]]
generate = "samegame"
params = { rows = 6, columns = 6 }
count = 10

[[solvers]]
name = "beam"
params = { width = [1, 2, 16] }

[[solvers]]
name = "random"
"#;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("race.toml", RACE);
    folder
}

fn stored(folder: &Folder, store: &str) -> usize {
    let Ok(connection) = Connection::open(folder.path(store)) else { return 0 };
    connection.query_row("SELECT count(*) FROM runs", [], |row| row.get(0)).unwrap_or(0)
}

#[test]
fn a_race_names_its_winner_and_saves_runs() {
    let folder = folder();
    let ran = folder
        .quarry(&["tune", "race.toml", "--threads", "1", "--store", "one.sqlite"])
        .ends_with(0);
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!(lines[0], "Which beam?");
    assert!(lines[2].starts_with("1 of 4 configurations left after 1 iteration, "), "{}", ran.out);
    assert!(lines[5].starts_with("beam width=16 "), "{}", ran.out);
    let runs = stored(&folder, "one.sqlite");
    assert!(
        runs < 80 && lines[2].contains(&format!(" and {runs} of 80 runs: ")),
        "{runs}: {}",
        ran.out
    );

    let two = folder
        .quarry(&["tune", "race.toml", "--threads", "2", "--store", "two.sqlite"])
        .ends_with(0);
    assert_eq!(two.out, ran.out);
    let again =
        folder.quarry(&["tune", "race.toml", "--store", "two.sqlite", "--json"]).ends_with(0);
    let rows: Vec<serde_json::Value> =
        again.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((rows.len(), stored(&folder, "two.sqlite")), (4, runs));
    assert_eq!((&rows[0]["left"], &rows[0]["params"]["width"]), (&true.into(), &16.into()));
    assert!(
        rows[1..]
            .iter()
            .all(|row| row["reason"] == "worse" && row["p_value"].as_f64() < Some(0.05))
    );
}

#[test]
fn a_killed_race_ends_as_one_that_was_left_alone() {
    // Long enough to be killed in the middle.
    let long = RACE
        .replace("nodes = 20_000", "evaluations = 3_000")
        .replace("\"beam\"\nparams = { width = [1, 2, 16] }", "\"annealing\"");
    let folder = Folder::new();
    folder.write("race.toml", long.replace("rows = 6, columns = 6", "rows = 15"));
    let whole = folder.quarry(&["tune", "race.toml", "--store", "whole.sqlite"]).ends_with(0);
    for runs in [1, 6] {
        let mut child =
            command(&folder.path(""), &["tune", "race.toml", "--store", "killed.sqlite"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the binary starts");
        while stored(&folder, "killed.sqlite") < runs
            && child.try_wait().expect("a child").is_none()
        {
            std::thread::yield_now();
        }
        child.kill().expect("kill -9");
        child.wait().expect("it ends");
    }
    let killed = stored(&folder, "killed.sqlite");
    assert!(
        (6..stored(&folder, "whole.sqlite")).contains(&killed),
        "killed in the middle: {killed}"
    );
    let ran = folder.quarry(&["tune", "race.toml", "--store", "killed.sqlite"]).ends_with(0);
    assert_eq!(ran.out, whole.out);
    assert_eq!(stored(&folder, "killed.sqlite"), stored(&folder, "whole.sqlite"));
}

#[test]
fn races_and_other_experiments_are_told_apart() {
    let folder = folder();
    folder.write("plain.toml", RACE.replace("[race]\nmost = 80\n", ""));
    folder.write("bad.toml", RACE.replace("most = 80", "most = 8"));
    let refused = |args: &[&str], expected: &str| {
        let ran = folder.quarry(args).ends_with(2);
        assert!(ran.out.is_empty() && ran.err.starts_with(expected), "{}", ran.err);
        assert!(!folder.path("quarry.sqlite").exists());
    };
    let race =
        "error: race.toml:6:1: expected an experiment without a race; `quarry tune` runs races";
    refused(&["run", "race.toml"], race);
    refused(&["report", "race.toml"], race);
    refused(
        &["tune", "plain.toml"],
        "error: plain.toml:17:16: expected a key `race`, such as `[race] most = 1000`",
    );
    refused(&["tune", "bad.toml"], "error: bad.toml:7:8: expected `most` to be at least 20");
}

/// The races that ship are parsed and checked completely, although they take too long to run here.
#[test]
fn the_house_s_own_races_can_begin() {
    let place = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments");
    let folder = Folder::new();
    let mut found = 0;
    for file in
        std::fs::read_dir(place).expect("the experiments").flatten().map(|entry| entry.path())
    {
        if file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("tune-")) {
            // A store that cannot be opened: by then the file has been parsed, and nothing is run.
            let ran =
                folder.quarry(&["tune", &file.to_string_lossy(), "--store", "."]).ends_with(2);
            assert!(
                ran.err.contains("choose another place for the runs with --store"),
                "{}",
                ran.err
            );
            found += 1;
        }
    }
    assert!(found >= 1);
}
