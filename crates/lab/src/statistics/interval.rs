//! Confidence intervals: the likely range of a true value, given a few runs.
//!
//! * [`bootstrap`]: the percentile interval of any statistic (Efron 1979), from resamples drawn
//!   with a seed;
//! * [`median_interval`]: exact for the median, from two order statistics, whatever the
//!   distribution;
//! * [`Proportion::wilson`] (Wilson 1927): the usual interval for a success rate;
//! * [`Proportion::clopper_pearson`] (1934): never covers less than its level, therefore wider.
//!
//! The same data and seed give the same interval. The bootstrap is reliable for smooth statistics
//! of about twenty numbers or more; for fewer it is too narrow.

use quarry_core::Rng;
use statrs::distribution::{Beta, Binomial, ContinuousCDF, DiscreteCDF, Normal};

use super::sample::at_least;
use super::{DataError, Sample};

/// Range of a quantity at some confidence level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Confidence level. An exact interval states the level it reaches, which is at least the
    /// requested one.
    pub level: f64,
}

/// Returns the percentile bootstrap interval of a statistic, from `resamples` draws with
/// replacement.
///
/// Fails if the statistic is not finite for some resample.
pub fn bootstrap(
    sample: &Sample,
    statistic: impl Fn(&Sample) -> f64,
    level: f64,
    resamples: usize,
    seed: u64,
) -> Result<Interval, DataError> {
    let tail = tail_of(level);
    let mut rng = Rng::new(seed);
    let values = sample.ascending();
    let mut draw =
        || Sample::new((0..values.len()).map(|_| values[rng.below(values.len())]).collect());
    let statistics: Result<_, _> = (0..resamples).map(|_| Ok(statistic(&draw()?))).collect();
    let statistics = Sample::new(statistics?)?;
    Ok(Interval { low: statistics.quantile(tail), high: statistics.quantile(1.0 - tail), level })
}

/// Returns the exact interval of the median of any distribution: the narrowest symmetric pair of
/// order statistics that covers it with at least this confidence.
///
/// Each number falls below the median with probability one half. The j-th smallest and the j-th
/// largest both lie on the same side of the median only if fewer than j of the n numbers lie below
/// it, or fewer than j above it. Even the extremes are not enough when n is small (fewer than 6 at
/// 95 %).
pub fn median_interval(sample: &Sample, level: f64) -> Result<Interval, DataError> {
    let tail = tail_of(level);
    at_least((-tail.log2()).ceil() as usize, sample.count())?;
    let coins = Binomial::new(0.5, sample.count() as u64).expect("a half is a probability");
    let missed = |misses: usize| coins.cdf(misses as u64);
    let misses =
        (1..sample.count() / 2).take_while(|&misses| missed(misses) <= tail).last().unwrap_or(0);
    let values = sample.ascending();
    let level = 1.0 - 2.0 * missed(misses);
    Ok(Interval { low: values[misses], high: values[values.len() - 1 - misses], level })
}

/// Number of successes in a number of trials; at least one trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proportion {
    successes: u64,
    trials: u64,
}

impl Proportion {
    /// Creates a proportion from the numbers of successes and trials.
    pub fn new(successes: u64, trials: u64) -> Result<Self, DataError> {
        at_least(1, trials as usize)?;
        if successes > trials {
            Err(DataError::TooManySuccesses)
        } else {
            Ok(Proportion { successes, trials })
        }
    }

    /// Number of successes.
    pub fn successes(self) -> u64 {
        self.successes
    }

    /// Number of trials; never 0.
    pub fn trials(self) -> u64 {
        self.trials
    }

    /// Share of successes.
    pub fn share(self) -> f64 {
        self.successes as f64 / self.trials as f64
    }

    /// Returns Wilson's score interval, without continuity correction.
    pub fn wilson(self, level: f64) -> Interval {
        let z = Normal::standard().inverse_cdf(1.0 - tail_of(level));
        let (share, trials) = (self.share(), self.trials as f64);
        let spread = z * (share * (1.0 - share) / trials + (z / (2.0 * trials)).powi(2)).sqrt();
        let centre = share + z * z / (2.0 * trials);
        let scale = 1.0 + z * z / trials;
        // With no or only successes, the interval must end at exactly 0 or 1, whatever the
        // rounding.
        let low = if self.successes == 0 { 0.0 } else { (centre - spread) / scale };
        let high = if self.successes == self.trials { 1.0 } else { (centre + spread) / scale };
        Interval { low, high, level }
    }

    /// Returns the exact interval of Clopper and Pearson: all shares that a two-sided binomial test
    /// would not reject.
    pub fn clopper_pearson(self, level: f64) -> Interval {
        let tail = tail_of(level);
        let (successes, failures) = (self.successes as f64, (self.trials - self.successes) as f64);
        let quantile =
            |a: f64, b: f64, share| Beta::new(a, b).expect("positive shapes").inverse_cdf(share);
        let low = if successes == 0.0 { 0.0 } else { quantile(successes, failures + 1.0, tail) };
        let high =
            if failures == 0.0 { 1.0 } else { quantile(successes + 1.0, failures, 1.0 - tail) };
        Interval { low, high, level }
    }
}

/// Returns the probability that a two-sided interval leaves out on each side.
pub(super) fn tail_of(level: f64) -> f64 {
    assert!(level > 0.0 && level < 1.0, "a confidence level lies between 0 and 1, not at {level}");
    (1.0 - level) / 2.0
}

#[cfg(test)]
mod tests {
    use super::super::sample::testing::{assert_close, sample};
    use super::*;

    #[track_caller]
    fn assert_interval(ours: Interval, low: f64, high: f64) {
        assert_close(ours.low, low);
        assert_close(ours.high, high);
    }

    /// scipy: binomtest(k, n).proportion_ci(0.95, 'wilson'); 81 of 263 and 15 of 148 are
    /// examples of Newcombe (1998), who gives 0.2553 to 0.3662 and 0.0624 to 0.1605.
    #[test]
    fn wilson_agrees_with_scipy_and_newcombe() {
        let wilson = |successes, trials| Proportion::new(successes, trials).unwrap().wilson(0.95);
        assert_interval(wilson(7, 20), 0.181_191_824_101_082_1, 0.567_145_723_314_763_7);
        assert_interval(wilson(81, 263), 0.255_288_519_878_274_2, 0.366_209_576_982_800_04);
        assert_interval(wilson(15, 148), 0.062_386_399_530_736_29, 0.160_487_241_723_308_03);
        assert_interval(wilson(0, 10), 0.0, 0.277_532_799_862_889_26);
        assert_interval(wilson(10, 10), 0.722_467_200_137_110_9, 1.0);
        assert_interval(wilson(1, 1), 0.206_549_314_377_237_45, 1.0);
    }

    /// scipy: binomtest(k, n).proportion_ci(0.95, 'exact').
    #[test]
    fn clopper_pearson_agrees_with_scipy() {
        let exact =
            |successes, trials| Proportion::new(successes, trials).unwrap().clopper_pearson(0.95);
        assert_interval(exact(7, 20), 0.153_909_204_784_541_2, 0.592_188_534_532_828_3);
        assert_interval(exact(0, 10), 0.0, 0.308_497_107_818_762_94);
        assert_interval(exact(10, 10), 0.691_502_892_181_237_1, 1.0);
        assert_interval(exact(1, 1), 0.025, 1.0);
    }

    #[test]
    fn a_proportion_needs_trials_and_no_more_successes() {
        assert_eq!(Proportion::new(0, 0), Err(DataError::TooFew { needed: 1, given: 0 }));
        assert_eq!(Proportion::new(2, 1), Err(DataError::TooManySuccesses));
    }

    /// scipy: 1 - 2 * binom.cdf(j - 1, n, 0.5) for the j-th smallest and largest.
    #[test]
    fn median_interval_takes_the_right_order_statistics() {
        let interval =
            |n: i32| median_interval(&sample(&(1..=n).map(f64::from).collect::<Vec<_>>()), 0.95);
        for (n, rank, level) in [
            (6, 1.0, 0.968_75),
            (10, 2.0, 0.978_515_625),
            (20, 6.0, 0.958_610_534_667_968_8),
            (25, 8.0, 0.956_714_749_336_242_7),
        ] {
            let interval = interval(n).unwrap();
            assert_interval(interval, rank, f64::from(n) + 1.0 - rank);
            assert_close(interval.level, level);
        }
        assert_eq!(interval(5), Err(DataError::TooFew { needed: 6, given: 5 }));
    }

    /// scipy: bootstrap((x,), np.mean, n_resamples=200000, method='percentile', rng=1) gives [3.25,
    /// 7.0], and np.median gives [2.5, 8.0]; our resamples differ, hence the tolerance of one step
    /// for the mean.
    #[test]
    fn bootstrap_agrees_with_scipy_and_repeats_itself() {
        let sample = sample(&[4.0, 1.0, 7.5, 3.0, 9.0, 2.5, 6.0, 8.0]);
        let mean = |seed| bootstrap(&sample, Sample::mean, 0.95, 20_000, seed).unwrap();
        assert!(
            (mean(1).low - 3.25).abs() < 0.07 && (mean(1).high - 7.0).abs() < 0.07,
            "{:?}",
            mean(1)
        );
        assert_eq!(mean(1), mean(1));
        assert_interval(bootstrap(&sample, Sample::median, 0.95, 20_000, 1).unwrap(), 2.5, 8.0);
    }

    #[test]
    fn bootstrap_of_equal_numbers_is_a_point_and_of_nonsense_an_error() {
        let equal = sample(&[2.0; 5]);
        assert_interval(bootstrap(&equal, Sample::mean, 0.9, 100, 0).unwrap(), 2.0, 2.0);
        assert_eq!(bootstrap(&equal, |_| f64::NAN, 0.9, 100, 0), Err(DataError::OutOfRange));
        assert_eq!(
            bootstrap(&equal, Sample::mean, 0.9, 0, 0),
            Err(DataError::TooFew { needed: 1, given: 0 })
        );
    }
}
