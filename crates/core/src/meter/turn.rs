//! Turns of a portfolio's members: each ends after some work, and holds a share of the memory.

use crate::{Halt, Meter};

/// The turn of a member.
#[derive(Debug, Clone, Copy)]
pub struct Turn {
    /// Total work at which the turn ends at the latest, between two steps.
    pub end: u64,
    /// Number of members that share the memory limit.
    pub sharing: u64,
    /// Bytes that the member holds.
    pub bytes: u64,
    /// Whether the member has used up its share of the memory, so that it cannot go on.
    pub is_full: bool,
}

impl Meter<'_> {
    /// Lets a search work for a turn. A member that alone has the whole memory stops the run when
    /// it is used up; one that shares it only ends its turn.
    pub fn in_turn<T>(&mut self, turn: &mut Turn, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.turn_end, self.memory_share, self.bytes);
        self.turn_end = turn.end.min(self.turn_end);
        self.memory_share = self.memory().map(|whole| whole / turn.sharing.max(1));
        self.bytes = turn.bytes;
        let done = work(self);
        turn.bytes = self.bytes;
        turn.is_full = self.memory_share.is_some_and(|share| self.bytes >= share);
        if turn.is_full && turn.sharing > 1 && self.halted == Some(Halt::Memory) {
            self.halted = None;
        }
        (self.turn_end, self.memory_share, self.bytes) = before;
        done
    }
}
