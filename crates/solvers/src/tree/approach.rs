//! Approach: best-first search among whole games. Varies the game that came nearest to the goal by
//! the puzzle's distance (`variation.rs`). A variation is kept if it shows a feature that no game
//! equally near to the goal has shown before; among equally near games the oldest is varied first.
//! After the best-first width search of Lipovetzky and Geffner (2017), which requires novelty among
//! states of equal distance. Our change: distance and novelty are those of a whole game, because a
//! move's effect often comes later. Needs [`Featured`] with a distance, and games that end. It
//! turns back where the goal is out of reach, gives up where nothing new is left, and proves
//! nothing. Time O(f d b m^2) for f features and d distances: each pair keeps one game at most.
//! Memory O(f d) states.

use quarry_core::{Card, Featured, NoSettings};
use rustc_hash::FxHashSet;

use super::variation::{Taste, Variation};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "approach",
    summary: "Varies the game that came nearest to the goal, and keeps what is new at that distance.",
    complete: "no",
    optimal: "no",
    time: "O(f d b m^2) for f features, d distances",
    memory: "O(f d)",
    ..Card::PLAIN
};

/// Best-first search among whole games.
pub type Approach<'a, S> = Variation<'a, S, Nearer>;

impl<'a, S: Featured> Approach<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, _: &NoSettings) -> Self {
        Variation::by(Nearer::default(), space)
    }
}

/// Keeps games that are new among those equally near to the goal.
#[derive(Default)]
pub struct Nearer {
    has_begun: bool,
    /// Pairs of a game's distance and a feature that the game showed.
    seen: FxHashSet<(u64, u64)>,
    /// Keys of the states with which variations have begun.
    begun: FxHashSet<u128>,
    /// Features of the game being played; `distance` is its smallest distance.
    features: Vec<u64>,
    distance: Option<u64>,
}

impl<S: Featured> Taste<S> for Nearer {
    const AT_ONCE: bool = false;

    fn admits(&mut self, space: &S, state: &S::State) -> bool {
        self.begun.insert(space.key(state)) && !space.is_hopeless(state)
    }

    fn goes_on(&self, space: &S, state: &S::State) -> bool {
        !space.is_hopeless(state)
    }

    fn see(&mut self, space: &S, state: &S::State) {
        space.features(state, &mut self.features);
        let distance = space.distance(state);
        self.distance = Some(self.distance.map_or(distance, |least| least.min(distance)));
    }

    fn rank(&mut self) -> Option<u64> {
        let distance = self.distance.take()?;
        let known = self.seen.len();
        self.seen.extend(self.features.drain(..).map(|feature| (distance, feature)));
        (self.seen.len() > known).then_some(distance)
    }

    fn begins(&mut self) -> bool {
        !std::mem::replace(&mut self.has_begun, true)
    }

    fn bytes(&self) -> usize {
        // One control byte for each slot of a table.
        self.seen.capacity() * (size_of::<(u64, u64)>() + 1)
            + self.begun.capacity() * (size_of::<u128>() + 1)
    }
}
