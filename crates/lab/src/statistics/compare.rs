//! Tests of whether one solver is better than another, and effect sizes.
//!
//! * [`mann_whitney`] (1947) for independent runs, [`wilcoxon_signed_rank`] (1945) for pairs (same
//!   instance, same seed): two-sided tests on ranks, which assume no distribution and limit the
//!   weight of one lucky run.
//! * [`vargha_delaney`] (2000): the probability that a run of the first beats a run of the second.
//!   A test shows whether there is a difference, this shows whether it matters; report both.
//!
//! Small samples without ties are tested exactly, by counting; others by the normal approximation,
//! corrected for ties and continuity. If all values are equal, p = 1.

use statrs::distribution::{ContinuousCDF, Normal};

use super::Sample;
use super::ranks::midranks;

/// Maximum sample size for the exact test: all counts stay below 2^53 and are exact as floats.
const EXACT_UNPAIRED: usize = 25;
const EXACT_PAIRED: usize = 50;

/// How a p-value was computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PValueMethod {
    /// By counting all cases.
    Exact,
    /// By the normal approximation, corrected for ties and continuity.
    Normal,
}

/// The result of a two-sided test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Test {
    /// U of the left sample, or the rank sum of the positive differences.
    pub statistic: f64,
    /// Probability of a result at least as extreme if there is no difference.
    pub p_value: f64,
    /// How the p-value was computed.
    pub method: PValueMethod,
}

/// The Mann-Whitney test on two independent samples.
pub fn mann_whitney(left: &Sample, right: &Sample) -> Test {
    let (m, n) = (left.count(), right.count());
    let together: Vec<f64> = left.ascending().iter().chain(right.ascending()).copied().collect();
    let ranking = midranks(&together);
    let rank_sum: f64 = ranking.ranks[..m].iter().sum();
    let statistic = rank_sum - (m * (m + 1)) as f64 / 2.0;
    let (pairs, all) = ((m * n) as f64, (m + n) as f64);
    if ranking.ties == 0.0 && m.max(n) <= EXACT_UNPAIRED {
        return exact_test(statistic, &mann_whitney_counts(m, n));
    }
    let variance = pairs / 12.0 * (all + 1.0 - ranking.ties / (all * (all - 1.0)));
    normal_test(statistic, pairs / 2.0, variance)
}

/// Wilcoxon's signed-rank test on the differences of pairs. Differences of zero carry no
/// information and are dropped, as in Wilcoxon's paper.
pub fn wilcoxon_signed_rank(differences: &Sample) -> Test {
    let differences: Vec<f64> =
        differences.ascending().iter().copied().filter(|&value| value != 0.0).collect();
    let magnitudes: Vec<f64> = differences.iter().map(|value| value.abs()).collect();
    let ranking = midranks(&magnitudes);
    let signed = differences.iter().zip(&ranking.ranks);
    let statistic = signed.filter(|(difference, _)| **difference > 0.0).map(|(_, rank)| rank).sum();
    if ranking.ties == 0.0 && differences.len() <= EXACT_PAIRED {
        return exact_test(statistic, &signed_rank_counts(differences.len()));
    }
    let n = differences.len() as f64;
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ranking.ties / 48.0;
    normal_test(statistic, n * (n + 1.0) / 4.0, variance)
}

/// Returns the number of orders of m and n different numbers for each value of U: the coefficients
/// of the Gaussian binomial, the product over i of (1 - q^(n+i)) / (1 - q^i).
fn mann_whitney_counts(m: usize, n: usize) -> Vec<f64> {
    let mut counts = vec![0.0; m * n + 1];
    counts[0] = 1.0;
    for i in 1..=m {
        for u in (n + i..counts.len()).rev() {
            counts[u] -= counts[u - n - i];
        }
        for u in i..counts.len() {
            counts[u] += counts[u - i];
        }
    }
    counts
}

/// Returns the number of sign choices for each sum of the positive ranks of 1 to n.
fn signed_rank_counts(n: usize) -> Vec<f64> {
    let mut counts = vec![0.0; n * (n + 1) / 2 + 1];
    counts[0] = 1.0;
    for rank in 1..=n {
        for sum in (rank..counts.len()).rev() {
            counts[sum] += counts[sum - rank];
        }
    }
    counts
}

/// Tests a statistic, given the number of cases for each value from 0 on. The counts are symmetric,
/// so both tails together are twice one of them.
fn exact_test(statistic: f64, counts: &[f64]) -> Test {
    let value = statistic as usize;
    let tail: f64 = counts[..=value.min(counts.len() - 1 - value)].iter().sum();
    let p_value = (2.0 * tail / counts.iter().sum::<f64>()).min(1.0);
    Test { statistic, p_value, method: PValueMethod::Exact }
}

fn normal_test(statistic: f64, mean: f64, variance: f64) -> Test {
    let distance = ((statistic - mean).abs() - 0.5).max(0.0);
    // No variance: all values are tied, so there is no evidence of a difference.
    let p_value =
        if variance > 0.0 { 2.0 * Normal::standard().sf(distance / variance.sqrt()) } else { 1.0 };
    Test { statistic, p_value, method: PValueMethod::Normal }
}

/// How far one sample lies above another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EffectSize {
    /// Probability that a number of the left sample exceeds one of the right, ties counting half: A
    /// of Vargha and Delaney, also known as the area under the ROC curve. One half means no
    /// difference.
    pub a: f64,
}

impl EffectSize {
    /// Returns the usual word: negligible, small (from 0.56), medium (from 0.64) or large (from
    /// 0.71, in either direction).
    pub fn word(self) -> &'static str {
        match self.a.max(1.0 - self.a) {
            a if a < 0.56 => "negligible",
            a if a < 0.64 => "small",
            a if a < 0.71 => "medium",
            _ => "large",
        }
    }
}

/// Computes how far the left sample lies above the right one.
pub fn vargha_delaney(left: &Sample, right: &Sample) -> EffectSize {
    let pairs = (left.count() * right.count()) as f64;
    EffectSize { a: mann_whitney(left, right).statistic / pairs }
}

#[cfg(test)]
mod tests {
    use super::super::sample::testing::{assert_close, sample};
    use super::*;

    #[track_caller]
    fn assert_test(ours: Test, statistic: f64, p_value: f64, method: PValueMethod) {
        assert_eq!((ours.statistic, ours.method), (statistic, method));
        assert_close(ours.p_value, p_value);
    }

    /// scipy: mannwhitneyu(a, b, method='exact'); the first is the example of its manual (males,
    /// females), the second that of Hollander and Wolfe (1973, p. 69; U = 35, p = 0.2544).
    #[test]
    fn mann_whitney_is_exact_for_small_samples() {
        let (males, females) =
            (sample(&[19.0, 22.0, 16.0, 29.0, 24.0]), sample(&[20.0, 11.0, 17.0, 12.0]));
        assert_test(mann_whitney(&males, &females), 17.0, 1.0 / 9.0, PValueMethod::Exact);
        assert_test(mann_whitney(&females, &males), 3.0, 1.0 / 9.0, PValueMethod::Exact);
        let at_term = sample(&[0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]);
        let early = sample(&[1.15, 0.88, 0.90, 0.74, 1.21]);
        assert_test(
            mann_whitney(&at_term, &early),
            35.0,
            0.254_412_254_412_254_4,
            PValueMethod::Exact,
        );
        let (even, odd): (Vec<f64>, Vec<f64>) =
            (0..25).map(|i| (f64::from(2 * i), 11.5 + f64::from(2 * i))).unzip();
        assert_test(
            mann_whitney(&sample(&even), &sample(&odd)),
            190.0,
            0.016_982_216_353_507_56,
            PValueMethod::Exact,
        );
    }

    /// scipy: mannwhitneyu(a, b, method='asymptotic').
    #[test]
    fn mann_whitney_approximates_with_ties_or_many() {
        let a = sample(&[1.0, 2.0, 2.0, 3.0, 4.0, 4.0, 4.0, 5.0]);
        let b = sample(&[2.0, 4.0, 4.0, 5.0, 6.0, 6.0, 7.0]);
        assert_test(mann_whitney(&a, &b), 11.5, 0.057_936_001_992_383_114, PValueMethod::Normal);
        let many: Vec<f64> = (0..30).map(|i| f64::from(2 * i)).collect();
        let others: Vec<f64> = (0..25).map(|i| 11.5 + f64::from(2 * i)).collect();
        let test = mann_whitney(&sample(&many), &sample(&others));
        assert_test(test, 300.0, 0.207_929_272_481_644_17, PValueMethod::Normal);
    }

    /// scipy: wilcoxon(d, method='exact'); the first is Darwin's maize (the example of its manual,
    /// W- = 24, so W+ = 120 - 24), the second Hollander and Wolfe's depression scores, times 1000
    /// (1973, p. 29; W+ = 40, p = 0.0391).
    #[test]
    fn wilcoxon_is_exact_for_small_samples() {
        let maize = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75].map(f64::from);
        assert_test(
            wilcoxon_signed_rank(&sample(&maize)),
            96.0,
            0.041_259_765_625,
            PValueMethod::Exact,
        );
        let before = [1830, 500, 1620, 2480, 1680, 1880, 1550, 3060, 1300].map(f64::from);
        let after = [878, 647, 598, 2050, 1060, 1290, 1060, 3140, 1290].map(f64::from);
        let differences = Sample::differences(&before, &after).unwrap();
        assert_test(wilcoxon_signed_rank(&differences), 40.0, 0.039_062_5, PValueMethod::Exact);
    }

    /// scipy: wilcoxon(d, zero_method='wilcox', method='asymptotic', correction=True), which gives
    /// the smaller of W+ and W-: 5 and 480.
    #[test]
    fn wilcoxon_approximates_with_ties_or_many() {
        let tied = [1, -2, 2, 3, 0, 4, -1, 5, 5, 6, 0, 7].map(f64::from);
        assert_test(
            wilcoxon_signed_rank(&sample(&tied)),
            50.0,
            0.024_650_967_024_535_81,
            PValueMethod::Normal,
        );
        let many: Vec<f64> = (1..=60).map(|i| f64::from(if i % 4 == 0 { -i } else { i })).collect();
        let test = wilcoxon_signed_rank(&sample(&many));
        assert_test(test, 1830.0 - 480.0, 0.001_380_887_249_814_400_6, PValueMethod::Normal);
    }

    #[test]
    fn samples_that_show_nothing_have_p_one() {
        let equal = sample(&[3.0; 8]);
        assert_eq!(mann_whitney(&equal, &equal).p_value, 1.0);
        assert_eq!(wilcoxon_signed_rank(&sample(&[0.0; 8])).p_value, 1.0);
        assert_eq!(wilcoxon_signed_rank(&sample(&[2.0])).p_value, 1.0);
        assert_eq!(mann_whitney(&sample(&[1.0]), &sample(&[2.0])).p_value, 1.0);
        assert_eq!(vargha_delaney(&equal, &equal), EffectSize { a: 0.5 });
    }

    /// scipy: mannwhitneyu(a, b).statistic / (len(a) * len(b)); Vargha and Delaney's thresholds.
    #[test]
    fn effect_sizes_have_their_usual_words() {
        let (males, females) =
            (sample(&[19.0, 22.0, 16.0, 29.0, 24.0]), sample(&[20.0, 11.0, 17.0, 12.0]));
        assert_close(vargha_delaney(&males, &females).a, 17.0 / 20.0);
        for (a, word) in [
            (0.5, "negligible"),
            (0.559, "negligible"),
            (0.56, "small"),
            (0.65, "medium"),
            (0.71, "large"),
        ] {
            assert_eq!(EffectSize { a }.word(), word);
        }
        assert_eq!(EffectSize { a: 0.1 }.word(), "large");
    }
}
