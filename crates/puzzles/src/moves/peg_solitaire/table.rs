//! Hash tables of positions: open addressing, one word a position, and nothing else for sets. No
//! position is empty, so that 0 marks a free place.

use super::bits::Bits;

/// Values by position; `Table<B, ()>` is a set.
#[derive(Debug)]
pub(super) struct Table<B, V> {
    keys: Vec<B>,
    values: Vec<V>,
    filled: usize,
    /// Number of places beyond which the table does not grow.
    most_places: usize,
}

/// The effect of [`Table::entry`].
pub(super) enum HashEntry<'t, V> {
    /// The position is new; its value is the default.
    New(&'t mut V),
    /// The position was there.
    Old(&'t mut V),
}

const FIRST_PLACES: usize = 1 << 10;

impl<B: Bits, V: Copy + Default> Table<B, V> {
    /// Creates a table that may take this many bytes.
    pub(super) fn new(most_bytes: u64) -> Self {
        let most = usize::try_from(most_bytes).unwrap_or(usize::MAX) / Self::PLACE;
        // Rounded down to a power of two. While a table grows, the old one is there too.
        let most_places = if most < 2 * FIRST_PLACES { FIRST_PLACES } else { 1 << most.ilog2() };
        Table {
            keys: vec![B::default(); FIRST_PLACES],
            values: vec![V::default(); FIRST_PLACES],
            filled: 0,
            most_places,
        }
    }

    /// Bytes of a place.
    const PLACE: usize = size_of::<B>() + size_of::<V>();

    /// Returns the bytes that the table takes.
    pub(super) fn bytes(&self) -> usize {
        self.keys.len() * Self::PLACE
    }

    pub(super) fn len(&self) -> usize {
        self.filled
    }

    /// Forgets all positions, but keeps the places.
    pub(super) fn clear(&mut self) {
        if self.filled > 0 {
            self.keys.fill(B::default());
            self.values.fill(V::default());
            self.filled = 0;
        }
    }

    /// Returns whether the next new position may find no place.
    pub(super) fn is_full(&self) -> bool {
        !self.has_room(1)
    }

    /// Returns whether this many new positions find a place.
    pub(super) fn has_room(&self, positions: usize) -> bool {
        self.keys.len() < self.most_places || (self.filled + positions) * 8 <= self.keys.len() * 7
    }

    /// Returns the value of a position, if it is there.
    pub(super) fn get(&self, key: B) -> Option<V> {
        let place = self.place(key);
        (self.keys[place] == key).then(|| self.values[place])
    }

    pub(super) fn contains(&self, key: B) -> bool {
        self.keys[self.place(key)] == key
    }

    fn place(&self, key: B) -> usize {
        let mask = self.keys.len() - 1;
        let mut place = key.mixed() as usize & mask;
        while self.keys[place] != key && self.keys[place] != B::default() {
            place = (place + 1) & mask;
        }
        place
    }

    /// Returns the value of a position, which is put into the table if it is new. The table must not
    /// be full.
    pub(super) fn entry(&mut self, key: B) -> HashEntry<'_, V> {
        if self.keys.len() < self.most_places && self.filled * 3 >= self.keys.len() * 2 {
            self.grow();
        }
        assert!(!self.is_full(), "a full table takes nothing new");
        let place = self.place(key);
        if self.keys[place] == key {
            return HashEntry::Old(&mut self.values[place]);
        }
        self.keys[place] = key;
        self.filled += 1;
        HashEntry::New(&mut self.values[place])
    }

    /// Puts a position into a set and returns whether it is new. A full table takes nothing new.
    pub(super) fn insert(&mut self, key: B) -> bool {
        if self.is_full() {
            return !self.contains(key);
        }
        matches!(self.entry(key), HashEntry::New(_))
    }

    fn grow(&mut self) {
        let places = 2 * self.keys.len();
        let keys = std::mem::replace(&mut self.keys, vec![B::default(); places]);
        let values = std::mem::replace(&mut self.values, vec![V::default(); places]);
        for (key, value) in keys.into_iter().zip(values) {
            if key != B::default() {
                let place = self.place(key);
                self.keys[place] = key;
                self.values[place] = value;
            }
        }
    }

    /// Returns all positions with their values, in no particular order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (B, V)> + '_ {
        let filled = self.keys.iter().zip(&self.values).filter(|(key, _)| **key != B::default());
        filled.map(|(&key, &value)| (key, value))
    }
}
