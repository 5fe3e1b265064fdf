//! Tests.

use super::{Cell, LightUp, LightUpOptions};
use crate::brute_force::{opened, solutions_by_hand};
use quarry_constraint::Engine;
use quarry_core::{
    Constrained, Filled, Generate, Located, Meter, Position, Puzzle, Rng, Solutions, Tier, rate,
};
use quarry_pencil::{ClueSymmetry, Declaration, Declared, GeneratorWish};

fn of_board(rows: &str) -> String {
    format!("puzzle = \"light-up\"\nboard = \"\"\"\n{rows}\n\"\"\"\n")
}

#[test]
fn rules_and_check_agree_on_tiny_boards() {
    for (rows, solutions) in [
        ("#", 1),
        ("1", 0),
        (".", 1),
        ("...", 3),
        (".#.", 1),
        (".1.", 0),
        (".2.", 1),
        ("0.", 0),
        ("..\n..", 2),
        ("...\n...\n...", 6),
        ("...\n...", 6),
        (".0\n..", 1),
        (".1\n..", 0),
        (".2\n..", 1),
        ("...\n.4.\n...", 1),
    ] {
        assert_eq!(solutions_by_hand::<LightUp>(&of_board(rows)), solutions, "{rows}");
    }
}

#[test]
fn rules_and_check_agree_on_random_boards() {
    let mut rng = Rng::new(6);
    for _ in 0..24 {
        let columns = 2 + rng.below(3);
        let mut row = || -> String {
            (0..columns).map(|_| ['.', '.', '.', '.', '#', '0', '1', '2'][rng.below(8)]).collect()
        };
        let rows = [row(), row(), row(), row()].join("\n");
        solutions_by_hand::<LightUp>(&of_board(&rows));
    }
}

#[test]
fn community_forms_are_read_and_written() {
    for (body, rows) in [
        ("akari/6/6/nekcakbl", "......\n..4...\n....2.\n.0....\n...1..\n......"),
        ("akari/4/4/g.gbhcia", ".#.1\n....\n2...\n..0."),
        ("akari/3/3/.me", "#..\n...\n..4"),
    ] {
        let url = format!("https://puzz.link/p?{body}");
        let puzzle = opened::<LightUp>(&url);
        assert_eq!(puzzle, opened(&of_board(rows)));
        assert_eq!(puzzle, opened(&body.replace("akari", "lightup")));
        let written = puzzle.declaration().to_pzpr().expect("a URL");
        assert_eq!(written.url("akari"), url);
        let id = puzzle.declaration().to_tatham().expect("an identifier");
        assert_eq!(opened::<LightUp>(&id), puzzle);
    }
    let puzzle = opened::<LightUp>("4x4b20s2d1:aBa1d2e0a");
    assert_eq!(puzzle, opened("akari/4/4/g.gbhcia"));
    assert_eq!(puzzle.declaration().to_tatham().as_deref(), Some("4x4:aBa1d2e0a"));
}

#[test]
fn the_judge_says_what_is_wrong() {
    let puzzle = opened::<LightUp>(&of_board("...\n.2#\n..."));
    for (rows, why) in [
        (["...", "..."].as_slice(), "the answer has 2 x 3 cells, the board 3 x 3"),
        (&["..q", "...", "..."], "row 1, column 3: unknown mark 'q'"),
        (&["...", ".3.", "..."], "row 2, column 2: unknown mark '3'"),
        (&["...", "..*", "..."], "a bulb on the black square at row 2, column 3"),
        (
            &["*.*", ".2#", "..."],
            "the bulbs at row 1, column 1 and row 1, column 3 light each other",
        ),
        (&["_*_", "*.#", "_*_"], "the 2 at row 2, column 2 has 3 bulbs"),
        (&["...", ".2#", "___"], "the 2 at row 2, column 2 has 1 bulb"),
        (&[".*.", "..#", ".*."], "row 2, column 1 is dark"),
    ] {
        let entries = rows.iter().map(|&value| Located { value, at: Position::START });
        let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
        assert_eq!(puzzle.judge(&answer).unwrap_err().why, why, "{rows:?}");
    }
    // Marks of the board itself may stand on black cells.
    let rows = ["*..", "_2#", ".*."];
    let entries = rows.iter().map(|&value| Located { value, at: Position::START });
    let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
    assert!(puzzle.judge(&answer).is_ok_and(|verdict| !verdict.solved && verdict.score == 6));
}

#[test]
fn a_number_too_large_for_its_place_is_no_fault_of_an_empty_board() {
    let puzzle = opened::<LightUp>(&of_board("4.\n.."));
    assert_eq!(puzzle.faults(&puzzle.blank()), []);
    assert_eq!(solutions_by_hand::<LightUp>(&of_board("4.\n..")), 0);
}

#[test]
fn bad_boards_are_refused() {
    for (text, error) in [
        ("..\n.5", "line 2, column 2: expected `.`, `#` or a number from 0 to 4, found `5`"),
        ("...\n..", "line 2, column 1: expected 3 cells, as in the first row, found 2"),
        (
            "akari/2/2/!",
            "line 1, column 11: expected one of `0`-`9`, `a`-`e`, `g`-`z` and `.`, found `!`",
        ),
        (
            "2x2:aX",
            "line 1, column 6: expected `B`, a digit from 0 to 4 or a letter from `a` to `z`, \
             found `X`",
        ),
    ] {
        let found = Declared::<LightUp>::parse(text).unwrap_err().to_string();
        assert_eq!(found, error, "{text}");
    }
}

#[test]
fn the_generator_keeps_its_wishes() {
    let meter = &mut Meter::unlimited();
    for (seed, rows, columns) in [(1, 7, 7), (2, 10, 10), (3, 6, 12)] {
        let options = LightUpOptions { rows, columns, ..LightUpOptions::default() };
        let params = (options, GeneratorWish::default());
        let puzzle = Declared::<LightUp>::generate(&params, seed, meter).expect("a puzzle");
        let board = puzzle.declaration();
        assert_eq!((board.grid.rows as u64, board.grid.columns as u64), (rows, columns));
        let count = |puzzle: &Declared<LightUp>, meter: &mut Meter| {
            Engine::new(&puzzle.model(), meter).expect("no limit").count(u64::MAX, meter)
        };
        assert_eq!(count(&puzzle, meter), Solutions::One);
        // Without any of its numbers there is a second solution.
        let clues = board.clues().len();
        for left_out in 0..clues {
            let kept: Vec<bool> = (0..clues).map(|clue| clue != left_out).collect();
            let fewer = Declared::new(board.with_clues(&kept));
            assert_eq!(count(&fewer, meter), Solutions::Several);
        }
    }
}

#[test]
fn numbers_and_black_cells_mirror_each_other() {
    for symmetry in ClueSymmetry::ALL {
        let wish = GeneratorWish { symmetry: symmetry.name(), ..GeneratorWish::default() };
        let params = (LightUpOptions { rows: 8, columns: 9, ..LightUpOptions::default() }, wish);
        let puzzle = Declared::<LightUp>::generate(&params, 1, &mut Meter::unlimited());
        let LightUp { grid, cells } = puzzle.expect("a puzzle").declaration().clone();
        for cell in 0..grid.len() {
            let kind = |cell: usize| match cells[cell] {
                Cell::White => 0,
                Cell::Black(None) => 1,
                Cell::Black(Some(_)) => 2,
            };
            assert_eq!(kind(cell), kind(symmetry.image(grid, cell)), "{}", grid.words(cell));
        }
    }
}

#[test]
fn the_tier_that_is_asked_for_is_the_tier_that_is_rated() {
    for (tier, rated) in [("easy", Tier::Easy), ("medium", Tier::Medium), ("hard", Tier::Hard)] {
        let wish = GeneratorWish { tier, ..GeneratorWish::default() };
        let params = (LightUpOptions { rows: 7, columns: 7, ..LightUpOptions::default() }, wish);
        let puzzle = Declared::<LightUp>::generate(&params, 1, &mut Meter::unlimited());
        let rating = rate(&puzzle.expect("a puzzle"), &mut Meter::unlimited());
        assert_eq!(rating.tier, Some(rated));
    }
}

#[test]
fn every_example_has_one_solution() {
    let meter = &mut Meter::unlimited();
    for example in LightUp::examples() {
        let model = opened::<LightUp>(example.text).model();
        let mut engine = Engine::new(&model, meter).expect("no limit");
        assert_eq!(engine.count(u64::MAX, meter), Solutions::One, "{}", example.name);
    }
}
