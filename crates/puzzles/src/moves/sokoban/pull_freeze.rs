//! Stones that can never be pulled again.
//!
//! A pull needs two free cells in a line beside the stone, for the device before and after it. The
//! frozen stones are the largest set in which every stone has a wall or another of the set on one of
//! these two cells at each side. One that is not at home means that the start is out of reach.

use super::maze::{Cell, Maze, NONE, cells, flip, holds};
use super::task::Task;

/// Whether some stone off its goals can never be pulled again; `frozen` is scratch.
pub(super) fn is_lost(maze: &Maze, task: &Task, stones: &[u64], frozen: &mut Vec<u64>) -> bool {
    frozen.clear();
    frozen.extend_from_slice(stones);
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for index in 0..frozen.len() {
            let mut rest = frozen[index];
            while rest != 0 {
                let cell = (index * 64) as Cell + rest.trailing_zeros() as Cell;
                rest &= rest - 1;
                if (0..4).any(|way| can_be_pulled(maze, frozen, cell, way)) {
                    flip(frozen, cell);
                    has_changed = true;
                }
            }
        }
    }
    cells(frozen).any(|cell| !task.is_goal(cell))
}

#[inline]
fn can_be_pulled(maze: &Maze, frozen: &[u64], stone: Cell, way: usize) -> bool {
    let one = maze.next[usize::from(stone)][way];
    if one == NONE || holds(frozen, one) {
        return false;
    }
    let two = maze.next[usize::from(one)][way];
    two != NONE && !holds(frozen, two)
}
