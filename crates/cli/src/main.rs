//! The program `quarry`.

use std::process::ExitCode;

use quarry::Catalogue;

fn main() -> ExitCode {
    quarry_cli::run(&Catalogue::standard())
}
