//! Bad input: exit status 2, and a message with file, line, column and what was expected; never a
//! panic.

use crate::program::Folder;

/// Runs `show` and `solve` on a bad file and checks the message.
#[track_caller]
fn refused(content: impl AsRef<[u8]>, place: &str, expected: &str) {
    let folder = Folder::new();
    folder.write("bad.toml", content);
    for command in ["show", "solve", "play", "hint"] {
        let ran = folder.quarry(&[command, "bad.toml"]).ends_with(2);
        assert!(ran.out.is_empty(), "{command}: {ran:?}");
        let words = ran.err.strip_prefix(&format!("error: bad.toml:{place}: ")).unwrap_or_default();
        let words = ["read as samegame: ", "read as hidato: "]
            .iter()
            .find_map(|what| words.strip_prefix(what))
            .unwrap_or(words);
        assert!(words.starts_with("expected "), "{command}: {}", ran.err);
        assert!(ran.err.contains(expected), "{command}: {}", ran.err);
        assert!(!ran.err.contains("panicked") && ran.err.len() < 600, "{command}: {}", ran.err);
    }
}

#[test]
fn ragged_board() {
    refused("puzzle = \"samegame\"\nboard = \"\"\"\n0123\n012\n0123\n\"\"\"\n", "4:4", "4 cells");
    refused("0123\n01234\n", "2:5", "4 cells");
}

#[test]
fn boards_to_be_filled() {
    refused("1 _ _\n_ _\n", "2:3", "3 places, as in the first row");
    refused("1 _ x\n", "1:5", "a number");
    refused("1,,3\n", "1:4", "beside each comma");
    refused("1 _\n_ 9\n", "2:3", "a number from 1 to 4");
    refused("1 _\n_ 1\n", "2:3", "each number once");
    refused(
        "puzzle = \"hidato\"\ntopology = \"hex\"\nboard = \"\"\"\n1 _\n_ _\n\"\"\"\n",
        "5:1",
        "offsets",
    );
    refused("0 ".repeat(5 << 20), "1:511", "255");
}

#[test]
fn unknown_key() {
    refused("puzzle = \"samegame\"\nborad = \"\"\"\n00\n\"\"\"\n", "2:1", "board");
}

#[test]
fn unknown_puzzle_and_rules() {
    refused("puzzle = \"chess\"\n", "1:10", "samegame");
    refused("puzzle = \"samegame\"\nrules = \"chess\"\nboard = \"00\"\n", "2:9", "jawbreaker3");
}

#[test]
fn colour_out_of_range() {
    refused("puzzle = \"samegame\"\nboard = \"\"\"\n00\n0?\n\"\"\"\n", "4:2", "colour");
    refused("00\n0é\n", "2:2", "colour");
}

#[test]
fn empty_file() {
    refused("", "1:1", "found an empty file");
    refused("\n  \n", "1:1", "found an empty file");
}

#[test]
fn binary_file() {
    refused([0x7f, b'E', b'L', b'F', 0xff, 0xfe, 0x00], "1:5", "text (UTF-8)");
    refused([0u8; 4096], "1:1", "byte 0x00");
    refused(b"0011\n00\x0011\n", "2:3", "byte 0x00");
}

#[test]
fn ten_megabytes_on_one_line() {
    refused("0".repeat(10 << 20), "1:256", "255");
    refused(
        format!("puzzle = \"samegame\"\nboard = \"{}\"\n", "1".repeat(10 << 20)),
        "2:265",
        "255",
    );
    refused("x = ".repeat(3 << 20), "1:7", "TOML");
}

#[test]
fn missing_file_and_folder() {
    let folder = Folder::new();
    for name in ["nowhere.toml", ".", "samegame/no-such-example"] {
        let ran = folder.quarry(&["solve", name]).ends_with(2);
        assert!(
            ran.err.starts_with(&format!("error: {name}: ")) && ran.err.contains("expected"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn bad_answers() {
    let folder = Folder::new();
    for (answer, place) in [
        ("puzzle = \"samegame\"\n", "1:"),
        ("puzzle = \"chess\"\nmoves = []\n", "1:10"),
        ("moves = [\"1,1\", \"one\"]\n", "1:17"),
        ("moves = [\"0,1\"]\n", "1:10"),
        ("moves = 7\n", "1:9"),
        ("", "1:1"),
    ] {
        folder.write("answer.toml", answer);
        let ran = folder.quarry(&["verify", "samegame/standard-01", "answer.toml"]).ends_with(2);
        assert!(
            ran.err.starts_with(&format!("error: answer.toml:{place}")),
            "{answer}: {}",
            ran.err
        );
    }
}

#[test]
fn bad_usage() {
    let folder = Folder::new();
    for (args, expected) in [
        (
            vec!["solve", "samegame/standard-01", "--solver", "magic"],
            "unknown solver 'magic': expected one of",
        ),
        (
            vec!["solve", "samegame/standard-01", "--solver", "beam", "--param", "width=0"],
            "from 1 to",
        ),
        (
            vec!["solve", "samegame/standard-01", "--solver", "beam", "--param", "depth=3"],
            "expected one of width",
        ),
        (vec!["solve", "samegame/standard-01", "--param", "width"], "NAME=VALUE"),
        (vec!["solve", "samegame/standard-01", "--seconds", "-1"], "positive"),
        (vec!["generate", "chess"], "expected one of samegame"),
        (vec!["generate", "samegame", "--param", "rows=0"], "from 1 to 255"),
        (vec!["frobnicate"], "unrecognized subcommand"),
    ] {
        let ran = folder.quarry(&args).ends_with(2);
        assert!(ran.err.contains(expected), "{args:?}: {}", ran.err);
    }
}
