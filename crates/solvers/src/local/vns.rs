//! Variable neighbourhood search. Shakes the best line by changing k decisions, climbs from there
//! to a local maximum, and keeps it if it is better. Then k is 1 again; otherwise k grows by one,
//! and after the largest it begins again. Mladenovic and Hansen (1997), the basic form; the climb
//! takes the first better neighbour. Needs a state space; see [`super::line`] for the neighbourhood
//! and the promises. Time: one game per neighbour; memory: three lines.

use quarry_core::{Card, Guided, Meter, Refused, StateSpace, settings};

use super::hill_climbing::{Climb, NeighbourChoice};
use super::line::{Candidate, CandidateRule, Lines, LocalSearch};
use crate::playout::LONGEST_GAME;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "vns",
    summary: "Shakes the best game harder and harder, climbing each time, until it improves.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(1)",
    ..Card::PLAIN
};

settings! {
    /// How strongly to shake.
    pub struct VnsSettings {
        /// Maximum number of decisions changed in a shake.
        pub largest: u64 = 10, 1..=1_000;
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Variable neighbourhood search.
pub type Vns<'a, S> = LocalSearch<'a, S, Shaking<<S as StateSpace>::Move>>;

impl<'a, S: Guided> Vns<'a, S> {
    /// Creates a search with the given seed.
    pub fn new(space: &'a S, settings: &VnsSettings, seed: u64) -> Self {
        let method =
            Shaking { largest: settings.largest as usize, changes: 1, best: None, climb: None };
        Self::by(method, space, settings.depth, seed)
    }
}

/// Shakes, climbs and compares.
pub struct Shaking<M> {
    largest: usize,
    /// Number of decisions that the next shake changes.
    changes: usize,
    best: Option<Candidate<M>>,
    climb: Option<Climb<M>>,
}

impl<M> Shaking<M> {
    fn compare(&mut self, top: Candidate<M>) {
        if self.best.as_ref().is_none_or(|best| top.worth > best.worth) {
            self.best = Some(top);
            self.changes = 1;
        } else {
            self.changes = self.changes % self.largest + 1;
        }
    }
}

impl<S: Guided> CandidateRule<S> for Shaking<S::Move> {
    fn step(&mut self, lines: &mut Lines<'_, S>, meter: &mut Meter) -> Result<(), Refused> {
        if let Some(mut climb) = self.climb.take() {
            if climb.step(lines, meter)? {
                self.compare(climb.into_line());
            } else {
                self.climb = Some(climb);
            }
            return Ok(());
        }
        let line = match &self.best {
            None => lines.random(meter)?,
            Some(best) => lines.shaken(best, self.changes, meter)?,
        };
        self.climb = Some(Climb::from(line, NeighbourChoice::First, lines.rng()));
        Ok(())
    }
    fn held(&self) -> usize {
        usize::from(self.best.is_some()) + self.climb.as_ref().map_or(0, Climb::held)
    }
    fn current(&self) -> Option<&Candidate<S::Move>> {
        self.climb.as_ref().map(Climb::top).or(self.best.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worth::Worth;

    #[test]
    fn shakes_grow_until_one_brings_something_better() {
        let mut shaking = Shaking::<()> { largest: 3, changes: 1, best: None, climb: None };
        let changes: Vec<usize> = [5, 5, 4, 3, 2, 6, 1]
            .map(|score| {
                shaking
                    .compare(Candidate { moves: Vec::new(), worth: Worth { solved: true, score } });
                shaking.changes
            })
            .into();
        assert_eq!(changes, [1, 2, 3, 1, 2, 1, 2]);
        assert_eq!(shaking.best.unwrap().worth.score, 6);
    }
}
