//! Fast play against the rules, bounds against the truth, forms and hints.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use quarry_core::{
    Bounded, Budget, Coached, Generate, Guided, Located, Meter, NoTables, Outcome, OwnSolver,
    Position, Puzzle, Rng, Settings, StateSpace, drive,
};

use super::distances::NEVER;
use super::exact::Exact;
use super::widening_beam::WideningBeam;
use super::{Board, Cubic, CubicParams, Move, Objective, STOPPED_SHORT};

fn board(rows: &[&str]) -> Cubic {
    let text = format!("puzzle = \"cubic\"\nboard = \"\"\"\n{}\n\"\"\"\n", rows.join("\n"));
    Cubic::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn line(puzzle: &Cubic, entries: &[&str]) -> Vec<Move> {
    let located = entries.iter().map(|&value| Located { value, at: Position::START });
    puzzle.parse_answer(&mut located.into_iter()).expect("moves")
}

fn moves(puzzle: &Cubic, state: &Board) -> Vec<Move> {
    let mut listed = Vec::new();
    puzzle.moves(state, &mut listed);
    listed
}

/// The rest of the game as the judge sees it: rows of the board after a line.
fn drawn(puzzle: &Cubic, state: &Board) -> String {
    puzzle.starting_at(state).show()
}

fn solved_by<S: OwnSolver<Cubic>>(puzzle: &Cubic, nodes: u64) -> Outcome<Vec<Move>> {
    let stop = AtomicBool::new(false);
    let mut meter = Meter::new(Budget { nodes: Some(nodes), ..Budget::default() }, &stop);
    let mut search = S::begin(puzzle, &S::Settings::default(), 1, &NoTables);
    drive(&mut search, &mut meter, &mut |_| {})
}

/// Small random boards of all kinds, most of which cannot be solved.
fn small_boards(count: u64) -> impl Iterator<Item = Cubic> {
    (0..count).map(|seed| {
        let mut rng = Rng::stream(seed, 7);
        let (columns, rows) = (3 + rng.below(3), 3 + rng.below(2));
        loop {
            let mut cells = vec![vec!['.'; columns]; rows];
            for _ in 0..rng.below(5) {
                cells[rng.below(rows)][rng.below(columns)] = '#';
            }
            for _ in 0..2 + rng.below(6) {
                let (column, colour) = (rng.below(columns), b'a' + rng.below(3) as u8);
                let start = rng.below(rows);
                let open = (start..rows).take_while(|&row| cells[row][column] == '.');
                if let Some(row) = open.last() {
                    cells[row][column] = char::from(colour);
                }
            }
            let rows: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
            let text = format!("puzzle = \"cubic\"\nboard = \"\"\"\n{}\n\"\"\"\n", rows.join("\n"));
            if let Ok(puzzle) = Cubic::parse(&text) {
                return puzzle;
            }
        }
    })
}

/// All positions that can be reached, and the true number of moves that each needs; `None` where
/// the goal is out of reach. Breadth-first, then backwards along the moves.
fn truth(puzzle: &Cubic) -> HashMap<Board, Option<u16>> {
    let mut found = vec![puzzle.start()];
    let mut numbers = HashMap::from([(puzzle.start(), 0)]);
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut at = 0;
    while at < found.len() {
        let state = found[at].clone();
        let listed = if puzzle.is_solved(&state) { Vec::new() } else { moves(puzzle, &state) };
        for mv in listed {
            let mut next = state.clone();
            puzzle.play(&mut next, mv);
            let number = *numbers.entry(next.clone()).or_insert_with(|| {
                found.push(next);
                before.push(Vec::new());
                found.len() - 1
            });
            before[number].push(at);
        }
        at += 1;
    }
    let mut needed: Vec<Option<u16>> = vec![None; found.len()];
    let mut waiting: Vec<usize> =
        (0..found.len()).filter(|&number| puzzle.is_solved(&found[number])).collect();
    waiting.iter().for_each(|&number| needed[number] = Some(0));
    let mut next = 0;
    while next < waiting.len() {
        let number = waiting[next];
        next += 1;
        for &earlier in &before[number] {
            if needed[earlier].is_none() {
                needed[earlier] = needed[number].map(|moves| moves + 1);
                waiting.push(earlier);
            }
        }
    }
    found.into_iter().zip(needed).collect()
}

#[test]
fn bounds_and_dead_ends_are_true_in_every_position_of_small_boards() {
    let (mut positions, mut tight, mut lost, mut seen) = (0, 0, 0, 0);
    for puzzle in small_boards(300) {
        for (state, needed) in truth(&puzzle) {
            let bound = puzzle.least_moves(&state.cells);
            positions += 1;
            match needed {
                Some(moves) => {
                    assert!(bound <= moves, "{bound} of {moves}: {}", drawn(&puzzle, &state));
                    assert_eq!(puzzle.why_lost(&state), None);
                    tight += usize::from(bound == moves);
                }
                None => {
                    lost += 1;
                    let remark = puzzle.why_lost(&state);
                    seen += usize::from(remark.is_some());
                    if bound == NEVER {
                        assert!(remark.is_some() && puzzle.is_hopeless(&state));
                    }
                }
            }
        }
    }
    assert!(positions > 2_000, "{positions}");
    assert!(tight > 100 && 2 * seen > lost, "{tight} tight, {seen} of {lost} seen to be lost");
}

#[test]
fn both_solvers_agree_with_breadth_first_search() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for puzzle in small_boards(200) {
        let truth = truth(&puzzle);
        let least = truth[&puzzle.start()];
        for outcome in
            [solved_by::<Exact>(&puzzle, 1_000_000), solved_by::<WideningBeam>(&puzzle, 1_000_000)]
        {
            assert!(outcome.proved);
            let found = outcome.found.map(|found| found.answer.len() as u16);
            assert_eq!(found, least, "{}", puzzle.show());
            assert_eq!(outcome.argument.is_some(), least.is_none());
        }
        if least.is_some() { solvable += 1 } else { unsolvable += 1 }
    }
    assert!(solvable > 10 && unsolvable > 10, "{solvable} and {unsolvable}");
}

#[test]
fn fast_play_is_play_by_the_rules_on_boards_of_all_sizes() {
    for (columns, rows, colours, blocks) in [(10, 8, 8, 30), (32, 32, 26, 300), (32, 3, 20, 50)] {
        let params = CubicParams {
            columns,
            rows,
            colours,
            blocks,
            least_moves: 0,
            ..CubicParams::default()
        };
        let mut rng = Rng::new(columns);
        let puzzle = loop {
            if let Some(puzzle) = super::generate::random_board(&params, &mut rng) {
                break puzzle;
            }
        };
        let (mut state, mut played) = (puzzle.start(), Vec::new());
        let mut table = super::rules::Table::of(&puzzle);
        for _ in 0..200 {
            let listed = moves(&puzzle, &state);
            if listed.is_empty() || puzzle.is_solved(&state) {
                break;
            }
            let mv = listed[rng.below(listed.len())];
            puzzle.play(&mut state, mv);
            played.push(mv);
            table.play(mv).expect("a listed move is legal");
            let rows: Vec<String> = table.drawn();
            assert!(drawn(&puzzle, &state).contains(&rows.join("\n")), "{played:?}");
        }
        assert!(played.len() > 20, "{columns} x {rows}");
    }
}

#[test]
fn the_judge_says_what_is_wrong_and_where() {
    let puzzle = board(&["#a..#", "##.a#", "#####"]);
    let foul = |entries: &[&str]| {
        let foul = puzzle.judge(&line(&puzzle, entries)).expect_err("it is illegal");
        (foul.at, foul.why)
    };
    let said = |at, why: &str| (at, why.to_owned());
    assert_eq!(foul(&["9,1>"]), said(0, "9,1 is outside the board"));
    assert_eq!(foul(&["3,1>"]), said(0, "there is no block at 3,1"));
    assert_eq!(foul(&["1,1>"]), said(0, "there is no block at 1,1"));
    assert_eq!(foul(&["2,1<"]), said(0, "a solid is in the way at 1,1"));
    let open = board(&["ab..", "cab.", "####"]);
    let why = |entry| open.judge(&line(&open, &[entry])).expect_err("it is illegal").why;
    assert_eq!(why("1,1<"), "the border of the board is in the way");
    assert_eq!(why("1,1>"), "a block is in the way at 2,1");
    let verdict = puzzle.judge(&line(&puzzle, &["2,1>"])).expect("it is legal");
    assert!(verdict.solved && verdict.score == -1);
    assert_eq!(foul(&["2,1>", "2,1>"]), said(1, "the puzzle is solved already"));
    let verdict = puzzle.judge(&Vec::new()).expect("it is legal");
    assert!(!verdict.solved && verdict.score == STOPPED_SHORT);
}

#[test]
fn everything_falls_before_anything_vanishes() {
    // The upper `a` passes the other one on its fall and comes to rest below it.
    let puzzle = board(&["a.#", "#.a", "#.#", "#.#", "###"]);
    let mut state = puzzle.start();
    let first = moves(&puzzle, &state)[0];
    puzzle.play(&mut state, first);
    assert!(!puzzle.is_solved(&state));
    assert!(!puzzle.judge(&vec![first]).expect("it is legal").solved);
    let three = board(&["a..", "#.a", "#a#"]);
    assert!(three.judge(&line(&three, &["1,1>"])).expect("it is legal").solved);
}

#[test]
fn packs_are_read_with_their_solutions() {
    let level = "7;Two of a kind;5/1a~a1/5;bB;";
    assert!(Cubic::recognises(level) && Cubic::is_line(level));
    let puzzle = Cubic::parse(level).expect("a level");
    assert_eq!(puzzle, board(&["#####", "#a.a#", "#####"]));
    assert!(puzzle.judge(&line(&puzzle, &["bB"])).expect("it is legal").solved);
    assert!(puzzle.judge(&line(&puzzle, &["Db"])).expect("it is legal").solved);
    let form = &puzzle.community_forms()[0];
    assert_eq!((form.format, form.text.as_str()), ("line", "1;Cubic;5/1a~a1/5;"));
    assert_eq!(Cubic::parse(&form.text), Ok(puzzle));

    let pack = format!("# a pack\n{level}\n{level}\n");
    assert!(Cubic::recognises(&pack) && Cubic::parse(&pack).is_err());
    assert!(!Cubic::is_line("1;2;3") && !Cubic::is_line("# a comment;b;c"));
    let error = Cubic::parse("1;x;3/1a1/1~1;").expect_err("it would fall");
    assert_eq!((error.at.line, error.at.column), (1, 8));
    for wrong in ["b", "bb", "BB", "b1"] {
        let entry = Located { value: wrong, at: Position::START };
        assert!(
            Cubic::parse(level).expect("a level").parse_answer(&mut [entry].into_iter()).is_err()
        );
    }
}

#[test]
fn errors_name_the_place() {
    let error = |text: &str| Cubic::parse(text).expect_err("it is wrong").to_string();
    let file = |rows: &str| format!("puzzle = \"cubic\"\nboard = \"\"\"\n{rows}\n\"\"\"\n");
    assert!(error(&file("#a#\n#.#")).contains("line 3, column 2"));
    assert!(error(&file("aa")).contains("line 3, column 1"));
    assert!(error(&file("a.\n#?")).contains("line 4, column 2"));
    assert!(error(&file("...")).contains("no block"));
    assert!(error(&file(&"a".repeat(33))).contains("33 columns"));
    assert!(error(&file(&"#\n".repeat(33))).contains("33 rows"));
    assert!(error("board = \"a.a\"\nobjective = \"speed\"").contains("moves"));
    assert!(error("board = \"a.a\"\nrules = \"other\"").contains("thesis"));
    assert!(error("puzzle = \"cubic\"").contains("board"));
    let short = Cubic::parse(&file("a\n##.a")).expect("short rows are solid at their end");
    assert_eq!(short, board(&["a###", "##.a"]));
}

#[test]
fn hints_say_why_a_position_is_lost() {
    let why = |rows: &[&str]| {
        let puzzle = board(rows);
        puzzle.why_lost(&puzzle.start()).map(|remark| remark.words).unwrap_or_default()
    };
    assert_eq!(why(&["a....", "###.#", "###a#"]), "");
    assert!(why(&["a.b."]).contains("Only one `a`"));
    assert!(why(&["...#.", "a.#.a", "#####"]).contains("columns 1 to"));
    assert!(why(&["a#..", "##.a"]).contains("pit"));
    let good = board(&["a..#a", "##b.b"]);
    let answer = solved_by::<Exact>(&good, 10_000).found.expect("a solution").answer;
    let mut state = good.start();
    for played in 0..answer.len() {
        let remark = good.why_good(&state, &answer[played..]);
        assert!(remark.words.ends_with('.') && remark.cells.len() == 2, "{}", remark.words);
        good.play(&mut state, answer[played]);
    }
    assert!(good.is_solved(&state));
}

#[test]
fn generated_boards_are_as_wanted() {
    for seed in 0..3 {
        let mut params = CubicParams::default();
        params.set("least_moves", "6").expect("a length");
        params.set("most_moves", "12").expect("a length");
        params.set("chain", "2").expect("a number");
        let puzzle =
            Cubic::generate(&params, seed, &mut Meter::unlimited()).expect("there is such a board");
        let exact = solved_by::<Exact>(&puzzle, 10_000_000);
        let beam = solved_by::<WideningBeam>(&puzzle, 10_000_000);
        let length = |outcome: &Outcome<Vec<Move>>| {
            assert!(outcome.proved);
            outcome.found.as_ref().expect("a solution").answer.len()
        };
        assert!((6..=12).contains(&length(&exact)));
        assert_eq!(length(&exact), length(&beam));
    }
    let refused = |name: &str, value: &str| {
        let mut params = CubicParams::default();
        params.set(name, value).expect("it is in range");
        Cubic::generate(&params, 1, &mut Meter::unlimited()).is_err()
    };
    assert!(refused("blocks", "9") && refused("blocks", "50") && refused("most_moves", "3"));
}

#[test]
fn any_solution_will_do_where_moves_do_not_count() {
    let mut puzzle = board(&["a..#a", "##b.b"]);
    puzzle.objective = Objective::Any;
    assert_eq!(Cubic::parse(&puzzle.show()), Ok(puzzle.clone()));
    assert_eq!(puzzle.bound(&puzzle.start()), 0);
    let outcome = solved_by::<WideningBeam>(&puzzle, 10_000);
    let found = outcome.found.expect("a solution");
    assert!(found.solved && found.score == 0);
    assert_eq!(puzzle.judge(&found.answer).map(|verdict| verdict.score), Ok(0));
}
