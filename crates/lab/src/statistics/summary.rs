//! Summary statistics of a sample.
//!
//! Quantiles are of type 7 (Hyndman and Fan 1996), the default of R, numpy and spreadsheets: the
//! order statistics are spread evenly over [0, 1] and joined by straight lines. The standard
//! deviation is that of a sample (divisor n - 1), so a single number has none.

use super::Sample;

/// The usual summary of one sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// Number of values.
    pub count: usize,
    /// Arithmetic mean.
    pub mean: f64,
    /// Sample standard deviation; `None` for a single number.
    pub standard_deviation: Option<f64>,
    /// Smallest value.
    pub min: f64,
    /// Value below which a quarter of the sample lies.
    pub lower_quartile: f64,
    /// Value below which half of the sample lies.
    pub median: f64,
    /// Value below which three quarters of the sample lie.
    pub upper_quartile: f64,
    /// Largest value.
    pub max: f64,
}

impl Summary {
    /// Computes the summary of a sample.
    pub fn of(sample: &Sample) -> Self {
        Summary {
            count: sample.count(),
            mean: sample.mean(),
            standard_deviation: sample.standard_deviation(),
            min: sample.quantile(0.0),
            lower_quartile: sample.quantile(0.25),
            median: sample.median(),
            upper_quartile: sample.quantile(0.75),
            max: sample.quantile(1.0),
        }
    }
}

impl Sample {
    /// Returns the arithmetic mean.
    pub fn mean(&self) -> f64 {
        let count = self.count() as f64;
        let rough = self.ascending().iter().sum::<f64>() / count;
        // A second pass removes the rounding error of the first: the mean of equal numbers is that
        // number.
        rough + self.ascending().iter().map(|value| value - rough).sum::<f64>() / count
    }

    /// Returns the sample standard deviation (divisor n - 1); `None` for a single number.
    pub fn standard_deviation(&self) -> Option<f64> {
        let mean = self.mean();
        let squares: f64 = self.ascending().iter().map(|value| (value - mean).powi(2)).sum();
        (self.count() > 1).then(|| (squares / (self.count() - 1) as f64).sqrt())
    }

    /// Returns the middle number, or the mean of the two middle ones.
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// Returns the number below which this share of the sample lies (type 7); shares outside [0, 1]
    /// are clamped.
    pub fn quantile(&self, share: f64) -> f64 {
        let place = share.clamp(0.0, 1.0) * (self.count() - 1) as f64;
        let (below, above) =
            (self.ascending()[place.floor() as usize], self.ascending()[place.ceil() as usize]);
        below + (above - below) * place.fract()
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::testing::{assert_close, sample};
    use super::*;

    /// numpy: x = [4, 1, 7.5, 3, 9, 2.5, 6, 8]; np.mean(x), np.std(x, ddof=1) and
    /// np.quantile(x, [.1, .25, .5, .75, .9]).
    #[test]
    fn agrees_with_numpy() {
        let sample = sample(&[4.0, 1.0, 7.5, 3.0, 9.0, 2.5, 6.0, 8.0]);
        let summary = Summary::of(&sample);
        assert_eq!(summary.count, 8);
        assert_close(summary.mean, 5.125);
        assert_close(summary.standard_deviation.unwrap(), 2.912_411_862_553_587_7);
        assert_eq!((summary.min, summary.max), (1.0, 9.0));
        assert_close(sample.quantile(0.1), 2.05);
        assert_close(summary.lower_quartile, 2.875);
        assert_close(summary.median, 5.0);
        assert_close(summary.upper_quartile, 7.625);
        assert_close(sample.quantile(0.9), 8.3);
    }

    #[test]
    fn one_number_has_no_deviation_and_equal_ones_have_none_to_speak_of() {
        let one = Summary::of(&sample(&[3.5]));
        assert_eq!((one.mean, one.median, one.min, one.max), (3.5, 3.5, 3.5, 3.5));
        assert_eq!(one.standard_deviation, None);
        let equal = Summary::of(&sample(&[0.1; 10]));
        assert_eq!((equal.mean, equal.standard_deviation), (0.1, Some(0.0)));
    }
}
