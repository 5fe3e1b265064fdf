//! What a race brought: who is left, and when and why the others fell out. It holds no times, so
//! that the same race prints the same bytes, however often it was interrupted and on however many
//! threads.

use std::fmt;

use crate::contender::Contender;
use crate::number_format::{grouped, p_value, plural};

/// What a race brought.
#[derive(Debug, Clone, PartialEq)]
pub struct RaceOutcome {
    /// What was asked.
    pub question: String,
    /// How many iterations there were.
    pub iterations: usize,
    /// The runs it took.
    pub runs: usize,
    /// The runs it might have taken.
    pub most: usize,
    /// The blocks that all who are left have seen: what their figures are made of.
    pub blocks: usize,
    /// All blocks there are.
    pub all_blocks: usize,
    /// Why it ended.
    pub end: End,
    /// Those who are left, the best-ranked first.
    pub left: Vec<Survivor>,
    /// Those who fell out, the last one first.
    pub fallen: Vec<Fall>,
}

/// Why a race ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Nobody is left to be told apart.
    Decided,
    /// Every block was run.
    BlocksDone,
    /// Another block would take more runs than there are.
    RunsSpent,
}

/// A configuration that is left.
#[derive(Debug, Clone, PartialEq)]
pub struct Survivor {
    /// Who.
    pub contender: Contender,
    /// The iteration it came in with, from 1.
    pub entered: usize,
    /// How many blocks it has seen.
    pub blocks: usize,
    /// Its mean rank among those who are left; 1 is the best.
    pub mean_rank: f64,
    /// Its mean score.
    pub mean_score: MeanScore,
}

/// The mean score of a configuration's complete runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanScore {
    /// The mean; none if no run is complete.
    pub mean: Option<f64>,
    /// How many of the runs are complete.
    pub complete: usize,
    /// How many runs there are.
    pub runs: usize,
}

/// A configuration that fell out.
#[derive(Debug, Clone, PartialEq)]
pub struct Fall {
    /// Who.
    pub contender: Contender,
    /// The iteration it came in with, from 1.
    pub entered: usize,
    /// The iteration it fell out in.
    pub iteration: usize,
    /// How many blocks it had seen.
    pub blocks: usize,
    /// How many of them it was judged by.
    pub judged_by: usize,
    /// Its mean score on those.
    pub mean_score: MeanScore,
    /// The best-ranked at that time.
    pub best: String,
    /// The best-ranked one's mean score on the same blocks.
    pub best_score: MeanScore,
    /// Why.
    pub reason: Reason,
}

/// Why a configuration fell out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reason {
    /// It is significantly worse than the best-ranked.
    Worse {
        /// Of the test that says so.
        p_value: f64,
    },
    /// It ranks behind those who went on to the next iteration, though not significantly.
    Outranked,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Decided => "the others are significantly worse",
            End::BlocksDone => "all blocks are run",
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
    /// With how many runs it is made of, if not of all.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mean {
            Some(mean) if self.complete == self.runs => write!(f, "{mean:.1}"),
            Some(mean) => write!(f, "{mean:.1} ({} of {})", self.complete, self.runs),
            None => write!(f, "unsolved"),
        }
    }
}

/// Columns as wide as what they hold; the first and a last one of words begin at the left.
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
