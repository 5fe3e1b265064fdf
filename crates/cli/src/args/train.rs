//! The arguments of `quarry train`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Cluster, assignment, number};

/// Train a player's weights or nets from games, or continue a training that was stopped
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
    tetris-evolved: weights evolve; in each generation everyone alive plays one game and is \
    rated by the mean of its games; it ends when the mean of all has not improved for `patience` \
    generations.\n\
    tetris-record: plays games with a player that looks one piece ahead, and records what it saw \
    and chose.\n\
    tetris-net: a net for each piece learns from a record until its answers to held-out cases no \
    longer improve; with `turns=10` ten parts are held out in turn (cross-validation), and the \
    means are reported.\n\
    tetris-linear: players are sampled and rated by their mean score as `quarry estimate` computes \
    it, however long the games last; the better ones determine where to sample next, and the model \
    is the centre of that distribution. tetris-linear-entropy and tetris-linear-ants do the same by \
    cross-entropy and by ants; tetris-fahey and its kin learn the weights of the player fahey.\n\
    Only the rules of an instance are used; every game has its own seed. Long games make long \
    steps: `max_pieces` in an instance file limits them. `quarry list trainings` lists all with \
    their settings.\n\n\
    The file is written after every step and holds everything needed to continue. After Ctrl-C \
    the same command continues; with the same seed the file is the same to the byte, however \
    often it was stopped and on any number of threads.")]
pub(crate) struct TrainArgs {
    /// Name of the training, from `quarry list trainings`
    pub(crate) training: String,
    /// Input of the training: an instance (file, `-`, or PUZZLE/EXAMPLE), or a record
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) material: String,
    /// Output file, not `-`; an existing file of the same training is continued
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
    /// A setting of the training, as NAME=VALUE; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) params: Vec<(String, String)>,
    /// Number of threads; the result does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// The seed of all randomness
    #[arg(long, default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Print one JSON object for each step as it ends
    #[arg(long)]
    pub(crate) json: bool,
    /// No progress line
    #[arg(short, long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) cluster: Cluster,
    /// Folder that the cluster's nodes share [default: the output's name with .units]
    #[arg(long, value_name = "FOLDER", requires = "on", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
}
