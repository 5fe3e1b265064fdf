use std::path::PathBuf;

use clap::{Args, ValueHint};
use quarry::Budget;

use super::{PuzzleName, WorkLimits, positive_seconds};

/// Prove that there is no solution or only one, in files that other programs can check
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry prove light-up/small-1 -o small\n  \
    quarry prove top1465.txt#3 --seconds 600 -o third\n  \
    quarry prove 'https://puzz.link/p?slither/5/5/cbcbcddad' --json\n  \
    drat-trim small.cnf small.drat\n\n\
    PROOF.cnf is a formula without a model (DIMACS): the rules as clauses, and, if there is one \
    solution, a clause that excludes it. PROOF.drat derives the empty clause from it (DRAT); \
    drat-trim and similar checkers accept it. Comments in PROOF.cnf say what the literals mean and \
    which constraint each clause comes from: `lemma` marks what follows from one constraint. A \
    checker proves the formula unsatisfiable; that its clauses say no more than the rules is \
    trusted, unless they are checked against the model, as our tests do.\n\n\
    Exit status 1, and no file, if there are several solutions or the limits are reached.")]
pub(crate) struct ProveArgs {
    /// File, `-`, or PUZZLE/EXAMPLE
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    #[command(flatten)]
    pub(crate) named: PuzzleName,
    /// Write PROOF.cnf and PROOF.drat [default: named after the instance, in this folder]
    #[arg(short, long, value_name = "PROOF", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Stop after this many seconds [default: 60, if no other limit is given]
    #[arg(long, value_parser = positive_seconds, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    #[command(flatten)]
    pub(crate) work: WorkLimits,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl ProveArgs {
    /// Time limit in seconds when no limit is given.
    const SECONDS: f64 = 60.0;

    pub(crate) fn budget(&self) -> Budget {
        self.work.budget(self.seconds, Self::SECONDS)
    }
}
