//! Compares time steps per second of the fast world and of the reference rules in one run, with the
//! ratio: `cargo xtask bench`.
//!
//! Random play as at the start of the thesis's genetic algorithm: in each step a lemming number or
//! none and a type with a quantity or none, each equally likely. The two take turns in slices so
//! short that even on a busy machine some are undisturbed; each figure is that of the best slice.

use std::time::{Duration, Instant};

use quarry_core::{Clockwork, Puzzle, Rng};
use quarry_puzzles::clockwork::lemmings::Lemmings;
use quarry_puzzles::clockwork::lemmings::{Command, Level, Skill, World, rules};

const SLICES: usize = 400;
const SLICE: Duration = Duration::from_millis(3);

fn main() {
    println!("\nRandom play from the start to the end, one core.");
    println!("{:<14} {:>16} {:>16} {:>8}", "steps a second", "fast world", "reference", "ratio");
    for name in [
        "10Bashers",
        "10Blockers",
        "10Bombers",
        "10Builders",
        "10Climbers",
        "10Diggers",
        "10Floaters",
        "10Miners",
        "alpha4",
    ] {
        let example =
            Lemmings::examples().iter().find(|example| example.name == name).expect("an example");
        let game = Lemmings::parse(example.text).expect("examples parse");
        let skills: Vec<Skill> = Skill::ALL
            .into_iter()
            .filter(|&skill| game.level().quantities[skill as usize] > 0)
            .collect();
        let mut best = [0.0f64; 2];
        let mut world = game.begin();
        let (fresh, mut rngs) = (game.begin(), [Rng::new(1), Rng::new(1)]);
        for _ in 0..SLICES {
            best[0] = best[0].max(slice(|| fast(&game, &skills, &fresh, &mut world, &mut rngs[0])));
            best[1] = best[1].max(slice(|| reference(&game, &skills, &mut rngs[1])));
        }
        println!("{name:<14} {:>16.0} {:>16.0} {:>7.0}x", best[0], best[1], best[0] / best[1]);
    }
}

/// Returns the steps per second of one slice of games.
fn slice(mut play: impl FnMut() -> u64) -> f64 {
    let (start, mut steps) = (Instant::now(), 0);
    while start.elapsed() < SLICE {
        steps += (0..10).map(|_| play()).sum::<u64>();
    }
    steps as f64 / start.elapsed().as_secs_f64()
}

/// Draws a lemming or none, and a type or none; only both together are an order.
#[inline]
fn order(level: &Level, skills: &[Skill], rng: &mut Rng) -> Option<Command> {
    let bits = rng.bits();
    let choose = |bits: u64, n: usize| (((bits & 0xffff_ffff) * n as u64) >> 32) as usize;
    let lemming = choose(bits, usize::from(level.lemmings) + 1);
    let skill = choose(bits >> 32, skills.len() + 1);
    let lemming = lemming.checked_sub(1)? as u16;
    Some(Command::Assign(lemming, skills[skill.checked_sub(1)?]))
}

fn fast(game: &Lemmings, skills: &[Skill], fresh: &World, world: &mut World, rng: &mut Rng) -> u64 {
    world.clone_from(fresh);
    let mut score = 0;
    while !game.is_over(world) {
        score += game.tick(world, order(game.level(), skills, rng));
    }
    std::hint::black_box(score);
    u64::from(world.time())
}

fn reference(game: &Lemmings, skills: &[Skill], rng: &mut Rng) -> u64 {
    let level = game.level();
    let mut state = rules::start(level);
    while !rules::is_over(level, &state) {
        rules::advance(level, &mut state, order(level, skills, rng));
    }
    std::hint::black_box(rules::score(level, &state));
    u64::from(state.time)
}
