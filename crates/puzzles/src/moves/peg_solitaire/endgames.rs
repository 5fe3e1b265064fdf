//! Positions from which few sweeps reach the goal, searched backwards from it.
//!
//! A sweep is taken back jump by jump. Levels are made one by one, up to symmetry, until a level
//! would exceed a number of positions. A position that is in no complete level needs more sweeps
//! than there are such levels, which cuts the last layers of a search from the start.

use quarry_core::{Meter, Refused};
use rustc_hash::FxHashSet;

use super::PegSolitaire;
use super::bits::{Bits, SearchBoard};
use super::impossible;
use super::table::{HashEntry, Table};

/// Number of positions at which the search backwards ends: at first, and where it is worth more.
const FIRST_POSITIONS: usize = 1 << 17;
const MOST_POSITIONS: usize = 1 << 20;

pub(super) struct Endgames<B> {
    /// Fewest sweeps to the goal.
    sweeps: Table<B, u8>,
    /// Number of levels that are complete.
    levels: u8,
    /// Positions of the last complete level, and how many of them have been taken back.
    level: Vec<B>,
    done: usize,
    next: Vec<B>,
    most_pegs: u32,
    most_positions: usize,
    is_finished: bool,
}

impl<B: Bits> Endgames<B> {
    pub(super) fn new(puzzle: &PegSolitaire, board: &SearchBoard<B>) -> Self {
        let mut sweeps = Table::new(1 << 30);
        let goals = impossible::goals_in_class(puzzle, puzzle.pegs);
        let mut level: Vec<B> =
            goals.into_iter().map(|goal| board.canonical(B::of(goal))).collect();
        level.sort_unstable();
        level.dedup();
        for &goal in &level {
            sweeps.entry(goal);
        }
        let most_pegs = puzzle.pegs.count_ones();
        Endgames {
            sweeps,
            levels: 0,
            level,
            done: 0,
            next: Vec::new(),
            most_pegs,
            most_positions: FIRST_POSITIONS,
            is_finished: false,
        }
    }

    /// Allows more positions. Returns whether there are more to be found.
    pub(super) fn extend(&mut self) -> bool {
        let is_cut_short = self.is_finished && self.sweeps.len() >= self.most_positions;
        let may_grow = is_cut_short && self.most_positions < MOST_POSITIONS;
        if may_grow {
            self.most_positions = MOST_POSITIONS;
            self.is_finished = false;
        }
        may_grow
    }

    /// Takes back the sweeps to one position. Returns whether there is more to do.
    pub(super) fn step(
        &mut self,
        board: &SearchBoard<B>,
        meter: &mut Meter,
    ) -> Result<bool, Refused> {
        if self.is_finished {
            return Ok(false);
        }
        let Some(&position) = self.level.get(self.done) else {
            self.levels += 1;
            self.level = std::mem::take(&mut self.next);
            self.done = 0;
            self.is_finished = self.level.is_empty() || self.levels == u8::MAX - 1;
            return Ok(!self.is_finished);
        };
        self.done += 1;
        // Positions within a sweep that is taken back, with the hole of its peg.
        let mut open: Vec<(B, Option<u8>)> = vec![(position, None)];
        let mut seen = FxHashSet::default();
        while let Some((after, moving)) = open.pop() {
            for jump in &board.jumps {
                let landed = jump.changed & (jump.changed ^ jump.needed);
                if moving.is_some_and(|hole| hole != jump.to) || after & jump.changed != landed {
                    continue;
                }
                let before = after ^ jump.changed;
                if before.count() > self.most_pegs || !seen.insert((before, jump.from)) {
                    continue;
                }
                if self.sweeps.len() >= self.most_positions {
                    self.is_finished = true;
                    // The position is begun again if the search goes on.
                    self.done -= 1;
                    return Ok(false);
                }
                meter.spend_visit()?;
                let canonical = board.canonical(before);
                if let HashEntry::New(value) = self.sweeps.entry(canonical) {
                    *value = self.levels + 1;
                    self.next.push(canonical);
                }
                open.push((before, Some(jump.from)));
            }
        }
        Ok(true)
    }

    /// Returns whether a position needs more than this many sweeps. It may miss some.
    pub(super) fn need_more(&self, canonical: B, sweeps: usize) -> bool {
        let sweeps = sweeps.min(usize::from(u8::MAX)) as u8;
        let is_near = || self.sweeps.get(canonical).is_some_and(|value| value <= sweeps);
        sweeps <= self.levels && !is_near()
    }

    /// Returns the bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.sweeps.bytes() + (self.level.capacity() + self.next.capacity()) * size_of::<B>()
    }
}
