//! The score of a run for comparisons. The score of an unsolved run is not used: the run ranks
//! below every complete run, and all unsolved runs tie. A game of chance that a limit cut short
//! would have reached its score or a higher one.

use quarry::Score;

use crate::statistics::Sample;

/// Result of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunScore {
    /// Score of a complete run.
    Complete(Score),
    /// Lower bound of the score: the run was cut short.
    AtLeast(Score),
    /// No comparable score.
    Unsolved,
}

impl RunScore {
    /// Returns the score of a complete run.
    pub(crate) fn complete(self) -> Option<Score> {
        match self {
            RunScore::Complete(score) => Some(score),
            RunScore::AtLeast(_) | RunScore::Unsolved => None,
        }
    }

    /// Returns the score or its lower bound; `None` sorts below every score.
    fn value(self) -> Option<Score> {
        match self {
            RunScore::Complete(score) | RunScore::AtLeast(score) => Some(score),
            RunScore::Unsolved => None,
        }
    }

    fn is_cut(self) -> bool {
        matches!(self, RunScore::AtLeast(_))
    }
}

/// Returns the rank of each run among all of them, the highest for the best. Runs whose order is
/// not known share their ranks. If no run was cut short, these are the usual ranks with ties (Gehan
/// 1965).
pub(crate) fn ranks(runs: &[RunScore]) -> Vec<f64> {
    let sorted = |ended_only: bool| {
        let chosen = runs.iter().filter(|run| !(ended_only && run.is_cut()));
        let mut values: Vec<_> = chosen.map(|run| run.value()).collect();
        values.sort_unstable();
        values
    };
    let (ended, all) = (sorted(true), sorted(false));
    let rank = |run: &RunScore| {
        let value = run.value();
        let below = ended.partition_point(|&other| other < value);
        let above =
            if run.is_cut() { 0 } else { all.len() - all.partition_point(|&other| other <= value) };
        (all.len() as f64 + 1.0 + below as f64 - above as f64) / 2.0
    };
    runs.iter().map(rank).collect()
}

/// Returns two groups of runs as samples of their ranks among both.
pub(crate) fn ranked_together(left: &[RunScore], right: &[RunScore]) -> (Sample, Sample) {
    let mut ranks = ranks(&[left, right].concat());
    let right = ranks.split_off(left.len());
    let sample = |ranks| Sample::new(ranks).expect("some runs, each with a rank");
    (sample(ranks), sample(right))
}

#[cfg(test)]
mod tests {
    use super::RunScore::{AtLeast, Complete, Unsolved};
    use super::*;

    #[test]
    fn unsolved_runs_rank_below_all_others_and_tie() {
        let runs = [Complete(-7), Unsolved, Complete(30), Complete(30), Unsolved];
        assert_eq!(ranks(&runs), [3.0, 1.5, 4.5, 4.5, 1.5]);
        assert_eq!(ranks(&[Unsolved, Unsolved]), [1.5, 1.5]);
        assert!(ranks(&[]).is_empty());
    }

    /// Calculated by hand: "at least 50" is above 20 and may or may not be above 80; "at least 10"
    /// may be anywhere.
    #[test]
    fn a_cut_run_is_above_what_it_has_passed_and_level_with_the_rest() {
        assert_eq!(
            ranks(&[Complete(20), AtLeast(50), Complete(80), AtLeast(10)]),
            [1.5, 3.0, 3.0, 2.5]
        );
        let (cut, ended) =
            ranked_together(&[AtLeast(90), AtLeast(90)], &[Complete(10), Complete(20)]);
        assert!(cut.ascending()[0] > ended.ascending()[1]);
    }
}
