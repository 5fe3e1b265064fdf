//! A game in progress: the state, the score and the line that led there, kept together.
//!
//! Sampling and local search both play many whole games. They restart one `Playout` instead of
//! creating new ones, so that its vectors are allocated once.

use quarry_core::{Guided, LowLevel, Meter, Refused, Rng, Sampled, Score, Tally};

use crate::swarm::merit::{Merit, NearestState};
use crate::worth::{Worth, is_answer};

/// Default limit on the length of a game, in moves. It matters only where play can cycle: the
/// longest game that must end by itself, SameGame on 255 x 255 cells, has 32 512 moves.
pub const LONGEST_GAME: u64 = 100_000;

/// Returns the limit on the length of a game: the setting, or the space's own limit if smaller.
pub fn longest_game<S: Guided>(space: &S, setting: u64) -> u64 {
    setting.min(space.longest_game().unwrap_or(u64::MAX))
}

/// One game from the start, in progress.
pub struct Playout<'a, S: Guided> {
    space: &'a S,
    longest: usize,
    state: S::State,
    score: Score,
    line: Vec<S::Move>,
    listed: Vec<S::Move>,
}

impl<S: Guided> Clone for Playout<'_, S> {
    fn clone(&self) -> Self {
        Playout { state: self.state.clone(), line: self.line.clone(), listed: Vec::new(), ..*self }
    }
}

impl<'a, S: Guided> Playout<'a, S> {
    /// Creates a game that is cut off after `longest` moves, or sooner if the space has a lower
    /// limit.
    pub fn new(space: &'a S, longest: u64) -> Self {
        let longest = usize::try_from(longest_game(space, longest)).unwrap_or(usize::MAX);
        Playout {
            space,
            longest,
            state: space.start(),
            score: 0,
            line: Vec::new(),
            listed: Vec::new(),
        }
    }

    /// Goes back to the start state.
    pub fn restart(&mut self) {
        self.state = self.space.start();
        self.score = 0;
        self.line.clear();
    }

    /// The moves played so far.
    pub fn line(&self) -> &[S::Move] {
        &self.line
    }

    /// Lists the legal moves; none if the game is cut off.
    pub fn moves(&mut self, meter: &mut Meter) -> &[S::Move] {
        meter.moves(self.space, &self.state, &mut self.listed);
        if self.is_cut_off() {
            self.listed.clear();
        }
        &self.listed
    }

    /// Plays to the end, always taking the move that gains most at once, the first listed among
    /// equals.
    pub fn finish_greedily(&mut self, meter: &mut Meter) -> Result<Worth, Refused> {
        loop {
            if let Some(worth) = self.end(meter)? {
                return Ok(worth);
            }
            let mut best: Option<(Score, S::Move)> = None;
            for &mv in &self.listed {
                let gain = meter.play(self.space, &mut self.state.clone(), mv)?;
                if best.is_none_or(|(most, _)| gain > most) {
                    best = Some((gain, mv));
                }
            }
            let (_, mv) = best.expect("some move is listed");
            self.play(mv, meter)?;
        }
    }

    /// Lists the moves. Returns the value of the game if it is over or cut off.
    #[inline]
    fn end(&mut self, meter: &mut Meter) -> Result<Option<Worth>, Refused> {
        meter.moves(self.space, &self.state, &mut self.listed);
        let over = self.listed.is_empty();
        if over || self.is_cut_off() {
            return Ok(Some(Worth::of(self.space, &self.state, self.score, over)));
        }
        if meter.goes_on() { Ok(None) } else { Err(Refused) }
    }

    /// Approximate memory of the game, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + (self.line.capacity() + self.listed.capacity()) * size_of::<S::Move>()
    }

    /// Plays a move that is known to be legal.
    #[inline]
    pub fn play(&mut self, mv: S::Move, meter: &mut Meter) -> Result<(), Refused> {
        self.score += meter.play(self.space, &mut self.state, mv)?;
        self.line.push(mv);
        Ok(())
    }

    /// Plays the move that `mv` stands for in this state, if there is one.
    pub fn play_if_legal(&mut self, mv: S::Move, meter: &mut Meter) -> Result<(), Refused> {
        match self.space.resolve_move(&self.state, mv) {
            Some(mv) => self.play(mv, meter),
            None => Ok(()),
        }
    }

    /// Lists the legal moves other than the one that `mv` stands for in this state.
    pub fn other_moves(&mut self, mv: S::Move, meter: &mut Meter) -> &[S::Move] {
        meter.moves(self.space, &self.state, &mut self.listed);
        let meant = self.space.resolve_move(&self.state, mv);
        self.listed.retain(|&listed| Some(listed) != meant);
        &self.listed
    }

    /// Whether play stops before the game is over: the goal is reached, or the line is long enough.
    pub fn is_cut_off(&self) -> bool {
        self.line.len() >= self.longest
            || (self.space.aim().needs_goal() && self.space.is_solved(&self.state))
    }

    /// Plays on, choosing moves uniformly at random, until the game is over or cut off.
    pub fn finish_at_random(&mut self, rng: &mut Rng, meter: &mut Meter) -> Result<Worth, Refused> {
        loop {
            if let Some(worth) = self.end(meter)? {
                return Ok(worth);
            }
            self.play(self.listed[rng.below(self.listed.len())], meter)?;
        }
    }

    /// Plays to the end by the puzzle's own policy.
    pub fn finish_guided(&mut self, rng: &mut Rng, meter: &mut Meter) -> Result<Worth, Refused>
    where
        S: Sampled,
    {
        let before = self.line.len();
        let gained = self.space.sample(&mut self.state, rng, &mut self.line, meter);
        // The policy listed the moves of every state on the way.
        meter.count(Tally { expanded: (self.line.len() - before) as u64, ..Tally::default() });
        self.score += gained?;
        Ok(Worth { solved: is_answer(self.space, &self.state, true), score: self.score })
    }

    /// Plays on by heuristics, applied in turn again and again, until none of them has a move or
    /// the game is cut off. Returns how good the game was.
    pub fn finish_by(
        &mut self,
        heuristics: impl Iterator<Item = usize> + Clone,
        meter: &mut Meter,
    ) -> Result<Merit, Refused>
    where
        S: LowLevel,
    {
        let mut nearest = NearestState::new(self.space, &self.state);
        let (mut declined, in_turn) = (0, heuristics.clone().count());
        for heuristic in heuristics.cycle() {
            if declined == in_turn || self.is_cut_off() {
                break;
            }
            if !meter.goes_on() {
                return Err(Refused);
            }
            match self.space.choose(&self.state, heuristic, &mut || meter.goes_on()) {
                Some(mv) => {
                    self.play(mv, meter)?;
                    nearest.look(self.space, &self.state, self.line.len());
                    declined = 0;
                }
                None if meter.halted().is_some() => return Err(Refused),
                None => declined += 1,
            }
        }
        meter.moves(self.space, &self.state, &mut self.listed);
        let worth = Worth::of(self.space, &self.state, self.score, self.listed.is_empty());
        Ok(nearest.merit(self.space, worth))
    }
}
