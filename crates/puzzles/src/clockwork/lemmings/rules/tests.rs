//! The rules on small levels drawn here, with expected states worked out by hand from the text of
//! the rules.

mod actions;
mod cormode;
mod moving;
mod steps;
mod working;

use super::*;
use crate::clockwork::lemmings::{Lemmings, trace};
use quarry_core::{Located, Position, Puzzle};

/// A level of one lemming and nine of each type; `changes` are further lines of the file.
fn level(changes: &str, drawing: &str) -> Level {
    let mut text = String::new();
    let defaults = [
        ("lemmings", "1"),
        ("target", "1"),
        ("time_limit", "60"),
        ("frequency", "10"),
        (
            "quantities",
            "{ basher = 9, blocker = 9, bomber = 9, builder = 9, climber = 9, digger = 9, floater = 9, miner = 9 }",
        ),
    ];
    for (key, value) in defaults {
        if !changes.lines().any(|line| line.trim().starts_with(key)) {
            text.push_str(&format!("{key} = {value}\n"));
        }
    }
    let drawing = drawing
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n");
    let text = format!("{text}{changes}\ndrawing = \"\"\"\n{drawing}\n\"\"\"\n");
    Lemmings::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).level().clone()
}

/// The same level under the rules of alpha-LEMMINGS, which have no miner.
fn alpha(mut level: Level) -> Level {
    level.rules = RuleSet::Alpha;
    level.quantities[Skill::Miner as usize] = 0;
    level
}

/// All states of a game, by time.
struct Game {
    states: Vec<State>,
}

/// Plays orders written as in answers, with passes between and after them.
fn play(level: &Level, orders: &[&str]) -> Game {
    let mut entries = orders.iter().map(|&value| Located { value, at: Position::START });
    let line = Lemmings::new(level.clone()).parse_answer(&mut entries).unwrap();
    let mut states = vec![start(level)];
    while !is_over(level, &states[states.len() - 1]) {
        let now = &states[states.len() - 1];
        let order = line.iter().find(|order| order.at == now.time).and_then(|order| order.command);
        states.push(step(level, now, order));
    }
    Game { states }
}

impl Game {
    /// The lemmings in a state, as in traces.
    fn at(&self, time: usize) -> String {
        let line = trace::line(&self.states[time]);
        line.split(" | ").nth(1).expect("the second part").to_owned()
    }

    /// Checks the lemmings of consecutive states from a time on.
    #[track_caller]
    fn shows(&self, from: usize, expected: &[&str]) -> &Self {
        for (time, lemmings) in (from..).zip(expected) {
            assert_eq!(self.at(time), *lemmings, "at {time}");
        }
        self
    }

    /// The partitions in a state, as in traces.
    fn partitions(&self, time: usize) -> String {
        let line = trace::line(&self.states[time]);
        line.split_once(" | P").expect("platforms").1.trim().to_owned()
    }

    /// Numbers saved, dead and waiting in a state.
    fn counts(&self, time: usize) -> (u16, u16, u16) {
        let state = &self.states[time];
        (state.saved, state.dead, state.waiting)
    }

    fn end(&self) -> &State {
        &self.states[self.states.len() - 1]
    }
}
