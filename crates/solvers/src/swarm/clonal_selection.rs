//! Clonal selection, an artificial immune system over lines of play. The best antibodies are
//! cloned, the better the more; clones are mutated, the better the less; a parent gives way to its
//! best clone if that is better, and the worst are replaced by newcomers. L. de Castro and F. Von
//! Zuben, CLONALG in its form for optimisation (2002). Ours: lines as antibodies (see
//! [`super::breeding`]), the rank as affinity, since scores have no natural maximum, and a new
//! population after a long time without progress. Needs a state space; proves nothing. Time: one
//! game for each clone; memory: two populations. Budgets are kept exactly.

use quarry_core::{Card, Guided, Inside, Meter, Refused, StateSpace, settings};

use super::breeding::{LineMaker, PopulationRule, PopulationSearch, ScoredLine, bytes_of, figures};
use super::patience::Patience;
use crate::playout::LONGEST_GAME;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "clonal-selection",
    summary: "Clones the best games, the better the more, and changes clones, the better the less.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(n m)",
    ..Card::PLAIN
};

settings! {
    /// How antibodies are cloned and changed.
    pub struct ClonalSelectionSettings {
        /// Number of antibodies.
        pub population: u64 = 20, 1..=1_000_000;
        /// Number of clones of the best antibody; the one of rank r has this number divided by r,
        /// and at least one.
        pub clones: u64 = 10, 1..=1_000_000;
        /// Mean number of moves that are changed in a clone of the best antibody.
        pub least: f64 = 1.0, 0.0..=1_000_000.0;
        /// Mean number of moves that are changed in a clone of the worst antibody.
        pub most: f64 = 5.0, 0.0..=1_000_000.0;
        /// Number of the worst antibodies that newcomers replace in each generation.
        pub newcomers: u64 = 2, 0..=1_000_000;
        /// Number of generations without a better antibody after which a new population is made.
        pub patience: u64 = 100, 1..=1_000_000_000;
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Clonal selection over lines of play.
pub type ClonalSelection<'a, S> = PopulationSearch<'a, S, Antibodies<<S as StateSpace>::Move>>;

impl<'a, S: Guided> ClonalSelection<'a, S> {
    /// Creates a run with the given seed.
    pub fn new(space: &'a S, settings: &ClonalSelectionSettings, seed: u64) -> Self {
        Self::by(Antibodies::new(settings), space, settings.depth, seed)
    }
}

/// The antibodies, the best first, and the clone that is made next.
pub struct Antibodies<M> {
    settings: ClonalSelectionSettings,
    generation: u64,
    living: Vec<ScoredLine<M>>,
    /// The best clone of each antibody that has been cloned.
    mature: Vec<ScoredLine<M>>,
    /// Number of clones made of the current antibody, the first without a mature clone.
    cloned: u64,
    /// Clones of the current antibody.
    best_clone: Option<ScoredLine<M>>,
    patience: Patience,
}

impl<M: Copy> Antibodies<M> {
    fn new(settings: &ClonalSelectionSettings) -> Self {
        Antibodies {
            patience: Patience::new(settings.patience),
            settings: settings.clone(),
            generation: 0,
            living: Vec::new(),
            mature: Vec::new(),
            cloned: 0,
            best_clone: None,
        }
    }

    /// Number of clones of the antibody with this rank, from 0.
    fn clones(&self, rank: usize) -> u64 {
        (self.settings.clones / (rank as u64 + 1)).max(1)
    }

    /// Mean number of changes in a clone of the antibody with this rank, from 0. It grows
    /// geometrically from the best to the worst, as the published rate exp(-rho f) does.
    fn changes(&self, rank: usize) -> f64 {
        let (least, most) = (self.settings.least, self.settings.most);
        let last = (self.settings.population - 1).max(1) as f64;
        let share = rank as f64 / last;
        if least > 0.0 && most > 0.0 {
            least * (most / least).powf(share)
        } else {
            least + (most - least) * share
        }
    }

    /// Adds a clone of the current antibody; after the last of them the best one matures.
    fn consider(&mut self, clone: ScoredLine<M>) {
        if self.best_clone.as_ref().is_none_or(|best| clone.merit > best.merit) {
            self.best_clone = Some(clone);
        }
        self.cloned += 1;
        if self.cloned >= self.clones(self.mature.len()) {
            self.mature.extend(self.best_clone.take());
            self.cloned = 0;
        }
    }

    /// Lets every antibody give way to its best clone if that is not worse, and sorts them.
    fn select(&mut self) {
        for (parent, clone) in self.living.iter_mut().zip(self.mature.drain(..)) {
            if clone.merit >= parent.merit {
                *parent = clone;
            }
        }
        self.rank();
        self.generation += 1;
        if self.patience.is_over_after(self.living.first().map(|line| line.merit)) {
            self.living.clear();
        } else {
            // The best never gives way to a newcomer.
            let newcomers = (self.settings.newcomers as usize).min(self.living.len() - 1);
            self.living.truncate(self.living.len() - newcomers);
        }
    }

    fn rank(&mut self) {
        self.living.sort_by_key(|one| std::cmp::Reverse(one.merit));
    }
}

impl<S: Guided> PopulationRule<S> for Antibodies<S::Move> {
    fn step(&mut self, maker: &mut LineMaker<'_, S>, meter: &mut Meter) -> Result<(), Refused> {
        if self.living.len() < self.settings.population as usize {
            self.living.push(maker.random(meter)?);
            self.rank();
            return Ok(());
        }
        let rank = self.mature.len();
        let antibody = &self.living[rank].moves;
        let rate = self.changes(rank) / antibody.len().max(1) as f64;
        let clone = maker.follow(antibody, &[], rate.min(1.0), meter)?;
        self.consider(clone);
        if self.mature.len() == self.living.len() {
            self.select();
        }
        Ok(())
    }

    fn held(&self) -> (usize, usize) {
        let lines = || self.living.iter().chain(&self.mature);
        (lines().count(), bytes_of(lines()))
    }

    fn inside(&self) -> Inside {
        figures(self.generation, &self.living)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swarm::merit::Merit;
    use crate::worth::Worth;

    fn line(score: i64) -> ScoredLine<u8> {
        let worth = Worth { solved: true, score };
        ScoredLine { moves: vec![1], merit: Merit { worth, nearness: 0 } }
    }

    #[test]
    fn the_better_have_more_clones_with_fewer_changes() {
        let settings = ClonalSelectionSettings {
            population: 5,
            clones: 10,
            least: 1.0,
            most: 16.0,
            ..ClonalSelectionSettings::default()
        };
        let antibodies = Antibodies::<u8>::new(&settings);
        assert_eq!([0, 1, 2, 9, 50].map(|rank| antibodies.clones(rank)), [10, 5, 3, 1, 1]);
        assert_eq!([0, 2, 4].map(|rank| antibodies.changes(rank).round()), [1.0, 4.0, 16.0]);
    }

    #[test]
    fn a_parent_gives_way_to_its_best_clone_only_if_that_is_as_good() {
        let settings = ClonalSelectionSettings {
            population: 3,
            clones: 2,
            newcomers: 1,
            ..ClonalSelectionSettings::default()
        };
        let mut antibodies = Antibodies::new(&settings);
        antibodies.living = [9, 5, 1].map(line).into();
        // Two clones of the best, one each of the others.
        [7, 8, 6, 0].map(line).into_iter().for_each(|clone| antibodies.consider(clone));
        assert_eq!(antibodies.mature.len(), 3);
        antibodies.select();
        let scores: Vec<_> = antibodies.living.iter().map(|one| one.merit.worth.score).collect();
        assert_eq!(scores, [9, 6], "one place is left for a newcomer");
    }
}
