//! Tests.

use super::{Nurikabe, NurikabeOptions};
use crate::brute_force::{opened, solutions_by_hand};
use quarry_constraint::{Engine, EngineStep};
use quarry_core::{
    Constrained, Filled, Generate, Located, Meter, Position, Puzzle, Rng, Settings, Solutions,
    Tier, solved_within,
};
use quarry_pencil::{Declaration, Declared, GeneratorWish};

fn of_board(rows: &str) -> String {
    format!("puzzle = \"nurikabe\"\nboard = \"\"\"\n{rows}\n\"\"\"\n")
}

#[test]
fn rules_and_check_agree_on_tiny_boards() {
    for (rows, solutions) in [
        (".", 1),
        ("1", 1),
        ("?", 1),
        ("2", 0),
        ("..", 1),
        ("1.", 1),
        ("2.", 1),
        ("1.1", 1),
        (".1.", 0),
        // The island has a neighbour at least, or the sea falls into parts.
        (".?.", 3),
        ("..\n..", 0),
        ("1.\n..", 1),
        // All sets with the corner but the one with a second island.
        ("?.\n..", 7),
        ("?.\n.?", 0),
        ("??\n..", 0),
        ("1.1\n...\n1.1", 1),
        ("99 .\n. .", 0),
    ] {
        assert_eq!(solutions_by_hand::<Nurikabe>(&of_board(rows)), solutions, "{rows}");
    }
    let mut rng = Rng::new(1);
    for _ in 0..40 {
        let mut clue = || ["?", "?", "1", "2", "3", "5"].get(rng.below(24)).unwrap_or(&".");
        let mut row = || (0..4).map(|_| *clue()).collect();
        let rows: [String; 3] = [row(), row(), row()];
        solutions_by_hand::<Nurikabe>(&of_board(&rows.join("\n")));
    }
}

#[test]
fn community_forms_are_read_and_written() {
    let with_19 = format!("19{}\n{}1", " .".repeat(4), ". . . . .\n".repeat(3) + ". . . . ");
    for (body, rows) in [
        ("nurikabe/5/5/g5k2o1k3g", ". 5 . . .\n. . 2 . .\n. . . . .\n. . 1 . .\n. . . 3 ."),
        ("nurikabe/3/3/.m2", "? . .\n. . .\n. . 2"),
        ("nurikabe/5/5/-13zi1", &with_19),
    ] {
        let url = format!("https://puzz.link/p?{body}");
        let puzzle = opened::<Nurikabe>(&url);
        assert_eq!(puzzle, opened(&of_board(rows)));
        assert_eq!(puzzle, opened(body));
        let written = puzzle.declaration().to_pzpr().expect("a URL");
        assert_eq!(written.url("nurikabe"), url);
        assert_eq!(opened::<Nurikabe>(&puzzle.show()), puzzle);
    }
}

#[test]
fn bad_input_is_told_with_its_place() {
    for (text, parts) in [
        (of_board(". 3\n0 ."), ["line 4, column 1", "a number from 1", "`0`"]),
        (of_board(". 3\n. x"), ["line 4, column 3", "a number from 1", "`x`"]),
        (of_board(". 3\n."), ["line 4, column 1", "2 cells", "1"]),
        ("nurikabe/2/2/30g3".to_owned(), ["line 1, column 14", "numbers from 1", "0"]),
        ("nurikabe/2/2/3333h".to_owned(), ["line 1, column 14", "4 cells", "6 cells"]),
    ] {
        let said = Declared::<Nurikabe>::parse(&text).unwrap_err().to_string();
        assert!(parts.iter().all(|part| said.contains(part)), "{text}: {said}");
    }
}

#[test]
fn the_judge_says_what_is_wrong() {
    let puzzle = opened::<Nurikabe>(&of_board("2 . .\n. . .\n. . 2"));
    let judged = |rows: &[&str]| {
        let entries = rows.iter().map(|&value| Located { value, at: Position::START });
        let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
        puzzle.judge(&answer).map_err(|foul| foul.why)
    };
    for (rows, why) in [
        (["..", "..", ".."], "the answer has 3 x 2 cells, the board 3 x 3"),
        (["...", ".o.", "..."], "row 2, column 2: unknown mark 'o'"),
        (["#.#", "###", "#.."], "the number at row 1, column 1 is shaded"),
        ([".##", ".##", "##."], "a pool of 2 x 2 at row 1, column 2"),
        (["_##", "_##", "___"], "a pool of 2 x 2 at row 1, column 2"),
        (["..#", "#..", "##."], "the sea falls into parts"),
        (["_.#", "_..", "#_."], "the sea falls into parts"),
        (["...", "##.", "#.."], "the island at row 1, column 1 has 2 numbers"),
        ([".#.", ".##", "##."], "the island at row 1, column 3 has 0 numbers"),
        (["...", "###", "#.."], "the island at row 1, column 1 has 3 cells, not 2"),
        (["...", "___", "___"], "the island at row 1, column 1 has 3 cells, not 2"),
        ([".#_", "#__", "___"], "the island at row 1, column 1 has 1 cells, not 2"),
    ] {
        let said = judged(&rows).err().unwrap_or_default();
        assert_eq!(said, why, "{rows:?}");
    }
    assert!(judged(&["..#", "###", "#.."]).is_ok_and(|verdict| verdict.solved));
    let open = judged(&["._#", "___", "#_."]).expect("nothing is wrong yet");
    assert!(!open.solved && open.score == 4);
    assert_eq!(puzzle.faults(&puzzle.blank()), []);
}

#[test]
fn new_puzzles_have_one_solution_and_the_wanted_tier() {
    for seed in 0..8 {
        let mut params = (NurikabeOptions::default(), GeneratorWish::default());
        params.0.set("rows", "7").expect("a size");
        params.0.set("columns", "8").expect("a size");
        let puzzle = Declared::<Nurikabe>::generate(&params, seed, &mut Meter::unlimited())
            .expect("a puzzle");
        let grid = puzzle.declaration().grid;
        assert_eq!((grid.rows, grid.columns), (7, 8));
        let meter = &mut Meter::unlimited();
        let mut engine = Engine::new(&puzzle.model(), meter).expect("an unlimited meter");
        assert_eq!(engine.count(u64::MAX, meter), Solutions::One, "{}", puzzle.show());
    }
    let mut params = (NurikabeOptions::default(), GeneratorWish::default());
    params.0.set("rows", "5").expect("a size");
    params.0.set("columns", "5").expect("a size");
    params.1.set("tier", "easy").expect("a tier");
    let puzzle = Declared::<Nurikabe>::generate(&params, 1, &mut Meter::unlimited());
    let puzzle = puzzle.expect("an easy puzzle");
    assert_eq!(solved_within(&puzzle, Tier::Easy, &mut Meter::unlimited()), Some(true));
}

#[test]
fn every_example_has_one_solution() {
    assert!(Nurikabe::examples().len() >= 8);
    for example in Nurikabe::examples() {
        let meter = &mut Meter::unlimited();
        let puzzle = opened::<Nurikabe>(example.text);
        let mut engine = Engine::new(&puzzle.model(), meter).expect("an unlimited meter");
        assert_eq!(engine.next(u64::MAX, meter), EngineStep::Found, "{}", example.name);
        let answer = puzzle.decode(&engine.found()[0]);
        assert!(puzzle.judge(&answer).is_ok_and(|verdict| verdict.solved));
        assert_eq!(engine.next(u64::MAX, meter), EngineStep::End, "{}", example.name);
    }
}
