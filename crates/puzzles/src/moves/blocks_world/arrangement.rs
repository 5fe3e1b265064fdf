//! The state for searches: what stands on what, with everything kept that a move changes.

use quarry_core::{Aim, Bounded, Featured, Guided, Numbered, Score, StateSpace, key_of};

use super::goal::{ANYTHING, Goal, inverted};
use super::{Block, BlocksWorld, Move, Objective, TABLE, UNSOLVED, building, packing, precedence};

/// An arrangement of blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrangement {
    /// What each block stands on, or [`TABLE`].
    below: Box<[Block]>,
    /// What stands on each block; [`TABLE`] for nothing.
    above: Box<[Block]>,
    towers: u16,
    /// Number of blocks of which the goal says something that does not hold.
    wrong: u16,
    key: u128,
}

impl Arrangement {
    pub(super) fn new(below: &[Block], goal: &Goal) -> Self {
        let above = inverted(below);
        let pairs = || (0..).zip(below.iter().zip(&above));
        let wrong = pairs().filter(|(block, (below, above))| !goal.suits(*block, **below, **above));
        Arrangement {
            towers: below.iter().filter(|&&support| support == TABLE).count() as u16,
            wrong: wrong.count() as u16,
            key: pairs().fold(0, |key, (block, (&below, _))| key ^ key_of(&(block, below))),
            below: below.into(),
            above: above.into(),
        }
    }

    /// A key that equal arrangements share.
    pub(super) fn identity(&self) -> u128 {
        self.key
    }

    /// What each block stands on, or [`TABLE`].
    pub fn below(&self) -> &[Block] {
        &self.below
    }

    pub(super) fn support(&self, block: Block) -> Block {
        self.below[usize::from(block)]
    }

    /// What stands on a block; [`TABLE`] for nothing.
    pub(super) fn load(&self, block: Block) -> Block {
        self.above[usize::from(block)]
    }

    pub(super) fn is_clear(&self, block: Block) -> bool {
        self.load(block) == TABLE
    }

    pub(super) fn towers(&self) -> u16 {
        self.towers
    }

    /// The blocks with nothing on them.
    pub(super) fn clear_blocks(&self) -> impl Iterator<Item = Block> + '_ {
        (0..).zip(&self.above).filter(|&(_, &above)| above == TABLE).map(|(block, _)| block)
    }

    fn wrong_among(&self, goal: &Goal, blocks: [Block; 3]) -> u16 {
        let is_wrong = |&&block: &&Block| {
            block != TABLE && !goal.suits(block, self.support(block), self.load(block))
        };
        blocks.iter().filter(is_wrong).count() as u16
    }

    fn put(&mut self, goal: &Goal, Move { block, to }: Move) {
        let from = self.support(block);
        let concerned = [block, from, to];
        self.wrong -= self.wrong_among(goal, concerned);
        match from {
            TABLE => self.towers -= 1,
            _ => self.above[usize::from(from)] = TABLE,
        }
        match to {
            TABLE => self.towers += 1,
            _ => self.above[usize::from(to)] = block,
        }
        self.below[usize::from(block)] = to;
        self.key ^= key_of(&(block, from)) ^ key_of(&(block, to));
        self.wrong += self.wrong_among(goal, concerned);
    }
}

impl BlocksWorld {
    /// Whether a move may be played, in a state that is not solved.
    pub(super) fn is_legal(&self, state: &Arrangement, Move { block, to }: Move) -> bool {
        let has = |block: Block| usize::from(block) < self.count();
        has(block)
            && state.is_clear(block)
            && to != block
            && state.support(block) != to
            && match to {
                TABLE => self.table.is_none_or(|most| state.towers < most),
                _ => has(to) && state.is_clear(to),
            }
    }
}

impl StateSpace for BlocksWorld {
    type State = Arrangement;
    type Move = Move;

    fn start(&self) -> Arrangement {
        Arrangement::new(&self.start, &self.goal)
    }

    /// By block, the table first.
    fn moves(&self, state: &Arrangement, out: &mut Vec<Move>) {
        if self.is_solved(state) {
            return;
        }
        let clear: Vec<Block> = state.clear_blocks().collect();
        for &block in &clear {
            let targets = std::iter::once(TABLE).chain(clear.iter().copied());
            let moves = targets.map(|to| Move { block, to });
            out.extend(moves.filter(|&mv| self.is_legal(state, mv)));
        }
    }

    fn play(&self, state: &mut Arrangement, mv: Move) -> Score {
        state.put(&self.goal, mv);
        -1
    }

    fn is_solved(&self, state: &Arrangement) -> bool {
        state.wrong == 0
    }

    fn key(&self, state: &Arrangement) -> u128 {
        state.key
    }
}

impl Guided for BlocksWorld {
    fn aim(&self) -> Aim {
        match self.objective {
            Objective::Moves => Aim::ReachBest,
            Objective::Any => Aim::Reach,
        }
    }

    fn terminal_score(&self, state: &Arrangement) -> Score {
        if self.is_solved(state) || self.objective == Objective::Any { 0 } else { UNSOLVED }
    }

    fn estimate(&self, state: &Arrangement) -> Score {
        -(self.goal.settle(state.below()).misplaced().count() as Score)
    }

    /// A table for a single tower leaves no move at all.
    fn is_hopeless(&self, state: &Arrangement) -> bool {
        self.table == Some(1) && !self.is_solved(state)
    }

    fn resolve_move(&self, state: &Arrangement, mv: Move) -> Option<Move> {
        (!self.is_solved(state) && self.is_legal(state, mv)).then_some(mv)
    }

    /// Builds towards the goal as GN2 does, where the table has room for it.
    fn finish(
        &self,
        state: &mut Arrangement,
        line: &mut Vec<Move>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Score> {
        if !self.has_wide_table() {
            return None;
        }
        let settled = self.goal.settle(state.below());
        let mut gained = 0;
        for mv in building::Building::new(&settled, building::PutDown::Deadlocked) {
            if !goes_on() {
                return None;
            }
            gained += self.play(state, mv);
            line.push(mv);
        }
        Some(gained)
    }

    /// Several times what any arrangement needs.
    fn longest_game(&self) -> Option<u64> {
        Some(20 + 10 * self.count() as u64)
    }

    fn heap_bytes(&self, state: &Arrangement) -> usize {
        2 * size_of_val(&*state.below)
    }
}

/// Every block that is not in place moves once, and at least one block of every ring of blocks that
/// wait for each other moves twice: as many as there are rings without a common block.
impl Bounded for BlocksWorld {
    fn bound(&self, state: &Arrangement) -> Score {
        if self.is_solved(state) {
            return 0;
        }
        if self.table == Some(1) {
            return self.terminal_score(state);
        }
        let settled = self.goal.settle(state.below());
        let (mut rings, forced) = precedence::rings(&settled);
        let twice = forced.len() + packing::lower_bound(&mut rings);
        -((settled.misplaced().count() + twice) as Score)
    }
}

/// Pairs of a block and its support that the goal asks for.
impl Featured for BlocksWorld {
    fn features(&self, state: &Arrangement, out: &mut Vec<u64>) {
        let pair = |(block, &below): (Block, &Block)| Move { block, to: below }.number();
        out.extend((0..).zip(&*state.below).map(pair));
    }

    fn distance(&self, state: &Arrangement) -> u64 {
        let wanted = |block: &Block| {
            let support = self.goal.support(*block);
            support != ANYTHING && support != state.support(*block)
        };
        self.blocks().filter(wanted).count() as u64
    }
}
