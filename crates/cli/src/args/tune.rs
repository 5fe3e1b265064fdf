//! The arguments of `quarry tune`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Cluster, Running};

/// Find good settings by a race, which drops those that are significantly worse than the best
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry tune experiments/tune-annealing.toml\n  \
    quarry tune experiments/tune-annealing.toml --threads 1 --json\n  \
    quarry tune race.toml --on slurm --out shared/race    blocks are job arrays\n\n\
    A race is an experiment file (see `quarry run --help`) with a table such as\n  \
    [race]\n  \
    most = 1000           # maximum number of runs\n  \
    first = 5             # blocks (one run of each) before the first elimination\n  \
    confidence = 0.95     # of each elimination\n  \
    candidates = 30       # new ones per iteration, if a setting has a range\n  \
    iterations = 3        # each samples around the best of the previous one\n\
    All but `most` are optional. Settings are arrays, all tried, or ranges, sampled:\n  \
    params = { acceptance = [0.1, 0.5], steps = { from = 100, to = 10_000 } }\n\n\
    Every run is stored as by `quarry run`: after Ctrl-C the same command continues and repeats \
    nothing. With a budget in evaluations or nodes the result is the same to the byte, however \
    often it was stopped and on any number of threads. A race does not show how certain it is \
    that the best found is the best of all: for that, use `quarry run` with the winner and the \
    defaults on other instances.")]
pub(crate) struct TuneArgs {
    /// The experiment file with its race, or `-`
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) experiment: String,
    /// Print one JSON object for each configuration, the best first
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) running: Running,
    #[command(flatten)]
    pub(crate) cluster: Cluster,
    /// Folder that the cluster's nodes share [default: the race's name with .units]
    #[arg(long, value_name = "FOLDER", requires = "on", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
}
