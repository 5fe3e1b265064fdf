//! The arguments of `quarry tune`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Cluster, Running};

/// Find good settings by a race: whoever is significantly worse than the best falls out
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry tune experiments/tune-annealing.toml\n  \
    quarry tune experiments/tune-annealing.toml --threads 1 --json\n  \
    quarry tune race.toml --on slurm --out shared/race    blocks are job arrays\n\n\
    A race is an experiment file (see `quarry run --help`) with a table such as\n  \
    [race]\n  \
    most = 1000           # runs in all\n  \
    first = 5             # blocks (a run of each on an instance) before any falls\n  \
    confidence = 0.95     # of each elimination\n  \
    candidates = 30       # new ones in each iteration, if a setting has a range\n  \
    iterations = 3        # each around the best of the one before\n\
    All but `most` may be left out. Settings are arrays, tried whole, or ranges, sampled:\n  \
    params = { acceptance = [0.1, 0.5], steps = { from = 100, to = 10_000 } }\n\n\
    Every run is kept as `quarry run` keeps it: Ctrl-C, and the same command continues and \
    repeats nothing. With a budget in evaluations or nodes the result is the same to the byte, \
    whatever the stops and the number of threads. How sure it is that the best found is the \
    best of all, no race says: `quarry run` with the winner and the defaults on other instances \
    does.")]
pub(crate) struct TuneArgs {
    /// The experiment file with its race, or `-`
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) experiment: String,
    /// One JSON object for each configuration, the best first
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) running: Running,
    #[command(flatten)]
    pub(crate) cluster: Cluster,
    /// The folder that the cluster's nodes share [default: the race's name with .units]
    #[arg(long, value_name = "FOLDER", requires = "on", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
}
