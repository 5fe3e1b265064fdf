//! Parallel tempering over lines of play. Several whole games are changed step by step, each at its
//! own temperature: hot games explore, cold games refine. From time to time games at neighbouring
//! temperatures are exchanged, so that cold temperatures refine what hot ones find. Replica
//! exchange: Swendsen and Wang (1986), Geyer (1991). The representation of lines is ours: a move is
//! identified by the thing it acts on ([`Tracked`]), so a game stays valid if one of its moves is
//! delayed, advanced, dropped or added. The first games are the best of short policy adaptations
//! ([`super::super::montecarlo::nrpa`]), which get far with few games; then small changes get
//! further. Alternatives tried are in decision 0013. Needs a tracked state space with codes; proves
//! nothing and ends by itself only at a goal. Time: a part of one game per step; memory: the states
//! of one game for each temperature. Games are changed in parallel, each with its own random
//! stream, in turns of a few changes that are counted game after game, so the number of threads
//! does not matter. Budgets are kept exactly: each game gets an equal share of what is left when a
//! round begins.

use std::sync::{Mutex, PoisonError};

use quarry_core::{
    Card, Coded, Found, Inside, Ladder, Meter, MethodShape, Rng, Rung, Search, SharedWork,
    SliceEnd, Tally, Tracked, settings,
};

use super::walker::Walker;
use crate::montecarlo::nrpa::{Nrpa, NrpaSettings};
use crate::parallel;
use crate::tree::alternating::Stepped;
use crate::worth::{Incumbents, Worth};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "tempering",
    summary: "Improves whole games at several temperatures that exchange what they find.",
    complete: "in the long run",
    optimal: "no",
    time: "O(n m)",
    memory: "O(m)",
    ..Card::PLAIN
};

settings! {
    /// Number of games and their temperatures.
    pub struct TemperingSettings {
        /// Number of games changed side by side.
        pub games: u64 = 12, 1..=10_000;
        /// Lowest temperature, as a multiple of the mean gain per move in the first games.
        pub cold: f64 = 0.3, 0.000_001..=1_000_000.0;
        /// Highest temperature, in the same unit.
        pub hot: f64 = 2.0, 0.000_001..=1_000_000.0;
        /// Number of games of policy adaptation from which each first game is the best.
        pub opening: u64 = 10_000, 1..=1_000_000_000;
        /// Number of changes to each game between two exchanges.
        pub steps: u64 = 2_000, 1..=1_000_000_000;
    }
}

/// Parallel tempering.
pub struct Tempering<'a, S: Tracked + Coded> {
    space: &'a S,
    settings: TemperingSettings,
    /// Games from the coldest to the hottest.
    games: Vec<Game<'a, S>>,
    /// Temperature of each game; empty before the first games are played.
    temperatures: Vec<f64>,
    /// Random numbers for the exchanges.
    rng: Rng,
    /// Number of exchanges so far.
    rounds: usize,
    /// Number of exchanges that were tried, and number of those that were made.
    exchanges: [u64; 2],
    begun: bool,
    /// Whether games are in the middle of a turn.
    in_turn: bool,
    incumbents: Incumbents<S::Move>,
}

/// A game, and its share of the budget in this round.
struct Game<'a, S: Tracked + Coded> {
    /// Number that the game keeps when it is exchanged.
    number: u32,
    stage: Stage<'a, S>,
    share: Share,
    turn: Option<Turn>,
}

/// A turn of a game, which may take several slices: what it may still spend, and its work so far.
struct Turn {
    left: Share,
    work: SharedWork,
}

/// Stage of a game: first it is searched for, then it is changed.
enum Stage<'a, S: Tracked + Coded> {
    Opening {
        learner: Box<Nrpa<'a, S>>,
        rng: Rng,
    },
    Changing(Box<Walker<'a, S>>),
    /// The budget was too small to begin.
    Void,
}

/// Budget of a game: steps, each of which is an evaluation, and nodes. A step is a change or, at
/// the beginning, a game.
#[derive(Debug, Clone, Copy, Default)]
struct Share {
    steps: u64,
    nodes: u64,
}

impl Share {
    /// Share of one game in what is left of the budget.
    fn of(meter: &Meter, games: u64, index: u64) -> Self {
        let part = |left: u64| match left {
            u64::MAX => u64::MAX,
            left => left / games + u64::from(index < left % games),
        };
        Share { steps: part(meter.evaluations_left()), nodes: part(meter.nodes_left()) }
    }

    fn is_spent(&self) -> bool {
        self.steps == 0 || self.nodes == 0
    }

    fn spend(&mut self, work: Tally) {
        self.steps = self.steps.saturating_sub(work.evaluations);
        self.nodes -= if self.nodes == u64::MAX { 0 } else { work.generated };
    }

    /// Limits this share by another.
    fn within(self, other: &Share) -> Self {
        Share { steps: self.steps.min(other.steps), nodes: self.nodes.min(other.nodes) }
    }
}

/// Steps of a game per turn, for games of up to about a hundred moves; longer games take shorter
/// turns, so that their answers are known soon.
const STEPS_PER_TURN: u64 = 200;
const MOVES_PER_TURN: u64 = 20_000;

/// Number of games that are shown to people who watch.
const RUNGS_SHOWN: usize = 64;

impl<'a, S: Tracked + Coded> Tempering<'a, S> {
    /// Creates a search with the given seed.
    pub fn new(space: &'a S, settings: &TemperingSettings, seed: u64) -> Self {
        let learning = NrpaSettings {
            level: 2,
            iterations: settings.opening.isqrt(),
            ..NrpaSettings::default()
        };
        let game = |index| {
            let mut rng = Rng::stream(seed, index);
            let learner = Box::new(Nrpa::new(space, &learning, rng.bits()));
            let number = index as u32;
            Game {
                number,
                stage: Stage::Opening { learner, rng },
                share: Share::default(),
                turn: None,
            }
        };
        Tempering {
            space,
            settings: settings.clone(),
            games: (1..=settings.games).map(game).collect(),
            temperatures: Vec::new(),
            rng: Rng::stream(seed, 0),
            rounds: 0,
            exchanges: [0; 2],
            begun: false,
            in_turn: false,
            incumbents: Incumbents::default(),
        }
    }

    /// Sets the share of each game in the next round.
    fn begin_round(&mut self, meter: &Meter) {
        let steps =
            if self.temperatures.is_empty() { self.settings.opening } else { self.settings.steps };
        let games = self.games.len() as u64;
        for (index, game) in (0..).zip(&mut self.games) {
            game.share = Share { steps, nodes: u64::MAX }.within(&Share::of(meter, games, index));
        }
    }

    /// Begins a turn of every game; returns false if no game has anything left to spend in this
    /// round.
    fn begin_turn(&mut self, meter: &Meter) -> bool {
        let games = self.games.len() as u64;
        for (index, game) in (0..).zip(&mut self.games) {
            // Other games may have spent from the same budget since the round began.
            game.begin_turn(&Share::of(meter, games, index));
        }
        self.games.iter().any(|game| game.turn.is_some())
    }

    /// Continues the turn until its end or that of the slice; returns whether the turn is over. The
    /// first game with something to do takes a step in any case.
    fn go_on(&mut self, meter: &Meter) -> bool {
        let temperatures = &self.temperatures;
        let first = self.games.iter().position(Game::is_in_turn);
        let go_on = |(): &mut (), (index, game): &(usize, Mutex<&mut Game<'_, S>>)| {
            let mut game = game.lock().unwrap_or_else(PoisonError::into_inner);
            game.go_on(temperatures.get(*index).copied(), Some(*index) == first, meter)
        };
        let listed: Vec<_> = self.games.iter_mut().map(Mutex::new).enumerate().collect();
        parallel::map(&listed, || (), go_on).into_iter().all(|is_over| is_over)
    }

    /// Counts the work of the turn, game after game.
    fn end_turn(&mut self, meter: &mut Meter) {
        for game in &mut self.games {
            let Some(turn) = game.turn.take() else { continue };
            meter.absorb(&turn.work);
            if let Some((worth, line)) = game.best() {
                self.incumbents.offer(self.space, worth, meter, || line.to_vec());
            }
        }
        let held = self.games.iter().map(Game::held);
        let (states, bytes) = held.fold((0, 0), |sum, held| (sum.0 + held.0, sum.1 + held.1));
        meter.keep(states, bytes);
    }

    /// Ends a round. The first round sets the temperatures; later rounds exchange games.
    fn end_round(&mut self, meter: &mut Meter) {
        if !self.temperatures.is_empty() {
            return self.exchange();
        }
        if self.games.iter().all(|game| game.best().is_none()) {
            // The budget is too small for this many games: try again with fewer and more for each.
            return self.games.truncate((self.games.len() / 2).max(1));
        }
        for game in &mut self.games {
            game.begin_to_change(self.space, meter);
        }
        self.games.retain(|game| matches!(game.stage, Stage::Changing(_)));
        let gains = self.games.iter().filter_map(Game::walker).map(Walker::mean_gain);
        let gain = gains.sum::<f64>() / self.games.len().max(1) as f64;
        let unit = if gain > 0.0 { gain } else { 1.0 };
        let intervals = self.games.len().saturating_sub(1).max(1) as f64;
        let TemperingSettings { cold, hot, .. } = self.settings;
        let at = |index: usize| unit * cold * (hot / cold).powf(index as f64 / intervals);
        self.temperatures = (0..self.games.len()).map(at).collect();
    }

    /// Exchanges games at neighbouring temperatures, the even and the odd pairs alternately. A
    /// better game always moves to the colder place, a worse one with the probability that leaves
    /// each temperature's distribution of games unchanged.
    fn exchange(&mut self) {
        let score = |game: &Game<S>| game.walker().map_or(0, Walker::score);
        for cold in (self.rounds % 2..self.games.len().saturating_sub(1)).step_by(2) {
            let hot = cold + 1;
            let colder_by = 1.0 / self.temperatures[cold] - 1.0 / self.temperatures[hot];
            let better_by = score(&self.games[hot]) - score(&self.games[cold]);
            self.exchanges[0] += 1;
            if self.rng.unit() < (colder_by * better_by as f64).exp() {
                self.games.swap(cold, hot);
                self.exchanges[1] += 1;
            }
        }
        self.rounds += 1;
    }
}

impl<S: Tracked + Coded> Tempering<'_, S> {
    fn ladder(&self) -> Ladder {
        let rung = |(index, game): (usize, &Game<'_, S>)| Rung {
            temperature: self.temperatures.get(index).copied(),
            replica: game.number,
            score: game.walker().map(Walker::score),
            best: game.best().map(|(worth, _)| worth.score),
        };
        let rungs = self.games.iter().enumerate().take(RUNGS_SHOWN).map(rung).collect();
        Ladder { rungs, exchanges: self.exchanges }
    }
}

impl<'a, S: Tracked + Coded> Game<'a, S> {
    /// Begins a turn of a few steps; none if the game may spend nothing more in this round.
    fn begin_turn(&mut self, left: &Share) {
        let Share { steps, nodes } = self.share.within(left);
        let longest = self.best().map_or(1, |(_, line)| line.len().max(1)) as u64;
        let steps = steps.min(STEPS_PER_TURN).min((MOVES_PER_TURN / longest).max(1));
        let left = Share { steps, nodes };
        self.turn = (!left.is_spent()).then(|| Turn { left, work: SharedWork::default() });
    }

    fn is_in_turn(&self) -> bool {
        self.turn.as_ref().is_some_and(|turn| !turn.left.is_spent())
    }

    /// Continues its turn; returns whether the turn is over.
    fn go_on(&mut self, temperature: Option<f64>, is_first: bool, shared: &Meter) -> bool {
        if !self.is_in_turn() {
            return true;
        }
        let Some(turn) = &mut self.turn else { return true };
        let mut meter = shared.helper_in_slice(turn.left.steps, turn.left.nodes);
        let (mut steps, mut must_step, mut goes_on) = (turn.left.steps, is_first, true);
        while goes_on && steps > 0 && (meter.in_slice() || must_step) {
            goes_on = match &mut self.stage {
                Stage::Opening { learner, .. } => {
                    let ended = learner.step(&mut meter) != Ok(None);
                    self.share.steps = if ended { 0 } else { self.share.steps };
                    !ended
                }
                // If it is refused, the nodes or the time are used up.
                Stage::Changing(walker) => {
                    walker.anneal(temperature.unwrap_or(1.0), 1, &mut meter).is_ok()
                }
                Stage::Void => {
                    self.share.steps = 0;
                    false
                }
            };
            (steps, must_step) = (steps - 1, false);
        }
        let spent = meter.tally();
        turn.left.steps = if goes_on { steps } else { 0 };
        self.share.spend(spent);
        turn.left.nodes -= if turn.left.nodes == u64::MAX { 0 } else { spent.generated };
        turn.work.extend(meter.into_part());
        turn.left.is_spent()
    }

    /// Starts to change the best game found in the opening.
    fn begin_to_change(&mut self, space: &'a S, meter: &mut Meter) {
        let Stage::Opening { learner, rng } = std::mem::replace(&mut self.stage, Stage::Void)
        else {
            return;
        };
        let Some(found) = learner.best() else { return };
        if let Ok(walker) = Walker::new(space, &found.answer, rng, meter) {
            self.stage = Stage::Changing(Box::new(walker));
        }
    }

    fn walker(&self) -> Option<&Walker<'a, S>> {
        match &self.stage {
            Stage::Changing(walker) => Some(walker),
            Stage::Opening { .. } | Stage::Void => None,
        }
    }

    /// Best state that the game ever had.
    fn best(&self) -> Option<(Worth, &[S::Move])> {
        match &self.stage {
            Stage::Opening { learner, .. } => {
                let best = learner.best()?;
                Some((Worth { solved: best.solved, score: best.score }, &best.answer))
            }
            Stage::Changing(walker) => walker.best().map(|(worth, line)| (*worth, line.as_slice())),
            Stage::Void => None,
        }
    }

    fn held(&self) -> (usize, usize) {
        match &self.stage {
            Stage::Opening { learner, .. } => learner.held(),
            Stage::Changing(walker) => walker.held(),
            Stage::Void => (0, 0),
        }
    }
}

impl<S: Tracked + Coded> Search for Tempering<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            self.in_turn = self.in_turn || self.begin_turn(meter);
            if self.in_turn {
                if !self.go_on(meter) && meter.goes_on() {
                    break;
                }
                self.in_turn = false;
                self.end_turn(meter);
                if self.incumbents.is_settled(self.space) {
                    return SliceEnd::Exhausted;
                }
                continue;
            }
            if std::mem::replace(&mut self.begun, true) {
                self.end_round(meter);
            }
            if self.games.first().and_then(Game::walker).is_some_and(Walker::is_empty) {
                return SliceEnd::Exhausted;
            }
            self.begin_round(meter);
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
        let ends = [self.temperatures.first(), self.temperatures.last()]
            .map(|end| end.copied().unwrap_or_default());
        Inside::of([
            ("games side by side", self.games.len() as f64),
            ("rounds", self.rounds as f64),
            ("coldest", ends[0]),
            ("hottest", ends[1]),
        ])
        .with(Some(MethodShape::Ladder(self.ladder())))
    }

    /// Item `n` is the best state of the n-th game from the coldest.
    fn line(&self, item: u32) -> Option<Self::Answer> {
        self.games.get(item as usize)?.best().map(|(_, line)| line.to_vec())
    }
}
