//! Traces, pictures of levels, and the link of an answer to its level and rules, with the built
//! binary.

use std::path::Path;

use crate::program::Folder;

/// Worked out by hand: the lemming enters at once, is ordered to dig in the only possible step, and
/// falls through the platform into the exit.
const TRACE: &str = "\
t=0 saved=0 dead=0 waiting=1 left=0,0,0,0,0,1,0,0 |  | P B10 C15 | W
t=1 saved=0 dead=0 waiting=0 left=0,0,0,0,0,1,0,0 | 0:B10R:walker | P B10 C15 | W
t=2 saved=0 dead=0 waiting=0 left=0,0,0,0,0,0,0,0 | 0:B10R:digger | P B10 C15 | W
t=3 saved=0 dead=0 waiting=0 left=0,0,0,0,0,0,0,0 | 0:B11R:digger | P C15 | W
t=4 saved=1 dead=0 waiting=0 left=0,0,0,0,0,0,0,0 |  | P C15 | W
";

#[test]
fn a_game_is_printed_state_by_state() {
    let folder = Folder::new();
    folder.write("answer.toml", "moves = [\"1 0 digger\"]\n");
    let ran = folder.quarry(&["show", "--trace", "lemmings/01Diggers", "answer.toml"]).ends_with(0);
    assert_eq!(ran.out, TRACE);
    let ran = folder
        .quarry(&["show", "lemmings/01Diggers", "--trace", "answer.toml", "--json"])
        .ends_with(0);
    assert_eq!(ran.out.lines().count(), TRACE.lines().count());

    folder.write("bad.toml", "moves = [\n    \"1 0 dancer\",\n]\n");
    let ran = folder.quarry(&["show", "--trace", "lemmings/01Diggers", "bad.toml"]).ends_with(2);
    assert!(ran.err.starts_with("error: bad.toml:2:5: expected an order such as"), "{}", ran.err);
    folder.quarry(&["show", "--trace", "lemmings/01Diggers"]).ends_with(2);
    folder.quarry(&["show", "lemmings/01Diggers", "answer.toml"]).ends_with(2);
}

#[test]
fn every_puzzle_that_is_played_is_traced_position_by_position() {
    let folder = Folder::new();
    folder.write(
        "board.toml",
        "puzzle = \"samegame\"\nrules = \"clickomania\"\nboard = \"\"\"\n0110\n\"\"\"\n",
    );
    folder.write("answer.toml", "moves = [\"2,1\", \"1,1\"]\n");
    let ran = folder.quarry(&["show", "--trace", "board.toml", "answer.toml"]).ends_with(0);
    let expected = "start: score 0\n  ● ▲ ▲ ● \n\n1. 2,1: score 2\n  ● ● · · \n\n2. 1,1: score 4\n  · · · · \n\n";
    assert_eq!(ran.out, expected);
    folder.write("answer.toml", "moves = [\n    \"2,1\",\n    \"4,1\",\n]\n");
    let ran = folder.quarry(&["show", "--trace", "board.toml", "answer.toml"]).ends_with(2);
    assert!(
        ran.err.starts_with("error: answer.toml:3:5: expected an answer that is legal for"),
        "{}",
        ran.err
    );

    let solve =
        ["solve", "tetris/10x10", "--solver", "random", "--seed", "7", "-o", "game.toml", "--json"];
    let report = folder.quarry(&solve).json();
    let ran =
        folder.quarry(&["show", "--trace", "tetris/10x10", "game.toml", "--json"]).ends_with(0);
    let last: serde_json::Value =
        serde_json::from_str(ran.out.lines().last().expect("a last one")).expect("JSON");
    assert_eq!(last["score"], report["score"]);
    assert!(last["state"].as_str().is_some_and(|state| state.lines().count() >= 10), "{last}");

    folder.quarry(&["solve", "hidato/tiny-hex-7", "-o", "filled.toml"]).ends_with(0);
    let ran = folder.quarry(&["show", "--trace", "hidato/tiny-hex-7", "filled.toml"]).ends_with(2);
    assert!(ran.err.contains("hidato is filled in, in any order"), "{}", ran.err);
}

#[test]
fn every_witness_can_be_traced_to_a_solved_end() {
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances/lemmings/records");
    let folder = Folder::new();
    let mut traced = 0;
    for record in std::fs::read_dir(records).expect("the records").flatten() {
        let path = record.path();
        let level = format!("lemmings/{}", path.file_stem().expect("a name").to_string_lossy());
        let ran = folder.quarry(&["show", "--trace", &level, &path.to_string_lossy()]).ends_with(0);
        let last = ran.out.lines().last().expect("a last state");
        assert!(!last.contains("saved=0"), "{level}: {last}");
        traced += 1;
    }
    assert_eq!(traced, 87);
}

#[test]
fn levels_are_drawn_with_their_partitions() {
    let folder = Folder::new();
    folder.write(
        "level.toml",
        "puzzle = \"lemmings\"\nlemmings = 1\ntarget = 1\ntime_limit = 9\nfrequency = 1\ndrawing = \"\"\"\nE .|. .\n____x_.\n\"\"\"\n",
    );
    let ran = folder.quarry(&["show", "level.toml"]).ends_with(0);
    assert!(ran.out.contains("  E ·│· · \n  _ _ X\u{332} · \n"), "{}", ran.out);
}

#[test]
fn bad_levels_are_refused_with_line_and_reason() {
    let folder = Folder::new();
    let level = folder
        .quarry(&["generate", "lemmings", "--param", "kind=floaters", "--param", "n=2"])
        .ends_with(0)
        .out;
    for (good, bad, complaint) in [
        (
            "exits = [\"G 12\"]",
            "exits = [\"G 21\"]",
            "11:10: expected a column from A to T and a row from 1 to 20",
        ),
        ("entrances = [\"B 5\"]", "entrances = []", "10:13: expected at least one entrance"),
        ("target = 2", "target = 3", "6:10: expected a target from 0 to 2, the number of lemmings"),
        ("time_limit = 100", "time_limit = -1", "7:14: expected a whole number from 1"),
        ("{ floater = 2 }", "{ flaoter = 2 }", "9:16: expected one of the types basher"),
        ("exits = [\"G 12\"]", "exits = [\"B 5\"]", "11:10: expected an exit that is not"),
    ] {
        assert!(level.contains(good), "{good} in {level}");
        folder.write("bad.toml", level.replace(good, bad));
        let ran = folder.quarry(&["show", "bad.toml"]).ends_with(2);
        assert!(ran.err.starts_with(&format!("error: bad.toml:{complaint}")), "{}", ran.err);
    }
}

#[test]
fn answers_carry_their_level_and_their_rules() {
    let folder = Folder::new();
    folder.quarry(&["solve", "lemmings/01Diggers", "--quiet", "-o", "answer.toml"]).ends_with(0);
    let answer = folder.read("answer.toml");
    assert!(
        answer.contains("rules_version = 1\n") && answer.contains("instance_checksum = \"fnv1a:"),
        "{answer}"
    );
    folder.quarry(&["verify", "lemmings/01Diggers", "answer.toml"]).ends_with(0);
    let ran = folder.quarry(&["verify", "lemmings/02Diggers", "answer.toml"]).ends_with(1);
    assert!(
        !ran.out.contains("version") && ran.out.contains("was made for 01Diggers"),
        "{}",
        ran.out
    );
    folder.write("old.toml", answer.replace("rules_version = 1", "rules_version = 0"));
    let ran = folder.quarry(&["verify", "lemmings/01Diggers", "old.toml"]).ends_with(0);
    assert!(
        ran.out.contains("written for version 0 of the rules, and judged by version 1"),
        "{}",
        ran.out
    );
    let ran = folder.quarry(&["verify", "lemmings/02Diggers", "old.toml"]).ends_with(1);
    assert!(ran.out.contains("written for version 0 of the rules"), "{}", ran.out);
}

#[test]
fn a_level_is_rated_by_what_search_proves() {
    let folder = Folder::new();
    let ran = folder.quarry(&["rate", "lemmings/02Diggers"]).ends_with(0);
    for line in [
        "instance  02Diggers",
        "goal      can be reached",
        "steps     15 at least",
        "orders    2 at least",
        "plans     5 reach the goal",
        "share     4.692793e-3 of all lists of 120 actions, with 4 for each step",
        "leniency    1 step   0 digger              1",
        "            1 step   0 digger (time 2)     4",
        "            4 steps  nuke                  11..14",
        "groups    17 orders in 21 worlds on the way; 17 classes, 16 regions",
        "fitness   r = -0.501 with distance (by rank -0.553) over 1000 plans at random, 1.7 changes from the goal",
    ] {
        assert!(ran.out.lines().any(|printed| printed == line), "{line}\n{}", ran.out);
    }
    let rated = folder.quarry(&["rate", "lemmings/02Floaters", "--json"]).ends_with(0).json();
    assert_eq!((rated["fewest_steps"].as_u64(), rated["plans"].as_str()), (Some(20), Some("462")));
    let landscape = &rated["landscape"];
    assert!(landscape["plans"] == 1000 && landscape["pearson"].as_f64() < Some(-0.99), "{rated}");
    let orders = rated["leniency"].as_array().expect("a list");
    let floaters: Vec<_> = orders.iter().filter(|order| order["order"] != "nuke").collect();
    assert!(floaters.len() == 2 && floaters.iter().all(|order| order["leniency"] == 9), "{rated}");

    let level =
        folder.quarry(&["generate", "lemmings", "--param", "kind=diggers", "--param", "n=2"]).out;
    folder.write("fewer.toml", level.replace("digger = 2", "digger = 1"));
    let ran = folder.quarry(&["rate", "fewer.toml"]).ends_with(1);
    assert!(ran.out.contains("goal      cannot be reached (proved)\n"), "{}", ran.out);
    let ran = folder.quarry(&["rate", "lemmings/05Climbers", "--evaluations", "1000"]).ends_with(0);
    assert!(
        ran.out.contains("goal      can be reached\nsteps     not settled within the limits\n"),
        "{}",
        ran.out
    );
    assert!(ran.err.starts_with("stopped by the limit on evaluations"), "{}", ran.err);
}
