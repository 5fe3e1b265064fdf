//! Courses: one path from the entrance to the exit with obstacles on it, used to study what makes a
//! level solvable.
//!
//! Each obstacle is drawn from three: a wall (a basher opens it for all, a climber gets over it
//! alone), a gap (a builder bridges it), and the end of a floor above the next floor (a digger, a
//! miner or a basher gets through). One order gets all lemmings past an obstacle, and going back is
//! seldom survived. The types of orders are drawn at random, useful or not. So the number of types
//! per obstacle, and the time beyond what the path takes, decide whether the level can be solved.

use quarry_core::Rng;

use super::generate::{Params, draw_types, empty};
use super::level::{Cell, LONGEST_SIDE, Level, RuleSet};

/// An obstacle on the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Obstacle {
    /// A wall of three cells.
    Wall,
    /// This many columns without a floor.
    Gap(i8),
    /// A high wall; the path continues three rows below.
    Ledge,
}

/// Columns of floor before an obstacle.
const RUN_UP: i8 = 4;
/// Rows above the first floor, for stairs.
const HEADROOM: i8 = 5;
/// The stream of random numbers for changes.
const CHANGES: u64 = 1;
/// Rows from a floor to the next below.
const STOREY: i8 = 3;

impl Obstacle {
    fn drawn(rng: &mut Rng) -> Self {
        match rng.below(3) {
            0 => Obstacle::Wall,
            1 => Obstacle::Gap(2 + rng.below(2) as i8),
            _ => Obstacle::Ledge,
        }
    }

    /// Draws an obstacle that another type of order gets past.
    fn replaced(self, rng: &mut Rng) -> Self {
        loop {
            let other = Obstacle::drawn(rng);
            if std::mem::discriminant(&other) != std::mem::discriminant(&self) {
                return other;
            }
        }
    }

    /// Number of columns from the beginning of its run-up to that of the next one.
    fn columns(self) -> i8 {
        match self {
            Obstacle::Wall | Obstacle::Ledge => RUN_UP,
            Obstacle::Gap(columns) => RUN_UP + columns,
        }
    }

    /// Number of time steps it takes to get past it, besides those of its columns.
    fn delay(self) -> u32 {
        match self {
            Obstacle::Wall => 1,
            // Three slow moves, a pause, and the fall from the stairs.
            Obstacle::Gap(_) => 7,
            Obstacle::Ledge => 1 + STOREY.unsigned_abs() as u32,
        }
    }
}

/// Replaces a share of the obstacles.
fn change(params: &Params, obstacles: &mut [Obstacle], rng: &mut Rng) {
    let mut places: Vec<usize> = (0..obstacles.len()).collect();
    match params.changed_part {
        "first" => {}
        "last" => places.reverse(),
        _ => rng.shuffle(&mut places),
    }
    let changed = (params.n * params.changed + 50) / 100;
    for &place in &places[..changed as usize] {
        obstacles[place] = obstacles[place].replaced(rng);
    }
}

/// Creates a course of n obstacles.
pub(super) fn level(params: &Params, seed: u64, rng: &mut Rng) -> Result<Level, String> {
    let mut level = empty(params, RuleSet::Full);
    let mut obstacles: Vec<_> = (0..params.n).map(|_| Obstacle::drawn(rng)).collect();
    // Random numbers of its own, so that a changed copy has the types of its original.
    change(params, &mut obstacles, &mut Rng::stream(seed, CHANGES));
    // One column outside, one for the entrance, and the exit at the end.
    let width = 2
        + RUN_UP as i32
        + obstacles.iter().map(|obstacle| i32::from(obstacle.columns())).sum::<i32>();
    if width > i32::from(LONGEST_SIDE) {
        return Err(format!(
            "{} obstacles need {width} columns, more than {LONGEST_SIDE}: lower n",
            params.n
        ));
    }
    level.width = width as i8;
    let (mut x, mut y) = (1, HEADROOM);
    level.entrances.push(Cell { x, y });
    level.walls.extend((0..=y).map(|y| Cell { x: 0, y }));
    level.platforms.insert(Cell { x, y });
    x += 1;
    for obstacle in &obstacles {
        level.platforms.extend((x..x + RUN_UP).map(|x| Cell { x, y }));
        let last = x + RUN_UP - 1;
        match obstacle {
            Obstacle::Wall => level.walls.extend((y - 2..=y).map(|y| Cell { x: last, y })),
            Obstacle::Gap(_) => {}
            Obstacle::Ledge => {
                level.walls.extend((y - STOREY..=y).map(|y| Cell { x: last, y }));
                // The floor below begins under the end of this one, behind its own wall.
                level.walls.extend((y + 1..=y + STOREY).map(|y| Cell { x: last - 2, y }));
                y += STOREY;
                level.platforms.extend([last - 1, last].map(|x| Cell { x, y }));
            }
        }
        x += obstacle.columns();
    }
    level.platforms.extend((x..level.width).map(|x| Cell { x, y }));
    level.exits.insert(Cell { x: level.width - 1, y });
    level.height = y + 1;
    let delays: u32 = obstacles.iter().map(|obstacle| obstacle.delay()).sum();
    let last_entry = params.frequency as u32 * (params.lemmings as u32 - 1);
    // A lemming is seen at the entrance after one step, and saved in the step after its arrival.
    let needed = 1 + level.width.unsigned_abs() as u32 - 2 + delays + last_entry + 1;
    level.time_limit = (u64::from(needed) * params.slack).div_ceil(100).max(1) as u32;
    draw_types(params, &mut level, rng);
    Ok(level)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clockwork::lemmings::level::Skill;
    use crate::clockwork::lemmings::{Command, Lemmings, Move, rules};
    use quarry_core::{Generate, Meter, Puzzle};

    /// The first lemming gets past each obstacle with the type made for it, within the time of the
    /// course.
    #[test]
    fn every_course_has_a_way_through() {
        for seed in 0..60 {
            let params = Params {
                kind: "course",
                n: 6,
                lemmings: 1,
                types: 0,
                target: 100,
                slack: 100,
                changed: 25 * (seed % 5),
                changed_part: ["any", "first", "last"][seed as usize % 3],
                ..Params::default()
            };
            let game = Lemmings::generate(&params, seed, &mut Meter::unlimited()).unwrap();
            let mut level = game.level().clone();
            level.quantities = [100; 8];
            let mut state = rules::start(&level);
            let mut orders = Vec::new();
            while !rules::is_over(&level, &state) {
                let skill = state.lemmings.first().and_then(|lemming| {
                    let ahead = lemming.cell.by(1, 0);
                    let stands =
                        lemming.kind.name() == "walker" && level.platforms.contains(&lemming.cell);
                    let wall = |up: i8| level.walls.contains(&lemming.cell.by(0, -up));
                    match () {
                        () if !stands || level.exits.contains(&lemming.cell) => None,
                        () if wall(0) && wall(3) => Some(Skill::Digger),
                        () if wall(0) => Some(Skill::Basher),
                        () if !level.platforms.contains(&ahead) && level.contains(ahead) => {
                            Some(Skill::Builder)
                        }
                        () => None,
                    }
                });
                let command = skill.map(|skill| Command::Assign(0, skill));
                orders.push(Move { at: state.time, command });
                state = rules::step(&level, &state, command);
            }
            let game = Lemmings::new(level);
            assert!(game.judge(&orders).unwrap().solved, "seed {seed}: {}", game.show());
        }
    }

    #[test]
    fn a_changed_copy_has_the_types_of_its_original_and_as_many_other_obstacles_as_asked_for() {
        let params = Params { kind: "course", n: 4, lemmings: 1, ..Params::default() };
        let made = |changed, changed_part, seed| {
            let params = Params { changed, changed_part, ..params.clone() };
            Lemmings::generate(&params, seed, &mut Meter::unlimited()).unwrap().level().clone()
        };
        // Up to here, no obstacle has begun.
        let before = |level: &Level, x: i8| -> Vec<Cell> {
            let cells = level.platforms.iter().chain(&level.walls);
            cells.copied().filter(|cell| cell.x < x).collect()
        };
        for seed in 0..30 {
            let original = made(0, "any", seed);
            for part in ["any", "first", "last"] {
                let [half, whole] = [50, 100].map(|changed| made(changed, part, seed));
                assert_eq!((half.quantities, whole.quantities), {
                    (original.quantities, original.quantities)
                });
                assert!(half != original && whole != original && half != whole, "{seed} {part}");
            }
            let [first, last] = ["first", "last"].map(|part| made(25, part, seed));
            let start = 2 + RUN_UP - 3;
            assert_eq!(before(&first, start), before(&original, start));
            assert_ne!(before(&first, 2 + 2 * RUN_UP), before(&original, 2 + 2 * RUN_UP), "{seed}");
            assert_eq!(before(&last, 2 + 2 * RUN_UP), before(&original, 2 + 2 * RUN_UP), "{seed}");
        }
    }

    #[test]
    fn a_course_has_the_types_that_were_asked_for_and_must_fit() {
        let params = Params { kind: "course", n: 4, types: 9, ..Params::default() };
        let game = Lemmings::generate(&params, 3, &mut Meter::unlimited()).unwrap();
        assert_eq!(game.level().quantities.iter().sum::<u16>(), 9);
        assert_eq!(Lemmings::parse(&game.show()).as_ref(), Ok(&game));
        let error = Lemmings::generate(&Params { n: 40, ..params }, 3, &mut Meter::unlimited());
        let error = error.unwrap_err().to_string();
        assert!(error.contains("lower n"), "{error}");
    }
}
