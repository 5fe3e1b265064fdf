//! Tests.

use super::{SlitherLink, SlitherLinkOptions};
use crate::brute_force::{opened, solutions_by_hand};
use quarry_constraint::Engine;
use quarry_core::{Constrained, Generate, Located, Meter, Position, Puzzle, Solutions};
use quarry_pencil::{ClueSymmetry, Declaration, Declared, GeneratorWish};

fn of_board(rows: &str) -> String {
    format!("puzzle = \"slither-link\"\nboard = \"\"\"\n{rows}\n\"\"\"\n")
}

#[test]
fn rules_and_check_agree_on_tiny_boards() {
    for (rows, solutions) in [
        ("0", 0),
        ("4", 1),
        (".", 1),
        ("..", 3),
        ("..\n..", 13),
        ("3.\n..", 4),
        (".4\n..", 1),
        ("22\n22", 1),
    ] {
        assert_eq!(solutions_by_hand::<SlitherLink>(&of_board(rows)), solutions, "{rows}");
    }
}

#[test]
fn community_forms_are_read_and_written() {
    for (body, rows) in [
        ("slither/5/5/cbcbcddad", "2..1.\n.2..1\n..2..\n3..3.\n.0..3"),
        ("slither/4/4/dgdh2c7b", "3...\n3...\n.22.\n.2.1"),
        ("slither/3/3/33dic", "333\n...\n..2"),
    ] {
        let url = format!("https://puzz.link/p?{body}");
        let puzzle = opened::<SlitherLink>(&url);
        assert_eq!(puzzle, opened(&of_board(rows)));
        let written = puzzle.declaration().to_pzpr().expect("a URL");
        assert_eq!(written.url("slither"), url);
        let id = puzzle.declaration().to_tatham().expect("an identifier");
        assert_eq!(opened::<SlitherLink>(&id), puzzle);
    }
    // cspuz writes the same board in another way.
    let other = opened::<SlitherLink>("slither/4/4/dgdh2c71");
    assert_eq!(other, opened("slither/4/4/dgdh2c7b"));
}

#[test]
fn the_judge_says_what_is_wrong() {
    let puzzle = opened::<SlitherLink>(&of_board("22\n.."));
    for (rows, why) in [
        (["┌─", "│·", "··"], "the answer has 3 x 2 cells, the board's dots 3 x 3"),
        (["┌─q", "│·│", "└─┘"], "row 1, column 3: unknown mark 'q'"),
        (["┌──", "│·│", "└─┘"], "row 1, column 3: the line leaves the board"),
        (["┌─┐", "│··", "└─┘"], "row 2, column 3: the line ends at row 2, column 3"),
        (["···", "···", "···"], "there is no loop"),
        (["┌┬┐", "└┘│", "··╵"], "row 1, column 2: the line branches"),
        (["┌┐·", "└┘·", "···"], "the 2 at row 1, column 1 has 4 lines"),
    ] {
        let entries = rows.iter().map(|&value| Located { value, at: Position::START });
        let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
        assert_eq!(puzzle.judge(&answer).unwrap_err().why, why, "{rows:?}");
    }
}

fn count(puzzle: &Declared<SlitherLink>) -> Solutions {
    let meter = &mut Meter::unlimited();
    Engine::new(&puzzle.model(), meter).expect("no limit").count(u64::MAX, meter)
}

#[test]
fn every_example_has_one_solution() {
    assert!(SlitherLink::examples().len() >= 8);
    for example in SlitherLink::examples() {
        assert_eq!(count(&opened(example.text)), Solutions::One, "{}", example.name);
    }
}

#[test]
fn new_puzzles_have_one_solution_and_no_number_to_spare() {
    for (seed, symmetry) in [(1, "none"), (2, "half-turn"), (3, "mirror")] {
        let options = SlitherLinkOptions { rows: 5, columns: 6 };
        let wish = GeneratorWish { symmetry, ..GeneratorWish::default() };
        let puzzle = Declared::generate(&(options, wish), seed, &mut Meter::unlimited());
        let puzzle: Declared<SlitherLink> = puzzle.expect("a puzzle");
        assert_eq!(count(&puzzle), Solutions::One);
        let SlitherLink { grid, numbers } = puzzle.declaration();
        let symmetry = ClueSymmetry::named(symmetry);
        for cell in (0..30).filter(|&cell| numbers[cell].is_some()) {
            let image = symmetry.image(*grid, cell);
            assert!(numbers[image].is_some(), "{}", grid.words(cell));
            let kept: Vec<bool> = (0..30).map(|other| other != cell && other != image).collect();
            let fewer = Declared::new(puzzle.declaration().with_clues(&kept));
            assert_eq!(count(&fewer), Solutions::Several, "{}", grid.words(cell));
        }
    }
}
