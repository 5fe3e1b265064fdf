//! Training: it learns, can be stopped and continued, and its model plays.

use std::process::Stdio;

use crate::program::{Folder, command};

const GAME: &str = "puzzle = \"tetris\"\nwidth = 6\nheight = 8\nmax_pieces = 300\n";

const LOW: &str = "puzzle = \"tetris\"\nwidth = 6\nheight = 7\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("game.toml", GAME);
    folder.write("low.toml", LOW);
    folder
}

fn few(generations: &str) -> String {
    format!("generations={generations}")
}

#[test]
fn evolution_learns_and_its_model_plays() {
    let folder = folder();
    let train = [
        "train",
        "tetris-evolved",
        "game.toml",
        "--json",
        "--param",
        &few("12"),
        "--param",
        "population=8",
        "-o",
    ];
    let ran = folder.quarry(&[&train[..], &["one.toml"]].concat()).ends_with(0);
    let seen: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((seen.len(), &seen[11]["generation"]), (12, &12.into()));
    assert!(seen[11]["mean"].as_f64() > seen[0]["mean"].as_f64(), "{}", ran.out);
    folder.quarry(&[&train[..], &["two.toml", "--threads", "2"]].concat()).ends_with(0);
    assert_eq!(folder.read("one.toml"), folder.read("two.toml"));

    let solve = ["solve", "game.toml", "--solver", "evolved", "--json", "--param"];
    let by_file = folder.quarry(&[&solve[..], &["model=one.toml"]].concat()).ends_with(0);
    let report = by_file.json();
    let weights = report["params"]["model"].as_str().expect("the weights").to_owned();
    let by_weights =
        folder.quarry(&[&solve[..], &[&format!("model={weights}")]].concat()).ends_with(0);
    assert_eq!(report["answer"], by_weights.json()["answer"]);
}

/// Kills the training three times as soon as it has written something, and then lets it run to its
/// end.
fn killed_it_comes_to_the_same_bytes(train: &[&str]) {
    let folder = folder();
    folder.quarry(&[train, &["-o", "whole.toml"]].concat()).ends_with(0);
    let mut kills = 0;
    while !folder.path("killed.toml").exists()
        || folder.read("killed.toml").contains("over = false")
    {
        let before = std::fs::read_to_string(folder.path("killed.toml")).unwrap_or_default();
        let mut running = command(&folder.path(""), &[train, &["-o", "killed.toml"]].concat())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        while running.try_wait().expect("it is ours").is_none() {
            if kills < 3
                && std::fs::read_to_string(folder.path("killed.toml"))
                    .is_ok_and(|now| now != before)
            {
                running.kill().expect("it is ours");
                kills += 1;
            }
        }
    }
    assert!(kills > 0, "nothing was interrupted");
    assert_eq!(folder.read("whole.toml"), folder.read("killed.toml"));
}

#[test]
fn a_training_that_was_killed_goes_on_to_the_same_bytes() {
    killed_it_comes_to_the_same_bytes(&[
        "train",
        "tetris-evolved",
        "game.toml",
        "--param",
        "patience=100000",
        "--param",
        &few("60"),
    ]);
}

/// Few and small games on a low board, which take almost no time to estimate.
const ESTIMATES: [&str; 9] = [
    "train",
    "tetris-linear",
    "low.toml",
    "--param",
    "population=4",
    "--param",
    "stretches=4",
    "--param",
    "moves=1000",
];

#[test]
fn a_training_by_estimates_that_was_killed_goes_on_to_the_same_bytes() {
    killed_it_comes_to_the_same_bytes(&[&ESTIMATES[..], &["--param", &few("30")]].concat());
}

#[test]
fn other_trainings_by_estimates_write_models_that_play() {
    for name in ["tetris-linear-entropy", "tetris-linear-ants", "tetris-fahey-ants"] {
        let mut train = ESTIMATES;
        train[1] = name;
        let folder = folder();
        let learn = [&train[..], &["--param", "generations=6", "-q", "-o"]].concat();
        folder.quarry(&[&learn[..], &["one.toml"]].concat()).ends_with(0);
        folder.quarry(&[&learn[..], &["two.toml", "--threads", "2"]].concat()).ends_with(0);
        let model = folder.read("one.toml");
        assert!(model.contains(&format!("name = \"{name}\"")), "{model}");
        assert_eq!(folder.read("two.toml"), model, "{name}");
        let player = if name.contains("fahey") { "fahey" } else { "linear" };
        let play = ["solve", "low.toml", "--solver", player, "--param", "model=one.toml"];
        assert!(folder.quarry(&play).ends_with(0).out.contains("(game over)"), "{name}");
    }
}

#[test]
fn cross_entropy_and_ants_that_were_killed_go_on_to_the_same_bytes() {
    for name in ["tetris-linear-entropy", "tetris-fahey-ants"] {
        let mut train = ESTIMATES;
        train[1] = name;
        killed_it_comes_to_the_same_bytes(&[&train[..], &["--param", &few("30")]].concat());
    }
}

#[test]
fn weights_learned_by_estimates_play_and_are_estimated() {
    let folder = folder();
    let train = [&ESTIMATES[..], &["--param", "generations=4"]].concat();
    let ran = folder.quarry(&[&train[..], &["--json", "-o", "one.toml"]].concat()).ends_with(0);
    let last: serde_json::Value =
        serde_json::from_str(ran.out.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["generation"], 4);
    assert!(
        last["best"].as_f64() >= last["median"].as_f64() && last["median"].as_f64() > Some(0.0),
        "{}",
        ran.out
    );
    folder.quarry(&[&train[..], &["--threads", "2", "-o", "two.toml"]].concat()).ends_with(0);
    assert_eq!(folder.read("one.toml"), folder.read("two.toml"));

    let play = ["--solver", "linear", "--param", "model=one.toml", "--json"];
    let report = folder
        .quarry(&[&["solve", "low.toml", "--seed", "3"], &play[..]].concat())
        .ends_with(0)
        .json();
    let games = folder
        .quarry(&[&["estimate", "low.toml", "--seed", "3", "--games", "1"], &play[..]].concat());
    let game: serde_json::Value =
        serde_json::from_str(games.ends_with(0).out.lines().next().expect("a line")).expect("JSON");
    assert_eq!(report["score"], game["score"], "the same luck, the same game");
    let estimate =
        folder.quarry(&[&["estimate", "low.toml"], &play[..]].concat()).ends_with(0).json();
    let (low, high) = (estimate["interval"][0].as_f64(), estimate["interval"][1].as_f64());
    assert!(low < estimate["mean"].as_f64() && estimate["mean"].as_f64() < high, "{estimate}");
}

#[test]
fn only_players_are_estimated() {
    let folder = folder();
    let none = folder.quarry(&["estimate", "samegame/standard-01"]).ends_with(2);
    assert!(none.err.contains("plays no game of chance"), "{}", none.err);
    let both =
        folder.quarry(&["estimate", "low.toml", "--games", "3", "--stretches", "5"]).ends_with(2);
    assert!(both.err.contains("cannot be used with"), "{}", both.err);
    let cut = ["estimate", "low.toml", "--solver", "dt-20", "--games", "2", "--most", "1"];
    let cut = folder.quarry(&cut).ends_with(0);
    assert!(cut.out.contains("not known: no game ended"), "{}", cut.out);
}

#[test]
fn complaints_say_what_is_wrong_with_a_model() {
    let folder = folder();
    let train = |seed: &str| {
        folder.quarry(&[
            "train",
            "tetris-evolved",
            "game.toml",
            "--param",
            &few("1"),
            "--seed",
            seed,
            "-o",
            "model.toml",
        ])
    };
    train("1").ends_with(0);
    let other = train("2").ends_with(2);
    assert!(
        other.err.contains("model.toml:") && other.err.contains("expected seed = \"2\""),
        "{}",
        other.err
    );
    let solve = |model: &str| {
        folder
            .quarry(&["solve", "game.toml", "--solver", "evolved", "--param", model])
            .ends_with(2)
            .err
    };
    assert!(solve("model=nothing.toml").contains("nothing.toml: "), "a file that is not there");
    folder.write("wrong.toml", "puzzle = \"tetris\"\nweights = [1, -2]\n");
    assert!(solve("model=wrong.toml").contains("wrong.toml:2:15: expected a weight in millionths"));
    folder.write("short.toml", "puzzle = \"tetris\"\nweights = [1, 2]\n");
    assert!(solve("model=short.toml").contains("expected a model of tetris with 11 weights"));
    let none = folder
        .quarry(&["train", "samegame-evolved", "samegame/standard-01", "-o", "none.toml"])
        .ends_with(2);
    assert!(
        none.err.contains("expected one of samegame-programme, samegame-formula, tetris-evolved"),
        "{}",
        none.err
    );
    let other = folder
        .quarry(&["train", "tetris-evolved", "samegame/standard-01", "-o", "none.toml"])
        .ends_with(2);
    assert!(other.err.contains("samegame/standard-01:"), "{}", other.err);
}

/// A programme and a formula learned on generated boards play others, by file or by text.
#[test]
fn what_was_learned_on_many_boards_plays_another_one() {
    let folder = Folder::new();
    for (puzzle, board) in
        [("samegame", "samegame/tiny-samegame"), ("sokoban", "sokoban/behind-the-wall")]
    {
        for (what, solver) in [("programme", "hyper"), ("formula", "genetic-programming")] {
            let name = format!("{puzzle}-{what}");
            let sizes = ["population=6", "generations=4", "boards=3", "held_back=2"];
            let mut train = vec!["train", &name, board, "--json"];
            train.extend(sizes.iter().flat_map(|size| ["--param", size]));
            let one = folder.quarry(&[&train[..], &["-o", "one.toml"]].concat()).ends_with(0);
            let last = one.out.lines().last().expect("four generations");
            let last: serde_json::Value = serde_json::from_str(last).expect("JSON");
            assert_eq!(last["generation"], 4, "{last}");
            let two = [&train[..], &["-o", "two.toml", "--threads", "2"]].concat();
            folder.quarry(&two).ends_with(0);
            assert_eq!(folder.read("one.toml"), folder.read("two.toml"), "{name}");

            let solve = ["solve", board, "--solver", solver, "--json", "--param"];
            let by_file = folder.quarry(&[&solve[..], &[&format!("{what}=one.toml")]].concat());
            let report = by_file.json();
            let text = report["params"][what].as_str().expect("a text").to_owned();
            let by_text = folder.quarry(&[&solve[..], &[&format!("{what}={text}")]].concat());
            assert_eq!(report["answer"], by_text.json()["answer"], "{name}");
            assert_eq!(report["evaluations"], 1, "{name}: one game");
            let other = if puzzle == "sokoban" { "n-puzzle/eight" } else { "sokoban/first-push" };
            let by_file = format!("{what}=one.toml");
            let refused = folder.quarry(&["solve", other, "--solver", solver, "--param", &by_file]);
            let refused = refused.ends_with(2);
            assert!(refused.err.contains(&format!("found one for {puzzle}")), "{}", refused.err);
            std::fs::remove_file(folder.path("one.toml")).expect("it is there");
            std::fs::remove_file(folder.path("two.toml")).expect("it is there");
        }
    }
}

#[test]
fn a_training_on_many_boards_that_was_killed_goes_on_to_the_same_bytes() {
    let sizes = ["--param", "population=20", "--param", "boards=10", "--param", "generations=40"];
    killed_it_comes_to_the_same_bytes(
        &[&["train", "n-puzzle-formula", "n-puzzle/eight"][..], &sizes].concat(),
    );
}
