//! The arguments of `quarry collect`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Put the runs of a folder that processes share into a store; say what is missing, failed or
/// differs
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry run study.toml --units 1/2 --out units\n  \
    quarry run study.toml --units 2/2 --out units\n  \
    quarry collect units && quarry run study.toml   its table\n\n\
    The experiment's file is not needed. Units that were done more than once must have come out \
    the same to the byte, times apart; else they are named and not stored. It can be called at \
    any time, also while the units are done. Exit status 1 unless every unit is in the store.")]
pub(crate) struct CollectArgs {
    /// The folder, as `quarry run --out` names it
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
    /// The SQLite file that keeps the runs; several experiments can share it
    #[arg(long, value_name = "FILE", default_value = "quarry.sqlite", value_hint = ValueHint::FilePath)]
    pub(crate) store: PathBuf,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
