//! Novelty search. A variation of a game (`variation.rs`) that shows a feature which no game has
//! shown before is followed at once and varied in the same way from there on; all others are
//! forgotten. When none is left, the search begins anew with pairs of features. After the iterated
//! width search of Lipovetzky and Geffner (2012). Our changes: novelty is required of a whole game,
//! not of a state, because a move whose effect comes later shows nothing new by itself; and the
//! search goes depth first. Needs [`Featured`] and games that end; gives up where novelty leads
//! nowhere, and proves nothing. Time O(f b m^2) for f features (or pairs): each keeps one game at
//! most, which has b m variations of m moves. Memory O(f) states.

use quarry_core::{Card, Featured, settings};
use rustc_hash::FxHashSet;

use super::variation::{Taste, Variation};

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "novelty",
    summary: "Varies a game move by move and keeps the variations that show something never seen before.",
    complete: "no",
    optimal: "no",
    time: "O(f b m^2) for f features",
    memory: "O(f)",
    ..Card::PLAIN
};

settings! {
    /// What counts as new.
    pub struct NoveltySettings {
        /// Maximum number of features that together count as one novelty; smaller numbers are tried
        /// first.
        pub width: u64 = 2, 1..=2;
    }
}

/// Novelty search.
pub type Novelty<'a, S> = Variation<'a, S, Newer>;

impl<'a, S: Featured> Novelty<'a, S> {
    /// Creates a search from the start state.
    pub fn new(space: &'a S, settings: &NoveltySettings) -> Self {
        Variation::by(Newer { widest: settings.width, ..Newer::default() }, space)
    }
}

/// Keeps games that show something never seen before.
#[derive(Default)]
pub struct Newer {
    widest: u64,
    /// Number of features that make a novelty now; 0 before the first game.
    width: u64,
    /// Pairs of features seen; a single feature is a pair with itself.
    seen: FxHashSet<(u64, u64)>,
    features: Vec<u64>,
    /// Whether the game being played has shown something new.
    is_new: bool,
}

impl<S: Featured> Taste<S> for Newer {
    const AT_ONCE: bool = true;

    fn see(&mut self, space: &S, state: &S::State) {
        self.features.clear();
        space.features(state, &mut self.features);
        let known = self.seen.len();
        if self.width == 1 {
            self.seen.extend(self.features.iter().map(|&feature| (feature, feature)));
        } else {
            self.features.sort_unstable();
            for (index, &one) in self.features.iter().enumerate() {
                self.seen.extend(self.features[index + 1..].iter().map(|&other| (one, other)));
            }
        }
        self.is_new |= self.seen.len() > known;
    }

    fn rank(&mut self) -> Option<u64> {
        std::mem::take(&mut self.is_new).then_some(0)
    }

    fn begins(&mut self) -> bool {
        self.seen.clear();
        self.width += 1;
        self.width <= self.widest
    }

    fn bytes(&self) -> usize {
        // One control byte for each slot of the table.
        self.seen.capacity() * (size_of::<(u64, u64)>() + 1)
    }
}
