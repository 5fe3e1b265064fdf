//! Tests.

use super::{Pearl, PearlOptions};
use crate::brute_force::{opened, solutions_by_hand};
use quarry_constraint::{ClauseLearner, Engine, Reply};
use quarry_core::{
    Constrained, Generate, Located, Meter, Position, Puzzle, Rng, Settings, Solutions, Tier,
    solved_within,
};
use quarry_pencil::{ClueSymmetry, Declaration, Declared, GeneratorWish};

fn of_board(rows: &str) -> String {
    format!("puzzle = \"pearl\"\nboard = \"\"\"\n{rows}\n\"\"\"\n")
}

fn solutions(puzzle: &Declared<Pearl>) -> Solutions {
    let meter = &mut Meter::unlimited();
    Engine::new(&puzzle.model(), meter).expect("an unlimited meter").count(u64::MAX, meter)
}

#[test]
fn rules_and_check_agree_on_tiny_boards() {
    for (rows, solutions) in [
        (".", 0),
        ("..", 0),
        ("..\n..", 1),
        ("w.\n..", 0),
        ("b.\n..", 0),
        // Loops are outlines of connected sets of squares without holes or touching corners.
        ("...\n...\n...", 13),
        (".w.\n...\n...", 4),
        ("...\n.w.\n...", 4),
        ("b..\n...\n...", 2),
        ("b.b\n...\nb.b", 1),
        ("...\n.b.\n...", 0),
        ("....\n....\n....", 40),
    ] {
        let count = solutions_by_hand::<Pearl>(&of_board(rows));
        assert_eq!(count, solutions, "{rows}");
    }
    let mut rng = Rng::new(1);
    for _ in 0..24 {
        let mut row = || (0..3).map(|_| [".", ".", ".", "w", "b"][rng.below(5)]).collect();
        let rows: [String; 3] = [row(), row(), row()];
        solutions_by_hand::<Pearl>(&of_board(&rows.join("\n")));
    }
}

#[test]
fn community_forms_are_read_and_written() {
    for (body, rows, id) in [
        ("6/6/1063000i3000", "..w...\n.b..w.\n......\n...b..\n.w....\n......", "6x6:bWdBbWjBcWj"),
        ("3/3/i01", "b..\n...\n..w", "3x3:BgW"),
        ("4/4/300600", ".w..\n....\n..b.\n....", "4x4:aWhBe"),
    ] {
        let url = format!("https://puzz.link/p?mashu/{body}");
        let puzzle = opened::<Pearl>(&url);
        assert_eq!(puzzle, opened(&of_board(rows)));
        assert_eq!(puzzle, opened(rows));
        assert_eq!(puzzle, opened(&format!("masyu/{body}/")));
        assert_eq!(puzzle, opened(&format!("pearl/{body}")));
        let written = puzzle.declaration().to_pzpr().expect("a URL");
        assert_eq!(written.url("mashu"), url);
        assert_eq!(puzzle.declaration().to_tatham().as_deref(), Some(id));
        assert_eq!(opened::<Pearl>(id), puzzle);
        assert_eq!(opened::<Pearl>(&puzzle.show()), puzzle);
    }
}

#[test]
fn bad_input_is_told_with_its_place() {
    let said = |text: &str| Declared::<Pearl>::parse(text).unwrap_err().to_string();
    for (text, parts) in [
        (of_board("..b\n.x."), ["line 4, column 2", "`.`, `w` or `b`", "`x`"]),
        (of_board("..b\n.w"), ["line 4, column 1", "3 cells", "2"]),
        ("mashu/f/3/3/i01".to_owned(), ["line 1, column 7", "no flag", "`f`"]),
        ("mashu/3/3/i0z".to_owned(), ["line 1, column 13", "`a`-`q`", "`z`"]),
        ("3x3:BgX".to_owned(), ["line 1, column 7", "`B`, `W`", "`X`"]),
    ] {
        let said = said(&text);
        assert!(parts.iter().all(|part| said.contains(part)), "{text}: {said}");
    }
}

#[test]
fn the_judge_says_what_is_wrong() {
    let judged = |board: &str, rows: &[&str]| {
        let puzzle = opened::<Pearl>(&of_board(board));
        let entries = rows.iter().map(|&value| Located { value, at: Position::START });
        let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
        puzzle.judge(&answer).map_err(|foul| foul.why)
    };
    let empty = "....\n....\n....\n....";
    let ring = ["┌──┐", "│··│", "│··│", "└──┘"];
    for (board, rows, why) in [
        (empty, ["┌─", "└─", "··", "··"], "the answer has 4 x 2 cells, the board 4 x 4"),
        (empty, ["┌─q┐", "│··│", "│··│", "└──┘"], "row 1, column 3: unknown mark 'q'"),
        (empty, ["┌───", "│··│", "│··│", "└──┘"], "row 1, column 4: the line leaves the board"),
        (
            empty,
            ["┌──┐", "│···", "│··│", "└──┘"],
            "row 2, column 4: the line ends at row 2, column 4",
        ),
        (empty, ["╶──╴", "····", "····", "····"], "row 1, column 1: the line ends"),
        (empty, ["┌┬┐·", "└┘╵·", "····", "····"], "row 1, column 2: the line branches"),
        (empty, ["····", "····", "····", "····"], "there is no loop"),
        (empty, ["┌┐··", "└┘··", "··┌┐", "··└┘"], "there is more than one loop"),
        ("....\n.w..\n....\n....", ring, "the loop misses the pearl at row 2, column 2"),
        (
            "....\nb...\n....\n....",
            ring,
            "the loop does not turn in the black pearl at row 2, column 1",
        ),
        (
            "b...\n....\n....\n....",
            ["┌┐··", "│└─┐", "│··│", "└──┘"],
            "the loop turns right beside the black pearl at row 1, column 1",
        ),
        ("w...\n....\n....\n....", ring, "the loop turns in the white pearl at row 1, column 1"),
        ("....\n....\nw...\n....", ring, ""),
    ] {
        let said = judged(board, &rows).err().unwrap_or_default();
        assert_eq!(said, why, "{rows:?}");
    }
    let long = ["┌───┐", "└───┘"];
    let why = "the loop turns on neither side of the white pearl at row 1, column 3";
    assert_eq!(judged("..w..\n.....", &long), Err(why.to_owned()));
    let open = judged("...b\n....\n....", &["_ _ _ _╴", "_ _ _ _", "_ _ _ _"]);
    let open = open.expect("nothing is wrong yet");
    assert!(!open.solved && open.score == 1);
}

#[test]
fn new_puzzles_have_one_solution_and_no_pearl_to_spare() {
    for seed in 0..6 {
        let mut params = (PearlOptions::default(), GeneratorWish::default());
        params.0.set("rows", "6").expect("a size");
        params.0.set("columns", "8").expect("a size");
        params
            .1
            .set("symmetry", ["none", "half-turn", "mirror"][seed as usize % 3])
            .expect("a symmetry");
        let puzzle =
            Declared::<Pearl>::generate(&params, seed, &mut Meter::unlimited()).expect("a puzzle");
        let pearl = puzzle.declaration();
        assert_eq!((pearl.grid.rows, pearl.grid.columns), (6, 8));
        assert_eq!(solutions(&puzzle), Solutions::One);
        let pearls: Vec<usize> = (0..48).filter(|&cell| pearl.pearls[cell].is_some()).collect();
        let symmetry = ClueSymmetry::named(params.1.symmetry);
        assert!(pearls.iter().all(|&cell| pearls.contains(&symmetry.image(pearl.grid, cell))));
        for &cell in pearls.iter().filter(|_| symmetry == ClueSymmetry::None) {
            let kept: Vec<bool> = (0..48).map(|other| other != cell).collect();
            let fewer = Declared::new(pearl.with_clues(&kept));
            assert_eq!(solutions(&fewer), Solutions::Several, "{}", puzzle.show());
        }
    }
    let mut params = (PearlOptions::default(), GeneratorWish::default());
    params.0.set("rows", "5").expect("a size");
    params.0.set("columns", "5").expect("a size");
    params.1.set("tier", "easy").expect("a tier");
    let puzzle = Declared::<Pearl>::generate(&params, 1, &mut Meter::unlimited());
    let puzzle = puzzle.expect("an easy puzzle");
    assert_eq!(solved_within(&puzzle, Tier::Easy, &mut Meter::unlimited()), Some(true));
}

#[test]
fn every_example_has_one_solution() {
    assert!(Pearl::examples().len() >= 8);
    for example in Pearl::examples() {
        let meter = &mut Meter::unlimited();
        let puzzle = opened::<Pearl>(example.text);
        assert_eq!(solutions(&puzzle), Solutions::One, "{}", example.name);
        let mut learner = ClauseLearner::new(&puzzle.model(), |_, _| true, meter);
        let learner = learner.as_mut().expect("an unlimited meter");
        assert_eq!(learner.ask(&[], u64::MAX, meter), Reply::Solution);
        let answer = puzzle.decode(learner.solution());
        assert!(puzzle.judge(&answer).is_ok_and(|verdict| verdict.solved));
    }
}
