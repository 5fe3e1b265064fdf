//! Targets that frozen stones shut off.
//!
//! Stones that can never move again are walls. Among them the other stones must still get to the
//! other targets, each to one of its own: if there is no such matching, the position is lost. What
//! can get where is computed once for each set of frozen stones and kept.

use rustc_hash::FxHashMap;

use super::macros::Macros;
use super::matching::StoneMatching;
use super::maze::{Cell, Maze, cells, flip, holds};

/// Kept sets of frozen stones beyond which all are forgotten.
const MOST_KEPT: usize = 20_000;

#[derive(Debug)]
pub(super) struct Walled {
    macros: Macros,
    /// For each set of frozen stones: the cells from which each other target can be filled.
    known: FxHashMap<Box<[u64]>, Vec<Vec<u64>>>,
    far: Vec<u16>,
    stones: Vec<Cell>,
    matching: StoneMatching,
}

impl Walled {
    pub(super) fn new(maze: &Maze) -> Self {
        Walled {
            macros: Macros::new(maze),
            known: FxHashMap::default(),
            far: Vec::new(),
            stones: Vec::new(),
            matching: StoneMatching::default(),
        }
    }

    /// Returns about how many bytes are held.
    pub(super) fn bytes(&self, maze: &Maze) -> usize {
        self.known.len() * (maze.words() * 8 + 24) * (maze.targets.len() / 2 + 1)
    }

    /// Whether the frozen stones, all on targets, keep the others from getting to theirs.
    pub(super) fn is_lost(&mut self, maze: &Maze, stones: &[u64], frozen: &[u64]) -> bool {
        if frozen.iter().all(|&word| word == 0) {
            return false;
        }
        if !self.known.contains_key(frozen) {
            if self.known.len() >= MOST_KEPT {
                self.known.clear();
            }
            let sources = self.sources(maze, frozen);
            self.known.insert(frozen.into(), sources);
        }
        let sources = &self.known[frozen];
        self.stones.clear();
        self.stones.extend(cells(stones).filter(|&stone| !holds(frozen, stone)));
        self.matching.begin(sources.len());
        let stones = &self.stones;
        let fits = |stone: usize, target: usize| holds(&sources[target], stones[stone]);
        !(0..stones.len()).all(|stone| self.matching.add(stone, fits))
    }

    fn sources(&mut self, maze: &Maze, frozen: &[u64]) -> Vec<Vec<u64>> {
        let mut all = Vec::new();
        for &target in maze.targets.iter().filter(|&&target| !holds(frozen, target)) {
            self.macros.sources(maze, frozen, target, &mut self.far);
            let mut set = vec![0u64; maze.words()];
            for (cell, &pushes) in self.far.iter().enumerate() {
                if pushes != u16::MAX {
                    flip(&mut set, cell as Cell);
                }
            }
            all.push(set);
        }
        all
    }
}
