//! Answers with many moves: packed in files and in JSON, shortened on the terminal.

use crate::program::Folder;

const MOVES: &str = "20000";

fn game(folder: &Folder, more: &[&str]) -> crate::program::Ran {
    let args = ["solve", "tetris/10x20", "--solver", "dt-20", "--nodes", MOVES, "--seed", "3"];
    folder.quarry(&[&args[..], more].concat())
}

#[test]
fn long_answers_are_packed_and_read_back() {
    let folder = Folder::new();
    let ran = game(&folder, &["-o", "long.toml"]);
    assert!(
        ran.out.lines().count() < 60 && ran.out.contains(" more: all of them with -o FILE"),
        "{ran:?}"
    );
    let file = folder.read("long.toml");
    assert!(file.contains("\n[moves]\ncount = ") && file.len() < 40_000, "{}", file.len());
    let verified = folder.quarry(&["verify", "tetris/10x20", "long.toml", "--json"]).json();
    assert!(verified["score"].as_i64().is_some_and(|score| score > 1_000), "{verified}");
    assert_eq!((&verified["claimed"], &verified["altered"]), (&verified["score"], &false.into()));

    // The same answer written out, as in older files.
    let report = game(&folder, &["--json"]).json();
    let answer = &report["answer"];
    let count = answer["count"].as_u64().expect("a number");
    assert!(count > 10_000 && file.contains(&format!("count = {count}\n")), "{count}");
    let traced =
        folder.quarry(&["show", "--trace", "tetris/10x20", "long.toml", "--json"]).ends_with(0);
    let moves: Vec<String> = traced
        .out
        .lines()
        .filter_map(|line| {
            let position: serde_json::Value = serde_json::from_str(line).expect("JSON");
            Some(format!("    \"{}\",\n", position["move"].as_str()?))
        })
        .collect();
    let seed = if count as usize > moves.len() { "    \"seed 3\",\n" } else { "" };
    let plain = format!("score = {}\nmoves = [\n{seed}{}]\n", report["score"], moves.concat());
    folder.write("plain.toml", &plain);
    let same = folder.quarry(&["verify", "tetris/10x20", "plain.toml", "--json"]).json();
    assert_eq!((&same["score"], &same["claimed"]), (&verified["score"], &verified["score"]));

    // A changed letter of the indices is another game.
    let at = file.find("indices = \"\"\"\n").expect("packed") + 400;
    let letter = if &file[at..=at] == "A" { "B" } else { "A" };
    folder.write("altered.toml", format!("{}{letter}{}", &file[..at], &file[at + 1..]));
    let refused = folder.quarry(&["verify", "tetris/10x20", "altered.toml", "--json"]);
    assert!(refused.code > 0, "{refused:?}");
    folder.write("broken.toml", format!("{}!{}", &file[..at], &file[at + 1..]));
    let refused = folder.quarry(&["verify", "tetris/10x20", "broken.toml"]).ends_with(2);
    assert!(
        refused.err.starts_with("error: broken.toml:") && refused.err.contains("expected base64"),
        "{refused:?}"
    );
}

#[test]
fn short_answers_stay_lists() {
    let folder = Folder::new();
    let ran = folder.quarry(&[
        "solve",
        "samegame/tiny-samegame",
        "--solver",
        "greedy",
        "-o",
        "short.toml",
    ]);
    assert!(
        folder.read("short.toml").contains("\nmoves = [\n    \"") && !ran.out.contains(" more"),
        "{ran:?}"
    );
}
