//! A solution of a large board by one beam search for each line: the lines come home in the order of
//! `layers.rs`, but all tiles of a line move at the same time, and of many ways to bring a line home
//! a short one is taken. Boards are compared by the distances of the line's tiles, the blank's
//! distance from the nearest of them, and the distances of all tiles. Where a beam fails, the line is
//! brought home tile by tile. The division into lines is I. Parberry's (1995), the beams are ours. Time: O(w n^2) boards
//! for n x n cells and width w.

use quarry_core::{Meter, Refused};

use super::LONGEST_SIDE;
use super::beam::{BeamEnd, BoardBeam};
use super::heuristic::Heuristic;
use super::layers::{Rest, lines};
use super::task::Task;

/// The work on a board.
pub(super) struct LineBeams {
    width: usize,
    lines: Vec<Vec<usize>>,
    /// Number of lines at home.
    done: usize,
    rest: Rest,
    current: Option<LineSearch>,
}

/// The beam for a line.
struct LineSearch {
    /// The board without the cells that are in order.
    stage: Task,
    bound: LineBound,
    beam: BoardBeam<KeptLine>,
    /// Moves after which the beam is given up.
    longest: usize,
}

impl LineSearch {
    fn new(stage: Task, line: &[usize], width: usize) -> Self {
        let bound = LineBound::new(&stage, line);
        let beam = BoardBeam::new(&stage, &bound, width);
        let longest = 4 * bound.value(&bound.begin(stage.start())) as usize + 100;
        LineSearch { stage, bound, beam, longest }
    }
}

impl LineBeams {
    pub(super) fn new(task: &Task, width: usize) -> Self {
        LineBeams { width, lines: lines(task), done: 0, rest: Rest::new(task), current: None }
    }

    /// Does a step of a beam. Returns the way of the empty cell when all tiles are home, if it is
    /// shorter than `than`.
    pub(super) fn step(
        &mut self,
        task: &Task,
        than: usize,
        meter: &mut Meter,
    ) -> Result<BeamEnd, Refused> {
        let Some(line) = self.lines.get(self.done) else {
            let is_solved = self.rest.finish(task).is_some() && self.rest.way().len() < than;
            let way = self.rest.way().to_vec();
            return Ok(if is_solved { BeamEnd::Solved(way) } else { BeamEnd::Empty });
        };
        if !self.rest.is_home(line) {
            let begin = || LineSearch::new(self.rest.stage(task), line, self.width);
            let LineSearch { stage, bound, beam, longest } = self.current.get_or_insert_with(begin);
            let shorter = than.saturating_sub(self.rest.way().len());
            match beam.step(stage, bound, shorter, meter)? {
                BeamEnd::Working if beam.depth() < *longest => return Ok(BeamEnd::Working),
                BeamEnd::Working | BeamEnd::Empty => {
                    let brought = self.rest.bring_home(task, line, &mut || meter.goes_on());
                    if brought.is_none() {
                        return if meter.goes_on() { Ok(BeamEnd::Empty) } else { Err(Refused) };
                    }
                }
                BeamEnd::Solved(way) => self.rest.walk_along(&way),
            }
        }
        line.iter().for_each(|&cell| self.rest.lock(cell));
        self.current = None;
        self.done += 1;
        Ok(BeamEnd::Working)
    }

    /// Returns how many boards are held, and about how many bytes they take.
    pub(super) fn held(&self, cells: usize) -> (usize, usize) {
        self.current.as_ref().map_or((0, 0), |search| search.beam.held(cells))
    }
}

/// Distances of the tiles of a line.
struct LineBound {
    columns: usize,
    homes: Vec<u16>,
    /// Index in `homes` of each tile, if it is one of them.
    index: Vec<Option<u8>>,
    blank_home: u16,
}

/// Cells of the line's tiles, the sum of their distances, the blank's distance from the nearest, and
/// the sum of all tiles' distances.
#[derive(Clone, Copy)]
pub(super) struct KeptLine {
    cells: [u16; LONGEST_SIDE],
    far: u32,
    nearest: u32,
    all: u32,
}

impl LineBound {
    fn new(task: &Task, line: &[usize]) -> Self {
        let mut index = vec![None; task.cells()];
        line.iter().enumerate().for_each(|(at, &home)| index[home] = Some(at as u8));
        LineBound {
            columns: task.columns(),
            homes: line.iter().map(|&home| home as u16).collect(),
            index,
            blank_home: task.blank_home() as u16,
        }
    }

    fn distance(&self, one: u16, other: u16) -> u32 {
        let columns = self.columns as u16;
        let across = (one % columns).abs_diff(other % columns);
        u32::from(across + (one / columns).abs_diff(other / columns))
    }

    fn nearest(&self, cells: &[u16], blank: u16) -> u32 {
        let away = self.homes.iter().zip(cells).filter(|(home, cell)| home != cell);
        away.map(|(_, &cell)| self.distance(cell, blank)).min().unwrap_or(0)
    }
}

impl Heuristic for LineBound {
    type Kept = KeptLine;

    fn begin(&self, tiles: &[u16]) -> KeptLine {
        let mut kept = KeptLine { cells: [0; LONGEST_SIDE], far: 0, nearest: 0, all: 0 };
        let mut blank = 0;
        for (cell, &tile) in (0..).zip(tiles) {
            if let Some(at) = self.index[usize::from(tile)] {
                kept.cells[usize::from(at)] = cell;
                kept.far += self.distance(cell, tile);
            }
            if tile == self.blank_home {
                blank = cell;
            } else {
                kept.all += self.distance(cell, tile);
            }
        }
        kept.nearest = self.nearest(&kept.cells, blank);
        kept
    }

    fn value(&self, kept: &KeptLine) -> u32 {
        kept.far
    }

    fn rank(&self, kept: &KeptLine) -> u32 {
        FAR_WEIGHT * kept.far + NEAREST_WEIGHT * kept.nearest + kept.all
    }

    fn after(
        &self,
        kept: &KeptLine,
        tiles: &[u16],
        from: usize,
        to: usize,
        limit: u32,
    ) -> Option<KeptLine> {
        let mut after = *kept;
        let (tile, from, to) = (tiles[from], from as u16, to as u16);
        after.all = kept.all + self.distance(to, tile) - self.distance(from, tile);
        if let Some(at) = self.index[usize::from(tile)] {
            after.cells[usize::from(at)] = to;
            after.far = kept.far + self.distance(to, tile) - self.distance(from, tile);
        }
        after.nearest = self.nearest(&after.cells, from);
        (after.far <= limit).then_some(after)
    }
}

/// Weights of the line's distances and of the blank's, against those of all tiles. Set by hand on
/// generated boards of 7 x 7, 10 x 10 and 20 x 20 cells, which the tests do not use.
const FAR_WEIGHT: u32 = 4;
const NEAREST_WEIGHT: u32 = 2;
