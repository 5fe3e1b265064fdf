//! What the command line takes, with help and examples.

mod cluster;
mod collect;
mod estimate;
mod limits;
mod run;
pub(crate) mod studio;
mod units;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use quarry::Budget;

pub(crate) use cluster::{Cluster, Engine};
pub(crate) use collect::CollectArgs;
pub(crate) use estimate::EstimateArgs;
pub(crate) use limits::{Limits, WorkLimits};
pub(crate) use run::RunArgs;
pub(crate) use units::Units;

/// A laboratory for hard single-player puzzles
#[derive(Debug, Parser)]
#[command(name = "quarry", version, disable_help_subcommand = true, max_term_width = 100)]
#[command(
    after_help = "An INSTANCE is a file, `-` for standard input, or a name such as samegame/standard-01.\n\
    Exit status: 0 yes; 1 no (unsolved, or an answer refused); 2 bad input or usage; 130 interrupted;\n\
    75 stopped with units left (`run --units`).\n\
    Colour follows NO_COLOR and whether the output is a terminal. Without a command the studio opens."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Studio(studio::StudioArgs),
    List(ListArgs),
    Show(ShowArgs),
    Generate(GenerateArgs),
    Print(PrintArgs),
    Solve(SolveArgs),
    Verify(VerifyArgs),
    Record(RecordArgs),
    Run(RunArgs),
    Collect(CollectArgs),
    Tune(TuneArgs),
    Train(TrainArgs),
    Report(ReportArgs),
    Reproduce(ReproduceArgs),
    Export(ExportArgs),
    Rate(RateArgs),
    Estimate(EstimateArgs),
    Hint(HintArgs),
    Play(PlayArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// List the puzzles, the solvers and the trainings with their settings, the examples or the experiments
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quarry list\n  quarry list solvers\n  quarry list trainings\n  quarry list examples --json"
)]
pub(crate) struct ListArgs {
    /// What to list
    #[arg(value_enum, default_value_t = Topic::Puzzles)]
    pub(crate) topic: Topic,
    /// One JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Topic {
    /// The puzzles of the house
    Puzzles,
    /// The solvers, what they promise and what can be set
    Solvers,
    /// The instances that ship with the program
    Examples,
    /// What players can learn, from what, and what can be set
    Trainings,
    /// The experiments that ship with the program, and what they reproduce
    Experiments,
}

/// Draw an instance in the terminal, with facts about it; or print the states that an answer goes through
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quarry show samegame/standard-01\n  quarry show hidato/paper-figure-1\n  \
    quarry generate samegame --seed 7 | quarry show -\n  \
    quarry show --trace lemmings/10Diggers instances/lemmings/records/10Diggers.toml"
)]
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
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Make new instances from parameters and a seed
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quarry generate samegame --seed 7\n  \
    quarry generate samegame --param rows=8 --param columns=8 --param colours=3 --param clearable=true\n  \
    quarry generate samegame --count 20 -o boards.toml     writes boards-1.toml to boards-20.toml\n  \
    quarry generate hidato --param side=7 --param symmetry=half-turn\n  \
    quarry generate hidato --param topology=orthogonal --param columns=9 --param rows=9 --param givens=30\n\n\
    Without parameters the puzzle's defaults hold; a wrong name lists the right ones.")]
pub(crate) struct GenerateArgs {
    /// The puzzle's name (see `quarry list`)
    pub(crate) puzzle: String,
    /// A parameter, as NAME=VALUE; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) params: Vec<(String, String)>,
    /// The seed: the same seed gives the same instance on every machine
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many, with seeds counting up
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) count: u64,
    /// Where to write (standard output otherwise)
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Stop after this many seconds, all instances together
    #[arg(long, default_value_t = 60.0, value_parser = positive_seconds, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// One JSON object a line, the instance as text
    #[arg(long)]
    pub(crate) json: bool,
}

/// Put boards on paper (SVG or PDF), their solutions on the last pages
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quarry print hidato/paper-figure-1 -o sheet.svg\n  \
    quarry generate hidato --param side=5 --count 8 -o bees.toml && quarry print bees-*.toml --per-page 2 -o bees.pdf\n\n\
    Pages are A4; the rules stand on the first. In an SVG the pages lie below each other. Solutions are found by the\n\
    puzzle's default solver.")]
pub(crate) struct PrintArgs {
    /// Files, `-`, or PUZZLE/EXAMPLE
    #[arg(required = true, value_name = "INSTANCE", value_hint = ValueHint::FilePath)]
    pub(crate) instances: Vec<String>,
    /// Where to write: a name that ends in .svg or .pdf
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
    /// How many boards on a page
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=12))]
    pub(crate) per_page: u8,
    /// Without the solutions
    #[arg(long)]
    pub(crate) no_solutions: bool,
    /// How long to look for each solution at most
    #[arg(long, default_value_t = 60.0, value_parser = positive_seconds, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
}

/// Solve an instance; the answer has passed the judge
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quarry solve samegame/standard-01\n  \
    quarry solve board.toml --solver beam --param width=5000 -o answer.toml\n  \
    quarry solve samegame/table1-7x7-5 --solver exact --json\n  \
    quarry solve tetris/10x10 --solver evolved --param model=model.toml --param lookahead=1\n\n\
    Ctrl-C stops the search and prints the best answer found so far. With a limit in evaluations or\n\
    nodes and the same seed, the output is the same to the byte, whatever the number of threads.")]
pub(crate) struct SolveArgs {
    /// File, `-`, or PUZZLE/EXAMPLE
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    /// The solver (see `quarry list solvers`)
    #[arg(long)]
    pub(crate) solver: Option<String>,
    /// A setting of the solver, as NAME=VALUE; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) params: Vec<(String, String)>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Threads to use; the answer does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// The seed of all randomness
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write an answer file
    #[arg(short, long, value_name = "ANSWER", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// One JSON object on one line
    #[arg(long)]
    pub(crate) json: bool,
    /// No progress bar
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Judge an answer file: accepted (exit 0) or refused with the reason (exit 1)
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  quarry solve samegame/standard-01 -o answer.toml && quarry verify samegame/standard-01 answer.toml"
)]
pub(crate) struct VerifyArgs {
    /// File, `-`, or PUZZLE/EXAMPLE
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    /// The answer file, or `-`
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) answer: String,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Put an answer into an archive of records, if it is better than the one there (else exit 1)
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  quarry solve samegame/standard-01 --seconds 600 -o answer.toml && quarry record samegame/standard-01 answer.toml\n\n\
    The answer is judged first, and so is the record it has to beat. An archive is a folder with one answer file for\n\
    each instance, called as the instance is."
)]
pub(crate) struct RecordArgs {
    /// File, or PUZZLE/EXAMPLE
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    /// The answer file, or `-`
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) answer: String,
    /// The folder of the records [default: instances/PUZZLE/records]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) archive: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// How experiments are run.
#[derive(Debug, Args)]
pub(crate) struct Running {
    /// The SQLite file that keeps the runs; several experiments can share it
    #[arg(long, value_name = "FILE", default_value = "quarry.sqlite", value_hint = ValueHint::FilePath)]
    pub(crate) store: PathBuf,
    /// How many runs go on at the same time [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// No progress bar
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Find good settings by a race: whoever is significantly worse than the best falls out
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quarry tune experiments/tune-annealing.toml\n  \
    quarry tune experiments/tune-annealing.toml --threads 1 --store tuning.sqlite --json\n  \
    quarry tune race.toml --on slurm --out shared/race      every block of runs is a job array\n\n\
    A race is an experiment file (see `quarry run --help`) with a table such as\n  \
    [race]\n  \
    most = 1000           # runs in all\n  \
    first = 5             # blocks before the first elimination: one run of each on the same instance\n  \
    confidence = 0.95     # of each elimination\n  \
    candidates = 30       # new configurations in each iteration, where a setting has a range\n  \
    iterations = 3        # each around the best of the one before\n\
    All but `most` may be left out. Settings are arrays, tried whole, or ranges, sampled:\n  \
    params = { acceptance = [0.1, 0.5], steps = { from = 100, to = 10_000, scale = \"log\" } }\n\n\
    Every run is kept as `quarry run` keeps it: Ctrl-C, and the same command continues and repeats\n\
    nothing. With a budget in evaluations or nodes the result is the same to the byte, whatever the\n\
    stops and the number of threads. How sure it is that the best found is the best of all, no race\n\
    says: `quarry run` with the winner and the defaults on other instances does.")]
pub(crate) struct TuneArgs {
    /// The experiment file with its race, or `-`
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) experiment: String,
    /// One JSON object for each configuration, the best first
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) running: Running,
    #[command(flatten)]
    pub(crate) cluster: Cluster,
    /// The folder that the cluster's nodes share [default: the race's name with .units]
    #[arg(long, value_name = "FOLDER", requires = "on", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
}

/// Learn a player's weights or nets from games; a training that was stopped goes on where it was
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quarry train tetris-evolved tetris/10x20-top4 -o model.toml\n  \
    quarry train tetris-evolved tetris/10x10 --seed 7 --threads 2 --param population=24 -o small.toml\n  \
    quarry solve tetris/10x20-top4 --solver evolved --param model=model.toml\n\n  \
    quarry train tetris-record tetris/10x20 --threads 2 -o record.safetensors\n  \
    quarry train tetris-net record.safetensors --threads 2 -o nets.safetensors\n  \
    quarry solve tetris/10x20 --solver net --param model=nets.safetensors\n  \
    quarry solve tetris/10x20 --solver hybrid --param model=nets.safetensors --param s=0.001\n\n  \
    quarry train tetris-linear tetris/10x20 --threads 2 -o linear.toml\n  \
    quarry estimate tetris/10x20 --solver linear --param model=linear.toml\n\n  \
    quarry train tetris-evolved tetris/10x20 --on slurm -o model.toml   every generation's games are a job array\n\n\
    tetris-evolved: weights evolve; everyone alive plays one game in each generation and is worth the mean of its\n\
    games; it ends when the mean of all has not improved for `patience` generations.\n\
    tetris-record: games of a player that looks one piece ahead; what it saw and chose is recorded.\n\
    tetris-net: a net for each piece learns from a record until held-out cases are answered no better; with\n\
    `turns=10` ten parts are held out in turn (cross-validation), and the means are reported.\n\
    tetris-linear: everyone drawn is worth the mean of its games as `quarry estimate` tells it, however long they\n\
    last, and those who are better say where to draw from next; the model is the middle of that.\n\
    Of an instance only the rules count; every game has its own luck. Long games make long steps: `max_pieces` in an\n\
    instance file cuts them. `quarry list trainings` lists all with their settings.\n\n\
    The file is written after every step and holds all it takes to go on. Ctrl-C, and the same command continues;\n\
    with the same seed the file is the same to the byte, whatever the stops and the threads.")]
pub(crate) struct TrainArgs {
    /// What is learned: a name from `quarry list trainings`
    pub(crate) training: String,
    /// What it is learned from: an instance (file, `-`, or PUZZLE/EXAMPLE), or a record
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) material: String,
    /// The file to write; one of the same training is continued
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
    /// A setting of the training, as NAME=VALUE; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) params: Vec<(String, String)>,
    /// Threads to use; what is written does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// The seed of all randomness
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// One JSON object for each step, as it ends
    #[arg(long)]
    pub(crate) json: bool,
    /// No progress line
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) cluster: Cluster,
    /// The folder that the cluster's nodes share [default: the output's name with .units]
    #[arg(long, value_name = "FOLDER", requires = "on", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
}

/// Write what an experiment brought: a page with verdict, tables, tests and plots
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quarry report experiments/greedy-against-exact.toml\n  \
    quarry report experiments/textbook-search.toml --store runs.sqlite -o textbook.html\n  \
    quarry report experiments/textbook-search.toml -o textbook.tex\n\n\
    Nothing is run: the report shows what `quarry run` has put into the store, and says what is missing.\n\
    The page is one file that needs no other. Markdown and LaTeX say the same without the plots.")]
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
    /// Where to write [default: the experiment's name with .html, .md or .tex, in this folder]
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

/// Hand finished runs to other programs, with all it takes to repeat them
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quarry export -o runs.csv\n  \
    quarry export --experiment textbook-search -o runs.parquet\n  \
    quarry export --experiment experiments/textbook-search.toml --what improvements -o traces.parquet\n  \
    quarry export --format jsonl | jq .score\n  \
    quarry export --format iohanalyzer -o profile          a folder for iohanalyzer.liacs.nl\n\n\
    A NAME chooses the runs that were made for the experiment; a FILE chooses all that it asks for,\n\
    whichever experiment made them. Settings and limits are columns of their own (param_..., budget_...),\n\
    in jsonl objects; there the improvements are inside their runs. For IOHanalyzer each instance is a\n\
    function whose dimension is its number of cells, and each solver with its settings an algorithm.")]
pub(crate) struct ExportArgs {
    /// The SQLite file that keeps the runs
    #[arg(long, value_name = "FILE", default_value = "quarry.sqlite", value_hint = ValueHint::FilePath)]
    pub(crate) store: PathBuf,
    /// Only the runs of this experiment, by its name or its file [default: all runs]
    #[arg(long, value_name = "NAME|FILE", value_hint = ValueHint::FilePath)]
    pub(crate) experiment: Option<String>,
    /// The form [default: what the output's name ends with; csv on standard output]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ExportFormat>,
    /// Which table, in csv and parquet
    #[arg(long, value_enum, default_value_t = ExportTable::Runs)]
    pub(crate) what: ExportTable,
    /// A file, for IOHanalyzer a new folder; `-` is standard output, for csv and jsonl
    #[arg(short, long, value_name = "FILE|FOLDER", default_value = "-", value_hint = ValueHint::AnyPath)]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A table as text (RFC 4180)
    Csv,
    /// A table in columns, with types
    Parquet,
    /// One JSON object a line for each run
    Jsonl,
    /// A folder for IOHanalyzer and iohinspector
    Iohanalyzer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportTable {
    /// One row for each run
    Runs,
    /// One row for each better answer on the way
    Improvements,
}

/// Run published tables again, and write ours beside theirs
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quarry reproduce                                what there is, and how long it takes\n  \
    quarry reproduce jawbreaker-table2              its reduced form: minutes, and the table says so\n  \
    quarry reproduce jawbreaker-table2 --full       the published number of runs\n  \
    quarry reproduce all -o everything.html         one report of everything\n\n\
    Prints the tables and writes one report of all of them. It runs what the store does not hold yet:\n\
    after Ctrl-C the same command continues, and after the reduced form --full keeps what it can use."
)]
pub(crate) struct ReproduceArgs {
    /// The tables, or `all`; none lists what there is
    #[arg(value_name = "TABLE")]
    pub(crate) names: Vec<String>,
    /// The published number of runs, instead of a reduced form
    #[arg(long)]
    pub(crate) full: bool,
    /// Where to write the report: .html, .md or .tex [default: TABLE.html, or reproduce.html for several]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) running: Running,
}

/// Say how hard an instance is: the techniques it takes, or what search proves of its goal
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quarry rate hidato/paper-figure-1\n  quarry rate lemmings/05Diggers --seconds 60\n  \
    quarry rate board.toml --json\n\n\
    Where a board is filled in: the tier (easy, medium, hard, expert, beyond) is that of the hardest step of a solution by named techniques,\n\
    the easiest always taken first; the score adds up the points of all steps. Exit status 1 if they do not suffice.\n\n\
    Where the world moves by itself: whether the goal can be reached, the fewest time steps and orders, how many\n\
    plans reach it, and at which time steps each order can be given in one of them (its leniency). A plan is\n\
    what is obeyed in each time step until the goal is decided. What the limits leave open is said to be so.\n\
    Exit status 1 unless the goal can be reached."
)]
pub(crate) struct RateArgs {
    /// File, `-`, or PUZZLE/EXAMPLE
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    /// Stop after this many seconds [default: 60, if no other limit is given]
    #[arg(long, value_parser = positive_seconds, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    #[command(flatten)]
    pub(crate) work: WorkLimits,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl RateArgs {
    /// The limit when none is given.
    const SECONDS: f64 = 60.0;

    pub(crate) fn budget(&self) -> Budget {
        self.work.budget(self.seconds, Self::SECONDS)
    }
}

/// Suggest the next step, with the reason
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quarry hint samegame/standard-01\n  \
    quarry hint hidato/paper-figure-1 --stage 2\n  \
    quarry hint board.toml --answer so-far.toml\n\n\
    On boards that are filled in a hint has four stages, to stop at any of them: 1 whether there is a mistake,\n\
    2 where to look, 3 why, 4 the step. Cells are named ROW,COLUMN as the board is drawn, from 1.")]
pub(crate) struct HintArgs {
    /// File, `-`, or PUZZLE/EXAMPLE
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    /// The board as far as it is filled in: an answer file, or `-`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) answer: Option<String>,
    /// How far to go on a board that is filled in
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) stage: u8,
    /// Stop after this many seconds
    #[arg(long, default_value_t = 10.0, value_parser = positive_seconds, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// One JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Play in the terminal, with arrow keys or mouse; undo and hints included
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quarry play samegame/standard-01\n  quarry play hidato/tiny-hex-19\n  \
    printf '1,1\\nhint\\nundo\\n' | quarry play samegame/tiny-clickomania\n  \
    printf '1,2=4\\ncheck\\n' | quarry play hidato/tiny-hex-7\n  \
    quarry play lemmings/alpha4\n  \
    printf '1 0 digger\\nstep 2\\n4 0 digger\\nback 3\\n' | quarry play lemmings/02Diggers\n\n\
    Without a terminal, moves and commands (undo, redo, restart, check, hint, quit) are read one a line.\n\
    A move of samegame is COLUMN,ROW from below; an entry of hidato is ROW,COLUMN=NUMBER from above, with `_` for\n\
    the number to erase. Entries may be wrong; check names those that contradict the rules. A move of tetris is LETTER\n\
    ROTATION COLUMN, such as T 2 4.\n\
    An order of lemmings is TIME LEMMING TYPE, as in an answer, or TIME pass to take one out, for any time; step, back\n\
    and go (with a number) move the present, and check names orders that are no longer obeyed.")]
pub(crate) struct PlayArgs {
    /// File or PUZZLE/EXAMPLE
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  quarry completions bash > ~/.local/share/bash-completion/completions/quarry"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page, or write one page for each command into a folder
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quarry man | man -l -\n  quarry man --into ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// The folder for one page a command
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) into: Option<PathBuf>,
}

fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
        _ => Err("expected NAME=VALUE, such as width=500".to_owned()),
    }
}

fn positive_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("expected a positive number of seconds, such as 2.5".to_owned()),
    }
}
