//! The result of a race: which configurations are left, and when and why the others were
//! eliminated. It contains no times, so that the same race prints the same bytes, however often it
//! was interrupted and on any number of threads.

use std::fmt;

use crate::contender::Contender;
use crate::number_format::{grouped, p_value, plural};

/// Result of a race.
#[derive(Debug, Clone, PartialEq)]
pub struct RaceOutcome {
    /// The question of the race.
    pub question: String,
    /// Number of iterations.
    pub iterations: usize,
    /// Number of runs that were used.
    pub runs: usize,
    /// Maximum number of runs.
    pub most: usize,
    /// Number of blocks that all remaining configurations have run; their figures come from these.
    pub blocks: usize,
    /// Number of blocks in the race.
    pub all_blocks: usize,
    /// Reason why the race ended.
    pub end: End,
    /// Remaining configurations, the best-ranked first.
    pub left: Vec<Survivor>,
    /// Eliminated configurations, the last one first.
    pub fallen: Vec<Fall>,
}

/// Reason why a race ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Only as many configurations are left as the iteration keeps.
    Decided,
    /// Every block was run.
    BlocksDone,
    /// Another block would exceed the maximum number of runs.
    RunsSpent,
}

/// A configuration that is left at the end.
#[derive(Debug, Clone, PartialEq)]
pub struct Survivor {
    /// Solver with its settings.
    pub contender: Contender,
    /// Iteration in which it entered, from 1.
    pub entered: usize,
    /// Number of blocks that it has run.
    pub blocks: usize,
    /// Mean rank among the remaining configurations; 1 is the best.
    pub mean_rank: f64,
    /// Mean score of its complete runs.
    pub mean_score: MeanScore,
}

/// Mean score of a configuration's complete runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanScore {
    /// The mean; `None` if no run is complete.
    pub mean: Option<f64>,
    /// Number of complete runs.
    pub complete: usize,
    /// Number of runs.
    pub runs: usize,
}

/// A configuration that was eliminated.
#[derive(Debug, Clone, PartialEq)]
pub struct Fall {
    /// Solver with its settings.
    pub contender: Contender,
    /// Iteration in which it entered, from 1.
    pub entered: usize,
    /// Iteration in which it was eliminated.
    pub iteration: usize,
    /// Number of blocks that it had run.
    pub blocks: usize,
    /// Number of blocks that the decision was based on.
    pub judged_by: usize,
    /// Mean score on those blocks.
    pub mean_score: MeanScore,
    /// Label of the best-ranked configuration at that time.
    pub best: String,
    /// Mean score of the best-ranked configuration on the same blocks.
    pub best_score: MeanScore,
    /// Reason of the elimination.
    pub reason: Reason,
}

/// Reason why a configuration was eliminated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reason {
    /// It is significantly worse than the best-ranked.
    Worse {
        /// P-value of the test.
        p_value: f64,
    },
    /// It ranks behind those that stay for the next iteration, though not significantly.
    Outranked,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Decided => "the others are significantly worse",
            End::BlocksDone => "all blocks were run",
            End::RunsSpent => "the runs are spent",
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Worse { p_value: p } => write!(f, "worse, {}", p_value(*p)),
            Reason::Outranked => write!(f, "not among the elites"),
        }
    }
}

impl fmt::Display for RaceOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |count: usize| grouped(count as u64);
        let all = plural((self.left.len() + self.fallen.len()) as u64, "configuration");
        writeln!(f, "{}\n", self.question)?;
        writeln!(
            f,
            "{} of {all} left after {}, {} of {} and {} of {}: {}\n",
            number(self.left.len()),
            plural(self.iterations as u64, "iteration"),
            number(self.blocks),
            plural(self.all_blocks as u64, "block"),
            number(self.runs),
            plural(self.most as u64, "run"),
            self.end,
        )?;
        let head = ["left", "entered", "blocks", "mean rank", "mean score"];
        let row = |standing: &Survivor| {
            [
                standing.contender.label(),
                standing.entered.to_string(),
                standing.blocks.to_string(),
                format!("{:.2}", standing.mean_rank),
                standing.mean_score.to_string(),
            ]
        };
        write_table(f, head, self.left.iter().map(row))?;
        if self.fallen.is_empty() {
            return Ok(());
        }
        writeln!(f)?;
        let head = ["fell out", "iteration", "blocks", "mean score", "best's", "why"];
        let row = |fall: &Fall| {
            [
                fall.contender.label(),
                fall.iteration.to_string(),
                fall.judged_by.to_string(),
                fall.mean_score.to_string(),
                fall.best_score.to_string(),
                fall.reason.to_string(),
            ]
        };
        write_table(f, head, self.fallen.iter().map(row))
    }
}

impl fmt::Display for MeanScore {
    /// Writes the mean, with the number of complete runs if not all are complete.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mean {
            Some(mean) if self.complete == self.runs => write!(f, "{mean:.1}"),
            Some(mean) => write!(f, "{mean:.1} ({} of {})", self.complete, self.runs),
            None => write!(f, "unsolved"),
        }
    }
}

/// Writes columns as wide as their content; the first one and a last one of words are left-aligned.
fn write_table<const N: usize>(
    f: &mut fmt::Formatter<'_>,
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> fmt::Result {
    let lines: Vec<_> = std::iter::once(head.map(str::to_owned)).chain(rows).collect();
    let width =
        |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    for line in &lines {
        write!(f, "{:<1$}", line[0], widths[0])?;
        for (column, cell) in line.iter().enumerate().skip(1) {
            let width = widths[column];
            match head[column] {
                "why" => write!(f, "  {cell}")?,
                _ => write!(f, "  {cell:>width$}")?,
            }
        }
        writeln!(f)?;
    }
    Ok(())
}
