//! K-best-first search. Expands the k best open nodes before it looks at any of their children, so
//! that one misleading bound does not draw the whole search after it. Felner, Kraus and Korf
//! (2003), with the order of weighted A*; k = 1 is weighted A*, a very large k breadth-first
//! search. Needs [`Bounded`]; goes on after the first answer, drops what cannot beat the best, and
//! an ended search is a proof. Time and memory O(b^d).

use quarry_core::{Bounded, Card, Score, settings};

use super::anytime::{Anytime, Strategy};
use super::closed::GraphSettings;
use super::weighted_a_star::hundredths;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "k-best-first",
    summary: "Expands the k best lines together before it looks at what follows them.",
    complete: "yes",
    optimal: "yes, at the end; before that, answers improve",
    time: "O(b^d), less with a good bound",
    memory: "O(b^d), less with a good bound",
    ..Card::PLAIN
};

settings! {
    /// How many nodes are expanded together, and their order.
    pub struct KBestFirstSettings {
        /// Number of nodes that are expanded together.
        pub k: u64 = 100, 1..=1_000_000;
        /// Weight of the losses that the bound says are still to come; 1 is the order of A*.
        pub weight: f64 = 3.0, 1.0..=1_000.0;
        /// Whether to keep a closed list, so that no state is searched twice for nothing (graph
        /// search instead of tree search).
        pub closed: bool = true, ();
    }
}

/// K-best-first search.
pub type KBestFirst<'a, S> = Anytime<'a, S, Together>;

impl<'a, S: Bounded> KBestFirst<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &KBestFirstSettings) -> Self {
        let graph = GraphSettings { closed: settings.closed };
        let together = Together { k: settings.k, weight: hundredths(settings.weight) };
        Self::by(space, together, &graph)
    }
}

/// Several nodes at a time, in the order of a fixed weight.
pub struct Together {
    k: u64,
    weight: Score,
}

impl Strategy for Together {
    fn weight(&self) -> Score {
        self.weight
    }
    fn together(&self) -> u64 {
        self.k
    }
}
