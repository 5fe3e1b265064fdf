//! The search of both widening beams: any way to the goal by jumps and, where sweeps are counted,
//! then ever fewer sweeps (`layers.rs`).

use quarry_core::{
    Found, Incumbent, Inside, Meter, PuzzleSearch, Refused, Score, Search, SliceEnd,
};

use super::bits::Bits;
use super::impossible;
use super::layers::{ALL_SEARCHED, LayerUnit, Layers, Progress};
use super::{Jump, PegSolitaire};

/// When a beam is content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    AnyWay,
    FewestSweeps,
}

/// Creates a search.
pub(super) fn begin(
    puzzle: &PegSolitaire,
    wanted: Wanted,
    seed: u64,
) -> PuzzleSearch<'_, PegSolitaire> {
    if puzzle.layout().holes.len() <= 64 {
        Box::new(BeamSearch::<u64>::new(puzzle, wanted, seed))
    } else {
        Box::new(BeamSearch::<u128>::new(puzzle, wanted, seed))
    }
}

struct BeamSearch<'p, B> {
    puzzle: &'p PegSolitaire,
    wanted: Wanted,
    stage: Stage<'p, B>,
    seed: u64,
    argument: Option<String>,
    best: Incumbent<Vec<Jump>>,
}

enum Stage<'p, B> {
    Fresh,
    /// Looking for any way to the goal.
    AnyWay(Layers<'p, B>),
    /// Collecting positions near the goal.
    Endgames(Layers<'p, B>),
    /// Looking for better ways.
    Better(Layers<'p, B>),
    Done(SliceEnd),
}

impl<'p, B: Bits> BeamSearch<'p, B> {
    fn new(puzzle: &'p PegSolitaire, wanted: Wanted, seed: u64) -> Self {
        let (argument, best) = (None, Incumbent::default());
        BeamSearch { puzzle, wanted, stage: Stage::Fresh, seed, argument, best }
    }

    fn begin(&mut self, meter: &mut Meter) {
        let pegs = self.puzzle.pegs;
        if self.puzzle.target.is_met(pegs) {
            self.best.offer(meter, true, 0, Vec::new);
            self.prove("The goal is reached without a jump.".to_owned());
        } else if let Some(reason) = impossible::reason(self.puzzle, pegs, meter) {
            self.prove(reason.words);
        } else {
            self.stage = Stage::AnyWay(Layers::new(self.puzzle, LayerUnit::Jumps, self.seed));
        }
    }

    fn prove(&mut self, argument: String) {
        self.argument = Some(argument);
        self.stage = Stage::Done(SliceEnd::Proved);
    }

    /// Takes over a better answer.
    fn take(&mut self, found: &Found<Vec<Jump>>, meter: &mut Meter) {
        self.best.offer(meter, true, found.score, || found.answer.clone());
    }

    /// What a finished search proves.
    fn proof(&self, positions: usize) -> String {
        let Some(sweeps) = self.best.bar().map(|score| -score) else {
            return ALL_SEARCHED.to_owned();
        };
        let least = self.puzzle.regions().least_sweeps(self.puzzle.pegs);
        if sweeps == least {
            return format!(
                "{sweeps} disjoint regions are full, and each needs a sweep that begins in it."
            );
        }
        format!(
            "{least} disjoint regions are full and need a sweep each, and all {positions} \
             positions from which fewer than {sweeps} sweeps in all may be enough were searched, \
             up to symmetry."
        )
    }

    fn step(&mut self, meter: &mut Meter) -> Result<(), Refused> {
        match std::mem::replace(&mut self.stage, Stage::Fresh) {
            Stage::Fresh => self.begin(meter),
            Stage::AnyWay(mut layers) => {
                let progress = layers.step(meter)?;
                let (states, bytes) = layers.held();
                meter.keep(states, bytes);
                if let Some(found) = layers.found_answer().cloned() {
                    self.take(&found, meter);
                    self.stage = match self.wanted {
                        Wanted::AnyWay => Stage::Done(SliceEnd::Exhausted),
                        Wanted::FewestSweeps => {
                            let mut better = Layers::new(self.puzzle, LayerUnit::Sweeps, self.seed);
                            better.beat(-found.score);
                            Stage::Endgames(better)
                        }
                    };
                } else if progress == Progress::Proved {
                    self.prove(self.proof(0));
                } else {
                    self.stage = Stage::AnyWay(layers);
                }
            }
            Stage::Endgames(mut layers) => {
                let is_unfinished = layers.prepare(meter)?;
                self.stage =
                    if is_unfinished { Stage::Endgames(layers) } else { Stage::Better(layers) };
            }
            Stage::Better(mut layers) => {
                let least = self.puzzle.regions().least_sweeps(self.puzzle.pegs);
                let is_least = self.best.bar().is_some_and(|score| -score <= least.max(1));
                let progress = if is_least { Progress::Proved } else { layers.step(meter)? };
                if let Some(found) = layers.found_answer().cloned() {
                    self.take(&found, meter);
                }
                let (states, bytes) = layers.held();
                meter.keep(states, bytes);
                match progress {
                    Progress::Proved => self.prove(self.proof(layers.positions_seen())),
                    Progress::Exhausted => self.stage = Stage::Done(SliceEnd::Exhausted),
                    Progress::Open if layers.wants_preparation() => {
                        self.stage = Stage::Endgames(layers);
                    }
                    Progress::Open => self.stage = Stage::Better(layers),
                }
            }
            Stage::Done(end) => self.stage = Stage::Done(end),
        }
        Ok(())
    }
}

impl<B: Bits> Search for BeamSearch<'_, B> {
    type Answer = Vec<Jump>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            if let Stage::Done(end) = self.stage {
                return end;
            }
            if self.step(meter).is_err() {
                break;
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Vec<Jump>>> {
        self.best.best()
    }

    fn bound(&self) -> Option<Score> {
        (self.wanted == Wanted::FewestSweeps)
            .then(|| -self.puzzle.regions().least_sweeps(self.puzzle.pegs))
    }

    fn argument(&self) -> Option<String> {
        self.argument.clone()
    }

    fn inside(&self) -> Inside {
        match &self.stage {
            Stage::AnyWay(layers) | Stage::Endgames(layers) | Stage::Better(layers) => {
                Inside::of(layers.figures())
            }
            Stage::Fresh | Stage::Done(_) => Inside::default(),
        }
    }
}
