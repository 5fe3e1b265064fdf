//! Boards with few givens, with the built binary.

use crate::program::Folder;

#[test]
fn sparse_boards_are_solved_and_judged() {
    let folder = Folder::new();
    for (board, wishes) in [
        ("little.toml", vec!["side=5", "givens=7", "unique=false"]),
        ("square.toml", vec!["topology=square", "columns=10", "rows=10", "unique=false"]),
        ("linked.toml", vec!["side=5", "givens=7", "unique=false", "links=0.1"]),
    ] {
        let mut args = vec!["generate", "hidato", "--seed", "2", "-o", board];
        wishes.iter().for_each(|&wish| args.extend(["--param", wish]));
        folder.quarry(&args).ends_with(0);
        let shown = folder.quarry(&["show", board, "--json"]).ends_with(0).json();
        assert_eq!(shown["facts"]["links"] == "0", board != "linked.toml", "{shown}");
        let args = [
            "solve",
            board,
            "--solver",
            "sparse",
            "--nodes",
            "20000000",
            "-o",
            "answer.toml",
            "--json",
        ];
        let report = folder.quarry(&args).ends_with(0).json();
        assert_eq!(
            (report["solved"].as_bool(), report["solver"].as_str()),
            (Some(true), Some("sparse")),
            "{board}"
        );
        folder.quarry(&["verify", board, "answer.toml"]).ends_with(0);
    }
}
