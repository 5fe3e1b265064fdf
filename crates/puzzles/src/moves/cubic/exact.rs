//! A* for a shortest solution. Expands the position with the least number of moves so far plus
//! bound (`distances.rs`), the deepest first among equals. Hart, Nilsson and Raphael (1968), on
//! packed positions whose colours are renamed, so that equal ones are met once. Proves that its
//! answer is shortest, or that there is none. Time and memory: all positions with a smaller sum
//! than the solution; about 40 bytes each on a board of ten by eight.

use quarry_core::{
    Card, Found, Incumbent, Inside, Meter, OwnSolver, PuzzleSearch, Score, Search, SliceEnd,
    Tables, settings,
};

use super::distances::{Bounds, Distances, NEVER, Recall};
use super::layout::{Colour, Layout, Scratch, Step};
use super::store::{Id, NO_ID, Origin, Packed, Store};
use super::{Cubic, Move};

/// Finds a shortest solution.
pub(super) struct Exact;

settings! {
    /// Settings of the exact search.
    pub struct ExactSettings {
        /// Memory in megabytes at which the search gives up, if no limit is given for the run.
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
        Box::new(ExactSearch::new(puzzle, settings.megabytes as usize * 1_000_000))
    }
}

/// A* at work.
struct ExactSearch<'p> {
    puzzle: &'p Cubic,
    layout: &'p Layout,
    distances: &'p Distances,
    most_bytes: usize,
    store: Store,
    /// Positions to expand, by the sum of depth and bound, then by the bound.
    open: Vec<Vec<Vec<Id>>>,
    waiting: usize,
    /// Least sum of an open position.
    least: usize,
    best: Incumbent<Vec<Move>>,
    is_refuted: bool,
    cells: Vec<Colour>,
    child: Vec<Colour>,
    packed: Packed,
    scratch: Scratch,
    recall: Recall,
    steps: Vec<Step>,
}

impl<'p> ExactSearch<'p> {
    fn new(puzzle: &'p Cubic, most_bytes: usize) -> Self {
        let (layout, distances) = (puzzle.layout(), puzzle.distances());
        let mut search = ExactSearch {
            puzzle,
            layout,
            distances,
            most_bytes,
            store: Store::new(layout.len(), puzzle.colours()),
            open: Vec::new(),
            waiting: 0,
            least: 0,
            best: Incumbent::default(),
            is_refuted: false,
            cells: puzzle.cells(),
            child: Vec::new(),
            packed: Packed::default(),
            scratch: Scratch::default(),
            recall: Recall::default(),
            steps: Vec::new(),
        };
        let bound = Bounds::new(distances, &search.cells, &mut search.recall).total();
        let origin = Origin { parent: NO_ID, step: Step::NONE, depth: 0 };
        search.store.pack(&search.cells, &mut search.packed);
        let (id, _) = search.store.insert(&search.packed, origin);
        if bound != NEVER {
            search.push(id, 0, bound);
        }
        search.least = usize::from(bound);
        search
    }

    fn push(&mut self, id: Id, depth: u16, bound: u16) {
        let sum = usize::from(depth + bound);
        if self.open.len() <= sum {
            self.open.resize_with(sum + 1, Vec::new);
        }
        let lists = &mut self.open[sum];
        if lists.len() <= usize::from(bound) {
            lists.resize_with(usize::from(bound) + 1, Vec::new);
        }
        lists[usize::from(bound)].push(id);
        self.waiting += 1;
        self.least = self.least.min(sum);
    }

    /// Takes the position to expand next, with its depth when it was put there.
    fn pop(&mut self) -> Option<(Id, u16)> {
        while let Some(lists) = self.open.get_mut(self.least) {
            for (bound, list) in lists.iter_mut().enumerate() {
                if let Some(id) = list.pop() {
                    self.waiting -= 1;
                    return Some((id, (self.least - bound) as u16));
                }
            }
            self.open[self.least] = Vec::new();
            self.least += 1;
        }
        None
    }

    fn bytes(&self) -> usize {
        self.store.bytes() + self.recall.bytes() + self.waiting * size_of::<Id>() * 2
    }

    /// Expands a position. Returns the end of the search, if it ends here.
    fn expand(&mut self, id: Id, depth: u16, meter: &mut Meter) -> Option<SliceEnd> {
        self.store.unpack(id, &mut self.cells);
        if self.cells.iter().all(|&colour| colour == 0) {
            let line = self.store.line_to(id);
            let line = line.into_iter().map(|step| self.puzzle.move_of(step)).collect();
            self.best.offer(meter, true, -Score::from(depth), || line);
            return Some(SliceEnd::Proved);
        }
        let bounds = Bounds::new(self.distances, &self.cells, &mut self.recall);
        self.steps.clear();
        self.layout.each_step(&self.cells, |step| self.steps.push(step));
        for index in 0..self.steps.len() {
            let step = self.steps[index];
            if meter.spend_node().is_err() {
                return Some(SliceEnd::Working);
            }
            self.child.clone_from(&self.cells);
            self.layout.play(&mut self.child, step, &mut self.scratch);
            let touched = self.scratch.touched();
            let bound = bounds.after(self.distances, &self.child, touched, &mut self.recall);
            if bound == NEVER {
                continue;
            }
            self.store.pack(&self.child, &mut self.packed);
            let origin = Origin { parent: id, step, depth: depth + 1 };
            let (child, is_new) = self.store.insert(&self.packed, origin);
            if !is_new {
                if self.store.origin(child).depth <= depth + 1 {
                    continue;
                }
                self.store.reroute(child, origin);
            }
            self.push(child, depth + 1, bound);
        }
        None
    }
}

impl Search for ExactSearch<'_> {
    type Answer = Vec<Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        loop {
            let Some((id, depth)) = self.pop() else {
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
            if meter.memory().is_none() && self.bytes() > self.most_bytes {
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
        Some(-(self.least as Score))
    }

    fn argument(&self) -> Option<String> {
        self.is_refuted.then(|| self.puzzle.why_refuted())
    }

    fn inside(&self) -> Inside {
        Inside::of([
            ("least number of moves", self.least as f64),
            ("positions", self.store.len() as f64),
            ("open positions", self.waiting as f64),
        ])
    }
}
