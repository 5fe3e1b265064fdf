//! Community formats and collections, with the built binary.

use crate::program::{Folder, Ran};

/// The puzzles that have addresses on puzz.link.
const WITH_URLS: [&str; 9] = [
    "slither-link",
    "sudoku",
    "nurikabe",
    "pearl",
    "light-up",
    "corral",
    "minesweeper",
    "cross-sum",
    "spiral-galaxies",
];

const LOOP: &str = "slither/5/5/g8133622283222021333d";
const LOOP_ID: &str = "5x5t0:a3a1331a2223a32220213333a";

/// Three Sudokus with one solution each.
const SUDOKUS: &str = "\
# from Wikipedia, and the same with other digits
46....912...9..4...2.4.76.....3857...5.....6...1679.....82.6.4...2..3...634....27

64..8....7..216....19....7.9...7...45..9.4..28...3...7.7....39....521..6....9..81
750090000800327000021000080100080005600105003900040008080000410000632007000010092
";

fn lines(ran: &Ran) -> Vec<&str> {
    ran.out.lines().collect()
}

/// The file without the lines about its origin.
fn without_origin(text: &str) -> String {
    let is_kept = |line: &&str| !line.starts_with("name =") && !line.starts_with("source =");
    text.lines().filter(is_kept).map(|line| format!("{line}\n")).collect()
}

#[test]
fn examples_come_back_from_their_addresses() {
    let folder = Folder::new();
    for puzzle in WITH_URLS {
        let listed = folder.quarry(&["list", "examples", puzzle, "--json"]).ends_with(0);
        let mut written = 0;
        for line in listed.out.lines() {
            let example: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let name = example["instance"].as_str().expect("a name");
            let shown = folder.quarry(&["show", name, "--as", "url"]);
            if shown.code == 2 {
                assert!(shown.err.contains("cannot be written as url"), "{shown:?}");
                continue;
            }
            written += 1;
            let whole = folder.quarry(&["show", name, "--as", "toml"]).ends_with(0).out;
            let imported = folder.quarry(&["import", shown.out.trim()]).ends_with(0).out;
            assert!(imported.contains(&format!("\nsource = \"{}\"\n", shown.out.trim())), "{name}");
            let is_total = |line: &&str| line.starts_with("mines =");
            let kept = whole.lines().filter(|line| !is_total(line));
            let kept: String = kept.map(|line| format!("{line}\n")).collect();
            assert_eq!(without_origin(&imported), kept, "{name}");
            let warning = format!("warning: {name}: the form url has no place for mines\n");
            let warned = whole.lines().any(|line| is_total(&line));
            assert_eq!(shown.err, if warned { warning } else { String::new() });
        }
        assert!(written > 0, "{puzzle}");
    }
}

#[test]
fn every_form_of_a_board_is_the_same_board() {
    let folder = Folder::new();
    let whole = folder.quarry(&["show", "slither-link/first", "--as", "toml"]).ends_with(0).out;
    for (form, text) in [("tatham", LOOP_ID), ("url", &format!("https://puzz.link/p?{LOOP}"))] {
        let shown = folder.quarry(&["show", "slither-link/first", "--as", form]).ends_with(0);
        assert_eq!(shown.out, format!("{text}\n"));
    }
    let grid = folder.quarry(&["show", "slither-link/first", "--as", "grid"]).ends_with(0).out;
    folder.write("grid.txt", &grid);
    for source in [
        &format!("https://puzz.link/p?{LOOP}"),
        &format!("https://puzz.link/p.html?{LOOP}/"),
        &format!("http://pzv.jp/p.html?{LOOP}"),
        LOOP,
        LOOP_ID,
        "grid.txt",
        "slither-link/first",
    ] {
        let imported = folder.quarry(&["import", source, "--puzzle", "slither-link"]).ends_with(0);
        assert_eq!(without_origin(&imported.out), whole, "{source}");
        let args = ["solve", source, "--puzzle", "slither-link", "-o", "answer.toml", "-q"];
        folder.quarry(&args).ends_with(0);
        folder.quarry(&["verify", "slither-link/first", "answer.toml"]).ends_with(0);
    }
    let line = folder.quarry(&["show", "sudoku/first", "--as", "line"]).ends_with(0).out;
    assert_eq!(line.trim(), SUDOKUS.lines().nth(1).expect("the first Sudoku"));
    for (args, words) in [
        (["sudoku/first", "--as", "grid"], ""),
        (["slither-link/first", "--as", "line"], "expected one of toml, grid, url, tatham\n"),
        (["samegame/standard-01", "--as", "url"], "expected one of toml\n"),
        (["slither-link/first", "--as", "svg"], "toml, grid, url, tatham, line"),
    ] {
        let ran = folder.quarry(&[&["show"], &args[..]].concat());
        assert_eq!(ran.code, if words.is_empty() { 0 } else { 2 }, "{ran:?}");
        assert!(ran.err.contains(words), "{ran:?}");
    }
}

#[test]
fn collections_are_solved_verified_rated_and_imported() {
    let folder = Folder::new();
    folder.write("three.txt", SUDOKUS);
    let solved = folder.quarry(&["solve", "three.txt", "-o", "answers.toml", "-q"]).ends_with(0);
    let line = |number| format!("three.txt#{number}  81 (goal reached), solutions: one (proved)");
    let mut expected: Vec<String> = (1..=3).map(line).collect();
    expected.push("solved 3 of 3; solutions: one 3".to_owned());
    assert_eq!(lines(&solved), expected);
    assert!(solved.err.starts_with("finished after 3 puzzles in "), "{solved:?}");
    let json = folder.quarry(&["solve", "three.txt", "--json", "-q"]).ends_with(0);
    let third: serde_json::Value =
        serde_json::from_str(json.out.lines().last().expect("three lines")).expect("JSON");
    assert_eq!((&third["instance"], &third["solved"]), (&"three.txt#3".into(), &true.into()));
    let alone = folder.quarry(&["solve", "three.txt#3", "--json", "-q"]).ends_with(0).json();
    assert_eq!(alone["answer"], third["answer"]);

    let judged = folder.quarry(&["verify", "three.txt", "answers.toml"]).ends_with(0);
    assert!(judged.out.ends_with("\naccepted 3 of 3\n"), "{judged:?}");
    let answers = folder.read("answers.toml");
    folder.write("wrong.toml", answers.replacen("score = 81", "score = 80", 1));
    let judged = folder.quarry(&["verify", "three.txt", "wrong.toml"]).ends_with(1);
    assert!(judged.out.starts_with("three.txt#1  refused: "), "{judged:?}");
    assert!(judged.out.ends_with("\naccepted 2 of 3\n"), "{judged:?}");
    folder.write("broken.toml", answers.replace("seed = \"1\"", "seed ="));
    let judged = folder.quarry(&["verify", "three.txt", "broken.toml"]).ends_with(2);
    let line = answers.lines().position(|line| line.starts_with("seed")).expect("a seed") + 1;
    assert!(judged.err.starts_with(&format!("error: broken.toml:{line}:")), "{judged:?}");
    let few = answers.rsplit_once("[[answer]]").expect("three answers").0;
    folder.write("few.toml", few);
    let judged = folder.quarry(&["verify", "three.txt", "few.toml"]).ends_with(2);
    let words = "few.toml:1:1: expected 3 tables [[answer]], one for each puzzle, found 2";
    assert!(judged.err.contains(words), "{judged:?}");

    let rated = folder.quarry(&["rate", "three.txt"]).ends_with(0);
    assert!(rated.out.ends_with("\nrated 3 of 3: easy 3\n"), "{rated:?}");
    let urls = folder.quarry(&["show", "three.txt", "--as", "url"]).ends_with(0).out;
    folder.write("urls", &urls);
    folder.quarry(&["import", "urls", "-o", "boards/"]).ends_with(0);
    folder.quarry(&["import", "three.txt", "-o", "boards"]).ends_with(0);
    for number in 1..=3 {
        let [one, other] = ["urls", "three"].map(|stem| format!("boards/{stem}-{number}.toml"));
        assert_eq!(without_origin(&folder.read(&one)), folder.read(&other));
    }
    let refused = folder.quarry(&["import", "three.txt", "-o", "three.toml"]).ends_with(2);
    assert_eq!(refused.err, "error: 3 puzzles need a folder: name one with -o FOLDER/\n");
    let refused = folder.quarry(&["hint", "three.txt"]).ends_with(2);
    assert!(refused.err.contains("name one of them, such as three.txt#1"), "{refused:?}");
    let refused = folder.quarry(&["show", "three.txt#4"]).ends_with(2);
    assert!(refused.err.contains("expected a number from 1 to 3"), "{refused:?}");
}

#[test]
fn an_unsolvable_member_fails_the_collection() {
    let folder = Folder::new();
    let twice = format!("55{}", ".".repeat(79));
    let fed = format!("{twice}\n{}\n", SUDOKUS.lines().nth(1).expect("a Sudoku"));
    let ran = folder.quarry_fed(&["solve", "-", "-q"], &fed).ends_with(1);
    let expected = [
        "-#1  no answer (unsolved), solutions: none (proved)",
        "-#2  81 (goal reached), solutions: one (proved)",
        "solved 1 of 2; solutions: none 1, one 1",
    ];
    assert_eq!(lines(&ran), expected);
}

#[test]
fn experiments_take_collections() {
    let folder = Folder::new();
    folder.write("loops.txt", format!("{LOOP_ID}\n2x2t0:3c\n"));
    let text = "title = \"Loops\"\nquestion = \"Which?\"\n[[instances]]\nfile = \"loops.txt\"\npuzzle = \"slither-link\"\n\
        [[solvers]]\nname = \"constraint\"\n[budget]\nnodes = 10000\n";
    folder.write("loops.toml", text);
    let ran = folder.quarry(&["run", "loops.toml", "-q"]).ends_with(0);
    assert!(ran.out.contains("loops.txt#1") && ran.out.contains("loops.txt#2"), "{ran:?}");
}

#[test]
fn malformed_texts_are_pointed_at() {
    let folder = Folder::new();
    let sudoku = SUDOKUS.lines().nth(1).expect("a Sudoku");
    folder.write("short", format!("{sudoku}\n\n{}\n", &sudoku[1..]));
    folder.write("first", format!("# a mistake\n{}\n{sudoku}\n", &sudoku[1..]));
    folder.write("letter", format!("{sudoku}\n{}x{}\n", &sudoku[..40], &sudoku[41..]));
    folder.write("urls", format!("{LOOP}\nhttps://puzz.link/p?heyawake/6/6/0\n"));
    folder.write("ids", format!("{LOOP_ID}\n5x5t0:2bX\n"));
    folder.write("grid", "..1\n.x.\n");
    for (args, words) in [
        (vec!["short"], "short:3:1: expected 81 characters"),
        (vec!["first"], "first:2:1: expected 81 characters"),
        (vec!["letter"], "letter:2:41: expected `.` or a number, found `x`"),
        (vec!["urls"], "urls:2:1: expected an address of puzz.link or pzv.jp for one of sudoku"),
        (vec!["ids", "--puzzle", "slither-link"], "ids:2:9: expected"),
        (vec!["grid", "--puzzle", "slither-link"], "grid:2:2: expected `.` or a number"),
        (vec!["grid", "--puzzle", "chess"], "unknown puzzle 'chess'"),
        (vec!["https://puzz.link/p?slither/5/5/zz!"], ":1:35: read as slither-link: expected"),
        (
            vec!["https://puzz.link/p?slither/x/5/z"],
            ":1:33: read as slither-link: expected the number of r",
        ),
        (vec!["5x5t0:2bX", "--puzzle", "slither-link"], "5x5t0:2bX:1:9: expected"),
        (vec![LOOP, "--puzzle", "sudoku"], ":1:1: expected a URL with the name sudoku, found"),
        (vec!["nowhere/5/5"], "nowhere/5/5: there is no such file or example"),
    ] {
        for command in ["solve", "import"] {
            let ran = folder.quarry(&[&[command], &args[..]].concat()).ends_with(2);
            assert!(ran.err.contains(words) && ran.out.is_empty(), "{args:?}: {ran:?}");
        }
    }
}
