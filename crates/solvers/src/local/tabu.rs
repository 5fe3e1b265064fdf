//! Tabu search. Looks at some random neighbours and moves to the best of them that was not visited
//! lately, even if it is worse. Glover (1986), as in chapter 3 of the thesis on LEMMINGS; the tabu
//! list holds whole lines, so nothing new is forbidden. Needs a state space; see [`super::line`]
//! for the neighbourhood and the promises. Time: one game per neighbour; memory: the lines of the
//! tabu list.

use std::collections::VecDeque;

use quarry_core::{Card, Guided, Meter, Refused, StateSpace, settings};

use super::line::{Candidate, CandidateRule, Lines, LocalSearch};
use crate::playout::LONGEST_GAME;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "tabu",
    summary: "Moves to the best neighbour not visited lately, even if it is worse.",
    complete: "no",
    optimal: "no",
    time: "O(n m)",
    memory: "O(1)",
    ..Card::PLAIN
};

settings! {
    /// Number of neighbours to look at and of lines to remember.
    pub struct TabuSettings {
        /// Number of neighbours evaluated before a move.
        pub neighbours: u64 = 50, 1..=1_000_000;
        /// Number of recent lines that are forbidden.
        pub memory: u64 = 50, 1..=1_000_000;
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Tabu search.
pub type Tabu<'a, S> = LocalSearch<'a, S, Wandering<<S as StateSpace>::Move>>;

impl<'a, S: Guided> Tabu<'a, S> {
    /// Creates a search with the given seed.
    pub fn new(space: &'a S, settings: &TabuSettings, seed: u64) -> Self {
        let method = Wandering {
            neighbours: settings.neighbours,
            memory: settings.memory as usize,
            current: None,
            visited: VecDeque::new(),
            looked_at: 0,
            best_neighbour: None,
        };
        Self::by(method, space, settings.depth, seed)
    }
}

/// Moves from line to line, never back to a recent one.
pub struct Wandering<M> {
    neighbours: u64,
    memory: usize,
    current: Option<Candidate<M>>,
    /// Tabu list, the latest line last.
    visited: VecDeque<Vec<M>>,
    /// Number of neighbours of the current line that have been evaluated.
    looked_at: u64,
    best_neighbour: Option<Candidate<M>>,
}

impl<M: Clone> Wandering<M> {
    fn move_to(&mut self, line: Candidate<M>) {
        if self.visited.len() == self.memory {
            self.visited.pop_front();
        }
        self.visited.push_back(line.moves.clone());
        self.current = Some(line);
    }
}

impl<S: Guided> CandidateRule<S> for Wandering<S::Move> {
    fn step(&mut self, lines: &mut Lines<'_, S>, meter: &mut Meter) -> Result<(), Refused> {
        let Some(current) = &self.current else {
            let line = lines.random(meter)?;
            self.move_to(line);
            return Ok(());
        };
        let neighbour = lines.shaken(current, 1, meter)?;
        let best = self.best_neighbour.as_ref();
        if best.is_none_or(|best| neighbour.worth > best.worth)
            && !self.visited.contains(&neighbour.moves)
        {
            self.best_neighbour = Some(neighbour);
        }
        self.looked_at += 1;
        if self.looked_at == self.neighbours {
            self.looked_at = 0;
            // If every neighbour is forbidden, the search stays and looks at others.
            if let Some(best) = self.best_neighbour.take() {
                self.move_to(best);
            }
        }
        Ok(())
    }
    fn held(&self) -> usize {
        self.visited.len()
            + usize::from(self.current.is_some())
            + usize::from(self.best_neighbour.is_some())
    }
    fn current(&self) -> Option<&Candidate<S::Move>> {
        self.current.as_ref()
    }
}
