//! What a goal asks of each block, and which blocks can stay where they are.
//!
//! A goal is a list of chains of blocks, bottom first. A chain may be open below (anything or
//! nothing may be under it) and above. Without a limit on towers, open ends cost nothing: a block
//! whose support is open either stays for good, if everything below it does, or goes to the table.
//! So the goal that fits an arrangement best is itself an arrangement, and [`Goal::settle`] finds
//! it: whatever can stay does, and every other open block goes to the table.

use super::{Block, TABLE};

/// Stands for any support.
pub(super) const ANYTHING: Block = u16::MAX - 1;

/// One line of a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chain {
    /// Blocks, bottom first; at least one.
    pub(super) blocks: Vec<Block>,
    /// Whether anything may be under the chain; else it stands on the table.
    pub(super) is_open_below: bool,
    /// Whether anything may be on the chain; else its top is clear.
    pub(super) is_open_above: bool,
}

/// A goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Goal {
    chains: Vec<Chain>,
    /// For each block, what it has to stand on: a block, the table or anything.
    support: Vec<Block>,
    /// For each block, the block that has to stand on it; [`TABLE`] if nothing may, and
    /// [`ANYTHING`] if it does not matter.
    load: Vec<Block>,
}

impl Goal {
    /// Creates the goal of these chains, which have no block in common.
    pub(super) fn new(chains: Vec<Chain>, blocks: usize) -> Self {
        let (mut support, mut load) = (vec![ANYTHING; blocks], vec![ANYTHING; blocks]);
        for chain in &chains {
            let (bottom, top) = (chain.blocks[0], chain.blocks[chain.blocks.len() - 1]);
            support[usize::from(bottom)] = if chain.is_open_below { ANYTHING } else { TABLE };
            load[usize::from(top)] = if chain.is_open_above { ANYTHING } else { TABLE };
            for pair in chain.blocks.windows(2) {
                support[usize::from(pair[1])] = pair[0];
                load[usize::from(pair[0])] = pair[1];
            }
        }
        Goal { chains, support, load }
    }

    /// Creates the goal that is exactly this arrangement.
    pub(super) fn complete(below: &[Block]) -> Self {
        let chain = |blocks| Chain { blocks, is_open_below: false, is_open_above: false };
        Goal::new(towers(below).into_iter().map(chain).collect(), below.len())
    }

    pub(super) fn chains(&self) -> &[Chain] {
        &self.chains
    }

    /// What a block has to stand on: a block, the table or anything.
    pub(super) fn support(&self, block: Block) -> Block {
        self.support[usize::from(block)]
    }

    /// The block that has to stand on a block; [`TABLE`] for none, [`ANYTHING`] if it is open.
    pub(super) fn load(&self, block: Block) -> Block {
        self.load[usize::from(block)]
    }

    /// Whether the goal says where every block stands.
    pub(super) fn is_complete(&self) -> bool {
        !self.support.contains(&ANYTHING)
    }

    /// Whether what the goal says of one block holds when it stands on `below` and carries `above`,
    /// where [`TABLE`] stands for the table and for nothing.
    pub(super) fn suits(&self, block: Block, below: Block, above: Block) -> bool {
        let (support, load) = (self.support(block), self.load(block));
        (support == ANYTHING || support == below) && (load != TABLE || above == TABLE)
    }

    /// Whether a block that stands on `below` may stay there if `below` stays.
    fn may_rest(&self, block: Block, below: Block) -> bool {
        match self.support(block) {
            ANYTHING => below == TABLE || self.load(below) == ANYTHING,
            support => support == below,
        }
    }

    /// The best arrangement to aim at from here on a wide table.
    pub(super) fn settle(&self, below: &[Block]) -> SettledBlocks {
        let above = inverted(below);
        let mut stays = vec![false; below.len()];
        for bottom in (0..below.len() as Block).filter(|&block| below[usize::from(block)] == TABLE)
        {
            let (mut block, mut under) = (bottom, TABLE);
            while block != TABLE && self.may_rest(block, under) {
                stays[usize::from(block)] = true;
                (under, block) = (block, above[usize::from(block)]);
            }
        }
        let end = |block: Block| match self.support(block) {
            _ if stays[usize::from(block)] => below[usize::from(block)],
            ANYTHING => TABLE,
            support => support,
        };
        let target: Vec<Block> = (0..below.len() as Block).map(end).collect();
        SettledBlocks {
            below: below.to_vec(),
            above,
            target_above: inverted(&target),
            target,
            stays,
        }
    }

    /// The goal in a few words.
    pub(super) fn words(&self, blocks: usize) -> String {
        let towers = self.chains.len();
        if self.is_complete() {
            return format!("{towers} {}", if towers == 1 { "tower" } else { "towers" });
        }
        let named: usize = self.chains.iter().map(|chain| chain.blocks.len()).sum();
        format!(
            "{towers} {} of {named} of {blocks} blocks",
            if towers == 1 { "line" } else { "lines" }
        )
    }
}

/// An arrangement, and the complete one to aim at.
#[derive(Debug, Clone)]
pub(super) struct SettledBlocks {
    /// What each block stands on now, and what stands on it; [`TABLE`] for the table and nothing.
    pub(super) below: Vec<Block>,
    pub(super) above: Vec<Block>,
    /// The same in the arrangement to aim at.
    pub(super) target: Vec<Block>,
    pub(super) target_above: Vec<Block>,
    /// Whether each block is in place: it and everything below it stays.
    pub(super) stays: Vec<bool>,
}

impl SettledBlocks {
    /// The blocks that have to move.
    pub(super) fn misplaced(&self) -> impl Iterator<Item = Block> + '_ {
        (0..self.stays.len() as Block).filter(|&block| !self.stays[usize::from(block)])
    }
}

/// For each block, the block on it; [`TABLE`] for nothing.
pub(super) fn inverted(below: &[Block]) -> Vec<Block> {
    let mut above = vec![TABLE; below.len()];
    for (block, &support) in (0..).zip(below) {
        if support != TABLE {
            above[usize::from(support)] = block;
        }
    }
    above
}

/// The towers of an arrangement, each bottom first, in the order of their bottom blocks.
pub(super) fn towers(below: &[Block]) -> Vec<Vec<Block>> {
    let above = inverted(below);
    let mut towers = Vec::new();
    for bottom in (0..below.len() as Block).filter(|&block| below[usize::from(block)] == TABLE) {
        let mut tower = vec![bottom];
        while let Some(&top) = tower.last()
            && above[usize::from(top)] != TABLE
        {
            tower.push(above[usize::from(top)]);
        }
        towers.push(tower);
    }
    towers
}
