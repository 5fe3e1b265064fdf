//! Storage for the states of an open list.

/// Index of an entry in [`Slots`].
pub(super) type Slot = u32;

/// Storage for open nodes, so that the heap moves small entries instead of states. Free slots are
/// used again.
pub(super) struct Slots<T> {
    places: Vec<Option<T>>,
    free: Vec<Slot>,
}

impl<T> Slots<T> {
    pub(super) fn new() -> Self {
        Slots { places: Vec::new(), free: Vec::new() }
    }

    pub(super) fn put(&mut self, item: T) -> Slot {
        if let Some(slot) = self.free.pop() {
            self.places[slot as usize] = Some(item);
            return slot;
        }
        self.places.push(Some(item));
        Slot::try_from(self.places.len() - 1)
            .expect("four thousand million states do not fit in memory")
    }

    pub(super) fn take(&mut self, slot: Slot) -> T {
        self.free.push(slot);
        self.places[slot as usize].take().expect("a slot is taken once for each time it is filled")
    }

    pub(super) fn get(&self, slot: Slot) -> Option<&T> {
        self.places[slot as usize].as_ref()
    }

    pub(super) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<Option<T>>() + self.free.capacity() * size_of::<Slot>()
    }
}
