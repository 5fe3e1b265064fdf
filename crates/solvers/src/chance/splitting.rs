//! Estimates the length of a player's games when they last too long to be played, by repetitive
//! splitting (RESTART). One game is played after another. Whenever a game reaches a new peril level
//! it is split into several copies with equal shares; copies are dropped when they fall below that
//! level again. So ends are seen far more often than in plain play, each with the share that makes
//! their mean right, for any perils and numbers of copies: by renewal, the mean score of a game is
//! the score of the games played divided by the ends in the same time. A pilot run finds how many
//! copies pay. M. and J. Villén-Altamirano (1991). Needs a game of chance with perils and a player;
//! promises the same result for any number of threads. Time O(p n) moves for p perils and n moves
//! of the games played, memory O(p c) states for c copies.

use quarry_core::{Chance, Meter, Player, Refused, Rng, Score, settings};

use crate::evolve::evaluation::values;

settings! {
    /// How much is played.
    pub struct SplittingSettings {
        /// Number of stretches of play, each independent of the others.
        pub stretches: u64 = 100, 2..=1_000_000;
        /// Moves of play per stretch, not counting those of the copies.
        pub moves: u64 = 20_000, 1_000..=1_000_000_000;
    }
}

/// Number of moves at the beginning of a stretch that do not count, so that the stretch begins in
/// the middle of play and not with a new game.
const WARM_UP: u64 = 1_000;
/// How often a peril must have been reached in the pilot before its number of copies is set.
const ENOUGH: u64 = 50;
/// Number of rounds after which the pilot ends if it has seen too few ends.
const LOOKS: usize = 40;

/// Result of a stretch of play.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Stretch {
    /// Score of the moves that count.
    pub score: Score,
    /// Number of games that ended, weighted by their shares.
    pub ends: f64,
    /// Number of ends seen, unweighted.
    pub met: u64,
}

/// What was seen: stretches of play, and how often each level was reached.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Splitting {
    /// Stretches of play, all equally valid.
    pub stretches: Vec<Stretch>,
    /// Levels from peril 1 up, as far as they were reached.
    pub levels: Vec<SplittingLevel>,
}

/// A peril at which games are split.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SplittingLevel {
    /// Number of games that go on where one game reaches it.
    pub copies: u64,
    /// How often games reached it, unweighted.
    pub met: u64,
    /// How often games reached it, weighted by their shares: as often as in plain play.
    pub by_share: f64,
}

/// Number of copies at each peril.
#[derive(Debug, Clone, PartialEq)]
pub struct Rungs {
    copies: Vec<u64>,
    /// Weight of a game at each peril.
    shares: Vec<f64>,
}

impl Rungs {
    /// Returns no splitting: plain play.
    pub fn none() -> Self {
        Rungs { copies: vec![1], shares: vec![1.0] }
    }

    /// Chooses copies so that all perils with enough data are reached about equally often.
    fn after(climbs: &[Climbs]) -> Self {
        let (mut most, mut product) = (0.0f64, 1u64);
        let mut rungs = Rungs { copies: Vec::new(), shares: Vec::new() };
        for climb in climbs {
            most = most.max(climb.by_share);
            let wanted =
                if climb.met >= ENOUGH { most / climb.by_share / product as f64 } else { 1.0 };
            let copies = (wanted.round() as u64).max(1);
            product *= copies;
            rungs.copies.push(copies);
            rungs.shares.push(1.0 / product as f64);
        }
        if rungs.copies.is_empty() { Rungs::none() } else { rungs }
    }

    #[inline]
    fn copies(&self, peril: usize) -> u64 {
        self.copies.get(peril).copied().unwrap_or(1)
    }

    #[inline]
    fn share(&self, peril: usize) -> f64 {
        self.shares[peril.min(self.shares.len() - 1)]
    }
}

/// How often a peril was reached: unweighted, and weighted by share.
#[derive(Debug, Clone, Copy, Default)]
struct Climbs {
    met: u64,
    by_share: f64,
}

/// A game in progress, and the peril below which it is dropped.
struct Game<T> {
    state: T,
    floor: usize,
}

/// Continuous play, one game after another, with the copies split off from it.
struct Course<'a, S: Chance, P> {
    space: &'a S,
    player: P,
    rng: Rng,
    state: S::State,
    climbs: Vec<Climbs>,
}

impl<'a, S: Chance, P: Player<S>> Course<'a, S, P> {
    fn new(space: &'a S, player: P, mut rng: Rng) -> Self {
        let state = begun(space, &mut rng);
        Course { space, player, rng, state, climbs: Vec::new() }
    }

    /// Plays on for this many moves.
    fn stretch(
        &mut self,
        moves: u64,
        rungs: &Rungs,
        meter: &mut Meter,
    ) -> Result<Stretch, Refused> {
        let mut seen = Stretch::default();
        let mut split_off = Vec::new();
        let mut played = Game { state: self.state.clone(), floor: 0 };
        for _ in 0..moves {
            let (gain, goes_on) =
                self.step(&mut played, rungs, &mut split_off, &mut seen, meter)?;
            seen.score += gain;
            if !goes_on {
                played.state = begun(self.space, &mut self.rng);
            }
            while let Some(mut game) = split_off.pop() {
                while self.step(&mut game, rungs, &mut split_off, &mut seen, meter)?.1 {}
            }
        }
        self.state = played.state;
        Ok(seen)
    }

    /// Plays one move of a game; returns its gain, and whether the game is to be continued.
    #[inline]
    fn step(
        &mut self,
        game: &mut Game<S::State>,
        rungs: &Rungs,
        split_off: &mut Vec<Game<S::State>>,
        seen: &mut Stretch,
        meter: &mut Meter,
    ) -> Result<(Score, bool), Refused> {
        if !meter.goes_on() {
            return Err(Refused);
        }
        let before = self.space.peril(&game.state);
        let Some(mv) = self.player.choose(self.space, &game.state, meter)? else {
            seen.ends += rungs.share(before);
            seen.met += 1;
            return Ok((self.space.terminal_score(&game.state), false));
        };
        let gain = meter.play(self.space, &mut game.state, mv)?;
        self.space.draw(&mut game.state, &mut self.rng);
        let after = self.space.peril(&game.state);
        if after < game.floor {
            return Ok((gain, false));
        }
        // A game that rises by several perils at once is split at each of them.
        let mut here = 1;
        for peril in before + 1..=after {
            let copies = rungs.copies(peril);
            for _ in 0..here * (copies - 1) {
                split_off.push(Game { state: game.state.clone(), floor: peril });
            }
            here *= copies;
            if self.climbs.len() <= peril {
                self.climbs.resize(peril + 1, Climbs::default());
            }
            self.climbs[peril].met += here;
            self.climbs[peril].by_share += here as f64 * rungs.share(peril);
        }
        Ok((gain, true))
    }
}

/// Returns a new game, with its first event drawn.
fn begun<S: Chance>(space: &S, rng: &mut Rng) -> S::State {
    let mut state = space.start();
    space.draw(&mut state, rng);
    state
}

/// Finds the number of copies at each peril.
fn pilot<S: Chance, P: Player<S>>(
    space: &S,
    player: P,
    moves: u64,
    rng: Rng,
    meter: &mut Meter,
) -> Result<Rungs, Refused> {
    let mut rungs = Rungs::none();
    let mut course = Course::new(space, player, rng);
    course.stretch(WARM_UP, &rungs, meter)?;
    let mut met = 0;
    // Counts from different rungs can be added: weighted by share, they are right for any rungs.
    for _ in 0..LOOKS {
        met += course.stretch(moves, &rungs, meter)?.met;
        rungs = Rungs::after(&course.climbs);
        if met >= ENOUGH {
            break;
        }
    }
    Ok(rungs)
}

/// Number of stretches per thread between two reports, small enough that reports come soon.
const AT_A_TIME: usize = 4;

/// Returns stretches of play of one player, all equally valid, and the levels. If the run is cut
/// short, only those before the first unfinished one are returned; with later ones, quick stretches
/// would count too often. `observe` gets the number of stretches so far. `player` gets the number of
/// the stretch, so that a player that chooses at random can use different random numbers in each.
pub fn stretches<S: Chance + Sync, P: Player<S>>(
    space: &S,
    player: impl Fn(u64) -> P + Sync + Send,
    settings: &SplittingSettings,
    seed: u64,
    meter: &mut Meter,
    mut observe: impl FnMut(usize),
) -> Splitting {
    let mut seen = Splitting::default();
    let Ok(rungs) = pilot(space, player(0), settings.moves, Rng::stream(seed, 0), meter) else {
        return seen;
    };
    let look = |(): &mut (), &number: &u64, meter: &mut Meter| {
        let mut course = Course::new(space, player(number), Rng::stream(seed, number));
        course.stretch(WARM_UP, &Rungs::none(), meter)?;
        course.climbs.clear();
        let stretch = course.stretch(settings.moves, &rungs, meter)?;
        Ok((stretch, course.climbs))
    };
    let mut climbs: Vec<Climbs> = Vec::new();
    let numbers: Vec<u64> = (1..=settings.stretches).collect();
    for numbers in numbers.chunks(AT_A_TIME * rayon::current_num_threads()) {
        let count = values(
            numbers,
            u64::MAX,
            meter,
            || (),
            look,
            |(stretch, reached), _| {
                seen.stretches.push(stretch);
                climbs.resize(climbs.len().max(reached.len()), Climbs::default());
                for (sum, climb) in climbs.iter_mut().zip(reached) {
                    sum.met += climb.met;
                    sum.by_share += climb.by_share;
                }
            },
        );
        observe(seen.stretches.len());
        if count < numbers.len() {
            break;
        }
    }
    let level = |(peril, &Climbs { met, by_share }): (usize, &Climbs)| SplittingLevel {
        copies: rungs.copies(peril),
        met,
        by_share,
    };
    seen.levels = climbs.iter().enumerate().skip(1).map(level).collect();
    seen
}

#[cfg(test)]
mod tests;
