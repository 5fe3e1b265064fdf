//! Any solution, fast: best-first search over features, after Y. Shoham and J. Schaeffer, "The FESS
//! algorithm: a feature based approach to single-agent search", 2020.
//!
//! A move is a macro: one stone to any cell that it can get to. Positions are sorted by features:
//! targets filled as planned (`plan.rs`), obstacles to the next one (`route.rs`), closed regions,
//! and blocked doors. The search goes round the cells of this feature space; in each it makes the
//! move of least weight, where moves that an adviser names weigh nothing and others 1. Lost positions
//! are cut by frozen stones, the assignment and closed corrals. Complete: if every move has been
//! made, there is no solution. Memory: every position with its moves.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use quarry_core::{Meter, Refused};
use rustc_hash::FxHashMap;

use super::lost::Lost;
use super::macros::{Macro, Macros};
use super::maze::{Cell, Maze, NONE, cells, flip, holds};
use super::parts::FloorParts;
use super::plan::PackingPlan;
use super::reach::{CorralAdvice, Corrals, DeviceReach};
use super::route::{Route, Routes};
use super::store::PositionStore;

/// What a position looks like from afar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Features {
    packed: u16,
    obstacles: u16,
    regions: u16,
    blocked_doors: u16,
}

/// A position in the tree.
#[derive(Debug)]
struct Node {
    parent: u32,
    /// How it came from its parent.
    by: Macro,
    weight: u32,
    features: Features,
    /// Moves that are not made yet, the next one last; the first `advised` of them to be made weigh
    /// nothing.
    moves: Vec<Packed>,
    advised: u16,
}

/// A macro move in few bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Packed {
    stone: Cell,
    to: u16,
    way: u8,
}

const ROOT: u32 = u32::MAX;

/// How the search stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    Working,
    Solved(u32),
    /// Every move was made: there is no solution.
    Exhausted,
}

pub(super) struct FeatureSearch<'m> {
    maze: &'m Maze,
    plan: PackingPlan,
    doors: Vec<u64>,
    store: PositionStore,
    nodes: Vec<Node>,
    /// Positions of each cell of the feature space with moves left, by the weight of the next one.
    heaps: Vec<BinaryHeap<(Reverse<u32>, u32)>>,
    heap_of: FxHashMap<Features, usize>,
    turn: usize,
    scratch: Scratch,
    move_bytes: usize,
}

struct Scratch {
    lost: Lost,
    corrals: Corrals,
    reach: DeviceReach,
    macros: Macros,
    routes: Routes,
    parts: FloorParts,
    /// Number of the region of each cell, from 1, after the regions were counted; 0 under a stone.
    region: Vec<u16>,
    open: Vec<Cell>,
}

impl<'m> FeatureSearch<'m> {
    /// Begins at a start position; `None` if the meter stopped it.
    pub(super) fn new(
        maze: &'m Maze,
        stones: &[u64],
        device: Cell,
        meter: &mut Meter,
    ) -> Option<Self> {
        let mut lost = Lost::new(maze, stones, device);
        lost.make_pairs(maze, meter)?;
        let plan = PackingPlan::of(maze, lost.task(), meter)?;
        let mut search = FeatureSearch {
            maze,
            plan,
            doors: doors(maze),
            store: PositionStore::new(maze.words()),
            nodes: Vec::new(),
            heaps: Vec::new(),
            heap_of: FxHashMap::default(),
            turn: 0,
            scratch: Scratch {
                lost,
                corrals: Corrals::default(),
                reach: DeviceReach::new(maze),
                macros: Macros::new(maze),
                routes: Routes::new(maze),
                parts: FloorParts::new(maze),
                region: vec![0; maze.len()],
                open: Vec::new(),
            },
            move_bytes: 0,
        };
        let nothing = Macro { stone: NONE, to: NONE, way: 0, pushes: 0 };
        search.add(stones, device, ROOT, nothing, 0);
        Some(search)
    }

    pub(super) fn positions(&self) -> usize {
        self.store.len()
    }

    /// The positions that were seen, by number.
    pub(super) fn store(&self) -> &PositionStore {
        &self.store
    }

    /// The tests for lost positions.
    pub(super) fn lost(&self) -> &Lost {
        &self.scratch.lost
    }

    pub(super) fn bytes(&self) -> usize {
        let pairs = self.scratch.lost.pair_bytes();
        pairs + self.store.bytes() + self.nodes.capacity() * size_of::<Node>() + self.move_bytes
    }

    /// Makes one move.
    pub(super) fn step(&mut self, meter: &mut Meter) -> Result<Progress, Refused> {
        let Some(place) = self.choose() else { return Ok(Progress::Exhausted) };
        meter.spend_visit()?;
        let node = &mut self.nodes[place as usize];
        let mv = node.moves.pop().expect("it was chosen because a move is left");
        let is_advised = node.advised > 0;
        node.advised -= u16::from(is_advised);
        let weight = node.weight + u32::from(!is_advised);
        if node.moves.is_empty() {
            self.move_bytes -= node.moves.capacity() * size_of::<Packed>();
            node.moves = Vec::new();
        }
        self.enqueue(place);
        let mut stones = self.store.stones(place).to_vec();
        flip(&mut stones, mv.stone);
        flip(&mut stones, mv.to);
        let device = self.maze.next[usize::from(mv.to)][usize::from(mv.way ^ 2)];
        let by = Macro { stone: mv.stone, to: mv.to, way: mv.way, pushes: 0 };
        if let Some(child) = self.add(&stones, device, place, by, weight)
            && cells(&stones).all(|cell| self.maze.is_target[usize::from(cell)])
        {
            return Ok(Progress::Solved(child));
        }
        Ok(Progress::Working)
    }

    /// Returns the position whose turn it is: the one with the lightest move of the next cell of the
    /// feature space that has any.
    fn choose(&mut self) -> Option<u32> {
        for _ in 0..self.heaps.len() {
            self.turn = (self.turn + 1) % self.heaps.len();
            if let Some((_, place)) = self.heaps[self.turn].pop() {
                return Some(place);
            }
        }
        None
    }

    fn enqueue(&mut self, place: u32) {
        let node = &self.nodes[place as usize];
        if node.moves.is_empty() {
            return;
        }
        let weight = node.weight + u32::from(node.advised == 0);
        let heaps = &mut self.heaps;
        let heap = *self.heap_of.entry(node.features).or_insert_with(|| {
            heaps.push(BinaryHeap::new());
            heaps.len() - 1
        });
        self.heaps[heap].push((Reverse(weight), place));
    }

    /// Adds a position, unless it is known or lost; returns its number if it was added.
    fn add(
        &mut self,
        stones: &[u64],
        device: Cell,
        parent: u32,
        by: Macro,
        weight: u32,
    ) -> Option<u32> {
        let maze = self.maze;
        let name = self.scratch.reach.flood(maze, stones, device);
        if self.store.find(stones, name).is_some() || self.scratch.lost.is_lost(maze, stones, name)
        {
            return None;
        }
        let (place, _) = self.store.insert(stones, name);
        let regions = self.scratch.regions(maze, stones);
        let mut features = self.features(stones, regions, self.plan.packed(stones) as u16);
        let (route, target) = self.route(stones, name);
        features.obstacles = route.obstacles as u16;
        let (moves, advised) = self.moves(stones, name, features, by, (&route, target));
        self.move_bytes += moves.capacity() * size_of::<Packed>();
        self.nodes.push(Node { parent, by, weight, features, moves, advised });
        self.enqueue(place);
        Some(place)
    }

    fn features(&self, stones: &[u64], regions: usize, packed: u16) -> Features {
        let doors =
            stones.iter().zip(&self.doors).map(|(one, other)| (one & other).count_ones() as u16);
        Features { packed, obstacles: 0, regions: regions as u16, blocked_doors: doors.sum() }
    }

    /// Finds the easiest way to one of the next targets of the plan, after the regions were numbered.
    /// Returns the number of the target as well.
    fn route(&mut self, stones: &[u64], device: Cell) -> (Route, usize) {
        let mut walls = vec![0u64; stones.len()];
        self.plan.packed_stones(stones, &mut walls);
        let scratch = &mut self.scratch;
        let home = scratch.region[usize::from(device)];
        let mut best = (Route { stone: NONE, obstacles: 16, needed: vec![0; stones.len()] }, 0);
        for number in self.plan.next(stones) {
            let target = self.plan.order[number];
            let route =
                scratch.routes.find(self.maze, stones, &walls, &scratch.region, home, target);
            if route.obstacles < best.0.obstacles {
                best = (route, number);
            }
        }
        best
    }

    /// Lists the moves of a position, those that an adviser names last, and how many these are.
    fn moves(
        &mut self,
        stones: &[u64],
        device: Cell,
        here: Features,
        by: Macro,
        (route, target): (&Route, usize),
    ) -> (Vec<Packed>, u16) {
        let maze = self.maze;
        self.scratch.reach.flood(maze, stones, device);
        let advice = self.scratch.corrals.advice(maze, stones, &self.scratch.reach);
        if matches!(advice, CorralAdvice::Lost) {
            return (Vec::new(), 0);
        }
        let mut listed: Vec<Macro> = Vec::new();
        for stone in cells(stones) {
            let sides = self.scratch.reach.sides(maze, stone, advice.only());
            if sides != 0 {
                self.scratch.macros.of(maze, stones, stone, sides, &mut listed);
            }
        }
        // The best move of each adviser, by what it looks at.
        let mut advisers: [Option<(i64, usize)>; 9] = [None; 9];
        let mut after = stones.to_vec();
        let mut last_stone = NONE;
        // Stones that are in the way of the next one, at most as many as there are advisers.
        let in_the_way: Vec<Cell> = cells(stones)
            .filter(|&stone| holds(&route.needed, stone) && stone != route.stone)
            .take(4)
            .collect();
        for (index, mv) in listed.iter().enumerate() {
            if mv.stone != last_stone {
                last_stone = mv.stone;
                flip(&mut after, mv.stone);
                self.scratch.parts.count(maze, &after);
                flip(&mut after, mv.stone);
            }
            let regions = self.scratch.parts.with(mv.to);
            flip(&mut after, mv.stone);
            flip(&mut after, mv.to);
            let is_same =
                !maze.is_target[usize::from(mv.stone)] && !maze.is_target[usize::from(mv.to)];
            let packed = if is_same { here.packed } else { self.plan.packed(&after) as u16 };
            let there = self.features(&after, regions, packed);
            flip(&mut after, mv.to);
            flip(&mut after, mv.stone);
            let pushes = i64::from(mv.pushes);
            let order = i64::from(there.regions) * 20 + i64::from(there.blocked_doors) * 5;
            let mut advise = |adviser: usize, is_good: bool, value: i64| {
                if is_good && advisers[adviser].is_none_or(|(best, _)| value > best) {
                    advisers[adviser] = Some((value, index));
                }
            };
            let gained = i64::from(there.packed) - i64::from(here.packed);
            advise(0, gained > 0, gained * 1_000_000 - order * 100 - pushes);
            let is_kept = gained >= 0;
            let joined = i64::from(here.regions) - i64::from(there.regions);
            advise(1, is_kept && joined > 0, joined * 1_000_000 - order * 100 - pushes);
            let opened = i64::from(here.blocked_doors) - i64::from(there.blocked_doors);
            advise(2, is_kept && opened > 0, opened * 1_000_000 - order * 100 - pushes);
            // What is in the way of the next stone leaves it; the stone itself comes closer.
            if let Some(adviser) = in_the_way.iter().position(|&stone| stone == mv.stone) {
                let is_off = !holds(&route.needed, mv.to);
                advise(3 + adviser, is_kept && is_off, -order * 100 - pushes);
            }
            if mv.stone == route.stone
                && let Some(to) = self.plan.pushes.get(target)
            {
                let (was, is) = (to[usize::from(mv.stone)], to[usize::from(mv.to)]);
                advise(7, is_kept && is < was, -i64::from(is) * 1_000 - order * 10 - pushes);
            }
            // The stone that was moved last goes on.
            advise(8, is_kept && mv.stone == by.to, -order * 100 - pushes);
        }
        let mut chosen: Vec<usize> =
            advisers.iter().rev().flatten().map(|(_, index)| *index).collect();
        let mut is_chosen = vec![false; listed.len()];
        chosen.retain(|&index| !std::mem::replace(&mut is_chosen[index], true));
        let pack = |mv: &Macro| Packed { stone: mv.stone, to: mv.to, way: mv.way };
        let rest = listed.iter().zip(&is_chosen).filter(|(_, is)| !**is).map(|(mv, _)| pack(mv));
        let mut moves: Vec<Packed> = rest.collect();
        moves.extend(chosen.iter().map(|&index| pack(&listed[index])));
        moves.shrink_to_fit();
        (moves, chosen.len() as u16)
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
            let node = &self.nodes[place as usize];
            let (parent, by) = (node.parent, node.by);
            let stones = self.store.stones(parent).to_vec();
            let device = self.store.device(parent);
            let scratch = &mut self.scratch;
            scratch.reach.flood(self.maze, &stones, device);
            let advice = scratch.corrals.advice(self.maze, &stones, &scratch.reach);
            let sides = scratch.reach.sides(self.maze, by.stone, advice.only());
            scratch.macros.pushes(self.maze, &stones, sides, by, &mut line);
        }
        line
    }

    /// The largest number of targets filled in order so far.
    pub(super) fn most_packed(&self) -> usize {
        self.nodes.iter().map(|node| usize::from(node.features.packed)).max().unwrap_or(0)
    }

    pub(super) fn feature_cells(&self) -> usize {
        self.heaps.len()
    }
}

impl Scratch {
    /// Numbers the regions into which the stones part the floor, and returns how many there are.
    fn regions(&mut self, maze: &Maze, stones: &[u64]) -> usize {
        self.region.fill(0);
        let mut regions = 0;
        for start in 0..maze.len() as Cell {
            if self.region[usize::from(start)] != 0 || holds(stones, start) {
                continue;
            }
            regions += 1;
            self.region[usize::from(start)] = regions;
            self.open.push(start);
            while let Some(at) = self.open.pop() {
                for next in maze.next[usize::from(at)] {
                    if next != NONE && self.region[usize::from(next)] == 0 && !holds(stones, next) {
                        self.region[usize::from(next)] = regions;
                        self.open.push(next);
                    }
                }
            }
        }
        usize::from(regions)
    }
}

/// Cells without which the empty floor falls apart, and on which a stone can stand: the doors between
/// rooms, and corridors.
fn doors(maze: &Maze) -> Vec<u64> {
    let mut doors = vec![0; maze.words()];
    for cell in 0..maze.len() as Cell {
        let pieces: Vec<u8> = (0..4).map(|side| maze.piece_of_side(cell, side)).collect();
        let mut kinds: Vec<u8> = pieces.into_iter().filter(|&piece| piece < 4).collect();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.len() > 1 && !maze.is_dead(cell) && !maze.is_target[usize::from(cell)] {
            flip(&mut doors, cell);
        }
    }
    doors
}
