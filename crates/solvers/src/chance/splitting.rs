//! How long the games of a player last, when they last too long to be played: repetitive splitting
//! (RESTART). One game is played after another. Whenever one climbs to a new peril it is split into
//! several that stand for it, each with an equal share; those that were split off are dropped when
//! they fall below that peril again. So ends are met far more often than in play, each with the
//! share that makes their mean right, whatever the perils and the numbers of copies: by renewal,
//! the mean score of a game is what the games played bring, by the ends in the same time. How many
//! copies pay is found out by a pilot. M. and J. Villén-Altamirano (1991). Needs a game of chance
//! with perils and a player; promises the same at every number of threads. Time O(p n) moves for p
//! perils and n moves of the games played, memory O(p c) states for c copies.

use quarry_core::{Chance, Meter, Player, Refused, Rng, Score, settings};

use crate::evolve::evaluation::values;

settings! {
    /// How much is played.
    pub struct SplittingSettings {
        /// How many stretches of play are looked at, each independent of the others.
        pub stretches: u64 = 100, 2..=1_000_000;
        /// How many moves of play a stretch has, those of the games split off apart.
        pub moves: u64 = 20_000, 1_000..=1_000_000_000;
    }
}

/// Moves at the beginning of a stretch that do not count, so that it begins where play is at any
/// time and not with a new game.
const WARM_UP: u64 = 1_000;
/// How often a peril must have been climbed to in the pilot before it says into how many games to
/// split there.
const ENOUGH: u64 = 50;
/// After how many looks the pilot ends, if it has met no ends before.
const LOOKS: usize = 40;

/// What a stretch of play has brought.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Stretch {
    /// The score of the moves that count.
    pub score: Score,
    /// How many games ended, by their shares.
    pub ends: f64,
    /// How many ends were met.
    pub met: u64,
}

/// Into how many games to split, peril by peril.
#[derive(Debug, Clone, PartialEq)]
pub struct Rungs {
    copies: Vec<u64>,
    /// What a game at a peril counts.
    shares: Vec<f64>,
}

impl Rungs {
    /// Plain play.
    pub fn none() -> Self {
        Rungs { copies: vec![1], shares: vec![1.0] }
    }

    /// So that every peril is climbed to about equally often, once enough is known of it.
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

/// How often a peril was climbed to.
#[derive(Debug, Clone, Copy, Default)]
struct Climbs {
    met: u64,
    by_share: f64,
}

/// A game that is followed, and the peril below which it is dropped.
struct Game<T> {
    state: T,
    floor: usize,
}

/// Play that goes on, one game after another, and all that is split off from it.
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

    /// Plays on for so many moves.
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

    /// Plays one move of a game; says what it gained, and whether it is still to be followed.
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
        // Whoever climbs by several perils at once is split at each of them.
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

/// A game at its beginning.
fn begun<S: Chance>(space: &S, rng: &mut Rng) -> S::State {
    let mut state = space.start();
    space.draw(&mut state, rng);
    state
}

/// Finds out into how many games to split.
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
    // Climbs add up: by their shares, they are right whatever the rungs were.
    for _ in 0..LOOKS {
        met += course.stretch(moves, &rungs, meter)?.met;
        rungs = Rungs::after(&course.climbs);
        if met >= ENOUGH {
            break;
        }
    }
    Ok(rungs)
}

/// How many stretches each thread has between two reports: so many that none waits long for the
/// others.
const AT_A_TIME: usize = 4;

/// Stretches of play of one player, each as good as any other. If it is cut short, those before the
/// first that is not whole: with the others, quick ones would count too often. `observe` is told
/// how many there are. A player who chooses by chance is to have other chances in each stretch,
/// which come from its number.
pub fn stretches<S: Chance + Sync, P: Player<S>>(
    space: &S,
    player: impl Fn(u64) -> P + Sync + Send,
    settings: &SplittingSettings,
    seed: u64,
    meter: &mut Meter,
    mut observe: impl FnMut(usize),
) -> Vec<Stretch> {
    let mut seen = Vec::new();
    let Ok(rungs) = pilot(space, player(0), settings.moves, Rng::stream(seed, 0), meter) else {
        return seen;
    };
    let look = |(): &mut (), &number: &u64, meter: &mut Meter| {
        let mut course = Course::new(space, player(number), Rng::stream(seed, number));
        course.stretch(WARM_UP, &Rungs::none(), meter)?;
        course.stretch(settings.moves, &rungs, meter)
    };
    let numbers: Vec<u64> = (1..=settings.stretches).collect();
    for numbers in numbers.chunks(AT_A_TIME * rayon::current_num_threads()) {
        let count = values(numbers, u64::MAX, meter, || (), look, |stretch, _| seen.push(stretch));
        observe(seen.len());
        if count < numbers.len() {
            break;
        }
    }
    seen
}

#[cfg(test)]
mod tests;
