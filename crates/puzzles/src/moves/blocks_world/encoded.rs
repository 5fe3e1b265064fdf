//! Blocks World for learners. Action `block * (n + 1) + target` puts a block on a target, where
//! target n is the table; blocks are numbered as in the file.
//!
//! The board has two planes with a row for each block and a column for each target: the first shows
//! what each block stands on, the second what the goal asks for. The measures describe what is left
//! to do. Each action gains -1.

use quarry_core::{Bounded, Encoded, Guided, Interactive, Picture, Score, StateSpace, ViewShape};

use super::goal::ANYTHING;
use super::picture::way_home;
use super::{Arrangement, Block, BlocksWorld, Move, TABLE, precedence};

impl BlocksWorld {
    fn targets(&self) -> usize {
        self.count() + 1
    }

    fn target_number(&self, to: Block) -> usize {
        if to == TABLE { self.count() } else { usize::from(to) }
    }

    fn move_of(&self, action: usize) -> Move {
        let (block, target) = (action / self.targets(), action % self.targets());
        Move {
            block: block as Block,
            to: if target == self.count() { TABLE } else { target as Block },
        }
    }
}

impl Encoded for BlocksWorld {
    type Game = Arrangement;

    fn deal(&self, _: u64) -> Arrangement {
        self.start()
    }

    fn actions(&self) -> usize {
        self.count() * self.targets()
    }

    fn legal(&self, state: &Arrangement, out: &mut [i8]) -> bool {
        out.fill(0);
        let mut listed = Vec::new();
        self.moves(state, &mut listed);
        for mv in &listed {
            out[usize::from(mv.block) * self.targets() + self.target_number(mv.to)] = 1;
        }
        !listed.is_empty()
    }

    fn act(&self, state: &mut Arrangement, action: usize) -> Score {
        self.play(state, self.move_of(action))
    }

    fn closing(&self, state: &Arrangement) -> Score {
        self.terminal_score(state)
    }

    fn reached(&self, state: &Arrangement) -> bool {
        self.is_solved(state)
    }

    fn shape(&self) -> ViewShape {
        ViewShape { planes: 2, rows: self.count(), columns: self.targets(), most: 1 }
    }

    fn see(&self, state: &Arrangement, out: &mut [u8]) {
        out.fill(0);
        let plane = self.actions();
        for block in self.blocks() {
            let row = usize::from(block) * self.targets();
            out[row + self.target_number(state.support(block))] = 1;
            let wanted = self.goal.support(block);
            if wanted != ANYTHING {
                out[plane + row + self.target_number(wanted)] = 1;
            }
        }
    }

    fn measured(&self) -> Vec<String> {
        [
            "towers",
            "blocks not in place",
            "blocks that can go home",
            "must move twice",
            "moves at least",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    fn measure(&self, state: &Arrangement, out: &mut [f32]) {
        let settled = self.goal.settle(state.below());
        let ready = self.blocks().filter(|&block| way_home(self, state, &settled, block).is_some());
        out.copy_from_slice(&[
            f32::from(state.towers()),
            settled.misplaced().count() as f32,
            ready.count() as f32,
            precedence::moving_twice(&settled).len() as f32,
            -self.bound(state) as f32,
        ]);
    }

    fn depict(&self, state: &Arrangement) -> Picture {
        self.scene(state)
    }

    fn answer(&self, _: u64, actions: &[usize]) -> Vec<Move> {
        actions.iter().map(|&action| self.move_of(action)).collect()
    }
}
