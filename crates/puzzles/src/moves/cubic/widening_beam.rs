//! Beams of growing width, and a search around what they find. Beams over carries (`carries.rs`) may
//! bring a first solution. Then a beam explores one depth after the other and keeps those positions
//! of each with the least bound and the fewest blocks, in two mixtures by turns, since each clears
//! boards that the other does not; its solution is shortened (`neighbourhood.rs`), and a wider beam
//! follows. Lowerre (1976), Zhou and Hansen (2005). Finds a solution quickly and goes on; proves it
//! shortest if a beam drops nothing. Time O(b w m) for each beam, memory O(w m).

use std::ops::{ControlFlow, Range};

use quarry_core::{
    Aim, Card, Found, Incumbent, Inside, Meter, OwnSolver, Puzzle, PuzzleSearch, Search, SliceEnd,
    Tables, settings,
};

use super::carries::{Carries, Progress};
use super::distances::NEVER;
use super::expansion::Expansion;
use super::neighbourhood::Neighbourhood;
use super::store::{Id, PackedPosition, PositionStore, Route};
use super::{Cubic, Move};

/// Finds a solution quickly, and then shorter ones.
pub(super) struct WideningBeam;

settings! {
    /// Settings of the beams.
    pub struct AnytimeSettings {
        /// Width of the first beam.
        pub width: u64 = 10, 1..=10_000_000;
        /// Memory in megabytes of the widest beam; at most a third of the run's limit.
        pub megabytes: u64 = 1_000, 1..=1_000_000;
    }
}

/// What a block counts in the ranks of each beam by turns, in moves.
const BLOCK_WEIGHTS: [u32; 2] = [1, 2];

/// Widths of the beams over carries.
const CARRY_WIDTHS: [usize; 4] = [2, 8, 32, 128];

/// How much wider the next pair of beams is.
const GROWTH: usize = 3;

/// Positions around a solution that are looked at, for each position that the beam may keep of one
/// depth.
const NEIGHBOURS: usize = 20;

impl OwnSolver<Cubic> for WideningBeam {
    const CARD: Card = Card {
        name: "widening-beam",
        summary: "Finds a solution by a narrow beam, then shorter ones by wider beams.",
        complete: "yes, in the end",
        optimal: "in the end",
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
        Box::new(AnytimeSearch::new(puzzle, settings, seed))
    }
}

/// The beams at work.
struct AnytimeSearch<'p> {
    puzzle: &'p Cubic,
    beam: Beam<'p>,
    /// The beam over carries, until there is a solution.
    carries: Option<Carries<'p>>,
    /// The search around the best solution, while it lasts.
    around: Option<Neighbourhood<'p>>,
    /// Length of the solution around which was searched, and how many positions that looked at.
    searched: (usize, usize),
    /// Number of beams so far, over carries and over moves.
    carry_round: usize,
    round: usize,
    first_width: usize,
    widest: usize,
    most_bytes: u64,
    seed: u64,
    best: Incumbent<Vec<Move>>,
    is_refuted: bool,
}

impl<'p> AnytimeSearch<'p> {
    fn new(puzzle: &'p Cubic, settings: &AnytimeSettings, seed: u64) -> Self {
        let first_width = settings.width as usize;
        let mut beam = Beam::new(puzzle);
        beam.restart(first_width, BLOCK_WEIGHTS[0], seed);
        AnytimeSearch {
            puzzle,
            beam,
            carries: Some(Carries::new(puzzle, CARRY_WIDTHS[0])),
            around: None,
            searched: (0, 0),
            carry_round: 0,
            round: 0,
            first_width,
            widest: usize::MAX,
            most_bytes: settings.megabytes * 1_000_000,
            seed,
            best: Incumbent::default(),
            is_refuted: false,
        }
    }

    /// Length that a solution must beat.
    fn limit(&self) -> u16 {
        self.best.best().map_or(NEVER, |best| best.answer.len() as u16)
    }

    fn offer(&mut self, line: Vec<Move>, meter: &mut Meter) -> Option<SliceEnd> {
        self.best.offer(meter, true, self.puzzle.score_of(&line), || line);
        (self.puzzle.objective() == Aim::Reach).then_some(SliceEnd::Exhausted)
    }

    /// Starts the search around the best solution, if that is worth while, or else the next beam.
    fn next_stage(&mut self) {
        let most = self.beam.width.saturating_mul(NEIGHBOURS);
        if let Some(best) = self.best.best()
            && self.searched != (best.answer.len(), most)
        {
            self.searched = (best.answer.len(), most);
            self.around = Some(Neighbourhood::new(self.puzzle, &best.answer, most));
            return;
        }
        self.round += 1;
        let power = (self.round / BLOCK_WEIGHTS.len()) as u32;
        let width = self.first_width.saturating_mul(GROWTH.saturating_pow(power));
        let weight = BLOCK_WEIGHTS[self.round % BLOCK_WEIGHTS.len()];
        // Beams that cannot get wider differ by the order of equal ranks.
        self.beam.restart(width.min(self.widest), weight, self.seed ^ self.round as u64);
    }

    /// Works on the beam over carries.
    fn step_carries(&mut self, meter: &mut Meter) -> Option<SliceEnd> {
        let carries = self.carries.as_mut()?;
        let Ok(progress) = carries.step(meter) else { return Some(SliceEnd::Working) };
        meter.keep(carries.len(), carries.bytes());
        match progress {
            Progress::More => None,
            Progress::Over => {
                self.carry_round += 1;
                let width = CARRY_WIDTHS.get(self.carry_round);
                self.carries = width.map(|&width| Carries::new(self.puzzle, width));
                None
            }
            Progress::Solved(line) => {
                self.carries = None;
                self.offer(line, meter)
            }
        }
    }

    /// Works on the search around the best solution.
    fn step_around(&mut self, meter: &mut Meter) -> Option<SliceEnd> {
        let around = self.around.as_mut()?;
        let Ok(shorter) = around.step(meter) else { return Some(SliceEnd::Working) };
        meter.keep(around.len(), around.bytes() + self.beam.bytes());
        let is_over = around.is_over();
        let end = shorter.and_then(|line| self.offer(line, meter));
        if is_over {
            self.around = None;
            self.next_stage();
        }
        end
    }

    /// Works on the beam.
    fn step_beam(&mut self, meter: &mut Meter) -> Option<SliceEnd> {
        let limit = self.limit();
        match self.beam.step(limit, meter) {
            BeamStep::Refused => return Some(SliceEnd::Working),
            BeamStep::Solved(line) => return self.offer(line, meter),
            BeamStep::Over if !self.beam.is_cut => {
                self.is_refuted = self.best.best().is_none();
                return Some(SliceEnd::Proved);
            }
            BeamStep::Over => self.next_stage(),
            BeamStep::More => {}
        }
        meter.keep(self.beam.len(), self.beam.bytes());
        let most = meter.memory().map_or(self.most_bytes, |limit| self.most_bytes.min(limit / 3));
        if self.beam.bytes() as u64 > most {
            self.widest = (self.beam.width / GROWTH).max(1);
            self.beam.shrink();
            self.next_stage();
        }
        None
    }
}

impl Search for AnytimeSearch<'_> {
    type Answer = Vec<Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        loop {
            let end = if self.carries.is_some() {
                self.step_carries(meter)
            } else if self.around.is_some() {
                self.step_around(meter)
            } else {
                self.step_beam(meter)
            };
            if let Some(end) = end {
                return end;
            }
            if !meter.in_slice() {
                return SliceEnd::Working;
            }
        }
    }

    fn best(&self) -> Option<&Found<Vec<Move>>> {
        self.best.best()
    }

    fn argument(&self) -> Option<String> {
        self.is_refuted.then(|| self.puzzle.why_refuted())
    }

    fn inside(&self) -> Inside {
        Inside::of([
            ("width of the beam", self.beam.width as f64),
            ("depth", f64::from(self.beam.depth)),
            ("positions", self.beam.len() as f64),
        ])
    }
}

/// What a step of a beam brings.
enum BeamStep {
    More,
    /// No position is left.
    Over,
    Solved(Vec<Move>),
    Refused,
}

/// One beam.
struct Beam<'p> {
    expansion: Expansion<'p>,
    width: usize,
    block_weight: u32,
    seed: u64,
    /// Positions of all depths that were kept.
    store: PositionStore,
    /// Positions of this depth that are still to be expanded.
    layer: Range<Id>,
    depth: u16,
    /// Positions of the next depth, and their ranks.
    next: PositionStore,
    ranks: Vec<u64>,
    /// Whether a position was dropped that could lead to a better solution.
    is_cut: bool,
    packed: PackedPosition,
}

impl<'p> Beam<'p> {
    fn new(puzzle: &'p Cubic) -> Self {
        let expansion = Expansion::new(puzzle);
        Beam {
            width: 0,
            block_weight: 0,
            seed: 0,
            store: expansion.store(),
            layer: 0..0,
            depth: 0,
            next: expansion.store(),
            ranks: Vec::new(),
            is_cut: false,
            packed: PackedPosition::default(),
            expansion,
        }
    }

    fn restart(&mut self, width: usize, block_weight: u32, seed: u64) {
        (self.width, self.block_weight, self.seed) = (width, block_weight, seed);
        self.store.clear();
        self.next.clear();
        self.ranks.clear();
        self.is_cut = false;
        self.depth = 0;
        let bound = self.expansion.begin(&mut self.store);
        self.layer = 0..Id::from(bound != NEVER);
    }

    /// Gives the memory back.
    fn shrink(&mut self) {
        (self.store, self.next) = (self.expansion.store(), self.expansion.store());
        self.ranks = Vec::new();
    }

    fn len(&self) -> usize {
        self.store.len() + self.next.len()
    }

    fn bytes(&self) -> usize {
        self.store.bytes()
            + self.next.bytes()
            + self.expansion.bytes()
            + self.ranks.capacity() * size_of::<u64>()
    }

    /// Expands a position, or goes on to the next depth. Solutions must be shorter than `limit`.
    fn step(&mut self, limit: u16, meter: &mut Meter) -> BeamStep {
        let Some(id) = self.layer.next() else { return self.advance() };
        let depth = self.depth + 1;
        let mut last = None;
        let (next, ranks) = (&mut self.next, &mut self.ranks);
        let (weight, seed) = (u64::from(self.block_weight), self.seed);
        let limit = limit.saturating_sub(depth);
        let expanded = self.expansion.each_child(&mut self.store, id, limit, meter, {
            |store, _, child| {
                if child.blocks == 0 {
                    last = Some(child.step);
                    return ControlFlow::Break(());
                }
                let origin = Route { parent: id, step: child.step, depth };
                if store.find(child.packed).is_none() && next.insert(child.packed, origin).1 {
                    let cost = u64::from(child.bound) + weight * u64::from(child.blocks);
                    let noise = (child.packed.hash() ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    ranks.push(cost << 32 | noise >> 32);
                }
                ControlFlow::Continue(())
            }
        });
        match (expanded, last) {
            (Err(_), _) => BeamStep::Refused,
            (Ok(()), Some(step)) => {
                BeamStep::Solved(self.expansion.line(&self.store, id, Some(step)))
            }
            (Ok(()), None) => BeamStep::More,
        }
    }

    /// Keeps the best positions of the next depth.
    fn advance(&mut self) -> BeamStep {
        let mut order: Vec<(u64, Id)> = self.ranks.iter().copied().zip(0..).collect();
        if order.len() > self.width {
            self.is_cut = true;
            order.select_nth_unstable(self.width);
            order.truncate(self.width);
        }
        order.sort_unstable();
        let begin = self.store.len() as Id;
        for (_, id) in order {
            self.packed.copy_from(self.next.packed(id));
            self.store.insert(&self.packed, self.next.origin(id));
        }
        self.layer = begin..self.store.len() as Id;
        self.next.clear();
        self.ranks.clear();
        self.depth += 1;
        if self.layer.is_empty() { BeamStep::Over } else { BeamStep::More }
    }
}
