//! Anytime runs: the work to reach a target, the score within a budget, and both together.
//!
//! An [`AnytimeTrace`] holds the improvements of one run, each with the work done so far, in
//! evaluations or nodes. [`fixed_target`] computes the work to reach a score (the horizontal cut),
//! [`fixed_budget`] the score within a budget (the vertical cut), and [`Attainment`] combines both:
//! the share of all pairs of run and target that were reached within a budget (the empirical
//! cumulative distribution of Hansen et al., COCO, 2016).
//!
//! Higher scores are always better.

use quarry_core::Score;

use super::{Attempt, DataError, RunningTime};

/// One anytime run: its improvements and its length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnytimeTrace {
    /// Work and score of each improvement, both strictly rising.
    improvements: Vec<(u64, Score)>,
    length: u64,
}

impl AnytimeTrace {
    /// Creates the trace of a run of this length from its reported scores, in any order. Reports
    /// that are no improvement are left out; a run is at least as long as its last report.
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

    /// Returns work and score of each improvement, both strictly rising.
    pub fn improvements(&self) -> &[(u64, Score)] {
        &self.improvements
    }

    /// Total work of the run.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns the work to reach the target, if it was reached.
    pub fn first_reaching(&self, target: Score) -> Option<u64> {
        let below = self.improvements.partition_point(|&(_, score)| score < target);
        self.improvements.get(below).map(|&(spent, _)| spent)
    }

    /// Returns the best score within a budget, if there was any by then.
    pub fn best_within(&self, budget: u64) -> Option<Score> {
        let affordable = self.improvements.partition_point(|&(spent, _)| spent <= budget);
        Some(self.improvements[affordable.checked_sub(1)?].1)
    }
}

/// Returns the work of the runs to reach a target. A run that never reached it counts with its full
/// length.
pub fn fixed_target(traces: &[AnytimeTrace], target: Score) -> Result<RunningTime, DataError> {
    let attempt = |trace: &AnytimeTrace| {
        let reached = trace.first_reaching(target);
        Attempt { spent: reached.unwrap_or(trace.length), success: reached.is_some() }
    };
    RunningTime::of(&traces.iter().map(attempt).collect::<Vec<_>>())
}

/// Returns the best score of each run within a budget; `None` for a run without any score by then.
pub fn fixed_budget(traces: &[AnytimeTrace], budget: u64) -> Vec<Option<Score>> {
    traces.iter().map(|trace| trace.best_within(budget)).collect()
}

/// Empirical distribution of the work over all pairs of run and target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attainment {
    /// Work at which each reached pair was reached, ascending.
    reached: Vec<u64>,
    pairs: usize,
}

impl Attainment {
    /// Computes the distribution over these runs and targets: at least one of each.
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

    /// Combines several distributions, whose instances have different targets.
    pub fn pooled(parts: &[Attainment]) -> Self {
        let mut reached: Vec<u64> = parts.iter().flat_map(|part| &part.reached).copied().collect();
        reached.sort_unstable();
        Attainment { reached, pairs: parts.iter().map(|part| part.pairs).sum::<usize>().max(1) }
    }

    /// Returns the share of pairs reached within a budget.
    pub fn share_within(&self, budget: u64) -> f64 {
        self.reached.partition_point(|&spent| spent <= budget) as f64 / self.pairs as f64
    }

    /// Returns the steps of the curve: work, and the share reached by then. Both rise strictly;
    /// before the first step the share is 0.
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

    /// Calculated by hand: target 5 is reached after 20 and 50, and once not within 100: (20 + 50 +
    /// 100) / 2.
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

    /// scipy: ecdf(CensoredData(uncensored=[10, 20, 80, 10, 50], right=[100] * 4)).cdf, where five
    /// of nine pairs are reached: quantiles 10, 20, 50, 80, probabilities 2/9, 3/9, 4/9, 5/9.
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
