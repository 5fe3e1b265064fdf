//! Ratings, hints in stages and step-by-step solutions, with the built binary.

use crate::program::Folder;

/// Returns a partly filled board as an answer file.
fn filled(rows: &str) -> String {
    format!("puzzle = \"hidato\"\nboard = \"\"\"\n{rows}\n\"\"\"\n")
}

#[test]
fn a_rating_says_how_hard_and_why() {
    let folder = Folder::new();
    let ran = folder.quarry(&["rate", "hidato/tiny-hex-7"]).ends_with(0);
    assert!(ran.out.starts_with("instance  tiny-hex-7\ntier      easy\nscore     "), "{}", ran.out);
    let rated = folder.quarry(&["rate", "hidato/numbrix-9x9", "--json"]).ends_with(0).json();
    assert_eq!((rated["puzzle"].as_str(), rated["solved"].as_bool()), (Some("hidato"), Some(true)));
    let techniques = rated["techniques"].as_array().expect("techniques");
    let sum = |key: &str| {
        techniques.iter().map(|technique| technique[key].as_u64().unwrap_or(0)).sum::<u64>()
    };
    assert_eq!(rated["steps"].as_u64(), Some(sum("count")));
    assert!(techniques.iter().any(|technique| technique["tier"] == rated["tier"]), "{rated}");
    assert!(
        rated["hardest"]["sentence"].as_str().is_some_and(|sentence| sentence.ends_with('.')),
        "{rated}"
    );

    folder.write("open.txt", "1 _ _\n_ _ _\n_ _ 9\n");
    let ran = folder.quarry(&["rate", "open.txt"]).ends_with(1);
    assert!(
        ran.out.contains("tier      beyond\n") && ran.out.contains("unsolved  "),
        "{}",
        ran.out
    );
    let ran = folder.quarry(&["rate", "samegame/standard-01"]).ends_with(2);
    assert_eq!(
        ran.err,
        "error: samegame has no named techniques to be rated by, and does not move by itself\n"
    );
}

#[test]
fn a_made_board_has_the_tier_that_was_wanted() {
    let folder = Folder::new();
    for tier in ["easy", "medium", "hard", "expert"] {
        let wish = format!("tier={tier}");
        folder
            .quarry(&["generate", "hidato", "--seed", "3", "--param", &wish, "-o", "made.toml"])
            .ends_with(0);
        assert_eq!(
            folder.quarry(&["rate", "made.toml", "--json"]).ends_with(0).json()["tier"],
            tier
        );
    }
    let ran = folder
        .quarry(&["generate", "hidato", "--param", "tier=expert", "--param", "side=2"])
        .ends_with(2);
    assert!(ran.err.contains("ask for an easier tier, another seed"), "{}", ran.err);
}

#[test]
fn hints_go_as_far_as_the_stage() {
    let folder = Folder::new();
    folder.write("right.toml", filled(" _ _\n7 5 _\n 1 2"));
    let hint = |stage: &str| {
        folder
            .quarry(&["hint", "hidato/tiny-hex-7", "--answer", "right.toml", "--stage", stage])
            .ends_with(0)
            .out
    };
    let stages = ["1", "2", "3", "4"].map(hint);
    assert_eq!(stages[0], "no mistake so far\n");
    for (stage, word) in stages.iter().skip(1).zip(["where  ", "why    ", "step   "]) {
        assert!(stage.lines().last().is_some_and(|line| line.starts_with(word)), "{word}: {stage}");
    }
    assert!(stages.windows(2).all(|pair| pair[1].starts_with(&pair[0])), "{stages:?}");
    let args = ["hint", "hidato/tiny-hex-7", "--answer", "right.toml", "--json"];
    let whole = folder.quarry(&args).ends_with(0).json();
    assert_eq!(whole["mistake"], false);
    assert!(
        stages[3].ends_with(&format!("step   {}\n", whole["move"].as_str().expect("a step"))),
        "{stages:?}"
    );
    let args = ["hint", "hidato/tiny-hex-7", "--answer", "right.toml", "--json", "--stage", "1"];
    assert_eq!(folder.quarry(&args).ends_with(0).out, "{\"mistake\":false}\n");
}

#[test]
fn hints_name_what_cannot_be_right() {
    let folder = Folder::new();
    folder.write("wrong.toml", filled(" 4 _\n7 5 _\n 1 2"));
    let hint = |stage: &str| {
        folder
            .quarry(&["hint", "hidato/tiny-hex-7", "--answer", "wrong.toml", "--stage", stage])
            .ends_with(0)
            .out
    };
    assert_eq!(hint("1"), "one entry cannot be right\n");
    assert_eq!(hint("2"), "one entry cannot be right\nwhere  1,1\n");
    assert!(hint("4").ends_with("step   1,1=_\n"), "{}", hint("4"));
    let args = ["hint", "hidato/tiny-hex-7", "--answer", "wrong.toml", "--json"];
    let whole = folder.quarry(&args).ends_with(0).json();
    assert_eq!((whole["mistake"].as_bool(), whole["move"].as_str()), (Some(true), Some("1,1=_")));

    folder.write("short.toml", filled("7 5 _"));
    let ran = folder.quarry(&["hint", "hidato/tiny-hex-7", "--answer", "short.toml"]).ends_with(2);
    assert!(ran.err.starts_with("error: short.toml:"), "{}", ran.err);
    let ran =
        folder.quarry(&["hint", "samegame/standard-01", "--answer", "wrong.toml"]).ends_with(2);
    assert!(ran.err.contains("is played move by move"), "{}", ran.err);
}

#[test]
fn techniques_solve_what_they_can_and_do_not_guess() {
    let folder = Folder::new();
    for example in ["hidato/tiny-hex-19", "hidato/rikudo-18", "hidato/square-holes"] {
        let ran = folder
            .quarry(&["solve", example, "--solver", "human", "-o", "answer.toml", "--json"])
            .ends_with(0);
        assert_eq!(ran.json()["solved"], true, "{example}");
        folder.quarry(&["verify", example, "answer.toml"]).ends_with(0);
    }
    folder.write("open.txt", "1 _ _\n_ _ _\n_ _ 9\n");
    let ran = folder.quarry(&["solve", "open.txt", "--solver", "human", "--json"]);
    assert_eq!(
        ran.ends_with(1).json()["solved"],
        false,
        "reasoning cannot distinguish two solutions"
    );
}
