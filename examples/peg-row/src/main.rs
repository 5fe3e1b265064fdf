//! Quarry with a puzzle, a solver and an experiment of our own. This program has every command of
//! `quarry`, the studio included.

mod peg_row;
mod restarts;

use std::process::ExitCode;

use quarry::Catalogue;

fn main() -> ExitCode {
    let catalogue = Catalogue::builder()
        .standard_puzzles()
        .puzzle::<peg_row::PegRow>()
        .solver::<restarts::Restarts>()
        .experiment("restarts-or-search", include_str!("../experiment.toml"))
        .build();
    quarry_cli::run(&catalogue)
}
