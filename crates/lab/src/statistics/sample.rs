//! Samples: at least one number, all finite and of sensible size, in ascending order.
//!
//! The statistics of one sample do not depend on the order of measurement, and most need sorted
//! numbers. Checking and sorting once makes all of them total functions.

use std::fmt;

/// Reasons why data cannot be analysed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataError {
    /// A given or computed number is NaN, infinite or too large (beyond 1e60).
    OutOfRange,
    /// A logarithm is needed of a number that is not positive.
    NotPositive,
    /// Fewer data than the method needs.
    TooFew {
        /// Number that the method needs.
        needed: usize,
        /// Number that was given.
        given: usize,
    },
    /// Two lists that should be paired differ in length.
    Unpaired {
        /// Length of the first list.
        left: usize,
        /// Length of the second list.
        right: usize,
    },
    /// More successes than trials.
    TooManySuccesses,
}

/// Largest number allowed: fourth powers, which least squares need, can still be summed.
const LARGEST: f64 = 1e60;

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DataError::OutOfRange => write!(f, "a number is not finite or too large"),
            DataError::NotPositive => write!(f, "a number is not positive"),
            DataError::TooFew { needed, given } => {
                write!(f, "{given} given where {needed} are needed")
            }
            DataError::Unpaired { left, right } => {
                write!(f, "lists of lengths {left} and {right} cannot be paired")
            }
            DataError::TooManySuccesses => write!(f, "more successes than trials"),
        }
    }
}

impl std::error::Error for DataError {}

/// At least one number, all finite and of sensible size, in ascending order.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    ascending: Vec<f64>,
}

impl Sample {
    /// Creates a sample from numbers in any order.
    pub fn new(mut values: Vec<f64>) -> Result<Self, DataError> {
        at_least(1, values.len())?;
        all_in_range(&values)?;
        values.sort_by(f64::total_cmp);
        Ok(Sample { ascending: values })
    }

    /// Creates a sample of the differences left minus right, pair by pair.
    pub fn differences(left: &[f64], right: &[f64]) -> Result<Self, DataError> {
        paired(left.len(), right.len())?;
        Sample::new(left.iter().zip(right).map(|(left, right)| left - right).collect())
    }

    /// Returns the numbers in ascending order.
    pub fn ascending(&self) -> &[f64] {
        &self.ascending
    }

    /// Number of values; never 0.
    pub fn count(&self) -> usize {
        self.ascending.len()
    }
}

pub(super) fn all_in_range(values: &[f64]) -> Result<(), DataError> {
    if values.iter().all(|value| value.abs() <= LARGEST) {
        Ok(())
    } else {
        Err(DataError::OutOfRange)
    }
}

pub(super) fn at_least(needed: usize, given: usize) -> Result<(), DataError> {
    if given >= needed { Ok(()) } else { Err(DataError::TooFew { needed, given }) }
}

pub(super) fn paired(left: usize, right: usize) -> Result<(), DataError> {
    if left == right { Ok(()) } else { Err(DataError::Unpaired { left, right }) }
}

/// Helpers for the tests of the statistics modules.
#[cfg(test)]
pub(super) mod testing {
    use super::Sample;

    /// Creates a sample from numbers that are known to be valid.
    pub(crate) fn sample(values: &[f64]) -> Sample {
        Sample::new(values.to_vec()).expect("finite numbers")
    }

    /// Fails unless the two agree to nine significant digits, or to eleven decimals for small
    /// numbers.
    #[track_caller]
    pub(crate) fn assert_close(ours: f64, reference: f64) {
        let tolerance = 1e-9 * reference.abs().max(1e-2);
        assert!((ours - reference).abs() <= tolerance, "ours {ours}, reference {reference}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sensible_numbers_and_at_least_one_come_in() {
        assert_eq!(Sample::new(vec![]), Err(DataError::TooFew { needed: 1, given: 0 }));
        assert_eq!(Sample::new(vec![1.0, f64::NAN]), Err(DataError::OutOfRange));
        assert_eq!(Sample::new(vec![f64::INFINITY]), Err(DataError::OutOfRange));
        assert_eq!(Sample::new(vec![f64::MAX]), Err(DataError::OutOfRange));
        assert_eq!(Sample::new(vec![3.0, -1.0, 2.0]).unwrap().ascending(), [-1.0, 2.0, 3.0]);
    }

    #[test]
    fn differences_need_pairs() {
        assert_eq!(
            Sample::differences(&[1.0], &[]),
            Err(DataError::Unpaired { left: 1, right: 0 })
        );
        assert_eq!(Sample::differences(&[5.0, 1.0], &[2.0, 1.0]).unwrap().ascending(), [0.0, 3.0]);
    }
}
