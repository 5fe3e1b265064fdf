//! The arguments of `quarry report`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

/// Write a report of an experiment: a page with verdict, tables, tests and plots
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry report experiments/greedy-against-exact.toml\n  \
    quarry report textbook-search --store runs.sqlite -o textbook.html\n  \
    quarry report experiments/textbook-search.toml -o textbook.tex\n\n\
    Nothing is run: the report shows the runs that `quarry run` has put into the store, and states \
    what is missing. The page is one self-contained file. Markdown and LaTeX have the same content \
    without the plots.")]
pub(crate) struct ReportArgs {
    /// The experiment's file, `-`, or a name from `quarry list experiments`
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) experiment: String,
    /// Use the reduced form that the file describes
    #[arg(long)]
    pub(crate) reduced: bool,
    /// SQLite file that stores the runs
    #[arg(long, value_name = "FILE", default_value = "quarry.sqlite", value_hint = ValueHint::FilePath)]
    pub(crate) store: PathBuf,
    /// Output file, `-` for standard output [default: the experiment's name with .html, .md or
    /// .tex]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Format [default: by the ending of the output's name, or html]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ReportFormat>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ReportFormat {
    /// A page for a browser, with plots
    Html,
    /// Markdown
    Markdown,
    /// LaTeX, to be included in a paper
    Latex,
}
