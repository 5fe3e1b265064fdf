//! Generates levels from parameters and a seed: the landscape's sets at any size, random levels,
//! courses of obstacles (`course.rs`), and difficult levels by the thesis's recipe.
//!
//! The recipe (chapter 7): take an obstacle whose order must be given at exactly one time step, and
//! put many of them in a row. Here the obstacle is a platform of a single cell high above the
//! ground: a lemming that does not dig at once walks over its edge and dies. The seed chooses the
//! shaft's column, the distance to each next platform, and whether it takes a digger or a miner.

use std::collections::BTreeSet;

use quarry_core::{Generate, GenerateError, Meter, Rng, settings};

use super::landscape::{self, SETS};
use super::level::{Cell, Level, Partitions, RuleSet, Skill};
use super::{Lemmings, course};

settings! {
    /// Parameters of generated levels.
    pub struct Params {
        /// Kind of level: a set of the landscape, alpha-LEMMINGS, random, a course of obstacles, or
        /// difficult by the thesis's recipe.
        pub kind: &'static str = "random", ["bashers", "blockers", "bombers", "builders", "climbers", "diggers", "floaters", "miners", "alpha", "random", "course", "difficult"];
        /// Number of the level in its set, number of orders a difficult level needs, or number of
        /// obstacles of a course.
        pub n: u64 = 5, 1..=100;
        /// Rule set of a random level.
        pub rules: &'static str = "full", ["full", "alpha", "cormode"];
        /// Number of columns of a random or difficult level.
        pub width: u64 = 20, 3..=64;
        /// Number of rows of a random or difficult level.
        pub height: u64 = 20, 3..=64;
        /// Number of lemmings of a random or difficult level, or of a course.
        pub lemmings: u64 = 5, 1..=100;
        /// Share of lemmings to be saved, in percent.
        pub target: u64 = 60, 0..=100;
        /// Number of time steps of a random level.
        pub time_limit: u64 = 100, 1..=10_000;
        /// Number of time steps between two entries in a random level or a course.
        pub frequency: u64 = 5, 1..=1000;
        /// Number of entrances of a random level.
        pub entrances: u64 = 1, 1..=8;
        /// Number of exits of a random level; one under the rules `cormode`.
        pub exits: u64 = 1, 1..=8;
        /// Number of platforms of a random level, each of a few cells.
        pub platforms: u64 = 12, 0..=200;
        /// Number of walls of a random level, each of a few cells.
        pub walls: u64 = 5, 0..=200;
        /// Share of a random level's platforms and walls that cannot be destroyed, in percent; only
        /// under the rules `cormode`.
        pub impermeable: u64 = 0, 0..=100;
        /// Number of orders available in a random level or a course, with random types.
        pub types: u64 = 8, 0..=800;
        /// Time of a course, in percent of the time that the path takes.
        pub slack: u64 = 150, 1..=1000;
        /// Share of a course's obstacles that are replaced by others, in percent: a changed copy of
        /// the course with the same seed.
        pub changed: u64 = 0, 0..=100;
        /// Which obstacles are replaced: any, the first or the last ones.
        pub changed_part: &'static str = "any", ["any", "first", "last"];
        /// Bounds of a set: our own, or the thesis's of 10 lemmings and 100 time steps.
        pub bounds: &'static str = "own", ["own", "thesis"];
        /// Lemmings that a level of a set has beyond its own; they need not be saved.
        pub extra_lemmings: u64 = 0, 0..=100;
        /// Time steps that a level of a set has beyond its own.
        pub extra_time: u64 = 0, 0..=10_000;
        /// Orders that a level of a set has beyond its own.
        pub extra_types: u64 = 0, 0..=100;
        /// Type of the extra orders: the set's own, or another.
        pub extra_type: &'static str = "own", ["own", "basher", "blocker", "bomber", "builder", "climber", "digger", "floater", "miner"];
        /// Orders of its own type that a level of a set lacks, so that it may be unsolvable.
        pub lacking: u64 = 0, 0..=100;
    }
}

impl Generate for Lemmings {
    type Params = Params;

    fn generate(params: &Params, seed: u64, _: &mut Meter) -> Result<Self, GenerateError> {
        let mut rng = Rng::new(seed);
        let level = match params.kind {
            "alpha" => landscape::alpha(params.n as u8)?.level,
            "random" => random(params, &mut rng)?,
            "course" => course::level(params, seed, &mut rng)?,
            "difficult" => difficult(params, &mut rng)?,
            set => {
                let index =
                    SETS.iter().position(|name| *name == set).expect("the settings name sets only");
                of_set(Skill::ALL[index], params)?
            }
        };
        Ok(Lemmings::new(level))
    }
}

/// Creates a level of a set, with its bounds and with more or less than it needs.
fn of_set(skill: Skill, params: &Params) -> Result<Level, String> {
    let n = params.n as u8;
    let bounds = if params.bounds == "thesis" { landscape::bounded } else { landscape::level };
    let mut level = bounds(skill, n)?.level;
    level.lemmings += params.extra_lemmings as u16;
    level.time_limit += params.extra_time as u32;
    let quantity = &mut level.quantities[skill as usize];
    *quantity = quantity.saturating_sub(params.lacking as u16);
    let extra = Skill::named(params.extra_type).unwrap_or(skill);
    level.quantities[extra as usize] += params.extra_types as u16;
    Ok(level)
}

pub(super) fn empty(params: &Params, rules: RuleSet) -> Level {
    Level {
        rules,
        width: params.width as i8,
        height: params.height as i8,
        lemmings: params.lemmings as u16,
        target: (params.lemmings * params.target).div_ceil(100) as u16,
        time_limit: params.time_limit as u32,
        frequency: params.frequency as u32,
        quantities: [0; 8],
        entrances: Vec::new(),
        exits: BTreeSet::new(),
        platforms: BTreeSet::new(),
        walls: BTreeSet::new(),
        impermeable: Partitions::default(),
    }
}

/// Creates a level with platforms and walls anywhere; entrances and exits are on platforms. Not
/// every such level can be solved.
fn random(params: &Params, rng: &mut Rng) -> Result<Level, String> {
    let mut level =
        empty(params, RuleSet::named(params.rules).expect("the settings take rule sets only"));
    let is_cormode = level.rules == RuleSet::Cormode;
    if is_cormode && params.exits > 1 {
        return Err(format!("{} exits are too many: the rules cormode have one", params.exits));
    }
    if !is_cormode && params.impermeable > 0 {
        return Err("only the rules cormode have partitions that cannot be destroyed: set \
                    rules = cormode, or impermeable = 0"
            .to_owned());
    }
    let openings = params.entrances + params.exits;
    if openings > params.width * params.height {
        return Err(format!(
            "{openings} entrances and exits need as many cells: choose a larger grid or fewer of them"
        ));
    }
    for _ in 0..params.platforms {
        let (start, cells) = (any_cell(&level, rng), 2 + rng.below(level.width as usize / 2) as i8);
        level.platforms.extend(
            (0..cells).map(|right| start.by(right, 0)).filter(|cell| cell.x < params.width as i8),
        );
    }
    for _ in 0..params.walls {
        let (start, cells) = (any_cell(&level, rng), 1 + rng.below(4) as i8);
        level.walls.extend(
            (0..cells).map(|down| start.by(0, down)).filter(|cell| cell.y < params.height as i8),
        );
    }
    let mut openings: Vec<Cell> = Vec::new();
    while openings.len() < (params.entrances + params.exits) as usize {
        let cell = any_cell(&level, rng);
        if !openings.contains(&cell) {
            openings.push(cell);
        }
    }
    level.platforms.extend(&openings);
    level.exits = openings.split_off(params.entrances as usize).into_iter().collect();
    level.entrances = openings;
    let mut drawn = |cells: &BTreeSet<Cell>| -> BTreeSet<Cell> {
        cells.iter().copied().filter(|_| (rng.below(100) as u64) < params.impermeable).collect()
    };
    if params.impermeable > 0 {
        level.impermeable =
            Partitions { platforms: drawn(&level.platforms), walls: drawn(&level.walls) };
    }
    draw_types(params, &mut level, rng);
    Ok(level)
}

/// Draws the requested number of types, each type of the rule set equally likely.
pub(super) fn draw_types(params: &Params, level: &mut Level, rng: &mut Rng) {
    let types = if level.rules == RuleSet::Alpha { 7 } else { 8 };
    for _ in 0..params.types {
        level.quantities[rng.below(types)] += 1;
    }
}

fn any_cell(level: &Level, rng: &mut Rng) -> Cell {
    Cell { x: rng.below(level.width as usize) as i8, y: rng.below(level.height as usize) as i8 }
}

/// Creates a shaft of n platforms of one cell, each of which must be dug through at the one time
/// step in which the first lemming stands on it. A lemming that leaves the shaft falls out of the
/// grid.
fn difficult(params: &Params, rng: &mut Rng) -> Result<Level, String> {
    let platforms = params.n as i8;
    let needed = 2 * params.n;
    if needed > params.height {
        return Err(format!(
            "{platforms} obstacles in a shaft need {needed} rows or more, not {}: raise height (to 64 at most) or lower n",
            params.height
        ));
    }
    let mut level = empty(params, RuleSet::Full);
    let x = rng.below(level.width as usize) as i8;
    // Spare rows are spread over the drops, each at most five rows long: a longer one is fatal.
    let mut spare = level.height - needed as i8;
    let mut y = 0;
    level.entrances.push(Cell { x, y });
    for _ in 0..platforms {
        level.platforms.insert(Cell { x, y });
        level.quantities[if rng.below(2) == 0 { Skill::Digger } else { Skill::Miner } as usize] +=
            1;
        let more = rng.below(spare.min(3) as usize + 1) as i8;
        spare -= more;
        y += 2 + more;
    }
    level.exits.insert(Cell { x, y: y - 1 });
    level.target = level.lemmings;
    // The following lemmings fall faster than the first digs; a head start of n steps keeps them
    // behind it.
    level.frequency = (params.n as u32).max(10);
    level.time_limit =
        level.frequency * (u32::from(level.lemmings) - 1) + params.n as u32 + y as u32 + 10;
    Ok(level)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clockwork::lemmings::{Command, Move};
    use quarry_core::Puzzle;

    fn made(params: &Params, seed: u64) -> Result<Lemmings, String> {
        Lemmings::generate(params, seed, &mut Meter::unlimited()).map_err(|error| error.to_string())
    }

    fn params(kind: &'static str, n: u64) -> Params {
        Params { kind, n, ..Params::default() }
    }

    #[test]
    fn sets_go_on_beyond_the_catalogue() {
        let twelve = made(&params("diggers", 12), 1).unwrap();
        assert_eq!((twelve.level().height, twelve.level().frequency), (24, 12));
        let error = made(&params("diggers", 33), 1).unwrap_err();
        assert_eq!(error, "diggers go from n = 1 to 32: a grid has at most 64 rows");
        assert!(made(&params("alpha", 8), 1).is_err());
    }

    #[test]
    fn sets_have_more_or_less_than_they_need_if_asked() {
        let own = made(&params("floaters", 4), 1).unwrap();
        let other = Params {
            extra_lemmings: 2,
            extra_time: 30,
            extra_types: 3,
            extra_type: "digger",
            lacking: 1,
            ..params("floaters", 4)
        };
        let other = made(&other, 1).unwrap();
        let figures = |level: &Level| {
            let left =
                [Skill::Floater, Skill::Digger].map(|skill| level.quantities[skill as usize]);
            (level.lemmings, level.target, level.time_limit, left)
        };
        assert_eq!(figures(own.level()), (4, 4, 100, [4, 0]));
        assert_eq!(figures(other.level()), (6, 4, 130, [3, 3]));
        let more = made(&Params { extra_types: 2, ..params("floaters", 4) }, 1).unwrap();
        assert_eq!(figures(more.level()), (4, 4, 100, [6, 0]));
        let thesis = made(&Params { bounds: "thesis", ..params("bombers", 6) }, 1).unwrap_err();
        assert!(thesis.contains("up to n = 5"), "{thesis}");
    }

    #[test]
    fn random_levels_have_what_was_asked_for() {
        let wanted = Params {
            entrances: 3,
            exits: 2,
            types: 20,
            width: 33,
            height: 7,
            ..params("random", 1)
        };
        for seed in 0..50 {
            let game = made(&wanted, seed).unwrap();
            let level = game.level();
            assert_eq!(
                (level.entrances.len(), level.exits.len(), level.width, level.height),
                (3, 2, 33, 7)
            );
            assert_eq!(level.quantities.iter().sum::<u16>(), 20);
            assert_eq!((level.lemmings, level.target), (5, 3));
            assert_eq!(Lemmings::parse(&game.show()).as_ref(), Ok(&game));
        }
        let crowded = Params { entrances: 8, exits: 8, width: 3, height: 3, ..wanted };
        assert!(made(&crowded, 1).is_err());
    }

    /// The one time for each order follows from the depths of the platforms: dig (2 steps), fall,
    /// land.
    #[test]
    fn difficult_levels_need_every_order_at_its_one_time() {
        for seed in 0..20 {
            let game = made(&Params { height: 64, ..params("difficult", 12) }, seed).unwrap();
            let level = game.level();
            let rows: Vec<u32> = level.platforms.iter().map(|cell| cell.y as u32).collect();
            let mut left = level.quantities;
            let mut orders = Vec::new();
            for (k, row) in (0u32..).zip(&rows) {
                let skill =
                    if left[Skill::Digger as usize] > 0 { Skill::Digger } else { Skill::Miner };
                left[skill as usize] -= 1;
                orders.push(Move { at: 1 + row + k, command: Some(Command::Assign(0, skill)) });
            }
            orders.push(Move { at: level.time_limit - 1, command: None });
            assert!(game.judge(&orders).unwrap().solved, "seed {seed}");
            for late in 0..rows.len() {
                let mut others = orders.clone();
                others[late].at += 1;
                assert!(
                    !game.judge(&others).unwrap().solved,
                    "seed {seed}, order {late} a step later"
                );
            }
        }
        let error = made(&params("difficult", 12), 1).unwrap_err();
        assert!(error.contains("need 24 rows or more, not 20"), "{error}");
    }
}
