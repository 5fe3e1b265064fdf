//! Tests.

use super::{CrossSum, CrossSumOptions};
use crate::brute_force::{opened, solutions_by_hand};
use quarry_constraint::Engine;
use quarry_core::{Constrained, Generate, Located, Meter, Position, Puzzle, Rng, Solutions};
use quarry_pencil::{Declaration, Declared, GeneratorWish};

fn of_board(digits: usize, rows: &str) -> String {
    format!("puzzle = \"cross-sum\"\ndigits = {digits}\nboard = \"\"\"\n{rows}\n\"\"\"\n")
}

#[test]
fn rules_and_check_agree_on_tiny_boards() {
    for (digits, rows, solutions) in [
        (9, ".", 9),
        (3, "# . .", 6),
        (3, "/3 . .", 2),
        (3, "/9 . .", 0),
        (3, "/3 .", 1),
        (3, "/5 .", 0),
        (3, ". . . .", 0),
        // As many ways as a ring of four has colours.
        (3, ". .\n. .", 18),
        (2, ". .\n. .", 2),
        (9, "# 4/ 3/\n/4 . .\n/3 . .", 1),
        (9, "# 3/ 3/\n/3 . .\n/3 . .", 2),
    ] {
        let text = of_board(digits, rows);
        assert_eq!(solutions_by_hand::<CrossSum>(&text), solutions, "{rows}");
    }
}

#[test]
fn rules_and_check_agree_on_random_boards() {
    let mut rng = Rng::new(2);
    for _ in 0..24 {
        let digits = 3 + rng.below(2);
        let tokens = [".", ".", ".", ".", ".", "#", "4/5", "5/", "/6", "3/"];
        let mut row = |first: &str| {
            let more: Vec<&str> = (0..3).map(|_| tokens[rng.below(tokens.len())]).collect();
            format!("{first} {}", more.join(" "))
        };
        let rows = [row("#"), row("/5"), row("/3")].join("\n");
        solutions_by_hand::<CrossSum>(&of_board(digits, &rows));
    }
}

#[test]
fn community_forms_are_read_and_written() {
    for (body, rows) in [
        ("kakuro/2/2/n4343", "# 4/ 3/\n/4 . .\n/3 . ."),
        ("kakuro/3/3/lh-m-glg69E", "# 16/ 6/ #\n/9 . . 17/\n/24 . . .\n# /16 . ."),
        (
            "kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG",
            "# # 29/ 14/ # 22/ 3/\n# 23/12 . . 17/4 . .\n/21 . . . . . .\n\
             /16 . . 9/15 . . 3/\n/26 . . . . . .\n# /16 . . /10 . .",
        ),
    ] {
        let url = format!("https://puzz.link/p?{body}");
        let puzzle = opened::<CrossSum>(&url);
        assert_eq!(puzzle, opened(&of_board(9, rows)));
        let written = puzzle.declaration().to_pzpr().expect("a URL");
        assert_eq!(written.url("kakuro"), url);
    }
    // `0` means no sum, and a border with white cells gets heads.
    assert_eq!(opened::<CrossSum>("kakuro/2/1/l0-4"), opened(&of_board(9, "# # #\n/4 . .")));
    let bare = opened::<CrossSum>(&of_board(9, ". .\n# 5/"));
    let written = bare.declaration().to_pzpr().expect("a URL");
    assert_eq!(written.url("kakuro"), "https://puzz.link/p?kakuro/2/2/l.5----");
    // A run of white cells is cut after 16.
    let wide = format!("#{}\n/9{}", " #".repeat(18), " .".repeat(18));
    let written = opened::<CrossSum>(&of_board(9, &wide)).declaration().to_pzpr();
    let dashes = "-".repeat(18);
    let url = written.expect("a URL").url("kakuro");
    assert_eq!(url, format!("https://puzz.link/p?kakuro/18/1/zl{dashes}9"));
    // Larger digits and sums cannot be written so.
    assert_eq!(opened::<CrossSum>(&of_board(8, ". .")).declaration().to_pzpr(), None);
    assert_eq!(opened::<CrossSum>(&of_board(9, "/46 . .")).declaration().to_pzpr(), None);
}

#[test]
fn the_judge_says_what_is_wrong() {
    let puzzle = opened::<CrossSum>(&of_board(9, "# 4/ 3/\n/4 . .\n/3 . ."));
    for (rows, why) in [
        (["# # #", "# 3 1"].as_slice(), "the answer has 2 x 3 cells, the board 3 x 3"),
        (&["# # #", "# 3 x", "# 1 2"], "row 2, column 3: unknown mark 'x'"),
        (&["# # #", "3 3 1", "# 1 2"], "row 2, column 1: unknown mark '3'"),
        (&["# # #", "# 3 0", "# 1 2"], "row 2, column 3: not a digit from 1 to 9"),
        (&["# # #", "# 12 1", "# 1 2"], "row 2, column 2: not a digit from 1 to 9"),
        (&["# # #", "# 2 2", "# 1 2"], "the line across from row 2, column 2 repeats a digit"),
        (&["# # #", "# 2 1", "# _ _"], "the line across from row 2, column 2 makes 3, not 4"),
        (&["# # #", "# 1 3", "# 2 _"], "the line down from row 2, column 2 makes 3, not 4"),
    ] {
        let entries = rows.iter().map(|&value| Located { value, at: Position::START });
        let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
        assert_eq!(puzzle.judge(&answer).unwrap_err().why, why, "{rows:?}");
    }
    let rows = ["# 4/ 3/", "/4 3 1", "/3 1 2"];
    let entries = rows.iter().map(|&value| Located { value, at: Position::START });
    let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
    assert!(puzzle.judge(&answer).is_ok_and(|verdict| verdict.solved && verdict.score == 4));
}

#[test]
fn bad_boards_are_refused() {
    let tokens = "`.`, `#`, or sums such as `16/11` (16 down, 11 across), `16/` and `/11`";
    for (text, error) in [
        ("# 4/ 3/\n/4 . 5", format!("line 2, column 6: expected {tokens}, found `5`")),
        ("# 0/\n/4 .", format!("line 1, column 3: expected {tokens}, found `0/`")),
        (
            "# 4/ 3/\n/4 .",
            "line 2, column 1: expected 3 cells, as in the first row, found 2".to_owned(),
        ),
        ("kakuro/2/2/o", "line 1, column 12: expected a body for 4 cells, found `o`".to_owned()),
        (
            "kakuro/2/2/n43!3",
            "line 1, column 15: expected a sum: `-`, or one of `0`-`9`, `a`-`j` and `A`-`Z`, \
             found `!`"
                .to_owned(),
        ),
        (
            "kakuro/2/2/n43433",
            "line 1, column 17: expected the end of the body, found `3`".to_owned(),
        ),
    ] {
        let found = Declared::<CrossSum>::parse(text).unwrap_err().to_string();
        assert_eq!(found, error, "{text}");
    }
    let found = Declared::<CrossSum>::parse(&of_board(100, ". .")).unwrap_err();
    assert_eq!(found.at, Position { line: 2, column: 10 });
}

#[test]
fn the_generator_keeps_its_wishes() {
    let meter = &mut Meter::unlimited();
    for (seed, rows, columns, digits, longest) in
        [(1, 6, 6, 9, 9), (2, 10, 10, 9, 6), (3, 5, 9, 7, 4)]
    {
        let options =
            CrossSumOptions { rows, columns, digits, longest, ..CrossSumOptions::default() };
        let params = (options, GeneratorWish::default());
        let puzzle = Declared::<CrossSum>::generate(&params, seed, meter).expect("a puzzle");
        let board = puzzle.declaration();
        assert_eq!((board.grid.rows as u64, board.grid.columns as u64), (rows, columns));
        assert_eq!(board.digits as u64, digits);
        for line in board.lines() {
            assert!((2..=longest as usize).contains(&line.cells.len()) && line.sum.is_some());
        }
        assert_eq!(board.grid.parts(|cell| board.is_white(cell)).len(), 1);
        let mut engine = Engine::new(&puzzle.model(), meter).expect("no limit");
        assert_eq!(engine.count(u64::MAX, meter), Solutions::One);
    }
}

#[test]
fn a_symmetry_that_it_does_not_have_is_refused() {
    let wish = GeneratorWish { symmetry: "mirror", ..GeneratorWish::default() };
    let params = (CrossSumOptions::default(), wish);
    let refused = Declared::<CrossSum>::generate(&params, 1, &mut Meter::unlimited());
    let why = "symmetry=mirror: for this puzzle ask for symmetry=none or half-turn";
    assert_eq!(refused, Err(why.to_owned().into()));
}

#[test]
fn every_example_has_one_solution() {
    let meter = &mut Meter::unlimited();
    for example in CrossSum::examples() {
        let model = opened::<CrossSum>(example.text).model();
        let mut engine = Engine::new(&model, meter).expect("no limit");
        assert_eq!(engine.count(u64::MAX, meter), Solutions::One, "{}", example.name);
    }
}
