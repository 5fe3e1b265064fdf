//! Nested rollout policy adaptation. A search of level n makes `iterations` searches of level n-1,
//! each from its own policy, and after each one adapts that policy to the best game so far. A
//! search of level 0 is one game by the policy. At the end everything is forgotten and the search
//! begins anew. Rosin (2011). Selective choices: Cazenave (2016); several games before each
//! adaptation on level 1 (`playouts`): Cazenave, Sevestre and Toulemont, stabilized NRPA (2020); a
//! bias: Cazenave, generalized NRPA (2020). See [`super::policy`] for what makes it fast. Needs
//! codes for moves ([`Coded`]; [`super::by_move::ByMove`] provides them for any state space);
//! proves nothing and ends by itself only at a goal. Time O(n b m), memory O(b m) for each level,
//! plus the policies. Evaluations are games, and their budget is kept exactly.

use quarry_core::{
    Card, Choice, Coded, Found, Heat, Inside, Meter, MethodShape, Refused, Rng, Search, SliceEnd,
    settings,
};

use super::policy::{EncodedGame, EncodedTrail, Policies, accumulate};
use crate::playout::{LONGEST_GAME, longest_game};
use crate::tree::alternating::{Stepped, slice};
use crate::worth::{Incumbents, Worth};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "nrpa",
    summary: "Nested searches, each adapting its random policy to the best game it has seen.",
    complete: "in the long run",
    optimal: "no",
    time: "O(n b m)",
    memory: "O(b m)",
    ..Card::PLAIN
};

settings! {
    /// How deep the search is nested and how it learns.
    pub struct NrpaSettings {
        /// Number of nested levels.
        pub level: u64 = 3, 1..=8;
        /// Number of searches of the level below in one search.
        pub iterations: u64 = 100, 1..=1_000_000;
        /// How much weight a move of the best game gains in each adaptation.
        pub alpha: f64 = 1.0, 0.0..=100.0;
        /// Number of games on the lowest level before each adaptation.
        pub playouts: u64 = 1, 1..=1_000;
        /// Whether to leave out moves that seldom lead anywhere, if the puzzle can recognise them.
        pub selective: bool = true, ();
        /// Weight of the puzzle's prior estimate of a move; 0 starts with equal probabilities.
        pub bias: f64 = 0.0, 0.0..=100.0;
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Nested rollout policy adaptation.
///
/// `Heap` is the space in the documentation of [`quarry_core`].
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use quarry_core::{Budget, Meter, drive};
/// use quarry_solvers::montecarlo::by_move::ByMove;
/// use quarry_solvers::montecarlo::nrpa::{Nrpa, NrpaSettings};
///
/// # use quarry_core::{Guided, Score, StateSpace};
/// # struct Heap(u32);
/// # impl StateSpace for Heap {
/// #     type State = u32;
/// #     type Move = u32;
/// #     fn start(&self) -> u32 { self.0 }
/// #     fn moves(&self, left: &u32, out: &mut Vec<u32>) {
/// #         out.extend((1..=2).filter(|taken| taken <= left));
/// #     }
/// #     fn play(&self, left: &mut u32, taken: u32) -> Score { *left -= taken; -1 }
/// #     fn is_solved(&self, left: &u32) -> bool { *left == 0 }
/// #     fn key(&self, left: &u32) -> u128 { u128::from(*left) }
/// # }
/// # impl Guided for Heap {}
/// let heap = Heap(9);
/// let space = ByMove(&heap); // each move is its own code
/// let settings = NrpaSettings { level: 2, iterations: 20, ..NrpaSettings::default() };
/// let mut search = Nrpa::new(&space, &settings, 1);
///
/// let stop = AtomicBool::new(false);
/// let budget = Budget { evaluations: Some(400), ..Budget::default() };
/// let outcome = drive(&mut search, &mut Meter::new(budget, &stop), &mut |_event| {});
/// assert!(outcome.found.is_some_and(|found| found.solved));
/// ```
pub struct Nrpa<'a, S: Coded> {
    space: &'a S,
    settings: NrpaSettings,
    start: S::Walk,
    rng: Rng,
    policies: Policies,
    /// State of the search on each level, the lowest first.
    frames: Vec<Frame<S::Move>>,
    /// Number of games since level 1 last adapted.
    games: u64,
    /// Result of the last game.
    worth: Worth,
    line: Vec<S::Move>,
    trail: EncodedTrail,
    /// Cumulative odds of the choices.
    sums: Vec<f64>,
    incumbents: Incumbents<S::Move>,
}

/// A search in progress.
struct Frame<M> {
    iterations: u64,
    best: Option<Played<M>>,
}

#[derive(Clone)]
struct Played<M> {
    worth: Worth,
    line: Vec<M>,
    lesson: EncodedGame,
}

impl<'a, S: Coded> Nrpa<'a, S> {
    /// Creates a search with the given seed.
    pub fn new(space: &'a S, settings: &NrpaSettings, seed: u64) -> Self {
        let levels = settings.level as usize;
        Nrpa {
            space,
            settings: settings.clone(),
            start: space.walk(space.start(), settings.selective),
            rng: Rng::new(seed),
            policies: Policies::new(levels),
            frames: (0..levels).map(|_| Frame { iterations: 0, best: None }).collect(),
            games: 0,
            worth: Worth { solved: false, score: 0 },
            line: Vec::new(),
            trail: EncodedTrail::default(),
            sums: Vec::new(),
            incumbents: Incumbents::default(),
        }
    }

    /// Plays one game by the lowest policy.
    fn play(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        let (space, policies) = (self.space, &mut self.policies);
        let longest =
            usize::try_from(longest_game(self.space, self.settings.depth)).unwrap_or(usize::MAX);
        let reach = space.aim().needs_goal();
        let (line, trail) = (&mut self.line, &mut self.trail);
        line.clear();
        trail.clear();
        let mut walk = self.start.clone();
        let mut score = 0;
        loop {
            let cut_off = line.len() >= longest || (reach && space.is_solved(space.place(&walk)));
            let choices = meter.choices(space, &mut walk);
            if choices.is_empty() || cut_off {
                let over = choices.is_empty();
                self.worth = Worth::of(space, space.place(&walk), score, over);
                return Ok(());
            }
            if !meter.goes_on() {
                return Err(Refused);
            }
            self.sums.clear();
            self.sums.extend(choices.iter_mut().map(|choice| {
                if choice.tag == Choice::<S::Move>::NEW {
                    choice.tag =
                        policies.number(choice.code, self.settings.bias * f64::from(choice.bias));
                }
                policies.odds(choice.tag)
            }));
            let drawn = self.rng.unit() * accumulate(&mut self.sums);
            // Counting all of them costs less than an unpredictable branch. The product may round
            // up to the total.
            let index =
                self.sums.iter().filter(|&&sum| sum <= drawn).count().min(choices.len() - 1);
            trail.offer(choices.iter().map(|choice| choice.tag));
            trail.take(choices[index].tag);
            line.push(choices[index].mv);
            score += meter.take(space, &mut walk, index)?;
        }
    }

    /// Adds the last game to the search of level 1, and closes every search that this completes.
    fn learn(&mut self) {
        let lowest = &mut self.frames[0];
        if lowest.best.as_ref().is_none_or(|best| self.worth >= best.worth) {
            let best = lowest.best.get_or_insert_with(|| Played {
                worth: self.worth,
                line: Vec::new(),
                lesson: EncodedGame::default(),
            });
            best.worth = self.worth;
            best.line.clone_from(&self.line);
            self.policies.lesson(&self.trail, &mut best.lesson);
        } else {
            self.policies.drop_codes();
        }
        self.games += 1;
        if self.games < self.settings.playouts {
            return;
        }
        self.games = 0;
        for level in 0..self.frames.len() {
            let frame = &mut self.frames[level];
            if let Some(best) = &frame.best {
                self.policies.adapt(level, &best.lesson, self.settings.alpha);
            }
            frame.iterations += 1;
            if frame.iterations < self.settings.iterations {
                // The searches below start from the policy adapted here.
                (0..level).rev().for_each(|below| self.policies.reset(below));
                return;
            }
            frame.iterations = 0;
            let best = frame.best.take();
            if let Some(above) = self.frames.get_mut(level + 1) {
                let worth = |played: &Option<Played<_>>| played.as_ref().map(|played| played.worth);
                if worth(&best) >= worth(&above.best) {
                    above.best = best;
                }
            }
        }
        self.policies.clear();
    }

    /// Returns the moves of the first position with their probabilities by the policy that plays.
    fn first_moves(&self) -> (Vec<S::Move>, Vec<f64>) {
        let mut walk = self.start.clone();
        let choices = Meter::unlimited().choices(self.space, &mut walk);
        let odds = |choice: &Choice<S::Move>| {
            let bias = self.settings.bias * f64::from(choice.bias);
            (choice.mv, self.policies.odds_of_code(choice.code, bias))
        };
        let (moves, odds): (Vec<_>, Vec<f64>) = choices.iter().map(odds).unzip();
        let all: f64 = odds.iter().sum();
        (moves, odds.into_iter().map(|odds| odds / all).collect())
    }

    fn bytes(&self) -> usize {
        let kept = self.frames.iter().filter_map(|frame| frame.best.as_ref());
        let lines =
            kept.map(|game| game.lesson.bytes() + game.line.capacity() * size_of::<S::Move>());
        self.policies.bytes() + self.trail.bytes() + lines.sum::<usize>()
    }
}

impl<S: Coded> Stepped for Nrpa<'_, S> {
    /// Plays one game and learns from it.
    fn step(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        self.play(meter)?;
        meter.evaluate()?;
        self.incumbents.offer(self.space, self.worth, meter, || self.line.clone());
        if self.incumbents.is_settled(self.space) {
            return Ok(Some(SliceEnd::Exhausted));
        }
        self.learn();
        Ok(None)
    }

    fn held(&self) -> (usize, usize) {
        (1 + self.frames.len(), self.bytes())
    }
}

impl<S: Coded> Search for Nrpa<'_, S> {
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
        const LEVELS: [&str; 5] =
            ["games at level 1", "of level 2", "of level 3", "of level 4", "of level 5"];
        let iterations = [self.games]
            .into_iter()
            .chain(self.frames.iter().skip(1).map(|frame| frame.iterations));
        let levels = LEVELS.into_iter().zip(iterations.map(|count| count as f64));
        let last = [("score of the last game", self.worth.score as f64)];
        let heat = Heat { of: "probability of the first move", moves: self.first_moves().1 };
        let numbers = last.into_iter().chain(levels).collect();
        Inside { numbers, ..Inside::default() }.with(Some(MethodShape::Heat(heat)))
    }

    /// Item `n` is the n-th first move.
    fn line(&self, item: u32) -> Option<Self::Answer> {
        self.first_moves().0.get(item as usize).map(|&mv| vec![mv])
    }

    fn current(&self) -> Option<Self::Answer> {
        Some(self.line.clone())
    }
}
