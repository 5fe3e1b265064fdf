//! The table at an experiment's end: one row for each subject and contender. It holds no times, so that the same
//! experiment prints the same bytes, however often it was interrupted and on however many threads.

use std::fmt;

use quarry::Score;

use crate::experiment::Published;
use crate::plan::{Pairing, Plan};
use crate::store::{Store, StoreError, Stored};

/// What an experiment brought.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What was asked.
    pub question: String,
    /// The results, subject by subject.
    pub rows: Vec<Row>,
    /// What others report.
    pub published: Vec<Published>,
}

/// One contender on one subject.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The subject's name.
    pub instance: String,
    /// The contender's label.
    pub solver: String,
    /// Runs in the store.
    pub runs: usize,
    /// The scores of the runs that found an answer; `None` if none did.
    pub scores: Option<Scores>,
    /// The share of runs that reached the goal.
    pub solved: f64,
    /// The share of runs that proved their answer the best.
    pub proved: f64,
    /// Mean evaluations of a run.
    pub evaluations: f64,
}

/// Scores of several runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scores {
    /// The highest.
    pub best: Score,
    /// The mean.
    pub mean: f64,
    /// The median: of two middle ones, the mean.
    pub median: f64,
}

impl Table {
    /// The table of what the store holds by now.
    pub fn of(plan: &Plan, store: &Store) -> Result<Table, StoreError> {
        let rows = plan.pairings.iter().map(|pairing| Row::of(pairing, store)).collect::<Result<_, _>>()?;
        let (question, published) = (plan.experiment.question.clone(), plan.experiment.published.clone());
        Ok(Table { question, rows, published })
    }
}

impl Row {
    fn of(pairing: &Pairing, store: &Store) -> Result<Row, StoreError> {
        let mut runs = Vec::new();
        for unit in &pairing.units {
            runs.extend(store.find(&unit.key)?);
        }
        let mean = |value: fn(&Stored) -> f64| runs.iter().map(value).sum::<f64>() / runs.len().max(1) as f64;
        Ok(Row {
            instance: pairing.subject.name.clone(),
            solver: pairing.contender.label(),
            runs: runs.len(),
            scores: Scores::of(runs.iter().filter_map(|run| run.score).collect()),
            solved: mean(|run| f64::from(u8::from(run.solved))),
            proved: mean(|run| f64::from(u8::from(run.proved))),
            evaluations: mean(|run| run.evaluations as f64),
        })
    }
}

impl Scores {
    fn of(mut scores: Vec<Score>) -> Option<Scores> {
        scores.sort_unstable();
        let &best = scores.last()?;
        let count = scores.len();
        let middle = (scores[(count - 1) / 2] as f64 + scores[count / 2] as f64) / 2.0;
        let mean = scores.iter().map(|&score| score as f64).sum::<f64>() / count as f64;
        Some(Scores { best, mean, median: middle })
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HEAD: [&str; 9] =
            ["instance", "solver", "runs", "best", "mean", "median", "solved", "proved", "evaluations"];
        let mut lines = vec![HEAD.map(str::to_owned)];
        lines.extend(self.rows.iter().map(Row::cells));
        let widths: [usize; HEAD.len()] = std::array::from_fn(|column| {
            lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default()
        });
        writeln!(f, "{}\n", self.question)?;
        for [instance, solver, figures @ ..] in &lines {
            write!(f, "{instance:<0$}  {solver:<1$}", widths[0], widths[1])?;
            for (figure, width) in figures.iter().zip(&widths[2..]) {
                write!(f, "  {figure:>width$}")?;
            }
            writeln!(f)?;
        }
        if !self.published.is_empty() {
            writeln!(f, "\npublished")?;
        }
        for Published { what, value, source } in &self.published {
            writeln!(f, "  {what}: {value} ({source})")?;
        }
        Ok(())
    }
}

impl Row {
    fn cells(&self) -> [String; 9] {
        let score = |figure: fn(&Scores) -> String| self.scores.as_ref().map_or("-".to_owned(), figure);
        let share = |part: f64| format!("{:.0}%", part * 100.0);
        [
            self.instance.clone(),
            self.solver.clone(),
            self.runs.to_string(),
            score(|scores| scores.best.to_string()),
            score(|scores| format!("{:.1}", scores.mean)),
            score(|scores| format!("{:.1}", scores.median)),
            share(self.solved),
            share(self.proved),
            format!("{:.1}", self.evaluations),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_odd_and_even_numbers_of_runs() {
        assert_eq!(Scores::of(vec![9, 1, 2]), Some(Scores { best: 9, mean: 4.0, median: 2.0 }));
        assert_eq!(Scores::of(vec![4, 1, 2, 9]), Some(Scores { best: 9, mean: 4.0, median: 3.0 }));
        assert_eq!(Scores::of(Vec::new()), None);
    }

    #[test]
    fn columns_are_aligned_and_missing_scores_shown_as_such() {
        let row = |solver: &str, scores| Row {
            instance: "board".to_owned(),
            solver: solver.to_owned(),
            runs: 2,
            scores,
            solved: 0.5,
            proved: 0.0,
            evaluations: 12.0,
        };
        let scores = Some(Scores { best: 110, mean: 7.25, median: 8.0 });
        let published = Published { what: "mean".to_owned(), value: 7.0, source: "them".to_owned() };
        let table = Table {
            question: "Who?".to_owned(),
            rows: vec![row("beam width=2", scores), row("greedy", None)],
            published: vec![published],
        };
        let expected = "\
Who?

instance  solver        runs  best  mean  median  solved  proved  evaluations
board     beam width=2     2   110   7.2     8.0     50%      0%         12.0
board     greedy           2     -     -       -     50%      0%         12.0

published
  mean: 7 (them)
";
        assert_eq!(table.to_string(), expected);
    }
}
