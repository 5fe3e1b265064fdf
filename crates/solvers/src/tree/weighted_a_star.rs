//! Anytime weighted A*. A* that counts the losses still to come by the bound several times, so that
//! it goes straight for an answer; every better answer halves the excess of the weight, down to 1,
//! where it is A*. Pohl (1970); falling weights as in ARA* (Likhachev, Gordon and Thrun 2003),
//! but states reached again on a better way are expanded again at once. Needs [`Bounded`]; an ended
//! search is a proof, and the bound on the best score falls on the way. Time and memory: A*'s at
//! worst, usually far less to the first answer.

use quarry_core::{Bounded, Card, Score, settings};

use super::anytime::{Anytime, Strategy, UNWEIGHTED};
use super::closed::GraphSettings;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "weighted-a-star",
    summary: "Goes straight for an answer, improves it, and ends with a proof.",
    complete: "yes",
    optimal: "yes, at the end; before that, answers improve",
    time: "O(b^d), less with a good bound",
    memory: "O(b^d), less with a good bound",
    rank: 15,
    ..Card::PLAIN
};

settings! {
    /// How much the search hurries at first.
    pub struct WeightedAStarSettings {
        /// Weight of the losses that the bound says are still to come. It falls with every better
        /// answer; 1 is A*.
        pub weight: f64 = 3.0, 1.0..=1_000.0;
        /// Whether to keep a closed list, so that no state is searched twice for nothing (graph
        /// search instead of tree search).
        pub closed: bool = true, ();
    }
}

/// Anytime weighted A*.
pub type WeightedAStar<'a, S> = Anytime<'a, S, FallingWeight>;

impl<'a, S: Bounded> WeightedAStar<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &WeightedAStarSettings) -> Self {
        let graph = GraphSettings { closed: settings.closed };
        Self::by(space, FallingWeight(hundredths(settings.weight)), &graph)
    }
}

/// Returns a weight in hundredths.
pub(super) fn hundredths(weight: f64) -> Score {
    (weight * UNWEIGHTED as f64).round() as Score
}

/// A weight that falls to 1.
pub struct FallingWeight(Score);

/// An excess below this is no longer worth a weight of its own.
const SMALLEST_EXCESS: Score = 10;

impl Strategy for FallingWeight {
    fn weight(&self) -> Score {
        self.0
    }
    fn lower_weight(&mut self) -> bool {
        let excess = self.0 - UNWEIGHTED;
        self.0 = UNWEIGHTED + if excess / 2 < SMALLEST_EXCESS { 0 } else { excess / 2 };
        excess > 0
    }
}
