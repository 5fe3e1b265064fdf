//! The arguments that limit a run.

use clap::Args;
use quarry::Budget;

use super::{number, positive_seconds};

/// Limits of a run, including time.
#[derive(Debug, Args)]
pub(crate) struct Limits {
    /// Stop after this many seconds [default: 10, if no other limit is given]
    #[arg(long, value_parser = positive_seconds, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    #[command(flatten)]
    pub(crate) work: WorkLimits,
}

/// Limits of a run other than time.
#[derive(Debug, Args)]
pub(crate) struct WorkLimits {
    /// Stop after evaluating this many positions or candidates, such as 10_000 or 1e6
    #[arg(long, value_parser = number(0..=u64::MAX))]
    pub(crate) evaluations: Option<u64>,
    /// Stop after playing this many moves
    #[arg(long, value_parser = number(0..=u64::MAX))]
    pub(crate) nodes: Option<u64>,
    /// Maximum memory of the run, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = number(1..=1 << 40))]
    pub(crate) memory: u64,
}

impl Limits {
    /// Time limit in seconds when no limit is given: long enough for a good answer, short enough to
    /// wait for.
    const SECONDS: f64 = 10.0;

    pub(crate) fn budget(&self) -> Budget {
        self.work.budget(self.seconds, Self::SECONDS)
    }
}

impl WorkLimits {
    /// Returns the budget with a limit in seconds, or the usual one if no limit is given.
    pub(super) fn budget(&self, seconds: Option<f64>, usual: f64) -> Budget {
        let unlimited = seconds.is_none() && self.evaluations.is_none() && self.nodes.is_none();
        Budget {
            evaluations: self.evaluations,
            nodes: self.nodes,
            seconds: if unlimited { Some(usual) } else { seconds },
            memory: Some(self.memory << 20),
        }
    }
}
