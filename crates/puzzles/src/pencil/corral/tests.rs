//! Tests.

use super::{Corral, CorralOptions};
use crate::brute_force::{opened, solutions_by_hand};
use quarry_constraint::{Engine, EngineStep};
use quarry_core::{
    Constrained, Filled, Generate, Located, Meter, Position, Puzzle, Rng, Settings, Solutions,
    Tier, solved_within,
};
use quarry_pencil::{ClueSymmetry, Declaration, Declared, GeneratorWish};

fn of_board(rows: &str) -> String {
    format!("puzzle = \"corral\"\nboard = \"\"\"\n{rows}\n\"\"\"\n")
}

fn solutions(puzzle: &Declared<Corral>) -> Solutions {
    let meter = &mut Meter::unlimited();
    Engine::new(&puzzle.model(), meter).expect("an unlimited meter").count(u64::MAX, meter)
}

#[test]
fn rules_and_check_agree_on_tiny_boards() {
    for (rows, solutions) in [
        (".", 1),
        ("?", 1),
        ("1", 1),
        ("2", 0),
        ("...", 6),
        (". ? .", 4),
        // All sets but the empty one and the two checkerboards.
        ("..\n..", 13),
        ("1.\n..", 1),
        ("4.\n..", 0),
        ("3.\n..", 2),
        ("99 .\n. .", 0),
        // 218 sets are connected; 5 of them have a hole.
        ("...\n...\n...", 213),
        ("5.5\n...\n5.5", 1),
        ("...\n.5.\n...", 16),
    ] {
        assert_eq!(solutions_by_hand::<Corral>(&of_board(rows)), solutions, "{rows}");
    }
    let mut rng = Rng::new(1);
    for _ in 0..24 {
        let mut clue = || ["?", "1", "3", "4", "5"].get(rng.below(25)).unwrap_or(&".");
        let mut row = || (0..4).map(|_| *clue()).collect();
        let rows: [String; 3] = [row(), row(), row()];
        solutions_by_hand::<Corral>(&of_board(&rows.join("\n")));
    }
}

#[test]
fn community_forms_are_read_and_written() {
    for (body, rows) in [
        (
            "cave/6/6/k3h6j2l7g3g2h3n",
            ". . . . . 3\n. . 6 . . .\n. 2 . . . .\n. . 7 . 3 .\n2 . . 3 . .\n. . . . . .",
        ),
        (
            "cave/6/6/g3q2h3jbj3i3i2g",
            ". 3 . . . .\n. . . . . .\n. 2 . . 3 .\n. . . 11 . .\n. . 3 . . .\n3 . . . 2 .",
        ),
        ("cave/3/3/.gcj-11g", "? . 12\n. . .\n. 17 ."),
    ] {
        let url = format!("https://puzz.link/p?{body}");
        let puzzle = opened::<Corral>(&url);
        assert_eq!(puzzle, opened(&of_board(rows)));
        assert_eq!(puzzle, opened(&body.replace("cave", "bag")));
        let written = puzzle.declaration().to_pzpr().expect("a URL");
        assert_eq!(written.url("cave"), url);
        assert_eq!(opened::<Corral>(&puzzle.show()), puzzle);
    }
}

#[test]
fn bad_input_is_told_with_its_place() {
    for (text, parts) in [
        (of_board(". 3\n0 ."), ["line 4, column 1", "a number from 1", "`0`"]),
        (of_board(". 3\n. -3"), ["line 4, column 3", "a number from 1", "`-3`"]),
        (of_board(". 3\n."), ["line 4, column 1", "2 cells", "1"]),
        ("cave/2/2/30g3".to_owned(), ["line 1, column 10", "numbers from 1", "0"]),
        ("cave/2/2/-1x".to_owned(), ["line 1, column 12", "a hex digit", "`x`"]),
    ] {
        let said = Declared::<Corral>::parse(&text).unwrap_err().to_string();
        assert!(parts.iter().all(|part| said.contains(part)), "{text}: {said}");
    }
}

#[test]
fn the_judge_says_what_is_wrong() {
    let board = ". . . .\n. 3 . .\n. . . .\n. . . ?";
    let puzzle = opened::<Corral>(&of_board(board));
    let judged = |rows: &[&str]| {
        let entries = rows.iter().map(|&value| Located { value, at: Position::START });
        let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
        puzzle.judge(&answer).map_err(|foul| foul.why)
    };
    for (rows, why) in [
        (["...", "...", "...", "..."], "the answer has 4 x 3 cells, the board 4 x 4"),
        (["....", "....", "..x.", "...."], "row 3, column 3: unknown mark 'x'"),
        (["####", "####", "####", "####"], "row 2, column 2 has a clue and lies outside"),
        (["____", "_#__", "____", "____"], "row 2, column 2 has a clue and lies outside"),
        (["####", "#..#", "####", "###."], "the inside falls into parts"),
        (["____", "_..#", "__#_", "_#_."], "the inside falls into parts"),
        (["####", "#...", "#.#.", "#..."], "row 3, column 3 is a hole"),
        (["####", "#...", "#.#.", "###."], "the 3 at row 2, column 2 sees 4"),
        (["####", "#.##", "#...", "###."], "the 3 at row 2, column 2 sees 2"),
        (["_#__", "#.#_", "____", "_#__"], "the 3 at row 2, column 2 sees 2"),
    ] {
        assert_eq!(judged(&rows).unwrap_err(), why, "{rows:?}");
    }
    assert!(judged(&["####", "...#", "##..", "###."]).is_ok_and(|verdict| verdict.solved));
    let empty = opened::<Corral>(&of_board("..\n.."));
    let outside = empty.decode(&[0, 0, 0, 0]);
    assert_eq!(empty.judge(&outside).unwrap_err().why, "nothing lies inside the loop");
    let open = judged(&["____", "_..#", "____", "___."]).expect("nothing is wrong yet");
    assert!(!open.solved && open.score == 4);
    let too_large = opened::<Corral>(&of_board("99 .\n. ."));
    assert_eq!(too_large.faults(&too_large.blank()), []);
}

#[test]
fn new_puzzles_have_one_solution_and_no_clue_to_spare() {
    for seed in 0..6 {
        let mut params = (CorralOptions::default(), GeneratorWish::default());
        params.0.set("rows", "6").expect("a size");
        params.0.set("columns", "7").expect("a size");
        params
            .1
            .set("symmetry", ["none", "half-turn", "mirror"][seed as usize % 3])
            .expect("a symmetry");
        let puzzle =
            Declared::<Corral>::generate(&params, seed, &mut Meter::unlimited()).expect("a puzzle");
        let corral = puzzle.declaration();
        assert_eq!((corral.grid.rows, corral.grid.columns), (6, 7));
        assert_eq!(solutions(&puzzle), Solutions::One);
        let symmetry = ClueSymmetry::named(params.1.symmetry);
        let clues: Vec<usize> = (0..42).filter(|&cell| corral.clues[cell].is_some()).collect();
        assert!(clues.iter().all(|&cell| clues.contains(&symmetry.image(corral.grid, cell))));
        for &cell in clues.iter().filter(|_| symmetry == ClueSymmetry::None) {
            let kept: Vec<bool> = (0..42).map(|other| other != cell).collect();
            let fewer = Declared::new(corral.with_clues(&kept));
            assert_eq!(solutions(&fewer), Solutions::Several, "{}", puzzle.show());
        }
    }
    let mut params = (CorralOptions::default(), GeneratorWish::default());
    params.0.set("rows", "5").expect("a size");
    params.0.set("columns", "5").expect("a size");
    params.1.set("tier", "easy").expect("a tier");
    let puzzle = Declared::<Corral>::generate(&params, 1, &mut Meter::unlimited());
    let puzzle = puzzle.expect("an easy puzzle");
    assert_eq!(solved_within(&puzzle, Tier::Easy, &mut Meter::unlimited()), Some(true));
}

#[test]
fn every_example_has_one_solution() {
    assert!(Corral::examples().len() >= 8);
    for example in Corral::examples() {
        let meter = &mut Meter::unlimited();
        let puzzle = opened::<Corral>(example.text);
        let mut engine = Engine::new(&puzzle.model(), meter).expect("an unlimited meter");
        assert_eq!(engine.next(u64::MAX, meter), EngineStep::Found, "{}", example.name);
        let answer = puzzle.decode(&engine.found()[0]);
        assert!(puzzle.judge(&answer).is_ok_and(|verdict| verdict.solved));
        assert_eq!(engine.next(u64::MAX, meter), EngineStep::End, "{}", example.name);
    }
}
