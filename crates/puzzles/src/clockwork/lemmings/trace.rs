//! Traces: a game as one line for each state, for people and for comparison with other simulators.

use std::fmt::Write;

use quarry_core::Timed;

use super::level::{Cell, Command, Facing, Level};
use super::rules::{self, Lemming, State};

/// Returns the states of a game from the first to the last, with passes where nothing is ordered;
/// one state for each time step.
pub(super) fn trace(level: &Level, answer: &[Timed<Command>]) -> Vec<String> {
    let mut orders = answer.iter().peekable();
    let mut state = rules::start(level);
    let mut lines = vec![line(&state)];
    while !rules::is_over(level, &state) {
        let order = orders.next_if(|timed| timed.at == rules::actions_so_far(level, &state));
        rules::advance(level, &mut state, order.and_then(|timed| timed.command));
        if state.turn == 0 {
            lines.push(line(&state));
        }
    }
    lines
}

/// Writes a state: counts, quantities left, the lemmings in the environment, platforms, walls.
pub(super) fn line(state: &State) -> String {
    let left: Vec<_> = state.left.iter().map(u16::to_string).collect();
    let lemmings: Vec<_> = state.lemmings.iter().map(lemming).collect();
    format!(
        "t={} saved={} dead={} waiting={} left={} | {} | P{} | W{}",
        state.time,
        state.saved,
        state.dead,
        state.waiting,
        left.join(","),
        lemmings.join(" "),
        names(&state.platforms),
        names(&state.walls),
    )
}

fn lemming(lemming: &Lemming) -> String {
    let Lemming { number, cell, facing, kind, climber, floater, fuse, .. } = lemming;
    let facing = match facing {
        Facing::Left => 'L',
        Facing::Right => 'R',
    };
    let mut text = format!("{number}:{cell}{facing}:{}", kind.name());
    if *climber {
        text.push_str("+c");
    }
    if *floater {
        text.push_str("+f");
    }
    if let Some(fuse) = fuse {
        // Writing to a string cannot fail.
        let _ = write!(text, "*{fuse}");
    }
    text
}

fn names<'c>(cells: impl IntoIterator<Item = &'c Cell>) -> String {
    cells.into_iter().map(|cell| format!(" {cell}")).collect()
}
