//! Stones that hold each other for ever.
//!
//! Along a line a stone is blocked if a wall or a frozen stone is on one of its sides, since a push
//! needs both, or if it could only be pushed onto dead cells. The frozen stones are the largest set
//! in which every stone is blocked along both lines by walls and by others of the set: all stones
//! are suspected, and those that can move are let go until nothing changes. A frozen stone off the
//! targets means that the game is lost.

use super::maze::{Cell, Maze, NONE, cells, flip, holds};

/// Computes into `frozen` the set of stones that can never move again.
pub(super) fn frozen(maze: &Maze, stones: &[u64], frozen: &mut Vec<u64>) {
    frozen.clear();
    frozen.extend_from_slice(stones);
    loop {
        let mut has_changed = false;
        for index in 0..frozen.len() {
            let mut rest = frozen[index];
            while rest != 0 {
                let cell = (index * 64) as Cell + rest.trailing_zeros() as Cell;
                rest &= rest - 1;
                if !is_blocked(maze, frozen, cell, 0) || !is_blocked(maze, frozen, cell, 1) {
                    flip(frozen, cell);
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            return;
        }
    }
}

/// Whether a stone cannot be pushed up and down (line 0) or right and left (line 1).
#[inline]
fn is_blocked(maze: &Maze, frozen: &[u64], stone: Cell, line: usize) -> bool {
    let next = &maze.next[usize::from(stone)];
    let (one, other) = (next[line], next[line + 2]);
    one == NONE
        || other == NONE
        || holds(frozen, one)
        || holds(frozen, other)
        || (maze.is_dead(one) && maze.is_dead(other))
}

/// Returns a frozen stone that is on no target, if there is one.
pub(super) fn stuck(maze: &Maze, frozen: &[u64]) -> Option<Cell> {
    cells(frozen).find(|&cell| !maze.is_target[usize::from(cell)])
}
