//! Why a way to the goal is a good one, in words.
//!
//! The way is played some steps ahead. What matters most is said: a pill on the way, a patrol that
//! comes by and how often, a ghost that is near, or else the next food and how far it is.

use super::level::GhostKind;
use super::world::World;
use super::{Move, PacMan};

/// Number of steps that are looked ahead.
const AHEAD: usize = 16;
/// Number of steps between a patrol and Pac-Man at a square that make it worth a word.
const CLOSE: usize = 8;

/// Names a ghost by its kind and number: "patrol 2".
pub(super) fn ghost_name(puzzle: &PacMan, number: usize) -> String {
    format!("{} {}", puzzle.maze.ghosts[number].0.name(), number + 1)
}

/// Says why a way from a world is good.
pub(super) fn why(puzzle: &PacMan, world: &World, way: &[Move]) -> String {
    let mut worlds = vec![world.clone()];
    for (index, mv) in way.iter().take(AHEAD).enumerate() {
        let mut next = worlds[index].clone();
        next.tick(&puzzle.level, &puzzle.maze, mv.command);
        worlds.push(next);
    }
    pill(puzzle, &worlds)
        .or_else(|| patrol(puzzle, &worlds))
        .or_else(|| pursuer(puzzle, &worlds))
        .unwrap_or_else(|| next_food(puzzle, &worlds))
}

fn cell(puzzle: &PacMan, square: u16) -> String {
    puzzle.maze.cells[usize::from(square)].to_string()
}

fn steps(count: usize) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}

fn pill(puzzle: &PacMan, worlds: &[World]) -> Option<String> {
    let eaten = worlds.windows(2).position(|pair| pair[1].pills < pair[0].pills)?;
    (!puzzle.maze.ghosts.is_empty()).then(|| {
        format!(
            "A pill at {} is {} away: after it, ghosts that he meets go home, for {}.",
            cell(puzzle, worlds[eaten + 1].cell),
            steps(eaten + 1),
            steps(puzzle.level.power.into())
        )
    })
}

/// A patrol goes the same round again and again, so that he can go in behind it.
fn patrol(puzzle: &PacMan, worlds: &[World]) -> Option<String> {
    if worlds.iter().any(|world| world.power > 0) {
        return None;
    }
    let patrols = worlds[0]
        .ghosts_in_play()
        .filter(|(number, _)| puzzle.maze.ghosts[*number].0 == GhostKind::Patrol);
    for (number, _) in patrols {
        let at = |step: usize| worlds[step].ghosts[number].cell;
        for his in 1..worlds.len() {
            let square = worlds[his].cell;
            let before = (his.saturating_sub(CLOSE)..his).find(|&step| at(step) == square);
            let after = (his + 1..worlds.len().min(his + CLOSE)).find(|&step| at(step) == square);
            let (name, place) = (ghost_name(puzzle, number), cell(puzzle, square));
            let period = worlds[0].patrol_period(&puzzle.maze, number)?;
            let often = format!("{name} comes by at {place} every {}", steps(period));
            if before.is_some() {
                return Some(capital(&format!("{often}: go in behind it.")));
            }
            if after.is_some() {
                return Some(capital(&format!("{often}: be through before it.")));
            }
        }
    }
    None
}

fn pursuer(puzzle: &PacMan, worlds: &[World]) -> Option<String> {
    let world = &worlds[0];
    if world.power > 0 {
        return None;
    }
    let mut far = vec![0; puzzle.maze.cells.len()];
    puzzle.maze.distances_from(world.cell, &mut far, &mut Vec::new());
    let near = world.ghosts_in_play().map(|(number, ghost)| (far[usize::from(ghost.cell)], number));
    let (away, number) = near.min().filter(|&(away, _)| away <= 5)?;
    let name = ghost_name(puzzle, number);
    Some(format!(
        "{} is {} away, and this way keeps clear of it.",
        capital(&name),
        steps(away.into())
    ))
}

fn next_food(puzzle: &PacMan, worlds: &[World]) -> String {
    match worlds.windows(2).position(|pair| pair[1].left < pair[0].left) {
        Some(step) => {
            let place = cell(puzzle, worlds[step + 1].cell);
            format!("The next food on this way is at {place}, in {}.", steps(step + 1))
        }
        None => format!("No food is near: the way to the next takes more than {AHEAD} steps."),
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
