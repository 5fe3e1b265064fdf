//! The moment after the limits, in which the game of an answer is finished.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Time left to finish the game of an answer, until shortly after the limits.
#[derive(Debug)]
pub struct Overtime<'a> {
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    end: Option<Instant>,
}

/// How long a run may take after its time is up to finish the game of its answer.
const OVERTIME: Duration = Duration::from_millis(150);

impl<'a> Overtime<'a> {
    pub(super) fn new(deadline: Option<Instant>, stop: &'a AtomicBool) -> Self {
        Overtime { deadline, stop, end: None }
    }

    /// Returns whether there is still time.
    pub fn goes_on(&mut self) -> bool {
        let now = Instant::now();
        let is_late = self.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| now >= deadline);
        if is_late && self.end.is_none() {
            self.end = now.checked_add(OVERTIME);
        }
        self.end.is_none_or(|end| now < end)
    }
}
