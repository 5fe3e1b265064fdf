//! Beam search with growing widths. Explores the positions of one depth after the other, keeps the
//! best of each depth, and starts again with a wider beam. Lowerre (1976), Zhou and Hansen (2005).

use quarry_core::{
    Aim, Card, Found, Incumbent, Inside, Meter, OwnSolver, Puzzle, PuzzleSearch, Score, Search,
    SliceEnd, Tables, settings,
};

use super::distances::{Bounds, Distances, NEVER, Recall};
use super::layout::{Colour, Layout, Scratch, Step};
use super::store::{Id, NO_ID, Origin, Packed, Store};
use super::{Cubic, Move};

pub(super) struct Anytime;

settings! {
    /// Settings of the beam search.
    pub struct AnytimeSettings {
        /// Width of the first beam.
        pub width: u64 = 200, 1..=10_000_000;
    }
}

impl OwnSolver<Cubic> for Anytime {
    const CARD: Card = Card {
        name: "widening-beam",
        summary: "Finds a solution by a narrow beam, then shorter ones by wider beams.",
        complete: "yes, by wider beams",
        optimal: "once the beam holds everything",
        time: "O(b w m) for each beam",
        memory: "O(w m)",
        rank: 50,
        ..Card::PLAIN
    };
    type Settings = AnytimeSettings;

    fn turn(_: &Cubic) -> Option<u64> {
        Some(40_000)
    }

    fn begin<'p>(
        puzzle: &'p Cubic,
        settings: &AnytimeSettings,
        seed: u64,
        _: &'p dyn Tables,
    ) -> PuzzleSearch<'p, Cubic> {
        Box::new(AnytimeSearch::new(puzzle, settings.width as usize, seed))
    }
}

struct AnytimeSearch<'p> {
    puzzle: &'p Cubic,
    layout: &'p Layout,
    distances: &'p Distances,
    seed: u64,
    width: usize,
    /// Positions of all depths that the beam has kept.
    store: Store,
    /// Positions of this depth, in the order of expansion; `at` is the next one.
    layer: std::ops::Range<Id>,
    depth: u16,
    /// Positions of the next depth, with their ranks.
    next: Store,
    ranks: Vec<u32>,
    /// Whether this beam has dropped a position that could lead to a better solution.
    is_cut: bool,
    best: Incumbent<Vec<Move>>,
    cells: Vec<Colour>,
    child: Vec<Colour>,
    packed: Packed,
    scratch: Scratch,
    recall: Recall,
    steps: Vec<Step>,
}

impl<'p> AnytimeSearch<'p> {
    fn new(puzzle: &'p Cubic, width: usize, seed: u64) -> Self {
        let (layout, distances) = (puzzle.layout(), puzzle.distances());
        let store = Store::new(layout.len(), puzzle.colours());
        let mut search = AnytimeSearch {
            puzzle,
            layout,
            distances,
            seed,
            width,
            next: store.clone(),
            store,
            layer: 0..0,
            depth: 0,
            ranks: Vec::new(),
            is_cut: false,
            best: Incumbent::default(),
            cells: Vec::new(),
            child: Vec::new(),
            packed: Packed::default(),
            scratch: Scratch::default(),
            recall: Recall::default(),
            steps: Vec::new(),
        };
        search.restart();
        search
    }

    fn restart(&mut self) {
        self.store.clear();
        self.next.clear();
        self.ranks.clear();
        self.is_cut = false;
        self.depth = 0;
        self.cells = self.puzzle.cells();
        self.store.pack(&self.cells, &mut self.packed);
        let origin = Origin { parent: NO_ID, step: Step::NONE, depth: 0 };
        self.store.insert(&self.packed, origin);
        let bound = Bounds::new(self.distances, &self.cells, &mut self.recall).total();
        self.layer = 0..Id::from(bound != NEVER);
    }

    fn limit(&self) -> u16 {
        self.best.bar().map_or(NEVER, |score| (-score) as u16)
    }

    fn expand(&mut self, id: Id, meter: &mut Meter) -> Option<SliceEnd> {
        self.store.unpack(id, &mut self.cells);
        let bounds = Bounds::new(self.distances, &self.cells, &mut self.recall);
        self.steps.clear();
        self.layout.each_step(&self.cells, |step| self.steps.push(step));
        let limit = self.limit();
        for index in 0..self.steps.len() {
            let step = self.steps[index];
            if meter.spend_node().is_err() {
                return Some(SliceEnd::Working);
            }
            self.child.clone_from(&self.cells);
            self.layout.play(&mut self.child, step, &mut self.scratch);
            let touched = self.scratch.touched();
            let bound = bounds.after(self.distances, &self.child, touched, &mut self.recall);
            if bound == NEVER || self.depth + 1 + bound >= limit {
                continue;
            }
            if bound == 0 && self.child.iter().all(|&colour| colour == 0) {
                let mut line = self.store.line_to(id);
                line.push(step);
                let line: Vec<Move> = line.into_iter().map(|step| self.puzzle.move_of(step)).collect();
                self.best.offer(meter, true, -(line.len() as Score), || line);
                return (self.puzzle.objective() == Aim::Reach).then_some(SliceEnd::Exhausted);
            }
            self.store.pack(&self.child, &mut self.packed);
            if self.store.find(&self.packed).is_some() {
                continue;
            }
            let origin = Origin { parent: id, step, depth: self.depth + 1 };
            if self.next.insert(&self.packed, origin).1 {
                let rank = self.rank(bound);
                self.ranks.push(rank);
            }
        }
        None
    }

    fn rank(&self, bound: u16) -> u32 {
        let noise = (self.packed.hash() ^ self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 48;
        let blocks = self.child.iter().filter(|&&c| c > 0).count() as u32;
        let wb: u32 = knob("WB", 0);
        let wh: u32 = knob("WH", 1);
        let wn: u32 = knob("WN", 1);
        ((wh * u32::from(bound) + wb * blocks) << 16) + (noise as u32) * wn
    }

    fn advance(&mut self) -> Option<SliceEnd> {
        let mut order: Vec<Id> = (0..self.ranks.len() as Id).collect();
        if order.len() > self.width {
            self.is_cut = true;
            let ranks = &self.ranks;
            order.select_nth_unstable_by_key(self.width, |&id| (ranks[id as usize], id));
            order.truncate(self.width);
        }
        let ranks = &self.ranks;
        order.sort_unstable_by_key(|&id| (ranks[id as usize], id));
        let begin = self.store.len() as Id;
        for id in order {
            self.packed.copy_from(self.next.packed_bytes(id));
            self.store.insert(&self.packed, self.next.origin(id));
        }
        self.layer = begin..self.store.len() as Id;
        self.next.clear();
        self.ranks.clear();
        self.depth += 1;
        if self.layer.is_empty() {
            if !self.is_cut {
                return Some(SliceEnd::Proved);
            }
            self.width *= 3;
            self.restart();
        }
        None
    }
}

pub fn knob(name: &str, default: u32) -> u32 {
    use std::collections::HashMap;
    use std::sync::OnceLock;
    static K: OnceLock<HashMap<String, u32>> = OnceLock::new();
    *K.get_or_init(|| std::env::vars().filter_map(|(k, v)| v.parse().ok().map(|v| (k, v))).collect()).get(name).unwrap_or(&default)
}

impl Search for AnytimeSearch<'_> {
    type Answer = Vec<Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        loop {
            let end = match self.layer.next() {
                Some(id) => self.expand(id, meter),
                None => self.advance(),
            };
            if let Some(end) = end {
                return end;
            }
            meter.keep(self.store.len() + self.next.len(), self.store.bytes() + self.next.bytes());
            if !meter.in_slice() {
                return SliceEnd::Working;
            }
        }
    }

    fn best(&self) -> Option<&Found<Vec<Move>>> {
        self.best.best()
    }

    fn inside(&self) -> Inside {
        Inside::of([
            ("width of the beam", self.width as f64),
            ("depth", f64::from(self.depth)),
        ])
    }
}
