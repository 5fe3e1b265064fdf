//! In which order the targets are filled.
//!
//! All stones are on the targets, and are taken away one by one: a stone can go if it could have come
//! from where some stone is at the start while the others stay. Of those the one with the shortest
//! way goes first, so that the plan, which is the reverse, fills far targets early. Where no stone
//! can go alone, the one with the shortest way on the empty board does. A target may be filled before
//! its time if that shuts no earlier one. For a search that pulls, the start and the targets change
//! places, and the device has to get to where it begins after each stone.

use super::macros::Macros;
use super::matching::StoneMatching;
use super::maze::{Cell, Maze, flip, holds};
use super::task::Task;
use quarry_core::Meter;

/// The order of the targets, and which of them may be filled early.
#[derive(Debug, Default)]
pub(super) struct PackingPlan {
    pub(super) order: Vec<Cell>,
    /// For each target, when those before it are filled: pushes to it from each cell.
    pub(super) pushes: Vec<Vec<u16>>,
    /// For each target, the earlier ones that nothing can get to any more once it is filled.
    needs: Vec<Vec<u16>>,
}

/// Number of targets of which one is filled next.
const NEXT: usize = 3;

/// What it costs a target to be given up out of turn: no start is left for its stone.
const NO_START: u32 = 1_000_000;

impl PackingPlan {
    /// Makes the plan for a start; `None` if the meter stopped it.
    pub(super) fn of(maze: &Maze, task: &Task, meter: &mut Meter) -> Option<PackingPlan> {
        let mut macros = Macros::new(maze);
        let mut plan = PackingPlan::default();
        let mut filled = vec![0u64; maze.words()];
        task.goals.iter().for_each(|&target| flip(&mut filled, target));
        let mut sources = Vec::new();
        let starts = &task.starts;
        let mut left: Vec<Cell> = task.goals.clone();
        // Each target that is given up needs a start of its own from which its stone came.
        let mut came_from: Vec<Vec<bool>> = Vec::new();
        let mut matching = StoneMatching::default();
        matching.begin(starts.len());
        while !left.is_empty() {
            let mut best: Option<(u32, usize, Vec<bool>)> = None;
            for (index, &target) in left.iter().enumerate() {
                if !meter.goes_on() {
                    return None;
                }
                flip(&mut filled, target);
                let end = (target, task.end);
                macros.sources_by(task.sense, maze, &filled, end, &mut sources);
                flip(&mut filled, target);
                let comes: Vec<bool> =
                    starts.iter().map(|&cell| sources[usize::from(cell)] != u16::MAX).collect();
                let nearest = starts.iter().map(|&cell| sources[usize::from(cell)]).min();
                let fits = |one: usize, start: usize| came_from.get(one).unwrap_or(&comes)[start];
                let value = match nearest {
                    Some(pushes) if pushes != u16::MAX => {
                        let has_start = matching.clone().add(came_from.len(), fits);
                        u32::from(pushes) + if has_start { 0 } else { NO_START }
                    }
                    // It cannot go alone: after all that can, by its distance on the empty board.
                    _ => {
                        2 * NO_START
                            + starts
                                .iter()
                                .map(|&cell| empty_distance(maze, task, cell, target))
                                .min()
                                .unwrap_or(0)
                    }
                };
                if best.as_ref().is_none_or(|(least, ..)| value < *least) {
                    best = Some((value, index, comes));
                }
            }
            let (_, index, comes) = best?;
            came_from.push(comes);
            matching.add(came_from.len() - 1, |one, start| came_from[one][start]);
            let target = left.remove(index);
            flip(&mut filled, target);
            plan.order.push(target);
        }
        plan.order.reverse();
        plan.find_needs(maze, task, &mut macros, meter)?;
        Some(plan)
    }

    fn find_needs(
        &mut self,
        maze: &Maze,
        task: &Task,
        macros: &mut Macros,
        meter: &mut Meter,
    ) -> Option<()> {
        self.needs = vec![Vec::new(); self.order.len()];
        let mut walls = vec![0u64; maze.words()];
        let (mut base, mut with) = (Vec::new(), Vec::new());
        for early in 0..self.order.len() {
            let target = self.order[early];
            let end = (target, task.end);
            macros.sources_by(task.sense, maze, &walls, end, &mut base);
            let is_open = |far: &[u16], except: Cell| {
                task.starts
                    .iter()
                    .any(|&start| start != except && far[usize::from(start)] != u16::MAX)
            };
            for late in early + 1..self.order.len() {
                if !meter.goes_on() {
                    return None;
                }
                let other = self.order[late];
                flip(&mut walls, other);
                macros.sources_by(task.sense, maze, &walls, end, &mut with);
                flip(&mut walls, other);
                if is_open(&base, other) && !is_open(&with, other) {
                    self.needs[late].push(early as u16);
                }
            }
            self.pushes.push(base.clone());
            flip(&mut walls, target);
        }
        Some(())
    }

    /// Whether a filled target keeps no earlier one from being filled.
    fn is_packed(&self, stones: &[u64], number: usize) -> bool {
        let is_filled = |number: usize| holds(stones, self.order[number]);
        is_filled(number) && self.needs[number].iter().all(|&early| is_filled(early.into()))
    }

    /// Returns how many targets are filled without harm to those before them.
    pub(super) fn packed(&self, stones: &[u64]) -> usize {
        (0..self.order.len()).filter(|&number| self.is_packed(stones, number)).count()
    }

    /// Writes the stones that are counted as packed.
    pub(super) fn packed_stones(&self, stones: &[u64], out: &mut [u64]) {
        out.fill(0);
        for number in 0..self.order.len() {
            if self.is_packed(stones, number) {
                flip(out, self.order[number]);
            }
        }
    }

    /// Returns the numbers of the next targets, as many as are worth looking at.
    pub(super) fn next(&self, stones: &[u64]) -> impl Iterator<Item = usize> {
        let is_filled = |number: usize| holds(stones, self.order[number]);
        let is_due = move |&number: &usize| {
            !is_filled(number) && self.needs[number].iter().all(|&early| is_filled(early.into()))
        };
        (0..self.order.len()).filter(is_due).take(NEXT)
    }
}

fn empty_distance(maze: &Maze, task: &Task, from: Cell, target: Cell) -> u32 {
    let number = task.goals.iter().position(|&other| other == target).unwrap_or(0);
    let sides = (0..4).map(|side| maze.piece_of_side(from, side));
    sides.map(|piece| u32::from(task.distance(maze, number, from, piece))).min().unwrap_or(0)
}
