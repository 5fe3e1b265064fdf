//! The command line: a front end. It knows terminals, files, signals and JSON; all else is behind
//! `quarry`.
//!
//! The binary `quarry` is [`run`] with the catalogue that ships. A program of your own that calls
//! it with another catalogue has every command, the studio included, for puzzles, solvers and
//! experiments of your own.

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

/// Pictures with everything a picture can have, which the painter's tests draw too.
#[cfg(test)]
#[path = "../../quarry/tests/fixtures/gallery.rs"]
mod gallery;

use std::process::ExitCode;

use clap::Parser;
use quarry::Catalogue;

use args::{Cli, CliCommand};

/// Prints a line on standard error. That nobody may read it any more is no reason to fail.
macro_rules! tell {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(anstream::stderr(), $($words)*);
    }};
}
pub(crate) use tell;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exit {
    /// Yes: solved, accepted, done.
    Yes = 0,
    /// No: unsolved, or an answer refused.
    No = 1,
    /// Bad input or usage.
    Bad = 2,
    /// Stopped before its end; to be started again.
    Later = 75,
    /// Whoever read the output went away; shells say so of a program that is killed by it.
    Unread = 141,
    /// Interrupted by the user.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}

/// What a command returns: how it ended, or a complaint for standard error.
type Result = std::result::Result<Exit, input::Complaint>;

/// Runs the command that the program was called with, and says how it ended.
pub fn run(catalogue: &Catalogue) -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        None => commands::studio::run(catalogue, &args::studio::StudioArgs::default()),
        Some(CliCommand::Studio(args)) => commands::studio::run(catalogue, &args),
        Some(CliCommand::List(args)) => commands::list::run(catalogue, &args),
        Some(CliCommand::Show(args)) => commands::show::run(catalogue, &args),
        Some(CliCommand::Generate(args)) => commands::generate::run(catalogue, &args),
        Some(CliCommand::Print(args)) => commands::print::run(catalogue, &args),
        Some(CliCommand::Solve(args)) => commands::solve::run(catalogue, &args),
        Some(CliCommand::Run(args)) => commands::run::run(catalogue, &args),
        Some(CliCommand::Collect(args)) => commands::collect::run(&args),
        Some(CliCommand::Tune(args)) => commands::tune::run(catalogue, &args),
        Some(CliCommand::Train(args)) => commands::train::run(catalogue, &args),
        Some(CliCommand::Report(args)) => commands::report::run(catalogue, &args),
        Some(CliCommand::Reproduce(args)) => commands::reproduce::run(catalogue, &args),
        Some(CliCommand::Export(args)) => commands::export::run(catalogue, &args),
        Some(CliCommand::Verify(args)) => commands::verify::run(catalogue, &args),
        Some(CliCommand::Record(args)) => commands::record::run(catalogue, &args),
        Some(CliCommand::Rate(args)) => commands::rate::run(catalogue, &args),
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
