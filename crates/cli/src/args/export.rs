//! The arguments of `quarry export`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

/// Export finished runs for other programs, with everything needed to repeat them
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry export -o runs.csv\n  \
    quarry export --experiment textbook-search -o runs.parquet\n  \
    quarry export --what improvements -o traces.parquet\n  \
    quarry export --format jsonl | jq .score\n  \
    quarry export --format iohanalyzer -o profile   for iohanalyzer.liacs.nl\n\n\
    A NAME selects the runs that were made for the experiment; a FILE selects all that it asks \
    for, whichever experiment made them. Settings and limits are separate columns \
    (param_..., budget_...), or objects in jsonl, which also holds the improvements of a run. \
    For IOHanalyzer, each instance is a function whose dimension is its number of cells, and \
    each solver with its settings is an algorithm.")]
pub(crate) struct ExportArgs {
    /// SQLite file that stores the runs
    #[arg(long, value_name = "FILE", default_value = "quarry.sqlite", value_hint = ValueHint::FilePath)]
    pub(crate) store: PathBuf,
    /// Only the runs of this experiment, by its name or its file [default: all runs]
    #[arg(long, value_name = "NAME|FILE", value_hint = ValueHint::FilePath)]
    pub(crate) experiment: Option<String>,
    /// Format [default: by the ending of the output's name; csv on standard output]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ExportFormat>,
    /// Table to export, for csv and parquet
    #[arg(long, value_enum, default_value_t = ExportTable::Runs)]
    pub(crate) what: ExportTable,
    /// Output file, or a new folder for IOHanalyzer; `-` is standard output, for csv and jsonl
    #[arg(short, long, value_name = "FILE|FOLDER", default_value = "-", value_hint = ValueHint::AnyPath)]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A table as text (RFC 4180)
    Csv,
    /// A table in columns, with types
    Parquet,
    /// One JSON object per line for each run
    Jsonl,
    /// A folder for IOHanalyzer and iohinspector
    Iohanalyzer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportTable {
    /// One row for each run
    Runs,
    /// One row for each improvement
    Improvements,
}
