//! Building towards the goal, and what to put down when nothing can be built.
//!
//! A block goes home as soon as its support is in place and clear; this never costs anything. When
//! no block can go home, one is put down on the table, and the policies differ in which. A block is
//! looked at only when something changes for it, so that a whole game takes about linear time.

use super::goal::SettledBlocks;
use super::{Block, Move, TABLE};

/// Which block is put down when no block can go home.
#[derive(Debug, Clone, Copy)]
pub(super) enum PutDown<'c> {
    /// Every misplaced block, before anything is built (US).
    All,
    /// The top block of the first tower that is not in place (GN1).
    First,
    /// A block in a deadlock: blocks each of which waits for the tower of the next (GN2).
    Deadlocked,
    /// Only these blocks, as soon as they are clear.
    Chosen(&'c [bool]),
}

/// Plays from an arrangement to the one it aims at; an iterator of its moves.
#[derive(Debug)]
pub(super) struct Building<'s> {
    aim: &'s SettledBlocks,
    put_down: PutDown<'s>,
    below: Vec<Block>,
    above: Vec<Block>,
    is_home: Vec<bool>,
    /// Blocks that could go home when they were looked at, by what this does to the number of
    /// towers: one less, no change, one more.
    ready: [Vec<Block>; 3],
    /// Misplaced blocks that were clear when they were looked at.
    clear: Vec<Block>,
    /// For each block, its tower at the start; and the top of what is left of each tower.
    tower: Vec<u32>,
    tops: Vec<Block>,
    /// The first tower that may still have something to put down.
    first: usize,
}

impl<'s> Building<'s> {
    pub(super) fn new(aim: &'s SettledBlocks, put_down: PutDown<'s>) -> Self {
        let count = aim.below.len();
        let (mut tower, mut tops) = (vec![0; count], Vec::new());
        for bottom in (0..count as Block).filter(|&block| aim.below[usize::from(block)] == TABLE) {
            let (mut block, mut top) = (bottom, bottom);
            while block != TABLE {
                tower[usize::from(block)] = tops.len() as u32;
                (top, block) = (block, aim.above[usize::from(block)]);
            }
            tops.push(top);
        }
        let mut building = Building {
            aim,
            put_down,
            below: aim.below.clone(),
            above: aim.above.clone(),
            is_home: aim.stays.clone(),
            ready: Default::default(),
            clear: Vec::new(),
            tower,
            tops,
            first: 0,
        };
        for block in (0..count as Block).rev() {
            building.look_at(block);
        }
        building
    }

    fn is_clear(&self, block: Block) -> bool {
        self.above[usize::from(block)] == TABLE
    }

    fn can_go_home(&self, block: Block) -> bool {
        let target = self.aim.target[usize::from(block)];
        !self.is_home[usize::from(block)]
            && self.is_clear(block)
            && (target == TABLE || self.is_home[usize::from(target)] && self.is_clear(target))
    }

    /// Notes what can be done with a block.
    fn look_at(&mut self, block: Block) {
        if self.is_home[usize::from(block)] || !self.is_clear(block) {
            return;
        }
        self.clear.push(block);
        if self.can_go_home(block) {
            let from_table = self.below[usize::from(block)] == TABLE;
            let to_table = self.aim.target[usize::from(block)] == TABLE;
            self.ready[1 + usize::from(to_table) - usize::from(from_table)].push(block);
        }
    }

    fn put(&mut self, block: Block, to: Block) -> Move {
        let from = self.below[usize::from(block)];
        self.below[usize::from(block)] = to;
        let tower = self.tower[usize::from(block)] as usize;
        if from != TABLE {
            self.above[usize::from(from)] = TABLE;
            if self.tops[tower] == block {
                self.tops[tower] = from;
            }
        }
        if to != TABLE {
            self.above[usize::from(to)] = block;
        }
        if to == self.aim.target[usize::from(block)] {
            self.is_home[usize::from(block)] = true;
            self.look_above(block);
        }
        if from != TABLE {
            self.look_at(from);
            if self.is_home[usize::from(from)] {
                self.look_above(from);
            }
        }
        Move { block, to }
    }

    /// Looks at the block that has to come on a block.
    fn look_above(&mut self, block: Block) {
        let next = self.aim.target_above[usize::from(block)];
        if next != TABLE {
            self.look_at(next);
        }
    }

    /// A block to go home now, one that leaves fewer towers first.
    fn next_home(&mut self) -> Option<Block> {
        for kind in 0..self.ready.len() {
            while let Some(block) = self.ready[kind].pop() {
                if self.can_go_home(block) {
                    return Some(block);
                }
            }
        }
        None
    }

    /// Whether a block can be put down: it is misplaced, clear and not on the table.
    fn can_be_put_down(&self, block: Block) -> bool {
        !self.is_home[usize::from(block)]
            && self.is_clear(block)
            && self.below[usize::from(block)] != TABLE
    }

    fn next_put_down(&mut self) -> Option<Block> {
        match self.put_down {
            PutDown::Chosen(chosen) => {
                while let Some(block) = self.clear.pop() {
                    if chosen[usize::from(block)] && self.can_be_put_down(block) {
                        return Some(block);
                    }
                }
                None
            }
            PutDown::All | PutDown::First => self.first_top(),
            PutDown::Deadlocked => {
                let begin = self.first_top()?;
                Some(self.deadlocked(begin))
            }
        }
    }

    fn first_top(&mut self) -> Option<Block> {
        while let Some(&top) = self.tops.get(self.first) {
            if self.can_be_put_down(top) {
                return Some(top);
            }
            self.first += 1;
        }
        None
    }

    /// The clear block of the tower for which a block waits.
    fn awaited(&self, block: Block) -> Block {
        let target = self.aim.target[usize::from(block)];
        if self.is_clear(target) {
            target
        } else {
            self.tops[self.tower[usize::from(target)] as usize]
        }
    }

    /// Follows blocks that wait for each other until they repeat, and returns one of the ring that
    /// can be put down.
    fn deadlocked(&self, begin: Block) -> Block {
        let mut way = vec![begin];
        let mut seen = rustc_hash::FxHashMap::from_iter([(begin, 0)]);
        loop {
            let next = self.awaited(way[way.len() - 1]);
            if let Some(&entry) = seen.get(&next) {
                let ring = &way[entry..];
                return ring
                    .iter()
                    .copied()
                    .find(|&block| self.can_be_put_down(block))
                    .unwrap_or(begin);
            }
            seen.insert(next, way.len());
            way.push(next);
        }
    }
}

impl Iterator for Building<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        if let PutDown::All = self.put_down
            && let Some(block) = self.first_top()
        {
            return Some(self.put(block, TABLE));
        }
        if let Some(block) = self.next_home() {
            return Some(self.put(block, self.aim.target[usize::from(block)]));
        }
        let block = self.next_put_down()?;
        Some(self.put(block, TABLE))
    }
}
