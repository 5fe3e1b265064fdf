//! Whether a position is lost, by every test that is cheap enough for each position: frozen stones,
//! targets that they shut off, the assignment, pairs of stones, and closed corrals. Sound: what it calls lost has no
//! solution.

use std::sync::Arc;

use quarry_core::Meter;

use super::bound::Bound;
use super::corral_search::CorralSearch;
use super::freeze;
use super::maze::{Cell, Maze};
use super::pairs::PairTable;
use super::task::{Sense, Task};
use super::walled::Walled;

pub(super) struct Lost {
    task: Task,
    bound: Bound,
    corral_search: CorralSearch,
    walled: Walled,
    /// Empty until one is given.
    pairs: Arc<PairTable>,
    frozen: Vec<u64>,
}

impl Lost {
    pub(super) fn new(maze: &Maze, stones: &[u64], device: Cell) -> Self {
        Lost {
            task: Task::new(maze, stones, device, Sense::Push),
            pairs: Arc::default(),
            bound: Bound::new(maze),
            corral_search: CorralSearch::new(maze),
            walled: Walled::new(maze),
            frozen: Vec::new(),
        }
    }

    /// What has to be done: push the stones to the targets.
    pub(super) fn task(&self) -> &Task {
        &self.task
    }

    /// Makes the table of pairs for this task; `None` if the meter stopped it.
    pub(super) fn make_pairs(&mut self, maze: &Maze, meter: &mut Meter) -> Option<()> {
        self.pairs = Arc::new(PairTable::of(maze, &self.task, meter)?);
        Some(())
    }

    /// Uses the table of another search for the same task.
    pub(super) fn share_pairs(&mut self, other: &Lost) {
        self.pairs = Arc::clone(&other.pairs);
    }

    /// Returns the number of bytes of the table.
    pub(super) fn pair_bytes(&self) -> usize {
        self.pairs.bytes()
    }

    pub(super) fn is_lost(&mut self, maze: &Maze, stones: &[u64], device: Cell) -> bool {
        freeze::frozen(maze, stones, &mut self.frozen);
        freeze::stuck(maze, &self.frozen).is_some()
            || self.walled.is_lost(maze, stones, &self.frozen)
            || self.bound.of(maze, &self.task, stones, device).is_none()
            || self.pairs.is_lost(stones, device)
            || self.corral_search.is_lost(maze, stones, device)
    }
}
