//! The partitions as bits, and how a lemming changes them in its update.
//!
//! The row above the grid is stored too, always empty, and shifts bring in zeros beyond its sides.
//! So no rule needs to check the border of the grid, except the one that kills.

use std::collections::BTreeSet;

use super::super::level::{Cell, Facing, Kind, Level, RuleSet};

/// A lemming does not survive a larger drop.
pub(super) const DEEPEST_DROP: u8 = 5;
/// Number of steps until a bomber explodes.
pub(super) const FUSE: u8 = 5;
/// Number of platforms a builder builds.
const BRICKS: u8 = 3;

/// Borders of one row of cells, and which of the cells were explored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct BorderRow {
    pub(super) platforms: u64,
    pub(super) walls: u64,
    pub(super) explored: u64,
}

/// A lemming in the environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lemming {
    pub(super) number: u16,
    pub(super) x: u8,
    pub(super) y: u8,
    pub(super) kind: Kind,
    pub(super) facing: Facing,
    /// Bit set of [`CLIMBER`] and the other marks.
    pub(super) marks: u8,
    /// Platforms built by a builder; for a miner 1 if its next move is across.
    pub(super) count: u8,
    /// Steps left; 0 if the lemming is not a bomber.
    pub(super) fuse: u8,
    pub(super) drop: u8,
}

/// Was made a climber.
pub(super) const CLIMBER: u8 = 1;
/// Was made a floater.
pub(super) const FLOATER: u8 = 2;
/// Its last move was downwards.
pub(super) const FELL: u8 = 4;
/// Pauses for a step after building.
pub(super) const PAUSED: u8 = 8;
/// Has done the first of the two steps of a slow move.
pub(super) const HALF_DONE: u8 = 16;

impl Lemming {
    pub(super) fn has(&self, mark: u8) -> bool {
        self.marks & mark != 0
    }

    pub(super) fn set(&mut self, mark: u8, on: bool) {
        self.marks = if on { self.marks | mark } else { self.marks & !mark };
    }

    pub(super) fn bit(&self) -> u64 {
        1 << self.x
    }

    /// Whether the bit of the cell ahead is set; never beyond the sides.
    fn ahead(&self, cells: u64) -> bool {
        let shifted = match self.facing {
            Facing::Left => cells << 1,
            Facing::Right => cells >> 1,
        };
        shifted & self.bit() != 0
    }

    /// The bit of the cell ahead, perhaps beyond the sides.
    fn beside(&self) -> u64 {
        match self.facing {
            Facing::Left => self.bit() >> 1,
            Facing::Right => self.bit() << 1,
        }
    }

    /// The bit of the wall on the front border; none at the grid's outer left.
    fn front(&self) -> u64 {
        match self.facing {
            Facing::Left => self.bit() >> 1,
            Facing::Right => self.bit(),
        }
    }

    /// Whether it dies in its next update if it is on a platform.
    pub(super) fn is_doomed(&self) -> bool {
        self.drop > DEEPEST_DROP
    }

    pub(super) fn become_a(&mut self, kind: Kind) {
        self.kind = kind;
        self.count = 0;
        self.marks &= !(PAUSED | HALF_DONE);
    }

    fn turn(&mut self) {
        self.facing = self.facing.back();
    }

    /// Everything its future depends on, in one word. Its number is not included.
    pub(super) fn word(&self) -> u64 {
        let bytes = [
            self.x,
            self.y,
            self.kind as u8,
            self.facing as u8,
            self.marks,
            self.count,
            self.fuse,
            self.drop,
        ];
        u64::from_le_bytes(bytes)
    }
}

/// Result of a lemming's update.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Stays,
    Saved,
    Dies,
}

/// Data of a level for the fast world, computed once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ground {
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) alpha: bool,
    /// The partitions that cannot be destroyed, in rows like those of the terrain.
    pub(super) impermeable: Vec<BorderRow>,
    /// Bit x for an exit in column x, one word for each row.
    pub(super) exits: Vec<u64>,
    /// Lower bound on the steps from each cell to an exit, row by row: a lemming moves at most one
    /// column and one row in a step.
    away: Vec<u32>,
    /// One more than from any entrance.
    pub(super) farthest: u32,
    pub(super) terrain: Terrain,
}

impl Ground {
    pub(crate) fn new(level: &Level) -> Self {
        let mut exits = vec![0; level.height as usize];
        level.exits.iter().for_each(|cell| exits[cell.y as usize] |= 1 << cell.x);
        let rows_of = |platforms: &BTreeSet<Cell>, walls: &BTreeSet<Cell>| {
            let mut rows = vec![BorderRow::default(); level.height as usize + 1];
            platforms.iter().for_each(|cell| rows[cell.y as usize + 1].platforms |= 1 << cell.x);
            walls.iter().for_each(|cell| rows[cell.y as usize + 1].walls |= 1 << cell.x);
            rows
        };
        let away_from = |x: i8, y: i8| {
            let steps = |exit: &Cell| u32::from(exit.x.abs_diff(x).max(exit.y.abs_diff(y)));
            level.exits.iter().map(steps).min().unwrap_or(u32::MAX)
        };
        let entrances = level.entrances.iter().map(|entrance| away_from(entrance.x, entrance.y));
        Ground {
            away: (0..level.height)
                .flat_map(|y| (0..level.width).map(move |x| away_from(x, y)))
                .collect(),
            farthest: entrances.max().unwrap_or_default().saturating_add(1),
            width: level.width as u8,
            height: level.height as u8,
            alpha: level.rules == RuleSet::Alpha,
            impermeable: rows_of(&level.impermeable.platforms, &level.impermeable.walls),
            exits,
            terrain: Terrain { rows: rows_of(&level.platforms, &level.walls), hash: 0 },
        }
    }
}

impl Ground {
    /// Lower bound on the number of steps from a cell to an exit.
    pub(super) fn away(&self, x: u8, y: u8) -> u32 {
        self.away[usize::from(y) * usize::from(self.width) + usize::from(x)]
    }

    /// Whether a cell, perhaps below the grid, is an exit.
    pub(super) fn has_exit(&self, x: u8, y: u8) -> bool {
        self.exits.get(usize::from(y)).is_some_and(|row| row >> x & 1 == 1)
    }
}

/// Cells that lemmings cannot enter from the side in this time step, as bits of rows.
pub(super) type Blocking = [u64; 64];
pub(super) const NO_BLOCKERS: Blocking = [0; 64];

/// The partitions and the explored cells.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Terrain {
    /// Row y at y + 1; above it the row outside the grid, always empty.
    pub(super) rows: Vec<BorderRow>,
    /// Depends only on the partitions: it changes with each of them, and back again if the change
    /// is undone.
    pub(super) hash: u128,
}

impl Clone for Terrain {
    fn clone(&self) -> Self {
        Terrain { rows: self.rows.clone(), hash: self.hash }
    }
    fn clone_from(&mut self, other: &Self) {
        self.rows.clone_from(&other.rows);
        self.hash = other.hash;
    }
}

/// A pseudo-random word for a partition.
fn mark_of(place: u64) -> u128 {
    let mix = |seed: u64| {
        let product = u128::from(place.wrapping_add(seed) | 1 << 63) * u128::from(seed);
        (product >> 64) as u64 ^ product as u64
    };
    let (high, low) = (mix(0x9e37_79b9_7f4a_7c15), mix(0xc2b2_ae3d_27d4_eb4f));
    let scramble = |word: u64| {
        let word = (word ^ (word >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        word ^ (word >> 32)
    };
    u128::from(scramble(high)) << 64 | u128::from(scramble(low))
}

impl Terrain {
    pub(super) fn on_platform(&self, lemming: &Lemming) -> bool {
        self.rows[usize::from(lemming.y) + 1].platforms & lemming.bit() != 0
    }

    /// The partitions of the row above a lemming.
    fn above(&self, lemming: &Lemming) -> BorderRow {
        self.rows[usize::from(lemming.y)]
    }

    fn here(&self, lemming: &Lemming) -> BorderRow {
        self.rows[usize::from(lemming.y) + 1]
    }

    /// Whether a walker is where its walk changes: it has landed or built, or is before a wall or
    /// an edge.
    pub(super) fn is_at_a_turn(&self, lemming: &Lemming) -> bool {
        let (here, above) = (self.here(lemming), self.above(lemming));
        let ends =
            here.walls & lemming.front() != 0 || !lemming.ahead(here.platforms | above.platforms);
        self.on_platform(lemming) && (lemming.has(FELL) || lemming.has(PAUSED) || ends)
    }

    /// Sets or removes platforms of the row at an index of `rows`.
    pub(super) fn put_platforms(&mut self, row: usize, bits: u64, on: bool) {
        let platforms = &mut self.rows[row].platforms;
        let mut changed = if on { bits & !*platforms } else { bits & *platforms };
        *platforms ^= changed;
        while changed != 0 {
            self.hash ^= mark_of((row as u64) << 6 | u64::from(changed.trailing_zeros()));
            changed &= changed - 1;
        }
    }

    pub(super) fn remove_walls(&mut self, row: usize, bits: u64) {
        let walls = &mut self.rows[row].walls;
        let mut changed = bits & *walls;
        *walls ^= changed;
        while changed != 0 {
            self.hash ^= mark_of(1 << 20 | (row as u64) << 6 | u64::from(changed.trailing_zeros()));
            changed &= changed - 1;
        }
    }

    /// Updates one lemming.
    #[inline]
    pub(super) fn update(
        &mut self,
        ground: &Ground,
        lemming: &mut Lemming,
        blocking: &Blocking,
    ) -> Fate {
        let on_platform = self.on_platform(lemming);
        if on_platform {
            if lemming.is_doomed() {
                return Fate::Dies;
            }
            lemming.drop = 0;
        }
        if ground.exits[usize::from(lemming.y)] & lemming.bit() != 0 {
            return Fate::Saved;
        }
        let mut fate = match lemming.kind {
            Kind::Walker => self.walk(ground, lemming, on_platform, blocking),
            _ => self.work(ground, lemming, on_platform, blocking),
        };
        if lemming.fuse > 0 && fate == Fate::Stays {
            lemming.fuse -= 1;
            if lemming.fuse == 0 {
                self.explode(ground, lemming);
                fate = Fate::Dies;
            }
        }
        fate
    }

    #[inline]
    fn walk(
        &mut self,
        ground: &Ground,
        lemming: &mut Lemming,
        on_platform: bool,
        blocking: &Blocking,
    ) -> Fate {
        if !on_platform {
            lemming.set(PAUSED, false);
            if lemming.has(FLOATER) && (ground.alpha || lemming.drop >= 2) {
                lemming.become_a(Kind::Floater);
                return self.float(ground, lemming);
            }
            return self.go(ground, lemming, 0, 1, false);
        }
        if lemming.has(PAUSED) {
            lemming.set(PAUSED, false);
            return Fate::Stays;
        }
        let (here, above) = (self.here(lemming), self.above(lemming));
        let ceiling = above.platforms & lemming.bit() != 0;
        for attempt in 0..2 {
            let high = above.walls & lemming.front() != 0;
            let walled = here.walls & lemming.front() != 0 && (high || ground.alpha);
            if walled {
                if lemming.has(CLIMBER) && !ceiling {
                    lemming.become_a(Kind::Climber);
                    return self.climb_up(ground, lemming);
                }
            } else {
                let up = lemming.ahead(above.platforms) && !ceiling && !high;
                let rise = if up { -1 } else { 0 };
                if !is_blocked(lemming, rise, blocking) {
                    return self.go(ground, lemming, lemming.facing.ahead(), rise, true);
                }
            }
            if attempt == 0 {
                lemming.turn();
            }
        }
        Fate::Stays
    }

    /// Updates all types except walkers.
    fn work(
        &mut self,
        ground: &Ground,
        lemming: &mut Lemming,
        on_platform: bool,
        blocking: &Blocking,
    ) -> Fate {
        let (here, above) = (self.here(lemming), self.above(lemming));
        let row = usize::from(lemming.y) + 1;
        let ahead = lemming.facing.ahead();
        let walled = here.walls & lemming.front() != 0;
        let (solid, solid_above) = (ground.impermeable[row], ground.impermeable[row - 1]);
        let goes_on = match lemming.kind {
            Kind::Walker => false,
            Kind::Blocker => {
                if on_platform {
                    return Fate::Stays;
                }
                false
            }
            Kind::Climber => return self.climb(ground, lemming, walled, on_platform, blocking),
            Kind::Floater => {
                if !on_platform {
                    return self.float(ground, lemming);
                }
                false
            }
            Kind::Digger => on_platform && solid.platforms & lemming.bit() == 0,
            Kind::Miner if lemming.count == 0 => {
                on_platform && solid.platforms & (lemming.bit() | lemming.beside()) == 0
            }
            Kind::Miner => on_platform && (solid.walls | solid_above.walls) & lemming.front() == 0,
            Kind::Basher => on_platform && walled && solid.walls & lemming.front() == 0,
            Kind::Builder => {
                let corner = above.walls & lemming.front() | above.platforms & lemming.bit();
                on_platform && !walled && corner == 0 && !lemming.ahead(above.platforms)
            }
        };
        if !goes_on {
            lemming.become_a(Kind::Walker);
            return self.walk(ground, lemming, on_platform, blocking);
        }
        if !is_due(ground, lemming) {
            return Fate::Stays;
        }
        let (right, down) = match lemming.kind {
            Kind::Builder => (ahead, -1),
            Kind::Digger => (0, 1),
            Kind::Miner if lemming.count == 0 => (0, 1),
            _ => (ahead, 0),
        };
        if right != 0 && is_blocked(lemming, down, blocking) {
            lemming.become_a(Kind::Walker);
            lemming.turn();
            return Fate::Stays;
        }
        match lemming.kind {
            Kind::Basher => self.remove_walls(row, lemming.front()),
            Kind::Digger => self.put_platforms(row, lemming.bit(), false),
            Kind::Miner if lemming.count == 0 => {
                self.put_platforms(row, lemming.bit() | lemming.beside(), false);
                lemming.count = 1;
            }
            Kind::Miner => {
                self.remove_walls(row, lemming.front());
                self.remove_walls(row - 1, lemming.front());
                lemming.count = 0;
            }
            _ => {
                let x = lemming.x.wrapping_add_signed(ahead);
                if x < ground.width && lemming.y > 0 {
                    self.put_platforms(row - 1, 1 << x, true);
                }
                lemming.count += 1;
                if lemming.count == BRICKS {
                    lemming.become_a(Kind::Walker);
                    lemming.set(PAUSED, true);
                }
            }
        }
        self.go(ground, lemming, right, down, true)
    }

    fn climb(
        &mut self,
        ground: &Ground,
        lemming: &mut Lemming,
        walled: bool,
        on_platform: bool,
        blocking: &Blocking,
    ) -> Fate {
        lemming.drop = 0;
        let gives_up = if walled {
            self.above(lemming).platforms & lemming.bit() != 0
        } else {
            is_blocked(lemming, 0, blocking)
        };
        if gives_up {
            lemming.turn();
            lemming.become_a(Kind::Walker);
            return self.walk(ground, lemming, on_platform, blocking);
        }
        if walled {
            return self.climb_up(ground, lemming);
        }
        lemming.become_a(Kind::Walker);
        self.go(ground, lemming, lemming.facing.ahead(), 0, on_platform)
    }

    fn climb_up(&mut self, ground: &Ground, lemming: &mut Lemming) -> Fate {
        let fate = self.go(ground, lemming, 0, -1, false);
        lemming.drop = 0;
        fate
    }

    /// Updates a floater in the air.
    fn float(&mut self, ground: &Ground, lemming: &mut Lemming) -> Fate {
        let mut fate = Fate::Stays;
        if is_due(ground, lemming) {
            fate = self.go(ground, lemming, 0, 1, false);
        }
        lemming.drop = 0;
        fate
    }

    #[inline]
    fn go(
        &mut self,
        ground: &Ground,
        lemming: &mut Lemming,
        right: i8,
        down: i8,
        was_on_platform: bool,
    ) -> Fate {
        let (x, y) = (lemming.x.wrapping_add_signed(right), lemming.y.wrapping_add_signed(down));
        if x >= ground.width || y >= ground.height {
            return Fate::Dies;
        }
        (lemming.x, lemming.y) = (x, y);
        lemming.set(FELL, right == 0 && down == 1);
        let row = &mut self.rows[usize::from(y) + 1];
        row.explored |= 1 << x;
        if !was_on_platform || row.platforms & 1 << x == 0 {
            lemming.drop += 1;
        }
        Fate::Stays
    }

    fn explode(&mut self, ground: &Ground, lemming: &Lemming) {
        let row = usize::from(lemming.y) + 1;
        let (solid, solid_above) = (ground.impermeable[row], ground.impermeable[row - 1]);
        self.put_platforms(row, lemming.bit() & !solid.platforms, false);
        self.put_platforms(row - 1, lemming.bit() & !solid_above.platforms, false);
        self.remove_walls(row, (lemming.bit() | lemming.bit() >> 1) & !solid.walls);
    }
}

/// Whether the cell ahead, this many rows down, is a blocking one.
fn is_blocked(lemming: &Lemming, down: i8, blocking: &Blocking) -> bool {
    // There are no blockers above the grid.
    let row = lemming.y.wrapping_add_signed(down);
    blocking.get(usize::from(row)).is_some_and(|&cells| lemming.ahead(cells))
}

/// Whether a slow move is due now; counts the steps of work.
fn is_due(ground: &Ground, lemming: &mut Lemming) -> bool {
    let due = ground.alpha || lemming.has(HALF_DONE);
    lemming.set(HALF_DONE, !due);
    due
}

#[cfg(test)]
mod tests {
    use crate::clockwork::lemmings::Lemmings;
    use quarry_core::{Clockwork, Puzzle};

    #[test]
    fn the_hash_follows_the_partitions_there_and_back() {
        let text = "puzzle = \"lemmings\"\nlemmings = 1\ntarget = 1\ntime_limit = 9\nfrequency = 1\ndrawing = \"e____|.\"";
        let game = Lemmings::parse(text).unwrap();
        let mut terrain = game.begin().terrain;
        let mut hashes = vec![terrain.hash];
        terrain.put_platforms(1, 0b11, false);
        hashes.push(terrain.hash);
        terrain.remove_walls(1, 0b100);
        hashes.push(terrain.hash);
        terrain.put_platforms(1, 0b1, true);
        hashes.push(terrain.hash);
        assert!((1..4).all(|index| !hashes[..index].contains(&hashes[index])));
        terrain.put_platforms(1, 0b10, true);
        terrain.put_platforms(1, 0b100, true);
        terrain.rows[1].walls = 0b100;
        let gone = terrain.hash;
        terrain.remove_walls(1, 0b100);
        assert_eq!(terrain.hash, 0, "as at the start");
        assert_ne!(gone, 0);
    }
}
