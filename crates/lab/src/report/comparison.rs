//! Who scored higher: the tests that the data allow, chosen by how many instances and runs there are and never by what
//! came out.
//!
//! * From [`FEWEST_INSTANCES`] instances on, instances are the sample: mean scores are paired instance by instance
//!   (Wilcoxon's signed ranks; Friedman's test first where there are three contenders or more). What is shown then
//!   holds for instances of this kind.
//! * With fewer, runs are the sample: Mann and Whitney's test on each instance alone. What is shown then holds for
//!   these instances and no others.
//!
//! All p-values of an experiment are corrected together (Holm). Where that many pairs on so few instances could show
//! nothing even if one contender won everywhere, Nemenyi's test of the mean ranks takes the place of the signed ranks.
//!
//! The effect size is A of Vargha and Delaney between the runs on an instance, averaged over the instances: the chance
//! that a run of the one beats a run of the other on the same instance.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::results::{Cell, Results};
use crate::statistics::{
    EffectSize, Friedman, Sample, friedman, holm, mann_whitney, nemenyi, vargha_delaney, wilcoxon_signed_rank,
};

/// A p-value up to here counts as shown.
pub const SIGNIFICANCE: f64 = 0.05;

/// With fewer instances even a clean sweep has a signed-rank p-value above [`SIGNIFICANCE`]: 2 / 2^5 = 0.0625.
const FEWEST_INSTANCES: usize = 6;

/// Which test the pairs were put to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairTest {
    /// Wilcoxon's signed ranks over instances, Holm's correction.
    SignedRanks,
    /// Nemenyi's test of the mean ranks over instances, which corrects by itself.
    Nemenyi,
    /// Mann and Whitney's test between runs, instance by instance, Holm's correction.
    MannWhitney,
}

/// All contenders, each against each.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The instances that all contenders have been run on, each once.
    pub instances: Vec<String>,
    /// The test of the pairs.
    pub test: PairTest,
    /// Whether any difference could be shown at all, given how much data there is.
    pub is_able: bool,
    /// The smallest p-value that a pair could have reached.
    pub smallest_p: f64,
    /// Whether the contenders differ at all; of three or more, over instances.
    pub friedman: Option<Friedman>,
    /// Every pair of contenders; where runs are the sample, on every instance.
    pub pairs: Vec<Pair>,
    /// Mean scores, instance by instance, in the contenders' order.
    pub means: Vec<Vec<f64>>,
    /// Runs without an answer. They count as one point below the lowest score of any run on their instance.
    pub unanswered: usize,
}

/// Two contenders.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The first, by its place among the contenders.
    pub left: usize,
    /// The other.
    pub right: usize,
    /// The instance, by its place, where runs are the sample.
    pub instance: Option<usize>,
    /// On how many instances the left one's mean score is higher.
    pub higher: usize,
    /// On how many it is lower.
    pub lower: usize,
    /// On how many both are the same.
    pub equal: usize,
    /// How far the left one lies above the right one.
    pub effect: EffectSize,
    /// Which way the test's statistic points: `Greater` if the left one is ahead.
    pub direction: Ordering,
    /// The p-value, corrected for all tests of the experiment.
    pub p_value: f64,
}

impl Pair {
    /// Whether a difference was shown.
    pub fn is_shown(&self) -> bool {
        self.p_value <= SIGNIFICANCE && self.direction != Ordering::Equal
    }
}

impl Comparison {
    /// Compares the contenders; `None` if there is only one, or no instance that all of them were run on.
    pub(crate) fn of(results: &Results) -> Option<Comparison> {
        let mut seen = BTreeSet::new();
        let (mut instances, mut scores, mut unanswered) = (Vec::new(), Vec::new(), 0);
        for row in results.rows() {
            // The same instance twice is no more evidence than once.
            let fingerprint = &row[0].pairing.units[0].fingerprint;
            if row.iter().all(|cell| !cell.runs.is_empty()) && seen.insert(fingerprint) {
                instances.push(row[0].subject().to_owned());
                scores.push(scores_of(row));
                unanswered +=
                    row.iter().flat_map(|cell| &cell.runs).filter(|run| run.score.is_none()).count();
            }
        }
        Comparison::of_scores(instances, &scores, unanswered)
    }

    /// Compares by scores: for each instance, for each contender, those of its runs.
    fn of_scores(instances: Vec<String>, scores: &[Vec<Sample>], unanswered: usize) -> Option<Comparison> {
        let contenders = scores.first().map_or(0, Vec::len);
        if contenders < 2 {
            return None;
        }
        let means: Vec<Vec<f64>> = scores.iter().map(|row| row.iter().map(Sample::mean).collect()).collect();
        let pairs =
            || (0..contenders).flat_map(move |left| (left + 1..contenders).map(move |right| (left, right)));
        let count = contenders * (contenders - 1) / 2;
        if instances.len() < FEWEST_INSTANCES {
            let tested = |instance| pairs().map(move |(left, right)| by_runs(scores, instance, left, right));
            let (mut pairs, least): (Vec<Pair>, Vec<f64>) = (0..scores.len()).flat_map(tested).unzip();
            correct(&mut pairs);
            let smallest_p = least.iter().fold(1.0, |least: f64, &p| least.min(p)) * least.len() as f64;
            let (test, friedman) = (PairTest::MannWhitney, None);
            let is_able = smallest_p <= SIGNIFICANCE;
            return Some(Comparison {
                instances,
                test,
                is_able,
                smallest_p,
                friedman,
                pairs,
                means,
                unanswered,
            });
        }
        let friedman = if contenders > 2 { friedman(&means).ok() } else { None };
        let mut tested: Vec<_> =
            pairs().map(|(left, right)| by_instances(scores, &means, left, right)).collect();
        let smallest_p = (count as f64 * 2.0 * 0.5f64.powi(instances.len() as i32)).min(1.0);
        let test = match &friedman {
            Some(friedman) if smallest_p > SIGNIFICANCE => {
                for (pair, tested) in tested.iter_mut().zip(nemenyi(friedman)) {
                    pair.p_value = tested.p_value;
                    pair.direction =
                        friedman.mean_ranks[tested.left].total_cmp(&friedman.mean_ranks[tested.right]);
                }
                PairTest::Nemenyi
            }
            _ => {
                correct(&mut tested);
                PairTest::SignedRanks
            }
        };
        Some(Comparison {
            instances,
            test,
            is_able: true,
            smallest_p,
            friedman,
            pairs: tested,
            means,
            unanswered,
        })
    }

    /// The pair of these two, seen from the first of them; on an instance where runs are the sample.
    pub(crate) fn pair(&self, first: usize, second: usize, instance: Option<usize>) -> Option<Pair> {
        let is_it = |pair: &&Pair| {
            (pair.left, pair.right) == (first.min(second), first.max(second)) && pair.instance == instance
        };
        let pair = self.pairs.iter().find(is_it)?.clone();
        Some(if first < second { pair } else { pair.turned() })
    }
}

impl Pair {
    /// The same, seen from the other one.
    pub(crate) fn turned(self) -> Pair {
        Pair {
            left: self.right,
            right: self.left,
            higher: self.lower,
            lower: self.higher,
            effect: EffectSize { a: 1.0 - self.effect.a },
            direction: self.direction.reverse(),
            ..self
        }
    }
}

/// The scores of each contender's runs on one instance. A run without an answer lies below all others.
fn scores_of(row: &[Cell]) -> Vec<Sample> {
    let lowest = row.iter().flat_map(|cell| &cell.runs).filter_map(|run| run.score).min().unwrap_or(0);
    let score = |run: &crate::Stored| run.score.unwrap_or(lowest - 1) as f64;
    let sample =
        |cell: &Cell| Sample::new(cell.runs.iter().map(score).collect()).expect("some whole numbers");
    row.iter().map(sample).collect()
}

/// Two contenders over instances; the p-value is not yet corrected.
fn by_instances(scores: &[Vec<Sample>], means: &[Vec<f64>], left: usize, right: usize) -> Pair {
    let differences: Vec<f64> = means.iter().map(|row| row[left] - row[right]).collect();
    let effects = scores.iter().map(|row| vargha_delaney(&row[left], &row[right]).a);
    let effect = EffectSize { a: effects.sum::<f64>() / scores.len() as f64 };
    let signs = |sign: Ordering| differences.iter().filter(|gain| gain.total_cmp(&0.0) == sign).count();
    let different = differences.iter().filter(|gain| **gain != 0.0).count() as f64;
    let (higher, lower) = (signs(Ordering::Greater), signs(Ordering::Less));
    let equal = differences.len() - higher - lower;
    let test = wilcoxon_signed_rank(&Sample::new(differences).expect("means of scores are numbers"));
    let direction = test.statistic.total_cmp(&(different * (different + 1.0) / 4.0));
    Pair { left, right, instance: None, higher, lower, equal, effect, direction, p_value: test.p_value }
}

/// Two contenders on one instance; the p-value is not yet corrected, and the smallest it could have been.
fn by_runs(scores: &[Vec<Sample>], instance: usize, left: usize, right: usize) -> (Pair, f64) {
    let (one, other) = (&scores[instance][left], &scores[instance][right]);
    let effect = vargha_delaney(one, other);
    let sign = one.mean().total_cmp(&other.mean());
    let is = |wanted| usize::from(sign == wanted);
    let pair = Pair {
        left,
        right,
        instance: Some(instance),
        higher: is(Ordering::Greater),
        lower: is(Ordering::Less),
        equal: is(Ordering::Equal),
        effect,
        direction: effect.a.total_cmp(&0.5),
        p_value: mann_whitney(one, other).p_value,
    };
    // One of as many orders of the runs as there are, from both ends.
    let orders = (1..=one.count()).map(|i| (other.count() + i) as f64 / i as f64).product::<f64>();
    (pair, (2.0 / orders).min(1.0))
}

fn correct(pairs: &mut [Pair]) {
    let p_values: Vec<f64> = pairs.iter().map(|pair| pair.p_value).collect();
    for (pair, p_value) in pairs.iter_mut().zip(holm(&p_values)) {
        pair.p_value = p_value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One list of scores for each contender; the samples are of one run.
    fn compared(columns: &[&[f64]]) -> Comparison {
        let row = |instance: usize| {
            columns.iter().map(|column| Sample::new(vec![column[instance]]).unwrap()).collect()
        };
        let scores: Vec<Vec<Sample>> = (0..columns[0].len()).map(row).collect();
        Comparison::of_scores(vec![String::new(); scores.len()], &scores, 0).unwrap()
    }

    /// scipy: wilcoxon([1..9]) has p = 2 / 2^9.
    #[test]
    fn a_clean_sweep_over_instances() {
        let up: Vec<f64> = (1..=9).map(f64::from).collect();
        let comparison = compared(&[&up, &[0.0; 9]]);
        let pair = &comparison.pairs[0];
        assert_eq!((comparison.test, pair.p_value), (PairTest::SignedRanks, 2.0 / 512.0));
        assert_eq!((pair.higher, pair.lower, pair.equal, pair.effect.a), (9, 0, 0, 1.0));
        assert_eq!((pair.direction, pair.is_shown()), (Ordering::Greater, true));
        let turned = comparison.pair(1, 0, None).unwrap();
        assert_eq!((turned.higher, turned.lower, turned.direction), (0, 9, Ordering::Less));
    }

    #[test]
    fn few_instances_of_one_run_can_show_nothing() {
        let comparison = compared(&[&[5.0, 6.0, 7.0, 8.0, 9.0], &[0.0; 5]]);
        assert_eq!((comparison.test, comparison.is_able), (PairTest::MannWhitney, false));
        assert!(comparison.pairs.iter().all(|pair| !pair.is_shown()) && comparison.pairs.len() == 5);
    }

    /// By hand: 2 / C(10, 5) = 2 / 252 on each of two instances, twice that after Holm.
    #[test]
    fn on_few_instances_runs_are_the_sample() {
        let sample = |first: i32| Sample::new((first..first + 5).map(f64::from).collect()).unwrap();
        let scores = [vec![sample(10), sample(0)], vec![sample(0), sample(10)]];
        let comparison = Comparison::of_scores(vec![String::new(); 2], &scores, 0).unwrap();
        assert!(comparison.is_able && (comparison.smallest_p - 4.0 / 252.0).abs() < 1e-12);
        let [one, other] = &comparison.pairs[..] else { panic!("a pair on each instance") };
        assert!((one.p_value - 4.0 / 252.0).abs() < 1e-12 && one.is_shown() && other.is_shown());
        assert_eq!((one.direction, other.direction), (Ordering::Greater, Ordering::Less));
        assert_eq!((one.instance, other.instance, one.effect.a), (Some(0), Some(1), 1.0));
    }

    #[test]
    fn many_pairs_on_few_instances_are_tested_by_ranks() {
        let columns: Vec<Vec<f64>> =
            (0..8).map(|rank| (0..7).map(|row| f64::from(rank * 10 + row)).collect()).collect();
        let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        let comparison = compared(&columns);
        assert_eq!(comparison.test, PairTest::Nemenyi);
        assert!(comparison.friedman.as_ref().unwrap().p_value < 0.001);
        let far = comparison.pair(7, 0, None).unwrap();
        assert!(far.is_shown() && far.direction == Ordering::Greater);
        assert!(!comparison.pair(1, 0, None).unwrap().is_shown());
    }

    #[test]
    fn equal_contenders_show_nothing() {
        let comparison = compared(&[&[3.0; 8], &[3.0; 8]]);
        assert_eq!((comparison.pairs[0].equal, comparison.pairs[0].p_value), (8, 1.0));
        assert!(!comparison.pairs[0].is_shown());
    }
}
