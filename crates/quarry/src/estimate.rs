//! How long the games of a player last: whole games of which only the result is kept, or stretches
//! of play with splitting.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::{Budget, Chance, Meter, Player, Refused, Tally};
use quarry_solvers::chance::splitting::{SplittingSettings, Stretch, stretches};
use quarry_solvers::chance::whole_game::{WholeGame, whole_game};
use quarry_solvers::evolve::evaluation::values;

/// What to estimate, and how.
#[derive(Debug, Clone)]
pub struct Inquiry {
    /// The player's name; none takes the puzzle's default.
    pub solver: Option<String>,
    /// Its settings by name.
    pub params: Vec<(String, String)>,
    /// By what.
    pub means: Means,
    /// The seed of all randomness.
    pub seed: u64,
    /// How many threads may work; the estimate does not depend on it.
    pub threads: usize,
    /// Becomes true when it shall stop.
    pub stop: Arc<AtomicBool>,
}

/// Ways to find out how long games last.
#[derive(Debug, Clone)]
pub enum Means {
    /// Stretches of play with splitting.
    Splitting(SplittingSettings),
    /// Whole games, the lucks of which are the seed and the numbers after it.
    Games {
        /// How many.
        count: u64,
        /// After how many moves one is cut short.
        most: Option<u64>,
    },
}

/// What was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The player's name.
    pub solver: &'static str,
    /// All its settings, chosen and default.
    pub params: Vec<(&'static str, String)>,
    /// What it rests on.
    pub seen: Evidence,
    /// The cost.
    pub tally: Tally,
}

/// What an estimate rests on.
#[derive(Debug, Clone, PartialEq)]
pub enum Evidence {
    /// Stretches of play, each as good as any other, as many as there was time for.
    Stretches(Vec<Stretch>),
    /// Whole games, as many as there was time for.
    Games(Vec<WholeGame>),
}

/// What was seen since the last word.
#[derive(Debug, Clone, Copy)]
pub enum Glimpse<'a> {
    /// So many stretches by now.
    Stretches(usize),
    /// Another whole game; they come in the order of their lucks.
    Game(&'a WholeGame),
}

/// Whoever is told what is seen.
pub(crate) type ObserveEstimate<'o> = dyn FnMut(Glimpse) + Send + 'o;

/// Looks at the games of a player, made for the number of each.
pub(crate) fn look<S: Chance + Sync, P: Player<S>>(
    space: &S,
    player: impl Fn(u64) -> P + Sync + Send,
    inquiry: &Inquiry,
    observe: &mut ObserveEstimate,
) -> (Evidence, Tally) {
    let mut meter = Meter::new(Budget::default(), &inquiry.stop);
    let seen = match &inquiry.means {
        Means::Splitting(settings) => {
            let tell = |count| observe(Glimpse::Stretches(count));
            Evidence::Stretches(stretches(space, player, settings, inquiry.seed, &mut meter, tell))
        }
        &Means::Games { count, most } => {
            let mut games = Vec::new();
            let lucks: Vec<u64> =
                (0..count).map(|number| inquiry.seed.wrapping_add(number)).collect();
            // As many at a time as there are threads: a long game keeps few others from being told.
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
            Evidence::Games(games)
        }
    };
    (seen, meter.tally())
}
