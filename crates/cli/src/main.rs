//! The command line: a front end. It knows terminals, files, signals and JSON; all else is behind
//! `quarry`.

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

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        None => commands::studio::run(&args::studio::StudioArgs::default()),
        Some(CliCommand::Studio(args)) => commands::studio::run(&args),
        Some(CliCommand::List(args)) => commands::list::run(&args),
        Some(CliCommand::Show(args)) => commands::show::run(&args),
        Some(CliCommand::Generate(args)) => commands::generate::run(&args),
        Some(CliCommand::Print(args)) => commands::print::run(&args),
        Some(CliCommand::Solve(args)) => commands::solve::run(&args),
        Some(CliCommand::Run(args)) => commands::run::run(&args),
        Some(CliCommand::Collect(args)) => commands::collect::run(&args),
        Some(CliCommand::Tune(args)) => commands::tune::run(&args),
        Some(CliCommand::Train(args)) => commands::train::run(&args),
        Some(CliCommand::Report(args)) => commands::report::run(&args),
        Some(CliCommand::Reproduce(args)) => commands::reproduce::run(&args),
        Some(CliCommand::Export(args)) => commands::export::run(&args),
        Some(CliCommand::Verify(args)) => commands::verify::run(&args),
        Some(CliCommand::Record(args)) => commands::record::run(&args),
        Some(CliCommand::Rate(args)) => commands::rate::run(&args),
        Some(CliCommand::Estimate(args)) => commands::estimate::run(&args),
        Some(CliCommand::Hint(args)) => commands::hint::run(&args),
        Some(CliCommand::Play(args)) => commands::play::run(&args),
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
