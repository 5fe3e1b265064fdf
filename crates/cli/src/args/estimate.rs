//! The arguments of `quarry estimate`.

use clap::{Args, ValueHint};

use super::{assignment, number};

/// Estimate a player's mean score, however long its games last
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry estimate tetris/10x20 --solver dt-20 --threads 2\n  \
    quarry estimate tetris/10x20 --stretches 400 --seed 7\n  \
    quarry estimate tetris/10x10 --solver bcts --games 1500\n  \
    quarry estimate minesweeper-game/expert --games 1000 --threads 2\n  \
    quarry estimate tetris/10x20 --games 100 --most 10000000 --json\n\n\
    For games of chance. By default, games are not played to their ends, which may take days: play \
    is split whenever the end seems nearer than before, and the parts split off are dropped when \
    it seems farther again. So ends are reached often, and each counts by the share of play that \
    it represents. The mean is the score of the play divided by the number of ends in it. Every \
    stretch is an independent estimate, and the interval (95 %) comes from their spread: four \
    times as many stretches halve it. At least about thirty are needed.\n\n\
    With --games, whole games are played, with the seeds SEED, SEED + 1 and so on; one line each \
    with --json. Games that --most cuts short are counted as unfinished: the mean is the score of \
    all games divided by the number that ended. That is right if games are as likely to end at any \
    time (exponential lengths), and then the interval is exact.\n\n\
    Games that are won or lost are always played whole, and the estimate is the share of games \
    won, with Wilson's interval.")]
pub(crate) struct EstimateArgs {
    /// File, `-`, or PUZZLE/EXAMPLE; its own seed is not used
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    /// The player [default: the puzzle's default solver]
    #[arg(long)]
    pub(crate) solver: Option<String>,
    /// A setting of the player, as NAME=VALUE; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) params: Vec<(String, String)>,
    /// Number of stretches of play
    #[arg(long, default_value_t = 100, value_parser = number(2..=1_000_000))]
    pub(crate) stretches: u64,
    /// Number of moves of a stretch, not counting those of games that are split off
    #[arg(long, default_value_t = 5_000, value_parser = number(1_000..=1_000_000_000))]
    pub(crate) moves: u64,
    /// Play this many whole games instead
    #[arg(long, conflicts_with_all = ["stretches", "moves"], value_parser = number(1..=u64::MAX))]
    pub(crate) games: Option<u64>,
    /// Cut whole games short after this many moves
    #[arg(long, requires = "games", value_parser = number(1..=u64::MAX))]
    pub(crate) most: Option<u64>,
    /// Number of threads; the estimate does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// The seed of all randomness
    #[arg(long, default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// Print one JSON object; with --games, also one for each game as it ends
    #[arg(long)]
    pub(crate) json: bool,
    /// No progress bar
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
