//! Solvers against brute force by the reference rules, files, and hints.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use quarry_core::{
    Budget, Clockwork, Generate, Meter, NoTables, Outcome, OwnSolver, Puzzle, Rng, Staged, drive,
};

use super::beam::GhostBeam;
use super::dot_bound::{Distances, DotBound};
use super::generate::Params;
use super::optimal_time::OptimalTime;
use super::rules::{self, Phase, State};
use super::tour_search::Tour;
use super::{Direction, Ghost, GhostKind, Level, Move, Objective, PacMan, RuleSet, Square};

fn solved_by<S: OwnSolver<PacMan>>(puzzle: &PacMan, nodes: u64) -> Outcome<Vec<Move>> {
    let stop = AtomicBool::new(false);
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let mut search = S::begin(puzzle, &S::Settings::default(), 1, &NoTables);
    drive(&mut search, &mut Meter::new(budget, &stop), &mut |_| {})
}

/// Returns the least time by following every order of the reference rules, layer by layer.
fn least_time(level: &Level) -> Option<u32> {
    let mut layer = vec![rules::start(level)];
    while !layer.is_empty() {
        let mut seen = HashSet::new();
        let mut next: Vec<State> = Vec::new();
        for state in &layer {
            let orders = Direction::ALL.into_iter().map(Some);
            let is_legal = |order: &Option<Direction>| {
                order.is_none_or(|order| rules::objection(level, state, order).is_none())
            };
            for order in orders.chain([None]).filter(is_legal) {
                let mut after = state.clone();
                rules::advance(level, &mut after, order);
                match after.phase {
                    Phase::Solved => return Some(after.time),
                    Phase::Lost => {}
                    Phase::Running => {
                        if seen.insert(format!("{after:?}")) {
                            next.push(after);
                        }
                    }
                }
            }
        }
        layer = next;
    }
    None
}

/// A small maze of random squares, with tunnels and dead ends and perhaps food behind walls.
fn random_level(rng: &mut Rng, ghosts: usize) -> Level {
    let (columns, rows) = (4 + rng.below(2), 3 + rng.below(2));
    let mut squares: Vec<Square> = (0..columns * rows)
        .map(|_| match rng.below(10) {
            0..=3 => Square::Wall,
            4 | 5 => Square::Dot,
            6 if ghosts > 0 => Square::Pill,
            _ => Square::Empty,
        })
        .collect();
    let mut places: Vec<usize> = (0..squares.len()).collect();
    rng.shuffle(&mut places);
    let cell = |at: usize| super::Cell { x: (at % columns) as u8, y: (at / columns) as u8 };
    for &at in &places[..2 + ghosts] {
        squares[at] = Square::Empty;
    }
    squares[places[2 + ghosts]] = Square::Dot;
    let ghost = |&at: &usize| Ghost { kind: GhostKind::Patrol, start: cell(at) };
    let mut ghosts: Vec<Ghost> = places[2..2 + ghosts].iter().map(ghost).collect();
    ghosts.iter_mut().for_each(|ghost| ghost.kind = GhostKind::ALL[rng.below(4)]);
    Level {
        rules: RuleSet::ALL[rng.below(2)],
        objective: Objective::Time,
        columns,
        rows,
        squares,
        start: cell(places[0]),
        facing: Direction::ALL[rng.below(4)],
        home: (!ghosts.is_empty()).then(|| cell(places[1])),
        ghosts,
        power: 1 + rng.below(6) as u16,
        home_time: 1 + rng.below(3) as u16,
        lives: 1 + rng.below(3) as u8,
        time_limit: 3 + rng.below(9) as u32,
    }
}

#[test]
fn verdicts_equal_brute_force() {
    let (mut rng, mut solvable, mut refuted) = (Rng::new(11), 0, 0);
    for round in 0..150 {
        let puzzle = PacMan::new(random_level(&mut rng, round % 3));
        let least = least_time(puzzle.level());
        let outcome = match puzzle.level().ghosts.is_empty() {
            true => solved_by::<Tour>(&puzzle, u64::MAX),
            false => solved_by::<OptimalTime>(&puzzle, u64::MAX),
        };
        let found = outcome.found.as_ref().map(|found| -found.score as u32);
        assert!(outcome.proved, "{}", puzzle.show());
        assert_eq!(found, least, "{}", puzzle.show());
        match least {
            Some(_) => solvable += 1,
            None => {
                assert!(outcome.argument.is_some());
                refuted += 1;
            }
        }
        // The beam claims nothing that is not so.
        let beam = solved_by::<GhostBeam>(&puzzle, 20_000);
        let score = beam.found.as_ref().map(|found| -found.score as u32);
        assert!(score >= least || score.is_none() && (!beam.proved || least.is_none()));
        for outcome in [&outcome, &beam] {
            let Some(found) = &outcome.found else { continue };
            assert_eq!(puzzle.judge(&found.answer).unwrap().score, found.score);
        }
    }
    assert!(solvable > 40 && refuted > 30, "{solvable} and {refuted}");
}

/// Every state on the way to the goal needs at least what the bound says.
#[test]
fn the_bound_is_never_above_the_rest() {
    let mut rng = Rng::new(5);
    for round in 0..60 {
        let puzzle = PacMan::new(random_level(&mut rng, round % 3));
        let Some(found) = solved_by::<GhostBeam>(&puzzle, 20_000).found else { continue };
        let distances = Distances::of(&puzzle.maze, &mut Meter::unlimited()).unwrap();
        let mut bound = DotBound::new(&puzzle.maze, distances);
        let mut world = puzzle.begin();
        for (played, mv) in found.answer.iter().enumerate() {
            let rest = (found.answer.len() - played) as u32;
            assert!(bound.steps(&world, None) <= rest, "{}", puzzle.show());
            puzzle.tick(&mut world, mv.command);
        }
    }
}

#[test]
fn thirty_dots_without_ghosts_are_proved() {
    let params = Params {
        width: 21,
        height: 21,
        dots: 30,
        chase: 0,
        ambush: 0,
        shy: 0,
        patrol: 0,
        ..Params::default()
    };
    for seed in 0..3 {
        let puzzle = PacMan::generate(&params, seed, &mut Meter::unlimited()).unwrap();
        let outcome = solved_by::<Tour>(&puzzle, 200_000);
        let found = outcome.found.expect("a maze hangs together");
        assert!(outcome.proved && found.solved);
        assert_eq!(puzzle.judge(&found.answer).unwrap().score, found.score);
    }
}

#[test]
fn generated_mazes_are_symmetric_and_have_no_dead_ends() {
    for seed in 0..5 {
        let params = Params { objective: "any", ..Params::default() };
        let puzzle = PacMan::generate(&params, seed, &mut Meter::unlimited()).unwrap();
        let level = puzzle.level();
        for cell in level.cells() {
            let mirror = super::Cell { x: level.columns as u8 - 1 - cell.x, ..cell };
            let is_wall = |cell| level.square(cell) == Square::Wall;
            assert_eq!(is_wall(cell), is_wall(mirror), "{}", puzzle.show());
            let ways =
                Direction::ALL.into_iter().filter(|&to| level.ahead(cell, to).is_some()).count();
            assert!(is_wall(cell) || ways >= 2, "{cell}\n{}", puzzle.show());
        }
        assert!(solved_by::<GhostBeam>(&puzzle, 5_000_000).found.is_some());
    }
}

#[test]
fn a_cut_off_dot_is_named() {
    let text = "ghosts = [\"chase\"]\nboard = \"#######\\n#P.H1#.\\n#######\"";
    let puzzle = PacMan::parse(text).unwrap();
    for outcome in [solved_by::<OptimalTime>(&puzzle, 10), solved_by::<GhostBeam>(&puzzle, 10)] {
        assert!(outcome.proved && outcome.found.is_none());
        assert_eq!(outcome.argument.as_deref(), Some("No way leads to the food at 7,2."));
    }
}

fn error(text: &str) -> String {
    PacMan::parse(text).map(|puzzle| puzzle.show()).unwrap_err().to_string()
}

#[test]
fn errors_say_where_and_what() {
    let at = |text: &str, place: &str, words: &str| {
        let error = error(text);
        assert!(error.starts_with(place) && error.contains(words), "{error}");
    };
    at("board = \"\"\"\n###\n#Px\n\"\"\"", "line 3, column 3", "`#` wall, `.` dot");
    at("board = \"#PP.#\"", "line 1, column 12", "Pac-Man `P` only once; it is at 2,1 already");
    at("board = \"#..#\"", "line 1, column 10", "Pac-Man's start `P`");
    at("board = \"#P_#\"", "line 1, column 10", "at least one dot");
    at("board = \"#P.1\"", "line 1, column 13", "a home `H`");
    at("board = \"#P.2H\"", "line 1, column 13", "ghost 1 before ghost 2");
    at("ghosts = [\"shy\"]\nboard = \"#P.#\"", "line 1, column 10", "each of the 0 ghosts");
    at("ghosts = [\"sly\"]\nboard = \"1PH.#\"", "line 1, column 11", "one of \"chase\"");
    at("rules = \"old\"\nboard = \"P.\"", "line 1, column 9", "\"thesis\", \"arcade\"");
    at("lives = 10\nboard = \"P.\"", "line 1, column 9", "from 1 to 9");
    at("size = 3", "line 1, column 1", "one of the keys");
    at(&format!("board = \"P{}\"", ".".repeat(64)), "line 1, column 74", "at most 64 columns");
    let tall = format!("P.\n{}", ".\n".repeat(64));
    at(&format!("board = \"\"\"\n{tall}\"\"\""), "line 66, column 1", "at most 64 rows");
}

#[test]
fn the_largest_maze_is_read_and_played() {
    let board = format!("P{}\n{}", ".".repeat(63), format!("{}\n", ".".repeat(64)).repeat(63));
    let text = format!("time_limit = 100000\nboard = \"\"\"\n{board}\"\"\"");
    let puzzle = PacMan::parse(&text).unwrap();
    let mut world = puzzle.begin();
    puzzle.tick(&mut world, None);
    assert_eq!(world.left, 4094);
}

#[test]
fn hints_say_why() {
    let text = "ghosts = [\"patrol\"]\nlives = 1\nfacing = \"right\"\nboard = \"\"\"\n#########\n\
                #.......#\n#.#####.#\n#1#HP...#\n#.#####.#\n#.......#\n#########\n\"\"\"";
    let puzzle = PacMan::parse(text).unwrap();
    let found = solved_by::<OptimalTime>(&puzzle, 1_000_000).found.expect("it can be solved");
    let (mut world, mut said) = (puzzle.begin(), Vec::new());
    for (played, mv) in found.answer.iter().enumerate() {
        said.push(puzzle.why(&world, &found.answer[played..]).unwrap());
        puzzle.tick(&mut world, mv.command);
    }
    assert!(said.iter().all(|words| words.ends_with('.')), "{said:?}");
    let patrol = said.iter().find(|words| words.contains("every")).expect("it comes by");
    assert!(patrol.starts_with("Patrol 1 comes by at "), "{patrol}");
    assert!(patrol.contains("every 20 steps"), "{patrol}");
}
