//! Puzzles that are filled in, with the built binary.

use crate::program::Folder;

const SMALL: &str = "1 _ _\n_ _ _\n_ _ 9\n";

#[test]
fn a_board_is_filled_in_line_by_line() {
    let folder = Folder::new();
    folder.write("board.txt", SMALL);
    let entries = "1,2=2\n1,3=4\ncheck\nundo\ncheck\n1,1=3\n7,7=3\n1,2=seven\n1,3=3\n2,3=4\n2,2=5\n2,1=6\n3,1=7\n";
    let ran = folder.quarry_fed(&["play", "board.txt"], entries).ends_with(1);
    for words in [
        "2 of 9 cells filled",
        "1,1=1 is given and cannot be changed; or one of undo",
        "there is no cell 7,7",
        "expected a number from 1 to 9, or `_` to erase, found `seven`; or one of undo",
        "nothing contradicts the rules so far",
        "\n1 2 3\n6 5 4\n7 _ 9\n8 of 9 cells filled\n",
    ] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    let ran = folder.quarry_fed(&["play", "board.txt"], &format!("{entries}3,2=8\n")).ends_with(0);
    assert!(
        ran.out.ends_with("1 2 3\n6 5 4\n7 8 9\n9 of 9 cells filled, the end\n"),
        "{}",
        ran.out
    );
    let ran = folder
        .quarry_fed(&["play", "board.txt"], "1,2=4\n1,3=4\ncheck\nrestart\nredo\nundo\nundo\n");
    assert!(
        ran.out.contains("4 stands twice\n") && ran.out.contains("nothing to undo\n"),
        "{}",
        ran.out
    );
}

#[test]
fn edges_are_written_and_it_is_known_whether_a_board_can_be_completed() {
    let folder = Folder::new();
    folder.write("loop.toml", "puzzle = \"slither-link\"\nboard = \"\"\"\n4\n\"\"\"\n");
    let entries = "1,1-1,2=line\ncorrect\n1,1-1,2=x\ncorrect\nnonsense\n";
    let ran = folder.quarry_fed(&["play", "loop.toml"], entries).ends_with(1);
    for words in [
        "1 of 4 edges decided",
        "correct so far: it can be completed\n",
        "this cannot be completed; wrong: 1,1-1,2\n",
        "restart, check, correct, hint, quit",
    ] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
}

#[test]
fn boards_are_shown_as_people_draw_them() {
    let folder = Folder::new();
    let shown = folder.quarry(&["show", "hidato/paper-figure-1"]).ends_with(0).out;
    assert!(
        shown.contains("\n    _   _  18  20   _   1   2 \n      _   _   _   _   _   _   \n"),
        "{shown}"
    );
    let text = folder.quarry(&["show", "hidato/rikudo-18", "--json"]).ends_with(0).json();
    folder.write("again.toml", text["instance"].as_str().expect("the instance as text"));
    let again = folder.quarry(&["show", "again.toml", "--json"]).ends_with(0).json();
    assert_eq!((&text["instance"], &text["facts"]), (&again["instance"], &again["facts"]));
}

#[test]
fn common_grids_are_read_from_pipes() {
    let folder = Folder::new();
    let grid = "__  1 __  .\n__ __  9 __\n . __ __ __\n";
    let dots = folder.quarry_fed(&["show", "-", "--json"], grid).ends_with(0).json();
    assert_eq!(dots["facts"]["cells"], "10", "where `__` is empty, `.` is no cell");
    let refused = folder.quarry_fed(&["show", "-"], &grid.replace('9', "19")).ends_with(2);
    assert!(
        refused.err.starts_with(
            "error: standard input:2:8: read as hidato: expected a number from 1 to 10, "
        ),
        "{}",
        refused.err
    );
    let commas =
        folder.quarry_fed(&["show", "-", "--json"], "1,0,-1\n0,0,6\n0,-1,0\n").ends_with(0).json();
    assert_eq!(
        (commas["puzzle"].as_str(), commas["facts"]["cells"].as_str()),
        (Some("hidato"), Some("7"))
    );
    let digits = folder.quarry_fed(&["show", "-", "--json"], "012\n012\n").ends_with(0).json();
    assert_eq!(digits["puzzle"], "samegame", "digits without blanks are another puzzle's");
}

#[test]
fn answers_are_judged() {
    let folder = Folder::new();
    folder.write("board.txt", SMALL);
    for (rows, code, words) in [
        ("1 2 3\n6 5 4\n7 8 9", 0, "accepted: score 16"),
        (
            "1 2 3\n6 5 4\n8 7 9",
            1,
            "refused: legal as far as it goes (score 14), but the goal is not reached",
        ),
        (
            "1 2 3\n6 5 4\n7 _ 9",
            1,
            "refused: legal as far as it goes (score 12), but the goal is not reached",
        ),
        ("9 8 7\n4 5 6\n3 2 1", 1, "refused: entry 1: the given 1 is missing"),
    ] {
        folder
            .write("answer.toml", format!("puzzle = \"hidato\"\nboard = \"\"\"\n{rows}\n\"\"\"\n"));
        let ran = folder.quarry(&["verify", "board.txt", "answer.toml"]).ends_with(code);
        assert_eq!(ran.out.trim_end(), words);
    }
    folder.write("answer.toml", "board = \"\"\"\n1 2 3\n6 5\n7 8 9\n\"\"\"\n");
    let ran = folder.quarry(&["verify", "board.txt", "answer.toml"]).ends_with(2);
    assert!(
        ran.err.contains("answer.toml:3:3: expected 3 cells, as in this row of the board, found 2"),
        "{}",
        ran.err
    );
}

#[test]
fn two_solutions_are_kept_and_judged() {
    let folder = Folder::new();
    folder.write("board.txt", SMALL);
    folder.quarry(&["solve", "board.txt", "-o", "two.toml"]).ends_with(0);
    let written = folder.read("two.toml");
    assert!(
        written.contains("solutions = \"several\"\n") && written.contains("\nanother = \"\"\"\n"),
        "{written}"
    );
    folder.quarry(&["verify", "board.txt", "two.toml"]).ends_with(0);
    let (head, first) = written.split_once("\nboard = ").expect("a solution");
    let (first, _) = first.split_once("another = ").expect("a second one");
    folder.write("twice.toml", format!("{head}\nboard = {first}another = {first}"));
    let ran = folder.quarry(&["verify", "board.txt", "twice.toml"]).ends_with(1);
    assert!(ran.out.contains("the second solution is the same as the first"), "{}", ran.out);
}

#[test]
fn chances_are_exact_fractions() {
    let folder = Folder::new();
    let board = "puzzle = \"minesweeper\"\nmines = 2\nboard = \"\"\"\n.1..\n....\n\"\"\"\n";
    folder.write("board.toml", board);
    let found = folder.quarry(&["chances", "board.toml", "--json"]).ends_with(0).json();
    // One mine beside the number, in five cells, and one of two beyond.
    assert_eq!(found["layouts"], "10");
    let chances = found["chances"].as_object().expect("an object");
    assert_eq!(
        chances.keys().collect::<Vec<_>>(),
        ["1,1", "1,3", "1,4", "2,1", "2,2", "2,3", "2,4"]
    );
    assert_eq!((&chances["1,1"], &chances["2,4"]), (&"1/5".into(), &"1/2".into()));
    let shown = folder.quarry(&["chances", "board.toml"]).ends_with(0).out;
    assert!(shown.contains("   20  [1]   20   50\n   20   20   20   50\n"), "{shown}");
    assert!(shown.contains("1/2      1,4 2,4\n"), "{shown}");
    folder.write("board.toml", board.replace("mines = 2\n", ""));
    let open = folder.quarry(&["chances", "board.toml"]).ends_with(0).out;
    assert!(open.contains("layouts  20\n") && open.contains("any number of them"), "{open}");
    folder.write("board.toml", board.replace('1', "7"));
    let none = folder.quarry(&["chances", "board.toml"]).ends_with(0).out;
    assert!(none.contains("no layout agrees with the board"), "{none}");
    let other = folder.quarry(&["chances", "hidato/paper-figure-1"]).ends_with(2);
    assert!(other.err.contains("hidato has no chances"), "{}", other.err);
}
