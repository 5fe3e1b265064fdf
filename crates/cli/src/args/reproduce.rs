//! The arguments of `quarry reproduce`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::Running;

/// Run published tables again, and write ours beside theirs
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry reproduce                           what there is and what it takes\n  \
    quarry reproduce jawbreaker-table2         its reduced form, in minutes\n  \
    quarry reproduce jawbreaker-table2 --full  the published number of runs\n  \
    quarry reproduce all -o everything.html    one report of everything\n\n\
    Prints the tables and writes one report of all of them. It runs what the store does not \
    hold yet:\n\
    after Ctrl-C the same command continues, and after the reduced form --full keeps what it \
    can use.")]
pub(crate) struct ReproduceArgs {
    /// The tables, or `all`; none lists what there is
    #[arg(value_name = "TABLE")]
    pub(crate) names: Vec<String>,
    /// The published number of runs, instead of a reduced form
    #[arg(long)]
    pub(crate) full: bool,
    /// Where to write the report: .html, .md or .tex, not `-` [default: TABLE.html, or
    /// reproduce.html for several]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) running: Running,
}
