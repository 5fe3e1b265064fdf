//! The arguments of `quarry train`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Cluster, assignment, number};

/// Learn a player's weights or nets from games; a training that was stopped goes on where it was
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry train tetris-evolved tetris/10x20-top4 -o model.toml\n  \
    quarry train tetris-evolved tetris/10x10 --param population=24 -o small.toml\n  \
    quarry solve tetris/10x20-top4 --solver evolved --param model=model.toml\n\n  \
    quarry train tetris-record tetris/10x20 --threads 2 -o record.safetensors\n  \
    quarry train tetris-net record.safetensors --threads 2 -o nets.safetensors\n  \
    quarry solve tetris/10x20 --solver net --param model=nets.safetensors\n  \
    quarry solve tetris/10x20 --solver hybrid --param model=nets.safetensors\n\n  \
    quarry train tetris-linear tetris/10x20 --threads 2 -o linear.toml\n  \
    quarry estimate tetris/10x20 --solver linear --param model=linear.toml\n\n  \
    quarry train tetris-evolved tetris/10x20 --on slurm -o model.toml\n\n\
    tetris-evolved: weights evolve; everyone alive plays one game in each generation and is \
    worth the mean of its games; it ends when the mean of all has not improved for `patience` \
    generations.\n\
    tetris-record: games of a player that looks one piece ahead; what it saw and chose is \
    recorded.\n\
    tetris-net: a net for each piece learns from a record until held-out cases are answered no \
    better; with `turns=10` ten parts are held out in turn (cross-validation), and the means \
    are reported.\n\
    tetris-linear: everyone drawn is worth the mean of its games as `quarry estimate` tells it, \
    however long they last, and those who are better say where to draw from next; the model is \
    the middle of that.\n\
    Of an instance only the rules count; every game has its own luck. Long games make long \
    steps: `max_pieces` in an instance file cuts them. `quarry list trainings` lists all with \
    their settings.\n\n\
    The file is written after every step and holds all it takes to go on. Ctrl-C, and the same \
    command continues; with the same seed the file is the same to the byte, whatever the stops \
    and the threads.")]
pub(crate) struct TrainArgs {
    /// What is learned: a name from `quarry list trainings`
    pub(crate) training: String,
    /// What it is learned from: an instance (file, `-`, or PUZZLE/EXAMPLE), or a record
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) material: String,
    /// The file to write, not `-`; one of the same training is continued
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
    /// A setting of the training, as NAME=VALUE; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) params: Vec<(String, String)>,
    /// Threads to use; what is written does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// The seed of all randomness
    #[arg(long, default_value_t = 1, value_parser = number(0..=u64::MAX))]
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
