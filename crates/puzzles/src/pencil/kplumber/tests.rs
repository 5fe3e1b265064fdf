//! Tests.

use super::{KPlumber, KPlumberOptions};
use crate::brute_force::{opened, solutions_by_hand};
use quarry_constraint::Engine;
use quarry_core::{Constrained, Generate, Located, Meter, Position, Puzzle, Rng, Solutions};
use quarry_pencil::{ClueSymmetry, Declaration, Declared, GeneratorWish, Sheet};

fn of_board(rows: &str) -> String {
    format!("puzzle = \"kplumber\"\nboard = \"\"\"\n{rows}\n\"\"\"\n")
}

#[test]
fn rules_and_check_agree_on_tiny_boards() {
    for (rows, solutions) in [
        (".", 1),
        ("╶", 0),
        ("┼", 0),
        ("╶╶", 1),
        ("╶·╶", 0),
        ("╶─╶", 1),
        ("┐┐\n┐┐", 1),
        ("┐┐┐\n┐┐┐", 0),
        ("┐┐┐┐\n┐┐┐┐", 1),
        ("┐┬┐\n┐┬┐", 1),
        ("·╶·\n╶┼╶\n·╶·", 1),
        // Ends face each other: as many ways as there are to lay dominoes.
        ("11\n11", 2),
        ("111\n111", 3),
        ("1111\n1111", 5),
    ] {
        assert_eq!(solutions_by_hand::<KPlumber>(&of_board(rows)), solutions, "{rows}");
    }
}

#[test]
fn rules_and_check_agree_on_random_boards() {
    let mut rng = Rng::new(5);
    for index in 0..24 {
        let (rows, columns) = [(2, 3), (3, 2), (2, 4), (1, 6)][index % 4];
        if index % 2 == 0 {
            let mut row =
                || -> String { (0..columns).map(|_| format!("{:x}", rng.below(16))).collect() };
            let board: Vec<String> = (0..rows).map(|_| row()).collect();
            solutions_by_hand::<KPlumber>(&of_board(&board.join("\n")));
        } else {
            let pipes = 30 + rng.below(41) as u64;
            let options = KPlumberOptions { rows, columns, pipes };
            let draft =
                KPlumber::draft(&options, ClueSymmetry::None, &mut rng, &mut Meter::unlimited());
            let puzzle = draft.expect("no limit").expect("a draft").puzzle;
            let board: Sheet = puzzle.sheet();
            assert!(solutions_by_hand::<KPlumber>(&board.show("kplumber")) > 0);
        }
    }
}

#[test]
fn community_forms_are_read_and_written() {
    for (id, rows) in [("2x2:cccc", "┐┐\n┐┐"), ("3x1:151", "╶─╶")] {
        let puzzle = opened::<KPlumber>(id);
        assert_eq!(puzzle, opened(&of_board(rows)));
        assert_eq!(puzzle.declaration().to_tatham().as_deref(), Some(id));
    }
    let puzzle = opened::<KPlumber>("net.html#3x2b0.1:0123fA");
    assert_eq!(puzzle, opened(&of_board("·╶╵\n└┼│")));
    assert_eq!(puzzle, opened(&of_board(".12\n3fa")));
}

#[test]
fn the_judge_says_what_is_wrong() {
    let puzzle = opened::<KPlumber>(&of_board("╶│╶\n·╶╶"));
    for (rows, why) in [
        (["╶─"].as_slice(), "the answer has 1 x 2 cells, the board 2 x 3"),
        (&["╶─q", "·╶╴"], "row 1, column 3: unknown mark 'q'"),
        (&["╶┐╴", "·╶╴"], "row 1, column 2: ┐ is no turn of │"),
        (&["╶│╴", "·╶╶"], "row 1, column 2 leaks over the border"),
        (&["╷─╴", "·╶╴"], "row 1, column 1 leaks towards row 2, column 1"),
        (&["╶─╷", "_╶╴"], "row 1, column 2 leaks towards row 1, column 3"),
    ] {
        let entries = rows.iter().map(|&value| Located { value, at: Position::START });
        let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
        assert_eq!(puzzle.judge(&answer).unwrap_err().why, why, "{rows:?}");
    }
    for (rows, solved) in [(["╶─╴", "·╶╴"], true), (["154", "014"], true), (["___", "_╶╴"], false)]
    {
        let entries = rows.iter().map(|&value| Located { value, at: Position::START });
        let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
        assert_eq!(puzzle.judge(&answer).map(|verdict| verdict.solved), Ok(solved), "{rows:?}");
    }
}

#[test]
fn bad_boards_are_refused() {
    for (text, error) in [
        (
            "┐┐\n┐x",
            "line 2, column 2: expected a tile: one of `·╶╵└╴─┘┴╷┌│├┐┬┤┼`, or a hex digit for \
             its sides, found `x`",
        ),
        ("┐┐\n┐", "line 2, column 1: expected 2 cells, as in the first row, found 1"),
        (
            "2x2w:cccc",
            "line 1, column 4: expected no `w`: the board does not wrap here, nor need the net \
             be connected, found `w`",
        ),
        (
            "2x2:ccvcc",
            "line 1, column 7: expected a hex digit: there are no walls here, nor need the net \
             be connected, found `v`",
        ),
        ("2x2:ccc", "line 1, column 5: expected a description of 4 tiles, found 3 tiles"),
    ] {
        let found = Declared::<KPlumber>::parse(text).unwrap_err().to_string();
        assert_eq!(found, error, "{text}");
    }
}

#[test]
fn the_generator_keeps_its_wishes() {
    let meter = &mut Meter::unlimited();
    for (seed, rows, columns, pipes) in [(1, 7, 7, 50), (2, 10, 10, 60), (3, 4, 12, 40)] {
        let params = (KPlumberOptions { rows, columns, pipes }, GeneratorWish::default());
        let puzzle = Declared::<KPlumber>::generate(&params, seed, meter).expect("a puzzle");
        let grid = puzzle.declaration().grid();
        assert_eq!((grid.rows as u64, grid.columns as u64), (rows, columns));
        let mut engine = Engine::new(&puzzle.model(), meter).expect("no limit");
        assert_eq!(engine.count(u64::MAX, meter), Solutions::One);
    }
}

#[test]
fn every_example_has_one_solution() {
    let meter = &mut Meter::unlimited();
    for example in KPlumber::examples() {
        let model = opened::<KPlumber>(example.text).model();
        let mut engine = Engine::new(&model, meter).expect("no limit");
        assert_eq!(engine.count(u64::MAX, meter), Solutions::One, "{}", example.name);
    }
}
