//! Worlds reached so far, by key, each with the stocks it was reached with. A world with no more in
//! stock than an equal one before it can be pruned, since the earlier one could reach everything
//! that it can.

use rustc_hash::FxHashMap;

/// Keys with their stocks; no stock is less than or equal to an earlier one of the same key.
pub(super) struct DominanceTable<T> {
    first: FxHashMap<u128, Entry<T>>,
    /// Further stocks of keys that have several.
    more: Vec<Entry<T>>,
}

#[derive(Clone, Copy)]
struct Entry<T> {
    stock: T,
    /// Index in `more` of the key's next stock, counted from 1; 0 after the last.
    next: u32,
}

impl<T: Copy + PartialOrd> DominanceTable<T> {
    pub(super) fn new() -> Self {
        DominanceTable { first: FxHashMap::default(), more: Vec::new() }
    }

    /// Whether a world is to be searched; if so, it is recorded.
    pub(super) fn admits(&mut self, name: u128, stock: T) -> bool {
        let Some(first) = self.first.get_mut(&name) else {
            self.first.insert(name, Entry { stock, next: 0 });
            return true;
        };
        let is_covered = |by: Entry<T>| stock <= by.stock;
        let mut entry = *first;
        while !is_covered(entry) {
            if entry.next == 0 {
                self.more.push(*first);
                let place = u32::try_from(self.more.len())
                    .expect("four thousand million do not fit in memory");
                *first = Entry { stock, next: place };
                return true;
            }
            entry = self.more[entry.next as usize - 1];
        }
        false
    }

    pub(super) fn len(&self) -> usize {
        self.first.len() + self.more.len()
    }

    pub(super) fn bytes(&self) -> usize {
        // One control byte for each slot of the table.
        self.first.capacity() * (size_of::<(u128, Entry<T>)>() + 1)
            + self.more.capacity() * size_of::<Entry<T>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    #[derive(Clone, Copy, PartialEq)]
    struct Pair(u8, u8);

    impl PartialOrd for Pair {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            match (self.0.cmp(&other.0), self.1.cmp(&other.1)) {
                (one, another) if one == another => Some(one),
                (Ordering::Equal, order) | (order, Ordering::Equal) => Some(order),
                _ => None,
            }
        }
    }

    #[test]
    fn only_a_stock_that_no_earlier_one_covers_is_let_through() {
        let mut table = DominanceTable::new();
        assert!(table.admits(1, Pair(2, 2)) && table.admits(2, Pair(0, 0)));
        assert!(
            !table.admits(1, Pair(2, 2))
                && !table.admits(1, Pair(0, 2))
                && !table.admits(1, Pair(1, 1))
        );
        assert!(table.admits(1, Pair(3, 0)) && table.admits(1, Pair(0, 3)));
        assert!(
            !table.admits(1, Pair(3, 0))
                && !table.admits(1, Pair(0, 3))
                && !table.admits(1, Pair(2, 1))
        );
        assert!(table.admits(1, Pair(3, 3)));
        assert!(
            [(3, 3), (2, 2), (3, 0)]
                .into_iter()
                .all(|(one, other)| !table.admits(1, Pair(one, other)))
        );
        assert!(!table.admits(2, Pair(0, 0)) && table.admits(2, Pair(0, 1)));
        assert_eq!(table.len(), 6);
    }
}
