//! Nested Monte-Carlo search. A search of level n tries every move with a search of level n - 1
//! (level 0 is a random game), remembers the best line seen, makes the next move of that line, and
//! so on to the end of the game. Then it begins again. Cazenave (2009), with the memory of the best
//! sequence. Needs a state space, or [`quarry_core::Sampled`] for the puzzle's own random play;
//! proves nothing and ends by itself only at a goal. Time O((b m)^n) games a search, memory O(n)
//! games. Evaluations are games, and their budget is kept exactly.

use quarry_core::{
    Card, Found, Guided, Inside, Meter, Refused, Rng, Sampled, Search, SliceEnd, settings,
};

use super::iterative_sampling::{Policy, Uniform, UniformOrGuided};
use crate::playout::{LONGEST_GAME, Playout};
use crate::worth::{Incumbents, Worth};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "nmcs",
    summary: "Tries every move with nested searches and follows the best line seen.",
    complete: "in the long run",
    optimal: "no",
    time: "O((b m)^n)",
    memory: "O(n m)",
    ..Card::PLAIN
};

settings! {
    /// How deep the search is nested.
    pub struct NmcsSettings {
        /// Number of nested levels.
        pub level: u64 = 2, 1..=8;
        /// How random games choose moves: uniformly, or by the puzzle's own policy if it has one.
        pub policy: &'static str = "guided", ["uniform", "guided"];
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Nested Monte-Carlo search by the policy `P`.
pub struct Nmcs<'a, S: Guided, P> {
    space: &'a S,
    policy: P,
    level: usize,
    start: Playout<'a, S>,
    rng: Rng,
    /// Searches in progress, the outermost first.
    frames: Vec<Frame<'a, S>>,
    incumbents: Incumbents<S::Move>,
}

struct Frame<'a, S: Guided> {
    game: Playout<'a, S>,
    untried: Vec<S::Move>,
    best: Option<(Worth, Vec<S::Move>)>,
}

impl<'a, S: Guided> Nmcs<'a, S, Uniform> {
    /// Creates a search with the given seed whose random games choose moves uniformly.
    pub fn new(space: &'a S, settings: &NmcsSettings, seed: u64) -> Self {
        Self::by(Uniform, space, settings, seed)
    }
}

impl<'a, S: Sampled> Nmcs<'a, S, UniformOrGuided> {
    /// Creates a search with the given seed and the policy named in the settings.
    pub fn guided(space: &'a S, settings: &NmcsSettings, seed: u64) -> Self {
        Self::by(UniformOrGuided::named(settings.policy), space, settings, seed)
    }
}

impl<'a, S: Guided, P: Policy<S>> Nmcs<'a, S, P> {
    fn by(policy: P, space: &'a S, settings: &NmcsSettings, seed: u64) -> Self {
        Nmcs {
            space,
            policy,
            level: settings.level as usize,
            start: Playout::new(space, settings.depth),
            rng: Rng::new(seed),
            frames: Vec::new(),
            incumbents: Incumbents::default(),
        }
    }

    /// Plays one game, closes a search, or makes a move in one.
    fn step(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        let Some(frame) = self.frames.last_mut() else {
            return self.open(self.start.clone(), meter);
        };
        if let Some(mv) = frame.untried.pop() {
            let mut game = frame.game.clone();
            game.play(mv, meter)?;
            let is_lowest = self.frames.len() >= self.level;
            return if is_lowest { self.sample(game, meter) } else { self.open(game, meter) };
        }
        let next =
            frame.best.as_ref().and_then(|(_, line)| line.get(frame.game.line().len()).copied());
        if let Some(mv) = next {
            frame.game.play(mv, meter)?;
            frame.untried = frame.game.moves(meter).to_vec();
            frame.untried.reverse();
        } else if let Some((worth, line)) = self.frames.pop().and_then(|frame| frame.best) {
            self.report(worth, line);
        }
        Ok(())
    }

    /// Begins a search of the next lower level. A game that is over is its own result.
    fn open(&mut self, mut game: Playout<'a, S>, meter: &mut Meter) -> Result<(), Refused> {
        let mut untried = game.moves(meter).to_vec();
        if untried.is_empty() {
            return self.sample(game, meter);
        }
        untried.reverse();
        self.frames.push(Frame { game, untried, best: None });
        Ok(())
    }

    fn sample(&mut self, mut game: Playout<'a, S>, meter: &mut Meter) -> Result<(), Refused> {
        let worth = self.policy.finish(&mut game, &mut self.rng, meter)?;
        meter.evaluate()?;
        self.incumbents.offer(self.space, worth, meter, || game.line().to_vec());
        self.report(worth, game.line().to_vec());
        Ok(())
    }

    /// Passes the value of a line to the innermost search.
    fn report(&mut self, worth: Worth, line: Vec<S::Move>) {
        let Some(frame) = self.frames.last_mut() else { return };
        if frame.best.as_ref().is_none_or(|(best, _)| worth > *best) {
            frame.best = Some((worth, line));
        }
    }
}

impl<S: Guided, P: Policy<S>> Search for Nmcs<'_, S, P> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            if self.step(meter).is_err() {
                break;
            }
            let bytes = self.frames.last().map_or(0, |frame| 2 * frame.game.bytes());
            meter.keep(1 + self.frames.len(), self.frames.len() * bytes);
            if self.incumbents.is_settled(self.space) {
                return SliceEnd::Exhausted;
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbents.best()
    }

    fn draft(&self) -> Option<Self::Answer> {
        self.incumbents.draft()
    }

    fn inside(&self) -> Inside {
        const LEVELS: [&str; 5] =
            ["moves made", "at level 2", "at level 3", "at level 4", "at level 5"];
        let made = self.frames.iter().map(|frame| frame.game.line().len() as f64);
        let best = self.frames.first().and_then(|frame| frame.best.as_ref());
        let best = best.map(|(worth, _)| ("best of this search", worth.score as f64));
        let untried = self.frames.last().map_or(0, |frame| frame.untried.len());
        let untried = [("moves still to try", untried as f64)];
        let numbers = LEVELS.into_iter().zip(made).chain(untried).chain(best).collect();
        Inside { numbers, ..Inside::default() }
    }

    fn current(&self) -> Option<Self::Answer> {
        self.frames.last().map(|frame| frame.game.line().to_vec())
    }
}
