//! Corrals that can never be put right.
//!
//! The stones around and inside a closed part of the floor are looked at alone. If no way of pushing
//! them brings all of them to targets, or one of them away from the corral, the position is lost:
//! more stones only make it harder. The search is short and gives up early; results are kept.

use rustc_hash::FxHashMap;

use super::freeze;
use super::maze::{Cell, Maze, NONE, cells, flip, holds};
use super::reach::{Corrals, DeviceReach};
use super::store::{PositionStore, hash};

/// Positions looked at in one search.
const MOST: usize = 400;

/// Kept results beyond which all are forgotten.
const MOST_KEPT: usize = 2_000_000;

#[derive(Debug)]
pub(super) struct CorralSearch {
    corrals: Corrals,
    outer: DeviceReach,
    reach: DeviceReach,
    store: PositionStore,
    frozen: Vec<u64>,
    known: FxHashMap<u64, bool>,
    members: Vec<u64>,
    area: Vec<u64>,
}

impl CorralSearch {
    pub(super) fn new(maze: &Maze) -> Self {
        CorralSearch {
            corrals: Corrals::default(),
            outer: DeviceReach::new(maze),
            reach: DeviceReach::new(maze),
            store: PositionStore::new(maze.words()),
            frozen: Vec::new(),
            known: FxHashMap::default(),
            members: Vec::new(),
            area: Vec::new(),
        }
    }

    /// Whether some corral of the position can never be put right.
    pub(super) fn is_lost(&mut self, maze: &Maze, stones: &[u64], device: Cell) -> bool {
        self.outer.flood(maze, stones, device);
        let corrals = std::mem::take(&mut self.corrals);
        let mut corrals = corrals;
        let count = corrals.count(maze, stones, &self.outer);
        let mut is_lost = false;
        for number in 0..count {
            let (mut members, mut area) =
                (std::mem::take(&mut self.members), std::mem::take(&mut self.area));
            let is_open = corrals.area(maze, stones, number, &mut members, &mut area);
            (self.members, self.area) = (members, area);
            if is_open && self.is_hopeless(maze, device) {
                is_lost = true;
                break;
            }
        }
        self.corrals = corrals;
        is_lost
    }

    /// Whether the stones of `members` can neither all get to targets nor leave `area`.
    fn is_hopeless(&mut self, maze: &Maze, device: Cell) -> bool {
        let name = self.reach.flood(maze, &self.members, device);
        let key = hash(&self.members, name);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let is_hopeless = self.search(maze, device);
        if self.known.len() >= MOST_KEPT {
            self.known.clear();
        }
        self.known.insert(key, is_hopeless);
        is_hopeless
    }

    fn search(&mut self, maze: &Maze, device: Cell) -> bool {
        self.store.clear();
        let name = self.reach.flood(maze, &self.members, device);
        self.store.insert(&self.members, name);
        let mut at = 0;
        let mut stones = self.members.clone();
        while at < self.store.len() {
            if self.store.len() > MOST {
                return false;
            }
            stones.copy_from_slice(self.store.stones(at as u32));
            self.outer.flood(maze, &stones, self.store.device(at as u32));
            at += 1;
            if cells(&stones).all(|cell| maze.is_target[usize::from(cell)]) {
                return false;
            }
            let here = stones.clone();
            for stone in cells(&here) {
                for way in 0..4 {
                    let next = maze.next[usize::from(stone)];
                    let (to, from) = (next[way], next[way ^ 2]);
                    if to == NONE
                        || from == NONE
                        || !self.outer.is(from)
                        || holds(&here, to)
                        || maze.is_dead(to)
                    {
                        continue;
                    }
                    flip(&mut stones, stone);
                    flip(&mut stones, to);
                    freeze::frozen(maze, &stones, &mut self.frozen);
                    if freeze::stuck(maze, &self.frozen).is_none() {
                        if !holds(&self.area, to) {
                            return false;
                        }
                        let name = self.reach.flood(maze, &stones, stone);
                        self.store.insert(&stones, name);
                    }
                    flip(&mut stones, stone);
                    flip(&mut stones, to);
                }
            }
        }
        true
    }
}
