//! The arguments of `quarry check`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Check a store: its structure, the checksum of each run, and each answer, judged again
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry check quarry.sqlite\n  \
    quarry check runs.sqlite --json | jq .damaged\n  \
    quarry check runs.sqlite --remove && quarry run study.toml --store runs.sqlite\n\n\
    Without --remove the store is only read. A run is damaged if its row cannot be read, does not \
    match its checksum, is not the run that its key stands for, or has an answer that the judge \
    does not accept with that score. Runs that an earlier program stored have no checksum; they are \
    accepted if everything else is right. Exit status 1 if anything is damaged and was not \
    removed, 2 if the file is no store.")]
pub(crate) struct CheckArgs {
    /// SQLite file that stores the runs
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) store: PathBuf,
    /// Remove the damaged runs, so that `quarry run` makes them again
    #[arg(long)]
    pub(crate) remove: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
