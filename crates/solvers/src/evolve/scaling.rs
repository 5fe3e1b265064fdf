//! Scaling of scores before parents are drawn.
//!
//! With raw scores, one good member takes over a young population, while in a nearly uniform
//! population all have almost the same chance. Linear scaling (Goldberg 1989) stretches or shrinks
//! scores around their mean, so that the best is drawn a fixed number of times as often as the
//! mean. This is GALib's version (Wall 1996), which keeps its statistics in single precision.

use quarry_core::Score;

/// How often the best is drawn, as a multiple of the mean.
pub const MULTIPLIER: f64 = 1.2;

/// Returns the scores as they are; all 0 if one is negative, because a wheel has no negative slots.
pub fn unscaled(scores: &[Score]) -> Vec<f64> {
    through(scores, 1.0, 0.0)
}

/// Returns the scores scaled linearly.
pub fn linear(scores: &[Score]) -> Vec<f64> {
    let (slope, shift) = line(scores);
    through(scores, slope, shift)
}

fn through(scores: &[Score], slope: f64, shift: f64) -> Vec<f64> {
    if scores.iter().any(|&score| score < 0) {
        return vec![0.0; scores.len()];
    }
    scores.iter().map(|&score| (slope * score as f64 + shift).max(0.0)).collect()
}

/// Slope and shift of the line: the mean stays the same, and the best becomes its multiple of the
/// mean. If the worst would then fall below 0, the worst becomes 0 instead.
fn line(scores: &[Score]) -> (f64, f64) {
    let single = |score: &Score| *score as f32;
    let mean = f64::from(scores.iter().map(single).sum::<f32>() / scores.len() as f32);
    let least = f64::from(scores.iter().map(single).fold(f32::INFINITY, f32::min));
    let most = f64::from(scores.iter().map(single).fold(f32::NEG_INFINITY, f32::max));
    if mean == most {
        (1.0, 0.0)
    } else if least > (MULTIPLIER * mean - most) / (MULTIPLIER - 1.0) {
        let spread = most - mean;
        ((MULTIPLIER - 1.0) * mean / spread, mean * (most - MULTIPLIER * mean) / spread)
    } else {
        let spread = mean - least;
        (mean / spread, -least * mean / spread)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_scaled(scores: &[Score], expected: &[f64]) {
        let scaled = linear(scores);
        assert!(scaled.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{scaled:?}");
    }

    /// Worked by hand, with the means 120, 34 and 100. The worst may be as low as (1.2 x mean -
    /// most) / 0.2: -80, -56 and 95.
    #[test]
    fn the_best_counts_so_many_times_the_mean() {
        assert_scaled(&[100, 160, 100], &[108.0, 144.0, 108.0]);
        assert_scaled(&[0, 50, 52], &[34.0 * 11.2 / 18.0, 340.0 / 18.0 + 34.0 * 11.2 / 18.0, 40.8]);
        assert_scaled(&[101, 101, 101, 97], &[120.0, 120.0, 120.0, 40.0]);
    }

    /// The mean is 100, and the worst lies below 95: the slope is 100 / 9, and 101 becomes 10 times
    /// the slope.
    #[test]
    fn where_the_worst_would_be_negative_it_counts_nothing() {
        let (scores, mut expected) =
            ([101, 101, 101, 101, 101, 101, 101, 101, 101, 91], [1_000.0 / 9.0; 10]);
        expected[9] = 0.0;
        assert_scaled(&scores, &expected);
    }

    #[test]
    fn equals_stay_as_they_are_and_negative_scores_count_nothing() {
        assert_scaled(&[7, 7, 7], &[7.0, 7.0, 7.0]);
        assert_eq!(linear(&[5, -1]), [0.0, 0.0]);
        assert_eq!(unscaled(&[5, 0, 9]), [5.0, 0.0, 9.0]);
    }
}
