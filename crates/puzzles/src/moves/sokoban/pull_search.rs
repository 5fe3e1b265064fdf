//! Best-first search backwards: stones are pulled from the targets to where they are in a position.
//!
//! A full store is hard to fill and easy to empty, so that many levels are far easier from their
//! end. Positions wait in three queues that take turns: by the assignment bound; by the bound within
//! groups that have equally many stones home as planned (`plan.rs`, mirrored), one group after the
//! other; and in the same groups by the bound and the cells that are closed to the device. Each of
//! them solves levels that the others do not. Some levels are solved only where the others do not
//! lead one astray: so the second may first search alone for a while, by the bound and what pairs of
//! stones cost each other (`pairs.rs`), before all begin anew. Lost positions are cut by dead cells,
//! stones that can never be pulled and the assignment. Complete. Memory: every position seen.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use quarry_core::{Meter, Refused};

use super::bound::Bound;
use super::maze::{Cell, Maze, NONE, cells, flip, holds};
use super::pairs::PairTable;
use super::plan::PackingPlan;
use super::pull_freeze;
use super::reach::DeviceReach;
use super::store::PositionStore;
use super::task::{Sense, Task};

/// How a position was reached: this stone was pulled this way.
#[derive(Debug, Clone, Copy)]
struct Node {
    parent: u32,
    stone: Cell,
    way: u8,
    is_expanded: bool,
}

const ROOT: u32 = u32::MAX;

/// Steps of the first queue alone before all take turns.
const ALONE: usize = 10_000;

/// How the queues begin.
#[derive(Debug, Clone, Copy)]
pub(super) enum Begins {
    Alone,
    InTurns,
}

/// Waiting positions by bound, the latest first among equals.
type Waiting = BinaryHeap<(Reverse<u32>, u32)>;

/// Waiting positions in groups, and the group whose turn it is.
#[derive(Debug)]
struct Groups {
    waiting: Vec<Waiting>,
    turn: usize,
}

impl Groups {
    fn new(groups: usize) -> Self {
        Groups { waiting: vec![Waiting::new(); groups], turn: 0 }
    }

    /// Takes the best position of the next group that has any.
    fn next(&mut self, nodes: &[Node]) -> Option<u32> {
        for _ in 0..self.waiting.len() {
            self.turn = (self.turn + 1) % self.waiting.len();
            if let Some(place) = best(&mut self.waiting[self.turn], nodes) {
                return Some(place);
            }
        }
        None
    }
}

pub(super) struct PullSearch<'m> {
    maze: &'m Maze,
    task: Task,
    plan: PackingPlan,
    pairs: PairTable,
    /// First cell of the part of the floor where the device must be in the end.
    home: Cell,
    store: PositionStore,
    nodes: Vec<Node>,
    all: Waiting,
    /// By the number of stones that are home as planned: by the bound, and by the bound and the
    /// closed cells.
    near: Groups,
    open: Groups,
    turn: usize,
    steps: usize,
    bound: Bound,
    reach: DeviceReach,
    /// The same after a pull.
    after: DeviceReach,
    frozen: Vec<u64>,
    found: Option<u32>,
}

/// How the search stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PullProgress {
    Working,
    /// The position was reached.
    Reached,
    /// Every pull was made.
    Exhausted,
}

impl<'m> PullSearch<'m> {
    /// Begins at the solved position, to get to this one; `None` if the meter stopped it. The
    /// queues take turns at once, or one is tried alone first.
    pub(super) fn new(
        maze: &'m Maze,
        (stones, device): (&[u64], Cell),
        begins: Begins,
        meter: &mut Meter,
    ) -> Option<Self> {
        let task = Task::new(maze, stones, device, Sense::Pull);
        let plan = PackingPlan::of(maze, &task, meter)?;
        let pairs = PairTable::of(maze, &task, meter)?;
        let mut reach = DeviceReach::new(maze);
        let home = reach.flood(maze, stones, device);
        let groups = task.goals.len() + 1;
        let mut search = PullSearch {
            maze,
            task,
            plan,
            pairs,
            home,
            store: PositionStore::new(maze.words()),
            nodes: Vec::new(),
            all: Waiting::new(),
            near: Groups::new(groups),
            open: Groups::new(groups),
            turn: 0,
            steps: match begins {
                Begins::Alone => 0,
                Begins::InTurns => ALONE,
            },
            bound: Bound::new(maze),
            reach,
            after: DeviceReach::new(maze),
            frozen: Vec::new(),
            found: None,
        };
        search.begin();
        Some(search)
    }

    /// Begins at the solved position, with nothing seen.
    fn begin(&mut self) {
        let (maze, groups) = (self.maze, self.task.goals.len() + 1);
        self.store.clear();
        self.nodes.clear();
        self.all.clear();
        (self.near, self.open) = (Groups::new(groups), Groups::new(groups));
        // The device may be in any part of the floor at the end of a solution.
        let mut solved = vec![0; maze.words()];
        maze.targets.iter().for_each(|&target| flip(&mut solved, target));
        for cell in (0..maze.len() as Cell).filter(|&cell| !maze.is_target[usize::from(cell)]) {
            let name = self.reach.flood(maze, &solved, cell);
            let closed = maze.len() - self.reach.count();
            let root = Node { parent: ROOT, stone: NONE, way: 0, is_expanded: false };
            self.add(&solved, name, closed, root);
        }
    }

    pub(super) fn positions(&self) -> usize {
        self.store.len()
    }

    pub(super) fn bytes(&self) -> usize {
        // Each position waits in three queues.
        self.pairs.bytes()
            + self.store.bytes()
            + self.nodes.capacity() * size_of::<Node>()
            + self.nodes.len() * 24
    }

    /// Makes every pull of the next position.
    pub(super) fn step(&mut self, meter: &mut Meter) -> Result<PullProgress, Refused> {
        let Some(place) = self.next() else { return Ok(PullProgress::Exhausted) };
        let maze = self.maze;
        let stones = self.store.stones(place).to_vec();
        self.reach.flood(maze, &stones, self.store.device(place));
        let closed_here = maze.len() - self.reach.count();
        let mut pulls = Vec::new();
        for stone in cells(&stones) {
            for way in 0..4 {
                let to = maze.next[usize::from(stone)][way];
                if to == NONE || !self.reach.is(to) || self.task.is_dead(to) {
                    continue;
                }
                let device = maze.next[usize::from(to)][way];
                if device != NONE && !holds(&stones, device) {
                    pulls.push((stone, to, device, way as u8));
                }
            }
        }
        let mut after = stones;
        for (stone, to, device, way) in pulls {
            meter.spend_visit()?;
            flip(&mut after, stone);
            flip(&mut after, to);
            let (name, closed) = match self.reach.after_move(maze, &after, stone, to) {
                // The device loses one cell and wins one.
                Some(name) => (name, closed_here),
                None => {
                    let name = self.after.flood(maze, &after, device);
                    (name, maze.len() - self.after.count())
                }
            };
            let node = Node { parent: place, stone, way, is_expanded: false };
            self.add(&after, name, closed, node);
            if self.found.is_some() {
                return Ok(PullProgress::Reached);
            }
            flip(&mut after, stone);
            flip(&mut after, to);
        }
        Ok(PullProgress::Working)
    }

    /// Takes the next position: from one queue alone, then from each in turn.
    fn next(&mut self) -> Option<u32> {
        self.steps += 1;
        if self.steps == ALONE {
            self.begin();
        }
        self.turn = if self.steps < ALONE { 0 } else { (self.turn + 1) % 3 };
        let place = match self.turn {
            0 => self.near.next(&self.nodes),
            1 => self.open.next(&self.nodes),
            _ => best(&mut self.all, &self.nodes),
        }?;
        self.nodes[place as usize].is_expanded = true;
        Some(place)
    }

    /// Adds a position, with the first cell that the device can get to, unless it is known or lost.
    /// `closed` cells are those that it cannot get to.
    fn add(&mut self, stones: &[u64], name: Cell, closed: usize, node: Node) {
        if self.store.find(stones, name).is_some()
            || pull_freeze::is_lost(self.maze, &self.task, stones, &mut self.frozen)
        {
            return;
        }
        let Some(left) = self.bound.of(self.maze, &self.task, stones, name) else { return };
        let near = if self.steps < ALONE {
            let Some(more) = self.pairs.penalty(&self.bound, stones, name) else { return };
            left + more
        } else {
            left
        };
        let (place, _) = self.store.insert(stones, name);
        self.nodes.push(node);
        self.all.push((Reverse(left), place));
        let group = self.plan.packed(stones);
        self.near.waiting[group].push((Reverse(near), place));
        self.open.waiting[group].push((Reverse(2 * left + closed as u32), place));
        if name == self.home && self.task.is_done(stones) {
            self.found = Some(place);
        }
    }

    /// Returns the pushes from the position that was reached to the solved one, as (cell of the
    /// stone, direction).
    pub(super) fn line(&self) -> Vec<(Cell, u8)> {
        self.found.map_or(Vec::new(), |place| self.line_from(place))
    }

    /// The positions that were seen, by number.
    pub(super) fn store(&self) -> &PositionStore {
        &self.store
    }

    /// Returns the pushes from a position to the solved one.
    pub(super) fn line_from(&self, mut place: u32) -> Vec<(Cell, u8)> {
        let mut line = Vec::new();
        while self.nodes[place as usize].parent != ROOT {
            let node = self.nodes[place as usize];
            // A pull taken back is a push.
            let cell = self.maze.next[usize::from(node.stone)][usize::from(node.way)];
            line.push((cell, node.way ^ 2));
            place = node.parent;
        }
        line
    }
}

/// Takes the best position that is not expanded yet.
fn best(waiting: &mut Waiting, nodes: &[Node]) -> Option<u32> {
    while let Some((_, place)) = waiting.pop() {
        if !nodes[place as usize].is_expanded {
            return Some(place);
        }
    }
    None
}
