//! What was reached when: anytime runs seen from a target, from a budget, and as a whole.
//!
//! A [`AnytimeTrace`] is what one run reported: each improvement, with the work spent until then:
//! evaluations or nodes. [`fixed_target`] asks how long a score took (the horizontal cut),
//! [`fixed_budget`] how good the score was by then (the vertical cut), and [`Attainment`] sums up
//! both: the share of all pairs of run and target that were reached within a budget (the empirical
//! cumulative distribution of Hansen et al., COCO, 2016).
//!
//! Higher scores are better, everywhere.

use quarry_core::Score;

use super::{Attempt, DataError, RunningTime};

/// One anytime run: its improvements and its length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnytimeTrace {
    /// Work and score, both strictly rising.
    improvements: Vec<(u64, Score)>,
    length: u64,
}

impl AnytimeTrace {
    /// The trace of a run of this length that reported these scores, in whatever order. Reports
    /// that are no improvement are left out; a run lasts at least until its last report.
    pub fn new(mut reports: Vec<(u64, Score)>, length: u64) -> Self {
        reports.sort_unstable_by_key(|&(spent, score)| (spent, std::cmp::Reverse(score)));
        let length = reports.last().map_or(length, |&(last, _)| length.max(last));
        let mut best = None;
        reports.retain(|&(_, score)| {
            let better = Some(score) > best;
            best = best.max(Some(score));
            better
        });
        AnytimeTrace { improvements: reports, length }
    }

    /// Work and score of each improvement, both strictly rising.
    pub fn improvements(&self) -> &[(u64, Score)] {
        &self.improvements
    }

    /// The run's length.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Work until the target was reached, if it was.
    pub fn first_reaching(&self, target: Score) -> Option<u64> {
        let below = self.improvements.partition_point(|&(_, score)| score < target);
        self.improvements.get(below).map(|&(spent, _)| spent)
    }

    /// The best score within a budget, if there was any by then.
    pub fn best_within(&self, budget: u64) -> Option<Score> {
        let affordable = self.improvements.partition_point(|&(spent, _)| spent <= budget);
        Some(self.improvements[affordable.checked_sub(1)?].1)
    }
}

/// How long the runs took to a target. A run that never reached it counts with its whole length.
pub fn fixed_target(traces: &[AnytimeTrace], target: Score) -> Result<RunningTime, DataError> {
    let attempt = |trace: &AnytimeTrace| {
        let reached = trace.first_reaching(target);
        Attempt { spent: reached.unwrap_or(trace.length), success: reached.is_some() }
    };
    RunningTime::of(&traces.iter().map(attempt).collect::<Vec<_>>())
}

/// The best score of each run within a budget; none where a run had nothing to show by then.
pub fn fixed_budget(traces: &[AnytimeTrace], budget: u64) -> Vec<Option<Score>> {
    traces.iter().map(|trace| trace.best_within(budget)).collect()
}

/// The empirical distribution of running times over all pairs of run and target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attainment {
    /// When each reached pair was reached, ascending.
    reached: Vec<u64>,
    pairs: usize,
}

impl Attainment {
    /// The distribution over these runs and targets: at least one of each.
    pub fn new(traces: &[AnytimeTrace], targets: &[Score]) -> Result<Self, DataError> {
        let pairs = traces.len() * targets.len();
        if pairs == 0 {
            return Err(DataError::TooFew { needed: 1, given: 0 });
        }
        let times = |trace: &AnytimeTrace| {
            targets.iter().filter_map(|&target| trace.first_reaching(target)).collect()
        };
        let mut reached: Vec<u64> =
            traces.iter().flat_map(|trace| -> Vec<u64> { times(trace) }).collect();
        reached.sort_unstable();
        Ok(Attainment { reached, pairs })
    }

    /// The distribution over all pairs of several: runs on other instances have other targets.
    pub fn pooled(parts: &[Attainment]) -> Self {
        let mut reached: Vec<u64> = parts.iter().flat_map(|part| &part.reached).copied().collect();
        reached.sort_unstable();
        Attainment { reached, pairs: parts.iter().map(|part| part.pairs).sum::<usize>().max(1) }
    }

    /// The share of pairs reached within a budget.
    pub fn share_within(&self, budget: u64) -> f64 {
        self.reached.partition_point(|&spent| spent <= budget) as f64 / self.pairs as f64
    }

    /// The steps of the curve: work, and the share reached by then. Both rise strictly; before the
    /// first step the share is 0.
    pub fn steps(&self) -> Vec<(u64, f64)> {
        let at_once = self.reached.chunk_by(|a, b| a == b);
        at_once.map(|equal| (equal[0], self.share_within(equal[0]))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn traces() -> Vec<AnytimeTrace> {
        vec![
            AnytimeTrace::new(vec![(10, 1), (20, 5), (80, 9)], 100),
            AnytimeTrace::new(vec![(10, 3), (50, 5)], 100),
            AnytimeTrace::new(vec![], 100),
        ]
    }

    #[test]
    fn a_trace_keeps_only_improvements() {
        let messy =
            AnytimeTrace::new(vec![(80, 9), (10, 1), (20, 5), (30, 5), (20, 2), (90, 4)], 0);
        assert_eq!(
            messy,
            AnytimeTrace { improvements: vec![(10, 1), (20, 5), (80, 9)], length: 90 }
        );
        let trace = &traces()[0];
        assert_eq!(
            [9, 10, 79, 80, 1000].map(|budget| trace.best_within(budget)),
            [None, Some(1), Some(5), Some(9), Some(9)]
        );
        assert_eq!(
            [0, 1, 2, 9, 10].map(|target| trace.first_reaching(target)),
            [Some(10), Some(10), Some(20), Some(80), None]
        );
    }

    /// By hand: target 5 is reached after 20 and 50, and once not in 100: (20 + 50 + 100) / 2.
    #[test]
    fn a_target_has_a_running_time() {
        let time = fixed_target(&traces(), 5).unwrap();
        assert_eq!(time.expected(), Some(85.0));
        assert_eq!((time.success_rate.successes(), time.success_rate.trials()), (2, 3));
        assert_eq!(fixed_target(&traces(), 10).unwrap().expected(), None);
        assert!(fixed_target(&[], 5).is_err());
    }

    #[test]
    fn a_budget_has_scores() {
        assert_eq!(fixed_budget(&traces(), 50), [Some(5), Some(5), None]);
        assert_eq!(fixed_budget(&traces(), 5), [None, None, None]);
    }

    /// scipy: ecdf(CensoredData(uncensored=[10, 20, 80, 10, 50], right=[100] * 4)).cdf, where nine
    /// pairs are reached five times: quantiles 10, 20, 50, 80, probabilities 2/9, 3/9, 4/9, 5/9.
    #[test]
    fn attainment_is_the_share_of_pairs() {
        let attainment = Attainment::new(&traces(), &[1, 5, 9]).unwrap();
        let steps = [(10, 2.0 / 9.0), (20, 3.0 / 9.0), (50, 4.0 / 9.0), (80, 5.0 / 9.0)];
        assert_eq!(attainment.steps(), steps);
        assert_eq!(
            [0, 10, 49, 1000].map(|budget| attainment.share_within(budget)),
            [0.0, 2.0 / 9.0, 3.0 / 9.0, 5.0 / 9.0]
        );
    }

    #[test]
    fn pooled_attainment_counts_all_pairs() {
        let (one, other) = (
            Attainment::new(&traces(), &[1, 5]).unwrap(),
            Attainment::new(&traces(), &[9]).unwrap(),
        );
        assert_eq!(
            Attainment::pooled(&[one, other]),
            Attainment::new(&traces(), &[1, 5, 9]).unwrap()
        );
        assert_eq!(Attainment::pooled(&[]).share_within(9), 0.0);
    }

    #[test]
    fn attainment_needs_runs_and_targets() {
        assert!(Attainment::new(&[], &[1]).is_err());
        assert!(Attainment::new(&traces(), &[]).is_err());
        assert_eq!(Attainment::new(&traces(), &[100]).unwrap().steps(), []);
    }
}
