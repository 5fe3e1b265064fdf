//! Mean lifetimes of things that end by chance: from observed lifetimes, some of them cut short, or
//! from rates.
//!
//! * [`Lifetimes`]: exponential lifetimes, some of them cut short. Leaving these out would bias the
//!   mean, so it is the total observed time divided by the number of ends (maximum likelihood),
//!   with exact intervals;
//! * [`ratio`]: a mean as the total amount divided by the total count over many stretches, for any
//!   distribution.

use statrs::distribution::{ChiSquared, ContinuousCDF, StudentsT};

use super::interval::tail_of;
use super::sample::{all_in_range, at_least, paired};
use super::{DataError, Interval};

/// Exponential lifetimes, each observed to its end or until it was cut short.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lifetimes {
    total: f64,
    ended: u64,
    cut: u64,
}

impl Lifetimes {
    /// Creates lifetimes from the total observed time, the number of ends and the number that were
    /// cut short.
    pub fn new(total: f64, ended: u64, cut: u64) -> Result<Self, DataError> {
        at_least(1, (ended + cut) as usize)?;
        all_in_range(&[total])?;
        if total < 0.0 { Err(DataError::NotPositive) } else { Ok(Lifetimes { total, ended, cut }) }
    }

    /// Returns the maximum-likelihood mean; `None` if nothing has ended.
    pub fn mean(self) -> Option<f64> {
        (self.ended > 0).then(|| self.total / self.ended as f64)
    }

    /// Returns the interval of the mean. It is exact if nothing was cut short (Epstein and Sobel
    /// 1953), and if everything was observed for a time that was fixed in advance. If nothing has
    /// ended, there is only a lower end.
    pub fn interval(self, level: f64) -> Interval {
        let tail = tail_of(level);
        let quantile = |freedom: u64, share: f64| {
            ChiSquared::new(freedom as f64)
                .expect("a positive number of degrees of freedom")
                .inverse_cdf(share)
        };
        // One more end might have occurred in the remaining time.
        let most = 2 * self.ended + if self.cut > 0 { 2 } else { 0 };
        let low = 2.0 * self.total / quantile(most, 1.0 - tail);
        let high = if self.ended == 0 {
            f64::INFINITY
        } else {
            2.0 * self.total / quantile(2 * self.ended, tail)
        };
        Interval { low, high, level }
    }
}

/// Returns the total amount divided by the total count, both measured in independent stretches,
/// with an interval from the spread of the stretches (the delta method on the logarithm, with
/// Student's distribution). The interval is reliable from about thirty stretches on.
pub fn ratio(brought: &[f64], counts: &[f64], level: f64) -> Result<(f64, Interval), DataError> {
    paired(brought.len(), counts.len())?;
    at_least(2, counts.len())?;
    all_in_range(brought)?;
    all_in_range(counts)?;
    let (whole, count): (f64, f64) = (brought.iter().sum(), counts.iter().sum());
    if whole <= 0.0 || count <= 0.0 {
        return Err(DataError::NotPositive);
    }
    let (ratio, stretches) = (whole / count, counts.len() as f64);
    let square = |(brought, count): (&f64, &f64)| (brought - ratio * count).powi(2);
    let squares: f64 = brought.iter().zip(counts).map(square).sum();
    let spread = (squares * stretches / (stretches - 1.0)).sqrt() / whole;
    let student =
        StudentsT::new(0.0, 1.0, stretches - 1.0).expect("a positive number of degrees of freedom");
    let reach = (student.inverse_cdf(1.0 - tail_of(level)) * spread).exp();
    Ok((ratio, Interval { low: ratio / reach, high: ratio * reach, level }))
}

#[cfg(test)]
mod tests {
    use quarry_core::Rng;

    use super::super::sample::testing::assert_close;
    use super::*;

    /// Printed tables give 34.1696 and 9.59078 for 20 degrees of freedom, and 36.7807 for 22.
    #[test]
    fn intervals_agree_with_tables() {
        let near = |ours: f64, quantile: f64| {
            assert!((2_000.0 / ours - quantile).abs() < 6e-5, "{ours} {quantile}");
        };
        let whole = Lifetimes::new(1000.0, 10, 0).unwrap().interval(0.95);
        near(whole.low, 34.1696);
        near(whole.high, 9.59078);
        let cut = Lifetimes::new(1000.0, 10, 3).unwrap();
        near(cut.interval(0.95).low, 36.7807);
        assert_eq!((cut.mean(), cut.interval(0.95).high), (Some(100.0), whole.high));
        let none = Lifetimes::new(1000.0, 0, 3).unwrap();
        assert_eq!((none.mean(), none.interval(0.95).high), (None, f64::INFINITY));
        // Calculated by hand: exp(-1000 / low) = 0.025.
        assert_close(none.interval(0.95).low, 1000.0 / 40f64.ln());
        assert_eq!(Lifetimes::new(0.0, 0, 0), Err(DataError::TooFew { needed: 1, given: 0 }));
    }

    /// Lifetimes with mean 1, cut at 0.7: the interval covers 1 about as often as its level states,
    /// although the mean of those that ended would not.
    #[test]
    fn cut_lifetimes_are_counted_honestly() {
        let mut rng = Rng::new(1);
        let mut covered = 0;
        for _ in 0..2_000 {
            let lives: Vec<f64> = (0..40).map(|_| -(1.0 - rng.unit()).ln()).collect();
            let total = lives.iter().map(|life| life.min(0.7)).sum();
            let cut = lives.iter().filter(|&&life| life > 0.7).count() as u64;
            let interval = Lifetimes::new(total, 40 - cut, cut).unwrap().interval(0.95);
            covered += u64::from(interval.low <= 1.0 && 1.0 <= interval.high);
        }
        assert!((1_870..=1_960).contains(&covered), "{covered}");
    }

    /// Counts with mean 2 and amounts of 10: the interval covers 5 about as often as its level
    /// states.
    #[test]
    fn ratios_are_where_they_say() {
        let mut rng = Rng::new(2);
        let mut covered = 0;
        for _ in 0..1_000 {
            let counts: Vec<f64> = (0..60).map(|_| -2.0 * (1.0 - rng.unit()).ln()).collect();
            let (_, interval) = ratio(&[10.0; 60], &counts, 0.9).unwrap();
            covered += u64::from(interval.low <= 5.0 && 5.0 <= interval.high);
        }
        assert!((860..=930).contains(&covered), "{covered}");
        assert_eq!(ratio(&[1.0, 1.0], &[0.0, 0.0], 0.9), Err(DataError::NotPositive));
        assert_eq!(ratio(&[1.0], &[], 0.9), Err(DataError::Unpaired { left: 1, right: 0 }));
    }
}
