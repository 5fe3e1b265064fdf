//! The command line: a front end for terminals, files, signals and JSON. Everything else is done by
//! `quarry`.
//!
//! The binary `quarry` is [`run`] with the standard catalogue. Your own program can call it with
//! another catalogue and gets every command, including the studio, for your own puzzles, solvers
//! and experiments.

mod args;
mod cluster;
mod commands;
mod input;
mod interrupt;
mod json;
mod output;
mod paint;
mod progress;
mod sheet;
mod workplace;
mod wrap;

/// Pictures with all features, also used by the painter's tests.
#[cfg(test)]
#[path = "../../quarry/tests/fixtures/gallery.rs"]
mod gallery;

use std::process::ExitCode;

use clap::Parser;
use quarry::Catalogue;

use args::{Cli, CliCommand};

/// Prints a line on standard error. A closed standard error is no reason to fail.
macro_rules! tell {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(anstream::stderr(), $($words)*);
    }};
}
pub(crate) use tell;

/// Exit status of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exit {
    /// Success: solved, accepted, done.
    Yes = 0,
    /// Failure: unsolved, or an answer refused.
    No = 1,
    /// Bad input or usage.
    Bad = 2,
    /// Stopped before its end; can be continued.
    Later = 75,
    /// The reader of the output closed the pipe; shells report this status for SIGPIPE.
    Unread = 141,
    /// Interrupted by the user.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// Result of a command: its exit status, or an error for standard error.
type Result = std::result::Result<Exit, input::Complaint>;

/// Runs the command that the program was called with, and returns its exit status.
pub fn run(catalogue: &Catalogue) -> ExitCode {
    let cli = Cli::parse();
    interrupt::outlive_large_files();
    if let Some(folder) = quarry::tables_folder() {
        catalogue.keep_tables_in(folder);
    }
    let result = match cli.command {
        None => commands::studio::run(catalogue, &args::studio::StudioArgs::default()),
        Some(CliCommand::Studio(args)) => commands::studio::run(catalogue, &args),
        Some(CliCommand::List(args)) => commands::list::run(catalogue, &args),
        Some(CliCommand::Show(args)) => commands::show::run(catalogue, &args),
        Some(CliCommand::Import(args)) => commands::import::run(catalogue, &args),
        Some(CliCommand::Generate(args)) => commands::generate::run(catalogue, &args),
        Some(CliCommand::Print(args)) => commands::print::run(catalogue, &args),
        Some(CliCommand::Solve(args)) => commands::solve::run(catalogue, &args),
        Some(CliCommand::Run(args)) => commands::run::run(catalogue, &args),
        Some(CliCommand::Collect(args)) => commands::collect::run(catalogue, &args),
        Some(CliCommand::Check(args)) => commands::check::run(catalogue, &args),
        Some(CliCommand::Tune(args)) => commands::tune::run(catalogue, &args),
        Some(CliCommand::Train(args)) => commands::train::run(catalogue, &args),
        Some(CliCommand::Report(args)) => commands::report::run(catalogue, &args),
        Some(CliCommand::Reproduce(args)) => commands::reproduce::run(catalogue, &args),
        Some(CliCommand::Export(args)) => commands::export::run(catalogue, &args),
        Some(CliCommand::Verify(args)) => commands::verify::run(catalogue, &args),
        Some(CliCommand::Record(args)) => commands::record::run(catalogue, &args),
        Some(CliCommand::Prove(args)) => commands::prove::run(catalogue, &args),
        Some(CliCommand::Rate(args)) => commands::rate::run(catalogue, &args),
        Some(CliCommand::Chances(args)) => commands::chances::run(catalogue, &args),
        Some(CliCommand::Estimate(args)) => commands::estimate::run(catalogue, &args),
        Some(CliCommand::Hint(args)) => commands::hint::run(catalogue, &args),
        Some(CliCommand::Play(args)) => commands::play::run(catalogue, &args),
        Some(CliCommand::Completions(args)) => commands::shell::completions(&args),
        Some(CliCommand::Man(args)) => commands::shell::man(&args),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(complaint) => {
            if complaint.is_broken_pipe() {
                return Exit::Unread.into();
            }
            tell!("{complaint}");
            Exit::Bad.into()
        }
    }
}
