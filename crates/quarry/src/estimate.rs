//! Estimates how long the games of a player last, from whole games of which only the result is
//! kept, or from stretches of play with splitting.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::{Budget, Chance, Meter, Player, Refused, Tally};
use quarry_solvers::chance::splitting::{Splitting, SplittingSettings, stretches};
use quarry_solvers::chance::whole_game::{WholeGame, whole_game};
use quarry_solvers::evolve::evaluation::values;

/// What to estimate, and how.
#[derive(Debug, Clone)]
pub struct Inquiry {
    /// Name of the player; `None` selects the puzzle's default.
    pub solver: Option<String>,
    /// Settings of the player, by name.
    pub params: Vec<(String, String)>,
    /// Method of estimation.
    pub means: Means,
    /// Seed of all randomness.
    pub seed: u64,
    /// Number of threads; the estimate does not depend on it.
    pub threads: usize,
    /// Set to true to stop the estimate.
    pub stop: Arc<AtomicBool>,
}

/// Methods to estimate how long games last.
#[derive(Debug, Clone)]
pub enum Means {
    /// Stretches of play with splitting.
    Splitting(SplittingSettings),
    /// Whole games; the first game's luck is the seed, the others use the numbers after it.
    Games {
        /// Number of games.
        count: u64,
        /// Number of moves after which a game is cut off.
        most: Option<u64>,
    },
}

/// The result of an estimate.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// Name of the player.
    pub solver: &'static str,
    /// All settings of the player, chosen and default.
    pub params: Vec<(&'static str, String)>,
    /// Games or stretches on which the estimate is based.
    pub seen: Evidence,
    /// Cost of the estimate.
    pub tally: Tally,
}

/// The data on which an estimate is based.
#[derive(Debug, Clone, PartialEq)]
pub enum Evidence {
    /// Stretches of play, all of equal weight, as many as there was time for, and their levels.
    Stretches(Splitting),
    /// Whole games, as many as there was time for.
    Games(Vec<WholeGame>),
    /// Whole games that are either won or lost, as many as there was time for. Such games are never
    /// split: a game stands for each stretch.
    WonOrLost(Vec<WholeGame>),
}

/// Progress since the last report.
#[derive(Debug, Clone, Copy)]
pub enum Glimpse<'a> {
    /// Total number of stretches so far.
    Stretches(usize),
    /// A finished whole game; games are reported in the order of their lucks.
    Game(&'a WholeGame),
}

/// Receives the progress of an estimate.
pub(crate) type ObserveEstimate<'o> = dyn FnMut(Glimpse) + Send + 'o;

/// Observes the games of a player, which is created anew for each game's number.
pub(crate) fn look<S: Chance + Sync, P: Player<S>>(
    space: &S,
    player: impl Fn(u64) -> P + Sync + Send,
    inquiry: &Inquiry,
    observe: &mut ObserveEstimate,
) -> (Evidence, Tally) {
    let mut meter = Meter::new(Budget::default(), &inquiry.stop);
    let seen = match &inquiry.means {
        Means::Splitting(settings) if !space.is_won_or_lost() => {
            let tell = |count| observe(Glimpse::Stretches(count));
            Evidence::Stretches(stretches(space, player, settings, inquiry.seed, &mut meter, tell))
        }
        means => {
            let (count, most) = match *means {
                Means::Games { count, most } => (count, most),
                Means::Splitting(SplittingSettings { stretches, .. }) => (stretches, None),
            };
            let mut games = Vec::new();
            let lucks: Vec<u64> =
                (0..count).map(|number| inquiry.seed.wrapping_add(number)).collect();
            // One game per thread at a time, so that a long game delays the report of only a few
            // others.
            for lucks in lucks.chunks(inquiry.threads.max(1)) {
                let mut played = Vec::with_capacity(lucks.len());
                let play = |(): &mut (), &luck: &u64, meter: &mut Meter| {
                    whole_game(space, player(luck), luck, most, meter).ok_or(Refused)
                };
                values(lucks, u64::MAX, &mut meter, || (), play, |game, _| played.push(game));
                played.iter().for_each(|game| observe(Glimpse::Game(game)));
                let is_whole = played.len() == lucks.len();
                games.extend(played);
                if !is_whole {
                    break;
                }
            }
            match space.is_won_or_lost() {
                true => Evidence::WonOrLost(games),
                false => Evidence::Games(games),
            }
        }
    };
    (seen, meter.tally())
}
