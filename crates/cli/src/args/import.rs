use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::PuzzleName;

/// Read puzzles in the community's formats, and write them as Quarry's own files
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry import 'https://puzz.link/p?slither/5/5/cbcbcddad'\n  \
    quarry import slither/5/5/cbcbcddad -o loop.toml\n  \
    quarry import --puzzle slither-link 5x5t0:2b1b2b1b2b3b3b0b3\n  \
    quarry import top1465.txt -o sudokus/\n  \
    quarry import --puzzle light-up grid.txt\n\n\
    Formats: addresses of puzz.link and pzv.jp (also without the part before the `?`), addresses \
    and identifiers of Simon Tatham's puzzles (an identifier alone needs --puzzle), Sudokus as lines \
    of 81 characters, and bare grids (most of them need --puzzle). A file may have one puzzle on each \
    line; empty lines and lines that begin with `#` are ignored. `quarry show --as` writes these \
    formats.")]
pub(crate) struct ImportArgs {
    /// Files, `-`, addresses, or identifiers with --puzzle
    #[arg(required = true, value_name = "FILE|ADDRESS", value_hint = ValueHint::FilePath)]
    pub(crate) sources: Vec<String>,
    #[command(flatten)]
    pub(crate) named: PuzzleName,
    /// Output file for one puzzle, or a folder for any number; created if its name ends in `/`
    /// [default: standard output, also `-`]
    #[arg(short, long, value_name = "FILE|FOLDER", value_hint = ValueHint::AnyPath)]
    pub(crate) output: Option<PathBuf>,
}
