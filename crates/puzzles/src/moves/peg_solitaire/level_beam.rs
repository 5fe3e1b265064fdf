//! A beam over jumps that widens until it finds a way to the goal.
//!
//! Layer by layer it keeps the positions with few pegs far from the middle, symmetric ones once (`layers.rs`). Our own; it reaches the goal on large boards where depth-first search
//! loses itself. A round that dropped nothing is a proof. A round costs the width times the number
//! of pegs; it takes at most 1 GiB, or half the memory limit.

use quarry_core::{
    Card, Found, Inside, Meter, NoSettings, OwnSolver, PuzzleSearch, Search, SliceEnd, Tables,
};

use super::bits::Bits;
use super::impossible::{self, OutOfReach};
use super::layers::{ALL_SEARCHED, LayerUnit, Layers, Progress};
use super::{Jump, Objective, PegSolitaire};

/// The widening beam over jumps.
pub(super) struct LevelBeam;

impl OwnSolver<PegSolitaire> for LevelBeam {
    const CARD: Card = Card {
        name: "level-beam",
        summary: "Keeps the best positions after each jump, more of them from round to round.",
        complete: "yes, if memory suffices",
        optimal: "any goal will do",
        time: "O(w m) a round",
        memory: "O(w m), at most 1 GiB",
        rank: 35,
        alias: None,
    };
    type Settings = NoSettings;

    fn turn(puzzle: &PegSolitaire) -> Option<u64> {
        (puzzle.objective == Objective::Any).then_some(100_000)
    }

    fn begin<'p>(
        puzzle: &'p PegSolitaire,
        _: &NoSettings,
        seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, PegSolitaire> {
        if puzzle.layout().holes.len() <= 64 {
            Box::new(BeamSearch::<u64>::new(puzzle, seed))
        } else {
            Box::new(BeamSearch::<u128>::new(puzzle, seed))
        }
    }
}

struct BeamSearch<'p, B> {
    puzzle: &'p PegSolitaire,
    layers: Layers<'p, B>,
    is_begun: bool,
    reason: Option<OutOfReach>,
}

impl<'p, B: Bits> BeamSearch<'p, B> {
    fn new(puzzle: &'p PegSolitaire, seed: u64) -> Self {
        let layers = Layers::new(puzzle, LayerUnit::Jumps, seed);
        BeamSearch { puzzle, layers, is_begun: false, reason: None }
    }

    fn begin(&mut self, meter: &mut Meter) {
        let pegs = self.puzzle.pegs;
        if self.puzzle.target.is_met(pegs) {
            self.layers.best.offer(meter, true, 0, Vec::new);
        }
        self.reason = impossible::reason(self.puzzle, pegs, meter);
        self.is_begun = true;
    }
}

impl<B: Bits> Search for BeamSearch<'_, B> {
    type Answer = Vec<Jump>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            if !self.is_begun {
                self.begin(meter);
            }
            if self.reason.is_some() {
                return SliceEnd::Proved;
            }
            if self.layers.found_answer().is_some() {
                return SliceEnd::Exhausted;
            }
            match self.layers.step(meter) {
                Ok(Progress::Open) => {}
                Ok(Progress::Exhausted) => return SliceEnd::Exhausted,
                Ok(Progress::Proved) => return SliceEnd::Proved,
                Err(_) => break,
            }
            let (states, bytes) = self.layers.held();
            meter.keep(states, bytes);
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Vec<Jump>>> {
        self.layers.found_answer()
    }

    fn argument(&self) -> Option<String> {
        let reason = self.reason.as_ref().map(|reason| reason.words.clone());
        reason.or_else(|| {
            let is_refuted = self.layers.found_answer().is_none();
            is_refuted.then(|| ALL_SEARCHED.to_owned())
        })
    }

    fn inside(&self) -> Inside {
        Inside::of(self.layers.figures())
    }
}
