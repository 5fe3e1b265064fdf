//! Numbers that are fit for statistics: at least one, all finite and of sensible size, in ascending
//! order.
//!
//! The statistics of one sample do not depend on the order of measurement, and most want the
//! numbers sorted. Checking and sorting once makes all of them total functions.

use std::fmt;

/// Why data cannot be analysed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataError {
    /// A number, given or to be found, is NaN, infinite or beyond all sense (1e60).
    OutOfRange,
    /// A logarithm is needed of a number that has none.
    NotPositive,
    /// Fewer data than the method needs.
    TooFew {
        /// What the method needs.
        needed: usize,
        /// What there is.
        given: usize,
    },
    /// Two lists that belong together differ in length.
    Unpaired {
        /// The length of the first.
        left: usize,
        /// The length of the other.
        right: usize,
    },
    /// More successes than trials.
    TooManySuccesses,
}

/// Fourth powers of such numbers, as least squares need them, can still be summed.
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
                write!(f, "lists of {left} and {right} cannot be paired")
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
    /// The sample of these numbers, in whatever order they came.
    pub fn new(mut values: Vec<f64>) -> Result<Self, DataError> {
        at_least(1, values.len())?;
        all_in_range(&values)?;
        values.sort_by(f64::total_cmp);
        Ok(Sample { ascending: values })
    }

    /// What the left one has more than the right one, pair by pair.
    pub fn differences(left: &[f64], right: &[f64]) -> Result<Self, DataError> {
        paired(left.len(), right.len())?;
        Sample::new(left.iter().zip(right).map(|(left, right)| left - right).collect())
    }

    /// The numbers, ascending.
    pub fn ascending(&self) -> &[f64] {
        &self.ascending
    }

    /// How many numbers; never 0.
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

/// Shared by the tests of this module.
#[cfg(test)]
pub(super) mod testing {
    use super::Sample;

    /// The sample of numbers known to be good.
    pub(crate) fn sample(values: &[f64]) -> Sample {
        Sample::new(values.to_vec()).expect("finite numbers")
    }

    /// Fails unless the two agree to nine digits, or to eleven places where these are fewer.
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
