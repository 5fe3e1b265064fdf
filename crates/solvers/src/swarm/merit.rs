//! How good a whole game is for a method that learns from many of them.
//!
//! An answer is better than a miss, and among answers the score decides. Where a goal must be
//! reached, most games of a young population miss it, and their scores say nothing. So a miss is
//! measured by its nearest approach: the highest [`Guided::estimate`] of a state on the way from
//! which the goal is not known to be out of reach. Where only the score counts, a game that was cut
//! off is a miss, and its score so far is its nearness.

use std::cmp::Ordering;

use quarry_core::{Guided, Score};

use crate::worth::Worth;

/// Value of a game, and how near it came to an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Merit {
    /// Value of the game.
    pub worth: Worth,
    /// Nearness of a game that is no answer; more is better.
    pub nearness: Score,
}

impl Merit {
    fn rank(&self) -> (bool, Score, Score) {
        let Worth { solved, score } = self.worth;
        (solved, if solved { score } else { self.nearness }, score)
    }

    /// The number by which games of one kind, answers or misses, are compared.
    pub fn figure(&self) -> Score {
        self.rank().1
    }
}

impl Ord for Merit {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Merit {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Returns how far each merit lies above the worst, plus one: slots for a roulette wheel. Scores
/// may be negative, so they cannot be slots themselves; measuring from the worst is the window of
/// Grefenstette (1986). All answers lie above all misses.
pub fn above_the_worst(merits: &[Merit]) -> Vec<f64> {
    let figures = |solved| {
        merits.iter().filter(move |one| one.worth.solved == solved).map(|one| one.figure() as f64)
    };
    let least = |solved| figures(solved).fold(f64::INFINITY, f64::min);
    let most_of_misses = figures(false).fold(f64::NEG_INFINITY, f64::max);
    let (misses, answers) = (least(false), least(true));
    let step = if misses.is_finite() { most_of_misses - misses + 1.0 } else { 0.0 };
    let slot = |one: &Merit| match one.worth.solved {
        true => one.figure() as f64 - answers + step + 1.0,
        false => one.figure() as f64 - misses + 1.0,
    };
    merits.iter().map(slot).collect()
}

/// The nearest approach of a game in progress.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NearestState {
    estimate: Score,
    /// Number of moves that led there.
    pub(crate) moves: usize,
}

impl NearestState {
    /// Starts a game.
    pub(crate) fn new<S: Guided>(space: &S, start: &S::State) -> Self {
        let estimate = if space.aim().needs_goal() { space.estimate(start) } else { 0 };
        NearestState { estimate, moves: 0 }
    }

    /// Looks at a state of the game.
    #[inline]
    pub(crate) fn look<S: Guided>(&mut self, space: &S, state: &S::State, moves: usize) {
        if !space.aim().needs_goal() {
            return;
        }
        let estimate = space.estimate(state);
        if estimate > self.estimate && !space.is_hopeless(state) {
            *self = NearestState { estimate, moves };
        }
    }

    /// Returns the merit of the finished game.
    pub(crate) fn merit<S: Guided>(&self, space: &S, worth: Worth) -> Merit {
        let nearness = if space.aim().needs_goal() { self.estimate } else { worth.score };
        Merit { worth, nearness }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merit(solved: bool, score: Score, nearness: Score) -> Merit {
        Merit { worth: Worth { solved, score }, nearness }
    }

    #[test]
    fn answers_come_first_and_misses_are_ranked_by_nearness() {
        let mut merits = [
            merit(false, -9, -1),
            merit(true, -7, -50),
            merit(false, -2, -4),
            merit(true, -5, 0),
            merit(false, -3, -4),
        ];
        merits.sort();
        let order = merits.map(|one| one.worth.score);
        assert_eq!(order, [-3, -2, -9, -7, -5]);
    }

    /// Misses at -4 and -1 get 1 and 4; answers at -7 and -5 follow, from 5 on.
    #[test]
    fn every_slot_is_positive_and_in_the_order_of_merit() {
        let merits =
            [merit(false, 0, -4), merit(false, 0, -1), merit(true, -7, 0), merit(true, -5, 0)];
        assert_eq!(above_the_worst(&merits), [1.0, 4.0, 5.0, 7.0]);
        assert_eq!(above_the_worst(&merits[2..]), [1.0, 3.0]);
        assert_eq!(above_the_worst(&merits[..1]), [1.0]);
    }
}
