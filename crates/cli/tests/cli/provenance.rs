//! The instance and the claims that an answer file states: all are checked.

use crate::program::Folder;

/// Returns the output of `verify`, as text and JSON, for a changed file of a proved answer.
fn verified(change: impl Fn(&str) -> String, code: i32) -> (String, serde_json::Value) {
    let folder = Folder::new();
    let exact = ["solve", "samegame/tiny-samegame", "--solver", "exact", "-o", "answer.toml"];
    folder.quarry(&exact).ends_with(0);
    folder.write("changed.toml", change(&folder.read("answer.toml")));
    let verify = ["verify", "samegame/tiny-samegame", "changed.toml"];
    let object = folder.quarry(&[&verify[..], &["--json"]].concat()).ends_with(code).json();
    (folder.quarry(&verify).ends_with(code).out, object)
}

#[test]
fn what_is_right_is_accepted_and_a_proof_is_said_to_be_a_claim() {
    let (out, object) = verified(str::to_owned, 0);
    assert_eq!(out, "accepted: score 1040\nproof of the best score: claimed, not checked\n");
    assert_eq!(
        (&object["accepted"], &object["claimed_solved"], &object["claimed_proved"]),
        (&true.into(), &true.into(), &true.into())
    );
    assert_eq!(
        (&object["proof"], &object["altered"]),
        (&"claimed, not checked".into(), &false.into())
    );
    assert_eq!(object["made_for_checksum"], object["instance_checksum"]);
    assert_eq!(
        (&object["made_for_rules_version"], &object["rules_version"]),
        (&1.into(), &1.into())
    );
}

#[test]
fn an_answer_to_another_board_names_its_own() {
    let folder = Folder::new();
    let exact = ["solve", "samegame/tiny-samegame", "--solver", "exact", "-o", "answer.toml"];
    folder.quarry(&exact).ends_with(0);
    let ran = folder.quarry(&["verify", "samegame/standard-01", "answer.toml"]).ends_with(1);
    assert!(
        ran.out.starts_with("refused: this answer was made for A first SameGame (checksum fnv1a:"),
        "{ran:?}"
    );
    assert!(ran.out.contains("), not for this board (checksum fnv1a:"), "{ran:?}");
    let ran = folder
        .quarry(&["record", "samegame/standard-01", "answer.toml", "--archive", "."])
        .ends_with(1);
    assert!(ran.out.contains("made for A first SameGame"), "{ran:?}");
}

#[test]
fn claims_that_do_not_hold_are_refused() {
    let refused = |from: &str, to: &str| {
        let (out, object) = verified(|file| file.replace(from, to), 1);
        assert_eq!(object["accepted"], false);
        assert_eq!(out, format!("refused: {}\n", object["reason"].as_str().expect("a reason")));
        out
    };
    assert!(
        refused("score = 1040", "score = 1041")
            .contains("claims score 1041, the judge counts 1040")
    );
    assert!(
        refused("solved = true", "solved = false")
            .contains("claims that the goal is not reached, but it is")
    );
    let (out, _) = verified(|file| file.replace("rules_version = 1", "rules_version = 7"), 0);
    assert!(out.contains("written for version 7 of the rules, and judged by version 1"), "{out}");
}

/// An answer with a lower score than a known one is not proved best.
#[test]
fn a_proof_is_held_against_what_is_known() {
    let folder = Folder::new();
    let board =
        folder.quarry(&["generate", "samegame", "--param", "rows=4", "--param", "columns=4"]).out;
    folder.write("board.toml", &board);
    folder.quarry(&["solve", "board.toml", "--solver", "greedy", "-o", "answer.toml"]).ends_with(0);
    let boast = folder.read("answer.toml").replace("proved = false", "proved = true");
    folder.write("answer.toml", &boast);
    folder.quarry(&["verify", "board.toml", "answer.toml"]).ends_with(0);
    folder.write("board.toml", format!("{board}[[known]]\nscore = 999999\nby = \"somebody\"\n"));
    let ran = folder.quarry(&["verify", "board.toml", "answer.toml"]).ends_with(1);
    assert!(ran.out.contains("is proved best, but somebody has 999999"), "{ran:?}");
}

#[test]
fn solutions_are_counted_as_the_file_shows_them() {
    let folder = Folder::new();
    folder.quarry(&["solve", "hidato/tiny-hex-7", "-o", "answer.toml"]).ends_with(0);
    let answer = folder.read("answer.toml");
    assert!(answer.contains("solutions = \"one\"") && answer.contains("proved = true"), "{answer}");
    let ran = folder.quarry(&["verify", "hidato/tiny-hex-7", "answer.toml"]).ends_with(0);
    assert!(
        ran.out.contains("proof of the number of solutions (one): claimed, not checked"),
        "{ran:?}"
    );
    folder.write("several.toml", answer.replace("solutions = \"one\"", "solutions = \"several\""));
    let ran = folder.quarry(&["verify", "hidato/tiny-hex-7", "several.toml"]).ends_with(1);
    assert!(ran.out.contains("claims that there are several solutions, but shows one"), "{ran:?}");
}
