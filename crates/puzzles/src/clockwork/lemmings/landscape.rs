//! The landscape: eight sets of levels, one for each type, in which each level needs one order more
//! than the one before, and seven levels of alpha-LEMMINGS.
//!
//! The thesis catalogues ten levels of each set (Appendix A), but we do not have its figures. These
//! levels are a reconstruction with the properties it states: how many orders a level needs and at
//! how many time steps each can be given (its Table 7.1). Beyond n = 10 the construction continues
//! on higher grids and with more time. Each level comes with a witness: the orders intended by its
//! construction.

use std::collections::BTreeSet;

use super::Move;
use super::level::{Cell, Command, LONGEST_SIDE, Level, Partitions, RuleSet, Skill};
use super::rules;

/// Names of the sets, in the order of their types.
pub const SETS: [&str; 8] =
    ["bashers", "blockers", "bombers", "builders", "climbers", "diggers", "floaters", "miners"];

/// Number of levels of each set in the thesis.
pub const CATALOGUED: u8 = 10;
/// Number of alpha-LEMMINGS levels.
pub const ALPHAS: u8 = 7;

/// A level with orders that solve it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sited {
    /// The level itself.
    pub level: Level,
    /// Orders that save enough lemmings, then passes to the end.
    pub witness: Vec<Move>,
}

/// Side of the thesis's grid.
const SIDE: i8 = 20;

/// Creates a cell from a column and a row that count from 1, as in the descriptions of levels.
fn cell(column: i8, row: i8) -> Cell {
    Cell { x: column - 1, y: row - 1 }
}

fn order(at: u32, lemming: u16, skill: Skill) -> Move {
    Move { at, command: Some(Command::Assign(lemming, skill)) }
}

/// A level under construction: at first an empty grid of the thesis's size.
struct Site {
    level: Level,
}

impl Site {
    fn new(rules: RuleSet, lemmings: u16, target: u16, time_limit: u32, frequency: u32) -> Self {
        let level = Level {
            rules,
            width: SIDE,
            height: SIDE,
            lemmings,
            target,
            time_limit,
            frequency,
            quantities: [0; 8],
            entrances: Vec::new(),
            exits: BTreeSet::new(),
            platforms: BTreeSet::new(),
            walls: BTreeSet::new(),
            impermeable: Partitions::default(),
        };
        Site { level }
    }

    fn types(mut self, skill: Skill, quantity: u16) -> Self {
        self.level.quantities[skill as usize] = quantity;
        self
    }

    fn rows(mut self, rows: i8) -> Self {
        self.level.height = self.level.height.max(rows);
        self
    }

    fn entrance(mut self, column: i8, row: i8) -> Self {
        self.level.entrances.push(cell(column, row));
        self
    }

    fn exit(mut self, column: i8, row: i8) -> Self {
        self.level.exits.insert(cell(column, row));
        self
    }

    /// A platform under the cells of a row.
    fn platform(mut self, columns: std::ops::RangeInclusive<i8>, row: i8) -> Self {
        self.level.platforms.extend(columns.map(|column| cell(column, row)));
        self
    }

    /// A wall on the right border of a column.
    fn wall(mut self, column: i8, rows: std::ops::RangeInclusive<i8>) -> Self {
        self.level.walls.extend(rows.map(|row| cell(column, row)));
        self
    }

    fn with(self, orders: impl IntoIterator<Item = Move>) -> Sited {
        // A pass in the last time step, so that the game is played to its end.
        let last = Move { at: self.level.time_limit - 1, command: None };
        Sited { level: self.level, witness: orders.into_iter().chain([last]).collect() }
    }
}

/// Returns the n-th level of a type's set; the error says why the grid does not allow it.
pub fn level(skill: Skill, n: u8) -> Result<Sited, String> {
    let most = most(skill);
    if n == 0 || n > most {
        return Err(format!(
            "{} go from n = 1 to {most}: a grid has at most {LONGEST_SIDE} rows",
            SETS[skill as usize]
        ));
    }
    Ok(match skill {
        Skill::Basher => bashers(n),
        Skill::Blocker => blockers(n),
        Skill::Bomber => bombers(n),
        Skill::Builder => builders(n),
        Skill::Climber => climbers(n),
        Skill::Digger | Skill::Miner => shaft(skill, n),
        Skill::Floater => floaters(n),
    })
}

/// Most lemmings and time steps of a level in the thesis's estimate of search trees (section 6.1).
const MOST_LEMMINGS: u16 = 10;
const MOST_TIME: u32 = 100;

/// Returns the n-th level of a type's set within the thesis's bounds of 10 lemmings and 100 time
/// steps; the error says up to which n its intended orders fit. In the shafts the others follow as
/// soon as the first has dug out of their way.
pub fn bounded(skill: Skill, n: u8) -> Result<Sited, String> {
    let sited = level(skill, n)?;
    squeezed(skill, n, sited).ok_or_else(|| {
        let fits = |n: &u8| {
            let sited = level(skill, *n).expect("smaller levels exist");
            squeezed(skill, *n, sited).is_some()
        };
        let last = (1..n).rev().find(fits).unwrap_or(0);
        format!(
            "{} fit into {MOST_LEMMINGS} lemmings and {MOST_TIME} time steps up to n = {last}: \
             choose bounds = own for more",
            SETS[skill as usize]
        )
    })
}

/// Puts a level into the thesis's bounds, if its witness still solves it there.
fn squeezed(skill: Skill, n: u8, Sited { mut level, mut witness }: Sited) -> Option<Sited> {
    if let Skill::Digger | Skill::Miner = skill {
        level.frequency = n.into();
    }
    level.time_limit = MOST_TIME;
    let last = Move { at: MOST_TIME - 1, command: None };
    witness.retain(|order| order.at < last.at);
    witness.push(last);
    let is_solved = rules::judge(&level, &witness).is_ok_and(|verdict| verdict.solved);
    (level.lemmings <= MOST_LEMMINGS && is_solved).then_some(Sited { level, witness })
}

/// The largest n of a set.
pub fn most(skill: Skill) -> u8 {
    match skill {
        Skill::Basher => 48,
        Skill::Builder => 36,
        Skill::Climber | Skill::Floater => 100,
        Skill::Blocker | Skill::Bomber | Skill::Digger | Skill::Miner => 32,
    }
}

/// A chamber for each lemming, three in a row, with two walls to bash and an exit behind each.
fn bashers(n: u8) -> Sited {
    let count = u16::from(n);
    let mut site = Site::new(RuleSet::Full, count, count, 100.max(50 + 5 * u32::from(n)), 5)
        .types(Skill::Basher, count)
        .rows(4 * n.div_ceil(3) as i8);
    for k in 0..n as i8 {
        let (c, r) = (6 * (k % 3), 4 * (k / 3));
        site = site
            .entrance(c + 3, r + 2)
            .platform(c + 3..=c + 5, r + 2)
            .platform(c + 1..=c + 5, r + 4)
            .wall(c + 4, r + 1..=r + 2)
            .wall(c + 1, r + 3..=r + 4)
            .exit(c + 5, r + 2)
            .exit(c + 1, r + 4);
    }
    site.with((0..count).map(|k| order(2 + 5 * u32::from(k), k, Skill::Basher)))
}

/// Ledges to the right and to the left alternately: all lemmings but the last are sacrificed to
/// turn it round.
fn blockers(n: u8) -> Sited {
    let count = u16::from(n);
    let rows = n as i8;
    let mut site = Site::new(RuleSet::Full, count + 1, 1, 100.max(20 + 8 * u32::from(n)), 5)
        .types(Skill::Blocker, count)
        .rows(2 * rows)
        .entrance(10, 1)
        .exit(if n % 2 == 1 { 9 } else { 10 }, 2 * rows);
    for k in 1..=rows {
        site = site.platform(if k % 2 == 1 { 10..=11 } else { 8..=9 }, 2 * k - 1);
    }
    site.with((0..count).map(|k| order(2 + 8 * u32::from(k), k, Skill::Blocker)))
}

/// A lane for each two lemmings; the first blows a hole for the second.
fn bombers(n: u8) -> Sited {
    let count = u16::from(n);
    let mut site = Site::new(RuleSet::Full, 2 * count, count, 100.max(20 + 8 * u32::from(n)), 4)
        .types(Skill::Bomber, count)
        .rows(2 * n as i8);
    for k in 0..n as i8 {
        let row = 2 * k + 1;
        site = site.entrance(2, row).platform(2..=8, row).exit(7, row + 1).exit(8, row + 1);
    }
    site.with((0..count).map(|k| order(1 + 4 * u32::from(k), k, Skill::Bomber)))
}

/// A chamber for each lemming, four in a row, with an exit that only a stair reaches.
fn builders(n: u8) -> Sited {
    let count = u16::from(n);
    let mut site = Site::new(RuleSet::Full, count, count, 100.max(50 + 5 * u32::from(n)), 5)
        .types(Skill::Builder, count)
        .rows(7 * ((n as i8 - 1) / 4) + 4);
    for k in 0..n as i8 {
        let (c, r) = (5 * (k % 4), 7 * (k / 4));
        site = site.entrance(c + 1, r + 4).platform(c + 1..=c + 2, r + 4).exit(c + 5, r + 1);
    }
    site.with((0..count).map(|k| order(1 + 5 * u32::from(k), k, Skill::Builder)))
}

/// A pit with an overhang on one side and an exit on top of the other.
fn climbers(n: u8) -> Sited {
    let count = u16::from(n);
    Site::new(RuleSet::Full, count, count, 100.max(70 + 3 * u32::from(n)), 3)
        .types(Skill::Climber, count)
        .entrance(4, 13)
        .platform(3..=8, 15)
        .wall(2, 13..=15)
        .platform(3..=3, 13)
        .wall(8, 12..=15)
        .exit(9, 11)
        .platform(9..=9, 11)
        .with((0..count).map(|k| order(1 + 3 * u32::from(k), k, Skill::Climber)))
}

/// Single platforms below each other, beside a fatal drop: the first lemming digs through all of
/// them, each at the only time step it stands there, and the others fall through its holes.
fn shaft(skill: Skill, n: u8) -> Sited {
    let count = u16::from(n);
    let rows = 2 * n as i8;
    let frequency = 10.max(u32::from(n));
    let time = frequency * (u32::from(n) - 1) + 2 * u32::from(n) + 1;
    let site = Site::new(RuleSet::Full, count, count, 120.max(time + 9), frequency)
        .types(skill, count)
        .rows(rows);
    let top = 10.min(site.level.height + 1 - rows);
    let mut site = site.entrance(2, top).exit(2, top + rows - 1).platform(3..=3, 15);
    for k in 0..n as i8 {
        site = site.platform(2..=2, top + 2 * k);
    }
    site.with((0..u32::from(n)).map(|k| order(1 + 3 * k, 0, skill)))
}

/// A ledge too high above the way to the exit.
fn floaters(n: u8) -> Sited {
    let count = u16::from(n);
    Site::new(RuleSet::Full, count, count, 100.max(50 + 5 * u32::from(n)), 5)
        .types(Skill::Floater, count)
        .entrance(2, 5)
        .platform(2..=3, 5)
        .platform(4..=8, 12)
        .exit(7, 12)
        .with((0..count).map(|k| order(1 + 5 * u32::from(k), k, Skill::Floater)))
}

/// Returns the n-th level of alpha-LEMMINGS, or an error if there is none.
pub fn alpha(n: u8) -> Result<Sited, String> {
    let alpha = |lemmings, target, time_limit, frequency| {
        Site::new(RuleSet::Alpha, lemmings, target, time_limit, frequency)
    };
    // The last three share the surroundings of the entrance.
    let around = |target, time_limit| {
        alpha(6, target, time_limit, 4)
            .types(Skill::Blocker, 1)
            .entrance(9, 4)
            .platform(8..=14, 6)
            .platform(2..=7, 9)
    };
    Ok(match n {
        1 => alpha(5, 5, 60, 3)
            .types(Skill::Basher, 1)
            .entrance(4, 8)
            .platform(3..=16, 10)
            .wall(2, 10..=10)
            .wall(9, 10..=10)
            .exit(15, 10)
            .with([order(8, 0, Skill::Basher)]),
        2 => alpha(5, 5, 60, 3)
            .types(Skill::Digger, 1)
            .entrance(6, 4)
            .platform(3..=12, 6)
            .platform(3..=17, 10)
            .wall(2, 6..=6)
            .wall(12, 6..=6)
            .wall(2, 10..=10)
            .exit(16, 10)
            .with([order(5, 0, Skill::Digger)]),
        3 => alpha(4, 4, 60, 4)
            .types(Skill::Builder, 1)
            .entrance(3, 11)
            .platform(3..=8, 12)
            .platform(11..=16, 9)
            .wall(2, 12..=12)
            .exit(15, 9)
            .with([order(7, 0, Skill::Builder)]),
        4 => alpha(2, 2, 80, 5)
            .types(Skill::Climber, 2)
            .types(Skill::Floater, 2)
            .entrance(4, 8)
            .platform(3..=8, 10)
            .platform(3..=3, 8)
            .platform(9..=14, 18)
            .wall(2, 8..=10)
            .wall(8, 6..=10)
            .exit(13, 18)
            .with([
                order(1, 0, Skill::Climber),
                order(2, 0, Skill::Floater),
                order(6, 1, Skill::Climber),
                order(7, 1, Skill::Floater),
            ]),
        5 => around(5, 60).exit(3, 9).with([order(5, 0, Skill::Blocker)]),
        6 => around(5, 60)
            .types(Skill::Basher, 1)
            .wall(4, 9..=9)
            .exit(3, 9)
            .with([order(5, 0, Skill::Blocker), order(16, 1, Skill::Basher)]),
        7 => around(4, 70)
            .types(Skill::Bomber, 1)
            .wall(1, 9..=9)
            .exit(4, 10)
            .with([order(5, 0, Skill::Blocker), order(12, 1, Skill::Bomber)]),
        _ => return Err(format!("alpha-LEMMINGS has the levels 1 to {ALPHAS}")),
    })
}

/// All levels of the thesis with their names: `01Bashers` to `10Miners`, `alpha1` to `alpha7`.
pub fn all() -> impl Iterator<Item = (String, Sited)> {
    let sets = Skill::ALL.into_iter().flat_map(|skill| {
        (1..=CATALOGUED).map(move |n| {
            let set = SETS[skill as usize];
            let name = format!("{n:02}{}{}", set[..1].to_uppercase(), &set[1..]);
            (name, level(skill, n).expect("the sets have these levels"))
        })
    });
    let alphas = (1..=ALPHAS).map(|n| (format!("alpha{n}"), alpha(n).expect("n is in range")));
    sets.chain(alphas)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bounds of the thesis hold five sets whole, and the others to where lemmings or time end.
    #[test]
    fn the_bounds_of_the_thesis_hold_so_many_levels() {
        let reach =
            |skill: Skill| (1..=CATALOGUED).take_while(|&n| bounded(skill, n).is_ok()).count();
        let reaches = Skill::ALL.map(reach);
        assert_eq!(reaches, [10, 9, 5, 10, 10, 9, 10, 9]);
    }
}
