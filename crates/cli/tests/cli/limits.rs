//! Limits and signals: every long command obeys them on the largest boards, and reports what was
//! stopped.

use std::time::{Duration, Instant};

use crate::program::{Folder, Ran};

/// Maximum delay of a command: ten times that of an idle machine.
const LATEST: Duration = Duration::from_millis(1500);

/// Creates a folder with an empty Hidato of 64 x 64 cells and pencil puzzles of 100 x 100 cells.
fn folder() -> Folder {
    let folder = Folder::new();
    let board = format!("{}\n", "_ ".repeat(64)).repeat(64);
    let text =
        format!("puzzle = \"hidato\"\ntopology = \"square\"\nboard = \"\"\"\n{board}\"\"\"\n");
    folder.write("empty.toml", text);
    let board = format!("{}\n", ".".repeat(100)).repeat(100);
    for puzzle in ["corral", "light-up"] {
        let text = format!("puzzle = \"{puzzle}\"\nboard = \"\"\"\n{board}\"\"\"\n");
        folder.write(&format!("{puzzle}.toml"), text);
    }
    folder
}

const COMMANDS: [&[&str]; 9] = [
    &["rate", "empty.toml"],
    &["hint", "empty.toml"],
    &["generate", "hidato", "--param", "side=37"],
    &[
        "generate",
        "hidato",
        "--param",
        "topology=square",
        "--param",
        "columns=64",
        "--param",
        "rows=64",
    ],
    &["print", "empty.toml", "-o", "sheet.svg"],
    &["solve", "empty.toml", "--solver", "exact"],
    &["solve", "empty.toml", "--solver", "human"],
    &["solve", "corral.toml"],
    &["hint", "light-up.toml"],
];

#[test]
fn seconds_hold_for_every_command() {
    let folder = folder();
    for command in COMMANDS {
        let begun = Instant::now();
        let ran = folder.quarry(&[command, &["--seconds", "0.3"]].concat());
        assert!(
            begun.elapsed() < Duration::from_millis(300) + LATEST,
            "{command:?}: {:?}",
            begun.elapsed()
        );
        assert!(ran.code == 1 || ran.code == 2, "{command:?}: {ran:?}");
        assert!(ran.err.contains("seconds"), "{command:?}: {ran:?}");
    }
}

/// Linux only, where the test can see from outside when to send the signal.
#[cfg(target_os = "linux")]
#[test]
fn signals_end_every_command() {
    use std::process::Stdio;

    use crate::commands::catches_interrupts;
    use crate::program::command as started;

    let folder = folder();
    for (command, signal) in COMMANDS.into_iter().zip(["-TERM", "-INT"].into_iter().cycle()) {
        let child = started(&folder.path("."), &[command, &["--seconds", "600"]].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        while !catches_interrupts(child.id()) {
            std::thread::yield_now();
        }
        std::thread::sleep(Duration::from_millis(200));
        let begun = Instant::now();
        let process = child.id().to_string();
        let sent =
            std::process::Command::new("kill").args([signal, &process]).status().expect("kill");
        assert!(sent.success());
        let ran = Ran::of(child.wait_with_output().expect("it ends"));
        assert!(begun.elapsed() < LATEST, "{command:?}: {:?}", begun.elapsed());
        assert_eq!(ran.code, 130, "{command:?}: {ran:?}");
        assert!(
            ran.err.contains("interrupted") || ran.err.contains("stopped"),
            "{command:?}: {ran:?}"
        );
    }
}

#[test]
fn a_rating_that_was_stopped_claims_no_tier() {
    let folder = folder();
    let rated =
        folder.quarry(&["rate", "empty.toml", "--seconds", "0.2", "--json"]).ends_with(1).json();
    assert_eq!(
        (&rated["tier"], &rated["solved"]),
        (&serde_json::Value::Null, &false.into()),
        "{rated}"
    );
    assert_eq!(rated["stopped"], "seconds");
    let hint =
        folder.quarry(&["hint", "empty.toml", "--seconds", "0.2", "--json"]).ends_with(1).json();
    assert_eq!(
        (&hint["move"], &hint["stopped"]),
        (&serde_json::Value::Null, &"seconds".into()),
        "{hint}"
    );
}

#[test]
fn nodes_are_never_exceeded() {
    let folder = Folder::new();
    folder.write(
        "board.toml",
        "puzzle = \"hidato\"\ntopology = \"orthogonal\"\nboard = \"\"\"\n".to_owned()
            + &format!("{}\n", "_ ".repeat(9)).repeat(8)
            + "\"\"\"\n",
    );
    // The numbers cover the search, its restarts, and the clause learner.
    for nodes in [1, 59, 60, 61, 421, 600, 1001] {
        let limit = nodes.to_string();
        let run = ["solve", "board.toml", "--solver", "exact", "--nodes", &limit, "--json", "-q"];
        let report = folder.quarry(&run).json();
        let spent = report["nodes"].as_u64().expect("a number");
        assert!(spent <= nodes, "{spent} of {nodes}");
        assert!(report["stopped"] != "nodes" || spent == nodes, "{spent} of {nodes}");
    }
}

#[test]
fn print_looks_at_everything_before_it_searches() {
    let folder = folder();
    let begun = Instant::now();
    let ran = folder.quarry(&["print", "empty.toml", "-o", "nowhere/sheet.svg"]).ends_with(2);
    assert!(ran.err.contains("nowhere/sheet.svg"), "{ran:?}");
    let ran = folder
        .quarry(&["print", "empty.toml", "samegame/standard-01", "-o", "sheet.svg"])
        .ends_with(2);
    assert!(ran.err.contains("--no-solutions"), "{ran:?}");
    let ran =
        folder.quarry(&["print", "empty.toml", "nothing.toml", "-o", "sheet.svg"]).ends_with(2);
    assert!(ran.err.contains("nothing.toml"), "{ran:?}");
    assert!(begun.elapsed() < Duration::from_secs(20), "nothing was searched for a minute");
    assert!(!folder.path("sheet.svg").exists(), "and nothing is left behind");
}

/// A limit of the shell on the size of files: the write fails, with an error that says so.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_on_files_is_an_error_that_is_reported() {
    let folder = Folder::new();
    folder.write(
        "study.toml",
        "question = \"?\"\nruns = 200\n[[instances]]\nname = \"samegame/standard-01\"\n\
         [[solvers]]\nname = \"random\"\nbudget = { evaluations = 50 }\n",
    );
    let generate = "generate samegame --param rows=50 --param columns=50";
    for (blocks, command, expected) in [
        (1, format!("{generate} -o board.toml"), "board.toml: File too large"),
        (1, format!("{generate} > printed"), "standard output: File too large"),
        (1000, "run study.toml --quiet".to_owned(), "quarry.sqlite: "),
    ] {
        let line = format!("ulimit -f {blocks} && exec \"$0\" {command}");
        let output = std::process::Command::new("sh")
            .args(["-c", &line, env!("CARGO_BIN_EXE_quarry")])
            .current_dir(folder.path("."))
            .output()
            .expect("a shell");
        let ran = Ran::of(output).ends_with(2);
        assert!(ran.err.contains(expected), "{command}: {ran:?}");
    }
    assert!(!folder.path("board.toml").exists());
}
