//! Tests of the whole puzzle: texts, solvers against breadth-first search, tables and hints.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use quarry_core::{
    Aim, Bounded, Budget, Coached, Generate, Guided, Halt, Interactive, Meter, NoSettings,
    NoTables, Outcome, OwnSolver, Puzzle, Rng, Settings, Side, StateSpace, Tables, drive,
};

use super::additive::AdditivePatterns;
use super::heuristic::{Heuristic, LinearConflict};
use super::improver::Improver;
use super::optimal::{PatternIdaStar, PatternIdaStarSettings};
use super::partition::{Partition, TableSize};
use super::task::Task;
use super::walking_distance::WalkingDistance;
use super::{Goal, NPuzzle, Slides};

fn complaint(text: &str) -> String {
    NPuzzle::parse(text).unwrap_err().to_string()
}

fn generated(columns: u64, rows: u64, seed: u64) -> NPuzzle {
    let mut params = <NPuzzle as Generate>::Params::default();
    params.set("columns", &columns.to_string()).unwrap();
    params.set("rows", &rows.to_string()).unwrap();
    NPuzzle::generate(&params, seed, &mut Meter::unlimited()).unwrap()
}

/// The same board with another goal of the same parity: the drawn one.
fn with_goal(puzzle: &NPuzzle, goal: Vec<u16>) -> NPuzzle {
    NPuzzle::new(puzzle.columns(), puzzle.start.clone(), Goal::Drawn, Some(goal))
}

/// Distance of every board from the goal, by the homes of its tiles, breadth first.
fn all_distances(task: &Task) -> HashMap<Vec<u16>, u32> {
    let goal: Vec<u16> = (0..task.cells() as u16).collect();
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut queue = std::collections::VecDeque::from([goal]);
    while let Some(tiles) = queue.pop_front() {
        let (blank, distance) = (task.blank_of(&tiles), distances[&tiles]);
        for cell in task.neighbours()[blank].iter() {
            let mut next = tiles.clone();
            next.swap(blank, cell);
            if !distances.contains_key(&next) {
                distances.insert(next.clone(), distance + 1);
                queue.push_back(next);
            }
        }
    }
    distances
}

fn shortest(puzzle: &NPuzzle, tables: &dyn Tables, when: &'static str) -> Outcome<Slides> {
    let settings = PatternIdaStarSettings { tables: when };
    let mut search = PatternIdaStar::begin(puzzle, &settings, 1, tables);
    drive(&mut search, &mut Meter::unlimited(), &mut |_| {})
}

#[test]
fn lists_and_files_are_read() {
    let list = "3 57 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    assert!(NPuzzle::recognises(list) && NPuzzle::is_line(list));
    let puzzle = NPuzzle::parse(list).unwrap();
    assert_eq!((puzzle.columns(), puzzle.home(0), puzzle.home(1)), (4, 0, 1));
    let facts = puzzle.facts();
    assert!(facts[1].1.contains("first") && facts[1].1.contains("does not say"), "{facts:?}");
    let without_numbers = NPuzzle::parse("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3").unwrap();
    assert_eq!(without_numbers, puzzle);
    let eight = NPuzzle::parse("8 6 7 2 5 4 3 0 1").unwrap();
    assert_eq!((eight.home(0), eight.home(8)), (8, 7));

    // What is written is read back.
    for puzzle in [&puzzle, &eight] {
        let again = NPuzzle::parse(&puzzle.show()).unwrap();
        assert_eq!(NPuzzle { goal_is_assumed: true, ..again }, *puzzle);
        let forms = puzzle.community_forms();
        let line = forms.iter().find(|form| form.format == "line").unwrap();
        assert_eq!((NPuzzle::parse(&line.text).as_ref(), line.lost.len()), (Ok(puzzle), 0));
    }
    let rectangle = NPuzzle::parse("objective = \"any\"\nboard = \"1 2 3\\n4 . 5\"").unwrap();
    assert_eq!((rectangle.columns(), rectangle.rows(), rectangle.aim()), (3, 2, Aim::Reach));
    let forms = rectangle.community_forms();
    assert_eq!((forms.len(), forms[0].lost.as_slice()), (1, ["objective"].as_slice()));
    assert_eq!(NPuzzle::parse("1 2 3\n4 0 5").unwrap().start, rectangle.start);

    let many = "# two boards\n1 8 6 7 2 5 4 3 0 1\n\n2 1 2 3 4 5 6 7 0 8\n";
    let parts = NPuzzle::divide(many);
    assert_eq!(parts.len(), 2);
    assert_eq!(NPuzzle::parse(&many[parts[0].clone()]), Ok(eight));
    for other in ["1 2 3", "1 2 3 4", "hello", "0 1 2 x", "1 _ _\n_ _ _\n_ _ 9"] {
        assert!(!NPuzzle::recognises(other), "{other}");
    }
}

#[test]
fn complaints_name_place_wish_and_finding() {
    for (text, words) in [
        ("board = \"1 2\\n3\"", "line 2, column 1: expected 2 cells, as in the first row, found 1"),
        ("board = \"\"\"\n1 2\n3 3\n\"\"\"", "line 3, column 3: expected each number from 1 to 3"),
        ("board = \"\"\"\n1 2\n_ _\n\"\"\"", "found a second empty cell again"),
        (
            "board = \"\"\"\n1 2\nx _\n\"\"\"",
            "line 3, column 1: expected a number from 1 to 3, or `_`",
        ),
        ("board = \"1 _\"", "expected 2 to 32 rows, found 1 rows"),
        ("board = \"1\\n_\"", "expected 2 to 32 cells in a row"),
        ("board = \"\"", "found an empty board"),
        ("goal = \"middle\"\nboard = \"1 2\\n3 _\"", "expected \"blank-last\", \"blank-first\" or"),
        ("goal = \"1 2 _\\n3 4 5\"\nboard = \"1 2\\n3 _\"", "expected 2 x 2, as the board"),
        ("objective = \"pushes\"\nboard = \"1 2\\n3 _\"", "expected \"moves\" or \"any\""),
        ("puzzle = \"sudoku\"\nboard = \"1 2\\n3 _\"", "expected `puzzle = \"n-puzzle\"`"),
        // Five numbers are a board of four with its number, here without an empty cell.
        ("1 2 3 4 5", "expected a number from 1 to 3"),
        ("1 2 0 2", "expected each number from 1 to 3 once"),
    ] {
        let found = complaint(text);
        assert!(found.contains(words), "{text}: {found}");
    }
    let row = vec!["1"; 33].join(" ");
    assert!(complaint(&format!("board = \"{row}\"")).contains("2 to 32 cells"));
}

#[test]
fn the_judge_names_the_first_fault() {
    let puzzle = NPuzzle::parse("board = \"1 2\\n_ 3\"").unwrap();
    let why = |line: &[u16]| {
        puzzle
            .judge(&line.to_vec())
            .map_err(|foul| (foul.at, foul.why))
            .map(|v| (v.solved, v.score))
    };
    assert_eq!(why(&[3]), Ok((true, -1)));
    assert_eq!(why(&[1]), Ok((false, -1_000_001)));
    assert_eq!(why(&[2]), Err((0, "tile 2 is not beside the blank".to_owned())));
    assert_eq!(why(&[4]), Err((0, "there is no tile 4".to_owned())));
    assert_eq!(why(&[0]), Err((0, "there is no tile 0".to_owned())));
    assert_eq!(why(&[3, 3]), Err((1, "the puzzle is solved already".to_owned())));
    assert_eq!(puzzle.trace(&vec![3])[..2], ["tiles L".to_owned(), "blank R".to_owned()]);
}

/// Every bound, on every board of several sizes and goals: never too large, of the right parity, and
/// the same whether kept up to date or computed anew.
#[test]
fn bounds_hold_on_every_board() {
    for (columns, rows, goal) in [
        (2, 2, vec![1, 2, 3, 0]),
        (3, 3, vec![1, 2, 3, 4, 5, 6, 7, 8, 0]),
        (3, 3, vec![1, 2, 3, 8, 0, 4, 7, 6, 5]),
        (2, 4, vec![0, 1, 2, 3, 4, 5, 6, 7]),
        (4, 2, vec![3, 1, 2, 0, 4, 5, 6, 7]),
    ] {
        let puzzle = NPuzzle::new(columns, goal.clone(), Goal::Drawn, Some(goal));
        let task = Task::of(&puzzle);
        let meter = &mut Meter::unlimited();
        let partitions = Partition::all(&task, TableSize::Small).unwrap();
        let distances = all_distances(&task);
        let cells: usize = columns * rows;
        assert_eq!(distances.len(), (1..=cells).product::<usize>() / 2);
        check(&LinearConflict::new(columns, rows, task.blank_home()), &task, &distances);
        check(&WalkingDistance::of(&task, meter).unwrap(), &task, &distances);
        check(
            &AdditivePatterns::of(&task, &partitions, &NoTables, meter).unwrap(),
            &task,
            &distances,
        );
    }
}

fn check<H: Heuristic>(bound: &H, task: &Task, distances: &HashMap<Vec<u16>, u32>) {
    for (tiles, &distance) in distances {
        let kept = bound.begin(tiles);
        let value = bound.value(&kept);
        assert!(value <= distance && (distance - value).is_multiple_of(2), "{tiles:?}");
        assert_eq!(value == 0, distance == 0);
        let blank = task.blank_of(tiles);
        for cell in task.neighbours()[blank].iter() {
            let mut next = tiles.clone();
            next.swap(cell, blank);
            let anew = bound.value(&bound.begin(&next));
            let kept = bound.after(&kept, tiles, cell, blank, u32::MAX).expect("no limit");
            assert_eq!(bound.value(&kept), anew);
            assert!(bound.after(&bound.begin(tiles), tiles, cell, blank, anew).is_some());
        }
    }
}

/// A table of four tiles, two of which shut the blank in, against a plain breadth-first search over tiles and blank.
#[test]
fn a_table_of_four_by_four_is_right() {
    let puzzle = NPuzzle::new(4, (0..16).collect(), Goal::BlankFirst, None);
    let task = Task::of(&puzzle);
    let partition = Partition(vec![1 << 1 | 1 << 4 | 1 << 6 | 1 << 11]);
    let homes: Vec<usize> = (0..16).filter(|home| partition.0[0] >> home & 1 == 1).collect();
    let bound =
        AdditivePatterns::of(&task, &[partition], &NoTables, &mut Meter::unlimited()).unwrap();
    // Moves of other tiles cost nothing.
    let start: Vec<usize> = homes.iter().copied().chain([0]).collect();
    let mut distances = HashMap::from([(start.clone(), 0u32)]);
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let (blank, distance) = (state[homes.len()], distances[&state]);
        for cell in task.neighbours()[blank].iter() {
            let mut next = state.clone();
            let moved = next.iter().position(|&tile| tile == cell);
            if let Some(tile) = moved {
                next[tile] = blank;
            }
            next[homes.len()] = cell;
            let there = distance + u32::from(moved.is_some());
            if distances.get(&next).is_none_or(|&known| there < known) {
                distances.insert(next.clone(), there);
                if moved.is_some() { queue.push_back(next) } else { queue.push_front(next) }
            }
        }
    }
    let mut least: HashMap<Vec<usize>, u32> = HashMap::new();
    for (state, distance) in distances {
        let placed = state[..homes.len()].to_vec();
        let known = least.entry(placed).or_insert(u32::MAX);
        *known = distance.min(*known);
    }
    for (placed, distance) in least {
        let mut tiles: Vec<Option<u16>> = vec![None; 16];
        for (&home, &cell) in homes.iter().zip(&placed) {
            tiles[cell] = Some(home as u16);
        }
        let mut others = (0..16).filter(|home| !homes.contains(&usize::from(*home)));
        let tiles: Vec<u16> =
            tiles.into_iter().map(|tile| tile.or_else(|| others.next()).unwrap()).collect();
        assert_eq!(bound.value(&bound.begin(&tiles)), distance, "{placed:?}");
    }
}

/// Solvers agree with breadth-first search, for goals with the blank anywhere.
#[test]
fn shortest_solutions_are_shortest() {
    for (seed, (columns, rows)) in
        [(3u64, 3u64), (3, 3), (4, 2), (2, 4), (2, 3)].into_iter().enumerate()
    {
        let any = generated(columns, rows, seed as u64);
        let mut rng = Rng::new(seed as u64);
        let mut goal = any.goal_tiles().to_vec();
        for _ in 0..200 {
            let blank = goal.iter().position(|&tile| tile == 0).unwrap();
            let ways: Vec<usize> = any.beside(blank).collect();
            goal.swap(blank, ways[rng.below(ways.len())]);
        }
        let puzzle = with_goal(&any, goal);
        let task = Task::of(&puzzle);
        let distance = all_distances(&task)[task.start()];
        for when in ["when-needed", "at-once", "never"] {
            let outcome = shortest(&puzzle, &NoTables, when);
            assert!(outcome.proved && outcome.argument.is_some());
            let verdict = puzzle.judge(&outcome.found.unwrap().answer).unwrap();
            assert_eq!((verdict.solved, verdict.score), (true, -i64::from(distance)), "{when}");
        }
        let mut improver = Improver::begin(&puzzle, &NoSettings, 1, &NoTables);
        let outcome = drive(&mut improver, &mut Meter::unlimited(), &mut |_| {});
        let verdict = puzzle.judge(&outcome.found.unwrap().answer).unwrap();
        // On boards this small the last beam leaves nothing out.
        assert_eq!((verdict.solved, verdict.score), (true, -i64::from(distance)));
        assert!(outcome.proved);
    }
}

#[derive(Default)]
struct Kept(Mutex<HashMap<String, Arc<Vec<u8>>>>);

impl Tables for Kept {
    fn get(&self, name: &str) -> Option<Arc<Vec<u8>>> {
        self.0.lock().unwrap().get(name).cloned()
    }
    fn keep(&self, name: &str, table: Vec<u8>) -> Arc<Vec<u8>> {
        let table = Arc::new(table);
        assert!(self.0.lock().unwrap().insert(name.to_owned(), Arc::clone(&table)).is_none());
        table
    }
}

/// Korf's first boards with their published lengths; both goals use the same three tables.
#[test]
fn korfs_boards_are_solved_and_goals_share_tables() {
    let tables = Kept::default();
    for (list, length) in [
        ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 57),
        ("13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6", 55),
    ] {
        let first = NPuzzle::parse(list).unwrap();
        // Turned by half a turn, with the tiles renamed, it is the same puzzle with the blank last.
        let turned = first.start.iter().rev().map(|&tile| if tile == 0 { 0 } else { 16 - tile });
        let last = NPuzzle::new(4, turned.collect(), Goal::BlankLast, None);
        let found: Vec<_> = [first, last]
            .iter()
            .map(|puzzle| {
                let outcome = shortest(puzzle, &tables, "when-needed");
                assert!(outcome.proved);
                (outcome.found.unwrap().score, outcome.tally.generated)
            })
            .collect();
        assert_eq!((found[0].0, found[1].0), (-length, -length));
        assert_eq!(tables.0.lock().unwrap().len(), 3);
    }
}

/// A counted budget gives the same with and without kept tables, and tables that are cut short or
/// not allowed are no failure.
#[test]
fn tables_change_no_result_and_obey_limits() {
    let puzzle = generated(4, 4, 3);
    let tables = Kept::default();
    let run = |tables: &dyn Tables, budget: Budget| {
        let stop = AtomicBool::new(false);
        let mut search =
            PatternIdaStar::begin(&puzzle, &PatternIdaStarSettings::default(), 1, tables);
        let mut outcome = drive(&mut search, &mut Meter::new(budget, &stop), &mut |_| {});
        outcome.seconds = 0.0;
        outcome
    };
    let nodes = Budget { nodes: Some(90_000), ..Budget::default() };
    let (without, with) = (run(&NoTables, nodes), run(&tables, nodes));
    assert_eq!(without, with);
    assert_eq!(run(&tables, nodes), with);
    assert_eq!(with.tally.generated.min(90_000), with.tally.generated);

    let small = Budget { nodes: Some(60_000), memory: Some(1 << 20), ..Budget::default() };
    let none = Kept::default();
    run(&none, small);
    assert!(none.0.lock().unwrap().is_empty(), "the tables are larger than a megabyte");

    let stop = AtomicBool::new(false);
    let settings = PatternIdaStarSettings { tables: "at-once" };
    let mut search = PatternIdaStar::begin(&puzzle, &settings, 1, &none);
    stop.store(true, Ordering::Relaxed);
    let outcome = drive(&mut search, &mut Meter::new(Budget::default(), &stop), &mut |_| {});
    assert_eq!((outcome.found, outcome.halted), (None, Some(Halt::Interrupted)));
    assert!(none.0.lock().unwrap().is_empty());
}

#[test]
fn boards_of_odd_parity_are_accepted_and_refuted() {
    let text = "board = \"1 2 3 4\\n5 6 7 8\\n9 10 11 12\\n13 15 14 _\"";
    let puzzle = NPuzzle::parse(text).unwrap();
    assert!(puzzle.is_hopeless(&puzzle.start()));
    assert_eq!(puzzle.facts()[2].0, "hopeless");
    let by_patterns = shortest(&puzzle, &NoTables, "when-needed");
    let mut improver = Improver::begin(&puzzle, &NoSettings, 1, &NoTables);
    let by_improver = drive(&mut improver, &mut Meter::unlimited(), &mut |_| {});
    for outcome in [by_patterns, by_improver] {
        assert!(outcome.proved && outcome.found.is_none());
        assert!(outcome.argument.unwrap().contains("odd number of exchanges"));
    }
    assert!(puzzle.why_lost(&puzzle.start()).is_some());
    // Exactly the boards that a search reaches are of even parity.
    let small = NPuzzle::new(3, vec![1, 2, 3, 4, 5, 0], Goal::BlankLast, None);
    let reached = all_distances(&Task::of(&small));
    let mut tiles: Vec<u16> = (0..6).collect();
    let mut rng = Rng::new(1);
    for _ in 0..500 {
        rng.shuffle(&mut tiles);
        let board = NPuzzle::new(3, tiles.clone(), Goal::BlankLast, None);
        let homes = board.start_homes();
        assert_eq!(board.is_hopeless(&board.start()), !reached.contains_key(&homes));
    }
}

/// Every shape and every home of the blank, at once and legally.
#[test]
fn any_board_has_a_solution_at_once() {
    let shapes = [(2, 2), (2, 3), (3, 2), (2, 32), (32, 2), (3, 9), (7, 4), (9, 9), (32, 32)];
    for (seed, (columns, rows)) in shapes.into_iter().enumerate() {
        for goal in ["blank-last", "blank-first", "anywhere"] {
            let mut puzzle = generated(columns, rows, seed as u64);
            if goal != "blank-last" {
                let home = if goal == "blank-first" { 0 } else { puzzle.cells() / 2 };
                let mut tiles: Vec<u16> = (1..puzzle.cells() as u16).collect();
                tiles.insert(home, 0);
                puzzle = with_goal(&puzzle, tiles.clone());
                if puzzle.is_hopeless(&puzzle.start()) {
                    let cells = tiles.len();
                    tiles.swap((home + 1) % cells, (home + 2) % cells);
                    puzzle = with_goal(&puzzle, tiles);
                }
            }
            let way = super::layers::solve(&Task::of(&puzzle), &mut || true).expect("a solution");
            let line = Task::of(&puzzle).line(&way);
            assert!(puzzle.judge(&line).unwrap().solved, "{columns} x {rows}, {goal}");
        }
    }
}

#[test]
fn wanted_distances_are_met() {
    for (columns, rows, moves) in [(3, 3, 20), (4, 4, 30), (4, 4, 50), (5, 5, 20), (8, 6, 12)] {
        let mut params = <NPuzzle as Generate>::Params::default();
        for (name, value) in [("columns", columns), ("rows", rows), ("moves", moves)] {
            params.set(name, &value.to_string()).unwrap();
        }
        let puzzle = NPuzzle::generate(&params, 4, &mut Meter::unlimited()).unwrap();
        let outcome = shortest(&puzzle, &NoTables, "when-needed");
        assert_eq!((outcome.found.unwrap().score, outcome.proved), (-i64::from(moves), true));
    }
}

#[test]
fn touches_slide_runs_and_arrows_slide_tiles() {
    let puzzle = NPuzzle::parse("board = \"5 1 2 4\\n_ 9 6 3\\n13 10 7 8\\n14 15 11 12\"").unwrap();
    let board = puzzle.start();
    let run = puzzle.touch(&board, 2, 1).unwrap();
    assert_eq!((run.moves, run.words), (vec![9, 6], "2 tiles slide".to_owned()));
    assert_eq!(puzzle.touch(&board, 1, 0), None);
    assert_eq!(puzzle.touch(&board, 0, 1), None);
    let steered = Side::ALL.map(|side| puzzle.steer(&board, side));
    assert_eq!(steered, [Some(13), None, Some(5), Some(9)]);
    let remark = puzzle.why_good(&board, &[5]);
    assert!(remark.words.starts_with("Row 1 comes next: bring 1 home"), "{}", remark.words);
    assert_eq!(puzzle.bound(&board), -i64::from(board.least_moves()));
}
