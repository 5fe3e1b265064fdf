//! What is kept of a finished run: what it brought, which is the same whenever and wherever it is
//! run, and apart from that the circumstances, which never are.

use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

use quarry::Score;
use serde::{Deserialize, Serialize};

use crate::finished::{CostedImprovement, Finished};

/// A finished run, as stores and work folders keep it. One is made of a [`Finished`] run, here or
/// on another machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    /// What it brought.
    pub(crate) outcome: RecordOutcome,
    /// What it took on the machine that it ran on.
    pub(crate) circumstances: Circumstances,
}

/// What a run brought and what it cost by count: with a budget that is counted, the same bytes in
/// every run of the unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordOutcome {
    pub(crate) score: Option<Score>,
    pub(crate) bound: Option<Score>,
    // As folders of earlier programs have it.
    #[serde(alias = "solved")]
    pub(crate) complete: bool,
    pub(crate) proved: bool,
    pub(crate) stopped: String,
    pub(crate) evaluations: u64,
    pub(crate) nodes: u64,
    pub(crate) expanded: u64,
    pub(crate) kept: u64,
    /// One line for each move or row.
    pub(crate) answer: String,
    /// Evaluations, nodes, score, and whether the answer is complete.
    pub(crate) improvements: Vec<(u64, u64, Score, bool)>,
}

/// When, where and how fast.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Circumstances {
    /// Version and commit.
    pub(crate) program: String,
    /// Of the machine.
    pub(crate) cores: usize,
    /// System and processor.
    pub(crate) platform: String,
    /// Seconds since 1970, as UTC.
    pub(crate) started: f64,
    /// How long it took.
    pub(crate) seconds: f64,
    /// How long it had a processor, where the machine could tell; nothing in folders of earlier
    /// programs.
    #[serde(default)]
    pub(crate) cpu_seconds: Option<f64>,
    /// When each improvement came.
    pub(crate) improved: Vec<f64>,
}

/// What makes runs: version and commit.
const PROGRAM: &str =
    concat!("quarry ", env!("CARGO_PKG_VERSION"), " (", env!("QUARRY_COMMIT"), ")");

/// Of this machine. Asked once: the answer is read from files, which would cost more than to store
/// a run.
static CORES: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));

impl Record {
    /// What is kept of a run that has just ended.
    pub(crate) fn of(finished: &Finished) -> Self {
        let (report, tally) = (finished.report(), finished.report().tally);
        let step =
            |step: &CostedImprovement| (step.evaluations, step.nodes, step.score, step.complete);
        let outcome = RecordOutcome {
            score: report.score,
            bound: report.bound,
            complete: report.is_complete(),
            proved: report.proved,
            stopped: report.stopped().to_owned(),
            evaluations: tally.evaluations,
            nodes: tally.generated,
            expanded: tally.expanded,
            kept: tally.kept,
            answer: finished.answer_to_keep(),
            improvements: finished.trace().iter().map(step).collect(),
        };
        // The calendar, and nothing depends on it; the run began its own length ago.
        let now =
            SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
        let circumstances = Circumstances {
            program: PROGRAM.to_owned(),
            cores: *CORES,
            platform: format!("{}/{}", std::env::consts::OS, std::env::consts::ARCH),
            started: now - report.seconds,
            seconds: report.seconds,
            cpu_seconds: finished.cpu_seconds(),
            improved: finished.trace().iter().map(|step| step.seconds).collect(),
        };
        Record { outcome, circumstances }
    }

    /// The improvements with the times at which they came.
    pub(crate) fn improvements(&self) -> impl Iterator<Item = CostedImprovement> {
        let steps = self.outcome.improvements.iter().zip(&self.circumstances.improved);
        steps.map(|(&(evaluations, nodes, score, complete), &seconds)| CostedImprovement {
            evaluations,
            nodes,
            seconds,
            score,
            complete,
        })
    }
}
