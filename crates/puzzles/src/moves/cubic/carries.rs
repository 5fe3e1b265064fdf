//! A beam over carries, for a first solution of large boards. A carry moves one block, and no other,
//! as far as it takes; a position is followed by the carries that make something vanish or, where
//! there are none, by all others. So a solution has a few steps for each pair of blocks, however
//! wide the board is. Keeps the best positions after each carry, like any beam (Lowerre 1976), and
//! gives up where none is left. Needs nothing; promises nothing. Time and memory: O(b w m).

use quarry_core::{Meter, Refused};

use super::distances::{Bounds, Distances, NEVER, Recall};
use super::layout::{BlockShift, CellIndex, Colour, Direction, Layout, NOWHERE, PlayBuffers};
use super::store::{Id, NO_ID, PackedPosition, PositionPacking, PositionStore, Route};
use super::{Cubic, Move};

/// What a block counts in a rank, in moves.
const BLOCK_WEIGHT: u64 = 2;

/// Beams over carries, one after the other.
pub(super) struct Carries<'p> {
    puzzle: &'p Cubic,
    layout: &'p Layout,
    distances: &'p Distances,
    packing: PositionPacking,
    width: usize,
    /// Positions after each number of carries that were kept. The step of an origin is the first of
    /// its carry, the depth counts all moves.
    store: PositionStore,
    layer: std::ops::Range<Id>,
    next: PositionStore,
    ranks: Vec<u64>,
    cells: Vec<Colour>,
    packed: PackedPosition,
    carry: Carry,
    recall: Recall,
}

/// What a step of the search brings.
pub(super) enum Progress {
    More,
    /// No position is left.
    Over,
    Solved(Vec<Move>),
}

impl<'p> Carries<'p> {
    pub(super) fn new(puzzle: &'p Cubic, width: usize) -> Self {
        let packing = PositionPacking::new(puzzle.layout().len(), puzzle.colours());
        let mut store = PositionStore::new(packing);
        let (cells, mut packed) = (puzzle.cells(), PackedPosition::default());
        packing.pack(&cells, &mut packed);
        store.insert(&packed, Route { parent: NO_ID, step: BlockShift::NONE, depth: 0 });
        Carries {
            puzzle,
            layout: puzzle.layout(),
            distances: puzzle.distances(),
            packing,
            width,
            store,
            layer: 0..1,
            next: PositionStore::new(packing),
            ranks: Vec::new(),
            cells,
            packed,
            carry: Carry::default(),
            recall: Recall::default(),
        }
    }

    /// Number of positions held.
    pub(super) fn len(&self) -> usize {
        self.store.len() + self.next.len()
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.store.bytes() + self.next.bytes() + self.recall.bytes()
    }

    /// Expands a position, or goes on to the next carry.
    pub(super) fn step(&mut self, meter: &mut Meter) -> Result<Progress, Refused> {
        let Some(id) = self.layer.next() else { return Ok(self.advance()) };
        self.store.unpack(id, &mut self.cells);
        let bounds = Bounds::new(self.distances, &self.cells, &mut self.recall);
        if bounds.total() == NEVER {
            return Ok(Progress::More);
        }
        let before = self.next.len();
        for must_vanish in [true, false] {
            let is_solved = self.expand(id, &bounds, must_vanish, meter)?;
            if let Some(last) = is_solved {
                return Ok(Progress::Solved(self.line(id, last)));
            }
            if self.next.len() > before {
                break;
            }
        }
        Ok(Progress::More)
    }

    /// Adds the carries of all blocks to the next positions: those after which something vanishes,
    /// or the others. Returns the moves of the last carry, if it solves the board.
    fn expand(
        &mut self,
        id: Id,
        bounds: &Bounds,
        must_vanish: bool,
        meter: &mut Meter,
    ) -> Result<Option<Vec<BlockShift>>, Refused> {
        let depth = self.store.origin(id).depth;
        for place in 0..self.cells.len() as CellIndex {
            if self.cells[usize::from(place)] == 0 {
                continue;
            }
            self.carry.explore(self.layout, &self.cells, place, meter)?;
            for index in 1..self.carry.stops.len() {
                let stop = &self.carry.stops[index];
                if stop.vanishes != must_vanish {
                    continue;
                }
                if stop.cells.iter().all(|&colour| colour == 0) {
                    return Ok(Some(self.carry.way(index)));
                }
                let bound =
                    bounds.after(self.distances, &stop.cells, stop.touched, &mut self.recall);
                if bound == NEVER {
                    continue;
                }
                self.packing.pack(&stop.cells, &mut self.packed);
                let way = self.carry.way(index);
                let depth = depth + way.len() as u16;
                let origin = Route { parent: id, step: way[0], depth };
                if self.store.find(&self.packed).is_none()
                    && self.next.insert(&self.packed, origin).1
                {
                    let blocks = stop.cells.iter().filter(|&&colour| colour > 0).count() as u64;
                    let cost = u64::from(depth + bound) + BLOCK_WEIGHT * blocks;
                    self.ranks.push(cost << 32 | self.packed.hash() >> 32);
                }
            }
        }
        Ok(None)
    }

    /// Keeps the best of the next positions.
    fn advance(&mut self) -> Progress {
        let mut order: Vec<(u64, Id)> = self.ranks.iter().copied().zip(0..).collect();
        order.sort_unstable();
        order.truncate(self.width);
        let begin = self.store.len() as Id;
        for (_, id) in order {
            self.packed.copy_from(self.next.packed(id));
            self.store.insert(&self.packed, self.next.origin(id));
        }
        self.layer = begin..self.store.len() as Id;
        self.next.clear();
        self.ranks.clear();
        if self.layer.is_empty() { Progress::Over } else { Progress::More }
    }

    /// All moves of the carries that led to a position, and of the last one. The moves between two
    /// positions are found again by exploring the carry.
    fn line(&mut self, id: Id, last: Vec<BlockShift>) -> Vec<Move> {
        let mut parts = vec![last];
        let mut at = id;
        while self.store.origin(at).parent != NO_ID {
            let Route { parent, step, .. } = self.store.origin(at);
            self.store.unpack(parent, &mut self.cells);
            // These positions were counted when they were first explored.
            let mut meter = Meter::unlimited();
            let explored = self.carry.explore(self.layout, &self.cells, step.place(), &mut meter);
            assert!(explored.is_ok(), "a meter without limits refuses nothing");
            let index = (1..self.carry.stops.len()).find(|&index| {
                self.packing.pack(&self.carry.stops[index].cells, &mut self.packed);
                self.store.find(&self.packed) == Some(at)
            });
            parts.push(self.carry.way(index.expect("the carry that led there")));
            at = parent;
        }
        parts.iter().rev().flatten().map(|&step| self.puzzle.move_of(step)).collect()
    }
}

/// Everything that can be done by moving one block.
#[derive(Default)]
struct Carry {
    /// The position before, and every place where the block can come to rest or something vanishes.
    stops: Vec<Stop>,
    seen: Vec<bool>,
    scratch: PlayBuffers,
}

struct Stop {
    cells: Vec<Colour>,
    /// Where the block is, if nothing has vanished.
    place: CellIndex,
    vanishes: bool,
    /// Colours that were touched on the way, as bits.
    touched: u32,
    /// The stop before this one, and the step between.
    from: (usize, BlockShift),
}

impl Carry {
    /// Explores the carries of one block, the shortest first. Each step counts one node.
    fn explore(
        &mut self,
        layout: &Layout,
        cells: &[Colour],
        place: CellIndex,
        meter: &mut Meter,
    ) -> Result<(), Refused> {
        self.stops.clear();
        self.seen.clear();
        self.seen.resize(cells.len(), false);
        let first = (0, BlockShift::NONE);
        let cells = cells.to_vec();
        self.stops.push(Stop { cells, place, vanishes: false, touched: 0, from: first });
        let mut at = 0;
        while at < self.stops.len() {
            if self.stops[at].vanishes {
                at += 1;
                continue;
            }
            if !meter.goes_on() {
                return Err(Refused);
            }
            for direction in [Direction::Left, Direction::Right] {
                let stop = &self.stops[at];
                let beside = layout.beside(stop.place, direction);
                if beside == NOWHERE || stop.cells[usize::from(beside)] != 0 {
                    continue;
                }
                let mut rest = beside;
                while let Some(below) = layout.below(rest)
                    && stop.cells[usize::from(below)] == 0
                {
                    rest = below;
                }
                if std::mem::replace(&mut self.seen[usize::from(rest)], true) {
                    continue;
                }
                meter.spend_visit()?;
                let step = BlockShift::new(stop.place, direction);
                let (mut cells, before) = (stop.cells.clone(), stop.touched);
                let vanishes = layout.play(&mut cells, step, &mut self.scratch) > 0;
                let touched = before | self.scratch.touched();
                self.stops.push(Stop { cells, place: rest, vanishes, touched, from: (at, step) });
            }
            at += 1;
        }
        Ok(())
    }

    /// The steps that lead to a stop.
    fn way(&self, stop: usize) -> Vec<BlockShift> {
        let mut way = Vec::new();
        let mut at = stop;
        while at > 0 {
            let (from, step) = self.stops[at].from;
            way.push(step);
            at = from;
        }
        way.reverse();
        way
    }
}
