//! The arguments of `quarry estimate`.

use clap::{Args, ValueHint};

use super::{assignment, number};

/// Say how much a player's games bring on average, however long they last
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry estimate tetris/10x20 --solver dt-20 --threads 2\n  \
    quarry estimate tetris/10x20 --stretches 400 --seed 7\n  \
    quarry estimate tetris/10x10 --solver bcts --games 1500\n  \
    quarry estimate tetris/10x20 --games 100 --most 10000000 --json\n\n\
    For games of chance. Usually games are not played to their ends, which may take days: play \
    is split wherever the end seems nearer than before, and what was split off is dropped when \
    it seems farther again. So ends are met often, and each counts by the share of play that it \
    stands for. The mean is the score of the play by the ends in it. Every stretch is an \
    estimate of its own, and the interval (95 %) comes from their spread: quadruple the \
    stretches to halve it. It needs some thirty of them.\n\n\
    With --games whole games are played, with the lucks SEED, SEED + 1 and so on; one line each \
    with --json. Games that --most cuts short are counted as unfinished: the mean is the score of \
    all games divided by the number that ended. That is right if games are as likely to end at any \
    time (exponential lengths), and then the interval is exact.")]
pub(crate) struct EstimateArgs {
    /// File, `-`, or PUZZLE/EXAMPLE; of its luck nothing is used
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) instance: String,
    /// The player [default: the puzzle's default solver]
    #[arg(long)]
    pub(crate) solver: Option<String>,
    /// A setting of the player, as NAME=VALUE; may be given several times
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = assignment)]
    pub(crate) params: Vec<(String, String)>,
    /// How many stretches of play are looked at
    #[arg(long, default_value_t = 100, value_parser = number(2..=1_000_000))]
    pub(crate) stretches: u64,
    /// How many moves a stretch has, those of the games split off apart
    #[arg(long, default_value_t = 5_000, value_parser = number(1_000..=1_000_000_000))]
    pub(crate) moves: u64,
    /// Play so many whole games instead
    #[arg(long, conflicts_with_all = ["stretches", "moves"], value_parser = number(1..=u64::MAX))]
    pub(crate) games: Option<u64>,
    /// Cut whole games short after so many moves
    #[arg(long, requires = "games", value_parser = number(1..=u64::MAX))]
    pub(crate) most: Option<u64>,
    /// Threads to use; the estimate does not depend on it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// The seed of all randomness
    #[arg(long, default_value_t = 1, value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// One JSON object; with --games one for each game before it, as it ends
    #[arg(long)]
    pub(crate) json: bool,
    /// No progress bar
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
