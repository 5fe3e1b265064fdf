//! Shortens a solution piece by piece: where two boards of the line are a few moves apart, a shorter
//! way between them is looked for, with the later board as the goal. Pieces overlap, and grow when no
//! piece of a length can be shortened. Ratner and Warmuth's puzzle was treated so by D. Ratner and
//! I. Pohl ("Joint and LPA*", 1986). Every piece has a limit of nodes.

use quarry_core::{Meter, Refused};

use super::heuristic::LinearConflict;
use super::ida_star::{LengthSearch, Progress};
use super::task::Task;

/// Length of the first pieces, in moves.
const SHORTEST: usize = 12;

/// Nodes for a piece.
const NODES: u32 = 20_000;

/// The work on a line.
#[derive(Debug, Clone)]
pub(super) struct Windows {
    /// Way of the empty cell.
    way: Vec<u16>,
    /// Board before the piece that comes next.
    tiles: Vec<u16>,
    at: usize,
    length: usize,
    /// Length of the longest pieces.
    longest: usize,
    /// Whether this pass has shortened anything.
    is_shorter: bool,
}

impl Windows {
    pub(super) fn new(task: &Task, way: &[u16], longest: usize) -> Self {
        Windows {
            way: without_returns(task, way),
            tiles: task.start().to_vec(),
            at: 0,
            length: SHORTEST,
            longest,
            is_shorter: false,
        }
    }

    pub(super) fn way(&self) -> &[u16] {
        &self.way
    }

    /// Returns whether no piece can be shortened.
    pub(super) fn is_done(&self) -> bool {
        self.length > self.longest
    }

    /// Tries to shorten one piece; returns whether it did.
    pub(super) fn step(&mut self, task: &Task, meter: &mut Meter) -> Result<bool, Refused> {
        if self.at + 2 >= self.way.len() {
            let is_whole = self.length >= self.way.len();
            if !self.is_shorter {
                self.length = if is_whole { self.longest + 1 } else { self.length + 8 };
            }
            self.at = 0;
            self.tiles = task.start().to_vec();
            self.is_shorter = false;
            return Ok(false);
        }
        let end = (self.at + self.length).min(self.way.len());
        let piece = &self.way[self.at..end];
        let mut after = self.tiles.clone();
        walk(task, &mut after, piece);
        let shorter = shorter_way(&task.between(&self.tiles, &after), piece.len(), meter)?;
        if let Some(shorter) = shorter {
            self.way.splice(self.at..end, shorter);
            self.is_shorter = true;
            return Ok(true);
        }
        let stride = (self.length / 3).min(self.way.len() - self.at);
        let skipped = self.at..self.at + stride;
        walk(task, &mut self.tiles, &self.way[skipped]);
        self.at += stride;
        Ok(false)
    }
}

/// Returns a way that is shorter than this, if one is found.
fn shorter_way(task: &Task, than: usize, meter: &mut Meter) -> Result<Option<Vec<u16>>, Refused> {
    let bound = LinearConflict::new(task.columns(), task.rows(), task.blank_home());
    let mut search = LengthSearch::new(task, bound, 0);
    let mut left = NODES;
    while left > 0 && (search.length() as usize) < than {
        if !meter.goes_on() {
            return Err(Refused);
        }
        let nodes = left.min(100);
        left -= nodes;
        match search.work(task, nodes, meter)? {
            Progress::Working => {}
            Progress::Solved(way) => return Ok((way.len() < than).then_some(way)),
        }
    }
    Ok(None)
}

/// Moves the empty cell of a board along a way.
fn walk(task: &Task, tiles: &mut [u16], way: &[u16]) {
    let mut blank = task.blank_of(tiles);
    for &cell in way {
        tiles.swap(blank, cell.into());
        blank = cell.into();
    }
}

/// Takes steps out that are taken back at once.
fn without_returns(task: &Task, way: &[u16]) -> Vec<u16> {
    let mut kept = vec![task.blank_of(task.start()) as u16];
    for &cell in way {
        if kept.len() > 1 && kept[kept.len() - 2] == cell {
            kept.pop();
        } else {
            kept.push(cell);
        }
    }
    kept.remove(0);
    kept
}
