//! The reference rules: LEMMINGS, alpha-LEMMINGS and Cormode's variant as a pure function of state
//! and action, written for clarity.
//!
//! The rules are those of the thesis, chapters 5 and 6, with its gaps closed. They are numbered R1
//! to R18 here, and each number is given beside the code that implements it, most of it in
//! `step.rs`. The judge, traces and tests use only these rules.
//!
//! R1 Geometry: `platforms` are horizontal partitions on the bottom border of a cell, `walls`
//! vertical ones on its right border; there are none on the grid's outer top and left. All can be
//! destroyed, except those that R18 names. Any number of lemmings may share a cell.
//!
//! Cormode's variant is LEMMINGS with the three differences that the thesis names in section 5.2.
//! R17: in each time step every lemming has a turn, in the order of their numbers, and only it can
//! be given a type then; there is no nuke. After the last turn the rest of the time step follows.
//! R18: impermeable partitions cannot be destroyed. A basher, digger or miner whose next move would
//! have to remove one gives up its type, and an explosion leaves them. One exit only.

mod step;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use quarry_core::{Foul, Score, Timed, Verdict};

use super::level::{Cell, Command, Facing, Kind, Level, RuleSet, Skill};
use step::TimeStep;
pub(super) use step::{Fact, may_be_saved_by_nuke, newcomer};

/// A lemming in the environment.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lemming {
    /// Number in the order of entry, from 0.
    pub number: u16,
    /// Cell where the lemming is.
    pub cell: Cell,
    /// Direction it faces.
    pub facing: Facing,
    /// Current type.
    pub kind: Kind,
    /// Whether it was ever made a climber.
    pub climber: bool,
    /// Whether it was ever made a floater.
    pub floater: bool,
    /// Number of steps left before a bomber explodes.
    pub fuse: Option<u8>,
    /// Distance it has fallen (R6).
    pub drop: u8,
    /// Number of steps of work done for its next slow move (R10).
    pub work: u8,
    /// Number of platforms a builder has built.
    pub bricks: u8,
    /// Whether a miner's next move is across.
    pub across: bool,
    /// Number of steps it still pauses after building.
    pub pause: u8,
    /// Whether its last move was downwards, in which case it hides a blocker (R8).
    pub fell: bool,
}

/// Everything that changes in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Number of time steps that are over.
    pub time: u32,
    /// Number of turns of this time step that are over (R17).
    pub turn: u16,
    /// The lemmings in the environment, in order of entry.
    pub lemmings: Vec<Lemming>,
    /// Number of lemmings still to enter.
    pub waiting: u16,
    /// Number of lemmings saved.
    pub saved: u16,
    /// Number of lemmings that died.
    pub dead: u16,
    /// Number of assignments left for each type.
    pub left: [u16; 8],
    /// Whether the nuke was played.
    pub nuked: bool,
    /// Platforms that exist now.
    pub platforms: BTreeSet<Cell>,
    /// Walls that exist now.
    pub walls: BTreeSet<Cell>,
    /// Sum of all lemmings' lives (R15).
    pub life: u64,
    /// Cells in which a lemming has been (R15).
    pub explored: BTreeSet<Cell>,
}

/// Returns the state s_0, with no lemming in the environment (R3).
pub fn start(level: &Level) -> State {
    State {
        time: 0,
        turn: 0,
        lemmings: Vec::new(),
        waiting: level.lemmings,
        saved: 0,
        dead: 0,
        left: level.quantities,
        nuked: false,
        platforms: level.platforms.clone(),
        walls: level.walls.clone(),
        life: 0,
        explored: BTreeSet::new(),
    }
}

/// Returns the state after an action; no action is a pass.
pub fn step(level: &Level, state: &State, action: Option<Command>) -> State {
    let mut next = state.clone();
    advance(level, &mut next, action);
    next
}

/// Applies an action in place.
pub fn advance(level: &Level, state: &mut State, action: Option<Command>) {
    TimeStep { level, state, asked: &|_| {} }.play(action);
}

/// Plays an assignment alone, as a part of a time step.
pub(super) fn assign_alone(level: &Level, state: &mut State, number: u16, skill: Skill) {
    TimeStep { level, state, asked: &|_| {} }.assign(number, skill);
}

/// Plays the nuke alone, as a part of a time step.
pub(super) fn nuke_alone(level: &Level, state: &mut State) {
    TimeStep { level, state, asked: &|_| {} }.nuke();
}

/// Updates one lemming alone, as a part of a time step with these blocking cells, and tells what
/// its update asks for.
pub(super) fn update_alone(
    level: &Level,
    state: &mut State,
    lemming: Lemming,
    blocking: &BTreeSet<Cell>,
    asked: &dyn Fn(Fact),
) -> Option<Lemming> {
    TimeStep { level, state, asked }.update(lemming, blocking)
}

/// R4: whether an assignment is legal.
pub fn is_legal(level: &Level, state: &State, number: u16, skill: Skill) -> bool {
    use Kind::{Basher, Builder, Digger, Miner, Walker};
    let Some(lemming) = state.lemmings.iter().find(|lemming| lemming.number == number) else {
        return false;
    };
    // R16: alpha-LEMMINGS has no miner.
    let known = level.rules != RuleSet::Alpha || skill != Skill::Miner;
    // R17: in Cormode's variant only the lemming whose turn it is.
    let has_turn = level.rules != RuleSet::Cormode || number == state.turn;
    let on_platform = state.platforms.contains(&lemming.cell);
    let suits = match skill {
        Skill::Bomber => lemming.fuse.is_none(),
        Skill::Climber => !lemming.climber,
        Skill::Floater => !lemming.floater,
        Skill::Basher => on_platform && [Walker, Builder, Digger, Miner].contains(&lemming.kind),
        Skill::Blocker => {
            on_platform && [Walker, Basher, Builder, Digger, Miner].contains(&lemming.kind)
        }
        Skill::Builder => on_platform && [Walker, Basher, Digger, Miner].contains(&lemming.kind),
        Skill::Digger => on_platform && [Walker, Basher, Builder, Miner].contains(&lemming.kind),
        Skill::Miner => on_platform && [Walker, Basher, Builder, Digger].contains(&lemming.kind),
    };
    state.left[skill as usize] > 0 && known && has_turn && suits
}

/// Number of orders or passes so far: one in each time step, or one for each lemming (R17).
pub fn actions_so_far(level: &Level, state: &State) -> u32 {
    state.time * level.turns() + u32::from(state.turn)
}

/// R14: the game ends when the time is up, or no lemming is in the environment or waiting.
pub fn is_over(level: &Level, state: &State) -> bool {
    state.time == level.time_limit || state.lemmings.is_empty() && state.waiting == 0
}

/// R14: a game is feasible if at least the target number of lemmings is saved.
pub fn is_feasible(level: &Level, state: &State) -> bool {
    state.saved >= level.target
}

/// R15: the score of a game that is over; for alpha-LEMMINGS in tenths, so that it is an integer.
pub fn score(level: &Level, state: &State) -> Score {
    let cells: usize = (state.explored.iter())
        .map(|cell| if state.platforms.contains(cell) { 2 } else { 1 })
        .sum();
    let ending = match level.rules {
        RuleSet::Full | RuleSet::Cormode => cells as Score,
        RuleSet::Alpha => {
            let early = Score::from(level.time_limit - state.time) * Score::from(level.lemmings);
            10 * (cells as Score + if state.saved > 0 { early } else { 0 })
        }
    };
    score_so_far(level, state) + ending
}

/// The part of the score that is counted step by step: saved lemmings and lives.
fn score_so_far(level: &Level, state: &State) -> Score {
    let saved =
        Score::from(state.saved) * Score::from(level.lemmings) * Score::from(level.time_limit);
    let life = state.life as Score;
    match level.rules {
        RuleSet::Full | RuleSet::Cormode => saved + life,
        RuleSet::Alpha => 10 * saved + life,
    }
}

/// Whether no further order can change the goal: the game is over, enough lemmings are saved, or
/// too few are left.
pub fn is_decided(level: &Level, state: &State) -> bool {
    let alive = state.lemmings.len() + usize::from(state.waiting) + usize::from(state.saved);
    is_over(level, state) || is_feasible(level, state) || alive < usize::from(level.target)
}

/// Judges an answer: orders with their times, in ascending order, with passes between them; orders
/// after the end of the game are ignored. Once the goal is decided, passes follow to the end; an
/// answer that stops before that is judged up to its last time step.
pub(super) fn judge(level: &Level, answer: &[Timed<Command>]) -> Result<Verdict, Foul> {
    let mut state = start(level);
    for (at, timed) in answer.iter().enumerate() {
        if timed.at < actions_so_far(level, &state) {
            let step = timed.at / level.turns();
            return Err(Foul { at, why: format!("the turn in time step {step} is over already") });
        }
        while actions_so_far(level, &state) < timed.at && !is_over(level, &state) {
            advance(level, &mut state, None);
        }
        if !is_over(level, &state) {
            advance(level, &mut state, timed.command);
        }
    }
    if !is_decided(level, &state) {
        return Ok(Verdict { solved: false, score: score_so_far(level, &state) });
    }
    while !is_over(level, &state) {
        advance(level, &mut state, None);
    }
    Ok(Verdict { solved: is_feasible(level, &state), score: score(level, &state) })
}
