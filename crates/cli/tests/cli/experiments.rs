//! Experiments that are stopped, killed and restarted lose nothing, repeat nothing and print the
//! same table.

use std::path::Path;
use std::process::{Child, Stdio};

use quarry::Catalogue;
use quarry_lab::COLLECTION;
use rusqlite::Connection;

use crate::program::{Folder, Ran, command};

pub(crate) const RUNS: usize = 48;

/// Each run is long enough to be interrupted.
pub(crate) const EXPERIMENT: &str = r#"
question = "Who is best?"
runs = 8

[budget]
evaluations = 4_000

[[instances]]
name = "samegame/standard-0[12]"

[[solvers]]
name = "iterative-sampling"

[[solvers]]
name = "annealing"

[[solvers]]
name = "beam"
params = { width = 20 }
"#;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("experiment.toml", EXPERIMENT);
    folder
}

fn start(folder: &Folder, threads: &str) -> Child {
    let args = ["run", "experiment.toml", "--threads", threads, "--store", "runs.sqlite"];
    command(&folder.path(""), &args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// Returns the units in the store, in the order of insertion.
pub(crate) fn stored(store: &Path) -> Vec<(i64, String)> {
    let Ok(connection) = Connection::open(store) else { return Vec::new() };
    let Ok(mut select) = connection.prepare("SELECT id, unit FROM runs ORDER BY id") else {
        return Vec::new();
    };
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("a query");
    rows.flatten().collect()
}

/// Waits until the store `runs.sqlite` holds this many runs, or the child has ended.
pub(crate) fn wait_for(folder: &Folder, child: &mut Child, runs: usize) {
    while stored(&folder.path("runs.sqlite")).len() < runs
        && child.try_wait().expect("a child").is_none()
    {
        std::thread::yield_now();
    }
}

#[test]
fn killed_again_and_again_it_prints_the_same_table() {
    let whole = folder();
    let expected =
        Ran::of(start(&whole, "1").wait_with_output().expect("it ends")).ends_with(0).out;
    assert_eq!(stored(&whole.path("runs.sqlite")).len(), RUNS);

    let folder = folder();
    let mut before = Vec::new();
    for (round, threads) in ["2", "1", "2", "1", "2"].into_iter().enumerate() {
        let mut child = start(&folder, threads);
        wait_for(&folder, &mut child, 1 + round * 8);
        child.kill().expect("kill -9");
        child.wait().expect("it ends");
        let after = stored(&folder.path("runs.sqlite"));
        assert!(after.starts_with(&before), "nothing is lost or done again");
        before = after;
    }
    assert!((33..RUNS).contains(&before.len()), "killed in the middle: {}", before.len());
    let ran = Ran::of(start(&folder, "2").wait_with_output().expect("it ends")).ends_with(0);
    assert_eq!(ran.out, expected);
    let after = stored(&folder.path("runs.sqlite"));
    assert!(after.starts_with(&before) && after.len() == RUNS);
}

#[test]
fn ctrl_c_drops_the_runs_under_way_and_says_how_to_go_on() {
    let folder = folder();
    let mut child = start(&folder, "2");
    wait_for(&folder, &mut child, 3);
    std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    let ran = Ran::of(child.wait_with_output().expect("it ends")).ends_with(130);
    let done = stored(&folder.path("runs.sqlite")).len();
    assert!(ran.out.is_empty() && (3..RUNS).contains(&done), "{done}: {ran:?}");
    assert_eq!(
        ran.err,
        format!("stopped: {done} of {RUNS} runs are in runs.sqlite; the same command continues\n")
    );
    Ran::of(start(&folder, "2").wait_with_output().expect("it ends")).ends_with(0);
    assert_eq!(stored(&folder.path("runs.sqlite")).len(), RUNS);
}

#[test]
fn a_table_for_machines() {
    let folder = Folder::new();
    let experiment = "question = \"q\"\nbudget = { nodes = 100 }\n[[instances]]\nname = \"samegame/tiny-samegame\"\n\
                      [[solvers]]\nname = \"greedy\"\n";
    let ran = folder.quarry_fed(&["run", "-", "--json"], experiment).ends_with(0);
    let row = ran.json();
    assert_eq!((&row["instance"], &row["runs"]), (&"samegame/tiny-samegame".into(), &1.into()));
    assert!(row["best"].is_i64() && row["evaluations"].is_f64() && row["nodes"].is_f64());
    assert_eq!((&row["complete_runs"], row.get("cpu")), (&1.into(), None));
    let timed =
        folder.quarry_fed(&["run", "-", "--json", "--times"], experiment).ends_with(0).json();
    assert!(timed["cpu"].is_f64());
    assert!(folder.path("quarry.sqlite").exists());
}

#[test]
fn the_file_chooses_the_columns_and_what_stands_beside() {
    let folder = Folder::new();
    let experiment = "question = \"q\"\nmeasure = [\"median\", \"best\"]\nbudget = { nodes = 100 }\n\
                      [[instances]]\nname = \"samegame/tiny-samegame\"\n\
                      [[solvers]]\nname = \"greedy\"\n[[solvers]]\nname = \"depth-first\"\n\
                      [[published]]\nsolver = \"theirs\"\nbeside = \"greedy\"\nmeasure = \"best\"\n\
                      source = \"them\"\nvalues = { \"samegame/tiny-samegame\" = 3 }\n";
    let ran = folder.quarry_fed(&["run", "-"], experiment).ends_with(0);
    let lines: Vec<_> = ran.out.lines().collect();
    assert!(lines[2].ends_with("runs  median  best  nodes  evaluations"), "{}", ran.out);
    assert!(
        lines[4].contains("theirs (published)")
            && lines[4].ends_with("-       -     3      -            -"),
        "{}",
        ran.out
    );
    assert!(lines[5].contains("depth-first"), "beside greedy");
    assert!(ran.out.ends_with("\npublished\n  theirs (published): them\n"), "{}", ran.out);
    let ran = folder.quarry_fed(&["run", "-", "--json"], experiment).ends_with(0);
    let theirs: serde_json::Value = serde_json::from_str(ran.out.lines().nth(1).unwrap()).unwrap();
    assert_eq!(
        (&theirs["published"], &theirs["best"], &theirs["median"]),
        (&true.into(), &3.0.into(), &().into())
    );
}

#[test]
fn slips_are_named_with_their_place_before_anything_runs() {
    let folder = folder();
    let refused = |from: &str, to: &str, expected: &str| {
        folder.write("bad.toml", EXPERIMENT.replace(from, to));
        let ran = folder.quarry(&["run", "bad.toml"]).ends_with(2);
        assert!(ran.err.starts_with(&format!("error: bad.toml:{expected}")), "{}", ran.err);
        assert!(ran.out.is_empty() && !folder.path("quarry.sqlite").exists());
    };
    refused("annealing", "magic", "15:8: expected a solver of samegame, one of greedy, beam");
    refused("width = 20", "widht = 20", "19:12: expected one of the settings width, found `widht`");
    refused("width = 20", "width = 0", "19:20: expected a whole number from 1 to ");
    refused("standard-0[12]", "standard-99", "9:8: expected examples from `quarry list examples`");
    refused("evaluations", "evalutions", "6:1: expected one of the keys nodes, evaluations");

    let ran = folder.quarry(&["run", "nowhere.toml"]).ends_with(2);
    assert!(ran.err.starts_with("error: nowhere.toml: "), "{}", ran.err);
    let ran = folder.quarry(&["run", "experiment.toml", "--store", "experiment.toml"]).ends_with(2);
    assert!(
        ran.err.contains("not a database; choose another place for the runs with --store"),
        "{}",
        ran.err
    );
}

/// The experiments that ship with the project run to their end: all instances and solvers, with few
/// short runs.
#[test]
fn the_house_s_own_experiments_run() {
    let folder = Folder::new();
    for shipped in COLLECTION {
        let file = format!("{}.toml", shipped.name);
        folder.write(&file, brief(shipped.text));
        let ran = folder.quarry(&["run", &file, "--json"]).ends_with(0);
        let is_ours = |row: &&str| {
            !row.contains("\"published\":true") && !row.contains("\"instance\":\"total\"")
        };
        let ours = ran.out.lines().filter(is_ours);
        let experiment = shipped.experiment(&Catalogue::standard());
        assert_eq!(
            ours.count(),
            experiment.subjects.len() * experiment.contenders.len(),
            "{}",
            shipped.name
        );
    }
}

/// Returns the experiment with one run and twenty evaluations or nodes wherever it has more, and
/// without a reduced form.
fn brief(experiment: &str) -> String {
    let mut lines = Vec::new();
    let mut is_reduction = false;
    for line in experiment.lines() {
        is_reduction = line.starts_with("[reduced") || (is_reduction && !line.starts_with('['));
        let budget = ["evaluations = ", "nodes = "].into_iter().find_map(|limit| {
            let (before, after) = line.split_once(limit)?;
            let after =
                after.trim_start_matches(|digit: char| digit.is_ascii_digit() || digit == '_');
            Some(format!("{before}{limit}20{after}"))
        });
        match budget {
            _ if is_reduction => {}
            _ if line.starts_with("runs = ") => lines.push("runs = 1".to_owned()),
            Some(budget) => lines.push(budget),
            None => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}
