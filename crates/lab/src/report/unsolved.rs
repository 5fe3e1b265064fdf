//! Contenders with runs that are not complete, and the reasons why these ended.

use crate::number_format::{grouped, plural};
use crate::results::{ResultCell, Results};

/// A contender with runs that are not complete.
#[derive(Debug, Clone, PartialEq)]
pub struct Unsolved {
    /// Index of the contender.
    pub contender: usize,
    /// Number of its runs that are not complete.
    pub unsolved: usize,
    /// Number of all its runs.
    pub runs: usize,
    /// Reasons why the incomplete runs ended, with their counts, the most frequent first.
    pub reasons: Vec<(String, usize)>,
    /// Whether it plays games of chance: a game that was cut short counts as at least the score it
    /// had.
    pub plays_chance: bool,
}

impl Unsolved {
    /// Returns the contenders that have incomplete runs.
    pub(crate) fn of(results: &Results) -> Vec<Unsolved> {
        let contenders = 0..results.plan.experiment.contenders.len();
        contenders.filter_map(|contender| Unsolved::one(results, contender)).collect()
    }

    fn one(results: &Results, contender: usize) -> Option<Unsolved> {
        let cells: Vec<&ResultCell> = results.rows().map(|row| &row[contender]).collect();
        let runs = || cells.iter().flat_map(|cell| &cell.runs);
        let mut reasons: Vec<(String, usize)> = Vec::new();
        for run in runs().filter(|run| !run.complete) {
            match reasons.iter_mut().find(|(reason, _)| *reason == run.stopped) {
                Some((_, count)) => *count += 1,
                None => reasons.push((run.stopped.clone(), 1)),
            }
        }
        reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let unsolved = reasons.iter().map(|(_, count)| count).sum();
        let plays_chance = cells.iter().any(|cell| cell.plays_chance());
        (unsolved > 0).then(|| Unsolved {
            contender,
            unsolved,
            runs: runs().count(),
            reasons,
            plays_chance,
        })
    }

    /// Returns a sentence about the unsolved runs.
    pub(super) fn sentence(&self, label: &str) -> String {
        let reason = |(stopped, count): &(String, usize)| {
            let words = match stopped.as_str() {
                "proved" => "proved that there is no solution".to_owned(),
                "finished" => "ended without a complete answer".to_owned(),
                limit => format!("stopped by the limit on {limit}"),
            };
            if self.reasons.len() == 1 {
                words
            } else {
                format!("{} {words}", grouped(*count as u64))
            }
        };
        let reasons = self.reasons.iter().map(reason).collect::<Vec<_>>().join(", ");
        let (unsolved, runs) = (grouped(self.unsolved as u64), plural(self.runs as u64, "run"));
        let are = if self.unsolved == 1 { "is" } else { "are" };
        if self.unsolved == self.runs && !self.plays_chance {
            return format!(
                "No run of {label} is complete: {unsolved} of {runs} {are} unsolved ({reasons}). It has no scores and ranks \
                 above no other contender."
            );
        }
        format!("{unsolved} of {runs} of {label} {are} unsolved ({reasons}).")
    }
}
