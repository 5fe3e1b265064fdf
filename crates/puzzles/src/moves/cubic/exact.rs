//! A* for a shortest solution. Expands the position with the least number of moves so far plus
//! bound (`distances.rs`), the deepest first among equals. Hart, Nilsson and Raphael (1968), on
//! packed positions whose colours are renamed, so that equal ones are met once. Proves that its
//! answer is shortest, or that there is none. Time and memory: all positions with a smaller sum
//! than the solution; about 50 bytes each on a board of ten by eight.

use std::ops::ControlFlow;

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, OwnSolver, PuzzleSearch, Score, Search, SliceEnd,
    Tables, settings,
};

use super::distances::NEVER;
use super::expansion::Expansion;
use super::store::{Id, PositionStore, Route};
use super::{Cubic, Move};

/// Finds a shortest solution.
pub(super) struct Exact;

settings! {
    /// Settings of the exact search.
    pub struct ExactSettings {
        /// Memory in megabytes at which the search gives up; at most half of the run's limit.
        pub megabytes: u64 = 2_000, 1..=1_000_000;
    }
}

impl OwnSolver<Cubic> for Exact {
    const CARD: Card = Card {
        name: "shortest",
        summary: "Finds a shortest solution by A* with distances between blocks of one colour.",
        complete: "yes",
        optimal: "yes",
        time: "O(b^d), less with a good bound",
        memory: "O(b^d), less with a good bound",
        rank: 60,
        alias: Some("exact"),
    };
    type Settings = ExactSettings;

    fn turn(_: &Cubic) -> Option<u64> {
        Some(20_000)
    }

    fn begin<'p>(
        puzzle: &'p Cubic,
        settings: &ExactSettings,
        _seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, Cubic> {
        Box::new(ExactSearch::new(puzzle, settings.megabytes * 1_000_000))
    }
}

/// A* at work.
struct ExactSearch<'p> {
    puzzle: &'p Cubic,
    expansion: Expansion<'p>,
    most_bytes: u64,
    store: PositionStore,
    open: Open,
    best: Incumbent<Vec<Move>>,
    is_refuted: bool,
}

impl<'p> ExactSearch<'p> {
    fn new(puzzle: &'p Cubic, most_bytes: u64) -> Self {
        let mut expansion = Expansion::new(puzzle);
        let mut store = expansion.store();
        let bound = expansion.begin(&mut store);
        let mut open = Open::default();
        if bound != NEVER {
            open.push(0, 0, bound);
        }
        let best = Incumbent::default();
        ExactSearch { puzzle, expansion, most_bytes, store, open, best, is_refuted: false }
    }

    fn bytes(&self) -> usize {
        self.store.bytes() + self.expansion.bytes() + self.open.bytes()
    }

    /// Expands a position. Returns the end of the slice, if it ends here.
    fn expand(&mut self, id: Id, depth: u16, meter: &mut Meter) -> Option<SliceEnd> {
        if self.store.is_clear(id) {
            let line = self.expansion.line(&self.store, id, None);
            self.best.offer(meter, true, self.puzzle.score_of(&line), || line);
            return Some(SliceEnd::Proved);
        }
        let open = &mut self.open;
        let expanded =
            self.expansion.each_child(&mut self.store, id, NEVER, meter, |store, _, child| {
                let origin = Route { parent: id, step: child.step, depth: depth + 1 };
                let (next, is_new) = store.insert(child.packed, origin);
                if is_new || store.improve(next, origin) {
                    open.push(next, depth + 1, child.bound);
                }
                ControlFlow::Continue(())
            });
        expanded.is_err().then_some(SliceEnd::Working)
    }
}

impl Search for ExactSearch<'_> {
    type Answer = Vec<Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        let most = meter.memory().map_or(self.most_bytes, |limit| self.most_bytes.min(limit / 2));
        loop {
            let Some((id, depth)) = self.open.pop() else {
                self.is_refuted = true;
                return SliceEnd::Proved;
            };
            // A shorter way to this position may have been found since.
            if self.store.origin(id).depth == depth
                && let Some(end) = self.expand(id, depth, meter)
            {
                return end;
            }
            meter.keep(self.store.len(), self.bytes());
            if self.bytes() as u64 > most {
                return SliceEnd::Exhausted;
            }
            if !meter.in_slice() {
                return SliceEnd::Working;
            }
        }
    }

    fn best(&self) -> Option<&Found<Vec<Move>>> {
        self.best.best()
    }

    fn bound(&self) -> Option<Score> {
        self.puzzle.counts_moves().then(|| -(self.open.least as Score))
    }

    fn argument(&self) -> Option<String> {
        self.is_refuted.then(|| self.puzzle.why_refuted())
    }

    fn inside(&self) -> Inside {
        Inside::of([
            ("least number of moves", self.open.least as f64),
            ("positions", self.store.len() as f64),
            ("open positions", self.open.count as f64),
        ])
    }
}

/// Positions to expand, by the sum of depth and bound, then by the bound.
#[derive(Default)]
struct Open {
    lists: Vec<Vec<Vec<Id>>>,
    count: usize,
    /// No position has a smaller sum.
    least: usize,
}

impl Open {
    fn push(&mut self, id: Id, depth: u16, bound: u16) {
        let (sum, bound) = (usize::from(depth + bound), usize::from(bound));
        if self.lists.len() <= sum {
            self.lists.resize_with(sum + 1, Vec::new);
        }
        let lists = &mut self.lists[sum];
        if lists.len() <= bound {
            lists.resize_with(bound + 1, Vec::new);
        }
        lists[bound].push(id);
        self.count += 1;
        self.least = self.least.min(sum);
    }

    /// Takes the position to expand next, with its depth when it was put here.
    fn pop(&mut self) -> Option<(Id, u16)> {
        while let Some(lists) = self.lists.get_mut(self.least) {
            for (bound, list) in lists.iter_mut().enumerate() {
                if let Some(id) = list.pop() {
                    self.count -= 1;
                    return Some((id, (self.least - bound) as u16));
                }
            }
            // Longer sums come later, and smaller ones only if the bound is not consistent.
            self.lists[self.least] = Vec::new();
            self.least += 1;
        }
        None
    }

    fn bytes(&self) -> usize {
        // Lists double their room when they grow.
        2 * self.count * size_of::<Id>()
    }
}
