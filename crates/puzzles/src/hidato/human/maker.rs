//! Puzzles for tests: a random path, and givens taken away while the solution stays the only one.

use quarry_constraint::Engine;
use quarry_core::{Constrained, Rng, Solutions};

use crate::hidato::{Board, Cell, Filling, Hidato};

/// A given stays if this many nodes do not show that it may go.
const NODES: u64 = 10_000;

/// A puzzle with one solution, and that solution. Givens are taken away down to about `keep` of the cells, or, with 0, as
/// long as the solution stays the only one.
pub(super) fn puzzle(board: Board, keep: f64, seed: u64) -> (Hidato, Filling) {
    let mut rng = Rng::new(seed);
    let path = path(&board, &mut rng);
    let mut solution: Filling = vec![None; board.len()];
    for (&cell, number) in path.iter().zip(1..) {
        solution[usize::from(cell)] = Some(number);
    }
    let least = (keep * board.len() as f64) as usize;
    let mut instance = Hidato::new(board, solution.clone(), Vec::new());
    let mut order: Vec<usize> = (0..solution.len()).collect();
    rng.shuffle(&mut order);
    let mut left = solution.len();
    for cell in order {
        if left <= least {
            break;
        }
        let given = instance.givens[cell].take();
        if Engine::new(&instance.model()).count(NODES) == Solutions::One {
            left -= 1;
        } else {
            instance.givens[cell] = given;
        }
    }
    (instance, solution)
}

/// A path through all cells: one found by luck and changed by many backbites.
fn path(board: &Board, rng: &mut Rng) -> Vec<Cell> {
    let mut path: Vec<Cell> = vec![rng.below(board.len()) as Cell];
    let mut inside = vec![false; board.len()];
    inside[usize::from(path[0])] = true;
    let mut changes = 0;
    while path.len() < board.len() || changes < 20 * board.len() {
        if rng.below(2) == 0 {
            path.reverse();
        }
        let end = *path.last().expect("a path has an end");
        let around = board.neighbours(end);
        let other = around[rng.below(around.len())];
        if !std::mem::replace(&mut inside[usize::from(other)], true) {
            path.push(other);
        } else {
            let at = path.iter().position(|&cell| cell == other).expect("the cell is inside");
            path[at + 1..].reverse();
            changes += usize::from(path.len() == board.len());
        }
    }
    path
}
