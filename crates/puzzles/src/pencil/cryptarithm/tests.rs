//! Tests.

use super::{Cryptarithm, CryptarithmOptions};
use crate::brute_force::{opened, solutions_by_hand};
use quarry_constraint::Engine;
use quarry_core::{Constrained, Generate, Located, Meter, Position, Puzzle, Rng, Solutions};
use quarry_pencil::{Declaration, Declared, GeneratorWish};

fn of_board(base: u32, rows: &str) -> String {
    format!("puzzle = \"cryptarithm\"\nbase = {base}\nboard = \"\"\"\n{rows}\n\"\"\"\n")
}

fn solved(text: &str) -> (Solutions, Vec<String>) {
    let puzzle = opened::<Cryptarithm>(text);
    let meter = &mut Meter::unlimited();
    let mut engine = Engine::new(&puzzle.model(), meter).expect("no limit");
    let count = engine.count(u64::MAX, meter);
    let answers = engine.found().iter().map(|found| puzzle.decode(found));
    let mut lines = Vec::new();
    for answer in answers {
        assert!(puzzle.judge(&answer).is_ok_and(|verdict| verdict.solved), "{text}");
        lines.extend(puzzle.show_answer(&answer));
    }
    (count, lines)
}

/// The numbers of solutions come from a program of a few lines that tries all digits.
#[test]
fn rules_and_check_agree_on_tiny_equations() {
    for (base, rows, solutions) in [
        (10, "A + A = B", 4),
        (4, "A + B = C", 2),
        (2, "A + B = C", 0),
        (10, "A * A = B", 2),
        (10, "A * A = BA", 2),
        (3, "A - B = 1", 2),
        (10, "AB = 10", 1),
        (10, "A + 1 = A", 0),
        (10, "A + B = 5\nA - B = 1", 1),
        (10, "A + B = 5\n1 + 1 = 3", 0),
        (10, "A * B * C = 30", 12),
        (6, "AB * C = DE", 3),
        (7, "AB * AB = CDE", 1),
        (5, "A * BC - D = 12", 2),
        (7, "AB - CD = E", 24),
        (10, "AAA + B = BCCC", 1),
        (8, "AB * 12 = CDE", 6),
        (6, "A = B + C - D", 56),
    ] {
        let text = of_board(base, rows);
        assert_eq!(solutions_by_hand::<Cryptarithm>(&text), solutions, "{rows}");
    }
}

#[test]
fn rules_and_check_agree_on_random_equations() {
    let mut rng = Rng::new(3);
    for _ in 0..40 {
        let base = 3 + rng.below(4);
        let mut equation = String::new();
        for (index, joint) in [" + ", " * ", " - ", " = ", ""].into_iter().enumerate() {
            if index % 2 == 1 && rng.below(2) == 0 && joint != " = " {
                continue;
            }
            let length = 1 + rng.below(3);
            let word = (0..length).map(|_| char::from(b'A' + rng.below(4) as u8));
            equation.extend(word);
            equation.push_str(joint);
        }
        solutions_by_hand::<Cryptarithm>(&of_board(base as u32, &equation));
    }
}

#[test]
fn longer_equations_are_solved() {
    let (count, answers) = solved("SEND + MORE = MONEY");
    assert_eq!((count, answers[0].as_str()), (Solutions::One, "D=7 E=5 M=1 N=6 O=0 R=8 S=9 Y=2"));
    // Numbers beyond any machine word: A is 1 and B is 2.
    let ones = "A".repeat(80);
    let (count, answers) = solved(&format!("{ones} + {ones} = {}", "B".repeat(80)));
    assert_eq!((count, answers.len()), (Solutions::Several, 2));
    let text = format!("{ones} * 2 = {}\nA + A + A = C\nC + C = D\nB * B = E", "B".repeat(80));
    let (count, answers) = solved(&text);
    assert_eq!(
        (count, answers.as_slice()),
        (Solutions::One, ["A=1 B=2 C=3 D=6 E=4".to_owned()].as_slice())
    );
}

#[test]
fn equations_are_read_as_people_write_them() {
    let puzzle = opened::<Cryptarithm>("send+more  =money");
    assert_eq!(puzzle, opened("SEND + MORE = MONEY"));
    assert_eq!(puzzle, opened(&puzzle.show()));
    assert!(puzzle.show().contains("\nSEND + MORE = MONEY\n"), "{}", puzzle.show());
    assert_eq!(opened::<Cryptarithm>("AB × C − 3 = D"), opened("AB * C - 3 = D"));
    assert!(Declared::<Cryptarithm>::recognises("AB + C = DE\n A * B = C"));
    assert!(!Declared::<Cryptarithm>::recognises("A = B"));
    assert!(!Declared::<Cryptarithm>::recognises("1 + 1 = 2"));
    assert!(!Declared::<Cryptarithm>::recognises(""));
}

#[test]
fn the_judge_says_what_is_wrong() {
    let puzzle = opened::<Cryptarithm>("SEND + MORE = MONEY");
    for (answer, why) in [
        ("S=9 E5", "not of the form A=1: 'E5'"),
        ("S=9 E=", "not of the form A=1: 'E='"),
        ("S=9 E=5 S=8", "S stands twice"),
        ("S=9 Q=5", "Q: a letter that does not occur"),
        ("S=9 E=12", "E=12 is no digit of base 10"),
        ("S=9 E=123456789", "E=123456789 is no digit of base 10"),
        ("S=9 E=9", "two letters have the same digit"),
        ("M=0", "MORE begins with 0"),
        ("D=6 E=5 M=1 N=7 O=0 R=8 S=9 Y=2", "SEND + MORE = MONEY does not hold: 10661 and 10752"),
    ] {
        let entry = [Located { value: answer, at: Position::START }];
        let read = puzzle.parse_answer(&mut entry.into_iter()).expect("rows");
        assert_eq!(puzzle.judge(&read).unwrap_err().why, why, "{answer}");
    }
    for (answer, score) in [("", 0), ("S=9", 1), ("m=1, O=0 E=_", 2)] {
        let entry = [Located { value: answer, at: Position::START }];
        let read = puzzle.parse_answer(&mut entry.into_iter()).expect("rows");
        let verdict = puzzle.judge(&read).expect("no contradiction");
        assert_eq!((verdict.solved, verdict.score), (false, score), "{answer}");
    }
    let puzzle = opened::<Cryptarithm>("A - B = C");
    let entry = [Located { value: "A=1 B=3 C=0", at: Position::START }];
    let read = puzzle.parse_answer(&mut entry.into_iter()).expect("rows");
    assert_eq!(puzzle.judge(&read).unwrap_err().why, "A - B = C does not hold: -2 and 0");
}

#[test]
fn bad_equations_are_refused() {
    for (base, rows, error) in [
        (10, "A + = B", "line 4, column 5: expected a word or a number, found `=`"),
        (10, "A B = C", "line 4, column 3: expected `+`, `-`, `*` or `=`, found `B`"),
        (10, "A + B", "line 4, column 6: expected `+`, `-`, `*` or `=`, found the end of the line"),
        (
            10,
            "A = B = C",
            "line 4, column 7: expected `+`, `-`, `*` or the end of the line, found `=`",
        ),
        (10, "A = B +", "line 4, column 8: expected a word or a number, found the end of the line"),
        (10, "A + Ä = B", "line 4, column 5: expected a word or a number, found `Ä`"),
        (7, "A = 17", "line 4, column 6: expected digits below 7, found `7`"),
        (10, "A = 07", "line 4, column 5: expected a number that does not begin with 0, found `0`"),
        (10, "1 + 1 = 2", "line 4, column 1: expected an equation with letters, found none"),
        (1, "A + A = B", "line 2, column 8: expected a base from 2 to 36, found 1"),
    ] {
        let found = Declared::<Cryptarithm>::parse(&of_board(base, rows)).unwrap_err();
        assert_eq!(found.to_string(), error, "{rows}");
    }
}

#[test]
fn the_generator_keeps_its_wishes() {
    let meter = &mut Meter::unlimited();
    for (seed, form, words, signs) in
        [(1, "two", 3, "+="), (2, "three", 4, "++="), (3, "product", 3, "*=")]
    {
        let options = CryptarithmOptions { form, ..CryptarithmOptions::default() };
        let params = (options, GeneratorWish::default());
        let puzzle = Declared::<Cryptarithm>::generate(&params, seed, meter).expect("a puzzle");
        let equation = puzzle.declaration().equations[0].show();
        assert_eq!(equation.split(['+', '*', '=']).count(), words, "{equation}");
        let found: String = equation.chars().filter(|one| "+*=".contains(*one)).collect();
        assert_eq!(found, signs);
        assert_eq!(solved(&puzzle.show()).0, Solutions::One);
    }
    let options =
        CryptarithmOptions { words: "one two".to_owned(), ..CryptarithmOptions::default() };
    assert!(
        Declared::<Cryptarithm>::generate(&(options, GeneratorWish::default()), 1, meter).is_err()
    );
}

#[test]
fn every_example_has_one_solution() {
    for example in Cryptarithm::examples() {
        assert_eq!(solved(example.text).0, Solutions::One, "{}", example.name);
    }
}
