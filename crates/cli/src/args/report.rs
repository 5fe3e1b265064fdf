//! The arguments of `quarry report`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

/// Write what an experiment brought: a page with verdict, tables, tests and plots
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry report experiments/greedy-against-exact.toml\n  \
    quarry report textbook-search --store runs.sqlite -o textbook.html\n  \
    quarry report experiments/textbook-search.toml -o textbook.tex\n\n\
    Nothing is run: the report shows what `quarry run` has put into the store, and says what is \
    missing. The page is one file that needs no other. Markdown and LaTeX say the same without \
    the plots.")]
pub(crate) struct ReportArgs {
    /// The experiment's file, `-`, or a name from `quarry list experiments`
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) experiment: String,
    /// Its reduced form, as its file describes it
    #[arg(long)]
    pub(crate) reduced: bool,
    /// The SQLite file that keeps the runs
    #[arg(long, value_name = "FILE", default_value = "quarry.sqlite", value_hint = ValueHint::FilePath)]
    pub(crate) store: PathBuf,
    /// Where to write, `-` for standard output [default: the experiment's name with .html, .md or
    /// .tex]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// What to write [default: as the output's name ends, or html]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ReportFormat>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ReportFormat {
    /// A page for a browser, with plots
    Html,
    /// Markdown
    Markdown,
    /// LaTeX, to be read into a paper
    Latex,
}
