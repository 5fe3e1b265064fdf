//! Several processes share a folder of units: overlapping, killed, stopped and failing ones; the
//! collected results are the same.

use std::fs::File;
use std::process::{Child, Command, Stdio};

use crate::experiments::{EXPERIMENT, RUNS, stored};
use crate::program::{Folder, Ran, command};

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("experiment.toml", EXPERIMENT);
    folder
}

fn start(folder: &Folder, units: &str) -> Child {
    let log = File::create(folder.path("worker.log")).expect("a log");
    let args = [
        "run",
        "experiment.toml",
        "--out",
        "units",
        "--lease",
        "2",
        "--threads",
        "1",
        "--units",
        units,
    ];
    command(&folder.path(""), &args)
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .expect("the binary starts")
}

/// Returns the number of files in a part of the work folder, without those that are still being
/// written.
fn count(folder: &Folder, part: &str) -> usize {
    let files = folder.path("units").join(part).read_dir();
    let is_whole = |name: std::ffi::OsString| !name.to_string_lossy().ends_with(".new");
    files.map_or(0, |files| files.flatten().filter(|file| is_whole(file.file_name())).count())
}

fn wait_until(what: impl Fn() -> bool, child: &mut Child) {
    while !what() {
        assert!(child.try_wait().expect("a child").is_none(), "it ended too soon");
        std::thread::yield_now();
    }
}

#[test]
fn overlapping_and_killed_processes_come_to_the_same_table() {
    let folder = folder();
    let alone = folder.quarry(&["run", "experiment.toml", "--store", "alone.sqlite"]).ends_with(0);

    let mut first = start(&folder, "1..30");
    let mut second = start(&folder, "20..");
    wait_until(|| count(&folder, "results") >= 12, &mut first);
    first.kill().expect("kill -9");
    first.wait().expect("it ends");
    let early = folder
        .quarry(&["collect", "units", "--store", "early.sqlite", "--json"])
        .ends_with(1)
        .json();
    let some = stored(&folder.path("early.sqlite")).len();
    assert_eq!(early["missing"].as_array().map(Vec::len), Some(RUNS - some), "{early}");
    assert!((12..RUNS).contains(&some));

    // The second process waits only for the unit that the first one was running; it does all other
    // units of its range itself.
    assert!(second.wait().expect("it ends").success());
    assert_eq!(start(&folder, "1/2").wait().expect("it ends").code(), Some(0));
    let ran = folder
        .quarry(&["collect", "units", "--store", "units.sqlite", "--json"])
        .ends_with(0)
        .json();
    assert_eq!(
        (&ran["stored"], &ran["new"], &ran["repeated"]),
        (&RUNS.into(), &RUNS.into(), &0.into()),
        "{ran}"
    );

    let together =
        folder.quarry(&["run", "experiment.toml", "--store", "units.sqlite"]).ends_with(0);
    assert_eq!(together.out, alone.out);
    assert_eq!(stored(&folder.path("units.sqlite")).len(), RUNS, "the table needed no run");
    let again = folder.quarry(&["collect", "units", "--store", "units.sqlite"]).ends_with(0);
    assert_eq!(again.out, format!("{RUNS} of {RUNS} units are in units.sqlite, 0 of them new\n"));
}

#[test]
fn asked_to_stop_it_writes_what_it_has() {
    let folder = folder();
    let mut child = start(&folder, "1..");
    wait_until(|| count(&folder, "results") >= 3, &mut child);
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
    assert_eq!(child.wait().expect("it ends").code(), Some(75));
    let log = folder.read("worker.log");
    assert!(log.ends_with("stopped; the same command continues\n"), "{log}");
    let done = count(&folder, "results");
    assert!(
        (3..RUNS).contains(&done)
            && log.starts_with(&format!("{done} of {RUNS} units are in units")),
        "{log}"
    );
    // A process that has left normally does not make others wait for its lease.
    let mut child = start(&folder, &format!("{}", done + 1));
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

/// The second of these never ends.
const POISON: &str = r#"
question = "Who dies?"
budget = { evaluations = 20 }

[[instances]]
name = "samegame/standard-01"

[[solvers]]
name = "random"

[[solvers]]
name = "annealing"
budget = { evaluations = 1_000_000_000_000 }

[[solvers]]
name = "greedy"
"#;

#[test]
fn a_unit_whose_process_dies_three_times_is_given_up_and_the_rest_goes_on() {
    let folder = Folder::new();
    folder.write("experiment.toml", POISON);
    for claim in 1..=3 {
        let mut child = start(&folder, "1..3");
        let lease = folder.path(&format!("units/leases/000001.{claim}"));
        wait_until(
            || {
                std::fs::read_to_string(&lease)
                    .is_ok_and(|text| text.contains(" 00000000000000000002\n"))
            },
            &mut child,
        );
        child.kill().expect("kill -9");
        child.wait().expect("it ends");
    }
    assert_eq!(start(&folder, "1..3").wait().expect("it ends").code(), Some(1));
    let ran = folder.quarry(&["collect", "units"]).ends_with(1);
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!(lines[0], "2 of 3 units are in quarry.sqlite, 2 of them new");
    assert!(lines[1].starts_with("unit 2 was given up after 3 tries: annealing "), "{}", ran.out);
    assert!(lines[1].contains(" on samegame/standard-01, seed "), "{}", ran.out);
    assert!(
        lines[2..].iter().all(|line| line.ends_with("worker.log")) && lines.len() == 5,
        "{}",
        ran.out
    );
}

#[test]
fn slips_are_named() {
    let folder = folder();
    let refused = |args: &[&str], expected: &str| {
        let ran = Ran { ..folder.quarry(args).ends_with(2) };
        assert!(ran.out.is_empty() && ran.err.contains(expected), "{}", ran.err);
    };
    let run = ["run", "experiment.toml"];
    refused(&[&run[..], &["--units", "1..2"]].concat(), "--out");
    refused(
        &[&run[..], &["--units", "9..3", "--out", "units"]].concat(),
        "expected units such as 1..100",
    );
    refused(
        &[&run[..], &["--units", "1..99", "--out", "units"]].concat(),
        "there is no unit 99: the experiment has 48",
    );
    refused(&["collect", "nowhere"], "nowhere: not a folder of units");
    folder.write("other.toml", EXPERIMENT.replace("runs = 8", "runs = 9"));
    let other = ["run", "other.toml", "--units", "1", "--out", "units"];
    refused(
        &other,
        "units: this folder has the 48 units of experiment; choose another one with --out",
    );
    let blocks = [&run[..], &["--units", "1", "--out", "units", "--block", "5"]].concat();
    refused(&blocks, "units: this folder has blocks of 1; choose another one with --out");
}

#[test]
fn the_script_of_an_array_is_shown() {
    let folder = folder();
    let args = [
        "run",
        "experiment.toml",
        "--on",
        "slurm",
        "--dry-run",
        "--partition",
        "long",
        "--array-limit",
        "7",
    ];
    let ran = folder
        .quarry(&[&args[..], &["--time", "4:00:00", "--tasks", "5", "--out", "my units"]].concat())
        .ends_with(0);
    for line in
        ["--array=1-5%7", "--partition=long", "--time=4:00:00", "--requeue", "--signal=B:TERM@60"]
    {
        assert!(ran.out.contains(&format!("#SBATCH {line}\n")), "{}", ran.out);
    }
    assert!(!folder.path("my units").exists() && !folder.path("quarry.sqlite").exists());
    folder.write("script.sh", &ran.out);
    let syntax =
        Command::new("sh").arg("-n").arg(folder.path("script.sh")).status().expect("a shell");
    assert!(syntax.success());
}
