//! Hill climbing with restarts. Moves to a better neighbour, the first found or the best of all,
//! until there is none; then starts anew. As in chapter 3 of the thesis on LEMMINGS; restarting
//! from a new random line at a local maximum is the usual remedy. With `pick = random` it is the
//! random-mutation hill climbing of Forrest and Mitchell (1993): one decision is changed at random,
//! and what is no worse is kept, without restarts. Needs a state space; see
//! [`super::line`] for the neighbourhood and the promises. Time: one game per neighbour, at most
//! O(b m) neighbours per move of the climb; memory: two lines.

use quarry_core::{Card, Guided, Meter, Refused, Rng, StateSpace, settings};

use super::line::{Candidate, CandidateRule, Lines, LocalSearch};
use crate::playout::LONGEST_GAME;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "hill-climbing",
    summary: "Improves a random game by changing one move at a time, and starts anew when stuck.",
    complete: "in the long run",
    optimal: "no",
    time: "O(n m)",
    memory: "O(1)",
    ..Card::PLAIN
};

settings! {
    /// How the search climbs.
    pub struct HillClimbingSettings {
        /// Which neighbour to take: the first better one found, the best of all, or any random one
        /// that is no worse, without restarts.
        pub pick: &'static str = "first", ["first", "steepest", "random"];
        /// Longest game, in moves. Longer games, possible where play can cycle, are cut off.
        pub depth: u64 = LONGEST_GAME, 1..=1_000_000_000;
    }
}

/// Hill climbing with restarts.
pub type HillClimbing<'a, S> = LocalSearch<'a, S, Climbing<<S as StateSpace>::Move>>;

impl<'a, S: Guided> HillClimbing<'a, S> {
    /// Creates a search with the given seed.
    pub fn new(space: &'a S, settings: &HillClimbingSettings, seed: u64) -> Self {
        let rule = match settings.pick {
            "steepest" => Rule::Climbs(NeighbourChoice::Steepest, None),
            "random" => Rule::Mutates(None),
            _ => Rule::Climbs(NeighbourChoice::First, None),
        };
        Self::by(Climbing(rule), space, settings.depth, seed)
    }
}

/// How the search climbs.
pub struct Climbing<M>(Rule<M>);

enum Rule<M> {
    /// Repeated climbs, each from a new random line.
    Climbs(NeighbourChoice, Option<Climb<M>>),
    /// One line, replaced by any random neighbour that is no worse.
    Mutates(Option<Candidate<M>>),
}

impl<S: Guided> CandidateRule<S> for Climbing<S::Move> {
    fn step(&mut self, lines: &mut Lines<'_, S>, meter: &mut Meter) -> Result<(), Refused> {
        match &mut self.0 {
            Rule::Climbs(pick, begun) => match begun {
                Some(climb) => {
                    if climb.step(lines, meter)? {
                        *begun = None;
                    }
                }
                None => {
                    let line = lines.random(meter)?;
                    *begun = Some(Climb::from(line, *pick, lines.rng()));
                }
            },
            Rule::Mutates(current) => match current {
                Some(line) => {
                    let neighbour = lines.shaken(line, 1, meter)?;
                    if neighbour.worth >= line.worth {
                        *current = Some(neighbour);
                    }
                }
                None => *current = Some(lines.random(meter)?),
            },
        }
        Ok(())
    }
    fn held(&self) -> usize {
        match &self.0 {
            Rule::Climbs(_, begun) => begun.as_ref().map_or(0, Climb::held),
            Rule::Mutates(_) => 1,
        }
    }
    fn current(&self) -> Option<&Candidate<S::Move>> {
        match &self.0 {
            Rule::Climbs(_, begun) => begun.as_ref().map(Climb::top),
            Rule::Mutates(line) => line.as_ref(),
        }
    }
}

/// Which better neighbour a climb takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NeighbourChoice {
    First,
    Steepest,
}

/// One climb to a local maximum.
pub(crate) struct Climb<M> {
    line: Candidate<M>,
    pick: NeighbourChoice,
    /// Decisions whose neighbours are still to be seen, the current one last. In random order, so
    /// that no part of the game is favoured.
    decisions: Vec<usize>,
    /// Number of neighbours of the current decision that have been seen.
    seen: usize,
    /// The best neighbour so far in a steepest climb.
    better: Option<Candidate<M>>,
}

impl<M: Copy> Climb<M> {
    pub(crate) fn from(line: Candidate<M>, pick: NeighbourChoice, rng: &mut Rng) -> Self {
        let mut decisions: Vec<usize> = (0..line.moves.len()).collect();
        rng.shuffle(&mut decisions);
        Climb { line, pick, decisions, seen: 0, better: None }
    }

    /// Evaluates the next neighbour, if the current decision has one. Returns whether the top is
    /// reached, that is, no neighbour is better.
    pub(crate) fn step<S: Guided<Move = M>>(
        &mut self,
        lines: &mut Lines<'_, S>,
        meter: &mut Meter,
    ) -> Result<bool, Refused> {
        if let Some(&at) = self.decisions.last() {
            if let Some(neighbour) = lines.neighbour(&self.line, at, self.seen, meter)? {
                self.seen += 1;
                self.consider(neighbour, lines.rng());
            } else {
                self.decisions.pop();
                self.seen = 0;
            }
            return Ok(false);
        }
        let Some(better) = self.better.take() else { return Ok(true) };
        *self = Climb::from(better, self.pick, lines.rng());
        Ok(false)
    }

    fn consider(&mut self, neighbour: Candidate<M>, rng: &mut Rng) {
        if neighbour.worth <= self.better.as_ref().unwrap_or(&self.line).worth {
            return;
        }
        match self.pick {
            NeighbourChoice::First => *self = Climb::from(neighbour, self.pick, rng),
            NeighbourChoice::Steepest => self.better = Some(neighbour),
        }
    }

    /// The line reached so far.
    pub(crate) fn top(&self) -> &Candidate<M> {
        &self.line
    }

    /// Returns the line reached.
    pub(crate) fn into_line(self) -> Candidate<M> {
        self.line
    }

    pub(crate) fn held(&self) -> usize {
        1 + usize::from(self.better.is_some())
    }
}
