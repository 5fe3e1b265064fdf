//! The positions that follow a position, with their bounds: the step that all searches here share.

use std::ops::ControlFlow;

use quarry_core::{Meter, Refused};

use super::distances::{Bounds, Distances, NEVER, Recall};
use super::layout::{BlockShift, Colour, Layout, PlayBuffers};
use super::store::{Id, NO_ID, PackedPosition, PositionPacking, PositionStore, Route};
use super::{Cubic, Move};

/// Expands positions, with the memory that this needs.
pub(super) struct Expansion<'p> {
    puzzle: &'p Cubic,
    layout: &'p Layout,
    distances: &'p Distances,
    packing: PositionPacking,
    cells: Vec<Colour>,
    child: Vec<Colour>,
    packed: PackedPosition,
    scratch: PlayBuffers,
    recall: Recall,
    steps: Vec<BlockShift>,
}

/// A position that follows another.
pub(super) struct Child<'a> {
    /// The step that leads to it.
    pub(super) step: BlockShift,
    /// Moves that it needs at the least.
    pub(super) bound: u16,
    /// Number of blocks.
    pub(super) blocks: u16,
    /// The position.
    pub(super) packed: &'a PackedPosition,
}

impl<'p> Expansion<'p> {
    pub(super) fn new(puzzle: &'p Cubic) -> Self {
        Expansion {
            puzzle,
            layout: puzzle.layout(),
            distances: puzzle.distances(),
            packing: PositionPacking::new(puzzle.layout().len(), puzzle.colours()),
            cells: Vec::new(),
            child: Vec::new(),
            packed: PackedPosition::default(),
            scratch: PlayBuffers::default(),
            recall: Recall::default(),
            steps: Vec::new(),
        }
    }

    /// Returns an empty store for positions of this instance.
    pub(super) fn store(&self) -> PositionStore {
        PositionStore::new(self.packing)
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.recall.bytes()
    }

    /// Puts the start into an empty store, and returns its bound.
    pub(super) fn begin(&mut self, store: &mut PositionStore) -> u16 {
        self.cells = self.puzzle.cells();
        self.packing.pack(&self.cells, &mut self.packed);
        store.insert(&self.packed, Route { parent: NO_ID, step: BlockShift::NONE, depth: 0 });
        Bounds::new(self.distances, &self.cells, &mut self.recall).total()
    }

    /// Puts the positions of a line from the start into an empty store.
    pub(super) fn insert_line(&mut self, store: &mut PositionStore, line: &[Move]) {
        self.begin(store);
        for (depth, &mv) in (1..).zip(line) {
            let step = self.puzzle.step_of(mv).expect("a played move");
            let origin = Route { parent: store.len() as Id - 1, step, depth };
            self.layout.play(&mut self.cells, step, &mut self.scratch);
            self.packing.pack(&self.cells, &mut self.packed);
            store.insert(&self.packed, origin);
        }
    }

    /// Calls `visit` with every position that follows a stored one, unless its bound is `limit` or
    /// more. Each counts one node, whether it is visited or not.
    #[inline]
    pub(super) fn each_child(
        &mut self,
        store: &mut PositionStore,
        id: Id,
        limit: u16,
        meter: &mut Meter,
        mut visit: impl FnMut(&mut PositionStore, &mut Meter, Child) -> ControlFlow<()>,
    ) -> Result<(), Refused> {
        store.unpack(id, &mut self.cells);
        let bounds = Bounds::new(self.distances, &self.cells, &mut self.recall);
        self.steps.clear();
        self.layout.each_step(&self.cells, |step| self.steps.push(step));
        for &step in &self.steps {
            meter.spend_visit()?;
            self.child.clone_from(&self.cells);
            self.layout.play(&mut self.child, step, &mut self.scratch);
            let touched = self.scratch.touched();
            let bound = bounds.after(self.distances, &self.child, touched, &mut self.recall);
            if bound == NEVER || bound >= limit {
                continue;
            }
            let blocks = self.child.iter().filter(|&&colour| colour > 0).count() as u16;
            self.packing.pack(&self.child, &mut self.packed);
            let child = Child { step, bound, blocks, packed: &self.packed };
            if visit(store, meter, child).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The moves that led to a stored position, and one more.
    pub(super) fn line(
        &self,
        store: &PositionStore,
        id: Id,
        last: Option<BlockShift>,
    ) -> Vec<Move> {
        let steps = store.line_to(id).into_iter().chain(last);
        steps.map(|step| self.puzzle.move_of(step)).collect()
    }
}
