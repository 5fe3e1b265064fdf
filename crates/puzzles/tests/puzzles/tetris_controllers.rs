//! The controllers play as well as they should: mean rows of some hundred games.
//!
//! Scores are distributed about exponentially, so a mean of n games has a relative error of about
//! one over the square root of n. `experiments/tetris-controllers.toml` plays enough of them for
//! finer comparisons.

use quarry_core::{Controller, Evaluator, Fixed, Lucky, Puzzle, StateSpace, Valued};
use quarry_puzzles::chance::tetris::Linear;
use quarry_puzzles::chance::tetris::Tetris;

/// Enough that no two controllers could be confused within the tolerance.
const GAMES: u64 = 200;
const TOLERANCE: f64 = 0.2;

fn mean_rows(puzzle: &Tetris, controller: &Controller<Linear>) -> f64 {
    let rules = puzzle.rules();
    let rows = |luck: u64| {
        let table = Fixed::new(rules, luck);
        let (mut state, mut rows) = (table.start(), 0);
        while let Some(pick) = controller.evaluator.best(rules, state.seen()) {
            rows += table.play(&mut state, pick.mv);
        }
        rows
    };
    (0..GAMES).map(rows).sum::<i64>() as f64 / GAMES as f64
}

fn named(name: &str) -> &'static Controller<Linear> {
    Tetris::controllers().iter().find(|controller| controller.name == name).expect("a controller")
}

/// Ours comes first. It was learned for boards twice as high, and clears some 6,300 rows on these.
#[test]
fn ours_is_better_than_those_of_the_literature() {
    let puzzle = Tetris::parse("width = 10\nheight = 10\n").expect("a game");
    let ours = &Tetris::controllers()[0];
    assert_eq!(ours.name, "steps-20");
    let mean = mean_rows(&puzzle, ours);
    assert!(mean > 5_000.0, "{mean} rows");
}

/// Means of 1,500 games on 10 x 10, rules simplified, by another program, which agree with those of
/// the papers.
#[test]
fn means_are_those_of_the_literature() {
    let puzzle = Tetris::parse("width = 10\nheight = 10\n").expect("a game");
    let expected =
        [("dt-20", 4337.0), ("bcts", 3941.0), ("dt-10", 4929.0), ("dellacherie", 2268.0)];
    for (name, rows) in expected {
        let controller = named(name);
        let mean = mean_rows(&puzzle, controller);
        assert!(
            (mean / rows - 1.0).abs() < TOLERANCE,
            "{name}: {mean} rows, expected about {rows}"
        );
    }
}

/// Under `top4` a board plays like one four rows lower, and not like one of its own height.
#[test]
fn top4_is_a_board_four_rows_lower() {
    let controller = &Tetris::controllers()[0];
    let low = Tetris::parse("width = 10\nheight = 6\n").expect("a game");
    let top4 = Tetris::parse("width = 10\nheight = 10\nrules = \"top4\"\n").expect("a game");
    assert_eq!(mean_rows(&low, controller), mean_rows(&top4, controller));
}
