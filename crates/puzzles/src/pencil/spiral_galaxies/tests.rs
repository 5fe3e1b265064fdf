//! Tests.

use super::{SpiralGalaxies, filled_up};
use crate::brute_force::{opened, solutions_by_hand};
use quarry_constraint::Engine;
use quarry_core::{Constrained, Generate, Located, Meter, Position, Puzzle, Rng, Solutions};
use quarry_pencil::{CellGrid, Declaration, Declared};

type Galaxies = Declared<SpiralGalaxies>;

fn of_board(rows: &str) -> String {
    format!("puzzle = \"spiral-galaxies\"\nboard = \"\"\"\n{rows}\n\"\"\"\n")
}

fn count(puzzle: &Galaxies) -> Solutions {
    let meter = &mut Meter::unlimited();
    Engine::new(&puzzle.model(), meter).expect("no stop").count(u64::MAX, meter)
}

#[test]
fn rules_and_check_agree_on_tiny_boards() {
    for (rows, solutions) in [
        ("o", 1),
        (".", 0),
        ("...", 0),
        (".o.", 1),
        ("o|.", 0),
        ("o|o", 1),
        ("ooo", 0),
        (".|.\n-o-\n.|.", 1),
        ("o|.|.\n-+-+-\n.|o|.\n-+-+-\n.|.|o", 1),
        (".|.|.\n-+-+-\n.|o|.\n-+-+-\n.|.|.", 1),
        (".|.|o\n-o-+-\n.|.|.", 0),
        (".o.\n-+-\n.|*", 0),
        (".|.o.|.\n-+-+-+-\n.|.o.|.\n-+-+-+-\n.|.o.|.\n-+-+-+-\n.|.o.|.", 3),
    ] {
        assert_eq!(solutions_by_hand::<SpiralGalaxies>(&of_board(rows)), solutions, "{rows}");
    }
}

#[test]
fn rules_and_check_agree_on_random_boards() {
    let mut rng = Rng::new(5);
    let mut tried = 0;
    while tried < 20 {
        let grid = CellGrid { rows: 4, columns: 3 + rng.below(3) };
        let puzzle = Declared::new(filled_up(grid, vec![None; grid.len()], &mut rng).puzzle);
        let choices = puzzle.declaration().spots().into_iter();
        let choices = choices.map(|spot| spot.values.iter().count()).product::<usize>();
        if (50..100_000).contains(&choices) {
            tried += 1;
            solutions_by_hand::<SpiralGalaxies>(&puzzle.show());
        }
    }
}

#[test]
fn community_forms_are_read_and_written() {
    for (body, rows) in [
        ("tentaisho/3/3/ejeje", "o|.|.\n-+-+-\n.|o|.\n-+-+-\n.|.|o"),
        ("tentaisho/2/2/gcf", ".o.\n-+-\n.|*"),
        ("tentaisho/3/2/j2eg", ".|.|o\n-o-+-\n.|.|."),
    ] {
        let url = format!("https://puzz.link/p?{body}");
        let puzzle = opened::<SpiralGalaxies>(&url);
        assert_eq!(puzzle, opened(&of_board(rows)));
        assert_eq!(puzzle, opened(&of_board(&rows.replace(['|', '-', '+'], "."))));
        assert!(puzzle.show().contains(rows));
        let written = puzzle.declaration().to_pzpr().expect("a URL");
        assert_eq!(written.url("tentaisho"), url);
        let id = puzzle.declaration().to_tatham().expect("an identifier");
        assert_eq!(opened::<SpiralGalaxies>(&id), puzzle);
    }
    let id = opened::<SpiralGalaxies>("2x2:bG").declaration().to_tatham();
    assert_eq!(id.as_deref(), Some("2x2:bG"));
    let far = opened::<SpiralGalaxies>("5x4dn:zzb");
    assert_eq!(far.declaration().dots.len(), 1);
    assert_eq!(far.declaration().to_tatham().as_deref(), Some("5x4:zzb"));
}

fn verdict(puzzle: &Galaxies, rows: &[&str]) -> Result<bool, String> {
    let entries = rows.iter().map(|&value| Located { value, at: Position::START });
    let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
    puzzle.judge(&answer).map(|verdict| verdict.solved).map_err(|foul| foul.why)
}

#[test]
fn the_judge_says_what_is_wrong() {
    let diagonal = opened::<SpiralGalaxies>(&of_board("o|.|.\n-+-+-\n.|o|.\n-+-+-\n.|.|o"));
    for (rows, why) in [
        (["1 2 2", "2 2 2", "2 2"], "the answer has 3 x 2 cells, the board 3 x 3"),
        (["a b b", "b b b", "b b _"], "row 3, column 3 is still open"),
        (["1 1 2", "2 2 2", "2 1 3"], "galaxy 1 falls into parts"),
        (["1 2 2", "2 2 2", "2 2 2"], "galaxy 2 has two dots"),
        (["1 4 2", "2 2 2", "2 4 3"], "galaxy 4 has no dot"),
        (["1 2 2", "2 2 2", "2 3 3"], "galaxy 2 is not symmetric: row 1, column 2 has no partner"),
        (["1 1 _", "_ _ _", "_ _ _"], "galaxy 1 is not symmetric: row 1, column 2 has no partner"),
        (["_ 2 _", "_ _ _", "_ 3 _"], "galaxy 2 is not symmetric: row 1, column 2 has no partner"),
    ] {
        assert_eq!(verdict(&diagonal, &rows), Err(why.to_owned()), "{rows:?}");
    }
    for rows in [["1 2 2", "2 2 2", "2 2 3"], ["7 x x", "x x x", "x x 1"]] {
        assert_eq!(verdict(&diagonal, &rows), Ok(true), "{rows:?}");
    }
    assert_eq!(verdict(&diagonal, &["1 2 _", "_ _ _", "_ 2 _"]), Ok(false));
    let corner = opened::<SpiralGalaxies>(&of_board(".|.|o\n-o-+-\n.|.|."));
    let why = "a border runs through the dot at half row 2, half column 2";
    assert_eq!(verdict(&corner, &["1 1 2", "1 2 2"]), Err(why.to_owned()));
}

#[test]
fn bad_input_is_refused_with_its_place() {
    for (text, error) in [
        (of_board(".|x"), "line 3, column 3: expected `o`, `*` or one of `.|-+`, found `x`"),
        (of_board(".|"), "line 3, column 1: expected odd numbers of rows and columns"),
        ("tentaisho/2/2/gcf4".to_owned(), "line 1, column 18: expected `0`: a board without"),
        ("2x2:bQ".to_owned(), "line 1, column 6: expected a description of 9 points"),
        ("2x2:b4".to_owned(), "line 1, column 6: expected a letter from `a` to `z`"),
    ] {
        let found = Galaxies::parse(&text).expect_err("bad").to_string();
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn each_example_has_one_solution() {
    for example in SpiralGalaxies::examples() {
        assert_eq!(count(&opened(example.text)), Solutions::One, "{}", example.name);
    }
}

#[test]
fn generated_boards_have_one_solution() {
    for seed in 0..10 {
        let meter = &mut Meter::unlimited();
        let (mut options, wish) = <Galaxies as Generate>::Params::default();
        (options.rows, options.columns) = (6, 3 + seed);
        let puzzle = Galaxies::generate(&(options, wish), seed, meter).expect("a puzzle");
        assert_eq!(count(&puzzle), Solutions::One);
        assert_eq!(puzzle.declaration().grid, CellGrid { rows: 6, columns: 3 + seed as usize });
    }
}
