//! The moment after the limits in which an answer is brought to its end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A moment after the limits.
#[derive(Debug)]
pub struct Overtime<'a> {
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
    end: Option<Instant>,
}

/// How long a run may take after its time is over, to bring its answer to an end.
const OVERTIME: Duration = Duration::from_millis(150);

impl<'a> Overtime<'a> {
    pub(super) fn new(deadline: Option<Instant>, stop: &'a AtomicBool) -> Self {
        Overtime { deadline, stop, end: None }
    }

    /// Whether there is still time.
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
