//! Opens a position: looks for one from which stones can be taken away one by one.
//!
//! A stone can be taken away if it can be pushed to some target while the others stand still; then
//! it is gone. Where this takes all stones away, the order of taking is a plan, and a search that
//! comes backwards from the solved position meets nothing that is shut (`pull_search.rs`). Best
//! first over macro moves: by the stones that stay, the cells that stay shut, the closed regions
//! and the moves made. Gives up after a number of positions, with the best it has seen.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use quarry_core::{Meter, Refused};

use super::lost::Lost;
use super::macros::{Macro, Macros};
use super::maze::{Cell, Maze, NONE, cells, flip};
use super::reach::{CorralAdvice, Corrals, DeviceReach};
use super::store::PositionStore;

const ROOT: u32 = u32::MAX;

struct Node {
    parent: u32,
    by: Macro,
    moves: u32,
}

pub(super) struct OpeningSearch<'m> {
    maze: &'m Maze,
    store: PositionStore,
    nodes: Vec<Node>,
    waiting: BinaryHeap<Reverse<(u32, u32)>>,
    /// Moves of the position that is expanded now, the next one last.
    moves: Vec<Macro>,
    here: u32,
    /// The best position so far, and the number of stones that stay.
    best: (u32, u32),
    lost: Lost,
    corrals: Corrals,
    reach: DeviceReach,
    macros: Macros,
}

impl<'m> OpeningSearch<'m> {
    pub(super) fn new(maze: &'m Maze, stones: &[u64], device: Cell) -> Self {
        let mut opening = OpeningSearch {
            maze,
            store: PositionStore::new(maze.words()),
            nodes: Vec::new(),
            waiting: BinaryHeap::new(),
            moves: Vec::new(),
            here: 0,
            best: (0, u32::MAX),
            lost: Lost::new(maze, stones, device),
            corrals: Corrals::default(),
            reach: DeviceReach::new(maze),
            macros: Macros::new(maze),
        };
        let nothing = Macro { stone: NONE, to: NONE, way: 0, pushes: 0 };
        opening.add(stones, device, Node { parent: ROOT, by: nothing, moves: 0 });
        opening
    }

    /// Uses the table of pairs of another search from the same start.
    pub(super) fn share_pairs(&mut self, other: &Lost) {
        self.lost.share_pairs(other);
    }

    pub(super) fn positions(&self) -> usize {
        self.store.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.store.bytes() + self.nodes.capacity() * (size_of::<Node>() + 8)
    }

    /// The number of the best position so far.
    pub(super) fn best(&self) -> u32 {
        self.best.0
    }

    /// The positions that were seen, by number.
    pub(super) fn store(&self) -> &PositionStore {
        &self.store
    }

    /// Looks at one more position; false if there is nothing left to do.
    pub(super) fn step(&mut self, most: usize, meter: &mut Meter) -> Result<bool, Refused> {
        if self.best.1 == 0 || self.store.len() >= most {
            return Ok(false);
        }
        while self.moves.is_empty() {
            let Some(Reverse((_, place))) = self.waiting.pop() else { return Ok(false) };
            self.expand(place);
        }
        meter.spend_visit()?;
        let Some(mv) = self.moves.pop() else { return Ok(true) };
        let mut stones = self.store.stones(self.here).to_vec();
        flip(&mut stones, mv.stone);
        flip(&mut stones, mv.to);
        let device = self.maze.next[usize::from(mv.to)][usize::from(mv.way ^ 2)];
        let moves = self.nodes[self.here as usize].moves + 1;
        self.add(&stones, device, Node { parent: self.here, by: mv, moves });
        Ok(true)
    }

    fn expand(&mut self, place: u32) {
        self.here = place;
        let stones = self.store.stones(place).to_vec();
        self.reach.flood(self.maze, &stones, self.store.device(place));
        let advice = self.corrals.advice(self.maze, &stones, &self.reach);
        if matches!(advice, CorralAdvice::Lost) {
            return;
        }
        for stone in cells(&stones) {
            let sides = self.reach.sides(self.maze, stone, advice.only());
            if sides != 0 {
                self.macros.of(self.maze, &stones, stone, sides, &mut self.moves);
            }
        }
        self.moves.reverse();
    }

    /// Adds a position, unless it is known or lost.
    fn add(&mut self, stones: &[u64], device: Cell, node: Node) {
        let name = self.reach.flood(self.maze, stones, device);
        let is_first = node.parent == ROOT;
        if self.store.find(stones, name).is_some()
            || !is_first && self.lost.is_lost(self.maze, stones, name)
        {
            return;
        }
        let (place, _) = self.store.insert(stones, name);
        let (stay, shut) = self.shut(stones, name);
        let order = 2 * stay + shut + 2 * self.reach.regions(self.maze, stones) as u32 + node.moves;
        self.waiting.push(Reverse((order, place)));
        self.nodes.push(node);
        if stay < self.best.1 {
            self.best = (place, stay);
        }
    }

    /// Counts the stones off the targets that cannot be taken away one by one, and the cells that
    /// the device cannot get to after that.
    fn shut(&mut self, stones: &[u64], device: Cell) -> (u32, u32) {
        let maze = self.maze;
        let mut left = stones.to_vec();
        let mut ends = Vec::new();
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for stone in cells(&left.clone()) {
                self.reach.flood(maze, &left, device);
                let sides = self.reach.sides(maze, stone, None);
                if sides == 0 {
                    continue;
                }
                ends.clear();
                self.macros.of(maze, &left, stone, sides, &mut ends);
                if ends.iter().any(|end| maze.is_target[usize::from(end.to)]) {
                    flip(&mut left, stone);
                    has_changed = true;
                }
            }
        }
        self.reach.flood(maze, &left, device);
        let stay = cells(&left).filter(|&cell| !maze.is_target[usize::from(cell)]).count();
        (stay as u32, (maze.len() - self.reach.count()) as u32)
    }

    /// Returns the pushes that lead to a position, as (cell of the stone, direction).
    pub(super) fn line(&mut self, mut place: u32) -> Vec<(Cell, u8)> {
        let mut chain = Vec::new();
        while self.nodes[place as usize].parent != ROOT {
            chain.push(place);
            place = self.nodes[place as usize].parent;
        }
        let mut line = Vec::new();
        for &place in chain.iter().rev() {
            let Node { parent, by, .. } = self.nodes[place as usize];
            let stones = self.store.stones(parent).to_vec();
            self.reach.flood(self.maze, &stones, self.store.device(parent));
            let advice = self.corrals.advice(self.maze, &stones, &self.reach);
            let sides = self.reach.sides(self.maze, by.stone, advice.only());
            self.macros.pushes(self.maze, &stones, sides, by, &mut line);
        }
        line
    }
}
