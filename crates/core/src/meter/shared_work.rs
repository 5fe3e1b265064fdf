//! Work that helpers of a meter have done on other threads.

use super::Meter;
use crate::{Improvement, Tally};

/// Work done by a helper on another thread.
#[derive(Debug, Clone, Default)]
pub struct SharedWork {
    pub(super) tally: Tally,
    pub(super) trace: Vec<Improvement>,
}

impl SharedWork {
    /// Adds work that was done after this.
    pub fn extend(&mut self, next: SharedWork) {
        let before = self.tally;
        let later = next.trace.into_iter();
        self.trace
            .extend(later.map(|found| Improvement { tally: before.and(found.tally), ..found }));
        self.tally = before.and(next.tally);
    }
}

impl<'a> Meter<'a> {
    /// Like [`Meter::helper`], for a helper whose slice ends with this one.
    pub fn helper_in_slice(&self, evaluations: u64, nodes: u64) -> Meter<'a> {
        Meter { slice_end: self.slice_end, ..self.helper(evaluations, nodes) }
    }

    /// Returns the work that a helper did.
    pub fn into_part(self) -> SharedWork {
        SharedWork { tally: self.tally, trace: self.trace }
    }
}
