//! Play backwards: the device pulls. Every push that can have led to a position is a pull from it, so
//! that a search can begin at the goal too. Where steps are counted, the device may have come from
//! any cell that it can walk to the push from.

use quarry_core::{Identified, Reversible, Score, StateSpace};

use super::Sokoban;
use super::board::Board;
use super::level::{Direction, Objective};
use super::lurd::Move;
use super::maze::{Cell, NONE, cells, flip, holds};

impl Identified for Sokoban {}

/// A push that is taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pull {
    /// Where the stone was before the push.
    stone: Cell,
    way: Direction,
    /// Where the device was before it walked to the push.
    device: Cell,
}

impl Sokoban {
    /// Returns the position before a push, with the device behind the stone.
    fn pulled(&self, board: &Board, stone: Cell, way: Direction) -> Board {
        let next = self.maze.next[usize::from(stone)];
        let mut before = board.clone();
        flip(&mut before.stones, next[usize::from(way.0)]);
        flip(&mut before.stones, stone);
        before.device = next[usize::from(way.opposite().0)];
        before
    }
}

impl Reversible for Sokoban {
    type WayBack = Pull;

    /// All stones on targets, with the device in every part of the floor that they leave; where steps
    /// are counted, on every cell.
    fn goals(&self, out: &mut Vec<Board>) {
        let mut goal = self.start();
        goal.stones.fill(0);
        self.maze.targets.iter().for_each(|&target| flip(&mut goal.stones, target));
        let mut is_met = vec![false; self.maze.len()];
        for device in 0..self.maze.len() as Cell {
            if is_met[usize::from(device)] || holds(&goal.stones, device) {
                continue;
            }
            goal.device = device;
            out.push(goal.clone());
            if self.objective != Objective::Moves {
                let steps = goal.steps(&self.maze);
                is_met.iter_mut().zip(&steps).for_each(|(met, steps)| *met |= steps.is_some());
            }
        }
    }

    fn ways_back(&self, board: &Board, out: &mut Vec<Pull>) {
        let counts_steps = self.objective == Objective::Moves;
        let steps = board.steps(&self.maze);
        for stone_now in cells(&board.stones) {
            for way in Direction::ALL {
                let stone = self.maze.next[usize::from(stone_now)][usize::from(way.opposite().0)];
                if stone == NONE || steps[usize::from(stone)].is_none() {
                    continue;
                }
                let behind = self.maze.next[usize::from(stone)][usize::from(way.opposite().0)];
                let is_behind_free = behind != NONE && !holds(&board.stones, behind);
                // After the push the device stands where the stone was.
                if !is_behind_free || counts_steps && board.device != stone {
                    continue;
                }
                let before = self.pulled(board, stone, way);
                if self.is_solved(&before) {
                    continue;
                }
                if !counts_steps {
                    out.push(Pull { stone, way, device: behind });
                    continue;
                }
                let steps = before.steps(&self.maze);
                let devices = (0..self.maze.len()).filter(|&cell| steps[cell].is_some());
                out.extend(devices.map(|cell| Pull { stone, way, device: cell as Cell }));
            }
        }
    }

    fn go_back(&self, board: &mut Board, pull: Pull) -> (Move, Score) {
        let mv = self.push_of(pull.stone, pull.way);
        *board = Board { device: pull.device, ..self.pulled(board, pull.stone, pull.way) };
        let gain = self.play(&mut board.clone(), mv);
        (mv, gain)
    }

    fn least_cost(&self) -> Score {
        1
    }
}
