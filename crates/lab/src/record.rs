//! The record of a finished run: its outcome, which is the same whenever and wherever it is run,
//! and its circumstances, which are not.

use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

use quarry::Score;
use serde::{Deserialize, Serialize};

use crate::finished::{CostedImprovement, Finished};

/// A finished run, as stores and work folders keep it. It is made from a [`Finished`] run, here or
/// on another machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    /// Answer, score and counts.
    pub(crate) outcome: RecordOutcome,
    /// Program, machine and times.
    pub(crate) circumstances: Circumstances,
}

/// Answer and counts of a run: with a budget in nodes or evaluations, the bytes are the same in
/// every run of the unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordOutcome {
    pub(crate) score: Option<Score>,
    pub(crate) bound: Option<Score>,
    // The name in folders of earlier programs.
    #[serde(alias = "solved")]
    pub(crate) complete: bool,
    pub(crate) proved: bool,
    pub(crate) stopped: String,
    pub(crate) evaluations: u64,
    pub(crate) nodes: u64,
    pub(crate) expanded: u64,
    pub(crate) kept: u64,
    /// The answer, one line for each move or row.
    pub(crate) answer: String,
    /// Evaluations, nodes, score, and whether the answer is complete.
    pub(crate) improvements: Vec<(u64, u64, Score, bool)>,
}

/// Time and machine of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Circumstances {
    /// Version and commit.
    pub(crate) program: String,
    /// Number of cores of the machine.
    pub(crate) cores: usize,
    /// Operating system and processor.
    pub(crate) platform: String,
    /// Start in seconds since 1970, UTC.
    pub(crate) started: f64,
    /// Wall time in seconds.
    pub(crate) seconds: f64,
    /// Processor time in seconds, where the system could measure it; `None` in folders of earlier
    /// programs.
    #[serde(default)]
    pub(crate) cpu_seconds: Option<f64>,
    /// Time of each improvement in seconds.
    pub(crate) improved: Vec<f64>,
}

/// The end of the year 9999, in seconds since 1970.
const LATEST: f64 = 253_402_300_800.0;

/// Version and commit of this program.
const PROGRAM: &str =
    concat!("quarry ", env!("CARGO_PKG_VERSION"), " (", env!("QUARRY_COMMIT"), ")");

/// Number of cores of this machine. It is read once: reading it from files costs more than storing
/// a run.
static CORES: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get));

impl Record {
    /// Creates the record of a run that has just ended.
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
        // The calendar time; nothing depends on it. The run started as long ago as it took.
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

    /// Returns what is impossible about the record of a file that others can write; `None` if a run
    /// may have had it.
    pub(crate) fn fault(&self) -> Option<String> {
        let Record { outcome, circumstances } = self;
        let (steps, times) = (outcome.improvements.len(), circumstances.improved.len());
        if steps != times {
            return Some(format!("{steps} improvements at {times} times"));
        }
        let steps = outcome.improvements.iter();
        let counts = steps.flat_map(|&(evaluations, nodes, ..)| [evaluations, nodes]);
        let own = [outcome.evaluations, outcome.nodes, outcome.expanded, outcome.kept];
        // The store has integers of 64 bits with a sign.
        if counts
            .chain(own)
            .chain([circumstances.cores as u64])
            .any(|count| count > i64::MAX as u64)
        {
            return Some("a count above all that can be counted".to_owned());
        }
        let times = circumstances.improved.iter().copied().chain(circumstances.cpu_seconds);
        let mut times = times.chain([circumstances.seconds]);
        if !(0.0..LATEST).contains(&circumstances.started)
            || times.any(|seconds| !(0.0..LATEST).contains(&seconds))
        {
            return Some("a time that no calendar has".to_owned());
        }
        None
    }

    /// Returns the improvements with their times.
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
