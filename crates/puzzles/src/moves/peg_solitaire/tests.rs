//! Solvers and proofs against brute force, on thousands of small random boards; the text forms.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

use quarry_core::{
    Budget, Coached, Halt, Meter, NoSettings, NoTables, Outcome, OwnSolver, Puzzle, Rng,
    StateSpace, drive,
};

use super::count_games::CountGames;
use super::fewest_sweeps::FewestSweeps;
use super::jump_search::JumpSearch;
use super::level_beam::LevelBeam;
use super::{Jump, PegPosition, PegSolitaire, impossible};

fn example(name: &str) -> PegSolitaire {
    let example = PegSolitaire::examples().iter().find(|example| example.name == name);
    PegSolitaire::parse(example.expect("it ships").text).expect("a board")
}

fn solved<S>(puzzle: &PegSolitaire) -> Outcome<Vec<Jump>>
where
    S: OwnSolver<PegSolitaire, Settings = NoSettings>,
{
    let mut search = S::begin(puzzle, &NoSettings, 1, &NoTables);
    let outcome = drive(&mut search, &mut Meter::unlimited(), &mut |_| {});
    if let Some(found) = &outcome.found {
        let verdict = puzzle.judge(&found.answer).unwrap_or_else(|foul| panic!("{foul}"));
        assert_eq!((verdict.solved, verdict.score), (found.solved, found.score));
    }
    outcome
}

/// A random board of up to 16 holes, with any kind of goal.
fn random_board(rng: &mut Rng, objective: &str) -> PegSolitaire {
    let (columns, rows) = (2 + rng.below(4), 2 + rng.below(3));
    let mut drawn = |share: usize| -> Vec<char> {
        let spot = |rng: &mut Rng| if rng.below(10) < share { 'o' } else { '.' };
        (0..columns * rows).map(|_| spot(rng)).collect()
    };
    let (mut board, mut goal) = (drawn(6), drawn(2));
    for at in 0..board.len() {
        if rng.below(8) == 0 {
            (board[at], goal[at]) = ('#', '#');
        }
    }
    let hole = rng.below(board.len());
    (board[hole], goal[hole]) = ('o', 'o');
    let text = |spots: &[char]| -> String {
        spots.chunks(columns).map(|row| row.iter().collect::<String>() + "\n").collect()
    };
    let grid = ["square", "triangle"][rng.below(2)];
    let goal = match rng.below(3) {
        0 => String::new(),
        1 => format!("finish = \"{},{}\"\n", hole % columns + 1, hole / columns + 1),
        _ => format!("goal = \"\"\"\n{}\"\"\"\n", text(&goal)),
    };
    let file = format!(
        "puzzle = \"peg-solitaire\"\ngrid = \"{grid}\"\nobjective = \"{objective}\"\n{goal}\
         board = \"\"\"\n{}\"\"\"\n",
        text(&board)
    );
    PegSolitaire::parse(&file).unwrap_or_else(|error| panic!("{error}\n{file}"))
}

/// Number of lines to the goal from each position, by trying everything.
fn lines(puzzle: &PegSolitaire, at: PegPosition, known: &mut HashMap<u128, u128>) -> u128 {
    if let Some(&count) = known.get(&at.pegs) {
        return count;
    }
    let mut count = u128::from(puzzle.is_solved(&at));
    let mut jumps = Vec::new();
    puzzle.moves(&at, &mut jumps);
    for jump in jumps {
        let mut next = at;
        puzzle.play(&mut next, jump);
        count += lines(puzzle, next, known);
    }
    known.insert(at.pegs, count);
    count
}

/// Fewest sweeps to the goal, by trying everything.
fn fewest(
    puzzle: &PegSolitaire,
    at: PegPosition,
    known: &mut HashMap<PegPosition, Option<i64>>,
) -> Option<i64> {
    if puzzle.is_solved(&at) {
        return Some(0);
    }
    if let Some(&least) = known.get(&at) {
        return least;
    }
    let mut jumps = Vec::new();
    puzzle.moves(&at, &mut jumps);
    let after = |jump: &Jump| {
        let mut next = at;
        let cost = -puzzle.play(&mut next, *jump);
        Some(cost + fewest(puzzle, next, known)?)
    };
    let least = jumps.iter().filter_map(after).min();
    known.insert(at, least);
    least
}

#[test]
fn verdicts_are_those_of_trying_everything() {
    let mut rng = Rng::new(1);
    let (mut can, mut explained) = (0, 0);
    const BOARDS: usize = 2000;
    for _ in 0..BOARDS {
        let puzzle = random_board(&mut rng, "any");
        let mut known = HashMap::new();
        let ways = lines(&puzzle, puzzle.start(), &mut known);
        let text = puzzle.show();
        for outcome in [solved::<JumpSearch>(&puzzle), solved::<LevelBeam>(&puzzle)] {
            assert_eq!(outcome.found.is_some(), ways > 0, "{text}");
            assert!(ways > 0 || outcome.proved && outcome.argument.is_some(), "{text}");
        }
        let counted = solved::<CountGames>(&puzzle);
        assert!(counted.proved, "{text}");
        let argument = counted.argument.expect("a count");
        if ways > 0 {
            let number: String = argument.chars().take_while(|it| *it != ' ').collect();
            assert_eq!(number.replace(',', "").parse(), Ok(ways), "{text}");
        }
        // Reasons given for positions on the way must be right; the order of a map is random.
        let mut known: Vec<_> = known.into_iter().collect();
        known.sort_unstable();
        for (pegs, ways) in known.into_iter().step_by(5) {
            if impossible::reason(&puzzle, pegs, &mut Meter::unlimited()).is_some() {
                assert_eq!(ways, 0, "{text}");
                explained += 1;
            }
        }
        can += usize::from(ways > 0);
    }
    assert!(can > BOARDS / 20 && explained > BOARDS, "{can} solved, {explained} explained");
}

#[test]
fn sweeps_are_as_few_as_trying_everything_finds() {
    let mut rng = Rng::new(2);
    let mut can = 0;
    for _ in 0..1000 {
        let puzzle = random_board(&mut rng, "sweeps");
        let mut known = HashMap::new();
        let least = fewest(&puzzle, puzzle.start(), &mut known);
        let outcome = solved::<FewestSweeps>(&puzzle);
        assert!(outcome.proved && outcome.argument.is_some(), "{}", puzzle.show());
        assert_eq!(outcome.found.map(|found| -found.score), least, "{}", puzzle.show());
        can += usize::from(least.is_some());
        for (at, least) in known {
            let bound = -quarry_core::Bounded::bound(&puzzle, &at);
            assert!(least.is_none_or(|least| bound <= least), "{}", puzzle.show());
        }
    }
    assert!(can > 50, "{can} solved");
}

#[test]
fn reachable_positions_are_counted_up_to_symmetry() {
    let puzzle = example("triangle-15");
    let mut seen = HashSet::new();
    let mut open = vec![puzzle.start()];
    while let Some(at) = open.pop() {
        if seen.insert(puzzle.key(&at)) {
            let mut jumps = Vec::new();
            puzzle.moves(&at, &mut jumps);
            for jump in jumps {
                let mut next = at;
                puzzle.play(&mut next, jump);
                open.push(next);
            }
        }
    }
    let argument = solved::<CountGames>(&puzzle).argument.expect("a count").replace(',', "");
    assert!(argument.contains(&format!("{} positions", seen.len())), "{argument}");
}

#[test]
fn impossible_boards_are_refuted_without_a_search() {
    let puzzle = example("european-centre");
    let outcome = solved::<JumpSearch>(&puzzle);
    assert!(outcome.proved && outcome.tally.generated == 0);
    assert!(outcome.argument.is_some_and(|words| words.contains("12, 12 and 12 pegs")));
    // A small cross that cannot send its last peg to the rim.
    let text = "puzzle = \"peg-solitaire\"\nfinish = \"4,1\"\nboard = \"\"\"\n##...##\n##...##\n\
                ...o...\n..ooo..\n...o...\n##...##\n##...##\n\"\"\"\n";
    let puzzle = PegSolitaire::parse(text).expect("a board");
    let outcome = solved::<JumpSearch>(&puzzle);
    assert!(outcome.proved && outcome.tally.generated == 0, "{:?}", outcome.argument);
}

#[test]
fn memory_limits_are_kept() {
    let puzzle = example("english");
    let budget = Budget { memory: Some(4 << 20), seconds: Some(20.0), ..Budget::default() };
    let stop = AtomicBool::new(false);
    let mut meter = Meter::new(budget, &stop);
    let mut search = CountGames::begin(&puzzle, &NoSettings, 1, &NoTables);
    let outcome = drive(&mut search, &mut meter, &mut |_| {});
    assert_eq!(outcome.halted, Some(Halt::Memory));
    assert!(!outcome.proved && outcome.found.is_none());
}

#[test]
fn packages_are_named() {
    let puzzle = PegSolitaire::parse("oo.\n.o.\n.o.").expect("a board");
    let cell = |column: u8, row: u8| super::Cell { column: column - 1, row: row - 1 };
    // The middle column goes; the peg at 1,1 helps and comes back.
    let line = [
        Jump::new(cell(1, 1), cell(3, 1)),
        Jump::new(cell(2, 3), cell(2, 1)),
        Jump::new(cell(3, 1), cell(1, 1)),
    ];
    let words = puzzle.why_good(&puzzle.start(), &line).words;
    assert!(words.starts_with("A 3-removal") && words.contains("2,1, 2,2 and 2,3"), "{words}");
    let block = PegSolitaire::parse(".ooo\n.ooo\n.ooo\n....").expect("a board");
    let jump = |from: (u8, u8), to: (u8, u8)| Jump::new(cell(from.0, from.1), cell(to.0, to.1));
    // The upper two rows go, and those below are as before; no three of the jumps are a package.
    let line = [
        jump((2, 2), (2, 4)),
        jump((4, 2), (2, 2)),
        jump((2, 1), (2, 3)),
        jump((2, 4), (2, 2)),
        jump((4, 1), (2, 1)),
        jump((2, 1), (2, 3)),
    ];
    let words = block.why_good(&block.start(), &line).words;
    let pegs = "2,1, 3,1, 4,1, 2,2, 3,2 and 4,2";
    assert!(words.starts_with("A 6-removal") && words.contains(pegs), "{words}");
    let words = block.why_good(&block.start(), &line[..5]).words;
    assert!(!words.contains("removal"), "the block is not gone yet: {words}");
    let lost = "puzzle = \"peg-solitaire\"\nboard = \"\"\"\no.#.o\n\"\"\"\n";
    let puzzle = PegSolitaire::parse(lost).expect("a board");
    let remark = puzzle.why_lost(&puzzle.start()).expect("nothing can move");
    assert!(remark.words.contains("1,1 and 5,1"), "{}", remark.words);
}

#[test]
fn forms_of_others_are_read_and_written() {
    let english = example("english");
    let forms = english.community_forms();
    assert!(
        forms[0].text.starts_with("7x7cross:OOPPPOOOOPPPOOPPPPPPPPPPHPPP"),
        "{}",
        forms[0].text
    );
    for form in &forms {
        assert!(form.lost.is_empty() && PegSolitaire::recognises(&form.text), "{}", form.text);
        assert_eq!(PegSolitaire::parse(&form.text).expect("a board").show(), english.show());
    }
    for board in ["xx-\n xx", "11.", "peg 1, empty 0\n110", "*_*\n#*"] {
        let puzzle = PegSolitaire::parse(board).unwrap_or_else(|error| panic!("{error}"));
        assert!(puzzle.pegs.count_ones() >= 2, "{board}");
    }
    assert!(!PegSolitaire::recognises("110\n011"), "a board of SameGame too");
    assert!(!PegSolitaire::recognises("hello") && !PegSolitaire::recognises("..."));
    assert_eq!(PegSolitaire::divide("oo.\n\n.oo\n"), [0..4, 5..9]);
    let ids = "7x7cross:PH";
    let error = PegSolitaire::parse(ids).expect_err("too short");
    assert_eq!((error.at.column, error.found.as_str()), (10, "2 letters"));
}

#[test]
fn complaints_name_place_wish_and_finding() {
    let complaint = |keys: &str| {
        let text = format!("puzzle = \"peg-solitaire\"\n{keys}");
        PegSolitaire::parse(&text).expect_err("it is wrong").to_string()
    };
    let board = "board = \"\"\"\noo.\n#o?\n\"\"\"";
    assert_eq!(
        complaint(board),
        "line 4, column 3: expected o (a peg), . (an empty hole) or # (no hole), found `?`"
    );
    assert!(complaint("board = \"...\"").contains("at least one peg o, found none"));
    assert!(complaint("board = \"oo.\"\nfinish = \"4,1\"").contains("a hole of the board"));
    assert!(complaint("board = \"oo.\"\ngoal = \"o#.\"").contains("first at 2,1"));
    assert!(complaint("board = \"oo.\"\ngoal = \"...\"").contains("at least one peg"));
    let both = complaint("finish = \"4,4\"\nboard = \"oo.\"\ngoal = \"..o\"");
    assert!(both.contains("either `finish` or `goal`"), "{both}");
    assert!(complaint("grid = \"hexagon\"").contains("one of square, triangle"));
    let wide = format!("board = \"{}\"", "o".repeat(33));
    assert!(complaint(&wide).contains("at most 32 columns"));
    let large = format!("board = \"\"\"\n{}\"\"\"", format!("{}\n", "o".repeat(12)).repeat(11));
    assert!(complaint(&large).contains("at most 128 holes, found 132 holes"));
}
