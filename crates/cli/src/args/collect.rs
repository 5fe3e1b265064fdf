//! The arguments of `quarry collect`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Collect the runs of a shared folder into a store; report what is missing, failed or differs
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry run study.toml --units 1/2 --out units\n  \
    quarry run study.toml --units 2/2 --out units\n  \
    quarry collect units && quarry run study.toml   then its table\n\n\
    The experiment's file is not needed. Units that were run more than once must have the same \
    result to the byte, except for times; otherwise they are reported and not stored. The command \
    can be used at any time, also while units are running. Exit status 1 unless every unit is in \
    the store.")]
pub(crate) struct CollectArgs {
    /// The shared folder, as given to `quarry run --out`
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
    /// SQLite file that stores the runs; several experiments can share it
    #[arg(long, value_name = "FILE", default_value = "quarry.sqlite", value_hint = ValueHint::FilePath)]
    pub(crate) store: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
