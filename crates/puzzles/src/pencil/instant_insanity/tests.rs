//! Tests.

use super::{FACES, InstantInsanity, InstantInsanityOptions, turns};
use crate::brute_force::opened;
use std::collections::BTreeSet;

use quarry_constraint::{Engine, EngineStep};
use quarry_core::{
    Constrained, Filled, Generate, Located, Meter, Position, Puzzle, Rng, Solutions, Tier, Value,
    rate,
};
use quarry_pencil::{Declaration, Declared, GeneratorWish};

type Insanity = Declared<InstantInsanity>;

fn of_board(rows: &str) -> String {
    format!("puzzle = \"instant-insanity\"\nboard = \"\"\"\n{rows}\n\"\"\"\n")
}

fn count(puzzle: &Insanity) -> Solutions {
    let meter = &mut Meter::unlimited();
    Engine::new(&puzzle.model(), meter).expect("no stop").count(u64::MAX, meter)
}

/// The smallest rings of a row in its eight images, found by turning it: a roll shifts each
/// ring, and end for end exchanges front and back.
fn smallest_image(row: &[Value]) -> Vec<[Value; 4]> {
    let mut rings: Vec<[Value; 4]> =
        row.chunks(6).map(|cube| [cube[0], cube[1], cube[2], cube[3]]).collect();
    let mut smallest = rings.clone();
    for turn in 0..8 {
        for [top, front, bottom, back] in &mut rings {
            let turned = match turn {
                4 => [*top, *back, *bottom, *front],
                _ => [*back, *top, *front, *bottom],
            };
            [*top, *front, *bottom, *back] = turned;
        }
        smallest = smallest.min(rings.clone());
    }
    smallest
}

/// Tries all turns of all cubes; the fillings that the judge takes, by their smallest image,
/// are the solutions of the rules. Returns how many there are.
fn solutions_up_to_turns(puzzle: &Insanity) -> usize {
    let cubes = &puzzle.declaration().cubes;
    let turns = turns();
    let mut by_hand = BTreeSet::new();
    for number in 0..turns.len().pow(cubes.len() as u32) {
        let mut rest = number;
        let mut row: Vec<Value> = Vec::new();
        for cube in cubes {
            row.extend(turns[rest % turns.len()].map(|face| cube[face]));
            rest /= turns.len();
        }
        if puzzle.judge(&puzzle.decode(&row)).is_ok_and(|verdict| verdict.solved) {
            by_hand.insert(smallest_image(&row));
        }
    }
    let meter = &mut Meter::unlimited();
    let mut engine = Engine::new(&puzzle.model(), meter).expect("no stop");
    while engine.next(u64::MAX, meter) == EngineStep::Found {}
    let mut by_rules = BTreeSet::new();
    for found in engine.found() {
        let row = &found[..cubes.len() * FACES.len()];
        let answer = puzzle.decode(row);
        assert!(puzzle.judge(&answer).expect("no foul").solved);
        let rings: Vec<[Value; 4]> =
            row.chunks(6).map(|cube| [cube[0], cube[1], cube[2], cube[3]]).collect();
        assert_eq!(rings, smallest_image(row), "the written form");
        assert!(by_rules.insert(rings), "one solution for each ring");
        for open in 0..row.len() {
            let mut partial = answer.clone();
            partial.filling[open] = None;
            assert!(puzzle.judge(&partial).is_ok(), "{partial:?} can be completed");
        }
    }
    assert_eq!(by_rules, by_hand, "{}", puzzle.show());
    by_hand.len()
}

#[test]
fn rules_and_check_agree_on_few_cubes() {
    for (rows, solutions) in [
        // One cube shows three rings: one for each pair of ends.
        ("ABCDEF", 3),
        ("AAAAAA", 1),
        ("AAAABB", 2),
        ("AAAAAA\nAAAAAA", 0),
        ("AAAAAA\nBBBBBB", 1),
        ("AAAAAB\nBBBBBA", 2),
    ] {
        assert_eq!(solutions_up_to_turns(&opened(&of_board(rows))), solutions, "{rows}");
    }
}

#[test]
fn rules_and_check_agree_on_random_cubes() {
    let mut rng = Rng::new(11);
    let mut found = 0;
    for _ in 0..24 {
        let (cubes, colours) = (1 + rng.below(3), 2 + rng.below(4));
        let mut face = |_| char::from(b'A' + rng.below(colours) as u8);
        let rows: Vec<String> = (0..cubes).map(|_| (0..6).map(&mut face).collect()).collect();
        found += solutions_up_to_turns(&opened(&of_board(&rows.join("\n"))));
    }
    assert!(found > 20, "{found} solutions");
}

#[test]
fn there_are_twenty_four_turns() {
    let turns = turns();
    assert_eq!(turns.len(), 24);
    // Opposite faces stay opposite. No turn mirrors the cube: if its ends stay, the ring of the
    // other faces is rolled.
    let opposite = [2, 3, 0, 1, 5, 4];
    for turn in &turns {
        assert!((0..6).all(|face| turn[opposite[face]] == opposite[turn[face]]));
        assert!(turn[4] != 4 || (0..4).all(|face| turn[face] == (turn[0] + face) % 4));
    }
}

fn verdict(puzzle: &Insanity, rows: &[&str]) -> Result<bool, String> {
    let entries = rows.iter().map(|&value| Located { value, at: Position::START });
    let answer = puzzle.parse_answer(&mut entries.into_iter()).expect("rows");
    puzzle.judge(&answer).map(|verdict| verdict.solved).map_err(|foul| foul.why)
}

#[test]
fn the_judge_says_what_is_wrong() {
    let puzzle = opened::<InstantInsanity>(&of_board("ABABAB\nABBBAB"));
    for (rows, why) in [
        (&["ABABAB"][..], "1 cube, not 2"),
        (&["ABABAB", "ABBBA"], "cube 2 has 5 faces"),
        (&["ABABAB", "ABQBAB"], "row 2, column 3: unknown mark 'Q'"),
        (&["AB____", "A_A___"], "cube 2 cannot be turned like that"),
        (&["BBABAB", "ABBBAB"], "cube 1 cannot be turned like that"),
        (&["ABABAB", "BBABAB"], "B shows twice along the front"),
        (&["A_____", "A_____"], "A shows twice along the top"),
    ] {
        assert_eq!(verdict(&puzzle, rows), Err(why.to_owned()), "{rows:?}");
    }
    assert_eq!(verdict(&puzzle, &["A_____", "_A____"]), Ok(false));
}

#[test]
fn the_whole_row_may_be_turned() {
    let puzzle = opened::<InstantInsanity>(&of_board("ABABAB\nABBBAB\nCCCCCC"));
    let meter = &mut Meter::unlimited();
    let mut engine = Engine::new(&puzzle.model(), meter).expect("no stop");
    assert_eq!(engine.next(u64::MAX, meter), EngineStep::Found);
    let row = &engine.found()[0][..18];
    let keeps_axis = |turn: &&[usize; 6]| turn[4] > 3 && turn[5] > 3;
    let turns = turns();
    assert_eq!(turns.iter().filter(keeps_axis).count(), 8);
    for turn in turns.iter().filter(keeps_axis) {
        let image = row.chunks(6).flat_map(|cube| turn.map(|face| cube[face]));
        let answer = puzzle.decode(&image.collect::<Vec<_>>());
        assert!(puzzle.judge(&answer).expect("no foul").solved, "{turn:?}");
    }
}

#[test]
fn bad_input_is_refused_with_its_place() {
    for (text, error) in [
        (of_board("ABABA"), "line 3, column 1: expected six colours: top, front, bottom"),
        (of_board("ABABAB\nAB_BAB"), "line 4, column 3: expected a colour, found `_`"),
        (of_board(""), "line 1, column 1: expected a board of at least one cell"),
    ] {
        let found = Insanity::parse(&text).expect_err("bad").to_string();
        assert!(found.starts_with(error), "{found}");
    }
}

#[test]
fn each_example_has_one_solution() {
    for example in InstantInsanity::examples() {
        assert_eq!(count(&opened(example.text)), Solutions::One, "{}", example.name);
    }
}

#[test]
fn generated_cubes_have_one_solution() {
    for cubes in 1..=8 {
        let params = (InstantInsanityOptions { cubes }, GeneratorWish::default());
        let meter = &mut Meter::unlimited();
        let puzzle = Insanity::generate(&params, 3, meter).expect("a puzzle");
        assert_eq!(count(&puzzle), Solutions::One);
        let InstantInsanity { colours, cubes: made } = puzzle.declaration();
        assert_eq!((colours.len(), made.len()), (cubes as usize, cubes as usize));
        assert_eq!(opened::<InstantInsanity>(&puzzle.show()), puzzle);
        assert!(puzzle.faults(&puzzle.blank()).is_empty());
    }
}

/// Nothing is left of the rule about the eight images: the explainer asks for it all the same.
#[test]
fn cubes_that_look_the_same_all_around_are_rated() {
    let puzzle: Insanity = opened(&of_board("AAAAAA\nBBBBBB"));
    assert_eq!(rate(&puzzle, &mut Meter::unlimited()).tier, Some(Tier::Easy));
}

#[test]
fn generated_cubes_have_their_tier() {
    for tier in [Tier::Easy, Tier::Medium, Tier::Hard] {
        for seed in 0..5 {
            let wish = GeneratorWish { tier: tier.name(), ..GeneratorWish::default() };
            let params = (InstantInsanityOptions::default(), wish);
            let meter = &mut Meter::unlimited();
            let puzzle = Insanity::generate(&params, seed, meter).expect("a puzzle");
            assert_eq!(rate(&puzzle, meter).tier, Some(tier), "seed {seed}");
        }
    }
}
