//! The first five minutes: typing errors get suggestions, lists and help fit the terminal, pipes
//! may be closed.

use std::process::Stdio;
use std::time::Instant;

use crate::program::{Folder, Ran, command};

#[test]
fn whoever_mistypes_is_asked_what_was_meant() {
    let folder = Folder::new();
    for (args, expected) in [
        (
            vec!["solve", "samegame/standard-01", "--solver", "baem"],
            "unknown solver 'baem' (did you mean beam?)",
        ),
        (vec!["solve", "samegame/standrd-01"], "(did you mean samegame/standard-01 or "),
        (vec!["solve", "samegme/standard-01"], "(did you mean samegame/standard-01 or "),
        (vec!["estimate", "tetris/10x10", "--solver", "randm"], "(did you mean random?)"),
        (
            vec!["solve", "samegame/standard-01", "--solver", "beam", "--param", "widht=3"],
            "(did you mean width?)",
        ),
        (vec!["generate", "samegmae"], "unknown puzzle 'samegmae' (did you mean samegame?)"),
        (vec!["generate", "samegame", "--param", "row=3"], "(did you mean rows?)"),
        (vec!["list", "solvers", "hidatto"], "(did you mean hidato?)"),
        (
            vec!["run", "jawbreaker-tabel1"],
            "(did you mean jawbreaker-table1 or jawbreaker-table2?)",
        ),
        (vec!["report", "textbok-search"], "(did you mean textbook-search?)"),
        (vec!["reproduce", "hidato-tabel4"], "(did you mean hidato-table4 or "),
        (
            vec!["train", "tetris-evolvd", "tetris/10x10", "-o", "m.toml"],
            "(did you mean tetris-evolved?)",
        ),
    ] {
        let ran = folder.quarry(&args).ends_with(2);
        assert!(ran.err.contains(expected), "{args:?}: {}", ran.err);
    }
    folder.write("board.toml", "puzzle = \"samgame\"\nboard = \"00\"\n");
    let ran = folder.quarry(&["show", "board.toml"]).ends_with(2);
    assert!(ran.err.contains("found \"samgame\" (did you mean samegame?)"), "{}", ran.err);
    let experiment = "question = \"q\"\nbudget = { nodes = 9 }\n[[instances]]\nname = \"samegame/tiny-samegame\"\n";
    for (solver, expected) in [
        ("name = \"gredy\"", "found \"gredy\" (did you mean greedy?)"),
        ("name = \"beam\"\nparams = { widht = 3 }", "found `widht` (did you mean width?)"),
    ] {
        folder.write("study.toml", format!("{experiment}[[solvers]]\n{solver}\n"));
        let ran = folder.quarry(&["run", "study.toml"]).ends_with(2);
        assert!(ran.err.contains(expected), "{}", ran.err);
    }
}

#[test]
fn the_solvers_of_a_puzzle_begin_with_its_default() {
    let folder = Folder::new();
    for (puzzle, default) in [("samegame", "auto"), ("hidato", "auto"), ("lemmings", "portfolio")] {
        let ran = folder.quarry(&["list", "solvers", puzzle]).ends_with(0);
        assert!(
            ran.out.starts_with(&format!("{puzzle}\n\n  {default} (default)  ")),
            "{}",
            ran.out
        );
        let json = folder.quarry(&["list", "solvers", puzzle, "--json"]).ends_with(0).out;
        let solvers =
            json.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        for (index, solver) in solvers.enumerate() {
            assert_eq!(
                (&solver["puzzle"], &solver["default"]),
                (&puzzle.into(), &(index == 0).into())
            );
        }
    }
    assert!(
        folder
            .quarry(&["list", "examples", "hidato"])
            .out
            .lines()
            .all(|line| line.starts_with("hidato/"))
    );
    folder.quarry(&["list", "experiments", "hidato"]).ends_with(2);
}

const COMMANDS: [&str; 25] = [
    "",
    "studio",
    "list",
    "show",
    "generate",
    "print",
    "solve",
    "prove",
    "verify",
    "record",
    "run",
    "collect",
    "check",
    "tune",
    "train",
    "report",
    "reproduce",
    "export",
    "rate",
    "chances",
    "estimate",
    "hint",
    "play",
    "completions",
    "man",
];

fn wide(folder: &Folder, args: &[&str], columns: usize) -> Ran {
    let mut wide = command(&folder.path("."), args);
    Ran::of(wide.env("COLUMNS", columns.to_string()).output().expect("it ends"))
}

#[test]
fn help_and_lists_fit_the_terminal_and_are_broken_once() {
    let folder = Folder::new();
    for columns in [80, 100] {
        for name in COMMANDS {
            let help: Vec<&str> =
                [name, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
            let ran = wide(&folder, &help, columns).ends_with(0);
            fits(&ran.out, columns);
            is_broken_once(&ran.out, columns);
        }
        for topic in ["puzzles", "solvers", "examples", "trainings", "experiments"] {
            fits(&wide(&folder, &["list", topic], columns).ends_with(0).out, columns);
        }
        fits(&wide(&folder, &["reproduce"], columns).ends_with(0).out, columns);
    }
}

#[track_caller]
fn fits(text: &str, columns: usize) {
    for line in text.lines() {
        assert!(line.chars().count() <= columns, "{columns} columns: {line}");
    }
}

/// Checks that prose is only broken where the next word does not fit.
#[track_caller]
fn is_broken_once(text: &str, columns: usize) {
    let lines: Vec<&str> = text.lines().collect();
    for pair in lines.windows(2) {
        let is_prose = |line: &str| line.starts_with(|first: char| !first.is_whitespace());
        let goes_on = pair[0].ends_with(|last: char| last.is_alphanumeric() || last == ',');
        let word = pair[1].split_whitespace().next().unwrap_or_default();
        if is_prose(pair[0]) && is_prose(pair[1]) && goes_on {
            let length = pair[0].chars().count() + 1 + word.chars().count();
            assert!(length > columns, "{columns} columns: broken before its end: {pair:?}");
        }
    }
}

#[test]
fn without_a_terminal_lists_have_an_entry_a_line() {
    let folder = Folder::new();
    let examples = folder.quarry(&["list", "examples"]).out;
    assert!(examples.lines().all(|line| line.contains('/')), "{examples}");
}

#[test]
fn experiments_are_listed_without_making_their_boards() {
    let folder = Folder::new();
    let begun = Instant::now();
    let ran = folder.quarry(&["list", "experiments", "--json"]).ends_with(0);
    // This takes some milliseconds; creating the boards would take most of a second.
    assert!(begun.elapsed().as_millis() < 400, "{:?}", begun.elapsed());
    assert!(
        ran.out.contains("\"experiment\":\"jawbreaker-table2\"")
            && ran.out.contains("\"runs\":820,")
    );
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new();
    for args in [
        &["list", "examples"][..],
        &["list", "solvers"],
        &["list", "experiments"],
        &["man"],
        &["completions", "bash"],
        &["solve", "--help"],
        &["show", "samegame/standard-01"],
        &["generate", "samegame", "--count", "1000"],
    ] {
        let mut child = command(&folder.path("."), args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        drop(child.stdout.take());
        let ran = Ran::of(child.wait_with_output().expect("it ends"));
        assert!([0, 141].contains(&ran.code) && ran.err.is_empty(), "{args:?}: {ran:?}");
    }
    let greedy = ["solve", "samegame/tiny-samegame", "--solver", "greedy"];
    let mut child = command(&folder.path("."), &greedy)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop((child.stdout.take(), child.stderr.take()));
    let code = child.wait().expect("it ends").code();
    assert!([Some(0), Some(141)].contains(&code), "nor is one for errors: {code:?}");
}

#[test]
fn bare_grids_are_read_as_editors_leave_them() {
    let folder = Folder::new();
    let plain = folder.quarry_fed(&["show", "-", "--json"], "010\n101\n").ends_with(0).json();
    assert_eq!(plain["puzzle"], "samegame");
    for grid in ["\u{feff}010\r\n101\r\n", "\n\n  010  \n\n\t101\n\n", "010\n\n101"] {
        let ran = folder.quarry_fed(&["show", "-", "--json"], grid).ends_with(0).json();
        assert_eq!(ran["instance"], plain["instance"], "{grid:?}");
    }
    let plain = folder.quarry_fed(&["show", "-", "--json"], "1 _ _\n_ _ 6\n").ends_with(0).json();
    assert_eq!(plain["puzzle"], "hidato");
    for grid in ["\u{feff}1 _ _\r\n_ _ 6\r\n", "\n  1 _ _ \n\n  _ _ 6\n\n"] {
        let ran = folder.quarry_fed(&["show", "-", "--json"], grid).ends_with(0).json();
        assert_eq!(ran["instance"], plain["instance"], "{grid:?}");
    }
    let ran = folder.quarry_fed(&["show", "-"], "010\n10\n").ends_with(2);
    assert!(
        ran.err.starts_with("error: standard input:2:3: read as samegame: expected 3 cells"),
        "{}",
        ran.err
    );
    let ran = folder.quarry_fed(&["show", "-"], "1 _ _\n_ _\n").ends_with(2);
    assert!(
        ran.err.starts_with("error: standard input:2:3: read as hidato: expected 3 places"),
        "{}",
        ran.err
    );
    folder.write("answer.toml", "\u{feff}moves = [\r\n    \"1,1\",\r\n]\r\n");
    let ran = folder.quarry(&["verify", "samegame/tiny-samegame", "answer.toml"]).ends_with(1);
    assert!(ran.out.starts_with("refused: "), "{ran:?}");
}

#[test]
fn numbers_are_written_as_people_write_them() {
    let folder = Folder::new();
    let solve = |limit: &str| {
        let args =
            ["solve", "samegame/tiny-samegame", "--solver", "annealing", "--json", "--evaluations"];
        let mut report = folder.quarry(&[&args[..], &[limit]].concat()).ends_with(0).json();
        report["seconds"] = 0.into();
        report
    };
    assert_eq!(solve("1e3"), solve("1000"));
    assert_eq!(solve("1_000"), solve("1000"));
    for (args, expected) in [
        (["--evaluations", "1.5"], "such as 10_000 or 1e6"),
        (["--nodes", "1e-3"], "such as 10_000 or 1e6"),
        (["--memory", "0"], "a whole number from 1 to"),
        (["--seconds", "0"], "a positive number of seconds"),
    ] {
        let ran =
            folder.quarry(&["solve", "samegame/tiny-samegame", args[0], args[1]]).ends_with(2);
        assert!(ran.err.contains(expected), "{args:?}: {}", ran.err);
    }
    let beam = ["solve", "samegame/tiny-samegame", "--solver", "beam", "--param", "width=1e2"];
    assert!(folder.quarry(&beam).ends_with(0).out.contains("width=100"));
}

#[test]
fn without_a_terminal_a_long_run_writes_a_line_now_and_then() {
    let folder = Folder::new();
    let args = ["solve", "samegame/standard-01", "--solver", "annealing", "--seconds", "5.8"];
    let ran = folder.quarry(&args).ends_with(0);
    let line = ran.err.lines().next().unwrap_or_default();
    assert!(line.starts_with("annealing: 5 s, best "), "{}", ran.err);
    assert!(line.contains(" evaluations, ") && line.contains(" nodes, "), "{}", ran.err);
    let quiet = folder.quarry(&[&args[..], &["--quiet"]].concat()).ends_with(0);
    assert_eq!(quiet.err.lines().count(), 1, "{}", quiet.err);
}
