//! Walking distance (K. Takahashi, 2001): how many vertical moves it takes to bring every tile into
//! its row if only the rows of the tiles are looked at, plus the same for columns. All such problems
//! of a board are solved backwards from the goal: 24,964 for four rows of four. That takes
//! milliseconds, so it is the bound that needs no table on disk.

use std::sync::{Arc, Mutex, PoisonError};

use quarry_core::Meter;
use rustc_hash::FxHashMap;

use super::heuristic::Heuristic;
use super::task::Task;

/// Most problems that are enumerated for an axis.
const MOST_PROBLEMS: usize = 100_000;

/// The two axes of a board.
#[derive(Debug)]
pub(super) struct WalkingDistance {
    columns: usize,
    blank_home: u16,
    rows_axis: Arc<Axis>,
    columns_axis: Arc<Axis>,
}

impl WalkingDistance {
    /// Enumerates the problems; `None` if there are too many or the meter stops the run.
    pub(super) fn of(task: &Task, meter: &mut Meter) -> Option<Self> {
        let (columns, rows) = (task.columns(), task.rows());
        let (home_x, home_y) = (task.blank_home() % columns, task.blank_home() / columns);
        Some(WalkingDistance {
            columns,
            blank_home: task.blank_home() as u16,
            rows_axis: kept_axis(rows, columns, home_y, meter)?,
            columns_axis: kept_axis(columns, rows, home_x, meter)?,
        })
    }
}

/// Axes that are kept for the boards that come next.
const MOST_KEPT: usize = 4;

/// An axis by its lines, their length and the blank's line in the goal.
type KeptAxis = ((usize, usize, usize), Arc<Axis>);

/// Returns an axis that was enumerated before, or enumerates it.
fn kept_axis(lines: usize, length: usize, home: usize, meter: &mut Meter) -> Option<Arc<Axis>> {
    static KEPT: Mutex<Vec<KeptAxis>> = Mutex::new(Vec::new());
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let name = (lines, length, home);
    if let Some((_, axis)) = kept().iter().find(|(other, _)| *other == name) {
        return Some(Arc::clone(axis));
    }
    let axis = Arc::new(Axis::of(lines, length, home, meter)?);
    let mut kept = kept();
    kept.truncate(MOST_KEPT - 1);
    kept.insert(0, (name, Arc::clone(&axis)));
    Some(axis)
}

/// The problems of one axis: how many tiles of each home line are in each line.
#[derive(Debug)]
struct Axis {
    lines: usize,
    numbers: FxHashMap<Problem, u32>,
    distances: Vec<u16>,
    /// The problem after a tile of each home line has moved into the blank's line from the line
    /// before it, and from the line after it.
    next: Vec<u32>,
}

/// Counts by line and home line, in fields of five bits, and the blank's line above them.
type Problem = u128;

/// Most lines whose counts fit into a [`Problem`].
const MOST_LINES: usize = 5;

/// Returns the problem with one more tile of a home line in a line than none.
fn one(lines: usize, line: usize, home: usize) -> Problem {
    1 << (5 * (line * lines + home))
}

/// Returns the problem with the blank in a line, and no tiles.
fn blank_in(lines: usize, line: usize) -> Problem {
    (line as Problem) << (5 * lines * lines)
}

impl Axis {
    fn of(lines: usize, length: usize, home: usize, meter: &mut Meter) -> Option<Self> {
        if lines > MOST_LINES {
            return None;
        }
        let tiles = |line: usize| (length - usize::from(line == home)) as Problem;
        let in_line = |line: usize| tiles(line) * one(lines, line, line);
        let goal = blank_in(lines, home) + (0..lines).map(in_line).sum::<Problem>();
        let mut axis = Axis {
            lines,
            numbers: FxHashMap::from_iter([(goal, 0)]),
            distances: vec![0],
            next: Vec::new(),
        };
        let mut problems = vec![goal];
        let mut at = 0;
        while at < problems.len() {
            if !meter.goes_on() || problems.len() > MOST_PROBLEMS {
                return None;
            }
            for is_after in [false, true] {
                for home in 0..lines {
                    let number = match moved(problems[at], lines, home, is_after) {
                        None => u32::MAX,
                        Some(problem) => *axis.numbers.entry(problem).or_insert_with(|| {
                            axis.distances.push(axis.distances[at] + 1);
                            problems.push(problem);
                            problems.len() as u32 - 1
                        }),
                    };
                    axis.next.push(number);
                }
            }
            at += 1;
        }
        Some(axis)
    }

    /// Returns the problem of tiles, each given by its line and home line, and the blank's line.
    fn number(&self, tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> u32 {
        let tiles = tiles.map(|(line, home)| one(self.lines, line, home));
        self.numbers[&(blank_in(self.lines, blank) + tiles.sum::<Problem>())]
    }

    fn after(&self, number: u32, home: usize, is_after: bool) -> u32 {
        let at = (number as usize * 2 + usize::from(is_after)) * self.lines + home;
        self.next[at]
    }
}

/// Returns the problem after a tile of a home line has moved into the blank's line.
fn moved(problem: Problem, lines: usize, home: usize, is_after: bool) -> Option<Problem> {
    let blank = (problem >> (5 * lines * lines)) as usize;
    let from = if is_after { blank + 1 } else { blank.checked_sub(1)? };
    if from >= lines || problem >> (5 * (from * lines + home)) & 31 == 0 {
        return None;
    }
    let without = problem - one(lines, from, home) - blank_in(lines, blank);
    Some(without + one(lines, blank, home) + blank_in(lines, from))
}

impl Heuristic for WalkingDistance {
    type Kept = (u32, u32);

    fn begin(&self, tiles: &[u16]) -> (u32, u32) {
        let is_tile = |(_, home): &(usize, &u16)| **home != self.blank_home;
        let placed = || tiles.iter().enumerate().filter(is_tile);
        let blank = tiles.iter().position(|&home| home == self.blank_home);
        let blank = blank.expect("a board has an empty cell");
        let columns = self.columns;
        let rows = placed().map(|(cell, &home)| (cell / columns, usize::from(home) / columns));
        let across = placed().map(|(cell, &home)| (cell % columns, usize::from(home) % columns));
        (
            self.rows_axis.number(rows, blank / columns),
            self.columns_axis.number(across, blank % columns),
        )
    }

    fn value(&self, &(down, across): &(u32, u32)) -> u32 {
        u32::from(self.rows_axis.distances[down as usize])
            + u32::from(self.columns_axis.distances[across as usize])
    }

    fn after(
        &self,
        &(down, across): &(u32, u32),
        tiles: &[u16],
        from: usize,
        to: usize,
        limit: u32,
    ) -> Option<(u32, u32)> {
        let home = usize::from(tiles[from]);
        let after = if from.abs_diff(to) == 1 {
            (down, self.columns_axis.after(across, home % self.columns, from > to))
        } else {
            (self.rows_axis.after(down, home / self.columns, from > to), across)
        };
        (self.value(&after) <= limit).then_some(after)
    }
}
