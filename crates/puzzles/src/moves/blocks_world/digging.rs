//! A way to a complete goal on a table for three towers or more.
//!
//! Blocks go home while they can. Then the block that has least above it and above its place is dug
//! out, and its place is uncovered; what is taken away is put on the table while there is room, and
//! else on a third tower. Where a block belongs on a full table, a tower is dissolved that does not
//! begin as it should. A block in place never moves again, so that every goal is reached. Our own;
//! at most O(n^2) moves, and few more than the fewest where the table is hardly too small.

use std::sync::Arc;

use quarry_core::{Score, StateSpace};

use super::goal::{Goal, SettledBlocks};
use super::{Arrangement, Block, BlocksWorld, Move, TABLE};

/// A game that is being played.
#[derive(Clone)]
pub(super) struct Digging<'p> {
    puzzle: &'p BlocksWorld,
    goal: Arc<Goal>,
    state: Arrangement,
    line: Vec<Move>,
    /// For each misplaced block, how many blocks of its goal tower are to come home with it and
    /// before it; for the others, when something is wanted on them.
    needed: Vec<u32>,
}

/// When a block is needed on which nothing has to come any more.
const NEVER: u32 = u32::MAX;

impl<'p> Digging<'p> {
    /// Begins a game towards an arrangement that fits on the table.
    pub(super) fn new(puzzle: &'p BlocksWorld, target: &[Block]) -> Self {
        let (goal, state) = (Arc::new(Goal::complete(target)), puzzle.start());
        Digging { puzzle, goal, state, line: Vec::new(), needed: Vec::new() }
    }

    /// Moves so far.
    pub(super) fn line(&self) -> &[Move] {
        &self.line
    }

    /// Forgets the moves so far; the arrangement stays.
    pub(super) fn forget_line(&mut self) {
        self.line.clear();
    }

    pub(super) fn state(&self) -> &Arrangement {
        &self.state
    }

    pub(super) fn settled(&self) -> SettledBlocks {
        self.goal.settle(self.state.below())
    }

    /// Brings some block home. Returns false if all are there.
    pub(super) fn advance(&mut self) -> bool {
        let settled = self.settled();
        let Some(&block) = self.nearest(&settled).first() else { return false };
        self.bring(block, &settled);
        true
    }

    /// Brings a block home whose support is in place.
    pub(super) fn bring(&mut self, block: Block, settled: &SettledBlocks) {
        self.needed = needed(settled);
        self.bring_home(block, settled);
    }

    /// The misplaced blocks whose support is in place, those first that take least to bring home.
    pub(super) fn nearest(&self, settled: &SettledBlocks) -> Vec<Block> {
        let is_next = |&block: &Block| {
            let target = settled.target[usize::from(block)];
            target == TABLE || settled.stays[usize::from(target)]
        };
        let cost = |&block: &Block| {
            let target = settled.target[usize::from(block)];
            let (above, is_full) = (self.above(block), !self.has_room());
            match target {
                TABLE if is_full => above + self.broken(settled, block).map_or(0, |it| it.1) + 1,
                TABLE => above + 1,
                _ => above + self.above(target),
            }
        };
        let mut blocks: Vec<Block> = settled.misplaced().filter(is_next).collect();
        blocks.sort_by_cached_key(cost);
        blocks
    }

    fn bring_home(&mut self, block: Block, settled: &SettledBlocks) {
        let target = settled.target[usize::from(block)];
        loop {
            if !self.state.is_clear(block) {
                self.park(self.top_of(block), [block, target], target != TABLE);
            } else if target == TABLE {
                if self.has_room() {
                    return self.put(block, TABLE);
                }
                match self.broken(settled, block) {
                    Some((bottom, _)) => {
                        self.park(self.top_of(bottom), [bottom, block], false);
                    }
                    // The block is in the only tower that can be dissolved.
                    None => self.park(block, [block, TABLE], false),
                }
            } else if self.state.is_clear(target) {
                return self.put(block, target);
            } else {
                self.park(self.top_of(target), [target, block], true);
            }
        }
    }

    fn has_room(&self) -> bool {
        self.puzzle.table.is_none_or(|most| self.state.towers() < most)
    }

    fn top_of(&self, block: Block) -> Block {
        let mut top = block;
        while !self.state.is_clear(top) {
            top = self.state.load(top);
        }
        top
    }

    /// Number of blocks above a block.
    fn above(&self, block: Block) -> usize {
        let (mut top, mut above) = (block, 0);
        while !self.state.is_clear(top) {
            top = self.state.load(top);
            above += 1;
        }
        above
    }

    /// The lowest tower that does not begin as it should, by its bottom and its height, except that
    /// of a block.
    fn broken(&self, settled: &SettledBlocks, except: Block) -> Option<(Block, usize)> {
        let own = self.top_of(except);
        let is_broken = |&block: &Block| {
            self.state.support(block) == TABLE
                && !settled.stays[usize::from(block)]
                && self.top_of(block) != own
        };
        let towers = self.puzzle.blocks().filter(is_broken);
        towers.map(|bottom| (bottom, 1 + self.above(bottom))).min_by_key(|&(_, height)| height)
    }

    /// Puts a block out of the way: on the table if it may and if there is room, else on a tower
    /// other than its own and those of two blocks.
    fn park(&mut self, block: Block, avoided: [Block; 2], on_table: bool) {
        if on_table && self.has_room() {
            return self.put(block, TABLE);
        }
        let top = |block: Block| if block == TABLE { TABLE } else { self.top_of(block) };
        let avoided = avoided.map(top);
        let suits = |&to: &Block| to != block && !avoided.contains(&to);
        // Best is a tower that is needed after the block, as soon after as possible; else the one
        // that is needed last.
        let own = self.needed[usize::from(block)];
        let worth = |&to: &Block| {
            let soonest = self.soonest(to);
            (soonest >= own, if soonest >= own { NEVER - soonest } else { soonest })
        };
        let to = self.state.clear_blocks().filter(suits).max_by_key(worth);
        self.put(block, to.unwrap_or(TABLE));
    }

    /// When a block of the tower below this top is needed first.
    fn soonest(&self, top: Block) -> u32 {
        let (mut block, mut soonest) = (top, NEVER);
        while block != TABLE {
            soonest = soonest.min(self.needed[usize::from(block)]);
            block = self.state.support(block);
        }
        soonest
    }

    fn put(&mut self, block: Block, to: Block) {
        let mv = Move { block, to };
        debug_assert!(self.puzzle.is_legal(&self.state, mv), "{mv:?}");
        let _: Score = self.puzzle.play(&mut self.state, mv);
        self.line.push(mv);
    }
}

/// When each block is needed, counted in blocks of its goal tower.
fn needed(settled: &SettledBlocks) -> Vec<u32> {
    let mut needed = vec![NEVER; settled.stays.len()];
    for bottom in (0..settled.target.len() as Block)
        .filter(|&block| settled.target[usize::from(block)] == TABLE)
    {
        let (mut block, mut before) = (bottom, 0);
        while block != TABLE {
            let above = settled.target_above[usize::from(block)];
            if !settled.stays[usize::from(block)] {
                before += 1;
                needed[usize::from(block)] = before;
            } else if above != TABLE && !settled.stays[usize::from(above)] {
                needed[usize::from(block)] = 1;
            }
            block = above;
        }
    }
    needed
}
