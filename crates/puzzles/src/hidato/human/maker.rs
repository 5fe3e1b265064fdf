//! Puzzles for tests: a random path, and givens taken away while a plain search still finds one solution.

use quarry_core::Rng;

use super::bits::{Candidates, ones};
use crate::hidato::{Board, Cell, Filling, Hidato, Number};

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
    let mut givens = solution.clone();
    let mut order: Vec<usize> = (0..board.len()).collect();
    rng.shuffle(&mut order);
    let mut left = board.len();
    for cell in order {
        if left <= least {
            break;
        }
        let given = givens[cell].take();
        if solutions(&board, &givens) == 1 {
            left -= 1;
        } else {
            givens[cell] = given;
        }
    }
    (Hidato::new(board, givens, Vec::new()), solution)
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

/// How many solutions there are, counted up to 2; 2 also when the search takes too long.
fn solutions(board: &Board, givens: &Filling) -> usize {
    let mut candidates = Candidates::all(board.len());
    for (cell, given) in givens.iter().enumerate() {
        if let Some(number) = given {
            only(&mut candidates, cell as Cell, *number);
        }
    }
    let mut nodes = 300;
    count(board, candidates, &mut nodes)
}

fn only(candidates: &mut Candidates, cell: Cell, number: Number) {
    let cells: Vec<Cell> = candidates.cells(number).filter(|&other| other != cell).collect();
    let numbers: Vec<Number> = candidates.numbers(cell).filter(|&other| other != number).collect();
    cells.into_iter().for_each(|other| _ = candidates.remove(other, number));
    numbers.into_iter().for_each(|other| _ = candidates.remove(cell, other));
}

fn count(board: &Board, mut candidates: Candidates, nodes: &mut usize) -> usize {
    if *nodes == 0 {
        return 2;
    }
    *nodes -= 1;
    if !settle(board, &mut candidates) {
        return 0;
    }
    let numbers = 1..=board.len() as Number;
    let Some(number) = numbers.filter(|&number| candidates.cells_left(number) > 1).min_by_key(|&number| candidates.cells_left(number)) else {
        return 1;
    };
    let mut found = 0;
    for cell in candidates.cells(number).collect::<Vec<_>>() {
        let mut next = candidates.clone();
        only(&mut next, cell, number);
        found += count(board, next, nodes);
        if found > 1 {
            break;
        }
    }
    found
}

/// Rules out until nothing changes; false where something has no candidate left.
fn settle(board: &Board, candidates: &mut Candidates) -> bool {
    let size = board.len() as Number;
    loop {
        let mut changed = false;
        for number in (1..=size).chain((1..=size).rev()) {
            for other in [number - 1, number + 1] {
                if !(1..=size).contains(&other) {
                    continue;
                }
                let mut near = vec![false; board.len()];
                for cell in ones(candidates.cell_set(number)) {
                    board.neighbours(cell as Cell).iter().for_each(|&next| near[usize::from(next)] = true);
                }
                let apart: Vec<Cell> =
                    candidates.cells(other).filter(|&cell| !near[usize::from(cell)]).collect();
                changed |= !apart.is_empty();
                apart.into_iter().for_each(|cell| _ = candidates.remove(cell, other));
            }
            if candidates.cells_left(number) == 1 {
                let cell = candidates.cells(number).next().expect("one is left");
                changed |= candidates.numbers_left(cell) > 1;
                only(candidates, cell, number);
            }
        }
        for cell in 0..size {
            if candidates.numbers_left(cell) == 1 {
                let number = candidates.numbers(cell).next().expect("one is left");
                changed |= candidates.cells_left(number) > 1;
                only(candidates, cell, number);
            }
        }
        if (0..size).any(|cell| candidates.numbers_left(cell) == 0 || candidates.cells_left(cell + 1) == 0) {
            return false;
        }
        if !changed {
            return true;
        }
    }
}
