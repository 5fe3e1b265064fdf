//! The arguments of the command line, with help and examples.

mod check;
mod cluster;
mod collect;
mod estimate;
mod export;
mod import;
mod limits;
mod prove;
mod report;
mod reproduce;
mod run;
pub(crate) mod studio;
mod train;
mod tune;
mod units;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use quarry::{Budget, whole_number};

pub(crate) use check::CheckArgs;
pub(crate) use cluster::{Cluster, ClusterEngine};
pub(crate) use collect::CollectArgs;
pub(crate) use estimate::EstimateArgs;
pub(crate) use export::{ExportArgs, ExportFormat, ExportTable};
pub(crate) use import::ImportArgs;
pub(crate) use limits::{Limits, WorkLimits};
pub(crate) use prove::ProveArgs;
pub(crate) use report::{ReportArgs, ReportFormat};
pub(crate) use reproduce::ReproduceArgs;
pub(crate) use run::RunArgs;
pub(crate) use train::TrainArgs;
pub(crate) use tune::TuneArgs;
pub(crate) use units::Units;

/// A laboratory for hard single-player puzzles
#[derive(Debug, Parser)]
#[command(name = "quarry", version, disable_help_subcommand = true, max_term_width = 100)]
#[command(
    after_help = "An INSTANCE is a file, `-` for standard input, an address of puzz.link, or a name such as \
    samegame/standard-01. A file may have many puzzles, one a line; FILE#3 is its third.\n\
    Exit status: 0 success; 1 failure (unsolved, or an answer refused); 2 bad input or usage; 130 \
    interrupted; 75 stopped with units left (`run --units`).\n\
    Colour follows NO_COLOR and whether the output is a terminal. Without a command the studio \
    opens."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CliCommand {
    Studio(studio::StudioArgs),
    List(ListArgs),
    Show(ShowArgs),
    Import(ImportArgs),
    Generate(GenerateArgs),
    Print(PrintArgs),
    Solve(SolveArgs),
    Prove(ProveArgs),
    Verify(VerifyArgs),
    Record(RecordArgs),
    Run(RunArgs),
    Collect(CollectArgs),
    Check(CheckArgs),
    Tune(TuneArgs),
    Train(TrainArgs),
    Report(ReportArgs),
    Reproduce(ReproduceArgs),
    Export(ExportArgs),
    Rate(RateArgs),
    Chances(ChancesArgs),
    Estimate(EstimateArgs),
    Hint(HintArgs),
    Play(PlayArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// List the puzzles, the solvers and the trainings with their settings, the examples or the
/// experiments
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry list\n  \
    quarry list solvers\n  \
    quarry list solvers samegame\n  \
    quarry list trainings\n  \
    quarry list examples --json")]
pub(crate) struct ListArgs {
    /// What to list
    #[arg(value_enum, default_value_t = Topic::Puzzles)]
    pub(crate) topic: Topic,
    /// Only entries of this puzzle
    pub(crate) puzzle: Option<String>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Topic {
    /// The puzzles
    Puzzles,
    /// The solvers, the default first, with their guarantees and settings
    Solvers,
    /// The instances that ship with the program
    Examples,
    /// The trainings, with their input and settings
    Trainings,
    /// The experiments that ship with the program, and what they reproduce
    Experiments,
}

/// The puzzle of a text that does not name it.
#[derive(Debug, Default, Args)]
pub(crate) struct PuzzleName {
    /// Name of the puzzle, for a bare grid or an identifier that does not tell
    #[arg(long, value_name = "NAME")]
    pub(crate) puzzle: Option<String>,
}

/// A form in which an instance is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InstanceFormat {
    /// Quarry's own file
    Toml,
    /// The board alone
    Grid,
    /// Address of puzz.link
    Url,
    /// Identifier of Simon Tatham's puzzles
    Tatham,
    /// Cells on one line
    Line,
    /// Problem of the planning competition
    Pddl,
    /// Formula or graph as in the DIMACS challenges
    Dimacs,
    /// Hamiltonian circuit problem as in TSPLIB
    Hcp,
    /// The same question as a formula
    Cnf,
    /// The same question as a graph to be coloured
    Graph,
    /// The same question as a board of Light Up
    Akari,
    /// The same question as a board of Numbrix
    Numbrix,
}

impl InstanceFormat {
    /// Returns the name in arguments and messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            InstanceFormat::Toml => "toml",
            InstanceFormat::Grid => "grid",
            InstanceFormat::Url => "url",
            InstanceFormat::Tatham => "tatham",
            InstanceFormat::Line => "line",
            InstanceFormat::Pddl => "pddl",
            InstanceFormat::Dimacs => "dimacs",
            InstanceFormat::Hcp => "hcp",
            InstanceFormat::Cnf => "cnf",
            InstanceFormat::Graph => "graph",
            InstanceFormat::Akari => "akari",
            InstanceFormat::Numbrix => "numbrix",
        }
    }
}

/// Draw an instance in the terminal, with facts about it; or print the states that an answer goes
/// through
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry show samegame/standard-01\n  \
    quarry show hidato/paper-figure-1\n  \
    quarry generate samegame --seed 7 | quarry show -\n  \
    quarry show slither-link/first --as url\n  \
    quarry show --puzzle light-up grid.txt\n  \
    quarry show --trace lemmings/10Diggers answer.toml")]
pub(crate) struct ShowArgs {
    /// File, `-`, or PUZZLE/EXAMPLE
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    /// Print one line for each state that the answer goes through
    #[arg(long, requires = "answer")]
    pub(crate) trace: bool,
    /// The answer file to trace, or `-`
    #[arg(value_hint = ValueHint::FilePath, requires = "trace")]
    pub(crate) answer: Option<String>,
    #[command(flatten)]
    pub(crate) named: PuzzleName,
    /// Print the instance in this form and nothing else; of a collection, one line each
    #[arg(long = "as", value_enum, value_name = "FORMAT", conflicts_with_all = ["trace", "json"])]
    pub(crate) form: Option<InstanceFormat>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Generate new instances from parameters and a seed
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry generate samegame --seed 7\n  \
    quarry generate samegame --param rows=8 --param columns=8 --param colours=3\n  \
    quarry generate samegame --count 20 -o board.toml   board-1.toml and so on\n  \
    quarry generate hidato --param side=7 --param symmetry=half-turn\n  \
    quarry generate hidato --param topology=orthogonal --param givens=30\n\n\
    Missing parameters have the puzzle's defaults; a wrong name lists the valid ones.")]
pub(crate) struct GenerateArgs {
    /// Name of the puzzle (see `quarry list`)
    pub(crate) puzzle: String,
    /// A parameter, as NAME=VALUE; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) params: Vec<(String, String)>,
    /// The seed; the same seed gives the same instance on every machine
    #[arg(long, default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Number of instances, with seeds counting up
    #[arg(long, default_value_t = 1, value_parser = number(1..=1_000_000))]
    pub(crate) count: u64,
    /// Output file [default: standard output, also `-`]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Stop after this many seconds in total
    #[arg(long, default_value_t = 60.0, value_parser = positive_seconds, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// Print one JSON object per line, with the instance as text
    #[arg(long)]
    pub(crate) json: bool,
}

/// Write boards for printing (SVG or PDF), with their solutions on the last pages
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry print hidato/paper-figure-1 -o sheet.svg\n  \
    quarry generate hidato --param side=5 --count 8 -o bees.toml\n  \
    quarry print bees-*.toml --per-page 2 -o bees.pdf\n\n\
    Pages are A4; the first shows the rules. In an SVG the pages are below each other. \
    Solutions are found by the puzzle's default solver.")]
pub(crate) struct PrintArgs {
    /// Files, `-`, or PUZZLE/EXAMPLE
    #[arg(required = true, value_name = "INSTANCE", value_hint = ValueHint::FilePath)]
    pub(crate) instances: Vec<String>,
    #[command(flatten)]
    pub(crate) named: PuzzleName,
    /// Output file: a name that ends in .svg or .pdf, not `-`
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
    /// Number of boards on a page
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=12))]
    pub(crate) per_page: u8,
    /// Leave out the solutions
    #[arg(long)]
    pub(crate) no_solutions: bool,
    /// Maximum number of seconds to search for each solution
    #[arg(long, default_value_t = 60.0, value_parser = positive_seconds, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
}

/// Solve an instance; the judge checks the answer
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry solve samegame/standard-01\n  \
    quarry solve board.toml --solver beam --param width=5000 -o answer.toml\n  \
    quarry solve samegame/table1-7x7-5 --solver exact --json\n  \
    quarry solve tetris/10x10 --solver evolved --param model=model.toml\n  \
    quarry solve samegame/standard-01 -o - | quarry verify samegame/standard-01 -\n  \
    quarry solve 'https://puzz.link/p?slither/5/5/cbcbcddad'\n  \
    quarry solve --puzzle slither-link grid.txt\n  \
    quarry solve top1465.txt -o answers.toml\n\n\
    Ctrl-C stops the search and prints the best answer found so far. With a limit in \
    evaluations or nodes and the same seed, the output is the same to the byte, on any \
    number of threads.\n\n\
    A file with one puzzle on each line is a collection: each is solved within the limits, and \
    gets a line. Exit status 0 if all are solved.")]
pub(crate) struct SolveArgs {
    /// File, `-`, or PUZZLE/EXAMPLE
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    #[command(flatten)]
    pub(crate) named: PuzzleName,
    /// The solver (see `quarry list solvers`)
    #[arg(long)]
    pub(crate) solver: Option<String>,
    /// A setting of the solver, as NAME=VALUE; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) params: Vec<(String, String)>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Number of threads; the answer does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// The seed of all randomness
    #[arg(long, default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Write an answer file; `-` prints it instead of the report
    #[arg(short, long, value_name = "ANSWER", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Print one JSON object on one line
    #[arg(long)]
    pub(crate) json: bool,
    /// No progress bar
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Judge an answer file: accepted (exit 0) or refused with the reason (exit 1)
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry solve samegame/standard-01 -o answer.toml\n  \
    quarry verify samegame/standard-01 answer.toml\n  \
    quarry verify top1465.txt answers.toml\n\n\
    An answer file states its instance (instance_checksum, rules_version) and its claims \
    (score, solved, proved). All of these are checked, but a proof only against the data in the \
    file and in the instance. Without these lines, only the answer itself is judged.")]
pub(crate) struct VerifyArgs {
    /// File, `-`, or PUZZLE/EXAMPLE
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    /// The answer file, or `-`
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) answer: String,
    #[command(flatten)]
    pub(crate) named: PuzzleName,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Put an answer into an archive of records, if it is better than the record there (else exit 1)
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry solve samegame/standard-01 --seconds 600 -o answer.toml\n  \
    quarry record samegame/standard-01 answer.toml\n\n\
    Both the answer and the record that it must beat are judged first, under a lock on the archive \
    (the file .lock in it). The record is written anew from what was judged; what nobody can check, \
    such as the solver and its work, is marked as claimed. An archive is a folder with one answer \
    file for each instance, named after the instance.")]
pub(crate) struct RecordArgs {
    /// File or PUZZLE/EXAMPLE, not `-`: the record is named after it
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    /// The answer file, or `-`
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) answer: String,
    #[command(flatten)]
    pub(crate) named: PuzzleName,
    /// Folder of the records [default: instances/PUZZLE/records]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) archive: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options for running experiments.
#[derive(Debug, Args)]
pub(crate) struct Running {
    /// SQLite file that stores the runs; several experiments can share it
    #[arg(long, value_name = "FILE", default_value = "quarry.sqlite", value_hint = ValueHint::FilePath)]
    pub(crate) store: PathBuf,
    /// Number of runs at the same time [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// No progress bar
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Rate an instance: by the techniques it needs, or by what search proves about its goal
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry rate hidato/paper-figure-1\n  \
    quarry rate lemmings/05Diggers --seconds 60\n  \
    quarry rate lemmings/alpha7 --like lemmings/alpha6\n  \
    quarry rate board.toml --json\n  \
    quarry rate top1465.txt\n\n\
    For puzzles that are filled in: the tier (easy, medium, hard, expert, beyond) is that of the \
    hardest step of a solution by named techniques, which always takes the easiest step first; the \
    score is the sum of the points of all steps. Exit status 1 if the techniques do not suffice.\n\n\
    For puzzles whose world moves by itself: whether the goal can be reached, the fewest time steps \
    and orders, how many plans reach it, and at which time steps each order can be given in one of \
    them (its leniency). A plan lists what is obeyed in each time step until the goal is decided. \
    What the limits leave open is reported as such. Exit status 1 unless the goal can be reached.\n\n\
    With --like: how alike two levels of LEMMINGS are, from 0% to 100%, laid over each other at their \
    entrances. `terrain` is the share of platforms, walls, entrances and exits that both have, among \
    those that either has; `near` weighs them with 1 / (1 + d), d steps from the entrance; `orders` \
    compares the types available. `plan` is how much of what a level's own plan gains the other one's \
    gains there; the default solver makes both plans, each within the limits.")]
pub(crate) struct RateArgs {
    /// File, `-`, or PUZZLE/EXAMPLE
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    #[command(flatten)]
    pub(crate) named: PuzzleName,
    /// Compare with this instance of the same puzzle instead
    #[arg(long, value_name = "INSTANCE", value_hint = ValueHint::FilePath)]
    pub(crate) like: Option<String>,
    /// Stop after this many seconds [default: 60, if no other limit is given]
    #[arg(long, value_parser = positive_seconds, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    #[command(flatten)]
    pub(crate) work: WorkLimits,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl RateArgs {
    /// Time limit in seconds when no limit is given.
    const SECONDS: f64 = 60.0;

    pub(crate) fn budget(&self) -> Budget {
        self.work.budget(self.seconds, Self::SECONDS)
    }
}

/// Print the exact chance of each cell of a board, such as that of a mine
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry chances minesweeper/6x6\n  \
    quarry chances board.toml --json\n\n\
    All layouts that agree with the board are equally likely, and the chance of a cell is the \
    share of them that have a mine there: an exact fraction. Without a total, layouts with any \
    number of mines are counted. With --json: {\"layouts\": \"138\", \"chances\": {\"1,2\": \
    \"5/138\", ...}}, closed cells only, ROW,COLUMN from 1, in lowest terms (0/1 for never, 1/1 \
    for always). Exit status 1 if the chances could not be computed within the limits.")]
pub(crate) struct ChancesArgs {
    /// File, `-`, or PUZZLE/EXAMPLE
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    #[command(flatten)]
    pub(crate) named: PuzzleName,
    /// Stop after this many seconds
    #[arg(long, default_value_t = 60.0, value_parser = positive_seconds, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl ChancesArgs {
    pub(crate) fn budget(&self) -> Budget {
        Budget { seconds: Some(self.seconds), ..Budget::default() }
    }
}

/// Suggest the next step, with the reason
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry hint samegame/standard-01\n  \
    quarry hint hidato/paper-figure-1 --stage 2\n  \
    quarry hint board.toml --answer so-far.toml\n\n\
    For puzzles that are filled in, a hint has four stages, and can stop at any of them: 1 \
    whether there is a mistake, 2 where to look, 3 why, 4 the step. Cells are named ROW,COLUMN as \
    the board is drawn, from 1.")]
pub(crate) struct HintArgs {
    /// File, `-`, or PUZZLE/EXAMPLE
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    #[command(flatten)]
    pub(crate) named: PuzzleName,
    /// The partly filled board: an answer file, or `-`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) answer: Option<String>,
    /// Last stage of the hint, for puzzles that are filled in
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) stage: u8,
    /// Stop after this many seconds
    #[arg(long, default_value_t = 10.0, value_parser = positive_seconds, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Play in the terminal, with arrow keys or mouse; with undo and hints
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry play samegame/standard-01\n  \
    quarry play hidato/tiny-hex-19\n  \
    printf '1,1\\nhint\\nundo\\n' | quarry play samegame/tiny-clickomania\n  \
    printf '1,2=4\\ncheck\\n' | quarry play hidato/tiny-hex-7\n  \
    quarry play lemmings/alpha4\n  \
    printf '1 0 digger\\nstep 2\\nback 1\\n' | quarry play lemmings/02Diggers\n\n\
    Without a terminal, moves and commands (undo, redo, restart, check, hint, quit) are read \
    one per line. A move of samegame is COLUMN,ROW from below; an entry of hidato is \
    ROW,COLUMN=NUMBER from above, with `_` as the number to erase. Entries may be wrong; check \
    lists those that contradict the rules. A move of tetris is LETTER ROTATION COLUMN, such as \
    T 2 4. An order of lemmings is TIME LEMMING TYPE, as in an answer, or TIME pass to remove \
    one, for any time; step, back and go (with a number) change the current time, and check lists \
    orders that are no longer obeyed.")]
pub(crate) struct PlayArgs {
    /// File or PUZZLE/EXAMPLE, not `-`: moves come from standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    #[command(flatten)]
    pub(crate) named: PuzzleName,
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  \
    quarry completions bash > ~/.local/share/bash-completion/completions/quarry")]
pub(crate) struct CompletionsArgs {
    /// Name of the shell
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page, or write one page for each command into a folder
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry man | man -l -\n  \
    quarry man --into ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Folder to write one page per command into
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) into: Option<PathBuf>,
}

fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected NAME=VALUE, such as width=500".to_owned()),
    }
}

/// Parses integers of a range in the usual notations: 10000, 10_000 or 1e4.
fn number(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        whole_number(text).filter(|number| range.contains(number)).ok_or_else(|| {
            let (first, last) = (range.start(), range.end());
            match *last {
                u64::MAX if *first == 0 => {
                    "expected a whole number, such as 10_000 or 1e6".to_owned()
                }
                u64::MAX => {
                    format!("expected a whole number from {first} on, such as 10_000 or 1e6")
                }
                last => {
                    format!("expected a whole number from {first} to {last}, such as 10_000 or 1e4")
                }
            }
        })
    }
}

fn positive_seconds(text: &str) -> Result<f64, String> {
    match text.replace('_', "").parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("expected a positive number of seconds, such as 2.5".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarry::Catalogue;

    #[test]
    fn every_form_of_an_instance_can_be_asked_for() {
        let known: Vec<&str> =
            InstanceFormat::value_variants().iter().map(|format| format.name()).collect();
        for puzzle in Catalogue::standard().puzzles() {
            for example in puzzle.examples() {
                let instance = puzzle.open(example.text).expect("examples are well-formed");
                let forms = instance.community_forms().into_iter().map(|form| form.format);
                let others = instance.transformations().into_iter().map(|other| other.format);
                for format in forms.chain(others) {
                    assert!(known.contains(&format), "{}: {format}", puzzle.id());
                }
            }
        }
    }
}
