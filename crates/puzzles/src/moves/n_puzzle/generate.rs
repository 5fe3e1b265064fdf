//! New boards: any that can be solved, all equally likely, or one whose shortest solution has a
//! wanted length.
//!
//! A move changes the distance from the goal by exactly one. So a random walk from the goal that is
//! measured where it could have come far enough, and goes on by what is missing, meets every distance
//! that it gets to. Where it does not get far enough, it starts again.

use quarry_core::{Generate, GenerateError, Meter, NoTables, Rng, settings};

use super::additive::AdditivePatterns;
use super::heuristic::{Heuristic, LinearConflict};
use super::ida_star::{LengthSearch, Progress};
use super::partition::{Partition, TableSize};
use super::placements::MOST_CELLS;
use super::task::Task;
use super::{Goal, NPuzzle, Objective, rules};

settings! {
    /// Parameters of generated boards.
    pub struct NPuzzleParams {
        /// Number of columns.
        pub columns: u64 = 4, 2..=32;
        /// Number of rows.
        pub rows: u64 = 4, 2..=32;
        /// Where the empty cell belongs.
        pub goal: &'static str = "blank-last", ["blank-last", "blank-first"];
        /// Length of a shortest solution; 0 for any, all boards being equally likely.
        pub moves: u64 = 0, 0..=80;
    }
}

/// Walks that are tried for a wanted length, and measurements of each.
const WALKS: usize = 20;
const MEASUREMENTS: usize = 60;

impl Generate for NPuzzle {
    type Params = NPuzzleParams;

    /// Boards of the same size and with the same goal, unless it is drawn or moves do not count.
    fn alike(&self) -> Option<NPuzzleParams> {
        let goal = match (&self.goal, self.objective) {
            (Goal::BlankLast, Objective::Moves) => "blank-last",
            (Goal::BlankFirst, Objective::Moves) => "blank-first",
            (Goal::Drawn, _) | (_, Objective::Any) => return None,
        };
        let (columns, rows) = (self.columns as u64, self.rows as u64);
        Some(NPuzzleParams { columns, rows, goal, ..NPuzzleParams::default() })
    }

    fn generate(
        params: &NPuzzleParams,
        seed: u64,
        meter: &mut Meter,
    ) -> Result<Self, GenerateError> {
        let goal = if params.goal == "blank-first" { Goal::BlankFirst } else { Goal::BlankLast };
        let (columns, cells) = (params.columns as usize, (params.columns * params.rows) as usize);
        let mut rng = Rng::new(seed);
        let any = uniform(columns, cells, goal, &mut rng);
        if params.moves == 0 {
            return Ok(any);
        }
        let most = most_moves(&any);
        if params.moves > most {
            let words = format!(
                "boards of {columns} x {} that need {} moves are not known to exist or take too long \
                 to find; ask for at most {most}",
                params.rows, params.moves
            );
            return Err(GenerateError::Refused(words));
        }
        at_distance(&any, params.moves as u32, &mut rng, meter)
    }
}

/// Shuffles the tiles, and exchanges two if the order cannot be solved.
fn uniform(columns: usize, cells: usize, goal: Goal, rng: &mut Rng) -> NPuzzle {
    let mut tiles: Vec<u16> = (0..cells as u16).collect();
    rng.shuffle(&mut tiles);
    let made = NPuzzle::new(columns, tiles.clone(), goal.clone(), None);
    if !rules::is_odd(&made, &made.start_homes()) {
        return made;
    }
    let numbered: Vec<usize> = (0..cells).filter(|&cell| tiles[cell] > 0).take(2).collect();
    tiles.swap(numbered[0], numbered[1]);
    NPuzzle::new(columns, tiles, goal, None)
}

/// Returns the largest number of moves that can be asked for: what boards of the size need at most,
/// where that is known, or what can be measured in seconds.
fn most_moves(puzzle: &NPuzzle) -> u64 {
    match (puzzle.columns().max(puzzle.rows()), puzzle.columns().min(puzzle.rows())) {
        (2, 2) => 6,
        (3, 2) => 21,
        (3, 3) => 31,
        (4, 4) => 60,
        _ if puzzle.cells() <= MOST_CELLS => 36,
        _ => 30,
    }
}

/// Walks from the goal to a board at this distance.
fn at_distance(
    puzzle: &NPuzzle,
    wanted: u32,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<NPuzzle, GenerateError> {
    let tables = Partition::all(&Task::of(puzzle), TableSize::Small)
        .filter(|_| puzzle.cells() <= 16 && wanted > 40);
    let patterns = match tables {
        Some(tables) => {
            let patterns = AdditivePatterns::of(&Task::of(puzzle), &tables, &NoTables, meter);
            Some(patterns.ok_or(GenerateError::Stopped)?)
        }
        None => None,
    };
    for _ in 0..WALKS {
        let mut tiles = puzzle.goal_tiles().to_vec();
        let mut distance = 0;
        let mut before = usize::MAX;
        for _ in 0..MEASUREMENTS {
            for _ in distance..wanted {
                let blank = tiles.iter().position(|&tile| tile == 0).expect("an empty cell");
                let ways = puzzle.beside(blank).filter(|&cell| cell != before);
                let ways: Vec<usize> = ways.collect();
                tiles.swap(blank, ways[rng.below(ways.len())]);
                before = blank;
            }
            let made = NPuzzle::new(puzzle.columns(), tiles.clone(), puzzle.goal.clone(), None);
            let task = Task::of(&made);
            distance = match &patterns {
                Some(patterns) => distance_by(&task, patterns, meter)?,
                None => distance_by(
                    &task,
                    &LinearConflict::new(task.columns(), task.rows(), task.blank_home()),
                    meter,
                )?,
            };
            if distance == wanted {
                return Ok(made);
            }
        }
    }
    let words = format!("no board that needs {wanted} moves was found; ask for fewer");
    Err(GenerateError::Refused(words))
}

/// Returns the length of a shortest solution.
fn distance_by(
    task: &Task,
    heuristic: &impl Heuristic,
    meter: &mut Meter,
) -> Result<u32, GenerateError> {
    let mut search = LengthSearch::new(task, heuristic, 0);
    loop {
        if !meter.goes_on() {
            return Err(GenerateError::Stopped);
        }
        match search.work(task, 1_000, meter) {
            Err(_) => return Err(GenerateError::Stopped),
            Ok(Progress::Working) => {}
            Ok(Progress::Solved(way)) => return Ok(way.len() as u32),
        }
    }
}
