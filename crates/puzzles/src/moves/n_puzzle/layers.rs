//! A solution of any board, line by line, as people do it: the row or column that is farthest from
//! the empty cell's home is put in order, its last two tiles as a pair, and never touched again; the
//! last six cells are solved by trying everything. I. Parberry ("A real-time algorithm for the
//! (n^2-1)-puzzle", 1995) bounds such methods by O(n^3) moves for n x n cells. Needs a board of even
//! parity. Time: O(n^4) for n x n cells.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::task::Task;

/// Cells up to which what is left is solved by trying everything.
const LAST_CELLS: usize = 6;

/// Most cells in which a pair of tiles is brought home by trying everything.
const PAIR_CELLS: usize = 64;

/// Returns the way of the empty cell in a solution. `None` if `goes_on` returned false.
pub(super) fn solve(task: &Task, goes_on: &mut dyn FnMut() -> bool) -> Option<Vec<u16>> {
    let mut rest = Rest::new(task);
    for line in lines(task) {
        rest.bring_home(task, &line, goes_on)?;
    }
    rest.finish(task)?;
    Some(rest.way)
}

/// Returns the rows and columns in the order in which they are solved; the last cells are left out.
pub(super) fn lines(task: &Task) -> Vec<Vec<usize>> {
    let (mut left, mut right, mut top, mut bottom) = (0, task.columns(), 0, task.rows());
    let (home_x, home_y) = (task.blank_home() % task.columns(), task.blank_home() / task.columns());
    let mut lines = Vec::new();
    while (right - left) * (bottom - top) > LAST_CELLS {
        if bottom - top >= right - left {
            let is_top = home_y - top >= bottom - 1 - home_y;
            let row = if is_top { top } else { bottom - 1 };
            lines.push((left..right).map(|x| row * task.columns() + x).collect());
            if is_top { top += 1 } else { bottom -= 1 }
        } else {
            let is_left = home_x - left >= right - 1 - home_x;
            let column = if is_left { left } else { right - 1 };
            lines.push((top..bottom).map(|y| y * task.columns() + column).collect());
            if is_left { left += 1 } else { right -= 1 }
        }
    }
    lines
}

/// The board, of which some cells are in order.
pub(super) struct Rest {
    columns: usize,
    tiles: Vec<u16>,
    blank: usize,
    is_locked: Vec<bool>,
    way: Vec<u16>,
}

impl Rest {
    pub(super) fn new(task: &Task) -> Self {
        let tiles = task.start().to_vec();
        Rest {
            columns: task.columns(),
            blank: task.blank_of(&tiles),
            is_locked: vec![false; tiles.len()],
            tiles,
            way: Vec::new(),
        }
    }

    /// Returns the way so far.
    pub(super) fn way(&self) -> &[u16] {
        &self.way
    }

    /// Moves the empty cell along a way.
    pub(super) fn walk_along(&mut self, way: &[u16]) {
        way.iter().for_each(|&cell| self.step(cell.into()));
    }

    /// Returns whether every tile of a line is home.
    pub(super) fn is_home(&self, line: &[usize]) -> bool {
        line.iter().all(|&cell| usize::from(self.tiles[cell]) == cell)
    }

    /// Makes sure that a cell is not touched again.
    pub(super) fn lock(&mut self, cell: usize) {
        self.is_locked[cell] = true;
    }

    /// Returns what is left to do as a task of its own, without the cells that are in order.
    pub(super) fn stage(&self, task: &Task) -> Task {
        task.stage(self.tiles.clone(), &self.is_locked)
    }

    /// Puts a line in order and locks it. `None` if `goes_on` returned false.
    pub(super) fn bring_home(
        &mut self,
        task: &Task,
        line: &[usize],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        let (single, pair) = line.split_at(line.len() - 2);
        for &cell in single {
            if !goes_on() {
                return None;
            }
            self.bring(task, cell, cell)?;
            self.is_locked[cell] = true;
        }
        let mut free: Vec<usize> = self.free().collect();
        if free.len() > PAIR_CELLS {
            // Both tiles come near first, the second without moving the first.
            let (x, y) = self.place(pair[1]);
            let is_near = |cell: &usize| {
                let (other_x, other_y) = self.place(*cell);
                x.abs_diff(other_x) < 4 && y.abs_diff(other_y) < 4
            };
            free.retain(is_near);
            let far = |&cell: &usize| {
                let (other_x, other_y) = self.place(cell);
                x.abs_diff(other_x) + y.abs_diff(other_y)
            };
            free.sort_by_key(far);
            let first = free[free.len() / 2];
            if !free.contains(&self.cell_of(pair[0])) {
                self.bring(task, pair[0], first)?;
            }
            let first = self.cell_of(pair[0]);
            if !free.contains(&self.cell_of(pair[1])) {
                self.is_locked[first] = true;
                let others = free.iter().copied().filter(|&cell| cell != first);
                let target = others.max_by_key(|&cell| self.distance(cell, first))?;
                let is_brought = self.bring(task, pair[1], target);
                self.is_locked[first] = false;
                is_brought?;
            }
            let goal = free
                .iter()
                .copied()
                .find(|&cell| cell != self.cell_of(pair[0]) && cell != self.cell_of(pair[1]))?;
            if !free.contains(&self.blank) {
                let kept = [self.cell_of(pair[0]), self.cell_of(pair[1])];
                kept.iter().for_each(|&cell| self.is_locked[cell] = true);
                let is_walked = self.walk(task, goal, usize::MAX);
                kept.iter().for_each(|&cell| self.is_locked[cell] = false);
                is_walked?;
            }
        }
        self.bring_pair(task, [pair[0], pair[1]], &free)?;
        pair.iter().for_each(|&cell| self.is_locked[cell] = true);
        Some(())
    }

    fn place(&self, cell: usize) -> (usize, usize) {
        (cell % self.columns, cell / self.columns)
    }

    fn distance(&self, one: usize, other: usize) -> usize {
        let ((x, y), (other_x, other_y)) = (self.place(one), self.place(other));
        x.abs_diff(other_x) + y.abs_diff(other_y)
    }

    fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.tiles.len()).filter(|&cell| !self.is_locked[cell])
    }

    fn cell_of(&self, home: usize) -> usize {
        let found = self.tiles.iter().position(|&tile| usize::from(tile) == home);
        found.expect("every tile is on the board")
    }

    fn step(&mut self, cell: usize) {
        self.tiles.swap(cell, self.blank);
        self.blank = cell;
        self.way.push(cell as u16);
    }

    /// Brings a tile to a cell, one step at a time.
    fn bring(&mut self, task: &Task, home: usize, target: usize) -> Option<()> {
        let distances = self.distances(task, target, usize::MAX);
        let mut at = self.cell_of(home);
        while at != target {
            let around = self.distances(task, self.blank, at);
            let nearer = |cell: &usize| distances[*cell] < distances[at] && around[*cell] < FAR;
            let next = task.neighbours()[at].iter().filter(nearer);
            let next = next.min_by_key(|&cell| around[cell])?;
            self.walk(task, next, at)?;
            self.step(at);
            at = next;
        }
        Some(())
    }

    /// Walks the empty cell to a cell, not through `avoided` or locked cells.
    fn walk(&mut self, task: &Task, target: usize, avoided: usize) -> Option<()> {
        let distances = self.distances(task, target, avoided);
        while self.blank != target {
            let here = distances[self.blank];
            let next = task.neighbours()[self.blank].iter();
            let next = next.into_iter().find(|&cell| distances[cell] < here)?;
            self.step(next);
        }
        Some(())
    }

    /// Returns the distance of every cell from a cell, through free cells other than `avoided`.
    fn distances(&self, task: &Task, from: usize, avoided: usize) -> Vec<u32> {
        let mut distances = vec![FAR; self.tiles.len()];
        distances[from] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(cell) = queue.pop_front() {
            for next in task.neighbours()[cell].iter() {
                if distances[next] == FAR && !self.is_locked[next] && next != avoided {
                    distances[next] = distances[cell] + 1;
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// Brings two tiles home inside some free cells, in as few moves as possible.
    fn bring_pair(&mut self, task: &Task, pair: [usize; 2], free: &[usize]) -> Option<()> {
        let start = [self.cell_of(pair[0]), self.cell_of(pair[1]), self.blank];
        let is_free = |cell: &usize| free.contains(cell);
        let way = shortest(
            start,
            |state| state[..2] == pair,
            |&[first, second, blank], out| {
                for next in task.neighbours()[blank].iter().filter(is_free) {
                    let moved = |tile: usize| if tile == next { blank } else { tile };
                    out.push((next, [moved(first), moved(second), next]));
                }
            },
        )?;
        way.into_iter().for_each(|cell| self.step(cell));
        Some(())
    }

    /// Solves the cells that are left.
    pub(super) fn finish(&mut self, task: &Task) -> Option<()> {
        let free: Vec<usize> = self.free().collect();
        let start = (self.tiles.clone(), self.blank);
        let way = shortest(
            start,
            |(tiles, _)| tiles.iter().enumerate().all(|(cell, &tile)| cell == usize::from(tile)),
            |(tiles, blank), out| {
                for next in task.neighbours()[*blank].iter().filter(|cell| free.contains(cell)) {
                    let mut moved = tiles.clone();
                    moved.swap(*blank, next);
                    out.push((next, (moved, next)));
                }
            },
        )?;
        way.into_iter().for_each(|cell| self.step(cell));
        Some(())
    }
}

const FAR: u32 = u32::MAX;

/// Returns the steps of a shortest way from a state to a goal, breadth first.
fn shortest<S: Clone + Eq + std::hash::Hash>(
    start: S,
    is_goal: impl Fn(&S) -> bool,
    mut steps: impl FnMut(&S, &mut Vec<(usize, S)>),
) -> Option<Vec<usize>> {
    let mut nodes: Vec<(S, usize, usize)> = vec![(start.clone(), 0, 0)];
    let mut seen = FxHashSet::default();
    seen.insert(start);
    let (mut at, mut out) = (0, Vec::new());
    while at < nodes.len() {
        if is_goal(&nodes[at].0) {
            let mut way = Vec::new();
            while at > 0 {
                way.push(nodes[at].2);
                at = nodes[at].1;
            }
            way.reverse();
            return Some(way);
        }
        steps(&nodes[at].0, &mut out);
        for (step, state) in out.drain(..) {
            if seen.insert(state.clone()) {
                nodes.push((state, at, step));
            }
        }
        at += 1;
    }
    None
}
