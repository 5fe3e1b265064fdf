//! Output files: checked before the work starts, written completely or not at all, and never lost.

use std::time::Instant;

use crate::program::Folder;

/// A very long search: errors must be reported before it starts.
const FOR_AN_HOUR: [&str; 4] = ["solve", "samegame/standard-01", "--seconds", "3600"];

#[track_caller]
fn refused_at_once(folder: &Folder, args: &[&str], expected: &str) {
    let begun = Instant::now();
    let ran = folder.quarry(args).ends_with(2);
    assert!(ran.err.contains(expected) && ran.out.is_empty(), "{args:?}: {ran:?}");
    assert!(begun.elapsed().as_secs() < 60, "{args:?}: before the work");
}

#[test]
fn places_that_cannot_be_written_are_refused_before_the_work() {
    let folder = Folder::new();
    let board = folder.quarry(&["generate", "samegame"]).out;
    folder.write("board.toml", &board);
    folder.write("answer.toml", "old");
    std::fs::create_dir(folder.path("folder")).expect("a folder");
    std::fs::hard_link(folder.path("board.toml"), folder.path("link.toml")).expect("a link");
    let search = |output: &str, expected: &str| {
        refused_at_once(&folder, &[&FOR_AN_HOUR[..], &["-o", output]].concat(), expected);
    };
    search("folder", "this is a folder; name a file in it");
    search("nowhere/answer.toml", "there is no folder nowhere; create it first");
    search("answer.toml/answer.toml", "error: answer.toml/answer.toml: ");
    for output in ["board.toml", "./board.toml", "folder/../board.toml", "link.toml"] {
        let args = ["solve", "board.toml", "--seconds", "3600", "-o", output];
        refused_at_once(&folder, &args, "this is the same file as board.toml, which is read");
    }
    let same = "this is the same file";
    refused_at_once(
        &folder,
        &["print", "board.toml", "-o", "folder.svg/x.svg"],
        "there is no folder",
    );
    let train = ["train", "tetris-evolved", "board.toml", "-o", "board.toml"];
    refused_at_once(&folder, &train, same);
    let train = ["train", "tetris-evolved", "tetris/10x10", "-o", "-"];
    refused_at_once(&folder, &train, "after every step: name one with -o");
    refused_at_once(
        &folder,
        &["generate", "samegame", "--count", "9", "-o", "no/b.toml"],
        "no folder no",
    );
    refused_at_once(
        &folder,
        &["reproduce", "jawbreaker-table2", "-o", "no/a.html"],
        "no folder no",
    );
    refused_at_once(
        &folder,
        &["reproduce", "jawbreaker-table2", "-o", "-"],
        "name a file for the report",
    );
    folder.write("runs.csv", "old");
    let export = ["export", "--store", "runs.csv", "-o", "runs.csv"];
    refused_at_once(&folder, &export, same);
    assert_eq!((folder.read("board.toml"), folder.read("answer.toml")), (board, "old".to_owned()));
    let left = std::fs::read_dir(folder.path(".")).expect("it is there").count();
    assert_eq!(left, 5, "nothing else was left behind");
}

/// If the disk is full at the end, the answer is printed.
#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_printed() {
    let folder = Folder::new();
    let greedy = ["solve", "samegame/tiny-samegame", "--solver", "greedy", "-o"];
    folder.quarry(&[&greedy[..], &["answer.toml"]].concat()).ends_with(0);
    let ran = folder.quarry(&[&greedy[..], &["/dev/full"]].concat()).ends_with(2);
    assert!(ran.out.ends_with(&folder.read("answer.toml")), "{ran:?}");
    assert!(ran.err.contains("error: /dev/full: No space left"), "{ran:?}");
    let ran = folder.quarry(&[&greedy[..], &["/dev/full", "--json"]].concat()).ends_with(2);
    assert_eq!(ran.json()["verified"], true);
    let ran = folder.quarry(&["generate", "samegame", "-o", "/dev/full"]).ends_with(2);
    assert_eq!(ran.out, folder.quarry(&["generate", "samegame"]).out);
}

/// The folder is removed during the search.
#[cfg(unix)]
#[test]
fn an_answer_whose_folder_is_gone_is_printed() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("gone")).expect("a folder");
    let args = [
        "solve",
        "samegame/tiny-samegame",
        "--solver",
        "annealing",
        "--seconds",
        "2",
        "-o",
        "gone/a",
    ];
    let child = crate::program::command(&folder.path("."), &args)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary starts");
    std::thread::sleep(std::time::Duration::from_millis(1000));
    std::fs::remove_dir_all(folder.path("gone")).expect("nothing is in it");
    let ran = crate::program::Ran::of(child.wait_with_output().expect("it ends")).ends_with(2);
    assert!(ran.out.contains("\nmoves = [\n") && ran.err.contains("gone/a: "), "{ran:?}");
}

#[test]
fn a_dash_is_standard_input_or_output() {
    let folder = Folder::new();
    let greedy = ["solve", "samegame/tiny-samegame", "--solver", "greedy", "-o"];
    let answer = folder.quarry(&[&greedy[..], &["-"]].concat()).ends_with(0).out;
    folder.quarry(&[&greedy[..], &["answer.toml"]].concat()).ends_with(0);
    assert_eq!(answer, folder.read("answer.toml"));
    folder.quarry_fed(&["verify", "samegame/tiny-samegame", "-"], &answer).ends_with(0);
    folder.quarry_fed(&["show", "--trace", "samegame/tiny-samegame", "-"], &answer).ends_with(0);
    let record = ["record", "samegame/tiny-samegame", "-", "--archive", "records"];
    folder.quarry_fed(&record, &answer).ends_with(0);
    let board = folder.quarry(&["generate", "samegame"]).out;
    let both = folder.quarry_fed(&["verify", "-", "-"], &board).ends_with(2);
    assert!(both.err.contains("standard input can be read only once"), "{both:?}");
    let both = folder.quarry(&[&greedy[..], &["-", "--json"]].concat()).ends_with(2);
    assert!(both.err.contains("both want standard output"), "{both:?}");
    assert_eq!(folder.quarry(&["generate", "samegame", "-o", "-"]).ends_with(0).out, board);
    let ran = folder.quarry(&["play", "-"]).ends_with(2);
    assert!(ran.err.contains("moves come from standard input"), "{ran:?}");
    assert!(!folder.path("-").exists());
}

/// Waits for a line on standard error, then interrupts.
#[cfg(target_os = "linux")]
fn interrupted_after(
    folder: &Folder,
    args: &[&str],
    is_enough: fn(&str) -> bool,
) -> crate::program::Ran {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let mut child = crate::program::command(&folder.path("."), args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut errors = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    while !is_enough(&line) {
        line.clear();
        assert!(errors.read_line(&mut line).expect("text") > 0, "it goes on: {line}");
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut errors, &mut rest).expect("text");
    let mut ran = crate::program::Ran::of(child.wait_with_output().expect("it ends"));
    ran.err = rest;
    ran.ends_with(130)
}

/// Linux only, where the test can see from outside when to send the signal.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_estimate_says_what_was_seen() {
    let folder = Folder::new();
    let whole = ["estimate", "tetris/10x10", "--solver", "random", "--stretches"];
    let long = [&whole[..], &["1e6"]].concat();
    let seen = |line: &str| line.contains("/1000000 stretches") && !line.contains(" 0/");
    let ran = interrupted_after(&folder, &long, seen);
    let count = ran
        .out
        .split("from      ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .expect("a count");
    assert!(ran.err.contains(&format!("of the first {count} of 1000000 stretches")), "{ran:?}");
    assert!(ran.out.contains("\nmean      "), "{ran:?}");

    let games = ["estimate", "tetris/10x10", "--solver", "random", "--games", "1e9"];
    let ran = interrupted_after(&folder, &games, |line| line.contains("/1000000000 games"));
    assert!(ran.err.contains("stopped: the estimate is of the first "), "{ran:?}");
}
