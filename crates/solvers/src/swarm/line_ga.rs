//! Genetic algorithm over lines of play. Parents are drawn from a roulette wheel, one-point
//! crossover joins the beginning of one line and the end of another, and each move is changed with
//! a small probability. J. Holland (1975) and D. Goldberg (1989), the simple genetic algorithm, as
//! K. Spoerer's thesis "The Lemmings Puzzle" (2007), chapter 3, describes it. Ours: lines as
//! genomes (see [`super::breeding`]), slots of the wheel measured from the worst, the best line
//! kept, one cut as a share of both lines, which differ in length, and a fresh start when nobody
//! is left who differs. Needs a state space; proves nothing. Time: one game for each child; memory:
//! two populations. Budgets are kept exactly.

use quarry_core::{Card, Guided, Inside, Meter, Refused, StateSpace, settings};

use super::breeding::{LineMaker, PopulationRule, PopulationSearch, ScoredLine, bytes_of, figures};
use super::merit::{Merit, above_the_worst};
use super::patience::Patience;
use crate::evolve::selection::Wheel;
use crate::playout::LONGEST_GAME;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "line-ga",
    summary: "Evolves whole games: joins the beginning of one and the end of another.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(n m)",
    ..Card::PLAIN
};

settings! {
    /// How lines of play are bred.
    pub struct LineGaSettings {
        /// Number of lines in the population.
        pub population: u64 = 20, 2..=1_000_000;
        /// Share of children that have two parents; others are copies, changed by mutation only.
        pub crossover: f64 = 0.6, 0.0..=1.0;
        /// Mean number of moves of a child that are changed.
        pub mutation: f64 = 1.0, 0.0..=1_000.0;
        /// Number of best lines that live on unchanged.
        pub elite: u64 = 1, 0..=1_000_000;
        /// Number of generations without a better line after which a new population is made.
        pub patience: u64 = 100, 1..=1_000_000_000;
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Genetic algorithm over lines of play.
pub type LineGa<'a, S> = PopulationSearch<'a, S, LineGenerations<<S as StateSpace>::Move>>;

impl<'a, S: Guided> LineGa<'a, S> {
    /// Creates a run with the given seed.
    pub fn new(space: &'a S, settings: &LineGaSettings, seed: u64) -> Self {
        Self::by(LineGenerations::new(settings), space, settings.depth, seed)
    }
}

/// The living generation, and the next one as far as it is born.
pub struct LineGenerations<M> {
    settings: LineGaSettings,
    generation: u64,
    parents: Vec<ScoredLine<M>>,
    wheel: Wheel,
    children: Vec<ScoredLine<M>>,
    patience: Patience,
}

impl<M: Copy> LineGenerations<M> {
    fn new(settings: &LineGaSettings) -> Self {
        LineGenerations {
            patience: Patience::new(settings.patience),
            settings: settings.clone(),
            generation: 0,
            parents: Vec::new(),
            wheel: Wheel::new(&[]),
            children: Vec::new(),
        }
    }

    fn size(&self) -> usize {
        self.settings.population as usize
    }

    /// Makes the children the next parents, and keeps the elite.
    fn grow_up(&mut self) {
        self.generation += 1;
        self.parents = std::mem::take(&mut self.children);
        // A stable sort: the elite, which comes first, stays before its equals.
        self.parents.sort_by_key(|one| std::cmp::Reverse(one.merit));
        if self.patience.is_over_after(self.parents.first().map(|line| line.merit)) {
            self.parents.clear();
            return;
        }
        let merits: Vec<Merit> = self.parents.iter().map(|line| line.merit).collect();
        self.wheel = Wheel::new(&above_the_worst(&merits));
        // At least one child is born, so that every generation costs something.
        let elite = (self.settings.elite as usize).min(self.size() - 1);
        self.children.extend_from_slice(&self.parents[..elite]);
    }
}

/// Cuts two lines at the same share of their lengths.
pub(super) fn cuts(share: f64, one: usize, other: usize) -> (usize, usize) {
    let cut = |length: usize| (share * (length + 1) as f64) as usize;
    (cut(one).min(one), cut(other).min(other))
}

impl<S: Guided> PopulationRule<S> for LineGenerations<S::Move> {
    fn step(&mut self, maker: &mut LineMaker<'_, S>, meter: &mut Meter) -> Result<(), Refused> {
        let child = if self.parents.is_empty() {
            maker.random(meter)?
        } else {
            let mother = &self.parents[self.wheel.spin(maker.rng())].moves;
            let is_crossed = maker.rng().unit() < self.settings.crossover;
            let (head, tail) = if is_crossed {
                let father = &self.parents[self.wheel.spin(maker.rng())].moves;
                let (one, other) = cuts(maker.rng().unit(), mother.len(), father.len());
                (&mother[..one], &father[other..])
            } else {
                (&mother[..], &[][..])
            };
            let length = (head.len() + tail.len()).max(1) as f64;
            maker.follow(head, tail, (self.settings.mutation / length).min(1.0), meter)?
        };
        self.children.push(child);
        if self.children.len() >= self.size() {
            self.grow_up();
        }
        Ok(())
    }

    fn held(&self) -> (usize, usize) {
        let lines = || self.parents.iter().chain(&self.children);
        (lines().count(), bytes_of(lines()))
    }

    fn inside(&self) -> Inside {
        figures(self.generation, &self.parents)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worth::Worth;

    #[test]
    fn cuts_are_at_the_same_share_and_may_be_at_either_end() {
        assert_eq!(cuts(0.0, 9, 4), (0, 0));
        assert_eq!(cuts(0.5, 9, 4), (5, 2));
        assert_eq!(cuts(0.999, 9, 4), (9, 4));
        assert_eq!(cuts(0.7, 0, 0), (0, 0));
    }

    fn generation(of: &mut LineGenerations<u8>, scores: &[i64]) {
        let line = |&score| {
            let worth = Worth { solved: true, score };
            ScoredLine { moves: vec![1], merit: Merit { worth, nearness: 0 } }
        };
        let born = of.size() - of.children.len();
        of.children.extend(scores.iter().map(line).take(born));
        of.grow_up();
    }

    #[test]
    fn the_best_line_lives_on_until_nothing_better_comes_for_long() {
        let settings = LineGaSettings { population: 3, patience: 2, ..LineGaSettings::default() };
        let mut generations = LineGenerations::new(&settings);
        let best = |of: &LineGenerations<u8>| of.parents.first().map(|line| line.merit.worth.score);
        generation(&mut generations, &[1, 5, 3]);
        assert_eq!((best(&generations), generations.children.len()), (Some(5), 1));
        generation(&mut generations, &[2, 2]);
        assert_eq!(best(&generations), Some(5), "the elite");
        generation(&mut generations, &[4, 4]);
        assert_eq!((best(&generations), generations.children.len()), (None, 0), "a fresh start");
        generation(&mut generations, &[0, 1, 0]);
        assert_eq!(best(&generations), Some(1));
    }
}
