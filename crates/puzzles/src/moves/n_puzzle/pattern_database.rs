//! Pattern databases: for every placement of a few tiles, the least number of their own moves that
//! brings them home, whatever the other tiles do. The sums over patterns that share no tile are lower
//! bounds. R. Korf and A. Felner, "Disjoint pattern database heuristics", 2002.
//!
//! A table is filled breadth first. The empty cell walks freely in its region of the cells that the
//! pattern leaves, so a node is a placement and a region. All orders of the tiles on one set of cells
//! have the same moves, so they are expanded together, with memory read in long runs. At the end each
//! placement keeps the least of its regions. Needs a byte for each placement and region, and keeps a
//! byte for each placement.

use quarry_core::Meter;

use super::placements::{CellSet, Placements};
use super::task::{Neighbours, neighbours};

/// What a table depends on: everything that its name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TableKey {
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Homes of the pattern's tiles.
    pub(super) homes: CellSet,
    /// Region of the empty cell in the goal.
    pub(super) region: CellSet,
}

impl TableKey {
    /// Returns the name under which the table is kept.
    pub(super) fn name(&self) -> String {
        let TableKey { columns, rows, homes, region } = self;
        format!("n-puzzle-{columns}x{rows}-{homes:07x}-{region:07x}-1")
    }
}

/// The distance of placements that were not reached before the counting ended; never too large.
const FAR: u8 = u8::MAX;

/// Computes a table; `None` if the meter stops the run.
pub(super) fn compute(
    key: TableKey,
    placements: &Placements,
    meter: &mut Meter,
) -> Option<Vec<u8>> {
    let neighbours = neighbours(key.columns, key.rows);
    let blocks = Blocks::of(key, placements, &neighbours);
    let orders = placements.orders();
    let mut distances = vec![FAR; blocks.regions.len() * orders];
    let mut is_due = vec![false; blocks.regions.len()];
    let mut is_next = is_due.clone();
    let home = blocks.block(placements.set_number(key.homes), key.region.trailing_zeros());
    // The tiles are numbered in the order of their homes, so the goal's order is the first.
    distances[home * orders] = 0;
    is_due[home] = true;
    let mut reached = Vec::with_capacity(orders);
    for distance in 0..FAR - 1 {
        for block in 0..is_due.len() {
            if !std::mem::take(&mut is_due[block]) {
                continue;
            }
            if !meter.goes_on() {
                return None;
            }
            reached.clear();
            let here = distances[block * orders..(block + 1) * orders].iter().enumerate();
            reached
                .extend(here.filter(|(_, far)| **far == distance).map(|(order, _)| order as u16));
            let set = blocks.sets[block];
            let mut tiles = set;
            while tiles != 0 {
                let from = tiles.trailing_zeros() as usize;
                tiles &= tiles - 1;
                for to in neighbours[from].iter().filter(|to| blocks.regions[block] >> to & 1 == 1)
                {
                    let moved = set & !(1 << from) | 1 << to;
                    let next = blocks.block(placements.set_number(moved), from as u32);
                    let there = &mut distances[next * orders..(next + 1) * orders];
                    is_next[next] |= match placements.jumps(set, from, to) {
                        Some(jumps) => {
                            let jumped = reached.iter().map(|&order| jumps[usize::from(order)]);
                            lower(there, jumped, distance + 1)
                        }
                        None => lower(there, reached.iter().copied(), distance + 1),
                    };
                }
            }
        }
        if !is_next.contains(&true) {
            break;
        }
        std::mem::swap(&mut is_due, &mut is_next);
    }
    Some(blocks.least(distances, orders))
}

/// Sets the distances of orders that were not reached before; returns whether there were any.
#[inline]
fn lower(distances: &mut [u8], orders: impl Iterator<Item = u16>, distance: u8) -> bool {
    let mut any = false;
    for order in orders {
        let here = &mut distances[usize::from(order)];
        let is_new = *here > distance;
        *here = if is_new { distance } else { *here };
        any |= is_new;
    }
    any
}

/// The pairs of a set of cells and a region that it leaves, in the order of the sets' numbers.
struct Blocks {
    /// First block of each set, and the number of all at the end.
    first: Vec<u32>,
    sets: Vec<CellSet>,
    regions: Vec<CellSet>,
}

impl Blocks {
    fn of(key: TableKey, placements: &Placements, neighbours: &[Neighbours]) -> Self {
        let cells = key.columns * key.rows;
        let mut by_number: Vec<CellSet> = vec![0; placements.sets(cells)];
        let mut set: CellSet = (1 << key.homes.count_ones()) - 1;
        while set < 1 << cells {
            by_number[placements.set_number(set)] = set;
            set = next_of_same_size(set);
        }
        let mut blocks = Blocks { first: Vec::new(), sets: Vec::new(), regions: Vec::new() };
        for set in by_number {
            blocks.first.push(blocks.sets.len() as u32);
            let mut free = !set & ((1 << cells) - 1);
            while free != 0 {
                let region = region_of(free, free.trailing_zeros() as usize, neighbours);
                blocks.sets.push(set);
                blocks.regions.push(region);
                free &= !region;
            }
        }
        blocks.first.push(blocks.sets.len() as u32);
        blocks
    }

    /// Returns the block of a set's number whose region contains a cell.
    #[inline]
    fn block(&self, set: usize, cell: u32) -> usize {
        let mut block = self.first[set] as usize;
        while self.regions[block] >> cell & 1 == 0 {
            block += 1;
        }
        block
    }

    /// Returns the least distance over the regions of each placement.
    fn least(&self, mut distances: Vec<u8>, orders: usize) -> Vec<u8> {
        for set in 0..self.first.len() - 1 {
            let (first, end) = (self.first[set] as usize, self.first[set + 1] as usize);
            distances.copy_within(first * orders..(first + 1) * orders, set * orders);
            for block in first + 1..end {
                let (least, others) = distances.split_at_mut(block * orders);
                let least = &mut least[set * orders..(set + 1) * orders];
                for (least, other) in least.iter_mut().zip(&others[..orders]) {
                    *least = (*least).min(*other);
                }
            }
        }
        distances.truncate((self.first.len() - 1) * orders);
        distances.shrink_to_fit();
        distances
    }
}

/// Returns the cells that can be reached from a cell through free cells.
pub(super) fn region_of(free: CellSet, cell: usize, neighbours: &[Neighbours]) -> CellSet {
    let (mut region, mut edge): (CellSet, CellSet) = (1 << cell, 1 << cell);
    while edge != 0 {
        let cell = edge.trailing_zeros() as usize;
        edge &= edge - 1;
        let beside = neighbours[cell].iter().fold(0, |beside, next| beside | 1 << next);
        edge |= beside & free & !region;
        region |= beside & free;
    }
    region
}

/// Returns the next larger number with as many bits (R. Gosper, HAKMEM item 175).
fn next_of_same_size(set: CellSet) -> CellSet {
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    carried | ((set ^ carried) / lowest) >> 2
}
