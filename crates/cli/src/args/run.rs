//! The arguments of `quarry run`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Cluster, Running, Units, number};

/// Run an experiment, or continue one that was stopped
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry run experiments/greedy-against-exact.toml\n  \
    quarry run experiments/textbook-search.toml --threads 1 --store runs.sqlite\n  \
    quarry run study.toml --units 1..1000 --out units   a part of it, anywhere\n  \
    quarry run study.toml --units 3/8 --out units       the third of eight parts\n  \
    quarry run study.toml --on slurm --time 4:00:00     a job array\n  \
    quarry run study.toml --on slurm --dry-run          its script\n\n\
    Every finished run is stored at once, with everything needed to repeat it. Ctrl-C drops \
    the runs in progress; the same command continues and repeats nothing. With a budget in \
    evaluations or nodes the table is the same to the byte, however often it was stopped and on \
    any number of threads.\n\n\
    Parts of an experiment can be run by any number of processes that share a folder (--out), \
    also over NFS: units with a result are skipped, units that another process works on are left to \
    it, and `quarry collect` puts all results into a store. On SIGTERM or Ctrl-C a process writes \
    its results and exits with 75: the same command continues. A unit whose process dies three \
    times is given up (exit 1), until --retry tries it again. --on slurm does all this, and after \
    Ctrl-C or a kill the same command continues with the array.\n\n\
    An experiment is a TOML file such as\n  \
    question = \"Is a wider beam worth its price?\"\n  \
    seed = 1                          # all seeds are derived from it\n  \
    runs = 10                         # runs of each solver on each instance\n  \
    budget = { nodes = 10_000 }       # or evaluations, or seconds; memory in MiB\n  \
    [[instances]]\n  \
    name = \"samegame/table1-*\"        # or file = \"*.toml\", generate = \"samegame\"\n  \
    [[solvers]]                       # may have its own runs and budget\n  \
    name = \"beam\"\n  \
    params = { width = [10, 100] }    # an array is a grid: each value is tried\n  \
    [[published]]                     # published values, as rows of the table\n  \
    solver = \"SP-MCTS\"\n  \
    measure = \"best\"\n  \
    source = \"paper and table\"\n  \
    values = { \"samegame/table1-5x5-3\" = 83 }\n\n\
    measure = [...] at its top selects the columns. Of complete runs only: best, mean, median, sd, \
    interval (95 %, of the median), found and found-sd (evaluations until a run found its answer), ert \
    (expected work to reach the best score). Of all runs: complete, proved, nodes, evaluations, cpu, \
    seconds; uncut and uncut-interval (the mean if no limit had cut games short); fitness, \
    fitness-best, fitness-sd, fitness-found and fitness-found-sd (which include scores of unsolved runs, \
    as papers on evolutionary algorithms report them). Every table ends with nodes and evaluations; \
    --times adds processor seconds.")]
pub(crate) struct RunArgs {
    /// The experiment's file, `-`, or a name from `quarry list experiments`; with --units also an
    /// existing folder
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) experiment: String,
    /// Use the reduced form that the file describes
    #[arg(long)]
    pub(crate) reduced: bool,
    #[command(flatten)]
    pub(crate) running: Running,
    /// Print one JSON object for each row of the table
    #[arg(long)]
    pub(crate) json: bool,
    /// Add processor seconds to the end of the table; they differ from run to run
    #[arg(long, conflicts_with = "units")]
    pub(crate) times: bool,
    /// Only these units (numbered runs): 1..100, 7, 200.. or several with commas; 3/8 is the third
    /// of eight parts
    #[arg(long, value_name = "UNITS", conflicts_with_all = ["on", "json"])]
    pub(crate) units: Option<Units>,
    /// The folder that the processes share [default with --on: the experiment's name with .units]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
    /// Number of units that a process claims at a time, in a new folder [default: 1 for each 10,000
    /// units or part of them]
    #[arg(long, value_name = "UNITS", requires = "out", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) block: Option<u32>,
    /// Seconds after which a claim that is not renewed expires, in a new folder [default: 60]
    #[arg(long, value_name = "SECONDS", requires = "out", value_parser = number(1..=86_400))]
    pub(crate) lease: Option<u64>,
    /// Try units again that were given up, because their processes died
    #[arg(long)]
    pub(crate) retry: bool,
    #[command(flatten)]
    pub(crate) cluster: Cluster,
    /// Print the script of the array without submitting it
    #[arg(long, requires = "on")]
    pub(crate) dry_run: bool,
}
