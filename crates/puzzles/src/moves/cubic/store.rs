//! Positions that a search remembers, each once, with the way that led to it.
//!
//! Positions are packed: four bits a cell with up to 15 colours, else eight. Colours are renamed in
//! the order of their first block, so that positions which differ in names only are one. They are
//! compared whole, so that no two positions are ever confused.

use super::layout::{BlockShift, Colour};

/// Number of a stored position.
pub(super) type Id = u32;

/// Parent of a position without one.
pub(super) const NO_ID: Id = Id::MAX;

/// What leads to a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Route {
    /// Position before the last step, or `NO_ID`.
    pub(super) parent: Id,
    /// The last step.
    pub(super) step: BlockShift,
    /// Number of steps from the start.
    pub(super) depth: u16,
}

/// How the positions of an instance are packed.
#[derive(Debug, Clone, Copy)]
pub(super) struct PositionPacking {
    cells: usize,
    is_narrow: bool,
}

/// Positions with their origins.
#[derive(Debug, Clone)]
pub(super) struct PositionStore {
    packing: PositionPacking,
    packed: Vec<u8>,
    origins: Vec<Route>,
    /// Open addressing by the hash of the packed position.
    table: Vec<Id>,
}

/// A position as it is stored.
#[derive(Debug, Clone, Default)]
pub(super) struct PackedPosition {
    bytes: Vec<u8>,
    hash: u64,
}

impl PackedPosition {
    /// Hash of the position.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// Takes over a packed position.
    pub(super) fn copy_from(&mut self, bytes: &[u8]) {
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        self.hash = hash(bytes);
    }
}

impl PositionPacking {
    /// Returns the packing for positions of this many cells and colours.
    pub(super) fn new(cells: usize, colours: usize) -> Self {
        PositionPacking { cells, is_narrow: colours < 16 }
    }

    /// Bytes of a packed position.
    fn width(self) -> usize {
        if self.is_narrow { self.cells.div_ceil(2) } else { self.cells }
    }

    /// Packs a position, with its colours renamed.
    #[inline]
    pub(super) fn pack(self, cells: &[Colour], out: &mut PackedPosition) {
        let mut names = [0; 32];
        let mut named = 0;
        let mut name = |colour: Colour| {
            if colour == 0 {
                return 0;
            }
            let name = &mut names[usize::from(colour & 31)];
            if *name == 0 {
                named += 1;
                *name = named;
            }
            *name
        };
        out.bytes.clear();
        if self.is_narrow {
            out.bytes.extend(cells.chunks(2).map(|two| {
                let low = name(two[0]);
                low | two.get(1).map_or(0, |&colour| name(colour)) << 4
            }));
        } else {
            out.bytes.extend(cells.iter().map(|&colour| name(colour)));
        }
        out.hash = hash(&out.bytes);
    }

    /// Unpacks a position.
    fn unpack(self, bytes: &[u8], out: &mut Vec<Colour>) {
        out.clear();
        if self.is_narrow {
            out.extend(bytes.iter().flat_map(|two| [two & 15, two >> 4]));
            out.truncate(self.cells);
        } else {
            out.extend_from_slice(bytes);
        }
    }
}

impl PositionStore {
    /// Creates an empty store.
    pub(super) fn new(packing: PositionPacking) -> Self {
        let table = vec![NO_ID; 1 << 10];
        PositionStore { packing, packed: Vec::new(), origins: Vec::new(), table }
    }

    /// Number of stored positions.
    pub(super) fn len(&self) -> usize {
        self.origins.len()
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.packed.capacity()
            + self.origins.capacity() * size_of::<Route>()
            + self.table.capacity() * size_of::<Id>()
    }

    /// Forgets all positions, but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.packed.clear();
        self.origins.clear();
        self.table.fill(NO_ID);
    }

    /// A stored position, packed.
    pub(super) fn packed(&self, id: Id) -> &[u8] {
        let width = self.packing.width();
        &self.packed[id as usize * width..][..width]
    }

    /// Unpacks a stored position.
    pub(super) fn unpack(&self, id: Id, out: &mut Vec<Colour>) {
        self.packing.unpack(self.packed(id), out);
    }

    /// Returns the number of a position, if it is stored.
    pub(super) fn find(&self, packed: &PackedPosition) -> Option<Id> {
        self.slot(packed).ok()
    }

    /// Stores a position, if it is new; returns its number, and whether it is.
    #[inline]
    pub(super) fn insert(&mut self, packed: &PackedPosition, origin: Route) -> (Id, bool) {
        match self.slot(packed) {
            Ok(id) => (id, false),
            Err(slot) => {
                let id = self.origins.len() as Id;
                assert!(id < NO_ID, "four thousand million positions do not fit in memory");
                self.table[slot] = id;
                self.packed.extend_from_slice(&packed.bytes);
                self.origins.push(origin);
                if self.origins.len() * 2 > self.table.len() {
                    self.grow();
                }
                (id, true)
            }
        }
    }

    /// The number of a position or, if it is new, the slot for it.
    #[inline]
    fn slot(&self, packed: &PackedPosition) -> Result<Id, usize> {
        let mask = self.table.len() - 1;
        let width = self.packing.width();
        let mut slot = packed.hash as usize & mask;
        loop {
            let id = self.table[slot];
            if id == NO_ID {
                return Err(slot);
            }
            if self.packed[id as usize * width..][..width] == packed.bytes[..] {
                return Ok(id);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let mut table = vec![NO_ID; self.table.len() * 2];
        let mask = table.len() - 1;
        let width = self.packing.width();
        for (id, bytes) in (0..).zip(self.packed.chunks(width)) {
            let mut slot = hash(bytes) as usize & mask;
            while table[slot] != NO_ID {
                slot = (slot + 1) & mask;
            }
            table[slot] = id;
        }
        self.table = table;
    }

    /// Origin of a stored position.
    #[inline]
    pub(super) fn origin(&self, id: Id) -> Route {
        self.origins[id as usize]
    }

    /// Replaces the origin of a position, if this one has fewer steps; returns whether it has.
    pub(super) fn improve(&mut self, id: Id, origin: Route) -> bool {
        let is_shorter = origin.depth < self.origins[id as usize].depth;
        if is_shorter {
            self.origins[id as usize] = origin;
        }
        is_shorter
    }

    /// Whether no block is left in a stored position.
    pub(super) fn is_clear(&self, id: Id) -> bool {
        self.packed(id).iter().all(|&byte| byte == 0)
    }

    /// The steps that led to a stored position.
    pub(super) fn line_to(&self, id: Id) -> Vec<BlockShift> {
        let mut line = Vec::new();
        let mut at = self.origin(id);
        while at.parent != NO_ID {
            line.push(at.step);
            at = self.origin(at.parent);
        }
        line.reverse();
        line
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hash = 0x243f_6a88_85a3_08d3u64;
    let mut fold = |word: u64| {
        let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
        hash = ((product >> 64) as u64 ^ product as u64).wrapping_add(0xa409_3822_299f_31d1);
    };
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        fold(u64::from_le_bytes(chunk.try_into().expect("eight bytes")));
    }
    let mut rest = [0; 8];
    rest[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
    fold(u64::from_le_bytes(rest));
    hash
}
