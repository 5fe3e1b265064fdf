//! Whether the contenders did the same amount of work, among runs that were stopped by a limit.

use crate::number_format::{grouped, listed};
use crate::results::Results;
use crate::store::Stored;
use crate::work::Work;

/// Work that differs by more than this factor counts as unequal.
const SAME: f64 = 1.25;

/// Contenders that did not do the same amount of work.
#[derive(Debug, Clone, PartialEq)]
pub struct Effort {
    /// Unit of the work.
    pub work: Work,
    /// Index of the contender that did the least work, and its mean work.
    pub least: (usize, f64),
    /// Indices of the contenders that did more, with their mean work.
    pub more: Vec<(usize, f64)>,
}

impl Effort {
    /// Compares the work; returns `None` if all did the same, or if fewer than two contenders have
    /// runs that a limit on work stopped.
    pub(crate) fn of(results: &Results) -> Option<Effort> {
        // Methods that play no moves are compared by their evaluations.
        [Work::Nodes, Work::Evaluations].into_iter().find_map(|work| {
            let spent = spent(results, work);
            spent.iter().all(|&(_, mean)| mean > 0.0).then(|| Effort::among(&spent, work))
        })?
    }

    fn among(spent: &[(usize, f64)], work: Work) -> Option<Effort> {
        let least = spent.iter().copied().min_by(|one, other| one.1.total_cmp(&other.1))?;
        let more: Vec<_> =
            spent.iter().copied().filter(|(_, mean)| *mean > least.1 * SAME).collect();
        (!more.is_empty()).then_some(Effort { work, least, more })
    }

    /// Returns a sentence about the unequal work.
    pub(super) fn sentence(&self, label: impl Fn(usize) -> String) -> String {
        let (least, fewest) = self.least;
        let (did, things) = match self.work {
            Work::Nodes => ("played", "moves"),
            Work::Evaluations => ("made", "evaluations"),
        };
        let times = |mean: f64| {
            let factor = mean / fewest;
            if factor < 9.95 { format!("{factor:.1} times") } else { format!("{factor:.0} times") }
        };
        let count = |mean: f64| grouped(mean.round() as u64);
        let who: Vec<String> = self
            .more
            .iter()
            .enumerate()
            .map(|(place, &(contender, mean))| {
                let did = if place == 0 { format!(" {did}") } else { String::new() };
                format!("{}{did} {}", label(contender), times(mean))
            })
            .collect();
        let counts: Vec<String> = self.more.iter().map(|&(_, mean)| count(mean)).collect();
        format!(
            "{} as many {things} as {} ({} against {} a run): their scores do not compare at equal work.",
            listed(&who),
            label(least),
            listed(&counts),
            count(fewest)
        )
    }
}

/// Returns the mean work of each contender's runs that a limit on work or time stopped.
fn spent(results: &Results, work: Work) -> Vec<(usize, f64)> {
    let went_on =
        |run: &&Stored| ["nodes", "evaluations", "seconds"].contains(&run.stopped.as_str());
    let of = |contender: usize| {
        let runs = || results.rows().flat_map(|row| &row[contender].runs).filter(went_on);
        let total: f64 = runs().map(|run| work.of(run) as f64).sum();
        (runs().count() > 0).then(|| (contender, total / runs().count() as f64))
    };
    (0..results.plan.experiment.contenders.len()).filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_did_more_is_named() {
        let label = |place: usize| ["nrpa", "beam", "annealing", "tabu"][place].to_owned();
        let effort = Effort::among(&[(0, 55_123.0), (1, 3_000.0)], Work::Nodes).unwrap();
        let expected = "nrpa played 18 times as many moves as beam (55,123 against 3,000 a run): their scores do not compare at \
                        equal work.";
        assert_eq!(effort.sentence(label), expected);
        let several = [(0, 55_123.0), (1, 3_000.0), (2, 24_300.0), (3, 3_700.0)];
        let effort = Effort::among(&several, Work::Evaluations).unwrap();
        let expected = "nrpa made 18 times and annealing 8.1 times as many evaluations as beam (55,123 and 24,300 against 3,000 a \
                        run)";
        assert!(effort.sentence(label).starts_with(expected), "{}", effort.sentence(label));
        assert_eq!(Effort::among(&[(0, 3_700.0), (1, 3_000.0)], Work::Nodes), None);
        assert_eq!(Effort::among(&[], Work::Nodes), None);
    }
}
