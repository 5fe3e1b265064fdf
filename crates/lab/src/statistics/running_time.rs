//! Running time to success when some runs fail.
//!
//! The expected running time (ERT; Price 1997, Auger and Hansen 2005) is the cost of restarting
//! until success: the work of all runs, including failed ones, divided by the number of successes.
//! It makes a fast but unreliable solver comparable with a slow and reliable one.

use super::{DataError, Proportion};

/// Cost of one run, and whether it succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempt {
    /// Work until success, or until the run gave up.
    pub spent: u64,
    /// Whether the run reached its target.
    pub success: bool,
}

/// Cost of at least one attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunningTime {
    /// Share of successful attempts.
    pub success_rate: Proportion,
    spent: u64,
}

impl RunningTime {
    /// Computes the running time from these attempts.
    pub fn of(attempts: &[Attempt]) -> Result<Self, DataError> {
        let successes = attempts.iter().filter(|attempt| attempt.success).count();
        let success_rate = Proportion::new(successes as u64, attempts.len() as u64)?;
        // Saturating: beyond 2^64 the digits do not matter, and nothing may panic.
        let spent = attempts.iter().fold(0, |sum: u64, attempt| sum.saturating_add(attempt.spent));
        Ok(RunningTime { success_rate, spent })
    }

    /// Returns the expected work until success; `None` if no attempt succeeded.
    pub fn expected(&self) -> Option<f64> {
        let successes = self.success_rate.successes();
        (successes > 0).then(|| self.spent as f64 / successes as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(spent: u64, success: bool) -> Attempt {
        Attempt { spent, success }
    }

    /// Calculated by hand, and by the equivalent formula of Auger and Hansen (2005): with mean cost
    /// 20 of a success, 100 of a failure and success rate 1/2, ERT = 20 + (1 - 1/2) / (1/2) * 100 =
    /// 120.
    #[test]
    fn failures_are_paid_for() {
        let time = RunningTime::of(&[
            attempt(10, true),
            attempt(30, true),
            attempt(100, false),
            attempt(100, false),
        ])
        .unwrap();
        assert_eq!(time.expected(), Some(120.0));
        assert_eq!(time.success_rate.share(), 0.5);
    }

    #[test]
    fn without_success_the_time_is_unknown_and_without_attempts_there_is_none() {
        assert_eq!(RunningTime::of(&[attempt(10, false)]).unwrap().expected(), None);
        assert_eq!(RunningTime::of(&[attempt(10, true)]).unwrap().expected(), Some(10.0));
        assert_eq!(RunningTime::of(&[]), Err(DataError::TooFew { needed: 1, given: 0 }));
        let endless = [attempt(u64::MAX, true), attempt(u64::MAX, true)];
        assert!(RunningTime::of(&endless).unwrap().expected().is_some());
    }
}
