//! When a population is given up: rounds without progress, and then a fresh start.

use super::merit::Merit;

/// Counts the rounds since the best game since the last fresh start was found.
#[derive(Debug, Clone)]
pub struct Patience {
    most: u64,
    best: Option<Merit>,
    stale: u64,
}

impl Patience {
    /// Allows this many rounds without progress.
    pub fn new(most: u64) -> Self {
        Patience { most, best: None, stale: 0 }
    }

    /// Ends a round with this best game; returns whether a fresh start is due. Then the best is
    /// forgotten.
    pub fn is_over_after(&mut self, best: Option<Merit>) -> bool {
        if best > self.best {
            (self.best, self.stale) = (best, 0);
        } else {
            self.stale += 1;
        }
        let is_over = self.stale >= self.most;
        if is_over {
            (self.best, self.stale) = (None, 0);
        }
        is_over
    }

    /// Number of rounds without progress.
    pub fn stale(&self) -> u64 {
        self.stale
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worth::Worth;

    #[test]
    fn a_fresh_start_is_due_after_rounds_without_progress() {
        let mut patience = Patience::new(2);
        let mut round = |score| {
            let merit = Merit { worth: Worth { solved: true, score }, nearness: 0 };
            patience.is_over_after(Some(merit))
        };
        assert_eq!([3, 3, 4, 4, 1].map(&mut round), [false, false, false, false, true]);
        assert!(!round(0), "a new best after the fresh start");
    }
}
