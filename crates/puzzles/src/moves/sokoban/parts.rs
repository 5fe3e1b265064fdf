//! Into how many parts the floor falls, and how many there would be with one more stone on a cell.

use super::maze::{Cell, Maze, NONE, holds};

/// A cell whose neighbours are visited now, the cell before it, and the next side to look at.
#[derive(Debug, Clone, Copy)]
struct Visit {
    cell: Cell,
    before: Cell,
    side: u8,
}

/// Counts the parts of the floor, depth first, after R. Tarjan, "Depth-first search and linear graph
/// algorithms", 1972: a cell cuts off what was first visited through it and leads back to no cell
/// before it.
#[derive(Debug)]
pub(super) struct FloorParts {
    parts: usize,
    /// When each cell was visited, from 1; 0 for stones.
    order: Vec<u16>,
    /// The first cell, by that order, to which a step leads from what was visited through a cell.
    first: Vec<u16>,
    /// Parts into which the part of each cell falls if a stone is put on it.
    left: Vec<u8>,
    visits: Vec<Visit>,
}

impl FloorParts {
    pub(super) fn new(maze: &Maze) -> Self {
        FloorParts {
            parts: 0,
            order: vec![0; maze.len()],
            first: vec![0; maze.len()],
            left: vec![0; maze.len()],
            visits: Vec::with_capacity(maze.len()),
        }
    }

    /// Looks at the floor with these stones on it.
    pub(super) fn count(&mut self, maze: &Maze, stones: &[u64]) {
        self.order.fill(0);
        self.left.fill(0);
        self.parts = 0;
        let mut time = 0;
        for start in 0..maze.len() as Cell {
            if self.order[usize::from(start)] == 0 && !holds(stones, start) {
                self.parts += 1;
                self.visit(maze, stones, start, &mut time);
            }
        }
    }

    fn visit(&mut self, maze: &Maze, stones: &[u64], start: Cell, time: &mut u16) {
        self.enter(start, NONE, time);
        while let Some(visit) = self.visits.last_mut() {
            let (cell, before, side) = (visit.cell, visit.before, usize::from(visit.side));
            if side < 4 {
                visit.side += 1;
                let next = maze.next[usize::from(cell)][side];
                if next == NONE || next == before || holds(stones, next) {
                    continue;
                }
                match self.order[usize::from(next)] {
                    0 => self.enter(next, cell, time),
                    order => {
                        let first = &mut self.first[usize::from(cell)];
                        *first = order.min(*first);
                    }
                }
                continue;
            }
            self.visits.pop();
            if before == NONE {
                continue;
            }
            let first = self.first[usize::from(cell)];
            self.first[usize::from(before)] = first.min(self.first[usize::from(before)]);
            if before == start || first >= self.order[usize::from(before)] {
                self.left[usize::from(before)] += 1;
            }
        }
    }

    fn enter(&mut self, cell: Cell, before: Cell, time: &mut u16) {
        *time += 1;
        self.order[usize::from(cell)] = *time;
        self.first[usize::from(cell)] = *time;
        // What was visited before it is one part.
        self.left[usize::from(cell)] = u8::from(before != NONE);
        self.visits.push(Visit { cell, before, side: 0 });
    }

    /// Number of parts if a stone is put on a free cell.
    pub(super) fn with(&self, cell: Cell) -> usize {
        self.parts - 1 + usize::from(self.left[usize::from(cell)])
    }
}
