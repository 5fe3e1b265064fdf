//! Tests which contender scored higher. The test is chosen by the number of instances and runs,
//! never by the results.
//!
//! * With at least [`FEWEST_INSTANCES`] instances, instances are the sample: mean scores are paired
//!   instance by instance (Wilcoxon's signed ranks; Friedman's test first where there are three
//!   contenders or more). The results then hold for instances of this kind.
//! * With fewer, runs are the sample: the Mann-Whitney test on each instance separately. The
//!   results then hold for these instances only.
//!
//! If any run is unsolved, the mean rank of the runs on an instance replaces their mean score: an
//! unsolved run ranks below every complete one, whatever its score, and all unsolved runs tie.
//!
//! All p-values of an experiment are corrected together (Holm). If there are so many pairs on so
//! few instances that the signed-rank test could show nothing even if one contender won everywhere,
//! Nemenyi's test of the mean ranks is used instead.
//!
//! The effect size is Vargha and Delaney's A between the runs on an instance, averaged over the
//! instances: the probability that a run of the first contender beats a run of the second on the
//! same instance.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::results::{ResultCell, Results};
use crate::run_score::{RunScore, ranked_together, ranks};
use crate::statistics::{
    EffectSize, Friedman, Sample, friedman, holm, mann_whitney, nemenyi, vargha_delaney,
    wilcoxon_signed_rank,
};

/// Largest p-value at which a difference counts as shown.
pub const SIGNIFICANCE: f64 = 0.05;

/// Minimum number of instances for the signed-rank test. With 5, even a clean sweep has a p-value
/// above [`SIGNIFICANCE`]: 2 / 2^5 = 0.0625.
pub(crate) const FEWEST_INSTANCES: usize = 6;

/// Test applied to the pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairTestKind {
    /// Wilcoxon's signed ranks over instances, with Holm's correction.
    SignedRanks,
    /// Nemenyi's test of the mean ranks over instances, which includes the correction.
    Nemenyi,
    /// The Mann-Whitney test between runs, instance by instance, with Holm's correction.
    MannWhitney,
}

/// Quantity by which contenders are compared on an instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// Mean score of the contender's runs, all of which are complete.
    MeanScore,
    /// Mean rank of the contender's runs among all runs on the instance, the highest for the best.
    MeanRank,
}

/// Pairwise comparison of all contenders.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Distinct instances that all contenders were run on.
    pub instances: Vec<String>,
    /// Test of the pairs.
    pub test: PairTestKind,
    /// Whether there is enough data to show any difference.
    pub is_able: bool,
    /// Smallest p-value that a pair could have reached.
    pub smallest_p: f64,
    /// Test of whether the contenders differ at all, over instances; for three contenders or more.
    pub friedman: Option<Friedman>,
    /// Every pair of contenders; where runs are the sample, once for each instance.
    pub pairs: Vec<Pair>,
    /// Quantity by which contenders are compared.
    pub basis: Basis,
    /// Mean scores or ranks of the contenders, instance by instance.
    pub means: Vec<Vec<f64>>,
    /// Whether at least one run is complete, or was cut short in a game of chance.
    pub has_scores: bool,
}

/// Comparison of two contenders.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// Index of the first contender.
    pub left: usize,
    /// Index of the second contender.
    pub right: usize,
    /// Index of the instance, where runs are the sample.
    pub instance: Option<usize>,
    /// Number of instances on which the left mean score, or rank, is higher.
    pub higher: usize,
    /// Number of instances on which it is lower.
    pub lower: usize,
    /// Number of instances on which both are equal.
    pub equal: usize,
    /// Size of the left contender's advantage.
    pub effect: EffectSize,
    /// Direction of the test's statistic: `Greater` if the left contender is ahead.
    pub direction: Ordering,
    /// P-value, corrected for all tests of the experiment.
    pub p_value: f64,
    /// Whether there is enough data to show a difference between these two.
    pub is_able: bool,
}

impl Pair {
    /// Whether a difference was shown.
    pub fn is_shown(&self) -> bool {
        self.p_value <= SIGNIFICANCE && self.direction != Ordering::Equal
    }
}

impl Comparison {
    /// Compares the contenders; returns `None` if there is only one, or no instance that all of
    /// them were run on.
    pub(crate) fn of(results: &Results) -> Option<Comparison> {
        let mut seen = BTreeSet::new();
        let (mut instances, mut scores) = (Vec::new(), Vec::new());
        for row in results.rows() {
            // A repeated instance is no additional evidence.
            let fingerprint = &row[0].pairing.units[0].fingerprint;
            if row.iter().all(|cell| !cell.runs.is_empty()) && seen.insert(fingerprint) {
                instances.push(row[0].subject().to_owned());
                scores.push(row.iter().map(ResultCell::scores).collect());
            }
        }
        Comparison::of_scores(instances, &scores)
    }

    /// Compares two contenders, who may be of different experiments, on the instances that both were
    /// run on. Returns `None` if there is none.
    pub fn between(
        (one, left): (&Results, usize),
        (other, right): (&Results, usize),
    ) -> Option<Comparison> {
        let fingerprint = |cell: &ResultCell| cell.pairing.units[0].fingerprint.clone();
        let with_runs = |cell: &&ResultCell| !cell.runs.is_empty();
        let theirs: BTreeMap<_, _> = (other.rows().map(|row| &row[right]))
            .filter(with_runs)
            .map(|cell| (fingerprint(cell), cell.scores()))
            .collect();
        let mut seen = BTreeSet::new();
        let (mut instances, mut scores) = (Vec::new(), Vec::new());
        for ours in one.rows().map(|row| &row[left]).filter(with_runs) {
            if let Some(theirs) = theirs.get(&fingerprint(ours))
                && seen.insert(fingerprint(ours))
            {
                instances.push(ours.subject().to_owned());
                scores.push(vec![ours.scores(), theirs.clone()]);
            }
        }
        Comparison::of_scores(instances, &scores)
    }

    /// Compares the scores of the runs, given by instance and contender.
    fn of_scores(instances: Vec<String>, scores: &[Vec<Vec<RunScore>>]) -> Option<Comparison> {
        let contenders = scores.first().map_or(0, Vec::len);
        if contenders < 2 {
            return None;
        }
        let all = || scores.iter().flatten().flatten();
        let is_complete = all().all(|score| score.complete().is_some());
        let basis = if is_complete { Basis::MeanScore } else { Basis::MeanRank };
        let has_scores = all().any(|&score| score != RunScore::Unsolved);
        let means: Vec<Vec<f64>> = scores.iter().map(|row| means(row, basis)).collect();
        let pairs = || {
            (0..contenders)
                .flat_map(move |left| (left + 1..contenders).map(move |right| (left, right)))
        };
        let count = contenders * (contenders - 1) / 2;
        if instances.len() < FEWEST_INSTANCES {
            let means = &means;
            let tested = |instance| {
                pairs().map(move |(left, right)| by_runs(scores, means, instance, left, right))
            };
            let (mut pairs, least): (Vec<Pair>, Vec<f64>) =
                (0..scores.len()).flat_map(tested).unzip();
            correct(&mut pairs);
            let tests = pairs.len() as f64;
            for (pair, least) in pairs.iter_mut().zip(&least) {
                pair.is_able = least * tests <= SIGNIFICANCE;
            }
            let smallest_p = least.iter().fold(1.0, |least: f64, &p| least.min(p)) * tests;
            return Some(Comparison {
                instances,
                test: PairTestKind::MannWhitney,
                is_able: smallest_p <= SIGNIFICANCE,
                smallest_p,
                friedman: None,
                pairs,
                basis,
                means: means.clone(),
                has_scores,
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
                    pair.direction = friedman.mean_ranks[tested.left]
                        .total_cmp(&friedman.mean_ranks[tested.right]);
                }
                PairTestKind::Nemenyi
            }
            _ => {
                correct(&mut tested);
                PairTestKind::SignedRanks
            }
        };
        Some(Comparison {
            instances,
            test,
            is_able: true,
            smallest_p,
            friedman,
            pairs: tested,
            basis,
            means,
            has_scores,
        })
    }

    /// Returns the pair of these two with the first one on the left; for one instance, where runs
    /// are the sample.
    pub(crate) fn pair(
        &self,
        first: usize,
        second: usize,
        instance: Option<usize>,
    ) -> Option<Pair> {
        let is_it = |pair: &&Pair| {
            (pair.left, pair.right) == (first.min(second), first.max(second))
                && pair.instance == instance
        };
        let pair = self.pairs.iter().find(is_it)?.clone();
        Some(if first < second { pair } else { pair.turned() })
    }
}

impl Pair {
    /// Returns the same pair with left and right swapped.
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

/// Returns the quantity by which each contender is compared on one instance.
fn means(row: &[Vec<RunScore>], basis: Basis) -> Vec<f64> {
    let values: Vec<f64> = match basis {
        Basis::MeanScore => {
            let score = |run: &RunScore| run.complete().expect("all runs are complete") as f64;
            row.iter().flatten().map(score).collect()
        }
        Basis::MeanRank => ranks(&row.concat()),
    };
    let mut values = values.into_iter();
    let mut mean = |runs: &Vec<RunScore>| {
        let own = values.by_ref().take(runs.len()).collect();
        Sample::new(own).expect("some runs, each with a number").mean()
    };
    row.iter().map(&mut mean).collect()
}

/// Compares two contenders over instances; the p-value is not corrected yet.
fn by_instances(
    scores: &[Vec<Vec<RunScore>>],
    means: &[Vec<f64>],
    left: usize,
    right: usize,
) -> Pair {
    let differences: Vec<f64> = means.iter().map(|row| row[left] - row[right]).collect();
    let effects = scores.iter().map(|row| {
        let (one, other) = ranked_together(&row[left], &row[right]);
        vargha_delaney(&one, &other).a
    });
    let effect = EffectSize { a: effects.sum::<f64>() / scores.len() as f64 };
    let signs =
        |sign: Ordering| differences.iter().filter(|gain| gain.total_cmp(&0.0) == sign).count();
    let different = differences.iter().filter(|gain| **gain != 0.0).count() as f64;
    let (higher, lower) = (signs(Ordering::Greater), signs(Ordering::Less));
    let equal = differences.len() - higher - lower;
    let test =
        wilcoxon_signed_rank(&Sample::new(differences).expect("means of scores are numbers"));
    let direction = test.statistic.total_cmp(&(different * (different + 1.0) / 4.0));
    Pair {
        left,
        right,
        instance: None,
        higher,
        lower,
        equal,
        effect,
        direction,
        p_value: test.p_value,
        is_able: true,
    }
}

/// Compares two contenders on one instance. Also returns the smallest possible p-value; both
/// p-values are not corrected yet.
fn by_runs(
    scores: &[Vec<Vec<RunScore>>],
    means: &[Vec<f64>],
    instance: usize,
    left: usize,
    right: usize,
) -> (Pair, f64) {
    let (one, other) = ranked_together(&scores[instance][left], &scores[instance][right]);
    let effect = vargha_delaney(&one, &other);
    let sign = means[instance][left].total_cmp(&means[instance][right]);
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
        p_value: mann_whitney(&one, &other).p_value,
        is_able: true,
    };
    // The smallest p-value: the two most extreme orders, among all possible orders of the runs.
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

    fn of(scores: &[Vec<Vec<RunScore>>]) -> Comparison {
        Comparison::of_scores(vec![String::new(); scores.len()], scores).unwrap()
    }

    /// Compares contenders from one list of scores each, with one complete run on each instance.
    fn compared(columns: &[&[i64]]) -> Comparison {
        let row = |instance: usize| {
            columns.iter().map(|column| vec![RunScore::Complete(column[instance])]).collect()
        };
        of(&(0..columns[0].len()).map(row).collect::<Vec<_>>())
    }

    /// A contender without complete runs wins nothing, and the scores of its runs have no
    /// influence.
    #[test]
    fn nobody_wins_without_a_complete_run() {
        let low = |count| vec![RunScore::Complete(1); count];
        for instances in [1, 5, 6, 12] {
            for (unsolved, complete) in [(1, 1), (10, 10), (10, 3)] {
                let row = vec![vec![RunScore::Unsolved; unsolved], low(complete), low(complete)];
                let comparison = of(&vec![row; instances]);
                let ahead = |pair: &Pair| pair.is_shown() && pair.direction == Ordering::Greater;
                for pair in comparison.pairs.iter().filter(|pair| pair.left == 0) {
                    assert!(!ahead(pair) && pair.higher == 0 && pair.effect.a == 0.0, "{pair:?}");
                }
                assert!(comparison.means.iter().all(|means| means[0] < means[1]));
            }
        }
        let swept = of(&vec![vec![vec![RunScore::Unsolved; 4], low(4)]; 12]);
        assert!(swept.pairs[0].is_shown() && swept.pairs[0].direction == Ordering::Less);
        let nothing = of(&vec![vec![vec![RunScore::Unsolved; 4]; 2]; 12]);
        assert!(
            !nothing.has_scores && nothing.pairs[0].p_value == 1.0 && nothing.pairs[0].equal == 12
        );
    }

    /// One lucky game among many failures does not make up for them, as it would in a mean.
    #[test]
    fn a_contender_that_seldom_comes_to_an_end_is_behind_one_that_always_does() {
        let lucky = [vec![RunScore::Complete(1_000)], vec![RunScore::Unsolved; 9]].concat();
        let comparison = of(&vec![vec![lucky, vec![RunScore::Complete(10); 10]]; 8]);
        let pair = &comparison.pairs[0];
        assert_eq!((comparison.basis, pair.lower), (Basis::MeanRank, 8));
        assert!(pair.is_shown() && pair.direction == Ordering::Less && pair.effect.a < 0.2);
    }

    /// Games of chance that a limit cut short count neither as worse games nor as ended ones.
    #[test]
    fn cut_games_are_at_least_what_they_came_to() {
        let cut = vec![RunScore::AtLeast(5_000); 8];
        let ended: Vec<_> = (0..8).map(|score| RunScore::Complete(score * 100)).collect();
        let comparison = of(&[vec![cut.clone(), ended]]);
        assert!(
            comparison.pairs[0].is_shown() && comparison.pairs[0].direction == Ordering::Greater
        );
        let longer = vec![RunScore::AtLeast(50_000); 8];
        let open = of(&[vec![cut, longer]]);
        assert!(!open.pairs[0].is_shown() && open.pairs[0].effect.a == 0.5, "none of them ended");
    }

    /// scipy: wilcoxon([1..9]) has p = 2 / 2^9.
    #[test]
    fn a_clean_sweep_over_instances() {
        let up: Vec<i64> = (1..=9).collect();
        let comparison = compared(&[&up, &[0; 9]]);
        let pair = &comparison.pairs[0];
        assert_eq!((comparison.test, pair.p_value), (PairTestKind::SignedRanks, 2.0 / 512.0));
        assert_eq!((pair.higher, pair.lower, pair.equal, pair.effect.a), (9, 0, 0, 1.0));
        assert_eq!((pair.direction, pair.is_shown()), (Ordering::Greater, true));
        let turned = comparison.pair(1, 0, None).unwrap();
        assert_eq!((turned.higher, turned.lower, turned.direction), (0, 9, Ordering::Less));
    }

    #[test]
    fn few_instances_of_one_run_can_show_nothing() {
        let comparison = compared(&[&[5, 6, 7, 8, 9], &[0; 5]]);
        assert_eq!((comparison.test, comparison.is_able), (PairTestKind::MannWhitney, false));
        assert!(
            comparison.pairs.iter().all(|pair| !pair.is_shown()) && comparison.pairs.len() == 5
        );
    }

    /// Calculated by hand: 2 / C(10, 5) = 2 / 252 on each of two instances, twice that after Holm.
    #[test]
    fn on_few_instances_runs_are_the_sample() {
        let runs = |first: i64| (first..first + 5).map(RunScore::Complete).collect::<Vec<_>>();
        let comparison = of(&[vec![runs(10), runs(0)], vec![runs(0), runs(10)]]);
        assert!(comparison.is_able && (comparison.smallest_p - 4.0 / 252.0).abs() < 1e-12);
        let [one, other] = &comparison.pairs[..] else { panic!("a pair on each instance") };
        assert!((one.p_value - 4.0 / 252.0).abs() < 1e-12 && one.is_shown() && other.is_shown());
        assert_eq!((one.direction, other.direction), (Ordering::Greater, Ordering::Less));
        assert_eq!((one.instance, other.instance, one.effect.a), (Some(0), Some(1), 1.0));
        assert!(one.is_able);

        let comparison = of(&[vec![runs(10), runs(0), vec![RunScore::Complete(99)]]]);
        assert!(comparison.is_able && comparison.pairs[0].is_able && !comparison.pairs[1].is_able);
    }

    #[test]
    fn many_pairs_on_few_instances_are_tested_by_ranks() {
        let columns: Vec<Vec<i64>> =
            (0..8).map(|rank| (0..7).map(|row| rank * 10 + row).collect()).collect();
        let columns: Vec<&[i64]> = columns.iter().map(Vec::as_slice).collect();
        let comparison = compared(&columns);
        assert_eq!(comparison.test, PairTestKind::Nemenyi);
        assert!(comparison.friedman.as_ref().unwrap().p_value < 0.001);
        let far = comparison.pair(7, 0, None).unwrap();
        assert!(far.is_shown() && far.direction == Ordering::Greater);
        assert!(!comparison.pair(1, 0, None).unwrap().is_shown());
    }

    #[test]
    fn equal_contenders_show_nothing() {
        let comparison = compared(&[&[3; 8], &[3; 8]]);
        assert_eq!((comparison.pairs[0].equal, comparison.pairs[0].p_value), (8, 1.0));
        assert!(!comparison.pairs[0].is_shown());
    }
}
