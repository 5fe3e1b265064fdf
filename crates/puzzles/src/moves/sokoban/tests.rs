//! Text forms, the judge's words, and every solver against brute force on thousands of tiny levels.

use std::collections::{HashMap, VecDeque};

use std::sync::atomic::AtomicBool;

use quarry_core::{
    Budget, Coached, Interactive, Located, Meter, NoTables, Outcome, OwnSolver, Position, Puzzle,
    Rng, Score, Search, Side, StateSpace, drive,
};

use super::bound::Bound;
use super::level::{Direction, Level};
use super::lurd::Move;
use super::maze::{NONE, cells, flip, holds};
use super::opening::OpeningSearch;
use super::optimal::{FewestPushes, PushSearch};
use super::packing::PackingSolver;
use super::pairs::PairTable;
use super::parts::FloorParts;
use super::pull_search::{Begins, PullProgress, PullSearch};
use super::reach::DeviceReach;
use super::task::{Sense, Task};
use super::{Objective, Sokoban};

fn read(text: &str) -> Sokoban {
    Sokoban::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refused(text: &str) -> String {
    Sokoban::parse(text).unwrap_err().to_string()
}

fn answer(puzzle: &Sokoban, entries: &[&str]) -> Vec<Move> {
    let located: Vec<_> =
        entries.iter().map(|&value| Located { value, at: Position::START }).collect();
    puzzle.parse_answer(&mut located.into_iter()).unwrap()
}

const ROW: &str = "#######\n#@ $ .#\n#######\n";

#[test]
fn community_forms_are_read_and_written() {
    let puzzle = read(ROW);
    let forms = puzzle.community_forms();
    assert_eq!(forms[0].text, "#######\n#@ $ .#\n#######");
    assert_eq!(forms[1].text, "7#|#@-$-.#|7#");
    assert!(forms.iter().all(|form| read(&form.text) == puzzle));
    assert_eq!(read(&puzzle.show()), puzzle);
    // A level within text, as collections have it.
    assert_eq!(
        read("; Level 1\n1\n#######\n#@_$-.#\n#######\nTitle: Row\nAuthor: somebody\n"),
        puzzle
    );
}

#[test]
fn collections_are_divided_with_their_names() {
    let text = "; first\n####\n#@$.#\n####\n\n; second = 2\n7#|#@-$-.#|7#\nTitle: Row\n\n####\n#@*#\n####\n";
    let parts: Vec<&str> = Sokoban::divide(text).into_iter().map(|part| &text[part]).collect();
    assert_eq!(parts.len(), 3, "{parts:?}");
    assert!(parts[0].starts_with("; first") && parts[1].contains("; second"));
    assert!(parts[1].trim_end().ends_with("Title: Row"));
    assert_eq!(read(parts[1]), read(ROW));
    assert!(Sokoban::recognises(text) && Sokoban::divide(ROW).is_empty());
}

#[test]
fn refusals_name_the_place_and_what_to_do() {
    assert!(refused("#######\n#@ $ .\n#######\n").contains("the level leaks at 7,2"));
    assert!(refused("#####\n#@$ #\n#####\n").contains("1 stones and 0 targets"));
    assert!(refused("#####\n#@$.@#\n#####\n").starts_with("line 2, column 5"));
    assert!(refused("#####\n# $.#\n#####\n").contains("one moving device"));
    assert!(
        refused("puzzle = \"sokoban\"\nboard = \"\"\"\n#####\n#@$x#\n#####\n\"\"\"\n")
            .contains("line 4, column 4")
    );
    assert!(
        refused("puzzle = \"sokoban\"\nobjective = \"speed\"\nboard = \"###\"\n")
            .contains("pushes, moves, any")
    );
    let wide = format!("{0}\n#@$.{1}#\n{0}\n", "#".repeat(70), " ".repeat(65));
    assert!(refused(&wide).contains("at most 64 columns"));
    // In our own form, what a short row lacks is solid.
    let short = read("puzzle = \"sokoban\"\nboard = \"\"\"\n######\n#@$.\n######\n\"\"\"\n");
    assert!(short.judge(&answer(&short, &["R"])).unwrap().solved);
}

#[test]
fn the_judge_follows_the_letters() {
    let puzzle = read(ROW);
    let why = |entries: &[&str]| puzzle.judge(&answer(&puzzle, entries)).unwrap_err().why;
    assert!(why(&["x"]).contains("\"x\" is none of udlrUDLR"));
    assert!(why(&["u"]).contains("a wall is in the way"));
    assert!(why(&["rr"]).contains("\"r\" says step, but it pushes a stone"));
    assert!(why(&["R"]).contains("\"R\" says push, but there is no stone"));
    assert!(why(&["rRR", "r"]).contains("the puzzle is solved already"));
    assert!(why(&["3,2R"]).contains("there is no stone at 3,2"));
    let blocked = read("#######\n#@$$..#\n#######\n");
    let foul = blocked.judge(&answer(&blocked, &["R"])).unwrap_err();
    assert!(foul.why.contains("the stone at 3,2 cannot move: a stone is behind it"));
    let walled = read("#####\n#@$##\n#.  #\n#####\n");
    let foul = walled.judge(&answer(&walled, &["R"])).unwrap_err();
    assert!(foul.why.contains("the stone at 3,2 cannot move: a wall is behind it"));
}

#[test]
fn entries_are_joined_and_detours_are_counted() {
    let counted = |objective, entries: &[&str]| {
        let puzzle = Sokoban { objective, ..read(ROW) };
        let line = answer(&puzzle, entries);
        (puzzle.judge(&line).unwrap(), puzzle.show_answer(&line))
    };
    let (verdict, shown) = counted(Objective::Pushes, &["rRR"]);
    assert_eq!((verdict.solved, verdict.score), (true, -2));
    assert_eq!(shown, ["rR", "R"]);
    let (verdict, shown) = counted(Objective::Moves, &["r", "lrR", "R"]);
    assert_eq!((verdict.solved, verdict.score), (true, -5));
    assert_eq!(shown, ["rlrR", "R"]);
    assert_eq!(counted(Objective::Moves, &["4,2R", "5,2R"]).0.score, -3);
    assert_eq!(counted(Objective::Pushes, &["rR"]).0.score, -1_000_001);
    assert_eq!(counted(Objective::Any, &["rRR"]).0.score, -2);
}

#[test]
fn arrow_keys_step_and_push_and_stones_are_dragged() {
    let puzzle = read(ROW);
    let mut board = puzzle.start();
    assert_eq!(puzzle.steer(&board, Side::Left), None);
    let step = puzzle.steer(&board, Side::Right).unwrap();
    assert_eq!(step, Move::Letter('r'));
    puzzle.play(&mut board, step);
    assert_eq!(
        puzzle.steer(&board, Side::Right),
        Some(Move::Push { square: 10, way: Direction(1) })
    );
    let drags = puzzle.drags(&board);
    assert_eq!(
        drags.iter().map(|drag| (drag.to, drag.moves.len())).collect::<Vec<_>>(),
        [((4, 1), 1), ((5, 1), 2)]
    );
    assert_eq!(puzzle.touch(&board, 1, 1).unwrap().moves, [Move::Letter('l')]);
    assert_eq!(puzzle.touch(&board, 3, 1).unwrap().moves.len(), 1);
}

#[test]
fn lost_positions_are_explained() {
    let words = |text: &str| {
        let puzzle = read(text);
        puzzle.why_lost(&puzzle.start()).map(|remark| remark.words)
    };
    assert!(words("######\n#@  .#\n#$   #\n######\n").unwrap().contains("2,3 can never get"));
    let pair = "########\n#.  #  #\n# $$@  #\n# .    #\n########\n";
    assert_eq!(words(pair), None);
    let held = "#######\n#.$$ .#\n#  @  #\n#######\n";
    let why = words(held);
    assert!(why.as_ref().is_some_and(|why| why.contains("hold each other")), "{why:?}");
    assert_eq!(words(ROW), None);
}

/// A random level of at most 6 x 6 squares inside its walls; some have no solution.
fn random_level(rng: &mut Rng) -> Option<Sokoban> {
    let (columns, rows) = (5 + rng.below(4), 4 + rng.below(4));
    let mut squares = vec!['#'; columns * rows];
    let mut floor = Vec::new();
    for y in 1..rows - 1 {
        for x in 1..columns - 1 {
            if rng.below(5) > 0 {
                squares[y * columns + x] = '-';
                floor.push(y * columns + x);
            }
        }
    }
    let stones = 1 + rng.below(4);
    if floor.len() < 2 * stones + 2 {
        return None;
    }
    rng.shuffle(&mut floor);
    let (mut stone, mut rest) = (floor[..stones].to_vec(), floor[stones..].to_vec());
    for target in 0..stones {
        // Some stones are on targets already.
        if rng.below(4) == 0 {
            squares[stone[target]] = '*';
        } else {
            squares[stone[target]] = '$';
            squares[rest.pop()?] = '.';
        }
    }
    stone.clear();
    squares[rest.pop()?] = '@';
    Level::of(columns, rows, &squares).ok().map(|level| Sokoban::new(level, Objective::Pushes))
}

/// Fewest pushes and fewest steps, by exhaustive search of every step on the plain level.
fn by_brute_force(level: &Level, counts_steps: bool) -> Option<Score> {
    let start = (level.stone.clone(), level.device);
    let mut cost = HashMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        let so_far = cost[&at];
        if at.0.iter().zip(&level.target).all(|(&stone, &target)| !stone || target) {
            return Some(so_far);
        }
        for way in Direction::ALL {
            let Some(ahead) = level.beside(at.1, way).filter(|&ahead| !level.solid[ahead]) else {
                continue;
            };
            let mut next = (at.0.clone(), ahead);
            let pushes = next.0[ahead];
            if pushes {
                let Some(to) = level.beside(ahead, way) else { continue };
                if level.solid[to] || next.0[to] {
                    continue;
                }
                next.0[ahead] = false;
                next.0[to] = true;
            }
            let step = Score::from(counts_steps || pushes);
            if cost.get(&next).is_none_or(|&known| so_far + step < known) {
                cost.insert(next.clone(), so_far + step);
                if step == 0 { queue.push_front(next) } else { queue.push_back(next) }
            }
        }
    }
    None
}

fn run<S: OwnSolver<Sokoban>>(puzzle: &Sokoban, meter: &mut Meter) -> Outcome<Vec<Move>> {
    drive(&mut S::begin(puzzle, &S::Settings::default(), 1, &NoTables), meter, &mut |_| {})
}

#[test]
fn the_optimal_solver_agrees_with_brute_force() {
    let mut rng = Rng::new(11);
    let (mut solved, mut unsolved) = (0, 0);
    while solved + unsolved < 2_000 {
        let Some(puzzle) = random_level(&mut rng) else { continue };
        for objective in [Objective::Pushes, Objective::Moves] {
            let puzzle = Sokoban { objective, ..puzzle.clone() };
            let least = by_brute_force(&puzzle.level, objective == Objective::Moves);
            let outcome = run::<FewestPushes>(&puzzle, &mut Meter::unlimited());
            let found = outcome.found.as_ref().map(|found| -found.score);
            assert!(outcome.proved);
            assert_eq!(found, least, "{}", puzzle.show());
            if let Some(found) = outcome.found {
                let verdict = puzzle.judge(&found.answer).unwrap();
                assert_eq!((verdict.solved, verdict.score), (true, found.score));
            }
            if least.is_some() {
                solved += 1;
            } else {
                unsolved += 1;
            }
            if let (Some(_), Some(remark)) = (least, puzzle.why_lost(&puzzle.start())) {
                panic!("{} is not lost: {}", puzzle.show(), remark.words);
            }
        }
    }
    assert!(solved > 300 && unsolved > 300, "{solved} {unsolved}");
}

#[test]
fn the_packing_solver_finds_a_solution_where_there_is_one() {
    let mut rng = Rng::new(12);
    let (mut solved, mut unsolved, mut shortest) = (0, 0, 0);
    while solved + unsolved < 1_500 {
        let Some(puzzle) = random_level(&mut rng) else { continue };
        let least = by_brute_force(&puzzle.level, false);
        let outcome = run::<PackingSolver>(&puzzle, &mut Meter::unlimited());
        assert_eq!(outcome.found.is_some(), least.is_some(), "{}", puzzle.show());
        match (outcome.found, least) {
            (Some(found), Some(least)) => {
                let verdict = puzzle.judge(&found.answer).unwrap();
                assert_eq!((verdict.solved, verdict.score), (true, found.score));
                assert!(-found.score >= least);
                solved += 1;
                shortest += usize::from(-found.score == least);
            }
            _ => {
                assert!(outcome.proved && outcome.argument.is_some());
                unsolved += 1;
            }
        }
    }
    assert!(solved > 200 && unsolved > 300, "{solved} {unsolved}");
    // Shortening gets most of them down to the optimum.
    assert!(shortest * 10 > solved * 9, "{shortest} of {solved}");
}

#[test]
fn a_budget_is_kept_and_gives_the_same_answer_again() {
    let puzzle = read(Sokoban::examples()[6].text);
    let stop = AtomicBool::new(false);
    let budget = Budget { nodes: Some(5_000), evaluations: Some(5_000), ..Budget::default() };
    let outcome = run::<PackingSolver>(&puzzle, &mut Meter::new(budget, &stop));
    let fine = run::<PackingSolver>(&puzzle, &mut Meter::new(budget, &stop).step_by_step());
    assert!(outcome.tally.generated <= 5_000 && outcome.tally.evaluations <= 5_000);
    assert_eq!(outcome.found, fine.found);
    assert!(outcome.found.is_some_and(|found| found.solved));
}

#[test]
fn what_is_known_elsewhere_is_beaten_or_proved() {
    let mut rng = Rng::new(15);
    let (mut beaten, mut proved) = (0, 0);
    while beaten < 100 {
        let Some(puzzle) = random_level(&mut rng) else { continue };
        let Some(least) = by_brute_force(&puzzle.level, false).filter(|&least| least > 0) else {
            continue;
        };
        for known in [least, least + 1 + rng.below(3) as Score] {
            let mut search = PushSearch::new(&puzzle);
            search.beat(-known);
            let outcome = drive(&mut search, &mut Meter::unlimited(), &mut |_| {});
            assert!(outcome.proved);
            assert_eq!(search.bound(), Some(-least));
            let found = outcome.found.map(|found| -found.score);
            assert_eq!(found, (known > least).then_some(least), "{}", puzzle.show());
            if found.is_some() { beaten += 1 } else { proved += 1 }
        }
    }
    assert_eq!(beaten, proved);
}

#[test]
fn pulls_get_back_to_the_start_where_pushes_can_solve_it() {
    let mut rng = Rng::new(13);
    let mut meter = Meter::unlimited();
    let (mut solved, mut unsolved) = (0, 0);
    while solved + unsolved < 1_000 {
        let Some(puzzle) = random_level(&mut rng) else { continue };
        let start = puzzle.start();
        if puzzle.is_solved(&start) {
            continue;
        }
        let least = by_brute_force(&puzzle.level, false);
        let position = (&*start.stones, start.device);
        let begins = if solved % 2 == 0 { Begins::Alone } else { Begins::InTurns };
        let mut search = PullSearch::new(&puzzle.maze, position, begins, &mut meter).unwrap();
        let end = loop {
            match search.step(&mut meter).unwrap() {
                PullProgress::Working => {}
                end => break end,
            }
        };
        assert_eq!(end == PullProgress::Reached, least.is_some(), "{}", puzzle.show());
        if let Some(least) = least {
            let line = moves_of(&puzzle, &search.line());
            let verdict = puzzle.judge(&line).unwrap();
            assert!(verdict.solved && -verdict.score >= least, "{}", puzzle.show());
            solved += 1;
        } else {
            unsolved += 1;
        }
    }
    assert!(solved > 60 && unsolved > 300, "{solved} {unsolved}");
}

#[test]
fn floods_by_runs_reach_what_steps_reach() {
    let mut rng = Rng::new(35);
    let mut crossed = 0;
    for example in Sokoban::examples() {
        let puzzle = Sokoban::parse(example.text).unwrap();
        let maze = &*puzzle.maze;
        let mut reach = DeviceReach::new(maze);
        // From an empty floor to a crowded one.
        for crowd in 0..60 {
            let mut board = puzzle.start();
            board.stones.fill(0);
            for cell in (0..maze.len() as u16).filter(|_| rng.below(90) < crowd) {
                flip(&mut board.stones, cell);
            }
            let free: Vec<u16> =
                (0..maze.len() as u16).filter(|&cell| !holds(&board.stones, cell)).collect();
            let mut left = free.clone();
            let mut regions = 0;
            while let Some(&device) = left.first() {
                board.device = device;
                let steps = board.steps(maze);
                let is_reached = |cell: &u16| steps[usize::from(*cell)].is_some();
                let other = *left.iter().rfind(|cell| is_reached(cell)).unwrap();
                assert_eq!(reach.flood(maze, &board.stones, other), device, "{}", example.name);
                assert!(free.iter().all(|cell| reach.is(*cell) == is_reached(cell)));
                assert_eq!(reach.count(), free.iter().filter(|cell| is_reached(cell)).count());
                left.retain(|cell| !is_reached(cell));
                regions += 1;
            }
            assert_eq!(reach.regions(maze, &board.stones), regions, "{}", example.name);
            crossed += usize::from(maze.words() > 1);
        }
    }
    assert!(crossed > 100, "{crossed}");
}

#[test]
fn what_the_surroundings_show_is_what_a_flood_finds() {
    let mut rng = Rng::new(21);
    let (mut shown, mut flooded) = (0, 0);
    while shown < 2_000 {
        let Some(puzzle) = random_level(&mut rng) else { continue };
        let (maze, board) = (&*puzzle.maze, puzzle.start());
        let (mut before, mut after) = (DeviceReach::new(maze), DeviceReach::new(maze));
        before.flood(maze, &board.stones, board.device);
        for stone in cells(&board.stones) {
            for way in 0..4 {
                let next = maze.next[usize::from(stone)];
                let (to, from) = (next[way], next[way ^ 2]);
                let is_free = |cell: u16| cell != NONE && !holds(&board.stones, cell);
                if !is_free(to) || from == NONE {
                    continue;
                }
                // A push leaves the device where the stone was, a pull one cell further than it.
                let beyond = maze.next[usize::from(to)][way];
                let is_push = before.is(from);
                let is_pull = before.is(to) && is_free(beyond);
                let mut stones = board.stones.clone();
                flip(&mut stones, stone);
                flip(&mut stones, to);
                for device in [(is_push, stone), (is_pull, beyond)] {
                    if !device.0 {
                        continue;
                    }
                    let name = after.flood(maze, &stones, device.1);
                    match before.after_move(maze, &stones, stone, to) {
                        None => flooded += 1,
                        Some(first) => {
                            assert_eq!(first, name, "{}", puzzle.show());
                            shown += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(flooded > 200, "{flooded}");
}

#[test]
fn an_opened_position_is_reached_by_its_line() {
    let mut rng = Rng::new(14);
    let mut meter = Meter::unlimited();
    let mut opened = 0;
    while opened < 200 {
        let Some(puzzle) = random_level(&mut rng) else { continue };
        let mut board = puzzle.start();
        let mut opening = OpeningSearch::new(&puzzle.maze, &board.stones, board.device);
        while opening.step(100, &mut meter).unwrap() {}
        if opening.best() == 0 {
            continue;
        }
        for mv in moves_of(&puzzle, &opening.line(opening.best())) {
            puzzle.play(&mut board, mv);
        }
        assert_eq!(opening.store().stones(opening.best()), &*board.stones, "{}", puzzle.show());
        opened += 1;
    }
}

fn moves_of(puzzle: &Sokoban, pushes: &[(u16, u8)]) -> Vec<Move> {
    pushes.iter().map(|&(cell, way)| puzzle.push_of(cell, Direction(way))).collect()
}

/// The bound with what pairs add, for a task from a position; `None` if the goal is out of reach.
fn bound_with_pairs(
    puzzle: &Sokoban,
    task: &Task,
    pairs: &mut PairTable,
    stones: &[u64],
    device: u16,
) -> Option<u32> {
    let mut bound = Bound::new(&puzzle.maze);
    let alone = bound.of(&puzzle.maze, task, stones, device)?;
    Some(alone + pairs.penalty(&bound, stones, device)?)
}

#[test]
fn pairs_are_exact_for_two_stones_and_never_too_dear_for_more() {
    let mut rng = Rng::new(23);
    let mut meter = Meter::unlimited();
    let (mut exact, mut dearer, mut lost, mut bounded) = (0, 0, 0, 0);
    while exact < 250 || bounded < 250 {
        let Some(puzzle) = random_level(&mut rng) else { continue };
        let (maze, start) = (&*puzzle.maze, puzzle.start());
        if maze.targets.len() < 2 {
            continue;
        }
        let least = by_brute_force(&puzzle.level, false).map(|least| least as u32);
        let push = Task::new(maze, &start.stones, start.device, Sense::Push);
        let mut pairs = PairTable::of(maze, &push, &mut meter).unwrap();
        let is_dead = cells(&start.stones).any(|stone| push.is_dead(stone));
        let ahead = bound_with_pairs(&puzzle, &push, &mut pairs, &start.stones, start.device);
        if !is_dead && pairs.is_lost(&start.stones, start.device) {
            assert_eq!((least, ahead), (None, None), "{}", puzzle.show());
            lost += 1;
        }
        // The way back: from the solved position, with the device where it is best.
        let pull = Task::new(maze, &start.stones, start.device, Sense::Pull);
        let mut pairs = PairTable::of(maze, &pull, &mut meter).unwrap();
        let mut solved = vec![0; maze.words()];
        maze.targets.iter().for_each(|&target| flip(&mut solved, target));
        let devices = (0..maze.len() as u16).filter(|&cell| !holds(&solved, cell));
        let back = devices
            .filter_map(|cell| bound_with_pairs(&puzzle, &pull, &mut pairs, &solved, cell))
            .min();
        if maze.targets.len() == 2 {
            assert_eq!((ahead, back), (least, least), "{}", puzzle.show());
            exact += 1;
            let alone = Bound::new(maze).of(maze, &push, &start.stones, start.device);
            dearer += usize::from(alone != least);
        } else if let Some(least) = least {
            assert!(ahead.is_some_and(|bound| bound <= least), "{}", puzzle.show());
            assert!(back.is_some_and(|bound| bound <= least), "{}", puzzle.show());
            bounded += 1;
        }
    }
    assert!(dearer > 20 && lost > 50, "{dearer} {lost}");
}

#[test]
fn one_more_stone_parts_the_floor_as_a_flood_finds() {
    let mut rng = Rng::new(24);
    for _ in 0..500 {
        let Some(puzzle) = random_level(&mut rng) else { continue };
        let (maze, board) = (&*puzzle.maze, puzzle.start());
        let (mut parts, mut reach) = (FloorParts::new(maze), DeviceReach::new(maze));
        parts.count(maze, &board.stones);
        for cell in (0..maze.len() as u16).filter(|&cell| !holds(&board.stones, cell)) {
            let mut stones = board.stones.clone();
            flip(&mut stones, cell);
            assert_eq!(parts.with(cell), reach.regions(maze, &stones), "{}", puzzle.show());
        }
    }
}
