//! Tests of this crate's program, which is used like `quarry`, and of the guide's chapter that
//! shows its files.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

const CHAPTER: &str = include_str!("../../../docs/guide/your-first-puzzle.md");
const FILES: [&str; 5] = [
    include_str!("../Cargo.toml"),
    include_str!("../src/main.rs"),
    include_str!("../src/peg_row.rs"),
    include_str!("../src/restarts.rs"),
    include_str!("../src/first.toml"),
];

fn program(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_peg-row"));
    command.args(args).current_dir(folder).env("NO_COLOR", "1");
    command
}

#[track_caller]
fn runs(folder: &Path, args: &[&str]) -> String {
    let Output { status, stdout, stderr } = program(folder, args).output().expect("it starts");
    assert!(status.success(), "{args:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("text")
}

/// Returns the code blocks of the chapter in some language.
fn blocks(language: &str) -> impl Iterator<Item = &'static str> {
    let fence = format!("```{language}\n");
    let parts: Vec<&str> = CHAPTER.split(&fence).skip(1).collect();
    parts.into_iter().map(|part| part.split("```").next().unwrap_or_default())
}

#[test]
fn the_chapter_shows_this_crate() {
    let shown: Vec<&str> = blocks("rust").chain(blocks("toml")).collect();
    assert!(shown.len() >= 8, "{} blocks", shown.len());
    for block in shown {
        assert!(FILES.iter().any(|file| file.contains(block)), "not in the crate:\n{block}");
    }
}

#[test]
fn the_chapter_s_commands_print_what_it_says() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut commands = 0;
    for block in blocks("console") {
        let mut lines = block.lines().peekable();
        while let Some(line) = lines.next() {
            let command = line.strip_prefix("$ peg-row ").expect("a command comes first");
            let ran = runs(folder.path(), &command.split_whitespace().collect::<Vec<_>>());
            let expected: Vec<&str> =
                std::iter::from_fn(|| lines.next_if(|line| !line.starts_with("$ "))).collect();
            let found: Vec<&str> = ran.lines().map(str::trim_end).collect();
            assert_eq!(found, expected, "{command}");
            commands += 1;
        }
    }
    assert!(commands >= 3);
}

#[test]
fn both_solve_and_the_judge_accepts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for solver in ["breadth-first", "restarts"] {
        let limits = ["--seed", "3", "--nodes", "200000", "-o", "answer.toml"];
        let solve = ["solve", "peg_row/first", "--solver", solver];
        runs(folder.path(), &[&solve[..], &limits].concat());
        runs(folder.path(), &["verify", "peg_row/first", "answer.toml"]);
    }
}

/// A solver of another crate also works on Quarry's own puzzles, and its games are complete.
#[test]
fn the_solver_plays_other_puzzles() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let limits = ["--nodes", "5000", "-o", "answer.toml"];
    let solve = ["solve", "samegame/standard-01", "--solver", "restarts"];
    runs(folder.path(), &[&solve[..], &limits].concat());
    runs(folder.path(), &["verify", "samegame/standard-01", "answer.toml"]);
}

#[test]
fn a_person_plays_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut child = program(folder.path(), &["play", "peg_row/first"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    input.write_all(b"1>\nundo\nhint\nquit\n").expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(said.contains("moves 1") && said.contains("beam search"), "{said}");
}

#[test]
fn the_experiment_runs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let listed = runs(folder.path(), &["list", "experiments"]);
    assert!(listed.contains("restarts-or-search"));
    let table = runs(folder.path(), &["run", "restarts-or-search", "--quiet"]);
    assert!(table.contains("restarts") && table.contains("breadth-first"), "{table}");
}

/// A studio that is closed when dropped.
struct Studio(Child);

impl Drop for Studio {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_studio_shows_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let child = program(folder.path(), &["studio", "--port", "0", "--no-open"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut studio = Studio(child);
    let lines = BufReader::new(studio.0.stdout.take().expect("piped")).lines();
    let opened =
        lines.map_while(Result::ok).find(|line| line.contains("http://")).expect("it opens");
    let url = opened.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next());
    let parts = url.and_then(|url| url.split_once("/?token="));
    let (address, token) = parts.expect("an address with a token");
    let mut stream = TcpStream::connect(address).expect("it listens");
    let headers = format!("Host: {address}\r\nAuthorization: token {token}\r\nConnection: close");
    write!(stream, "GET /api/puzzles HTTP/1.1\r\n{headers}\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("peg_row"), "{answer:.200}");
}
