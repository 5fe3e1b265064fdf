//! The fast world: partitions as bits of rows, lemmings as ten bytes each, everything in two flat
//! lists.
//!
//! A row is three words: platforms, walls and explored cells, bit x for column x, so that any grid
//! up to 64 x 64 fits (`terrain.rs`). `rules.rs` defines the rules; tests compare every field of
//! every state with it.

mod alone;
mod events;
mod hope;
mod seen;
mod terrain;

use std::hash::{Hash, Hasher};

use quarry_core::key_of;

use super::level::{Cell, Command, Facing, Kind, Level, RuleSet, Skill};
pub(super) use alone::{Escape, OrderWindow, Walks};
pub use events::Stock;
pub(super) use terrain::Ground;
use terrain::{
    Blocking, CLIMBER, DEEPEST_DROP, FELL, FLOATER, FUSE, Fate, Lemming, NO_BLOCKERS, PAUSED,
    Terrain,
};

/// A state of the game.
#[derive(Debug, PartialEq, Eq)]
pub struct World {
    terrain: Terrain,
    /// Lemmings in the environment, in order of entry.
    lemmings: Vec<Lemming>,
    time: u32,
    /// Number of turns of this time step that are over.
    turn: u16,
    waiting: u16,
    saved: u16,
    dead: u16,
    left: [u16; 8],
    nuked: bool,
    life: u64,
}

impl Clone for World {
    fn clone(&self) -> Self {
        World { terrain: self.terrain.clone(), lemmings: self.lemmings.clone(), ..*self }
    }
    /// Reuses the lists' memory, for playing many games in a row.
    fn clone_from(&mut self, other: &Self) {
        let World { terrain, lemmings, time, turn, waiting, saved, dead, left, nuked, life } = self;
        terrain.clone_from(&other.terrain);
        lemmings.clone_from(&other.lemmings);
        (*time, *turn) = (other.time, other.turn);
        (*waiting, *saved, *dead) = (other.waiting, other.saved, other.dead);
        (*left, *nuked, *life) = (other.left, other.nuked, other.life);
    }
}

/// A world is hashed by its future, for which explored cells and the dead do not matter. Lemmings'
/// numbers matter only where they say whose turn is when (`World::key`).
impl Hash for World {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let counts =
            [self.time, u32::from(self.waiting), u32::from(self.saved), u32::from(self.nuked)];
        hasher.write_u64(
            u64::from(counts[0]) << 32 | u64::from(counts[1]) << 16 | u64::from(counts[2]),
        );
        hasher.write_u64(u64::from(counts[3]) << 32 | self.lemmings.len() as u64);
        for pair in self.left.chunks(4) {
            hasher.write_u64(pair.iter().fold(0, |word, &left| word << 16 | u64::from(left)));
        }
        hasher.write_u64((self.terrain.hash >> 64) as u64);
        hasher.write_u64(self.terrain.hash as u64);
        self.lemmings.iter().for_each(|lemming| hasher.write_u64(lemming.word()));
    }
}

impl World {
    pub(super) fn new(level: &Level, ground: &Ground) -> Self {
        World {
            terrain: ground.terrain.clone(),
            lemmings: Vec::with_capacity(usize::from(level.lemmings)),
            time: 0,
            turn: 0,
            waiting: level.lemmings,
            saved: 0,
            dead: 0,
            left: level.quantities,
            nuked: false,
            life: 0,
        }
    }

    /// Number of time steps that are over.
    pub fn time(&self) -> u32 {
        self.time
    }

    /// Number of turns of this time step that are over; always 0 where a time step has one turn.
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// Number of lemmings saved.
    pub fn saved(&self) -> u16 {
        self.saved
    }

    /// Number of lemmings that died.
    pub fn dead(&self) -> u16 {
        self.dead
    }

    /// Number of lemmings still to enter.
    pub fn waiting(&self) -> u16 {
        self.waiting
    }

    /// Number of lemmings in the environment.
    pub fn present(&self) -> usize {
        self.lemmings.len()
    }

    /// Number, cell, direction and type of the lemmings in the environment, in order of entry.
    pub fn lemmings(&self) -> impl Iterator<Item = (u16, Cell, Facing, Kind)> + '_ {
        let cell = |lemming: &Lemming| Cell { x: lemming.x as i8, y: lemming.y as i8 };
        self.lemmings
            .iter()
            .map(move |lemming| (lemming.number, cell(lemming), lemming.facing, lemming.kind))
    }

    /// Number of assignments left for a type.
    pub fn left(&self, skill: Skill) -> u16 {
        self.left[skill as usize]
    }

    /// Sum of all lives so far.
    pub fn life(&self) -> u64 {
        self.life
    }

    /// One for each explored cell, two if it has a platform.
    pub fn explored(&self) -> u32 {
        let rows = self.terrain.rows.iter();
        rows.map(|row| row.explored.count_ones() + (row.explored & row.platforms).count_ones())
            .sum()
    }

    /// Lower bound on the steps of all lemmings to an exit; lemmings that wait or died count as one
    /// step further away than the entrances.
    pub(super) fn distance(&self, level: &Level, ground: &Ground) -> u64 {
        let present =
            self.lemmings.iter().map(|lemming| u64::from(ground.away(lemming.x, lemming.y)));
        let absent = usize::from(level.lemmings - self.saved) - self.lemmings.len();
        present.sum::<u64>() + absent as u64 * u64::from(ground.farthest)
    }

    /// Lower bound on the steps until the target is saved: the lemmings nearest in time go straight
    /// to an exit, through everything. More than any time limit if too few are left.
    pub(super) fn steps_to_goal(&self, level: &Level, ground: &Ground) -> u32 {
        let Some(last) = level.target.checked_sub(self.saved + 1) else { return 0 };
        let present = self.lemmings.iter().map(|lemming| ground.away(lemming.x, lemming.y));
        let waiting = (level.lemmings - self.waiting..level.lemmings).map(|number| {
            let entrance = level.entrances[usize::from(number) % level.entrances.len()];
            let seen_at = u32::from(number) * level.frequency + 1;
            ground.away(entrance.x as u8, entrance.y as u8).saturating_add(seen_at - self.time)
        });
        let mut arrivals: Vec<u32> = present.chain(waiting).collect();
        arrivals.sort_unstable();
        // A lemming that has arrived is saved in the next step.
        arrivals.get(usize::from(last)).map_or(u32::MAX, |&arrival| arrival.saturating_add(1))
    }

    /// Bytes of the lists.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(self.terrain.rows.as_slice()) + self.lemmings.capacity() * size_of::<Lemming>()
    }

    /// Key of the future of partitions and lemmings.
    pub(super) fn key(&self, level: &Level) -> u128 {
        match level.rules {
            RuleSet::Full | RuleSet::Alpha => key_of(self),
            RuleSet::Cormode => self.named_key(),
        }
    }

    /// Key that also depends on the lemmings' numbers.
    pub(super) fn named_key(&self) -> u128 {
        key_of(&(
            key_of(self),
            self.turn,
            self.lemmings.iter().map(|lemming| lemming.number).collect::<Vec<_>>(),
        ))
    }

    pub(super) fn is_over(&self, level: &Level) -> bool {
        self.time == level.time_limit || self.lemmings.is_empty() && self.waiting == 0
    }

    /// Plays one turn, and the time step if it is the last one.
    #[inline]
    pub(super) fn tick(&mut self, level: &Level, ground: &Ground, command: Option<Command>) {
        match command {
            Some(Command::Assign(number, skill)) => self.assign(level, number, skill),
            Some(Command::Nuke) => self.nuke(level),
            None => {}
        }
        if level.rules == RuleSet::Cormode {
            self.turn += 1;
            if self.turn < level.lemmings {
                return;
            }
            self.turn = 0;
        }
        let cells;
        let blocking = if self.lemmings.iter().any(|lemming| lemming.kind == Kind::Blocker) {
            cells = self.blocking_cells();
            &cells
        } else {
            &NO_BLOCKERS
        };
        let mut kept = 0;
        for place in 0..self.lemmings.len() {
            let mut lemming = self.lemmings[place];
            match self.terrain.update(ground, &mut lemming, blocking) {
                Fate::Stays => {
                    self.lemmings[kept] = lemming;
                    kept += 1;
                }
                Fate::Saved => self.saved += 1,
                Fate::Dies => self.dead += 1,
            }
        }
        self.lemmings.truncate(kept);
        self.enter(level);
        self.life += self.lemmings.len() as u64;
        self.time += 1;
    }

    #[inline]
    fn enter(&mut self, level: &Level) {
        let number = level.lemmings - self.waiting;
        if self.waiting == 0 || self.time != u32::from(number) * level.frequency {
            return;
        }
        let entrance = match level.entrances.as_slice() {
            [only] => *only,
            several => several[usize::from(number) % several.len()],
        };
        self.waiting -= 1;
        self.terrain.rows[entrance.y as usize + 1].explored |= 1 << entrance.x;
        self.lemmings.push(Lemming {
            number,
            x: entrance.x as u8,
            y: entrance.y as u8,
            kind: Kind::Walker,
            facing: Facing::Right,
            marks: 0,
            count: 0,
            fuse: 0,
            drop: 0,
        });
    }

    /// Whether a lemming of this type can get that type now.
    fn suits(&self, lemming: &Lemming, skill: Skill) -> bool {
        let works = |than: Kind| {
            !matches!(lemming.kind, Kind::Blocker | Kind::Climber | Kind::Floater)
                && lemming.kind != than
                && self.terrain.on_platform(lemming)
        };
        match skill {
            Skill::Bomber => lemming.fuse == 0,
            Skill::Climber => !lemming.has(CLIMBER),
            Skill::Floater => !lemming.has(FLOATER),
            Skill::Basher => works(Kind::Basher),
            Skill::Blocker => works(Kind::Blocker),
            Skill::Builder => works(Kind::Builder),
            Skill::Digger => works(Kind::Digger),
            Skill::Miner => works(Kind::Miner),
        }
    }

    fn has_left(&self, level: &Level, skill: Skill) -> bool {
        self.left[skill as usize] > 0 && level.allows(skill)
    }

    /// Whether an order would be obeyed.
    pub(super) fn obeys(&self, level: &Level, command: Command) -> bool {
        match command {
            Command::Nuke => self.can_be_nuked(level),
            Command::Assign(number, skill) => {
                let lemming = self.lemmings.iter().find(|lemming| lemming.number == number);
                self.has_left(level, skill)
                    && level.has_turn(number, self.turn)
                    && lemming.is_some_and(|lemming| self.suits(lemming, skill))
            }
        }
    }

    /// Calls `each` with the legal assignments, lemming by lemming, and the nuke if it may save a
    /// lemming.
    pub(super) fn each_command(
        &self,
        level: &Level,
        ground: &Ground,
        mut each: impl FnMut(Command),
    ) {
        self.each_assignment(level, &mut each);
        if self.can_be_nuked(level) && (self.nuke_may_save(ground) || self.nuke_may_keep_out(level))
        {
            each(Command::Nuke);
        }
    }

    /// Calls `each` with the legal assignments, lemming by lemming, and the nuke.
    pub(super) fn each_obeyed(&self, level: &Level, mut each: impl FnMut(Command)) {
        self.each_assignment(level, &mut each);
        if self.can_be_nuked(level) {
            each(Command::Nuke);
        }
    }

    fn each_assignment(&self, level: &Level, mut each: impl FnMut(Command)) {
        for lemming in self.in_turn(level) {
            for skill in Skill::ALL {
                if self.has_left(level, skill) && self.suits(lemming, skill) {
                    each(Command::Assign(lemming.number, skill));
                }
            }
        }
    }

    /// Lemmings that can be given a type now if it suits them.
    fn in_turn<'w>(&'w self, level: &'w Level) -> impl Iterator<Item = &'w Lemming> {
        self.lemmings.iter().filter(|lemming| level.has_turn(lemming.number, self.turn))
    }

    fn can_be_nuked(&self, level: &Level) -> bool {
        !self.nuked && level.rules != RuleSet::Cormode
    }

    /// Calls `each` for lemmings that have just entered, and walkers that have landed, finished
    /// building, or are before a wall or an edge.
    pub(super) fn each_occasion(&self, level: &Level, each: impl FnMut(u16)) {
        let occasion = |lemming: &&Lemming| {
            self.time == u32::from(lemming.number) * level.frequency + 1
                || lemming.kind == Kind::Walker && self.terrain.is_at_a_turn(lemming)
        };
        self.in_turn(level).filter(occasion).map(|lemming| lemming.number).for_each(each);
    }

    /// A lemming that is not saved in the five steps that begin with a nuke dies in the last of
    /// them, and none explodes before. So an explosion saves only lemmings that it keeps from dying
    /// in that last step: one that has fallen too far onto an exit's platform, and is now falling
    /// four rows above it.
    fn nuke_may_save(&self, ground: &Ground) -> bool {
        let steps = FUSE - 1;
        let falls =
            |lemming: &Lemming| lemming.kind == Kind::Walker && lemming.drop + steps > DEEPEST_DROP;
        self.lemmings
            .iter()
            .any(|lemming| falls(lemming) && ground.has_exit(lemming.x, lemming.y + steps))
    }

    /// A nuke also keeps out those that have not entered. That saves a lemming if one of them would
    /// fall on a blocker and hide it: two steps after its entry at the soonest. Whom the blocker
    /// turns around then is saved in the next step at the soonest, so the entry is due now or in the
    /// next step.
    fn nuke_may_keep_out(&self, level: &Level) -> bool {
        let next = u32::from(level.lemmings - self.waiting) * level.frequency;
        self.waiting > 0
            && (next == self.time || next == self.time + 1)
            && (self.has_left(level, Skill::Blocker)
                || self.lemmings.iter().any(|lemming| lemming.kind == Kind::Blocker))
    }

    fn assign(&mut self, level: &Level, number: u16, skill: Skill) {
        if !self.has_left(level, skill) || !level.has_turn(number, self.turn) {
            return;
        }
        let Some(place) = self.lemmings.iter().position(|lemming| lemming.number == number) else {
            return;
        };
        let mut lemming = self.lemmings[place];
        if !self.suits(&lemming, skill) {
            return;
        }
        self.left[skill as usize] -= 1;
        lemming.set(PAUSED, false);
        let kind = match skill {
            Skill::Bomber => {
                lemming.fuse = FUSE;
                None
            }
            Skill::Climber => {
                lemming.set(CLIMBER, true);
                None
            }
            Skill::Floater => {
                lemming.set(FLOATER, true);
                None
            }
            Skill::Basher => Some(Kind::Basher),
            Skill::Blocker => Some(Kind::Blocker),
            Skill::Builder => Some(Kind::Builder),
            Skill::Digger => Some(Kind::Digger),
            Skill::Miner => Some(Kind::Miner),
        };
        if let Some(kind) = kind
            && !lemming.is_doomed()
        {
            lemming.become_a(kind);
        }
        self.lemmings[place] = lemming;
    }

    fn nuke(&mut self, level: &Level) {
        if !self.can_be_nuked(level) {
            return;
        }
        self.nuked = true;
        self.waiting = 0;
        self.lemmings
            .iter_mut()
            .filter(|lemming| lemming.fuse == 0)
            .for_each(|lemming| lemming.fuse = FUSE);
    }

    /// Cells of blockers that are not hidden by another, fallen lemming.
    fn blocking_cells(&self) -> Blocking {
        let mut cells = NO_BLOCKERS;
        let at = |lemming: &Lemming| (lemming.x, lemming.y);
        for blocker in self.lemmings.iter().filter(|lemming| lemming.kind == Kind::Blocker) {
            let hides =
                |other: &&Lemming| at(other) == at(blocker) && other.number != blocker.number;
            if !self.lemmings.iter().filter(hides).any(|other| other.has(FELL)) {
                cells[usize::from(blocker.y)] |= blocker.bit();
            }
        }
        cells
    }
}
