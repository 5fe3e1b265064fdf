//! Comparison of several solvers on several instances: whether any is better, and which.
//!
//! [`friedman`] (1937; with correction for ties) ranks the solvers on each instance and tests
//! whether the mean ranks differ by more than chance. If they do, a post-hoc test finds the pairs
//! that differ: [`nemenyi`] (1963; Demsar 2006) by the mean ranks, or [`pairwise_wilcoxon`] with
//! [`holm`]'s correction (1979), where the result for two solvers does not depend on the others
//! (Benavoli, Corani and Mangili 2016). [`conover`] (1999) is more powerful and makes no
//! correction: it is meant for races, where a solver that is not discarded now may be discarded
//! later.
//!
//! Tables have a row for each instance and a column for each solver: at least two of each, all rows
//! of the same length. Friedman's p-value is that of the chi-squared approximation, which is
//! reliable from about ten instances on.

use std::cmp::Ordering;

use statrs::distribution::{ChiSquared, Continuous, ContinuousCDF, Normal, StudentsT};

use super::sample::{all_in_range, at_least, paired};
use super::{DataError, Sample, wilcoxon_signed_rank};

/// Ranks from 1 up; equal numbers share the mean of their ranks.
pub(super) struct Ranking {
    pub(super) ranks: Vec<f64>,
    /// Sum of t^3 - t over groups of t equal numbers, used by all tie corrections.
    pub(super) ties: f64,
}

pub(super) fn midranks(values: &[f64]) -> Ranking {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].partial_cmp(&values[b]).unwrap_or(Ordering::Equal));
    let mut ranking = Ranking { ranks: vec![0.0; values.len()], ties: 0.0 };
    let mut before = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let size = equal.len() as f64;
        for &index in equal {
            ranking.ranks[index] = before as f64 + (size + 1.0) / 2.0;
        }
        ranking.ties += size.powi(3) - size;
        before += equal.len();
    }
    ranking
}

/// Result of Friedman's test.
#[derive(Debug, Clone, PartialEq)]
pub struct Friedman {
    /// Mean rank of each column; the largest numbers have the highest rank.
    pub mean_ranks: Vec<f64>,
    /// Number of ranked rows.
    pub rows: usize,
    /// Friedman's chi-squared, corrected for ties; 0 if all values in every row are equal.
    pub statistic: f64,
    /// Probability of a result at least as extreme if the columns do not differ.
    pub p_value: f64,
}

/// Performs Friedman's test; rows are instances and columns are solvers.
pub fn friedman(rows: &[Vec<f64>]) -> Result<Friedman, DataError> {
    let columns = columns_of(rows)?;
    let (n, k) = (rows.len() as f64, columns as f64);
    let rankings: Vec<Ranking> = rows.iter().map(|row| midranks(row)).collect();
    let mean_rank =
        |column: usize| rankings.iter().map(|ranking| ranking.ranks[column]).sum::<f64>() / n;
    let mean_ranks: Vec<f64> = (0..columns).map(mean_rank).collect();
    let ties: f64 = rankings.iter().map(|ranking| ranking.ties).sum();
    let untied = 1.0 - ties / (n * (k.powi(3) - k));
    let spread: f64 = mean_ranks.iter().map(|rank| (rank - (k + 1.0) / 2.0).powi(2)).sum();
    let statistic = if untied > 0.0 { 12.0 * n / (k * (k + 1.0)) * spread / untied } else { 0.0 };
    let p_value = ChiSquared::new(k - 1.0).expect("two columns or more").sf(statistic);
    Ok(Friedman { mean_ranks, rows: rows.len(), statistic, p_value })
}

/// Result of a post-hoc test of two columns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairTest {
    /// Index of the first column.
    pub left: usize,
    /// Index of the second column.
    pub right: usize,
    /// P-value, already corrected for the number of pairs.
    pub p_value: f64,
}

/// Performs Nemenyi's test of all pairs of columns, after a Friedman test.
pub fn nemenyi(friedman: &Friedman) -> Vec<PairTest> {
    let (ranks, k) = (&friedman.mean_ranks, friedman.mean_ranks.len());
    let deviation = ((k * (k + 1)) as f64 / (12.0 * friedman.rows as f64)).sqrt();
    let test = |(left, right): (usize, usize)| {
        let range = (ranks[left] - ranks[right]).abs() / deviation;
        PairTest { left, right, p_value: studentized_range_tail(range, k) }
    };
    pairs(k).map(test).collect()
}

/// Returns Conover's p-value for two columns, after a significant Friedman test; not corrected for
/// the number of pairs.
pub fn conover(friedman: &Friedman, left: usize, right: usize) -> f64 {
    let (n, k) = (friedman.rows as f64, friedman.mean_ranks.len() as f64);
    let difference = (friedman.mean_ranks[left] - friedman.mean_ranks[right]).abs();
    if difference == 0.0 {
        return 1.0;
    }
    let spread: f64 = friedman.mean_ranks.iter().map(|rank| (rank - (k + 1.0) / 2.0).powi(2)).sum();
    // The total variation of the ranks, and the part that the columns do not explain: zero if all
    // rows agree.
    let variation = (k - 1.0) * n * n * spread / friedman.statistic;
    let unexplained = (1.0 - friedman.statistic / (n * (k - 1.0))).max(0.0);
    let freedom = (n - 1.0) * (k - 1.0);
    let deviation = (2.0 * n * unexplained * variation / freedom).sqrt();
    let student = StudentsT::new(0.0, 1.0, freedom).expect("two rows and columns or more");
    if deviation == 0.0 { 0.0 } else { (2.0 * student.sf(n * difference / deviation)).min(1.0) }
}

/// Performs Wilcoxon's signed-rank test of all pairs of columns, with Holm's correction.
pub fn pairwise_wilcoxon(rows: &[Vec<f64>]) -> Result<Vec<PairTest>, DataError> {
    let pairs: Vec<_> = pairs(columns_of(rows)?).collect();
    let p_value = |&(left, right): &(usize, usize)| {
        let differences = Sample::new(rows.iter().map(|row| row[left] - row[right]).collect())?;
        Ok(wilcoxon_signed_rank(&differences).p_value)
    };
    let p_values: Vec<f64> = pairs.iter().map(p_value).collect::<Result<_, _>>()?;
    let corrected = pairs.iter().zip(holm(&p_values));
    Ok(corrected.map(|(&(left, right), p_value)| PairTest { left, right, p_value }).collect())
}

/// Applies Holm's step-down correction: the resulting p-values can be compared with the level for
/// all hypotheses together.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut corrected = vec![0.0; p_values.len()];
    let mut floor: f64 = 0.0;
    for (rejected, &index) in order.iter().enumerate() {
        // A corrected p-value must not be smaller than that of a hypothesis tested before.
        floor = floor.max(p_values[index] * (p_values.len() - rejected) as f64).min(1.0);
        corrected[index] = floor;
    }
    corrected
}

/// Returns the probability that `k` standard normal numbers span more than `range`: the studentized
/// range with infinitely many degrees of freedom, which `statrs` lacks. If the smallest is z, the
/// others lie between z and z + range.
fn studentized_range_tail(range: f64, k: usize) -> f64 {
    // The integrand is smooth and vanishes at both ends, so the trapezoidal rule adds no
    // significant error at this step: the tail is accurate to ten places, like the normal
    // distribution of `statrs`.
    const STEP: f64 = 1.0 / 64.0;
    let normal = Normal::standard();
    let within = |place: i32| {
        let z = f64::from(place) * STEP;
        normal.pdf(z) * (normal.cdf(z + range) - normal.cdf(z)).powi(k as i32 - 1)
    };
    let integral: f64 = (-640..=640).map(within).sum::<f64>() * STEP;
    (1.0 - k as f64 * integral).clamp(0.0, 1.0)
}

fn pairs(k: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..k).flat_map(move |left| (left + 1..k).map(move |right| (left, right)))
}

/// Returns the number of columns of a table, after checking that it suits these tests.
fn columns_of(rows: &[Vec<f64>]) -> Result<usize, DataError> {
    at_least(2, rows.len())?;
    let columns = rows[0].len();
    at_least(2, columns)?;
    for row in rows {
        paired(columns, row.len())?;
        all_in_range(row)?;
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::super::sample::testing::assert_close;
    use super::*;

    /// Hollander and Wolfe (1973, p. 140): rounding first base three ways, 22 players, seconds
    /// times 100.
    fn rounding_times() -> Vec<Vec<f64>> {
        #[rustfmt::skip]
        let times = [
            [540, 550, 555], [585, 570, 575], [520, 560, 550], [555, 550, 540],
            [590, 585, 570], [545, 555, 560], [540, 540, 535], [545, 550, 535],
            [525, 515, 500], [585, 580, 570], [525, 520, 510], [565, 555, 545],
            [560, 535, 545], [505, 500, 495], [550, 550, 540], [545, 555, 550],
            [555, 555, 535], [545, 550, 555], [550, 545, 525], [565, 560, 540],
            [570, 565, 555], [630, 630, 625],
        ];
        times.map(|row| row.map(f64::from).to_vec()).to_vec()
    }

    /// scipy: friedmanchisquare(*times.T), rankdata(times, axis=1).mean(0); R's manual has the same
    /// example.
    #[test]
    fn friedman_agrees_with_scipy() {
        let tied = friedman(&rounding_times()).unwrap();
        assert_close(tied.statistic, 11.142_857_142_857_132);
        assert_close(tied.p_value, 0.003_805_040_775_511_383);
        assert_close(tied.mean_ranks[0], 2.409_090_909_090_909);
        assert_close(tied.mean_ranks[2], 1.454_545_454_545_454_6);
        let untied = [[9, 8, 7, 6], [8, 9, 6, 7], [7, 8, 9, 5], [9, 7, 8, 6], [6, 9, 8, 5]];
        let untied = friedman(&untied.map(|row| row.map(f64::from).to_vec())).unwrap();
        assert_close(untied.statistic, 7.32);
        assert_close(untied.p_value, 0.062_368_339_878_926_95);
    }

    /// scikit_posthocs: posthoc_nemenyi_friedman(times), and scipy: studentized_range.sf(q *
    /// 2**0.5, 3, inf).
    #[test]
    fn nemenyi_agrees_with_scikit_posthocs() {
        let tests = nemenyi(&friedman(&rounding_times()).unwrap());
        let expected = [
            (0, 1, 0.637_427_167_018_625_2),
            (0, 2, 0.004_409_820_445_457_013),
            (1, 2, 0.061_370_759_253_947_08),
        ];
        assert_eq!(tests.len(), expected.len());
        for (test, (left, right, p_value)) in tests.iter().zip(expected) {
            assert_eq!((test.left, test.right), (left, right));
            assert_close(test.p_value, p_value);
        }
    }

    /// scikit_posthocs: posthoc_conover_friedman(times), which agrees with Conover's formula
    /// written out in numpy.
    #[test]
    fn conover_agrees_with_scikit_posthocs() {
        let test = friedman(&rounding_times()).unwrap();
        assert_close(conover(&test, 0, 1), 0.301_209_021_439_370_2);
        assert_close(conover(&test, 2, 0), 0.000_691_453_476_085_363);
        assert_close(conover(&test, 1, 2), 0.012_282_857_347_898_928);
        let agreed = friedman(&vec![vec![1.0, 2.0, 2.0]; 4]).unwrap();
        assert_eq!((conover(&agreed, 0, 1), conover(&agreed, 1, 2)), (0.0, 1.0));
    }

    /// scipy: studentized_range.sf(q, k, inf).
    #[test]
    fn studentized_range_agrees_with_scipy() {
        assert_close(studentized_range_tail(3.314_493, 3), 0.050_000_013_903_938_045);
        assert_close(studentized_range_tail(1.0, 4), 0.894_325_512_128_180_8);
        assert_close(studentized_range_tail(2.772, 2), 0.049_984_103_551_055_98);
        assert_close(studentized_range_tail(4.0, 10), 0.126_852_132_150_596_54);
        assert_close(studentized_range_tail(0.0, 3), 1.0);
        assert_close(studentized_range_tail(1e9, 3), 0.0);
    }

    /// scipy: wilcoxon(times[:, i], times[:, j], method='asymptotic', correction=True) gives
    /// 0.448962, 0.018713 and 0.0017065; statsmodels multipletests(..., method='holm') gives the
    /// corrected values.
    #[test]
    fn pairwise_wilcoxon_agrees_with_scipy() {
        let tests = pairwise_wilcoxon(&rounding_times()).unwrap();
        assert_close(tests[0].p_value, 0.448_962_218_571_281_7);
        assert_close(tests[1].p_value, 2.0 * 0.018_713_139_538_434_304);
        assert_close(tests[2].p_value, 3.0 * 0.001_706_543_580_034_783);
    }

    /// statsmodels: multipletests([.01, .04, .03, .005, .2], method='holm').
    #[test]
    fn holm_agrees_with_statsmodels() {
        for (ours, reference) in
            holm(&[0.01, 0.04, 0.03, 0.005, 0.2]).into_iter().zip([0.04, 0.09, 0.09, 0.025, 0.2])
        {
            assert_close(ours, reference);
        }
        assert_eq!(holm(&[]), [0.0; 0]);
        assert_eq!(holm(&[0.7, 0.9]), [1.0, 1.0]);
    }

    #[test]
    fn tables_that_show_nothing_have_p_one() {
        let equal = vec![vec![1.0; 3]; 4];
        let test = friedman(&equal).unwrap();
        assert_eq!((test.statistic, test.p_value), (0.0, 1.0));
        assert!(nemenyi(&test).iter().all(|pair| pair.p_value > 0.999_999));
        assert!(pairwise_wilcoxon(&equal).unwrap().iter().all(|pair| pair.p_value == 1.0));
    }

    #[test]
    fn tables_that_are_none_are_refused() {
        let row = vec![1.0, 2.0];
        assert_eq!(friedman(&[]), Err(DataError::TooFew { needed: 2, given: 0 }));
        assert_eq!(
            friedman(&[vec![1.0], vec![2.0]]),
            Err(DataError::TooFew { needed: 2, given: 1 })
        );
        let ragged = [row.clone(), vec![1.0]];
        assert_eq!(friedman(&ragged), Err(DataError::Unpaired { left: 2, right: 1 }));
        assert_eq!(pairwise_wilcoxon(&[row, vec![1.0, f64::NAN]]), Err(DataError::OutOfRange));
    }
}
