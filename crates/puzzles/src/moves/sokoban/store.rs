//! Positions that were seen, each kept once: a set of stones and a cell of the device.

use super::maze::Cell;

/// Number of a stored position.
pub(super) type PositionNumber = u32;

/// A slot of the hash table: the number of a position, and the part of its hash that tells most others
/// apart without a look at them.
#[derive(Debug, Clone, Copy)]
struct Slot {
    place: PositionNumber,
    tag: u32,
}

const EMPTY: Slot = Slot { place: u32::MAX, tag: 0 };

impl Slot {
    fn is_empty(self) -> bool {
        self.place == EMPTY.place
    }
}

#[derive(Debug)]
pub(super) struct PositionStore {
    words: usize,
    stones: Vec<u64>,
    devices: Vec<Cell>,
    /// Hash table with linear probing; at most half full.
    slots: Vec<Slot>,
}

impl PositionStore {
    pub(super) fn new(words: usize) -> Self {
        PositionStore { words, stones: Vec::new(), devices: Vec::new(), slots: vec![EMPTY; 64] }
    }

    pub(super) fn clear(&mut self) {
        self.stones.clear();
        self.devices.clear();
        self.slots.clear();
        self.slots.resize(64, EMPTY);
    }

    pub(super) fn len(&self) -> usize {
        self.devices.len()
    }

    pub(super) fn stones(&self, place: PositionNumber) -> &[u64] {
        let start = place as usize * self.words;
        &self.stones[start..start + self.words]
    }

    pub(super) fn device(&self, place: PositionNumber) -> Cell {
        self.devices[place as usize]
    }

    /// Returns the number of bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.stones.capacity() * 8
            + self.devices.capacity() * 2
            + self.slots.capacity() * size_of::<Slot>()
    }

    /// Returns the number of a position, if it is stored.
    pub(super) fn find(&self, stones: &[u64], device: Cell) -> Option<PositionNumber> {
        let slot = self.slots[self.slot(stones, device, tag(stones, device))];
        (!slot.is_empty()).then_some(slot.place)
    }

    /// Stores a position; returns its number and whether it is new.
    pub(super) fn insert(&mut self, stones: &[u64], device: Cell) -> (PositionNumber, bool) {
        let tag = tag(stones, device);
        let mut slot = self.slot(stones, device, tag);
        if !self.slots[slot].is_empty() {
            return (self.slots[slot].place, false);
        }
        if 2 * (self.len() + 1) > self.slots.len() {
            self.grow();
            slot = self.slot(stones, device, tag);
        }
        let place = self.len() as PositionNumber;
        self.slots[slot] = Slot { place, tag };
        self.stones.extend_from_slice(stones);
        self.devices.push(device);
        (place, true)
    }

    fn slot(&self, stones: &[u64], device: Cell, tag: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = tag as usize & mask;
        loop {
            let slot = self.slots[at];
            let is_same = |place| self.device(place) == device && self.stones(place) == stones;
            if slot.is_empty() || slot.tag == tag && is_same(slot.place) {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let larger = vec![EMPTY; self.slots.len() * 2];
        let mask = larger.len() - 1;
        for slot in std::mem::replace(&mut self.slots, larger) {
            if slot.is_empty() {
                continue;
            }
            let mut at = slot.tag as usize & mask;
            while !self.slots[at].is_empty() {
                at = (at + 1) & mask;
            }
            self.slots[at] = slot;
        }
    }
}

fn tag(stones: &[u64], device: Cell) -> u32 {
    hash(stones, device) as u32
}

pub(super) fn hash(stones: &[u64], device: Cell) -> u64 {
    let mut sum = u64::from(device).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x243f_6a88_85a3_08d3;
    for &word in stones {
        let product =
            u128::from(sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834);
        sum = (product >> 64) as u64 ^ product as u64;
        sum = sum.wrapping_mul(0xc2b2_ae3d_27d4_eb4f) ^ sum >> 29;
    }
    sum ^ sum >> 32
}
