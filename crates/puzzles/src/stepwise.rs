//! Solvers made for one declared puzzle that find one filling step by step. A solver writes its
//! card, its settings and a step; slices, the answer and the proof are the same for all of them.

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, OwnSolver, PuzzleSearch, Refused, Score, Search,
    Settings, SliceEnd, Tables,
};
use quarry_pencil::{Declaration, Declared, EntryValues, Written};

/// What a step has come to.
pub(crate) enum StepEnd {
    /// There is more to do.
    Working,
    /// A filling without a fault.
    Found(EntryValues),
    /// There is none, for this reason.
    Refuted(&'static str),
}

/// A search for one filling, in steps.
pub(crate) trait StepSearch: Sized + 'static {
    /// The puzzle that it is made for.
    type Puzzle: Declaration;
    /// Settings of the solver.
    type Settings: Settings;
    /// Row in the solver comparison.
    const CARD: Card;
    /// Length of a turn in the portfolio, in nodes and evaluations together.
    const TURN: u64;
    /// Name of a second run in the portfolio, from another seed.
    const AGAIN: Option<&'static str> = None;

    /// Creates the search.
    fn begin(puzzle: &Self::Puzzle, settings: &Self::Settings, seed: u64) -> Self;
    /// Does one step, which takes microseconds.
    fn step(&mut self, meter: &mut Meter) -> Result<StepEnd, Refused>;
    /// Figures for people who watch the search.
    fn inside(&self) -> Inside;
}

/// A search in steps as a solver.
pub(crate) struct Stepwise<S> {
    search: S,
    best: Incumbent<Written>,
    refuted: Option<&'static str>,
}

impl<S: StepSearch> OwnSolver<Declared<S::Puzzle>> for Stepwise<S> {
    const CARD: Card = S::CARD;
    type Settings = S::Settings;
    const AGAIN: Option<&'static str> = S::AGAIN;

    fn turn(_: &Declared<S::Puzzle>) -> Option<u64> {
        Some(S::TURN)
    }

    fn begin<'p>(
        puzzle: &'p Declared<S::Puzzle>,
        settings: &S::Settings,
        seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, Declared<S::Puzzle>> {
        let search = S::begin(puzzle.declaration(), settings, seed);
        Box::new(Stepwise { search, best: Incumbent::default(), refuted: None })
    }
}

impl<S: StepSearch> Search for Stepwise<S> {
    type Answer = Written;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        while meter.in_slice() {
            match self.search.step(meter) {
                Ok(StepEnd::Working) => {}
                Ok(StepEnd::Found(filling)) => {
                    let score = filling.len() as Score;
                    self.best.offer(meter, true, score, || Written { filling, flaw: None });
                    return SliceEnd::Exhausted;
                }
                Ok(StepEnd::Refuted(why)) => {
                    self.refuted = Some(why);
                    return SliceEnd::Proved;
                }
                Err(_) => break,
            }
        }
        SliceEnd::Working
    }

    fn best(&self) -> Option<&Found<Written>> {
        self.best.best()
    }

    fn argument(&self) -> Option<String> {
        self.refuted.map(str::to_owned)
    }

    fn inside(&self) -> Inside {
        self.search.inside()
    }
}
