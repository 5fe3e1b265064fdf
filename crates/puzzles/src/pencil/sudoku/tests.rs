//! Tests.

use super::{Sudoku, SudokuOptions};
use crate::brute_force::{as_other, opened, solutions_by_hand};
use crate::pencil::colouring::Colouring;
use quarry_constraint::{Engine, EngineStep};
use quarry_core::{
    Assignment, Constrained, FinderStep, Generate, Located, Meter, Position, Puzzle, Rng,
    Solutions, Value,
};
use quarry_pencil::{ClueSymmetry, Declaration, Declared, GeneratorWish};

fn of_board(keys: &str, rows: &str) -> String {
    format!("puzzle = \"sudoku\"\nboard = \"\"\"\n{rows}\n\"\"\"\n{keys}\n")
}

fn labels(key: &str, rows: &str) -> String {
    format!("{key} = \"\"\"\n{rows}\n\"\"\"\n")
}

fn count(puzzle: &Declared<Sudoku>) -> Solutions {
    let meter = &mut Meter::unlimited();
    Engine::new(&puzzle.model(), meter).expect("no limit").count(u64::MAX, meter)
}

#[test]
fn rules_and_check_agree_on_tiny_boards() {
    let cage = |sum: u32| labels("cages", "aa.\n...\n...") + &format!("sums = {{ a = {sum} }}");
    for (keys, rows, solutions) in [
        (String::new(), ".", 1),
        (String::new(), "..\n..", 2),
        (String::new(), "...\n...\n...", 12),
        (String::new(), "1..\n...\n...", 4),
        (String::new(), "11.\n...\n...", 0),
        ("diagonals = true".to_owned(), "...\n...\n...", 0),
        // The second row has to begin with what ends the first.
        (labels("regions", "aab\nabb\nccc"), "...\n...\n...", 6),
        // A row begins with 1 and 2 in either order.
        (cage(3), "...\n...\n...", 4),
        (cage(6), "...\n...\n...", 0),
        (labels("cages", "a..\n.a.\n..."), "...\n...\n...", 6),
    ] {
        let text = of_board(&keys, rows);
        assert_eq!(solutions_by_hand::<Sudoku>(&text), solutions, "{text}");
    }
}

#[test]
fn boards_of_four_by_four_are_counted() {
    for (keys, solutions) in [("", 288), ("diagonals = true", 48)] {
        let puzzle = opened::<Sudoku>(&of_board(keys, "....\n....\n....\n...."));
        let meter = &mut Meter::unlimited();
        let mut engine = Engine::new(&puzzle.model(), meter).expect("no limit");
        while engine.next(u64::MAX, meter) == EngineStep::Found {}
        assert_eq!(engine.found().len(), solutions);
        for found in engine.found() {
            assert!(puzzle.judge(&puzzle.decode(found)).is_ok_and(|verdict| verdict.solved));
        }
    }
}

#[test]
fn community_forms_are_read_and_written() {
    let four = of_board("", ".1..\n...2\n3...\n..3.");
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let rows: Vec<&str> = (0..9).map(|row| &line[9 * row..9 * row + 9]).collect();
    let nine = of_board("", &rows.join("\n"));
    for (body, text) in [
        ("sudoku/4/4/g1k23k3g", &four),
        ("sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79", &nine),
    ] {
        let url = format!("https://puzz.link/p?{body}");
        let puzzle = opened::<Sudoku>(&url);
        assert_eq!(&puzzle, &opened(text));
        let written = puzzle.declaration().to_pzpr().expect("a URL");
        assert_eq!(written.url("sudoku"), url);
        let id = puzzle.declaration().to_tatham().expect("an identifier");
        assert_eq!(opened::<Sudoku>(&id), puzzle);
    }
    assert_eq!(opened::<Sudoku>(line), opened(&nine));
    assert_eq!(opened::<Sudoku>(&line.replace('.', "0")), opened(&nine));
    let large = opened::<Sudoku>("sudoku/16/16/-10tfzzzzzzzzzzzy1");
    let givens = &large.declaration().givens;
    assert_eq!((givens[0], givens[15], givens[255]), (Some(16), Some(15), Some(1)));
    assert_eq!(givens.iter().flatten().count(), 3);
    let diagonals = opened::<Sudoku>(&of_board("diagonals = true", ".1..\n...2\n3...\n..3."));
    assert_eq!(diagonals.declaration().to_pzpr(), None);
    assert_eq!(diagonals.declaration().to_tatham(), None);
}

#[test]
fn the_judge_says_what_is_wrong() {
    let keys = labels("cages", "aa..\n....\n....\n....") + "sums = { a = 5 }\ndiagonals = true";
    let puzzle = opened::<Sudoku>(&of_board(&keys, "1...\n....\n....\n...."));
    for (rows, why) in [
        (["1 5 _ _", "_ _ _ _"], "row 1, column 2: not a number from 1 to 4"),
        (["2 _ _ _", "_ _ _ _"], "row 1, column 1 is given as 1"),
        (["1 _ _ 1", "_ _ _ _"], "1 stands twice in row 1"),
        (["1 _ _ 2", "_ _ _ 2"], "2 stands twice in column 4"),
        (["1 _ _ 2", "_ _ 2 _"], "2 stands twice in the box at row 1, column 3"),
        (["1 _ _ _", "_ 1 _ _"], "1 stands twice in the box at row 1, column 1"),
        (["1 3 _ _", "_ _ _ _"], "cage a makes 4, not 5"),
    ] {
        let rows = rows.into_iter().chain(["_ _ _ _", "_ _ _ _"]);
        let mut entries = rows.map(|value| Located { value, at: Position::START });
        let answer = puzzle.parse_answer(&mut entries).expect("rows");
        assert_eq!(puzzle.judge(&answer).unwrap_err().why, why);
    }
    let rows = ["1 _ _ _", "_ _ _ _", "_ _ 1 _", "_ _ _ _"];
    let mut entries = rows.into_iter().map(|value| Located { value, at: Position::START });
    let answer = puzzle.parse_answer(&mut entries).expect("rows");
    assert_eq!(puzzle.judge(&answer).unwrap_err().why, "1 stands twice in the falling diagonal");
}

#[test]
fn bad_input_is_refused_with_its_place() {
    let four = "....\n....\n....\n....";
    for (text, error) in [
        (of_board("", "1..\n.x.\n..."), "line 4, column 2: expected `.` or a number"),
        (of_board("", "....\n...."), "line 3, column 1: expected as many rows as columns"),
        (of_board("", "5...\n....\n....\n...."), "line 3, column 1: expected `.` or a number"),
        (of_board("box = \"3x3\"", four), "line 8, column 7: expected rows and columns of a box"),
        (of_board("sums = { a = 3 }", four), "line 8, column 10: expected a cage and its sum"),
        ("sudoku/4/3/z".to_owned(), "line 1, column 12: expected as many rows as columns"),
    ] {
        let found = Declared::<Sudoku>::parse(&text).expect_err("bad").to_string();
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn every_example_has_one_solution() {
    assert!(Sudoku::examples().len() >= 8);
    for example in Sudoku::examples() {
        assert_eq!(count(&opened(example.text)), Solutions::One, "{}", example.name);
    }
}

#[test]
fn new_puzzles_have_one_solution_and_no_given_to_spare() {
    for (seed, symmetry) in [(1, "none"), (2, "half-turn"), (3, "mirror")] {
        let options = SudokuOptions { shape: "2x3".to_owned(), diagonals: seed == 1 };
        let wish = GeneratorWish { symmetry, ..GeneratorWish::default() };
        let puzzle = Declared::generate(&(options, wish), seed, &mut Meter::unlimited());
        let puzzle: Declared<Sudoku> = puzzle.expect("a puzzle");
        assert_eq!(count(&puzzle), Solutions::One);
        let sudoku = puzzle.declaration();
        let symmetry = ClueSymmetry::named(symmetry);
        for cell in (0..36).filter(|&cell| sudoku.givens[cell].is_some()) {
            let image = symmetry.image(sudoku.grid(), cell);
            assert!(sudoku.givens[image].is_some());
            let kept: Vec<bool> = (0..36).map(|other| other != cell && other != image).collect();
            let fewer = Declared::new(sudoku.with_clues(&kept));
            assert_eq!(count(&fewer), Solutions::Several, "{}", sudoku.grid().words(cell));
        }
    }
}

/// Solutions by the board's own search, at most `most`; pauses after every node.
fn by_finder(puzzle: &Declared<Sudoku>, most: usize) -> Vec<Assignment> {
    let mut finder = puzzle.finder().expect("a classic board");
    let mut found = Vec::new();
    while found.len() < most {
        let before = finder.nodes();
        let step = finder.next(1);
        assert!(finder.nodes() - before <= 1, "no more nodes than allowed");
        match step {
            FinderStep::Found => found.push(finder.solution()),
            FinderStep::End => break,
            FinderStep::Paused => {}
        }
    }
    found
}

fn by_engine(puzzle: &Declared<Sudoku>, most: usize) -> Vec<Assignment> {
    let meter = &mut Meter::unlimited();
    let mut engine = Engine::new(&puzzle.model(), meter).expect("no limit");
    while engine.found().len() < most && engine.next(u64::MAX, meter) == EngineStep::Found {}
    engine.found().to_vec()
}

/// A board with some cells of a random solution, some of them changed to another number.
fn random_board(rng: &mut Rng, solution: &[u16], givens: usize, changed: usize) -> String {
    let mut order: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut order);
    let mut line = vec![b'.'; 81];
    for (index, &cell) in order[..givens].iter().enumerate() {
        let other = if index < changed { 1 + rng.below(8) as u16 } else { 0 };
        line[cell] = b'1' + ((solution[cell] - 1 + other) % 9) as u8;
    }
    String::from_utf8(line).expect("digits and dots")
}

#[test]
fn the_search_for_classic_boards_agrees_with_the_engine() {
    const MOST: usize = 40;
    let mut rng = Rng::new(1);
    let empty = opened::<Sudoku>(&".".repeat(81));
    let mut solution = by_finder(&empty, 1).remove(0);
    let mut seen = [0; 4];
    for round in 0..3_000 {
        // Exchanging numbers, and rows of a band, gives other solutions.
        let (one, other) = (1 + rng.below(9) as u16, 1 + rng.below(9) as u16);
        for number in &mut solution {
            *number = match *number {
                now if now == one => other,
                now if now == other => one,
                now => now,
            };
        }
        let band = 27 * rng.below(3);
        let rows = [rng.below(3), rng.below(3)];
        (0..9).for_each(|column| {
            solution.swap(band + 9 * rows[0] + column, band + 9 * rows[1] + column);
        });
        let changed = if round % 4 == 0 { 1 + rng.below(2) } else { 0 };
        let givens = 22 + rng.below(14);
        let line = random_board(&mut rng, &solution, givens, changed);
        let puzzle = opened::<Sudoku>(&line);
        let mut ours = by_finder(&puzzle, MOST);
        for found in &ours {
            assert!(puzzle.judge(&puzzle.decode(found)).is_ok_and(|it| it.solved), "{line}");
        }
        let many = ours.len();
        ours.sort();
        ours.dedup();
        assert_eq!(ours.len(), many, "no solution is found twice: {line}");
        if many < MOST {
            let mut theirs = by_engine(&puzzle, MOST);
            theirs.sort();
            assert_eq!(ours, theirs, "{line}");
        } else {
            assert_eq!(by_engine(&puzzle, MOST).len(), MOST, "{line}");
        }
        seen[[0, 1, 2].iter().position(|&count| many <= count).unwrap_or(3)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 50), "every kind of board is tried: {seen:?}");
}

#[test]
fn contradictory_givens_have_no_solution_and_end_at_once() {
    let with = |cells: &[(usize, u8)]| {
        let mut line = [b'.'; 81];
        cells.iter().for_each(|&(cell, digit)| line[cell] = digit);
        opened::<Sudoku>(std::str::from_utf8(&line).expect("digits and dots"))
    };
    // Twice in a row, in a column, in a box, and no number left for a cell.
    let full: Vec<(usize, u8)> = (1..9).map(|cell| (cell, b'0' + cell as u8)).collect();
    let none_left = [&full[..], &[(9, b'9')]].concat();
    for cells in [&[(0, b'5'), (8, b'5')][..], &[(4, b'5'), (76, b'5')], &[(0, b'5'), (20, b'5')]]
        .into_iter()
        .chain([&none_left[..]])
    {
        let puzzle = with(cells);
        let mut finder = puzzle.finder().expect("a classic board");
        assert_eq!(finder.next(2), FinderStep::End, "{cells:?}");
    }
}

#[test]
fn only_classic_boards_have_their_own_search() {
    let nine = [". . . . . . . . ."; 9].join("\n");
    let box_rows: Vec<String> = (0..9)
        .map(|row| (0..9).map(|column| (row / 3 * 3 + column / 3).to_string()).collect())
        .collect();
    for keys in [
        "diagonals = true".to_owned(),
        "box = \"1x9\"".to_owned(),
        labels("regions", &box_rows.join("\n")),
        labels("cages", &box_rows.join("\n")),
    ] {
        assert!(opened::<Sudoku>(&of_board(&keys, &nine)).finder().is_none(), "{keys}");
    }
    assert!(opened::<Sudoku>(&of_board("", "....\n....\n....\n....")).finder().is_none());
    assert!(opened::<Sudoku>(&of_board("", &nine)).finder().is_some());
}

/// The graph can be coloured exactly if the board can be filled, and its colours say how.
#[test]
fn graphs_are_coloured_as_boards_are_filled() {
    let row = "....\n....\n....\n....";
    for (keys, rows) in [
        ("", "1...\n..3.\n.4..\n...2"),
        ("", "12..\n..1.\n....\n3..1"),
        ("", "1...\n.1..\n....\n...."),
        ("", "12..\n34..\n....\n..21"),
        ("diagonals = true", row),
        ("diagonals = true", "1...\n..1.\n....\n...."),
    ] {
        let puzzle = opened::<Sudoku>(&of_board(keys, rows));
        let form = as_other(&puzzle, "graph").expect("there are no sums");
        let graph = opened::<Colouring>(&form);
        let meter = &mut Meter::unlimited();
        let mut engine = Engine::new(&graph.model(), meter).expect("no limit");
        let is_coloured = engine.next(u64::MAX, meter) == EngineStep::Found;
        assert_eq!(is_coloured, count(&puzzle) != Solutions::None, "{rows}");
        if is_coloured {
            let colours = &engine.found()[0];
            let number = |cell: usize| {
                let named = (1..=4).find(|&number| colours[15 + number] == colours[cell]);
                named.expect("each colour is a number's") as Value
            };
            let numbers: Vec<Value> = (0..16).map(number).collect();
            assert!(puzzle.judge(&puzzle.decode(&numbers)).is_ok_and(|verdict| verdict.solved));
        }
    }
    let cage = labels("cages", "aa.\n...\n...") + "sums = { a = 3 }";
    let caged = opened::<Sudoku>(&of_board(&cage, "...\n...\n..."));
    assert!(as_other(&caged, "graph").is_err_and(|why| why.contains("sums")));
}
