//! The fast state. `rules.rs` says what must come out; the laws compare the two.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use quarry_core::key_of;

use super::level::{Direction, GhostKind, Level, MOST_GHOSTS};
use super::maze::{Maze, NONE};
use super::rules::Phase;

/// No direction, for a ghost that has not yet stepped.
const STILL: u8 = 4;

/// A ghost during the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct GhostPlace {
    pub(super) cell: u16,
    /// Direction of its last step, or [`STILL`].
    facing: u8,
    /// Number of steps that it still stays at home; 0 if it is in play.
    pub(super) at_home: u16,
}

impl GhostPlace {
    const ABSENT: GhostPlace = GhostPlace { cell: NONE, facing: STILL, at_home: 0 };

    fn starting(cell: u16) -> Self {
        GhostPlace { cell, ..GhostPlace::ABSENT }
    }
}

/// Everything that changes in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct World {
    pub(super) time: u32,
    /// Pac-Man's square.
    pub(super) cell: u16,
    pub(super) facing: Direction,
    pub(super) power: u16,
    pub(super) lives: u8,
    pub(super) phase: Phase,
    /// Number of foods that must still be eaten.
    pub(super) left: u16,
    /// Number of pills that are left.
    pub(super) pills: u16,
    pub(super) ghosts: [GhostPlace; MOST_GHOSTS],
    /// Foods that are left.
    pub(super) food: Vec<u64>,
}

/// What a world can have too little of but never too much: time and lives. Whoever has more of both
/// can do what the other does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stock {
    time_left: u32,
    lives: u8,
}

impl PartialOrd for Stock {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self.time_left.cmp(&other.time_left), self.lives.cmp(&other.lives)) {
            (one, another) if one == another => Some(one),
            (Ordering::Equal, order) | (order, Ordering::Equal) => Some(order),
            _ => None,
        }
    }
}

/// The future apart from time and lives.
impl Hash for World {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let place = u64::from(self.cell) << 32
            | u64::from(self.power) << 16
            | (self.facing as u64) << 8
            | u64::from(self.parity());
        hasher.write_u64(place);
        let ghosts = self.ghosts.iter().take_while(|ghost| ghost.cell != NONE);
        for ghost in ghosts {
            let words = u64::from(ghost.cell) << 32 | u64::from(ghost.at_home) << 8;
            hasher.write_u64(words | u64::from(ghost.facing));
        }
        self.food.iter().for_each(|&word| hasher.write_u64(word));
    }
}

impl World {
    pub(super) fn new(level: &Level, maze: &Maze) -> Self {
        let mut food = vec![0; maze.words];
        (0..maze.food.len()).for_each(|index| food[index / 64] |= 1 << (index % 64));
        let mut world = World {
            time: 0,
            cell: maze.start,
            facing: maze.facing,
            power: 0,
            lives: level.lives,
            phase: Phase::Running,
            left: maze.wanted as u16,
            pills: maze.pills.iter().map(|word| word.count_ones() as u16).sum(),
            ghosts: [GhostPlace::ABSENT; MOST_GHOSTS],
            food,
        };
        world.put_at_start(maze);
        world
    }

    fn put_at_start(&mut self, maze: &Maze) {
        (self.cell, self.facing, self.power) = (maze.start, maze.facing, 0);
        for (ghost, &(_, start)) in self.ghosts.iter_mut().zip(&maze.ghosts) {
            *ghost = GhostPlace::starting(start);
        }
    }

    /// Whether the time step is odd, if that can matter: frightened ghosts step at even times only.
    pub(super) fn parity(&self) -> bool {
        self.time % 2 == 1 && (self.power > 0 || self.pills > 0) && self.ghosts[0].cell != NONE
    }

    pub(super) fn is_over(&self) -> bool {
        self.phase != Phase::Running
    }

    pub(super) fn has_food(&self, index: usize) -> bool {
        self.food[index / 64] >> (index % 64) & 1 == 1
    }

    /// Key of the future apart from time and lives.
    pub(super) fn outlook(&self, level: &Level) -> (u128, Stock) {
        let time_left = level.time_limit.saturating_sub(self.time);
        (key_of(&(self, self.is_over())), Stock { time_left, lives: self.lives })
    }

    pub(super) fn key(&self) -> u128 {
        key_of(&(self, self.time, self.lives, self.phase as u8))
    }

    pub(super) fn obeys(&self, maze: &Maze, order: Direction) -> bool {
        order != self.facing && maze.ahead(self.cell, order) != NONE
    }

    /// Whether a ghost is in play and can kill, or be killed.
    pub(super) fn ghosts_in_play(&self) -> impl Iterator<Item = (usize, GhostPlace)> + '_ {
        let ghosts = self.ghosts.iter().copied().enumerate();
        ghosts.take_while(|(_, ghost)| ghost.cell != NONE).filter(|(_, ghost)| ghost.at_home == 0)
    }

    /// Direction of a ghost's last step.
    pub(super) fn ghost_facing(&self, number: usize) -> Option<Direction> {
        Direction::ALL.get(usize::from(self.ghosts[number].facing)).copied()
    }

    /// Number of bytes of a packed world: first those of the moving parts, then the food.
    pub(super) fn packed_bytes(maze: &Maze) -> (usize, usize) {
        (6 + 5 * maze.ghosts.len(), 8 * maze.words)
    }

    /// Appends everything but time and phase.
    pub(super) fn pack(&self, maze: &Maze, out: &mut Vec<u8>) {
        out.extend(self.cell.to_le_bytes());
        out.extend(self.power.to_le_bytes());
        out.extend([self.facing as u8, self.lives]);
        for ghost in &self.ghosts[..maze.ghosts.len()] {
            out.extend(ghost.cell.to_le_bytes());
            out.extend(ghost.at_home.to_le_bytes());
            out.push(ghost.facing);
        }
        self.food.iter().for_each(|word| out.extend(word.to_le_bytes()));
    }

    /// Becomes the running world of packed bytes at a time.
    pub(super) fn unpack(&mut self, maze: &Maze, bytes: &[u8], time: u32) {
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        (self.cell, self.power) = (word(0), word(2));
        (self.facing, self.lives) = (Direction::ALL[usize::from(bytes[4])], bytes[5]);
        for (number, ghost) in self.ghosts[..maze.ghosts.len()].iter_mut().enumerate() {
            let at = 6 + 5 * number;
            *ghost = GhostPlace { cell: word(at), at_home: word(at + 2), facing: bytes[at + 4] };
        }
        let food = bytes[World::packed_bytes(maze).0..].chunks_exact(8);
        for (set, chunk) in self.food.iter_mut().zip(food) {
            *set = chunk.iter().rev().fold(0, |set, &byte| set << 8 | u64::from(byte));
        }
        (self.time, self.phase) = (time, Phase::Running);
        let wanted = |(index, &set): (usize, &u64)| {
            let bits = maze.wanted.saturating_sub(64 * index).min(64);
            let kept = if bits == 64 { set } else { set & ((1 << bits) - 1) };
            kept.count_ones() as u16
        };
        self.left = self.food.iter().enumerate().map(wanted).sum();
        let pills = self.food.iter().zip(&maze.pills).map(|(set, pills)| set & pills);
        self.pills = pills.map(|set| set.count_ones() as u16).sum();
    }

    /// Number of steps after which a patrol has gone its round, if it is in play and goes one.
    pub(super) fn patrol_period(&self, maze: &Maze, number: usize) -> Option<usize> {
        let step = |ghost: GhostPlace| {
            let next = maze.next[usize::from(ghost.cell)];
            let facing = patrol(next, ghost.facing)?;
            Some(GhostPlace { cell: next[usize::from(facing)], facing, at_home: 0 })
        };
        // Every square has been left in every direction after this many steps.
        let most = 4 * maze.cells.len();
        let on_round = (0..most).try_fold(self.ghosts[number], |ghost, _| step(ghost))?;
        let mut ghost = step(on_round)?;
        let mut steps = 1;
        while ghost != on_round {
            ghost = step(ghost)?;
            steps += 1;
        }
        Some(steps)
    }

    /// Plays one time step. An order that is not legal counts as a pass.
    pub(super) fn tick(&mut self, level: &Level, maze: &Maze, order: Option<Direction>) {
        if let Some(order) = order
            && self.obeys(maze, order)
        {
            self.facing = order;
        }
        let next = maze.ahead(self.cell, self.facing);
        if next != NONE {
            self.cell = next;
        }
        self.eat(level, maze);
        if self.left == 0 {
            self.phase = Phase::Solved;
        } else if self.meet_ghosts(level, maze) {
            for number in 0..maze.ghosts.len() {
                self.move_ghost(maze, number);
            }
            self.meet_ghosts(level, maze);
        }
        self.power = self.power.saturating_sub(1);
        self.time += 1;
        if self.phase == Phase::Running && self.time == level.time_limit {
            self.phase = Phase::Lost;
        }
    }

    fn eat(&mut self, level: &Level, maze: &Maze) {
        let index = usize::from(maze.food_at[usize::from(self.cell)]);
        if index == usize::from(NONE) || !self.has_food(index) {
            return;
        }
        self.food[index / 64] ^= 1 << (index % 64);
        self.left -= u16::from(index < maze.wanted);
        if maze.pills[index / 64] >> (index % 64) & 1 == 1 {
            self.power = level.power;
            self.pills -= 1;
        }
    }

    /// Returns whether Pac-Man is still alive in this step.
    fn meet_ghosts(&mut self, level: &Level, maze: &Maze) -> bool {
        for number in 0..maze.ghosts.len() {
            let ghost = &mut self.ghosts[number];
            if ghost.cell != self.cell || ghost.at_home > 0 {
                continue;
            }
            if self.power > 0 {
                *ghost = GhostPlace { cell: maze.home, facing: STILL, at_home: level.home_time };
                continue;
            }
            self.lives -= 1;
            if self.lives == 0 {
                self.phase = Phase::Lost;
            } else {
                self.put_at_start(maze);
            }
            return false;
        }
        true
    }

    fn move_ghost(&mut self, maze: &Maze, number: usize) {
        let ghost = self.ghosts[number];
        if ghost.at_home > 0 {
            self.ghosts[number].at_home -= 1;
            return;
        }
        if self.power > 0 && self.time % 2 == 1 {
            return;
        }
        let next = maze.next[usize::from(ghost.cell)];
        let towards = match maze.ghosts[number].0 {
            GhostKind::Patrol => patrol(next, ghost.facing),
            kind => self.towards_target(maze, ghost, kind, next),
        };
        if let Some(towards) = towards {
            let cell = next[usize::from(towards)];
            self.ghosts[number] = GhostPlace { cell, facing: towards, at_home: 0 };
        }
    }

    fn towards_target(
        &self,
        maze: &Maze,
        ghost: GhostPlace,
        kind: GhostKind,
        next: [u16; 4],
    ) -> Option<u8> {
        let squared =
            |(ax, ay): (i32, i32), (bx, by)| (ax - bx) * (ax - bx) + (ay - by) * (ay - by);
        let pac = maze.place(self.cell);
        let target = match kind {
            _ if self.power > 0 => pac,
            GhostKind::Ambush => {
                let (right, down) = self.facing.step();
                (pac.0 + 4 * right, pac.1 + 4 * down)
            }
            GhostKind::Shy if squared(maze.place(ghost.cell), pac) <= 64 => (0, maze.rows - 1),
            GhostKind::Chase | GhostKind::Shy | GhostKind::Patrol => pac,
        };
        let sign = if self.power > 0 { -1 } else { 1 };
        let back = if ghost.facing == STILL { STILL } else { (ghost.facing + 2) % 4 };
        let mut best: Option<(i32, u8)> = None;
        for (direction, &cell) in (0..).zip(&next) {
            if cell == NONE || direction == back {
                continue;
            }
            let value = sign * squared(maze.place(cell), target);
            if best.is_none_or(|(least, _)| value < least) {
                best = Some((value, direction));
            }
        }
        let turns_back = || (back != STILL && next[usize::from(back)] != NONE).then_some(back);
        best.map(|(_, direction)| direction).or_else(turns_back)
    }
}

fn patrol(next: [u16; 4], facing: u8) -> Option<u8> {
    let order = if facing == STILL {
        [0, 1, 2, 3]
    } else {
        [facing, (facing + 3) % 4, (facing + 1) % 4, (facing + 2) % 4]
    };
    order.into_iter().find(|&direction| next[usize::from(direction)] != NONE)
}
