//! The reference rules, written for clarity; the judge and the tests use only these.
//!
//! A time step has seven parts. **1** The order, if any, turns Pac-Man. **2** He steps one square
//! ahead; before a wall he stands. **3** He eats what is there; a pill sets his power. If nothing
//! that is wanted is left, the game is solved. **4** Contact. **5** Ghosts move in order of their
//! numbers: one at home counts down and is in play when it reaches 0; the others step, but while
//! there is power only in even time steps. **6** Contact. **7** Power falls by one, time grows by
//! one; at the time limit the game is lost.
//!
//! Closed here, where the sources are silent: a ghost that comes back from home has no direction,
//! as at the start; a ghost without open neighbours stays; a game that ends, by the last dot or the
//! last life, has taken its last step whole, so that its time counts it. An eaten ghost that was
//! caught in part 4 begins to count down in part 5 of the same step.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use quarry_core::{Foul, Score, Timed, Verdict};

use super::level::{Cell, Direction, GhostKind, Level, Objective, RuleSet, Square};

/// What is taken from the score of an answer that does not reach the goal at least cost.
pub const UNSOLVED: Score = -1_000_000;

/// A ghost during the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GhostState {
    /// Square where it is.
    pub cell: Cell,
    /// Direction of its last step; none at the start and after its time at home.
    pub facing: Option<Direction>,
    /// Number of steps that it still stays at home; 0 if it is in play.
    pub at_home: u16,
}

/// How a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// It goes on.
    Running,
    /// All that is wanted is eaten.
    Solved,
    /// The last life is gone or the time is up.
    Lost,
}

/// Everything that changes in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Number of time steps that are over.
    pub time: u32,
    /// Where Pac-Man is.
    pub cell: Cell,
    /// His direction.
    pub facing: Direction,
    /// The ghosts, in order of their numbers.
    pub ghosts: Vec<GhostState>,
    /// Number of steps for which he can still eat ghosts.
    pub power: u16,
    /// Number of lives left.
    pub lives: u8,
    /// Dots not yet eaten.
    pub dots: BTreeSet<Cell>,
    /// Pills not yet eaten.
    pub pills: BTreeSet<Cell>,
    /// How the game stands.
    pub phase: Phase,
}

/// Returns the state before the first time step.
pub fn start(level: &Level) -> State {
    let holding = |wanted| level.cells().filter(move |&cell| level.square(cell) == wanted);
    State {
        time: 0,
        cell: level.start,
        facing: level.facing,
        ghosts: ghosts_at_start(level),
        power: 0,
        lives: level.lives,
        dots: holding(Square::Dot).collect(),
        pills: holding(Square::Pill).collect(),
        phase: Phase::Running,
    }
}

fn ghosts_at_start(level: &Level) -> Vec<GhostState> {
    let state = |start| GhostState { cell: start, facing: None, at_home: 0 };
    level.ghosts.iter().map(|ghost| state(ghost.start)).collect()
}

/// Returns the number of things that must still be eaten.
pub fn wanted(level: &Level, state: &State) -> usize {
    match level.rules {
        RuleSet::Thesis => state.dots.len(),
        RuleSet::Arcade => state.dots.len() + state.pills.len(),
    }
}

/// Says why an order is not legal.
pub fn objection(level: &Level, state: &State, order: Direction) -> Option<String> {
    if state.facing == order {
        return Some(format!("he faces {} already", order.name()));
    }
    if level.ahead(state.cell, order).is_none() {
        let side = match order {
            Direction::Up => "upper side",
            Direction::Left => "left",
            Direction::Down => "lower side",
            Direction::Right => "right",
        };
        return Some(format!("there is a wall on the {side}"));
    }
    None
}

/// Plays one time step with a legal order or a pass.
pub fn advance(level: &Level, state: &mut State, order: Option<Direction>) {
    if let Some(direction) = order {
        state.facing = direction;
    }
    if let Some(next) = level.ahead(state.cell, state.facing) {
        state.cell = next;
    }
    state.dots.remove(&state.cell);
    if state.pills.remove(&state.cell) {
        state.power = level.power;
    }
    if wanted(level, state) == 0 {
        state.phase = Phase::Solved;
    } else if contact(level, state) {
        for number in 0..state.ghosts.len() {
            move_ghost(level, state, number);
        }
        contact(level, state);
    }
    state.power = state.power.saturating_sub(1);
    state.time += 1;
    if state.phase == Phase::Running && state.time == level.time_limit {
        state.phase = Phase::Lost;
    }
}

/// Settles contact with ghosts. Returns whether Pac-Man is still alive in this step.
fn contact(level: &Level, state: &mut State) -> bool {
    for number in 0..state.ghosts.len() {
        let ghost = &mut state.ghosts[number];
        if ghost.at_home > 0 || ghost.cell != state.cell {
            continue;
        }
        if state.power > 0 {
            let home = level.home.expect("a level with ghosts has a home");
            *ghost = GhostState { cell: home, facing: None, at_home: level.home_time };
            continue;
        }
        state.lives -= 1;
        if state.lives == 0 {
            state.phase = Phase::Lost;
        } else {
            state.cell = level.start;
            state.facing = level.facing;
            state.ghosts = ghosts_at_start(level);
        }
        return false;
    }
    true
}

fn move_ghost(level: &Level, state: &mut State, number: usize) {
    if state.ghosts[number].at_home > 0 {
        state.ghosts[number].at_home -= 1;
        return;
    }
    if state.power > 0 && state.time % 2 == 1 {
        return;
    }
    let towards = match level.ghosts[number].kind {
        GhostKind::Patrol => patrol(level, &state.ghosts[number]),
        kind => towards_target(level, state, &state.ghosts[number], kind),
    };
    let Some(towards) = towards else { return };
    let ghost = &mut state.ghosts[number];
    ghost.cell = level.ahead(ghost.cell, towards).expect("ghosts step into the open");
    ghost.facing = Some(towards);
}

/// A patrol goes ahead, else turns right, else left, else back; without a direction it takes the
/// first open one.
fn patrol(level: &Level, ghost: &GhostState) -> Option<Direction> {
    let order = match ghost.facing {
        Some(facing) => [facing, facing.right_turn(), facing.left_turn(), facing.back()],
        None => Direction::ALL,
    };
    order.into_iter().find(|&direction| level.ahead(ghost.cell, direction).is_some())
}

/// All others go to the open neighbour that is nearest to their target or, while there is power,
/// farthest from Pac-Man. They turn back only in a dead end.
fn towards_target(
    level: &Level,
    state: &State,
    ghost: &GhostState,
    kind: GhostKind,
) -> Option<Direction> {
    let place = |cell: Cell| (i32::from(cell.x), i32::from(cell.y));
    let squared = |(ax, ay): (i32, i32), (bx, by): (i32, i32)| (ax - bx).pow(2) + (ay - by).pow(2);
    let open = |direction: &Direction| level.ahead(ghost.cell, *direction).is_some();
    let back = ghost.facing.map(Direction::back);
    let mut candidates: Vec<_> = Direction::ALL.into_iter().filter(open).collect();
    if candidates.len() > 1 {
        candidates.retain(|&direction| Some(direction) != back);
    }
    let (pac, (right, down)) = (place(state.cell), state.facing.step());
    let target = match kind {
        _ if state.power > 0 => pac,
        GhostKind::Ambush => (pac.0 + 4 * right, pac.1 + 4 * down),
        GhostKind::Shy if squared(place(ghost.cell), pac) <= 64 => (0, level.rows as i32 - 1),
        GhostKind::Chase | GhostKind::Shy | GhostKind::Patrol => pac,
    };
    // The first of the least wins, so ties go up, left, down, right.
    candidates.into_iter().min_by_key(|&direction| {
        let next = level.ahead(ghost.cell, direction).expect("candidates are open");
        let distance = squared(place(next), target);
        if state.power > 0 { -distance } else { distance }
    })
}

/// Judges an answer: orders with their times, ascending, with passes between them. An answer that
/// stops before the end of the game is judged up to its last time step.
pub(super) fn judge(level: &Level, answer: &[Timed<Direction>]) -> Result<Verdict, Foul> {
    let mut state = start(level);
    // Answers leave passes out, so an entry is counted by the orders before it.
    let mut orders = 0;
    for entry in answer {
        let at = orders;
        orders += usize::from(entry.command.is_some());
        let foul = |why: String| Err(Foul { at, why });
        if state.phase == Phase::Solved {
            return foul("the puzzle is solved already".to_owned());
        }
        if entry.at < state.time {
            return foul(format!("time step {} is over already", entry.at));
        }
        while state.time < entry.at && state.phase == Phase::Running {
            advance(level, &mut state, None);
        }
        match state.phase {
            Phase::Running => {}
            Phase::Solved => return foul("the puzzle is solved already".to_owned()),
            Phase::Lost => return foul(format!("the game is over at {}", state.time)),
        }
        if let Some(why) = entry.command.and_then(|order| objection(level, &state, order)) {
            return foul(why);
        }
        advance(level, &mut state, entry.command);
    }
    Ok(Verdict { solved: state.phase == Phase::Solved, score: score(level, &state) })
}

/// Returns the score: the steps as a cost or, if any way will do, what is eaten.
fn score(level: &Level, state: &State) -> Score {
    match level.objective {
        Objective::Any => (wanted(level, &start(level)) - wanted(level, state)) as Score,
        Objective::Time => {
            let short = if state.phase == Phase::Solved { 0 } else { UNSOLVED };
            short - Score::from(state.time)
        }
    }
}
