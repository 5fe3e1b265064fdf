//! A game that is changed step by step, with each move identified by the thing it acts on.
//!
//! A step makes one of four changes: a move is delayed, advanced or dropped, or another move is
//! played before it. The later moves are replayed as far as they are still possible; a move whose
//! thing cannot be acted on yet waits until it can. The rest of the game is played by the puzzle's
//! own policy. So every step gives a whole game, which replaces the old one by the rule of
//! Metropolis (1953).
//!
//! The states along the game are kept, so that a change costs only what comes after it. If the
//! changed game reaches a state of the old one again, as when two independent moves change places,
//! the rest is already known.

use quarry_core::{Act, Meter, Refused, Rng, Score, Tracked};

use crate::worth::Worth;

/// A game that is changed, and the best it ever was.
pub(super) struct Walker<'a, S: Tracked> {
    space: &'a S,
    rng: Rng,
    start: S::Track,
    game: Stretch<S>,
    worth: Worth,
    /// The changed part of the game, from some move on.
    draft: Stretch<S>,
    /// The states to which `game` and `draft` refer.
    states: States<S::Track>,
    /// Number of moves between two states that are kept.
    stride: usize,
    /// Things of the draft that wait for a possible move.
    waiting: Vec<S::Thing>,
    /// None before the first change: the initial line may not be a whole game.
    best: Option<(Worth, Vec<S::Move>)>,
}

/// A sequence of moves.
struct Stretch<S: Tracked> {
    /// Things the moves act on.
    things: Vec<S::Thing>,
    /// The moves themselves.
    moves: Vec<S::Move>,
    /// Score before each move.
    scores: Vec<Score>,
    /// Ids of the states that are kept.
    kept: Vec<u32>,
}

/// States by id, in memory that is reused: a step copies each state once and allocates nothing.
struct States<T> {
    all: Vec<T>,
    free: Vec<u32>,
}

/// A change: from move `at` on, `first` is played before all others, move `without` is left out,
/// and `late` is played before the move of its number.
struct Change<T> {
    at: usize,
    first: Option<T>,
    without: Option<usize>,
    late: Option<(usize, T)>,
}

/// A change that was tried: the move from which the draft replaces the game, the move at which both
/// meet again, if any, and the value of the changed game.
struct Trial {
    from: usize,
    meets: Option<usize>,
    worth: Worth,
}

/// Games with more moves than this do not keep every state, to save memory on very large boards.
const STATES: usize = 128;

/// Probability of delaying a move; advancing has the same.
const DELAYED: f64 = 0.2;
/// Probability of dropping a move. Otherwise another move is played before it.
const DROPPED: f64 = 0.1;
/// Maximum distance of a delay, as a share of the moves that follow.
const REACH: f64 = 0.5;

impl<'a, S: Tracked> Walker<'a, S> {
    /// Creates a game from this line, as far as the meter allows.
    pub(super) fn new(
        space: &'a S,
        line: &[S::Move],
        rng: Rng,
        meter: &mut Meter,
    ) -> Result<Self, Refused> {
        let start = space.track();
        let (mut track, mut score) = (start.clone(), 0);
        let mut walker = Walker {
            space,
            rng,
            start,
            game: Stretch::new(),
            worth: Worth { solved: false, score: 0 },
            draft: Stretch::new(),
            states: States { all: Vec::new(), free: Vec::new() },
            stride: 1 + line.len() / STATES,
            waiting: Vec::new(),
            best: None,
        };
        for &mv in line {
            let thing = space.thing_of(&track, mv);
            walker.play(&mut track, &mut score, thing, meter)?;
        }
        let over = space.any_thing(&track, &mut walker.rng).is_none();
        let worth = Worth::of(space, &space.state(&track), score, over);
        walker.accept(&Trial { from: 0, meets: None, worth }, meter);
        Ok(walker)
    }

    /// Whether the game has no moves.
    pub(super) fn is_empty(&self) -> bool {
        self.game.things.is_empty()
    }

    /// Mean gain of a move of the game.
    pub(super) fn mean_gain(&self) -> f64 {
        self.game.scores.last().map_or(0.0, |&score| score as f64 / self.game.scores.len() as f64)
    }

    /// The score of the game.
    pub(super) fn score(&self) -> Score {
        self.worth.score
    }

    /// Returns the best that the game ever was.
    pub(super) fn best(&self) -> Option<&(Worth, Vec<S::Move>)> {
        self.best.as_ref()
    }

    /// Number of states kept, and their approximate size in bytes.
    pub(super) fn held(&self) -> (usize, usize) {
        // A track also stores where things came from, which takes about twice as much again.
        let (states, heap) =
            (self.states.all.len(), 3 * self.space.heap_bytes(&self.space.state(&self.start)));
        (states, states * (size_of::<S::Track>() + heap))
    }

    /// Changes the game `steps` times at a temperature.
    pub(super) fn anneal(
        &mut self,
        temperature: f64,
        changes: u64,
        meter: &mut Meter,
    ) -> Result<(), Refused> {
        for _ in 0..changes {
            if !meter.goes_on() {
                return Err(Refused);
            }
            let change = self.choose(meter)?;
            let trial = self.try_out(&change, meter)?;
            meter.evaluate()?;
            let gain = (trial.worth.score - self.worth.score) as f64;
            if gain >= 0.0 || self.rng.unit() < (gain / temperature).exp() {
                self.accept(&trial, meter);
            }
        }
        Ok(())
    }

    /// Chooses a random change of a game that has moves.
    fn choose(&mut self, meter: &mut Meter) -> Result<Change<S::Thing>, Refused> {
        let moves = self.game.things.len();
        let at = self.rng.below(moves);
        let none = Change { at, first: None, without: None, late: None };
        let kind = self.rng.unit();
        Ok(if kind < 2.0 * DELAYED {
            // Near places are more likely than far ones.
            let share = REACH * self.rng.unit() * self.rng.unit();
            let distance = 1 + (share * (moves - at) as f64) as usize;
            if kind < DELAYED {
                let to = (at + 1 + distance).min(moves);
                Change { without: Some(at), late: Some((to, self.game.things[at])), ..none }
            } else {
                let of = (at + distance).min(moves - 1);
                Change { first: Some(self.game.things[of]), without: Some(of), ..none }
            }
        } else if kind < 2.0 * DELAYED + DROPPED {
            Change { without: Some(at), ..none }
        } else {
            let track = self.before(at, meter)?;
            Change { first: self.space.any_thing(&track, &mut self.rng), ..none }
        })
    }

    /// Plays the changed game into the draft.
    fn try_out(&mut self, change: &Change<S::Thing>, meter: &mut Meter) -> Result<Trial, Refused> {
        self.states.free.append(&mut self.draft.kept);
        self.draft.things.clear();
        self.draft.moves.clear();
        self.draft.scores.clear();
        self.waiting.clear();
        let from = change.at - change.at % self.stride;
        let (mut track, mut score) = (self.before(from, meter)?, self.game.scores[from]);
        for index in from..change.at {
            self.play(&mut track, &mut score, self.game.things[index], meter)?;
        }
        if let Some(thing) = change.first {
            self.play(&mut track, &mut score, thing, meter)?;
        }
        let last_change =
            change.without.unwrap_or(change.at).max(change.late.map_or(0, |(to, _)| to));
        for index in change.at..=self.game.things.len() {
            if let Some((_, thing)) = change.late.filter(|&(to, _)| to == index) {
                self.play_or_wait(&mut track, &mut score, thing, meter)?;
            }
            let Some(&thing) = self.game.things.get(index) else { break };
            if index > last_change && self.is_before(index, &track) {
                let worth = Worth {
                    score: self.worth.score + score - self.game.scores[index],
                    ..self.worth
                };
                return Ok(Trial { from, meets: Some(index), worth });
            }
            if change.without != Some(index) {
                self.play_or_wait(&mut track, &mut score, thing, meter)?;
            }
            if self.stride > 1 && !meter.goes_on() {
                return Err(Refused);
            }
        }
        while let Some(thing) = self.space.likely_thing(&track, &mut self.rng) {
            self.play(&mut track, &mut score, thing, meter)?;
            if self.stride > 1 && !meter.goes_on() {
                return Err(Refused);
            }
        }
        let worth = Worth::of(self.space, &self.space.state(&track), score, true);
        Ok(Trial { from, meets: None, worth })
    }

    /// Acts on a thing; if that is a move, adds it to the draft.
    #[inline]
    fn play(
        &mut self,
        track: &mut S::Track,
        score: &mut Score,
        thing: S::Thing,
        meter: &mut Meter,
    ) -> Result<Act<S::Move>, Refused> {
        let act = meter.act(self.space, track, thing)?;
        if let Act::Gained(mv, gain) = act {
            self.draft.things.push(thing);
            self.draft.moves.push(mv);
            self.draft.scores.push(*score);
            *score += gain;
            if self.draft.things.len().is_multiple_of(self.stride) {
                self.draft.kept.push(self.states.keep(track));
            }
        }
        Ok(act)
    }

    fn play_or_wait(
        &mut self,
        track: &mut S::Track,
        score: &mut Score,
        thing: S::Thing,
        meter: &mut Meter,
    ) -> Result<(), Refused> {
        match self.play(track, score, thing, meter)? {
            Act::Gained(..) => self.play_waiting(track, score, meter)?,
            Act::NotNow => self.waiting.push(thing),
            Act::Never => {}
        }
        Ok(())
    }

    /// Plays the waiting moves that have become possible.
    fn play_waiting(
        &mut self,
        track: &mut S::Track,
        score: &mut Score,
        meter: &mut Meter,
    ) -> Result<(), Refused> {
        let mut index = 0;
        while let Some(&thing) = self.waiting.get(index) {
            match self.play(track, score, thing, meter)? {
                Act::NotNow => index += 1,
                Act::Gained(..) | Act::Never => {
                    self.waiting.swap_remove(index);
                }
            }
        }
        Ok(())
    }

    /// Returns the state before a move of the game.
    fn before(&self, index: usize, meter: &mut Meter) -> Result<S::Track, Refused> {
        let kept = index / self.stride;
        let nearest = kept.checked_sub(1).map(|last| self.states.get(self.game.kept[last]));
        let mut track = nearest.unwrap_or(&self.start).clone();
        for &thing in &self.game.things[kept * self.stride..index] {
            meter.act(self.space, &mut track, thing)?;
        }
        Ok(track)
    }

    /// Whether this is the state before a move of the game. Can be true only if all states are
    /// kept.
    #[inline]
    fn is_before(&self, index: usize, track: &S::Track) -> bool {
        self.stride == 1 && self.states.get(self.game.kept[index - 1]) == track
    }

    /// Replaces the changed part of the game by the draft.
    fn accept(&mut self, trial: &Trial, meter: &mut Meter) {
        let Trial { from, meets, worth } = *trial;
        let to = meets.unwrap_or(self.game.things.len());
        let gain = worth.score - self.worth.score;
        self.game.scores[to..].iter_mut().for_each(|score| *score += gain);
        self.game.things.splice(from..to, self.draft.things.drain(..));
        self.game.moves.splice(from..to, self.draft.moves.drain(..));
        self.game.scores.splice(from..to, self.draft.scores.drain(..));
        // Games can only meet if every state is kept.
        let kept = from / self.stride..meets.unwrap_or(self.game.kept.len());
        self.states.free.extend(self.game.kept.splice(kept, self.draft.kept.drain(..)));
        self.worth = worth;
        if self.best.as_ref().is_none_or(|(best, _)| worth > *best) {
            meter.note(worth.solved, worth.score);
            let (best, line) = self.best.get_or_insert_with(|| (worth, Vec::new()));
            *best = worth;
            line.clone_from(&self.game.moves);
        }
    }
}

impl<S: Tracked> Stretch<S> {
    fn new() -> Self {
        Stretch { things: Vec::new(), moves: Vec::new(), scores: Vec::new(), kept: Vec::new() }
    }
}

impl<T: Clone> States<T> {
    fn keep(&mut self, state: &T) -> u32 {
        if let Some(name) = self.free.pop() {
            self.all[name as usize].clone_from(state);
            return name;
        }
        self.all.push(state.clone());
        self.all.len() as u32 - 1
    }

    fn get(&self, name: u32) -> &T {
        &self.all[name as usize]
    }
}
