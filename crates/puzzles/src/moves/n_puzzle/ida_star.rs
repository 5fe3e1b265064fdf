//! Iterative deepening A* that can be paused after any node: a depth-first search for a solution of
//! a given length, with longer lengths until there is one. R. Korf, 1985. A way back is never taken,
//! and lengths rise by two, since all solutions have the same parity. Needs a [`Heuristic`]; the first
//! solution is a shortest one. Memory: one frame for each move.

use quarry_core::{Meter, Refused};

use super::heuristic::Heuristic;
use super::task::Task;

/// The search, with the board of the current frame.
pub(super) struct LengthSearch<H: Heuristic> {
    heuristic: H,
    tiles: Vec<u16>,
    frames: Vec<Frame<H::Kept>>,
    /// Length of the solutions that are looked for now; shorter ones do not exist.
    length: u32,
}

struct Frame<K> {
    kept: K,
    blank: u16,
    /// Number of directions that were tried.
    tried: u8,
}

/// What a piece of work led to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// There is more to do.
    Working,
    /// The way of the empty cell in a shortest solution.
    Solved(Vec<u16>),
}

impl<H: Heuristic> LengthSearch<H> {
    /// Creates a search for solutions of at least this length.
    pub(super) fn new(task: &Task, heuristic: H, least: u32) -> Self {
        let tiles = task.start().to_vec();
        let kept = heuristic.begin(&tiles);
        let length = heuristic.value(&kept).max(least);
        let first = Frame { kept, blank: task.blank_of(&tiles) as u16, tried: 0 };
        LengthSearch { heuristic, tiles, frames: vec![first], length }
    }

    /// Returns the length that no solution falls short of.
    pub(super) fn length(&self) -> u32 {
        self.length
    }

    /// Generates up to this many nodes of the same task.
    pub(super) fn work(
        &mut self,
        task: &Task,
        nodes: u32,
        meter: &mut Meter,
    ) -> Result<Progress, Refused> {
        let mut left = nodes;
        if self.frames.len() == 1 && self.heuristic.value(&self.frames[0].kept) == 0 {
            return Ok(Progress::Solved(Vec::new()));
        }
        while left > 0 {
            let depth = self.frames.len();
            let before = if depth > 1 { self.frames[depth - 2].blank } else { u16::MAX };
            let frame = &mut self.frames[depth - 1];
            let blank = usize::from(frame.blank);
            let Some(cell) = task.neighbours()[blank].get(frame.tried.into()) else {
                if depth == 1 {
                    frame.tried = 0;
                    self.length += 2;
                    continue;
                }
                self.tiles.swap(blank, before.into());
                self.frames.pop();
                continue;
            };
            if cell == usize::from(before) {
                frame.tried += 1;
                continue;
            }
            meter.spend_visit()?;
            left -= 1;
            frame.tried += 1;
            let limit = self.length - depth as u32;
            let after = self.heuristic.after(&frame.kept, &self.tiles, cell, blank, limit);
            let Some(kept) = after else { continue };
            self.tiles.swap(cell, blank);
            let is_solved = self.heuristic.value(&kept) == 0;
            self.frames.push(Frame { kept, blank: cell as u16, tried: 0 });
            if is_solved {
                let way = self.frames[1..].iter().map(|frame| frame.blank);
                return Ok(Progress::Solved(way.collect()));
            }
        }
        Ok(Progress::Working)
    }
}
