//! Tests.

use super::{Reflections, ReflectionsOptions};
use crate::brute_force::{opened, solutions_by_hand};
use quarry_constraint::Engine;
use quarry_core::{
    Constrained, Domain, Generate, GenerateError, Located, Meter, Position, Puzzle, Rng, Solutions,
    Tier, rate, tier_within,
};
use quarry_pencil::{Declaration, Declared, GeneratorWish};

fn of_board(mirrors: usize, crystals: usize, rows: &str) -> String {
    format!(
        "puzzle = \"reflections\"\nmirrors = {mirrors}\ncrystals = {crystals}\n\
         board = \'\'\'\n{rows}\n\'\'\'\n"
    )
}

fn count(puzzle: &Declared<Reflections>) -> Solutions {
    let meter = &mut Meter::unlimited();
    Engine::new(&puzzle.model(), meter).expect("no stop").count(u64::MAX, meter)
}

#[test]
fn rules_and_check_agree_on_tiny_boards() {
    for (mirrors, crystals, rows, solutions) in [
        (1, 0, ">..\n...\n..o", 1),
        (0, 1, ">.o\n...\n.o.", 1),
        (0, 0, ">o", 1),
        (0, 0, ">x", 0),
        (1, 0, ">.x\n...\n..o", 0),
        // Light that goes around for ever has to come from somewhere.
        (0, 0, "/so\n\\/.", 0),
        (0, 0, ">.m\n...\no.m", 1),
        (0, 0, ">c.\n..o", 0),
        (0, 0, "m>o", 1),
        (2, 1, ">..\no.o\n.x.", 1),
        (1, 0, ">c.o\n....\n.o.v", 1),
        (2, 1, ">.o\n...\no..", 2),
        (2, 1, "v.o\n...\n.o.", 2),
    ] {
        let text = of_board(mirrors, crystals, rows);
        assert_eq!(solutions_by_hand::<Reflections>(&text), solutions, "{rows}");
    }
}

#[test]
fn rules_and_check_agree_on_random_boards() {
    let mut rng = Rng::new(3);
    let mut found = 0;
    for _ in 0..25 {
        let mut item = |_| ".....>^<v#oooxmcz/"[rng.below(18)..].chars().next();
        let rows: Vec<String> = (0..3).map(|_| (0..3).filter_map(&mut item).collect()).collect();
        let supply = [rng.below(5), rng.below(2)];
        let text = of_board(supply[0], supply[1], &rows.join("\n"));
        found += solutions_by_hand::<Reflections>(&text);
    }
    assert!(found > 10, "{found} solutions");
}

fn verdict(puzzle: &Declared<Reflections>, rows: &[&str]) -> Result<bool, String> {
    let entries = rows.iter().map(|&value| Located { value, at: Position::START });
    let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
    puzzle.judge(&answer).map(|verdict| verdict.solved).map_err(|foul| foul.why)
}

#[test]
fn the_judge_says_what_is_wrong() {
    let board = ">..x\no.m#\nz..o\n.c..";
    let puzzle = opened::<Reflections>(&of_board(2, 0, board));
    for (rows, why) in [
        (&[">..x"][..], "the answer has 1 x 4 cells, the board 4 x 4"),
        (&[">q.x", "o.m#", "z..o", ".c.."], "row 1, column 2: unknown mark 'q'"),
        (&[">..x", "o.m#", "s..o", ".c.."], "row 3, column 1 holds a piece that cannot be changed"),
        (&[">..x", "o.z#", "z..o", ".c.."], "row 2, column 3 holds a piece that cannot be moved"),
        (&[">..x", "o.m.", "z..o", ".c.."], "row 2, column 4 is '#' on the board"),
        (&[">s_x", "o_m#", "z__o", "_c__"], "1 crystal, and only 0 are there"),
        (&[">╲╱x", "╱_m#", "z__o", "_c__"], "row 2, column 1 is 'o' on the board"),
        (&[">╲╱x", "o╱m#", "z__o", "_c__"], "3 mirrors, and only 2 are there"),
        (&[">..x", "o_m#", "z__o", "_c__"], "the bomb at row 1, column 4 explodes"),
        (&[">╱.x", "o.m#", "z..o", ".c.."], "the bulb at row 2, column 1 is hit by 0 beams"),
        (&[">╲╱x", "o._#", "z._o", "____"], "the piece at row 1, column 3 is idle"),
    ] {
        assert_eq!(verdict(&puzzle, rows), Err(why.to_owned()), "{rows:?}");
    }
    let turned = opened::<Reflections>(&of_board(0, 0, "m>m\n..o"));
    let why = "the piece at row 1, column 3 is lit and not turned";
    assert_eq!(verdict(&turned, &["m>m", "..o"]), Err(why.to_owned()));
    let why = "the piece at row 1, column 1 is idle and must be left as it is";
    assert_eq!(verdict(&turned, &["╱>╲", "..o"]), Err(why.to_owned()));
    assert_eq!(verdict(&turned, &["_>_", "..o"]), Ok(false));
    assert_eq!(verdict(&turned, &["m>╲", "..o"]), Ok(true));
}

#[test]
fn bad_input_is_refused_with_its_place() {
    for (text, error) in [
        (of_board(0, 0, ">.q"), "line 5, column 3: expected one of `. > ^ < v # o x m c"),
        (of_board(0, 0, ">..\n.."), "line 6, column 1: expected 3 cells, as in the first row"),
        (
            of_board(0, 0, ">").replace("crystals = 0", "crystals = -1"),
            "line 3, column 12: expected a number of pieces, from 0",
        ),
    ] {
        let found = Declared::<Reflections>::parse(&text).expect_err("bad").to_string();
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn each_example_has_one_solution() {
    for example in Reflections::examples() {
        assert_eq!(count(&opened(example.text)), Solutions::One, "{}", example.name);
    }
}

#[test]
fn generated_boards_have_one_solution_and_the_pieces_asked_for() {
    for seed in 0..4 {
        let options =
            ReflectionsOptions { rows: 6, columns: 5, mirrors: 2, ..ReflectionsOptions::default() };
        let meter = &mut Meter::unlimited();
        let puzzle =
            Declared::<Reflections>::generate(&(options, GeneratorWish::default()), seed, meter);
        let puzzle = puzzle.expect("a puzzle");
        assert_eq!(count(&puzzle), Solutions::One);
        let Reflections { grid, mirrors, crystals, .. } = puzzle.declaration();
        assert_eq!((grid.rows, grid.columns, *mirrors, *crystals), (6, 5, 2, 1));
        assert_eq!(opened::<Reflections>(&puzzle.show()), puzzle);
    }
}

/// Easy boards do not exist, and a board without clues to leave out has no symmetry.
#[test]
fn only_what_boards_can_have_is_offered() {
    let offered = Declared::<Reflections>::offered();
    let tier = offered.iter().find(|field| field.name == "tier").expect("a setting");
    let words = ["any", "medium", "hard", "expert", "beyond"];
    assert_eq!(tier.domain, Domain::Choice(words.to_vec()));
    assert!(offered.iter().all(|field| field.name != "symmetry"));
    assert!(offered.iter().any(|field| field.name == "lasers"));
}

#[test]
fn generated_boards_have_their_tier_or_it_is_refused() {
    let options =
        ReflectionsOptions { rows: 6, columns: 6, mirrors: 2, ..ReflectionsOptions::default() };
    let made = |tier: Tier, seed: u64| {
        let wish = GeneratorWish { tier: tier.name(), ..GeneratorWish::default() };
        Declared::<Reflections>::generate(&(options.clone(), wish), seed, &mut Meter::unlimited())
    };
    for tier in [Tier::Medium, Tier::Hard] {
        for seed in 0..3 {
            let puzzle = made(tier, seed).expect("a puzzle");
            let rating = rate(&puzzle, &mut Meter::unlimited());
            assert_eq!(rating.tier, Some(tier), "seed {seed}");
        }
    }
    // Boards whose rules for the whole board let a limited search go another way than a full one.
    let options = ReflectionsOptions { rows: 7, columns: 7, ..ReflectionsOptions::default() };
    let wish = GeneratorWish { tier: "medium", ..GeneratorWish::default() };
    for seed in [1002, 1005, 1007] {
        let params = (options.clone(), wish.clone());
        let meter = &mut Meter::unlimited();
        let puzzle = Declared::<Reflections>::generate(&params, seed, meter).expect("a puzzle");
        let within = tier_within(&puzzle, Tier::Medium, meter);
        assert_eq!(within, Some(rate(&puzzle, meter).tier), "seed {seed}");
    }
    let Err(GenerateError::Refused(why)) = made(Tier::Easy, 0) else { panic!("not easy") };
    assert_eq!(
        why,
        "tier=easy: for this puzzle ask for tier=any or medium or hard or expert or beyond"
    );
}
