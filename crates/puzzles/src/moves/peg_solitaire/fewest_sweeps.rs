//! The fewest sweeps, found and proved.
//!
//! A first way to the goal comes from a beam over jumps. Then positions are searched by the number of
//! sweeps that lead to them, breadth first in a beam that widens until it drops nothing (`layers.rs`),
//! and positions are cut whose regions need too many sweeps (`regions.rs`; J. Barker and R. Korf,
//! 2012, and G. Bell use the same bound in other searches). Complete and optimal as far as memory
//! suffices: a round takes at most 1 GiB, or half the memory limit.

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, NoSettings, OwnSolver, PuzzleSearch, Score, Search,
    SettingError, SliceEnd, Tables,
};

use super::bits::Bits;
use super::impossible;
use super::layers::{ALL_SEARCHED, LayerUnit, Layers, Progress};
use super::{Jump, Objective, PegSolitaire};

/// The search for the fewest sweeps.
pub(super) struct FewestSweeps;

impl OwnSolver<PegSolitaire> for FewestSweeps {
    const CARD: Card = Card {
        name: "fewest-sweeps",
        summary: "Searches by sweeps in a widening beam, until nothing better is left.",
        complete: "yes, if memory suffices",
        optimal: "yes, if memory suffices",
        time: "O(b^d), less by regions",
        memory: "O(b^d), at most 1 GiB",
        rank: 45,
        alias: Some("exact"),
    };
    type Settings = NoSettings;

    fn check(puzzle: &PegSolitaire, _: &NoSettings) -> Result<(), SettingError> {
        match puzzle.objective {
            Objective::Sweeps => Ok(()),
            Objective::Any => {
                let why = "it counts sweeps: write `objective = \"sweeps\"` into the instance, or \
                    choose jump-search";
                Err(SettingError::OtherInstance(why.to_owned()))
            }
        }
    }

    fn turn(puzzle: &PegSolitaire) -> Option<u64> {
        (puzzle.objective == Objective::Sweeps).then_some(100_000)
    }

    fn begin<'p>(
        puzzle: &'p PegSolitaire,
        _: &NoSettings,
        seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, PegSolitaire> {
        if puzzle.layout().holes.len() <= 64 {
            Box::new(SweepSearch::<u64>::new(puzzle, seed))
        } else {
            Box::new(SweepSearch::<u128>::new(puzzle, seed))
        }
    }
}

struct SweepSearch<'p, B> {
    puzzle: &'p PegSolitaire,
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

impl<'p, B: Bits> SweepSearch<'p, B> {
    fn new(puzzle: &'p PegSolitaire, seed: u64) -> Self {
        let (argument, best) = (None, Incumbent::default());
        SweepSearch { puzzle, stage: Stage::Fresh, seed, argument, best }
    }

    fn begin(&mut self, meter: &mut Meter) {
        let pegs = self.puzzle.pegs;
        if self.puzzle.target.is_met(pegs) {
            self.best.offer(meter, true, 0, Vec::new);
            self.prove("The goal is reached without a sweep.".to_owned());
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

    /// What a finished search by sweeps proves.
    fn proof(&self, positions: usize) -> String {
        let least = self.puzzle.regions().least_sweeps(self.puzzle.pegs);
        match self.best.bar().map(|score| -score) {
            None => ALL_SEARCHED.to_owned(),
            Some(sweeps) if sweeps == least => format!(
                "{sweeps} disjoint regions are full, and each needs a sweep that begins in it."
            ),
            Some(sweeps) => format!(
                "{least} disjoint regions are full and need a sweep each, and all {positions} \
                 positions from which fewer than {sweeps} sweeps in all may be enough were \
                 searched, up to symmetry."
            ),
        }
    }

    fn step(&mut self, meter: &mut Meter) -> Result<(), quarry_core::Refused> {
        match std::mem::replace(&mut self.stage, Stage::Fresh) {
            Stage::Fresh => self.begin(meter),
            Stage::AnyWay(mut layers) => {
                let progress = layers.step(meter)?;
                if let Some(found) = layers.found_answer().cloned() {
                    self.take(&found, meter);
                    let mut better = Layers::new(self.puzzle, LayerUnit::Sweeps, self.seed);
                    better.beat(-found.score);
                    self.stage = Stage::Endgames(better);
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

impl<B: Bits> Search for SweepSearch<'_, B> {
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
        Some(-self.puzzle.regions().least_sweeps(self.puzzle.pegs))
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
