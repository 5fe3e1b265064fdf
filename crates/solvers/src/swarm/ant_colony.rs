//! Ant colony optimisation over lines of play. Each ant plays a game, and chooses a move with a
//! probability proportional to the pheromone on it in its context. After a round of ants the best
//! game renews its trails; all others evaporate. M. Dorigo (1992), in the form of T. Stuetzle and
//! H. Hoos, MAX-MIN ant system (2000); see `pheromone.rs`. Ours: trails lie on codes of moves
//! ([`Coded`]; [`crate::montecarlo::by_move::ByMove`] gives them to any state space), alone or
//! together with the move before or the number of the move; where a goal was missed, only the way to
//! the nearest approach is renewed. Needs codes; proves nothing and ends by itself only at a goal.
//! Time O(n b m); memory: the renewed trails. Budgets are kept exactly.

use quarry_core::{
    Card, Choice, Coded, Found, Heat, Inside, Meter, MethodShape, Refused, Rng, Search, SliceEnd,
    settings,
};

use super::merit::{Merit, NearestState};
use super::pheromone::{Pheromone, drawn, joined};
use crate::playout::{LONGEST_GAME, longest_game};
use crate::tree::alternating::{Stepped, slice};
use crate::worth::{Incumbents, Worth};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "ant-colony",
    summary: "Ants play games and follow the trails of the best of them.",
    complete: "in the long run",
    optimal: "no",
    time: "O(n b m)",
    memory: "O(n m)",
    ..Card::PLAIN
};

settings! {
    /// How ants choose and what they leave.
    pub struct AntColonySettings {
        /// Number of ants, that is games, in a round.
        pub ants: u64 = 10, 1..=1_000_000;
        /// Share of the pheromone that evaporates in a round.
        pub evaporation: f64 = 0.1, 0.0..=1.0;
        /// Least strength of a trail; the strongest is 1.
        pub least: f64 = 0.005, 0.000_000_001..=1.0;
        /// What a trail belongs to besides the move: nothing, the move before, or the number of the
        /// move.
        pub context: &'static str = "none", ["none", "move", "number"];
        /// Weight of the puzzle's prior estimate of a move; 0 for trails alone.
        pub bias: f64 = 0.0, 0.0..=100.0;
        /// In every round of this number the best game since the last fresh start renews its
        /// trails, otherwise the best game of the round.
        pub recall: u64 = 3, 1..=1_000_000_000;
        /// Number of rounds without a better game after which all trails are made equal again.
        pub patience: u64 = 200, 1..=1_000_000_000;
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Context {
    Move,
    Number,
    Nothing,
}

/// A game as its trails show it.
#[derive(Debug, Clone)]
struct Tour {
    merit: Merit,
    codes: Vec<u64>,
}

/// A colony of ants.
pub struct AntColony<'a, S: Coded> {
    space: &'a S,
    settings: AntColonySettings,
    context: Context,
    longest: usize,
    start: S::Walk,
    rng: Rng,
    pheromone: Pheromone,
    /// Number of ants of this round that have played.
    played: u64,
    rounds: u64,
    /// Number of rounds since the best game since the last fresh start was found.
    stale: u64,
    best_of_round: Option<Tour>,
    best: Option<Tour>,
    line: Vec<S::Move>,
    codes: Vec<u64>,
    odds: Vec<f64>,
    offered: Vec<u64>,
    incumbents: Incumbents<S::Move>,
}

impl<'a, S: Coded> AntColony<'a, S> {
    /// Creates a colony with the given seed.
    pub fn new(space: &'a S, settings: &AntColonySettings, seed: u64) -> Self {
        AntColony {
            space,
            context: match settings.context {
                "move" => Context::Move,
                "number" => Context::Number,
                _ => Context::Nothing,
            },
            longest: usize::try_from(longest_game(space, settings.depth)).unwrap_or(usize::MAX),
            start: space.walk(space.start(), false),
            rng: Rng::new(seed),
            pheromone: Pheromone::new(settings.evaporation, settings.least),
            played: 0,
            rounds: 0,
            stale: 0,
            best_of_round: None,
            best: None,
            line: Vec::new(),
            codes: Vec::new(),
            odds: Vec::new(),
            offered: Vec::new(),
            incumbents: Incumbents::default(),
            settings: settings.clone(),
        }
    }

    /// Plays the game of one ant; returns its merit and the number of moves whose trails count.
    fn play(&mut self, meter: &mut Meter) -> Result<(Merit, usize), Refused> {
        let space = self.space;
        let reach = space.aim().needs_goal();
        self.line.clear();
        self.codes.clear();
        let mut walk = self.start.clone();
        let mut nearest = NearestState::new(space, space.place(&walk));
        let (mut score, mut before) = (0, 0);
        loop {
            let cut_off =
                self.line.len() >= self.longest || (reach && space.is_solved(space.place(&walk)));
            let choices = meter.choices(space, &mut walk);
            if choices.is_empty() || cut_off {
                let over = choices.is_empty();
                let worth = Worth::of(space, space.place(&walk), score, over);
                let kept = if reach && !worth.solved { nearest.moves } else { self.line.len() };
                return Ok((nearest.merit(space, worth), kept));
            }
            if !meter.goes_on() {
                return Err(Refused);
            }
            let context = match self.context {
                Context::Move => before,
                Context::Number => self.line.len() as u64,
                Context::Nothing => 0,
            };
            self.offered.clear();
            self.offered.extend(choices.iter().map(|choice| joined(context, choice.code)));
            self.odds.clear();
            let (pheromone, bias) = (&self.pheromone, self.settings.bias);
            self.odds.extend(self.offered.iter().zip(choices.iter()).map(|(&code, choice)| {
                let prior = if bias > 0.0 { (bias * f64::from(choice.bias)).exp() } else { 1.0 };
                pheromone.strength(code) * prior
            }));
            let index = drawn(&self.odds, self.rng.unit());
            before = choices[index].code;
            self.codes.push(self.offered[index]);
            self.line.push(choices[index].mv);
            score += meter.take(space, &mut walk, index)?;
            nearest.look(space, space.place(&walk), self.line.len());
        }
    }

    /// Returns the moves of the first position with the probabilities that ants choose them with.
    fn first_moves(&self) -> (Vec<S::Move>, Vec<f64>) {
        let mut walk = self.start.clone();
        let choices = Meter::unlimited().choices(self.space, &mut walk);
        let odds = |choice: &Choice<S::Move>| {
            (choice.mv, self.odds_of(joined(0, choice.code), choice.bias))
        };
        let (moves, odds): (Vec<_>, Vec<f64>) = choices.iter().map(odds).unzip();
        let all: f64 = odds.iter().sum();
        (moves, odds.into_iter().map(|odds| odds / all).collect())
    }

    /// Odds of a choice by its trail and its bias.
    #[inline]
    fn odds_of(&self, trail: u64, bias: f32) -> f64 {
        let factor = self.settings.bias;
        let prior = if factor > 0.0 { (factor * f64::from(bias)).exp() } else { 1.0 };
        self.pheromone.strength(trail) * prior
    }

    /// Adds a game to the round, and closes the round after its last ant.
    fn learn(&mut self, merit: Merit, kept: usize) {
        if self.best_of_round.as_ref().is_none_or(|best| merit > best.merit) {
            self.best_of_round = Some(Tour { merit, codes: self.codes[..kept].to_vec() });
        }
        self.played += 1;
        if self.played < self.settings.ants {
            return;
        }
        self.played = 0;
        self.rounds += 1;
        self.stale += 1;
        let Some(of_round) = self.best_of_round.take() else { return };
        if self.best.as_ref().is_none_or(|best| of_round.merit > best.merit) {
            self.best = Some(of_round.clone());
            self.stale = 0;
        }
        let recalled =
            self.best.as_ref().filter(|_| self.rounds.is_multiple_of(self.settings.recall));
        self.pheromone.deposit(&recalled.unwrap_or(&of_round).codes);
        if self.stale >= self.settings.patience {
            self.pheromone.start_anew();
            (self.best, self.stale) = (None, 0);
        }
    }
}

impl<S: Coded> Stepped for AntColony<'_, S> {
    /// Lets one ant play.
    fn step(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        let (merit, kept) = self.play(meter)?;
        meter.evaluate()?;
        self.incumbents.offer(self.space, merit.worth, meter, || self.line.clone());
        if self.incumbents.is_settled(self.space) {
            return Ok(Some(SliceEnd::Exhausted));
        }
        self.learn(merit, kept);
        Ok(None)
    }

    fn held(&self) -> (usize, usize) {
        let codes = self.line.capacity() + 4 * self.codes.capacity();
        (1 + self.pheromone.trails(), self.pheromone.bytes() + 8 * codes)
    }
}

impl<S: Coded> Search for AntColony<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        slice(self, meter)
    }
    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbents.best()
    }
    fn draft(&self) -> Option<Self::Answer> {
        self.incumbents.draft()
    }
    fn inside(&self) -> Inside {
        let best = self.best.as_ref().map_or(0.0, |tour| tour.merit.worth.score as f64);
        Inside::of([
            ("rounds", self.rounds as f64),
            ("rounds without progress", self.stale as f64),
            ("best since the fresh start", best),
            ("trails", self.pheromone.trails() as f64),
        ])
        .with(Some(MethodShape::Heat(Heat {
            of: "probability of the first move",
            moves: self.first_moves().1,
        })))
    }

    /// Item `n` is the n-th first move.
    fn line(&self, item: u32) -> Option<Self::Answer> {
        self.first_moves().0.get(item as usize).map(|&mv| vec![mv])
    }

    fn current(&self) -> Option<Self::Answer> {
        Some(self.line.clone())
    }
}
