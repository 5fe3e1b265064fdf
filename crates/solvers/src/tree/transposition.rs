//! A transposition table: stores bounds on a state's best continuation by the state's key.
//!
//! Entries of 16 bytes in buckets of four. When a bucket is full, the entry that took the least
//! work is replaced, so the table never exceeds its limit and the search never stops for lack of
//! memory. It starts small, because a table that fits the caches is twice as fast, and doubles in
//! place: the keys' own bits decide where an entry moves. An entry is recognised by 96 bits of its
//! key. With 10^9 entries and 10^10 lookups the probability of ever confusing two states is below
//! 10^-10.

use quarry_core::Score;

/// Bound on the gain of a state's best continuation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TableBound {
    /// Upper bound on the gain.
    pub(crate) at_most: Score,
    /// Whether the bound is reached.
    pub(crate) exact: bool,
}

const WAYS: usize = 4;
const SMALLEST: usize = 1 << 12;

/// `check` is the key's low half; `rest` is 32 bits of its high half, the value (24 bits), whether
/// it is exact (1), and the weight (7): the binary logarithm of the nodes searched for it, 0 in a
/// free slot.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    check: u64,
    rest: u64,
}

const CHECK: u64 = !0 << 32;
const EXACT: u64 = 1 << 7;
const WEIGHT: u64 = EXACT - 1;
/// Values that do not fit into their 24 bits are not kept.
const LARGEST: Score = (1 << 23) - 1;
/// Stands for a state from which no answer can be reached.
pub(crate) const HOPELESS: Score = -LARGEST;

impl Entry {
    fn new(key: u128, known: TableBound, work: u64) -> Self {
        let value = u64::from(known.at_most as u32) << 8 & !CHECK;
        let weight = u64::from(work.max(1).ilog2() + 1);
        Entry {
            check: key as u64,
            rest: (key >> 64) as u64 & CHECK | value | (u64::from(known.exact) << 7) | weight,
        }
    }

    fn weight(self) -> u64 {
        self.rest & WEIGHT
    }

    fn is_of(self, key: u128) -> bool {
        self.check == key as u64
            && (self.rest ^ (key >> 64) as u64) & CHECK == 0
            && self.weight() > 0
    }

    fn known(self) -> TableBound {
        // Shifted as a signed number, so that the sign of the 24 bits is kept.
        TableBound { at_most: Score::from(self.rest as i32 >> 8), exact: self.rest & EXACT != 0 }
    }
}

/// A table of bounds by key.
pub(crate) struct TranspositionTable {
    entries: Vec<Entry>,
    /// Number of bits of a key that choose its bucket: the top ones of its low half.
    bits: u32,
    most_bits: u32,
    filled: usize,
}

impl TranspositionTable {
    /// Creates an empty table of at most `bytes`, but with room for at least a few thousand states.
    pub(crate) fn new(bytes: u64) -> Self {
        let buckets = (bytes / (WAYS * size_of::<Entry>()) as u64).max(SMALLEST as u64);
        let bits = SMALLEST.ilog2();
        TranspositionTable {
            entries: vec![Entry::default(); WAYS << bits],
            bits,
            most_bits: buckets.ilog2(),
            filled: 0,
        }
    }

    /// Number of states in the table.
    pub(crate) fn len(&self) -> usize {
        self.filled
    }

    fn bucket(&self, key: u128) -> usize {
        WAYS * (key as u64 >> (64 - self.bits)) as usize
    }

    /// Looks up the bound of a state.
    #[inline]
    pub(crate) fn get(&self, key: u128) -> Option<TableBound> {
        let first = self.bucket(key);
        self.entries[first..first + WAYS]
            .iter()
            .find(|entry| entry.is_of(key))
            .map(|entry| entry.known())
    }

    /// Stores the bound of a state, found after `work` nodes.
    pub(crate) fn put(&mut self, key: u128, mut known: TableBound, work: u64) {
        if known.at_most <= HOPELESS {
            known = TableBound { at_most: HOPELESS, exact: false };
        }
        if !(-LARGEST..=LARGEST).contains(&known.at_most) {
            return;
        }
        let first = self.bucket(key);
        let bucket = &mut self.entries[first..first + WAYS];
        let place = bucket.iter().position(|entry| entry.is_of(key));
        let place =
            place.or_else(|| (0..WAYS).min_by_key(|&place| bucket[place].weight())).unwrap_or(0);
        let was_free = bucket[place].weight() == 0;
        bucket[place] = Entry::new(key, known, work);
        if was_free {
            self.filled += 1;
            if self.filled > self.entries.len() / 2 && self.bits < self.most_bits {
                self.double();
            }
        }
    }

    /// Splits every bucket into two; the next bit of its key decides where an entry goes.
    #[cold]
    fn double(&mut self) {
        let buckets = 1usize << self.bits;
        self.bits += 1;
        self.entries.resize(WAYS << self.bits, Entry::default());
        for old in (0..buckets).rev() {
            let mut halves = [Entry::default(); 2 * WAYS];
            let mut ends = [0, WAYS];
            for entry in &self.entries[old * WAYS..(old + 1) * WAYS] {
                if entry.weight() > 0 {
                    let half = (entry.check >> (64 - self.bits)) as usize & 1;
                    halves[ends[half]] = *entry;
                    ends[half] += 1;
                }
            }
            self.entries[2 * old * WAYS..2 * (old + 1) * WAYS].copy_from_slice(&halves);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry_core::Rng;

    fn key(rng: &mut Rng) -> u128 {
        u128::from(rng.bits()) << 64 | u128::from(rng.bits())
    }

    #[test]
    fn everything_is_found_again_while_there_is_room() {
        let mut rng = Rng::new(1);
        let mut table = TranspositionTable::new(64 << 20);
        let entries: Vec<_> = (0..200_000)
            .map(|index| {
                (
                    key(&mut rng),
                    TableBound {
                        at_most: Score::from(rng.bits() as i32 >> 9),
                        exact: index % 3 == 0,
                    },
                )
            })
            .collect();
        for &(key, known) in &entries {
            table.put(key, known, 1);
        }
        let lost = entries.iter().filter(|&&(key, known)| table.get(key) != Some(known)).count();
        // Buckets overflow now and then although the table is at most half full.
        assert!(lost < entries.len() / 10, "{lost}");
        assert!(table.len() + lost >= entries.len());
        assert_eq!(table.get(key(&mut rng)), None);
    }

    #[test]
    fn the_newest_word_on_a_state_counts_and_extremes_are_kept() {
        let mut table = TranspositionTable::new(0);
        for value in [0, 5, -5, LARGEST, 1 - LARGEST] {
            table.put(7 << 70 | 9, TableBound { at_most: value, exact: true }, 3);
            assert_eq!(table.get(7 << 70 | 9), Some(TableBound { at_most: value, exact: true }));
        }
        assert_eq!(table.len(), 1);
        table.put(11 << 64 | 12, TableBound { at_most: Score::MIN / 4, exact: true }, 3);
        assert_eq!(table.get(11 << 64 | 12).map(|known| known.at_most), Some(HOPELESS));
        table.put(1 << 90, TableBound { at_most: LARGEST + 1, exact: true }, 3);
        assert_eq!(table.get(1 << 90), None, "too large to be stored");
    }

    #[test]
    fn a_full_table_keeps_what_took_most_work() {
        let mut rng = Rng::new(2);
        let mut table = TranspositionTable::new(0);
        let dear = key(&mut rng);
        table.put(dear, TableBound { at_most: 1, exact: true }, 1 << 40);
        for _ in 0..20 * WAYS * SMALLEST {
            table.put(key(&mut rng), TableBound { at_most: 2, exact: false }, 1);
        }
        assert_eq!(table.entries.len(), WAYS * SMALLEST, "the table stays within its limit");
        assert_eq!(table.get(dear), Some(TableBound { at_most: 1, exact: true }));
    }
}
