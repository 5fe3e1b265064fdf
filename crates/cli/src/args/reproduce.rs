//! The arguments of `quarry reproduce`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::Running;

/// Reproduce published tables, and show our results beside theirs
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry reproduce                           lists the tables and their times\n  \
    quarry reproduce jawbreaker-table2         its reduced form, in minutes\n  \
    quarry reproduce jawbreaker-table2 --full  the published number of runs\n  \
    quarry reproduce all -o everything.html    one report of everything\n\n\
    Prints the tables and writes one report of all of them. Only runs that the store does not \
    hold yet are made:\n\
    after Ctrl-C the same command continues, and after the reduced form --full keeps the runs \
    that it can use.")]
pub(crate) struct ReproduceArgs {
    /// Names of tables, or `all`; without a name, lists the tables
    #[arg(value_name = "TABLE")]
    pub(crate) names: Vec<String>,
    /// Use the published number of runs instead of the reduced form
    #[arg(long)]
    pub(crate) full: bool,
    /// Where to write the report: .html, .md or .tex, not `-` [default: TABLE.html, or
    /// reproduce.html for several]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) running: Running,
}
