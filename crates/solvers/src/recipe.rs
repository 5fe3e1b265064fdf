//! How an answer can be made again: the genome whose game it was.
//!
//! A search that evolves players, not games, keeps the player of its best whole game and the one of
//! its draft, so that either can be shown and played again.

use quarry_core::{Guided, Meter};

use crate::worth::{Incumbents, Worth};

/// The genomes of the best whole game and of the most promising partial game.
#[derive(Debug, Clone)]
pub(crate) struct Genomes<G> {
    pub(crate) whole: Option<G>,
    pub(crate) draft: Option<G>,
}

impl<G> Default for Genomes<G> {
    fn default() -> Self {
        Genomes { whole: None, draft: None }
    }
}

impl<G> Genomes<G> {
    /// Offers a game to the incumbents, and keeps its genome if they keep the game.
    pub(crate) fn offer<S: Guided>(
        &mut self,
        incumbents: &mut Incumbents<S::Move>,
        space: &S,
        worth: Worth,
        meter: &mut Meter,
        line: impl FnOnce() -> Vec<S::Move>,
        genome: impl FnOnce() -> G,
    ) {
        let mut is_kept = false;
        incumbents.offer(space, worth, meter, || {
            is_kept = true;
            line()
        });
        // A line that misses its goal is kept for its score, which says nothing about its genome.
        if is_kept && worth.solved {
            self.whole = Some(genome());
        } else if is_kept && !space.aim().needs_goal() {
            self.draft = Some(genome());
        }
    }
}
