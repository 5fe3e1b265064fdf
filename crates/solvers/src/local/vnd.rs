//! Variable neighbourhood descent. Looks for a better line in the first neighbourhood; where there
//! is none, in the second, and so on. Every better line begins with the first neighbourhood again.
//! A line that is best in all of them is left for a new random one. P. Hansen and N. Mladenovic
//! (2001); the first better neighbour is taken, in random order. The five neighbourhoods are ours:
//! another move, two moves exchanged, a move dropped, a move delayed, a new ending. In each, later
//! moves are replayed where they are still legal. Needs a state space; see [`super::line`] for the
//! promises. Time: one game per neighbour; memory: two lines.

use quarry_core::{Card, Guided, Meter, Refused, Rng, StateSpace, settings};

use super::line::{Candidate, CandidateRule, Lines, LocalSearch};
use crate::playout::LONGEST_GAME;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "vnd",
    summary: "Improves a game in five neighbourhoods in turn, until it is best in all of them.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(1)",
    ..Card::PLAIN
};

settings! {
    /// Where to look for better games.
    pub struct VndSettings {
        /// Number of neighbourhoods, in this order: another move, two moves exchanged, a move
        /// dropped, a move delayed, a new ending.
        pub neighbourhoods: u64 = 5, 1..=5;
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Variable neighbourhood descent.
pub type Vnd<'a, S> = LocalSearch<'a, S, Descending<<S as StateSpace>::Move>>;

impl<'a, S: Guided> Vnd<'a, S> {
    /// Creates a search with the given seed.
    pub fn new(space: &'a S, settings: &VndSettings, seed: u64) -> Self {
        let neighbourhoods = settings.neighbourhoods as usize;
        let method = Descending { neighbourhoods, descent: None };
        Self::by(method, space, settings.depth, seed)
    }
}

/// Repeated descents, each from a new random line.
pub struct Descending<M> {
    neighbourhoods: usize,
    descent: Option<Descent<M>>,
}

/// A line, and what is still to be seen of its neighbourhoods.
struct Descent<M> {
    line: Candidate<M>,
    neighbourhood: usize,
    /// Moves at which neighbours are still to be seen, the current one last. In random order, so
    /// that no part of the game is favoured.
    places: Vec<usize>,
    /// Number of neighbours at the current move that have been seen.
    seen: usize,
}

impl<M: Copy> Descent<M> {
    fn from(line: Candidate<M>, rng: &mut Rng) -> Self {
        let mut descent = Descent { line, neighbourhood: 0, places: Vec::new(), seen: 0 };
        descent.look_around(rng);
        descent
    }

    fn look_around(&mut self, rng: &mut Rng) {
        self.places.extend(0..self.line.moves.len());
        rng.shuffle(&mut self.places);
        self.seen = 0;
    }

    /// Returns the next neighbour at a move, if there is one.
    fn neighbour<S: Guided<Move = M>>(
        &mut self,
        at: usize,
        lines: &mut Lines<'_, S>,
        meter: &mut Meter,
    ) -> Result<Option<Candidate<M>>, Refused> {
        if self.neighbourhood == 0 {
            let neighbour = lines.neighbour(&self.line, at, self.seen, meter)?;
            self.seen += 1;
            return Ok(neighbour);
        }
        // The others have one neighbour at each move.
        if self.seen > 0 {
            return Ok(None);
        }
        self.seen = 1;
        let (head, rest) = self.line.moves.split_at(at);
        let Some(plan) = plan(self.neighbourhood, rest, lines.rng()) else { return Ok(None) };
        lines.planned(head, &plan, meter).map(Some)
    }
}

/// Returns the moves to try instead of these, in a neighbourhood from 1 on.
fn plan<M: Copy>(neighbourhood: usize, rest: &[M], rng: &mut Rng) -> Option<Vec<M>> {
    let (&first, others) = rest.split_first()?;
    match neighbourhood {
        1 => others.split_first().map(|(&second, last)| [&[second, first], last].concat()),
        2 => Some(others.to_vec()),
        // By at least two places: one is an exchange.
        3 if others.len() < 2 => None,
        3 => {
            let place = 2 + rng.below(others.len() - 1);
            Some([&others[..place], &[first], &others[place..]].concat())
        }
        _ => Some(Vec::new()),
    }
}

impl<S: Guided> CandidateRule<S> for Descending<S::Move> {
    fn step(&mut self, lines: &mut Lines<'_, S>, meter: &mut Meter) -> Result<(), Refused> {
        let Some(descent) = &mut self.descent else {
            let line = lines.random(meter)?;
            self.descent = Some(Descent::from(line, lines.rng()));
            return Ok(());
        };
        let Some(&at) = descent.places.last() else {
            descent.neighbourhood += 1;
            if descent.neighbourhood < self.neighbourhoods {
                descent.look_around(lines.rng());
            } else {
                self.descent = None;
            }
            return Ok(());
        };
        match descent.neighbour(at, lines, meter)? {
            None => {
                descent.places.pop();
                descent.seen = 0;
            }
            Some(neighbour) if neighbour.worth > descent.line.worth => {
                *descent = Descent::from(neighbour, lines.rng());
            }
            Some(_) => {}
        }
        Ok(())
    }

    fn held(&self) -> usize {
        usize::from(self.descent.is_some())
    }

    fn current(&self) -> Option<&Candidate<S::Move>> {
        self.descent.as_ref().map(|descent| &descent.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_neighbourhood_changes_the_rest_in_its_own_way() {
        let mut rng = Rng::new(1);
        let rest = [1, 2, 3, 4];
        assert_eq!(plan(1, &rest, &mut rng).unwrap(), [2, 1, 3, 4]);
        assert_eq!(plan(2, &rest, &mut rng).unwrap(), [2, 3, 4]);
        let mut delayed: Vec<_> = (0..50).map(|_| plan(3, &rest, &mut rng).unwrap()).collect();
        delayed.sort();
        delayed.dedup();
        assert_eq!(delayed, [[2, 3, 1, 4], [2, 3, 4, 1]]);
        assert!(plan(4, &rest, &mut rng).unwrap().is_empty());
        assert_eq!((plan(1, &[7], &mut rng), plan(3, &[7, 8], &mut rng)), (None, None));
    }
}
