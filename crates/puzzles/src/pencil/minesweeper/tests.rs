//! Tests.

use super::{Minesweeper, MinesweeperOptions};
use crate::brute_force::{opened, solutions_by_hand};
use quarry_constraint::Engine;
use quarry_core::{Constrained, Generate, Located, Meter, Position, Puzzle, Rng, Solutions};
use quarry_pencil::{ClueSymmetry, Declaration, Declared, GeneratorWish};

fn of_board(keys: &str, rows: &str) -> String {
    format!("puzzle = \"minesweeper\"\n{keys}\nboard = \"\"\"\n{rows}\n\"\"\"\n")
}

fn count(puzzle: &Declared<Minesweeper>) -> Solutions {
    let meter = &mut Meter::unlimited();
    Engine::new(&puzzle.model(), meter).expect("no stop").count(u64::MAX, meter)
}

#[test]
fn rules_and_check_agree_on_tiny_boards() {
    for (keys, rows, solutions) in [
        ("", ".", 2),
        ("mines = 1", ".", 1),
        ("", "0", 1),
        ("", "1", 0),
        ("", "?", 1),
        ("", "1.", 1),
        ("", ".1.", 2),
        ("mines = 2", "...\n...", 15),
        ("", "...\n.3.\n...", 56),
        ("mines = 4", "...\n.3.\n...", 0),
        ("", "..8\n...\n...", 0),
        ("", ".2.\n.?.\n1.8", 0),
        ("", ".1..\n..2.\n....", 60),
        ("mines = 3", "...1\n.2..\n....", 27),
    ] {
        let text = of_board(keys, rows);
        assert_eq!(solutions_by_hand::<Minesweeper>(&text), solutions, "{keys} {rows}");
    }
}

#[test]
fn rules_and_check_agree_on_random_boards() {
    let mut rng = Rng::new(7);
    for _ in 0..20 {
        let mut cell = |_| match rng.below(3) {
            0 => char::from(b'0' + rng.below(4) as u8),
            _ => '.',
        };
        let rows: Vec<String> = (0..3).map(|_| (0..4).map(&mut cell).collect()).collect();
        let rows = rows.join("\n");
        let closed = rows.matches('.').count();
        let keys = format!("mines = {}", rng.below(closed + 1));
        let keys = if rng.below(2) == 0 { "" } else { &keys };
        solutions_by_hand::<Minesweeper>(&of_board(keys, &rows));
    }
}

#[test]
fn community_forms_are_read_and_written() {
    for (body, rows) in [
        ("mines/5/5/g2m13l13g0j", ".2...\n....1\n3....\n..13.\n0...."),
        ("mines/3/3/g2h.g1g8", ".2.\n.?.\n1.8"),
        ("mines/8/4/1zp1", "1.......\n........\n........\n.......1"),
    ] {
        let url = format!("https://puzz.link/p?{body}");
        let puzzle = opened::<Minesweeper>(&url);
        assert_eq!(puzzle, opened(&of_board("", rows)));
        let written = puzzle.declaration().to_pzpr().expect("a URL");
        assert_eq!(written.url("mines"), url);
    }
    let with_total = opened::<Minesweeper>(&of_board("mines = 1", ".1."));
    let forms = with_total.community_forms();
    let [grid, url] = forms.as_slice() else { panic!("{forms:?}") };
    assert_eq!((grid.text.as_str(), grid.lost.as_slice()), (".1.", ["mines"].as_slice()));
    assert_eq!(url.text, "https://puzz.link/p?mines/3/1/g1g");
    assert_eq!(url.lost, ["mines"]);
}

#[test]
fn the_judge_says_what_is_wrong() {
    let puzzle = opened::<Minesweeper>(&of_board("mines = 3", "..3\n...\n1.."));
    for (rows, why) in [
        (&["...", "..."][..], "the answer has 2 x 3 cells, the board 3 x 3"),
        (&["..q", "...", "..."], "row 1, column 3: unknown mark 'q'"),
        (&["..2", "...", "..."], "row 1, column 3: unknown mark '2'"),
        (&["..*", "...", "..."], "a mine on the open cell at row 1, column 3"),
        (&["_._", "_._", "___"], "the 3 at row 1, column 3 has 1 mine around it"),
        (&["_*3", "***", "1__"], "the 1 at row 3, column 1 has 2 mines around it"),
        (&["**3", "_**", "1__"], "4 mines, not 3"),
    ] {
        let entries = rows.iter().map(|&value| Located { value, at: Position::START });
        let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
        assert_eq!(puzzle.judge(&answer).unwrap_err().why, why, "{rows:?}");
    }
    // Open cells may be written as they stand on the board.
    for rows in [[".*.", ".**", "..."], [".*3", ".**", "1.."]] {
        let entries = rows.iter().map(|&value| Located { value, at: Position::START });
        let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
        assert!(puzzle.judge(&answer).expect("no foul").solved);
    }
}

#[test]
fn bad_input_is_refused_with_its_place() {
    for (text, error) in [
        (of_board("", "..9"), "line 4, column 3: expected `.`, `?` or a number from 0 to 8"),
        (of_board("", "...\n.."), "line 5, column 1: expected 3 cells, as in the first row"),
        (of_board("mines = 3", "1.."), "line 2, column 9: expected a number of mines from 0"),
        (of_board("mines = -1", "1.."), "line 2, column 9: expected a number of mines from 0"),
        ("mines/2/1/9g".to_owned(), "line 1, column 11: expected numbers from 0 to 8"),
    ] {
        let found = Declared::<Minesweeper>::parse(&text).expect_err("bad").to_string();
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn each_example_has_one_solution() {
    for example in Minesweeper::examples() {
        assert_eq!(count(&opened(example.text)), Solutions::One, "{}", example.name);
    }
}

#[test]
fn generated_boards_have_one_solution_and_no_number_to_spare() {
    for (seed, total, symmetry) in
        [(1, true, "none"), (2, false, "none"), (3, true, "half-turn"), (4, true, "mirror")]
    {
        let options = MinesweeperOptions { rows: 6, columns: 7, mines: 25, total };
        let wish = GeneratorWish { symmetry, ..GeneratorWish::default() };
        let meter = &mut Meter::unlimited();
        let puzzle = Declared::generate(&(options, wish), seed, meter).expect("a puzzle");
        assert_eq!(count(&puzzle), Solutions::One);
        let Minesweeper { grid, cells, mines } = puzzle.declaration();
        assert_eq!(
            (grid.rows, grid.columns, *mines),
            (6, 7, total.then_some(if symmetry == "half-turn" { 10 } else { 11 }))
        );
        let kept: Vec<bool> = cells.iter().map(Option::is_some).collect();
        if symmetry != "none" {
            let symmetry = ClueSymmetry::named(symmetry);
            assert!((0..42).all(|cell| kept[cell] == kept[symmetry.image(*grid, cell)]));
            continue;
        }
        for cell in (0..kept.len()).filter(|&cell| kept[cell]) {
            let mut fewer = kept.clone();
            fewer[cell] = false;
            let fewer = Declared::new(puzzle.declaration().with_clues(&fewer));
            assert_eq!(count(&fewer), Solutions::Several, "{}", grid.words(cell));
        }
    }
}
