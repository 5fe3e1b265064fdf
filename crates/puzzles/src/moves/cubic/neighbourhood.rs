//! Shortens a solution by searching around it. All positions of the solution are expanded, then
//! what follows them, and so on, evenly along the whole line; a position that is reached in fewer
//! moves hands this on to all that follow it. H. Nakhost and M. Müller, "Action elimination and
//! plan neighborhood graph search", 2010, here with the bound: what cannot be part of a shorter
//! solution is left out. Needs a solution; promises nothing. Time and memory: `most` positions.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use quarry_core::{Meter, Refused};

use super::expansion::Expansion;
use super::store::{Id, PositionStore, Route};
use super::{Cubic, Move};

/// A search around a solution.
pub(super) struct Neighbourhood<'p> {
    expansion: Expansion<'p>,
    store: PositionStore,
    waiting: VecDeque<Id>,
    /// Length of the shortest solution so far.
    length: u16,
    /// Number of positions at which the search ends.
    most: usize,
}

impl<'p> Neighbourhood<'p> {
    /// Begins a search around a solution.
    pub(super) fn new(puzzle: &'p Cubic, line: &[Move], most: usize) -> Self {
        let mut expansion = Expansion::new(puzzle);
        let mut store = expansion.store();
        expansion.insert_line(&mut store, line);
        let waiting = (0..store.len() as Id).collect();
        Neighbourhood { expansion, store, waiting, length: line.len() as u16, most }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.store.bytes() + self.expansion.bytes() + self.waiting.len() * size_of::<Id>()
    }

    /// Number of positions held.
    pub(super) fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether there is nothing left to expand.
    pub(super) fn is_over(&self) -> bool {
        self.waiting.is_empty() || self.store.len() >= self.most
    }

    /// Expands one position. Returns a shorter solution, if one shows up.
    pub(super) fn step(&mut self, meter: &mut Meter) -> Result<Option<Vec<Move>>, Refused> {
        let Some(id) = self.waiting.pop_front() else { return Ok(None) };
        let depth = self.store.origin(id).depth;
        let limit = self.length.saturating_sub(depth + 1);
        let (mut shorter, waiting) = (None, &mut self.waiting);
        self.expansion.each_child(&mut self.store, id, limit, meter, |store, _, child| {
            let origin = Route { parent: id, step: child.step, depth: depth + 1 };
            let (next, is_new) = store.insert(child.packed, origin);
            if child.blocks == 0 {
                // The bound of a clear board is below the limit only on a shorter way.
                store.improve(next, origin);
                shorter = Some(next);
                return ControlFlow::Break(());
            }
            if is_new || store.improve(next, origin) {
                waiting.push_back(next);
            }
            ControlFlow::Continue(())
        })?;
        let line = shorter.map(|goal| self.expansion.line(&self.store, goal, None));
        if let Some(line) = &line {
            self.length = line.len() as u16;
        }
        Ok(line)
    }
}
