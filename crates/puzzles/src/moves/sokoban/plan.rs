//! In which order the targets are filled.
//!
//! All stones are on the targets, and are taken away one by one: a stone can go if it could have come
//! from where some stone is at the start while the others stay. Of those the one with the shortest
//! way goes first, so that the plan, which is the reverse, fills far targets early. Where no stone
//! can go alone, the one with the shortest way on the empty board does.

use super::macros::Macros;
use super::maze::{Cell, Maze, cells, flip, holds};
use quarry_core::Meter;

/// The order of the targets, and what is in the way of each.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) order: Vec<Cell>,
    /// For each target, when those before it are filled: pushes to it from each cell.
    pub(super) pushes: Vec<Vec<u16>>,
    /// For each target, when those before it are filled: the cells on which a stone keeps all others
    /// from it, and cannot get there itself.
    pub(super) blocked: Vec<Vec<u64>>,
    /// Number of targets whose stones could not go alone.
    pub(super) forced: usize,
}

/// Work beyond which blocked cells are not computed.
const MOST_WORK: usize = 60_000_000;

impl Plan {
    /// Makes the plan for a start; `None` if the meter stopped it.
    pub(super) fn of(maze: &Maze, start: &[u64], meter: &mut Meter) -> Option<Plan> {
        let mut macros = Macros::new(maze);
        let mut plan = Plan::default();
        let mut filled = vec![0u64; maze.words()];
        maze.targets.iter().for_each(|&target| flip(&mut filled, target));
        let mut sources = Vec::new();
        let starts: Vec<Cell> = cells(start).collect();
        let mut left: Vec<Cell> = maze.targets.clone();
        while !left.is_empty() {
            let mut best: Option<(u32, usize)> = None;
            for (index, &target) in left.iter().enumerate() {
                if !meter.goes_on() {
                    return None;
                }
                flip(&mut filled, target);
                macros.sources(maze, &filled, target, &mut sources);
                flip(&mut filled, target);
                let nearest = starts.iter().map(|&cell| sources[usize::from(cell)]).min();
                let value = match nearest {
                    Some(pushes) if pushes != u16::MAX => u32::from(pushes),
                    // It cannot go alone: after all that can, by its distance on the empty board.
                    _ => {
                        1_000_000
                            + starts
                                .iter()
                                .map(|&cell| empty_distance(maze, cell, target))
                                .min()
                                .unwrap_or(0)
                    }
                };
                if best.is_none_or(|(least, _)| value < least) {
                    best = Some((value, index));
                }
            }
            let (value, index) = best?;
            plan.forced += usize::from(value >= 1_000_000);
            let target = left.remove(index);
            flip(&mut filled, target);
            plan.order.push(target);
        }
        plan.order.reverse();
        plan.find_blocked(maze, &starts, &mut macros, meter)?;
        Some(plan)
    }

    fn find_blocked(
        &mut self,
        maze: &Maze,
        starts: &[Cell],
        macros: &mut Macros,
        meter: &mut Meter,
    ) -> Option<()> {
        let is_too_large = self.order.len() * maze.len() * maze.len() > MOST_WORK;
        let mut walls = vec![0u64; maze.words()];
        let (mut base, mut with) = (Vec::new(), Vec::new());
        for &target in &self.order {
            macros.sources(maze, &walls, target, &mut base);
            let mut blocked = vec![0u64; maze.words()];
            for cell in 0..maze.len() as Cell {
                if !meter.goes_on() {
                    return None;
                }
                if is_too_large || cell == target || holds(&walls, cell) || maze.is_dead(cell) {
                    continue;
                }
                flip(&mut walls, cell);
                macros.sources(maze, &walls, target, &mut with);
                flip(&mut walls, cell);
                let others = starts.iter().filter(|&&start| start != cell);
                let is_cut = others.clone().all(|&start| with[usize::from(start)] == u16::MAX);
                let was_open = others.clone().any(|&start| base[usize::from(start)] != u16::MAX);
                if is_cut && was_open && base[usize::from(cell)] == u16::MAX {
                    flip(&mut blocked, cell);
                }
            }
            self.blocked.push(blocked);
            self.pushes.push(base.clone());
            flip(&mut walls, target);
        }
        Some(())
    }

    /// Returns how many targets are filled in order.
    pub(super) fn packed(&self, stones: &[u64]) -> usize {
        self.order.iter().take_while(|&&target| holds(stones, target)).count()
    }

    /// Returns how many stones are in the way of the next target.
    pub(super) fn out_of_plan(&self, stones: &[u64], packed: usize) -> usize {
        let Some(blocked) = self.blocked.get(packed) else { return 0 };
        stones.iter().zip(blocked).map(|(one, other)| (one & other).count_ones() as usize).sum()
    }
}

fn empty_distance(maze: &Maze, from: Cell, target: Cell) -> u32 {
    let number = maze.targets.iter().position(|&other| other == target).unwrap_or(0);
    let sides = (0..4).map(|side| maze.piece_of_side(from, side));
    sides.map(|piece| u32::from(maze.pushes(number, from, piece))).min().unwrap_or(0)
}
