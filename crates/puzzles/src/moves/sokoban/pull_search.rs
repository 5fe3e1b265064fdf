//! Best-first search backwards: stones are pulled from the targets to where they are in a position.
//!
//! A full store is hard to fill and easy to empty, so that many levels are far easier from their
//! end. Positions wait in two queues that take turns: by the assignment bound alone, and by the
//! bound within groups that have equally many stones home as planned (`plan.rs`, mirrored), one
//! group after the other. Lost positions are cut by dead cells, stones that can never be pulled and
//! the assignment. Complete. Memory: every position seen.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use quarry_core::{Meter, Refused};

use super::bound::Bound;
use super::maze::{Cell, Maze, NONE, cells, flip, holds};
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

/// Waiting positions by bound, the latest first among equals.
type Waiting = BinaryHeap<(Reverse<u32>, u32)>;

pub(super) struct PullSearch<'m> {
    maze: &'m Maze,
    task: Task,
    plan: PackingPlan,
    /// First cell of the part of the floor where the device must be in the end.
    home: Cell,
    store: PositionStore,
    nodes: Vec<Node>,
    all: Waiting,
    /// By the number of stones that are home as planned.
    groups: Vec<Waiting>,
    turn: usize,
    bound: Bound,
    reach: DeviceReach,
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
    /// Begins at the solved position, to get to this one; `None` if the meter stopped it.
    pub(super) fn new(
        maze: &'m Maze,
        stones: &[u64],
        device: Cell,
        meter: &mut Meter,
    ) -> Option<Self> {
        let task = Task::new(maze, stones, device, Sense::Pull);
        let plan = PackingPlan::of(maze, &task, meter)?;
        let mut reach = DeviceReach::new(maze);
        let home = reach.flood(maze, stones, device);
        let groups = task.goals.len() + 1;
        let mut search = PullSearch {
            maze,
            task,
            plan,
            home,
            store: PositionStore::new(maze.words()),
            nodes: Vec::new(),
            all: Waiting::new(),
            groups: vec![Waiting::new(); groups],
            turn: 0,
            bound: Bound::new(maze),
            reach,
            frozen: Vec::new(),
            found: None,
        };
        // The device may be in any part of the floor at the end of a solution.
        let mut solved = vec![0; maze.words()];
        maze.targets.iter().for_each(|&target| flip(&mut solved, target));
        for cell in (0..maze.len() as Cell).filter(|&cell| !maze.is_target[usize::from(cell)]) {
            search.add(
                &solved,
                cell,
                Node { parent: ROOT, stone: NONE, way: 0, is_expanded: false },
            );
        }
        Some(search)
    }

    pub(super) fn positions(&self) -> usize {
        self.store.len()
    }

    pub(super) fn bytes(&self) -> usize {
        // Each position waits in two queues.
        self.store.bytes() + self.nodes.capacity() * size_of::<Node>() + self.nodes.len() * 16
    }

    /// Makes every pull of the next position.
    pub(super) fn step(&mut self, meter: &mut Meter) -> Result<PullProgress, Refused> {
        let Some(place) = self.next() else { return Ok(PullProgress::Exhausted) };
        let maze = self.maze;
        let stones = self.store.stones(place).to_vec();
        self.reach.flood(maze, &stones, self.store.device(place));
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
            self.add(&after, device, Node { parent: place, stone, way, is_expanded: false });
            if self.found.is_some() {
                return Ok(PullProgress::Reached);
            }
            flip(&mut after, stone);
            flip(&mut after, to);
        }
        Ok(PullProgress::Working)
    }

    /// Takes the next position: every second one is the best of all, the others are the best of the
    /// groups in turn.
    fn next(&mut self) -> Option<u32> {
        self.turn += 1;
        let mut place = None;
        if self.turn % 2 == 1 {
            place = best(&mut self.all, &self.nodes);
        } else {
            for step in 0..self.groups.len() {
                let group = (self.turn / 2 + step) % self.groups.len();
                place = best(&mut self.groups[group], &self.nodes);
                if place.is_some() {
                    // The next group is the next one that has any.
                    self.turn += 2 * step;
                    break;
                }
            }
        }
        let place = place.or_else(|| best(&mut self.all, &self.nodes))?;
        self.nodes[place as usize].is_expanded = true;
        Some(place)
    }

    /// Adds a position, unless it is known or lost.
    fn add(&mut self, stones: &[u64], device: Cell, node: Node) {
        let name = self.reach.flood(self.maze, stones, device);
        if self.store.find(stones, name).is_some()
            || pull_freeze::is_lost(self.maze, &self.task, stones, &mut self.frozen)
        {
            return;
        }
        let Some(left) = self.bound.of(self.maze, &self.task, stones, name) else { return };
        let (place, _) = self.store.insert(stones, name);
        self.nodes.push(node);
        self.all.push((Reverse(left), place));
        self.groups[self.plan.packed(stones)].push((Reverse(left), place));
        if name == self.home && self.task.is_done(stones) {
            self.found = Some(place);
        }
    }

    /// Returns the pushes from the position that was reached to the solved one, as (cell of the
    /// stone, direction).
    pub(super) fn line(&self) -> Vec<(Cell, u8)> {
        let mut line = Vec::new();
        let Some(mut place) = self.found else { return line };
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
