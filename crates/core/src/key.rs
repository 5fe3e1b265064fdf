//! Keys for closed lists and transposition tables.

use std::hash::{Hash, Hasher};

/// Returns a 128-bit key of any hashable state, the same on every machine of one word size and byte
/// order.
///
/// Uses two multiply-and-fold lanes with different constants. That is enough for closed lists,
/// where an accidental match would silently lose a state. Never store a key: it may change from one
/// version to the next.
pub fn key_of(state: &impl Hash) -> u128 {
    let mut lanes = Lanes { high: 0x243f_6a88_85a3_08d3, low: 0x1319_8a2e_0370_7344 };
    state.hash(&mut lanes);
    (u128::from(lanes.high) << 64) | u128::from(lanes.low)
}

struct Lanes {
    high: u64,
    low: u64,
}

/// Folds the high and low halves of the product, so that every bit of `a` and `b` affects every
/// output bit.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

impl Hasher for Lanes {
    fn write_u64(&mut self, word: u64) {
        self.high =
            fold(self.high ^ word, 0x9e37_79b9_7f4a_7c15).wrapping_add(0xa409_3822_299f_31d1);
        self.low = fold(self.low.rotate_left(23) ^ word, 0xc2b2_ae3d_27d4_eb4f)
            .wrapping_add(0x082e_fa98_ec4e_6c89);
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
        self.write_u64(bytes.len() as u64);
    }
    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }
    fn write_u16(&mut self, value: u16) {
        self.write_u64(u64::from(value));
    }
    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }
    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
    fn finish(&self) -> u64 {
        self.low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn small_differences_give_different_keys_in_both_halves() {
        let mut high = HashSet::new();
        let mut low = HashSet::new();
        for a in 0u16..300 {
            for b in 0u8..200 {
                let key = key_of(&(a, vec![b; usize::from(b % 3)], b));
                assert!(high.insert((key >> 64) as u64) && low.insert(key as u64), "{a} {b}");
            }
        }
    }
}
