//! Nets from the record to the game: recording, training, stopping, continuing and playing.

use std::process::Stdio;

use crate::program::{Folder, command};

/// Ten columns, like the nets that ship; few rows, so that games are short.
const GAME: &str = "puzzle = \"tetris\"\nwidth = 10\nheight = 8\nmax_pieces = 200\n";

const RECORD: [&str; 7] =
    ["train", "tetris-record", "game.toml", "--param", "cases=60", "--param", "games=4"];

const FIT: [&str; 12] = [
    "train",
    "tetris-net",
    "record.safetensors",
    "--param",
    "hidden=12",
    "--param",
    "epochs=5",
    "--param",
    "turns=2",
    "--param",
    "batch=8",
    "--json",
];

fn recorded() -> Folder {
    let folder = Folder::new();
    folder.write("game.toml", GAME);
    folder.quarry(&[&RECORD[..], &["-o", "record.safetensors"]].concat()).ends_with(0);
    folder
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    std::fs::read(folder.path(name)).expect("a file the binary wrote")
}

#[test]
fn nets_learn_from_a_record_and_play() {
    let folder = recorded();
    folder
        .quarry(&[&RECORD[..], &["-o", "again.safetensors", "--threads", "2"]].concat())
        .ends_with(0);
    assert!(bytes(&folder, "record.safetensors") == bytes(&folder, "again.safetensors"));

    let ran = folder.quarry(&[&FIT[..], &["-o", "nets.safetensors"]].concat()).ends_with(0);
    let seen: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let last = seen.last().expect("an epoch");
    assert!(seen.len() <= 5 && last["kinds"]["T"]["mean_accuracy"].is_number(), "{}", ran.out);
    assert!(
        last["kinds"]["T"]["loss"].as_f64() <= seen[0]["kinds"]["T"]["loss"].as_f64(),
        "{}",
        ran.out
    );
    folder.quarry(&[&FIT[..], &["-o", "two.safetensors", "--threads", "2"]].concat()).ends_with(0);
    assert!(bytes(&folder, "nets.safetensors") == bytes(&folder, "two.safetensors"));

    let solve = |solver: &str, params: &[&str]| {
        let mut args = vec!["solve", "game.toml", "--solver", solver, "--json"];
        params.iter().for_each(|param| args.extend(["--param", param]));
        folder.quarry(&args).ends_with(0).json()
    };
    let by_file = solve("net", &["model=nets.safetensors"]);
    let checksum =
        by_file["params"]["model"].as_str().expect("the checksum of the nets").to_owned();
    assert_eq!(checksum.len(), 64);
    assert_ne!(by_file["answer"], solve("net", &[])["answer"], "the usual nets play otherwise");
    assert_ne!(by_file["answer"], solve("hybrid", &["model=nets.safetensors"])["answer"]);
    // A player that leaves nothing out is the one that only looks ahead, whatever the nets answer.
    for evaluator in ["evolved", "dt-10"] {
        let chosen = format!("evaluator={evaluator}");
        let all = solve("hybrid", &["s=0", "model=nets.safetensors", &chosen]);
        assert_eq!(all["answer"], solve(evaluator, &["lookahead=1"])["answer"], "{evaluator}");
    }
}

/// The training is killed as soon as it has written something, and then run to its end.
#[test]
fn nets_that_were_interrupted_end_up_the_same() {
    let folder = recorded();
    let fit = [&FIT[..], &["--param", "patience=5", "-o"]].concat();
    folder.quarry(&[&fit[..], &["whole.safetensors"]].concat()).ends_with(0);
    let mut running = command(&folder.path(""), &[&fit[..], &["killed.safetensors"]].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    while !folder.path("killed.safetensors").exists() {
        std::thread::yield_now();
    }
    // It may have ended already.
    let _ = running.kill();
    running.wait().expect("it is ours");
    folder.quarry(&[&fit[..], &["killed.safetensors"]].concat()).ends_with(0);
    assert!(bytes(&folder, "whole.safetensors") == bytes(&folder, "killed.safetensors"));
}

#[test]
fn complaints_say_what_is_wrong_with_records_and_nets() {
    let folder = recorded();
    let complaint = |args: &[&str]| folder.quarry(args).ends_with(2).err;
    let record = complaint(&[&RECORD[..], &["--seed", "2", "-o", "record.safetensors"]].concat());
    assert!(
        record.contains("record.safetensors:") && record.contains("expected seed = \"2\""),
        "{record}"
    );
    let text = complaint(&["train", "tetris-net", "game.toml", "-o", "nets.safetensors"]);
    assert!(text.contains("game.toml:1:1: expected a safetensors file"), "{text}");
    let few = complaint(&[
        "train",
        "tetris-net",
        "record.safetensors",
        "--param",
        "folds=61",
        "-o",
        "nets.safetensors",
    ]);
    assert!(few.contains("at least 61 cases"), "{few}");

    let solve = |model: &str| {
        complaint(&["solve", "game.toml", "--solver", "net", "--param", &format!("model={model}")])
    };
    assert!(solve("none.safetensors").contains("a file of nets, such as `quarry train` writes"));
    assert!(solve("record.safetensors").contains("expected a net `O`"));
    assert!(solve(&"0".repeat(64)).contains("no file with the checksum"));
    let mut broken = bytes(&folder, "record.safetensors");
    *broken.last_mut().expect("a byte") ^= 1;
    folder.write("broken.safetensors", broken);
    assert!(solve("broken.safetensors").contains("checksum"));
    folder.write("narrow.toml", "puzzle = \"tetris\"\nwidth = 6\nheight = 8\n");
    let narrow = complaint(&["solve", "narrow.toml", "--solver", "net"]);
    assert!(
        narrow.contains("5 inputs") && narrow.contains("quarry train tetris-record"),
        "{narrow}"
    );
}

/// A net learns distances from solved positions and leads a search, which claims no proof.
#[test]
fn a_net_of_distances_leads_a_search() {
    let folder = Folder::new();
    for (puzzle, instance) in [
        ("n-puzzle", "n-puzzle/eight"),
        ("blocks-world", "blocks-world/sussman"),
        ("sokoban", "sokoban/first-push"),
        ("cubic", "cubic/first-steps"),
    ] {
        let [record, net] = ["rec", "net"].map(|end| format!("{puzzle}.{end}"));
        let [distances, fit] = ["distances", "distance-net"].map(|what| format!("{puzzle}-{what}"));
        let few = ["--param", "walks=64", "--param", "walk=20", "--param", "nodes=20000", "-q"];
        let recording = [&["train", &distances, instance, "-o", &record][..], &few].concat();
        folder.quarry(&recording).ends_with(0);
        let small = ["--param", "hidden=12", "--param", "epochs=4", "--param", "folds=2", "-q"];
        let fitting = [&["train", &fit, &record, "-o", &net][..], &small].concat();
        folder.quarry(&fitting).ends_with(0);
        let twice =
            [&["train", &fit, &record, "-o", "again", "--threads", "2"][..], &small].concat();
        folder.quarry(&twice).ends_with(0);
        let bytes = |name: &str| std::fs::read(folder.path(name)).expect("it was written");
        assert!(bytes(&net) == bytes("again"), "{puzzle}");
        std::fs::remove_file(folder.path("again")).expect("it is there");

        let by_net = format!("net={net}");
        let solve = ["solve", instance, "--nodes", "100000", "--json", "--solver"];
        let exact = folder.quarry(&[&solve[..], &["a-star"]].concat()).json();
        for search in ["weighted-a-star", "ida-star"] {
            let by = format!("search={search}");
            let params = ["net-distance", "--param", &by_net, "--param", &by];
            let found = folder.quarry(&[&solve[..], &params].concat()).json();
            let again = [&solve[..], &params, &["--threads", "2"]].concat();
            let again = folder.quarry(&again).json();
            for what in ["answer", "score", "nodes"] {
                assert_eq!(found[what], again[what], "{puzzle}: {what}");
            }
            assert_eq!((&found["proved"], &found["bound"]), (&false.into(), &().into()), "{found}");
            if found["ending"] == "goal reached" {
                assert!(found["score"].as_i64() <= exact["score"].as_i64(), "{found}");
            }
        }
    }
    let other = ["solve", "sokoban/first-push", "--solver", "net-distance", "--param"];
    let foreign = folder.quarry(&[&other[..], &["net=n-puzzle.net"]].concat()).ends_with(2);
    assert!(foreign.err.contains("expected nets for sokoban"), "{}", foreign.err);
    let missing = folder.quarry(&["solve", "n-puzzle/eight", "--solver", "net-distance"]);
    let advice = "`quarry train n-puzzle-distances`";
    assert!(missing.ends_with(2).err.contains(advice), "it says what to do");
}
