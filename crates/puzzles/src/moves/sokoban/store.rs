//! Positions that were seen, each kept once: a set of stones and a cell of the device.

use super::maze::Cell;

/// Number of a stored position.
pub(super) type PositionNumber = u32;

const EMPTY: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct PositionStore {
    words: usize,
    stones: Vec<u64>,
    devices: Vec<Cell>,
    /// Hash table with linear probing; at most half full.
    slots: Vec<u32>,
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
        self.stones.capacity() * 8 + self.devices.capacity() * 2 + self.slots.capacity() * 4
    }

    /// Returns the number of a position, if it is stored.
    pub(super) fn find(&self, stones: &[u64], device: Cell) -> Option<PositionNumber> {
        let slot = self.slot(stones, device);
        (self.slots[slot] != EMPTY).then(|| self.slots[slot])
    }

    /// Stores a position; returns its number and whether it is new.
    pub(super) fn insert(&mut self, stones: &[u64], device: Cell) -> (PositionNumber, bool) {
        let mut slot = self.slot(stones, device);
        if self.slots[slot] != EMPTY {
            return (self.slots[slot], false);
        }
        if 2 * (self.len() + 1) > self.slots.len() {
            self.grow();
            slot = self.slot(stones, device);
        }
        let place = self.len() as PositionNumber;
        self.slots[slot] = place;
        self.stones.extend_from_slice(stones);
        self.devices.push(device);
        (place, true)
    }

    fn slot(&self, stones: &[u64], device: Cell) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(stones, device) as usize & mask;
        loop {
            let place = self.slots[slot];
            if place == EMPTY
                || self.devices[place as usize] == device && self.stones(place) == stones
            {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        self.slots = vec![EMPTY; self.slots.len() * 2];
        let mask = self.slots.len() - 1;
        for place in 0..self.len() as PositionNumber {
            let mut slot = hash(self.stones(place), self.device(place)) as usize & mask;
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = place;
        }
    }
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
