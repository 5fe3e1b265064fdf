//! Correlation of two measures of the same things: [`pearson`] for a linear relation, [`spearman`]
//! for the order only.

use super::DataError;
use super::ranks::midranks;
use super::sample::{all_in_range, at_least, paired};

/// Returns the product-moment correlation, from -1 to 1; `None` if one of the measures is constant.
pub fn pearson(left: &[f64], right: &[f64]) -> Result<Option<f64>, DataError> {
    paired(left.len(), right.len())?;
    at_least(2, left.len())?;
    all_in_range(left)?;
    all_in_range(right)?;
    let varies = |values: &[f64]| values.iter().any(|&value| value != values[0]);
    if !varies(left) || !varies(right) {
        return Ok(None);
    }
    let (left, right) = (centred(left), centred(right));
    let product =
        |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let scale = product(&left, &left).sqrt() * product(&right, &right).sqrt();
    // If the numbers are so close together that their squares vanish, there is no variation to
    // compare.
    Ok((scale > 0.0).then(|| (product(&left, &right) / scale).clamp(-1.0, 1.0)))
}

/// Returns the correlation of the ranks; equal numbers share the mean of their ranks.
pub fn spearman(left: &[f64], right: &[f64]) -> Result<Option<f64>, DataError> {
    all_in_range(left)?;
    all_in_range(right)?;
    pearson(&midranks(left).ranks, &midranks(right).ranks)
}

fn centred(values: &[f64]) -> Vec<f64> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter().map(|value| value - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample::testing::assert_close;
    use super::*;

    const LEFT: [f64; 8] = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
    const RIGHT: [f64; 8] = [2.0, 7.0, 1.0, 8.0, 2.0, 8.0, 1.0, 8.0];

    /// Calculated by hand, in fractions: sums of products 109/8, of squares 423/8 and 639/8; of the
    /// ranks 8, 83/2 and 39.
    #[test]
    fn correlations_agree_with_fractions() {
        assert_close(pearson(&LEFT, &RIGHT).unwrap().unwrap(), 0.209_655_319_073_012_16);
        assert_close(spearman(&LEFT, &RIGHT).unwrap().unwrap(), 0.198_853_681_209_924_65);
        assert_close(spearman(&LEFT, &LEFT.map(|value| -value.powi(3))).unwrap().unwrap(), -1.0);
    }

    #[test]
    fn what_does_not_vary_goes_with_nothing() {
        assert_eq!(pearson(&[0.1; 3], &[1.0, 2.0, 3.0]), Ok(None));
        assert_eq!(spearman(&[1.0, 2.0], &[5.0, 5.0]), Ok(None));
        assert_eq!(pearson(&[1.0], &[1.0]), Err(DataError::TooFew { needed: 2, given: 1 }));
        assert_eq!(pearson(&[1.0, 2.0], &[1.0]), Err(DataError::Unpaired { left: 2, right: 1 }));
        assert_eq!(spearman(&[1.0, f64::NAN], &[1.0, 2.0]), Err(DataError::OutOfRange));
    }
}
