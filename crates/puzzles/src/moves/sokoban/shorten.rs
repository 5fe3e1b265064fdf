//! Shortens a solution: stretches of it are searched again for fewer pushes.
//!
//! A stretch leads from one position of the solution to a later one. Only the stones that it moves
//! may move, the others are walls, and A* looks for a shorter way between the two positions. The
//! bound assigns the stones to their new places by push distances among those walls. Stretches grow
//! and overlap, and rounds repeat with more positions for each, until nothing gets shorter.

use quarry_core::{Meter, Refused};

use super::assignment::{NEVER, StoneAssignment};
use super::freeze;
use super::macros::Macros;
use super::maze::{Cell, Maze, NONE, cells, flip, holds};
use super::reach::DeviceReach;
use super::store::PositionStore;

/// A push: the cell of the stone, and the direction.
pub(super) type Push = (Cell, u8);

/// Positions that a search of one stretch may look at: in the first round and in the last.
const FIRST_LIMIT: usize = 2_000;
const LAST_LIMIT: usize = 128_000;

/// Length of the shortest stretches, in pushes.
const SHORTEST: usize = 12;

pub(super) struct Shorten<'m> {
    maze: &'m Maze,
    line: Vec<Push>,
    /// Stones before each push and at the end, and the device.
    positions: Vec<(Vec<u64>, Cell)>,
    begin: usize,
    length: usize,
    limit: usize,
    has_improved: bool,
    reach: DeviceReach,
    macros: Macros,
    store: PositionStore,
    frozen: Vec<u64>,
}

/// What one step of the work brought.
pub(super) enum Shortened {
    Nothing,
    /// The solution is shorter now.
    Better,
    /// There is nothing left to try.
    Over,
}

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    cost: u32,
    left: u32,
    stone: Cell,
    way: u8,
    is_expanded: bool,
}

impl<'m> Shorten<'m> {
    pub(super) fn new(maze: &'m Maze, stones: &[u64], device: Cell, line: Vec<Push>) -> Self {
        let mut search = Shorten {
            maze,
            line,
            positions: vec![(stones.to_vec(), device)],
            begin: 0,
            length: SHORTEST,
            limit: FIRST_LIMIT,
            has_improved: false,
            reach: DeviceReach::new(maze),
            macros: Macros::new(maze),
            store: PositionStore::new(maze.words()),
            frozen: Vec::new(),
        };
        search.replay(0);
        search
    }

    pub(super) fn line(&self) -> &[Push] {
        &self.line
    }

    pub(super) fn bytes(&self) -> usize {
        self.store.bytes() + self.positions.len() * (self.maze.words() * 8 + 32)
    }

    /// Computes the positions after one of them again.
    fn replay(&mut self, from: usize) {
        self.positions.truncate(from + 1);
        for &(stone, way) in &self.line[from..] {
            let mut stones = self.positions[self.positions.len() - 1].0.clone();
            flip(&mut stones, stone);
            flip(&mut stones, self.maze.next[usize::from(stone)][usize::from(way)]);
            self.positions.push((stones, stone));
        }
    }

    /// Searches one stretch again.
    pub(super) fn step(&mut self, meter: &mut Meter) -> Result<Shortened, Refused> {
        if self.begin >= self.line.len() {
            self.begin = 0;
            self.length *= 2;
        }
        if self.length >= 2 * self.line.len().max(SHORTEST) {
            self.length = SHORTEST;
            if !self.has_improved {
                self.limit *= 4;
            }
            self.has_improved = false;
        }
        if self.limit > LAST_LIMIT || self.line.is_empty() {
            return Ok(Shortened::Over);
        }
        let end = (self.begin + self.length).min(self.line.len());
        let found = self.search(self.begin, end, meter)?;
        let begin = self.begin;
        self.begin += (self.length / 2).max(1);
        let Some(way) = found else { return Ok(Shortened::Nothing) };
        self.line.splice(begin..end, way);
        self.replay(begin);
        self.begin = begin;
        self.has_improved = true;
        Ok(Shortened::Better)
    }

    /// Returns a shorter way between two positions of the solution, if one is found.
    fn search(
        &mut self,
        begin: usize,
        end: usize,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Push>>, Refused> {
        let maze = self.maze;
        let (from, to) = (self.positions[begin].clone(), self.positions[end].clone());
        let is_last = end == self.line.len();
        // Stones that the stretch moves, at its beginning and at its end.
        let mut movers = vec![0u64; maze.words()];
        let mut at_end = vec![0u64; maze.words()];
        for &(stone, way) in &self.line[begin..end] {
            if holds(&at_end, stone) {
                flip(&mut at_end, stone);
            } else {
                flip(&mut movers, stone);
            }
            flip(&mut at_end, maze.next[usize::from(stone)][usize::from(way)]);
        }
        let walls: Vec<u64> = from.0.iter().zip(&movers).map(|(all, moved)| all & !moved).collect();
        let goals: Vec<Cell> = cells(&at_end).collect();
        let mut far = vec![Vec::new(); goals.len()];
        for (goal, far) in goals.iter().zip(&mut far) {
            self.macros.sources(maze, &walls, *goal, far);
        }
        let mut rows = StoneAssignment::new(goals.len());
        let mut bound = |stones: &[u64]| {
            let moved =
                stones.iter().zip(&walls).map(|(all, wall)| all & !wall).collect::<Vec<_>>();
            for (row, stone) in cells(&moved).enumerate() {
                let costs = rows.row(row);
                for (cost, far) in costs.iter_mut().zip(&far) {
                    *cost = if far[usize::from(stone)] == u16::MAX {
                        NEVER
                    } else {
                        far[usize::from(stone)]
                    };
                }
            }
            rows.assign();
            rows.total()
        };
        let wanted = self.reach.flood(maze, &to.0, to.1);
        let most = (end - begin) as u32;
        let mut nodes: Vec<Node> = Vec::new();
        let mut open: Vec<Vec<u32>> = vec![Vec::new(); most as usize + 1];
        self.store.clear();
        let name = self.reach.flood(maze, &from.0, from.1);
        self.store.insert(&from.0, name);
        let Some(left) = bound(&from.0).filter(|&left| left < most) else { return Ok(None) };
        nodes.push(Node { parent: u32::MAX, cost: 0, left, stone: 0, way: 0, is_expanded: false });
        open[left as usize].push(0);
        let mut total = left as usize;
        while total < most as usize {
            let Some(place) = open[total].pop() else {
                total += 1;
                continue;
            };
            let node = nodes[place as usize];
            if node.is_expanded || (node.cost + node.left) as usize != total {
                continue;
            }
            nodes[place as usize].is_expanded = true;
            let stones = self.store.stones(place).to_vec();
            let device = self.store.device(place);
            if stones == to.0 && (is_last || device == wanted) {
                return Ok(Some(self.way_to(&nodes, place)));
            }
            if self.store.len() > self.limit || !meter.goes_on() {
                return Ok(None);
            }
            let mut pushes = Vec::new();
            self.reach.flood(maze, &stones, device);
            for stone in cells(&stones).filter(|&stone| !holds(&walls, stone)) {
                for way in 0..4u8 {
                    let next = maze.next[usize::from(stone)];
                    let (ahead, behind) = (next[usize::from(way)], next[usize::from(way ^ 2)]);
                    if ahead != NONE
                        && behind != NONE
                        && self.reach.is(behind)
                        && !holds(&stones, ahead)
                        && !maze.is_dead(ahead)
                    {
                        pushes.push((stone, way, ahead));
                    }
                }
            }
            let mut after = stones.clone();
            for (stone, way, ahead) in pushes {
                meter.spend_visit()?;
                flip(&mut after, stone);
                flip(&mut after, ahead);
                let name = self.reach.flood(maze, &after, stone);
                let cost = node.cost + 1;
                let (child, is_new) = self.store.insert(&after, name);
                if is_new {
                    freeze::frozen(maze, &after, &mut self.frozen);
                    let is_stuck = freeze::stuck(maze, &self.frozen).is_some();
                    let left = if is_stuck { None } else { bound(&after) };
                    nodes.push(Node {
                        parent: place,
                        cost,
                        left: left.unwrap_or(most),
                        stone,
                        way,
                        is_expanded: false,
                    });
                } else if cost < nodes[child as usize].cost {
                    let known = nodes[child as usize];
                    nodes[child as usize] =
                        Node { parent: place, cost, stone, way, is_expanded: false, ..known };
                } else {
                    flip(&mut after, stone);
                    flip(&mut after, ahead);
                    continue;
                }
                let sum = (cost + nodes[child as usize].left) as usize;
                if sum < most as usize {
                    open[sum].push(child);
                    total = total.min(sum);
                }
                flip(&mut after, stone);
                flip(&mut after, ahead);
            }
        }
        Ok(None)
    }

    fn way_to(&self, nodes: &[Node], mut place: u32) -> Vec<Push> {
        let mut way = Vec::new();
        while nodes[place as usize].parent != u32::MAX {
            let node = nodes[place as usize];
            way.push((node.stone, node.way));
            place = node.parent;
        }
        way.reverse();
        way
    }
}
