//! What a lemming senses, for agents that choose their own orders: the cells around it, itself, and
//! what is left. A lemming that faces left sees the mirror image, so that ahead is always the same
//! way, and what one has learned facing right holds facing left.

use super::level::{Cell, Facing, Kind, Level, Skill};
use super::rules::Lemming;
use super::world::World;

/// Numbers for each cell in sight: floor, wall ahead, exit, blocker.
const OF_CELL: usize = 4;
/// Numbers for itself: its kind, climber, floater, fuse, fall, pause or work, and whether it is the
/// first or the last of those in the environment.
const OF_ITSELF: usize = 8 + 7;
/// Numbers for the rest: time, whether some have yet to enter, and which types are left.
const OF_THE_REST: usize = 2 + Skill::ALL.len();
/// Rows of a fall from which it is felt as deep as can be.
const DEEP: f32 = 8.0;

/// Returns how many numbers a lemming senses that sees this many cells in each direction.
pub(super) fn count(sight: u64) -> usize {
    let side = 2 * sight as usize + 1;
    side * side * OF_CELL + OF_ITSELF + OF_THE_REST
}

/// Calls `each` with each lemming in the environment and what it senses.
pub(super) fn each(
    level: &Level,
    world: &World,
    sight: u64,
    numbers: &mut Vec<f32>,
    mut each: impl FnMut(u16, &[f32]),
) {
    let lemmings: Vec<Lemming> = world.seen_lemmings().collect();
    let is_blocker = |lemming: &&Lemming| lemming.kind == Kind::Blocker;
    let blockers: Vec<Cell> = lemmings.iter().filter(is_blocker).map(|one| one.cell).collect();
    for (place, lemming) in lemmings.iter().enumerate() {
        numbers.clear();
        around(level, world, lemming, sight as i8, &blockers, numbers);
        itself(lemming, place == 0, place + 1 == lemmings.len(), numbers);
        numbers.push(world.time() as f32 / level.time_limit.max(1) as f32);
        numbers.push(flag(world.waiting() > 0));
        numbers.extend(Skill::ALL.map(|skill| flag(world.left(skill) > 0)));
        each(lemming.number, numbers);
    }
}

fn flag(is_so: bool) -> f32 {
    if is_so { 1.0 } else { 0.0 }
}

fn around(
    level: &Level,
    world: &World,
    lemming: &Lemming,
    sight: i8,
    blockers: &[Cell],
    numbers: &mut Vec<f32>,
) {
    let ahead = lemming.facing.ahead();
    for down in -sight..=sight {
        for forth in -sight..=sight {
            let cell = lemming.cell.by(forth * ahead, down);
            if !level.contains(cell) {
                numbers.extend([0.0; OF_CELL]);
                continue;
            }
            let (platforms, walls) = world.borders(usize::from(cell.y.unsigned_abs()));
            let bit = |row: u64, x: i8| x >= 0 && row >> x & 1 == 1;
            // Walls are on the right borders of cells.
            let wall = match lemming.facing {
                Facing::Right => bit(walls, cell.x),
                Facing::Left => bit(walls, cell.x - 1),
            };
            let is_floor = bit(platforms, cell.x);
            let seen = [is_floor, wall, level.exits.contains(&cell), blockers.contains(&cell)];
            numbers.extend(seen.map(flag));
        }
    }
}

fn itself(lemming: &Lemming, is_first: bool, is_last: bool, numbers: &mut Vec<f32>) {
    let kind = numbers.len();
    numbers.extend([0.0; 8]);
    numbers[kind + lemming.kind as usize] = 1.0;
    let is_busy = lemming.pause > 0 || lemming.work > 0;
    numbers.extend([lemming.climber, lemming.floater, lemming.fuse.is_some(), is_busy].map(flag));
    numbers.push((f32::from(lemming.drop) / DEEP).min(1.0));
    numbers.extend([is_first, is_last].map(flag));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clockwork::lemmings::{Lemmings, examples};
    use quarry_core::{Clockwork, Puzzle};

    /// The first number of a cell is its floor, the second the wall ahead of it.
    fn sensed(level: &Level, steps: u32) -> Vec<f32> {
        let game = Lemmings::new(level.clone());
        let mut world = game.begin();
        (0..steps).for_each(|_| _ = game.tick(&mut world, None));
        let mut seen = Vec::new();
        each(level, &world, 1, &mut Vec::new(), |_, numbers| seen.push(numbers.to_vec()));
        seen.swap_remove(0)
    }

    #[test]
    fn a_lemming_that_faces_left_sees_the_mirror_image() {
        let mut level = Lemmings::parse(examples::ALL[0].text).unwrap().level().clone();
        (level.width, level.height, level.lemmings, level.target) = (9, 3, 1, 1);
        level.entrances = vec![Cell { x: 4, y: 1 }];
        level.exits = [Cell { x: 0, y: 0 }].into();
        level.platforms = (0..9).map(|x| Cell { x, y: 1 }).collect();
        // A lemming walks to the wall on its right and turns: then it is at the wall on its left.
        // Both are too high to be climbed.
        level.walls = [5, 2].iter().flat_map(|&x| [Cell { x, y: 0 }, Cell { x, y: 1 }]).collect();
        let all: Vec<Vec<f32>> = (1..12).map(|steps| sensed(&level, steps)).collect();
        let ahead = |numbers: &Vec<f32>| numbers[4 * OF_CELL + 1];
        assert!(all.iter().all(|numbers| numbers.len() == count(1)));
        assert!(all.iter().all(|numbers| numbers[4 * OF_CELL] == 1.0), "it stands on the floor");
        let at_walls: Vec<_> = all.iter().filter(|numbers| ahead(numbers) == 1.0).collect();
        assert!(at_walls.len() >= 2, "at both walls");
        let cells = 9 * OF_CELL;
        assert!(at_walls.windows(2).all(|pair| pair[0][..cells] == pair[1][..cells]));
    }
}
