//! Greedy play. Plays one game, always making the move that gains most at once, the first listed
//! among equals. Monica, "The Application of Backtracking and Greedy Algorithm to Jawbreaker"
//! (2012): always the largest group. Needs a state space; ends with the game, at a goal, or at a
//! state seen before (it would cycle for ever). Time O(b m), memory O(m) keys and the line. Budgets
//! are kept exactly.

use quarry_core::{Card, Found, Guided, Meter, NoSettings, Refused, Score, Search, SliceEnd};
use rustc_hash::FxHashSet;

use crate::worth::Incumbents;

/// Row in the solver comparison.
pub const CARD: Card = Card {
    name: "greedy",
    summary: "Plays one game, always making the move that gains most at once.",
    complete: "no",
    optimal: "no",
    time: "O(b m)",
    memory: "O(m)",
    ..Card::PLAIN
};

/// One greedy game.
pub struct Greedy<'a, S: Guided> {
    space: &'a S,
    state: S::State,
    score: Score,
    line: Vec<S::Move>,
    seen: FxHashSet<u128>,
    incumbents: Incumbents<S::Move>,
    listed: Vec<S::Move>,
}

impl<'a, S: Guided> Greedy<'a, S> {
    /// Creates a game from the start.
    pub fn new(space: &'a S, _: &NoSettings) -> Self {
        Greedy {
            space,
            state: space.start(),
            score: 0,
            line: Vec::new(),
            seen: FxHashSet::default(),
            incumbents: Incumbents::default(),
            listed: Vec::new(),
        }
    }

    /// Makes one move; returns whether there was one.
    fn advance(&mut self, meter: &mut Meter) -> Result<bool, Refused> {
        let space = self.space;
        meter.moves(space, &self.state, &mut self.listed);
        let (over, line) = (self.listed.is_empty(), || self.line.clone());
        let worth = self.incumbents.meet(space, &self.state, self.score, over, meter, line);
        if (worth.solved && space.aim().needs_goal()) || !self.seen.insert(space.key(&self.state)) {
            return Ok(false);
        }
        let mut best: Option<(Score, S::State, S::Move)> = None;
        for &mv in &self.listed {
            if !meter.goes_on() {
                return Err(Refused);
            }
            let mut state = self.state.clone();
            let gain = meter.visit(space, &mut state, mv)?;
            if best.as_ref().is_none_or(|(most, ..)| gain > *most) {
                best = Some((gain, state, mv));
            }
        }
        let Some((gain, state, mv)) = best else { return Ok(false) };
        self.score += gain;
        self.state = state;
        self.line.push(mv);
        Ok(true)
    }
}

impl<S: Guided> Search for Greedy<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            match self.advance(meter) {
                Ok(true) => {}
                Ok(false) => return SliceEnd::Exhausted,
                Err(Refused) => break,
            }
            let bytes = self.seen.capacity() * size_of::<u128>()
                + self.line.capacity() * size_of::<S::Move>();
            meter.keep(1 + self.seen.len(), size_of::<Self>() + bytes);
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.incumbents.best()
    }

    fn draft(&self) -> Option<Self::Answer> {
        self.incumbents.draft()
    }
}
