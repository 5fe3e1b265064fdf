//! The commands of the built binary.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

use crate::program::{Folder, command};

#[test]
fn alone_it_explains_itself_on_one_screen_and_opens_the_studio() {
    let folder = Folder::new();
    let mut running =
        command(&folder.path(""), &[]).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut lines = BufReader::new(running.stdout.take().expect("its output")).lines();
    let mut seen = Vec::new();
    let address = loop {
        let line = lines.next().expect("it goes on until it is open").expect("text");
        let address =
            line.split_once("open at http://").and_then(|(_, rest)| rest.split_whitespace().next());
        let address = address.map(str::to_owned);
        seen.push(line);
        if let Some(address) = address {
            break address;
        }
    };
    assert!(seen.len() <= 24, "{seen:?}");
    for word in ["quarry show", "quarry solve", "quarry play", "--help"] {
        assert!(seen.iter().any(|line| line.contains(word)), "{word} in {seen:?}");
    }
    let (address, token) = address.split_once("/?token=").expect("the address has a token");
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(
        stream,
        "GET / HTTP/1.1\r\nhost: {address}\r\nauthorization: token {token}\r\n\
         connection: close\r\n\r\n"
    )
    .expect("it listens");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("it answers");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Quarry</title>"), "{page}");
    running.kill().expect("it is ours");
    running.wait().expect("it is ours");
}

#[test]
fn lists_are_for_people_and_for_machines() {
    let folder = Folder::new();
    assert!(folder.quarry(&["list"]).ends_with(0).out.contains("samegame"));
    assert!(folder.quarry(&["list", "solvers"]).ends_with(0).out.contains("complete: "));
    for topic in ["puzzles", "solvers", "examples"] {
        let ran = folder.quarry(&["list", topic, "--json"]).ends_with(0);
        for line in ran.out.lines() {
            serde_json::from_str::<serde_json::Value>(line).expect("one object a line");
        }
    }
    assert_eq!(
        folder
            .quarry(&["list", "examples"])
            .out
            .lines()
            .filter(|line| line.contains("standard-"))
            .count(),
        20
    );
}

#[test]
fn every_solver_of_the_spec_is_there() {
    let ran = Folder::new().quarry(&["list", "solvers", "--json"]);
    let has =
        |name: &str| ran.out.lines().any(|line| line.contains(&format!("\"solver\":\"{name}\"")));
    for name in "random greedy backtrack branch-and-bound beam breadth-first depth-first depth-limited iterative-deepening uniform-cost \
        iterative-sampling a-star ida-star hill-climbing tabu annealing vns hyper hyper-islands dbs mc-rws sp-mcts nmcs nrpa \
        tempering"
        .split_whitespace()
    {
        assert!(has(name), "{name}");
    }
}

#[test]
fn generated_boards_can_be_shown_solved_and_verified_through_pipes() {
    let folder = Folder::new();
    let board = folder
        .quarry(&["generate", "samegame", "--seed", "7", "--param", "clearable=true"])
        .ends_with(0)
        .out;
    assert_eq!(
        board,
        folder.quarry(&["generate", "samegame", "--seed", "7", "--param", "clearable=true"]).out
    );
    assert!(folder.quarry_fed(&["show", "-"], &board).ends_with(0).out.contains("colours"));
    let report = folder
        .quarry_fed(&["solve", "-", "--solver", "greedy", "--json", "-o", "a.toml"], &board)
        .ends_with(0)
        .json();
    assert_eq!(report["verified"], true);
    folder.write("b.toml", &board);
    folder.quarry(&["verify", "b.toml", "a.toml"]).ends_with(0);
}

#[test]
fn generate_writes_numbered_files() {
    let folder = Folder::new();
    folder
        .quarry(&["generate", "samegame", "--count", "3", "--seed", "5", "-o", "board.toml"])
        .ends_with(0);
    let single = folder.quarry(&["generate", "samegame", "--seed", "6"]).out;
    assert_eq!(folder.read("board-2.toml"), single);
    assert_ne!(folder.read("board-3.toml"), single);
}

#[test]
fn json_has_the_documented_keys_in_order() {
    let ran = Folder::new()
        .quarry(&["solve", "samegame/table1-5x5-3", "--solver", "greedy", "--json"])
        .ends_with(0);
    let object = ran.json();
    let keys: Vec<_> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    let documented = "puzzle instance solver params seed score solved proved verified evaluations nodes seconds answer";
    assert_eq!(keys[..13].join(" "), documented);
    assert!(
        object["answer"].as_array().is_some_and(|moves| !moves.is_empty() && moves[0].is_string())
    );
}

#[test]
fn verify_refuses_an_answer_after_any_move_is_altered() {
    let folder = Folder::new();
    folder
        .quarry(&["solve", "samegame/standard-03", "--solver", "greedy", "-o", "a.toml"])
        .ends_with(0);
    let answer = folder.read("a.toml");
    folder.quarry(&["verify", "samegame/standard-03", "a.toml"]).ends_with(0);
    let moves: Vec<&str> = answer.lines().filter(|line| line.starts_with("    \"")).collect();
    assert!(moves.len() > 20);
    for (index, line) in moves.iter().enumerate() {
        // Another group: the next move in another notation, or for the last moves a cell where
        // nothing is left.
        let other =
            moves[index..].iter().copied().find(|other| other != line).unwrap_or("    \"15,15\",");
        let altered = answer
            .lines()
            .map(|l| if std::ptr::eq(l, *line) { other } else { l })
            .collect::<Vec<_>>()
            .join("\n");
        folder.write("altered.toml", altered);
        let ran = folder.quarry(&["verify", "samegame/standard-03", "altered.toml"]).ends_with(1);
        assert!(ran.out.starts_with("refused: "), "{ran:?}");
    }
    let boast = answer.replace("\nscore = ", "\nscore = 1");
    folder.write("boast.toml", boast);
    let ran = folder
        .quarry(&["verify", "samegame/standard-03", "boast.toml", "--json"])
        .ends_with(1)
        .json();
    assert!(ran["reason"].as_str().is_some_and(|reason| reason.contains("claims")), "{ran}");
}

/// Whether a process has installed its handler for SIGINT, according to the kernel.
#[cfg(target_os = "linux")]
pub(crate) fn catches_interrupts(process: u32) -> bool {
    const SIGINT: u64 = 1 << (2 - 1);
    let status =
        std::fs::read_to_string(format!("/proc/{process}/status")).expect("the process is there");
    let caught = status
        .lines()
        .find_map(|line| line.strip_prefix("SigCgt:"))
        .expect("a line for caught signals");
    u64::from_str_radix(caught.trim(), 16).expect("a mask") & SIGINT != 0
}

/// Linux only, where the test can see from outside when to send the signal.
#[cfg(target_os = "linux")]
#[test]
fn interrupt_still_prints_the_best_answer() {
    use crate::program::{Ran, command};
    use std::process::Stdio;

    let folder = Folder::new();
    let child = command(
        &folder.path("."),
        &[
            "solve",
            "samegame/standard-01",
            "--solver",
            "iterative-sampling",
            "--seconds",
            "60",
            "--json",
        ],
    )
    .stdout(Stdio::piped())
    .stderr(Stdio::piped())
    .spawn()
    .expect("the binary starts");
    while !catches_interrupts(child.id()) {
        std::thread::yield_now();
    }
    let killed = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(killed.success());
    let ran = Ran::of(child.wait_with_output().expect("ends")).ends_with(130);
    let report = ran.json();
    assert_eq!(
        (report["verified"].as_bool(), report["stopped"].as_str()),
        (Some(true), Some("interrupted"))
    );
    assert!(report["seconds"].as_f64().is_some_and(|seconds| seconds < 30.0));
}

#[test]
fn play_takes_moves_line_by_line() {
    let folder = Folder::new();
    folder.write(
        "board.toml",
        "puzzle = \"samegame\"\nrules = \"clickomania\"\nboard = \"\"\"\n0110\n\"\"\"\n",
    );
    let ran =
        folder.quarry_fed(&["play", "board.toml"], "9,9\n2,1\nundo\nhint\n3,1\n1,1\n").ends_with(0);
    assert!(ran.out.contains("9,9 cannot be played here"), "{}", ran.out);
    assert!(ran.out.contains("2,1: the only move left"), "{}", ran.out);
    assert!(ran.out.trim_end().ends_with("score 4, the end"), "{}", ran.out);
    folder.quarry_fed(&["play", "board.toml"], "quit\n").ends_with(1);
}

#[test]
fn hint_names_a_legal_move_with_a_reason() {
    let folder = Folder::new();
    let hint = folder.quarry(&["hint", "samegame/standard-01", "--json"]).ends_with(0).json();
    assert!(hint["reason"].as_str().is_some_and(|reason| reason.contains("finishes at")), "{hint}");
    let mv = hint["move"].as_str().expect("a move");
    let ran = folder.quarry_fed(&["play", "samegame/standard-01"], mv);
    assert!(!ran.out.contains("cannot"), "{}", ran.out);
}

#[test]
fn completions_and_manual() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(folder.quarry(&["completions", shell]).ends_with(0).out.contains("quarry"));
    }
    assert!(folder.quarry(&["man"]).ends_with(0).out.contains(".TH quarry 1"));
    folder.quarry(&["man", "--into", "."]).ends_with(0);
    assert!(folder.read("quarry-solve.1").contains("evaluations"));
    folder.quarry(&["man", "--into", "new/man1"]).ends_with(0);
    assert!(folder.read("new/man1/quarry-solve.1").contains("evaluations"));
    folder.write("file", "");
    folder.quarry(&["man", "--into", "file"]).ends_with(2);
}

#[test]
fn every_command_has_help_with_an_example() {
    let folder = Folder::new();
    for name in
        ["list", "show", "generate", "solve", "verify", "hint", "play", "completions", "man"]
    {
        let ran = folder.quarry(&[name, "--help"]).ends_with(0);
        assert!(ran.out.contains("Example"), "{name}: {}", ran.out);
    }
}

#[test]
fn games_that_are_won_or_lost_are_estimated_by_the_share_won() {
    let folder = Folder::new();
    let args = ["estimate", "minesweeper-game/beginner", "--games", "40", "--threads", "2", "-q"];
    let told = folder.quarry(&args).ends_with(0).out;
    assert!(told.contains("won       ") && told.contains(" %, with 95 % confidence"), "{told}");
    assert!(told.contains("from      40 games, of which 40 ended and "), "{told}");
    let hint = folder.quarry(&["hint", "minesweeper-game/expert"]).ends_with(0).out;
    assert!(hint.contains("row 1, column 1 is safe, because it is opened first"), "{hint}");
    let solved = folder.quarry(&["solve", "minesweeper-game/expert-no-guess", "-q"]).ends_with(0);
    assert!(solved.out.contains("score     1 "), "{}", solved.out);
}
