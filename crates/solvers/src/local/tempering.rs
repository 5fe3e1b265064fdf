//! Parallel tempering over lines of play.
//! Several whole games are changed step by step, each at its own temperature: the hot ones roam, the cold ones refine, and
//! now and then neighbours in temperature exchange their games, so that what the hot find the cold finish.
//! Replica exchange: Swendsen and Wang (1986), Geyer (1991). The lines are ours: a move is named by the thing it acts on
//! ([`Tracked`]), so a game survives having one of its moves delayed, advanced, dropped or added. The first games are
//! the best of short policy adaptations ([`super::super::montecarlo::nrpa`]), which get far with few games; then
//! small changes get further. What else was tried is in decision 0013.
//! Needs a tracked state space with codes; proves nothing and ends by itself only at a goal.
//! Time: a part of one game a step; memory: the states of one game for each temperature.
//! Games are changed in parallel between two exchanges, each by its own stream of random numbers: the number of threads
//! changes nothing. Evaluations are kept to exactly; nodes are looked at between exchanges.

use quarry_core::{Coded, Found, Incumbent, Inside, Meter, Progress, Rng, Search, Tally, Tracked, settings};
use rayon::prelude::*;

use super::walker::Walker;
use crate::Card;
use crate::montecarlo::nrpa::{Nrpa, NrpaSettings};
use crate::worth::{empty_line, is_settled};

/// The comparison's row.
pub const CARD: Card = Card {
    name: "tempering",
    summary: "Improves whole games at several temperatures that exchange what they find.",
    complete: "in the long run",
    optimal: "no",
    time: "O(n m)",
    memory: "O(m)",
};

settings! {
    /// How many games, how hot.
    pub struct TemperingSettings {
        /// How many games are changed side by side.
        pub games: u64 = 12, 1..=10_000;
        /// The lowest temperature, in mean gains of a move in the first games.
        pub cold: f64 = 0.3, 0.000_001..=1_000_000.0;
        /// The highest temperature, likewise.
        pub hot: f64 = 2.0, 0.000_001..=1_000_000.0;
        /// How many games of policy adaptation each first game is the best of.
        pub opening: u64 = 10_000, 1..=1_000_000_000;
        /// How many changes each game sees between two exchanges.
        pub steps: u64 = 2_000, 1..=1_000_000_000;
    }
}

/// Parallel tempering.
pub struct Tempering<'a, S: Tracked + Coded> {
    space: &'a S,
    settings: TemperingSettings,
    /// From cold to hot; none before the first slice.
    games: Vec<Walker<'a, S>>,
    /// Of each game.
    temperatures: Vec<f64>,
    /// For the exchanges.
    rng: Rng,
    seed: u64,
    rounds: usize,
    incumbent: Incumbent<Vec<S::Move>>,
}

impl<'a, S: Tracked + Coded> Tempering<'a, S> {
    /// The search of a seed.
    pub fn new(space: &'a S, settings: &TemperingSettings, seed: u64) -> Self {
        Tempering {
            space,
            settings: settings.clone(),
            games: Vec::new(),
            temperatures: Vec::new(),
            rng: Rng::stream(seed, 0),
            seed,
            rounds: 0,
            incumbent: empty_line(),
        }
    }

    /// Plays the first games and measures the temperatures by them.
    fn begin(&mut self, meter: &mut Meter) {
        let games =
            meter.evaluations_left().map_or(self.settings.games, |left| left.min(self.settings.games));
        let opening = self.settings.opening;
        let shared: &Meter = meter;
        let (space, seed) = (self.space, self.seed);
        self.games = (1..=games)
            .into_par_iter()
            .map(|index| {
                let mut rng = Rng::stream(seed, index);
                let meter = shared.helper_for(share(shared, opening, games, index - 1));
                let (line, tally) = open(space, opening, rng.bits(), meter);
                Walker::new(space, &line, rng, tally)
            })
            .collect();
        let gain: f64 = self.games.iter().map(Walker::mean_gain).sum::<f64>() / games as f64;
        let unit = if gain > 0.0 { gain } else { 1.0 };
        let intervals = (self.games.len() - 1).max(1) as f64;
        let TemperingSettings { cold, hot, .. } = self.settings;
        let at = |index: usize| unit * cold * (hot / cold).powf(index as f64 / intervals);
        self.temperatures = (0..self.games.len()).map(at).collect();
    }

    /// Changes every game a number of times.
    fn change(&mut self, meter: &mut Meter) {
        let (games, steps) = (self.games.len() as u64, self.settings.steps);
        let shared: &Meter = meter;
        (self.games.par_iter_mut().zip(&self.temperatures).enumerate()).for_each(
            |(index, (game, &temperature))| {
                game.anneal(temperature, shared.helper_for(share(shared, steps, games, index as u64)));
            },
        );
    }

    /// Lets neighbours exchange their games, the even and the odd pairs by turns. A better game goes to the colder
    /// place, a worse one with the chance that keeps each temperature's games as they would be without exchanges.
    fn exchange(&mut self) {
        for cold in (self.rounds % 2..self.games.len().saturating_sub(1)).step_by(2) {
            let hot = cold + 1;
            let colder_by = 1.0 / self.temperatures[cold] - 1.0 / self.temperatures[hot];
            let better_by = self.games[hot].score() - self.games[cold].score();
            if self.rng.unit() < (colder_by * better_by as f64).exp() {
                self.games.swap(cold, hot);
            }
        }
        self.rounds += 1;
    }

    /// Takes in what the games found and spent, in their order.
    fn gather(&mut self, meter: &mut Meter) {
        for game in &mut self.games {
            meter.absorb(&game.take_tally());
            let (worth, line) = game.best();
            worth.offer(&mut self.incumbent, || line.to_vec());
        }
        let states: usize = self.games.iter().map(Walker::states).sum();
        meter.keep(states, states * size_of::<S::Track>());
    }
}

/// How many evaluations each of the games may spend when it wants `most`, so that together they keep to what is left.
fn share(meter: &Meter, most: u64, games: u64, index: u64) -> u64 {
    let part = |left: u64| left / games + u64::from(index < left % games);
    meter.evaluations_left().map_or(most, |left| most.min(part(left)))
}

/// The best of a number of games under a policy that adapts on two levels, and what they cost.
fn open<S: Coded>(space: &S, games: u64, seed: u64, mut meter: Meter) -> (Vec<S::Move>, Tally) {
    let settings = NrpaSettings { level: 2, iterations: games.isqrt(), ..NrpaSettings::default() };
    let mut learner = Nrpa::new(space, &settings, seed);
    while meter.goes_on() && learner.slice(&mut meter) == Progress::Working {}
    let line = learner.best().map(|best| best.answer.clone()).unwrap_or_default();
    (line, meter.tally())
}

impl<S: Tracked + Coded> Search for Tempering<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> Progress {
        if !meter.goes_on() {
            return Progress::Working;
        }
        if self.games.is_empty() {
            self.begin(meter);
        } else {
            self.change(meter);
            self.exchange();
        }
        self.gather(meter);
        let nothing_to_play = self.games.first().is_none_or(Walker::is_empty);
        if nothing_to_play || is_settled(self.space, &self.incumbent) {
            return Progress::Exhausted;
        }
        Progress::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbent.best()
    }

    fn inside(&self) -> Inside {
        let ends =
            [self.temperatures.first(), self.temperatures.last()].map(|end| end.copied().unwrap_or_default());
        Inside::of([
            ("games side by side", self.games.len() as f64),
            ("rounds", self.rounds as f64),
            ("coldest", ends[0]),
            ("hottest", ends[1]),
        ])
    }
}
