//! A game being played: the state, the score and the line that led there, kept together.
//!
//! Sampling and local search both play whole games, many times over; a `Playout` is restarted
//! rather than made anew, so that its vectors are allocated once.

use quarry_core::{Aim, Guided, LowLevel, Meter, Refused, Rng, Sampled, Score, Tally};

use crate::worth::{Worth, is_answer};

/// The longest game played unless set otherwise, in moves. It only matters where play can go round
/// in circles: the longest game that must end by itself, SameGame on 255 x 255 cells, has 32 512
/// moves.
pub const LONGEST_GAME: u64 = 100_000;

/// How long a game may be by a setting and by the space.
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
    /// A game that is cut off after `longest` moves, or sooner if the space says so.
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

    /// Back to the start.
    pub fn restart(&mut self) {
        self.state = self.space.start();
        self.score = 0;
        self.line.clear();
    }

    /// The moves played so far.
    pub fn line(&self) -> &[S::Move] {
        &self.line
    }

    /// The legal moves; none either where the game is cut off.
    pub fn moves(&mut self, meter: &mut Meter) -> &[S::Move] {
        meter.moves(self.space, &self.state, &mut self.listed);
        if self.is_cut_off() {
            self.listed.clear();
        }
        &self.listed
    }

    /// Plays on to the end, always what gains most at once, the first listed among equals.
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

    /// Lists the moves; what the game is worth if it is over or cut off.
    #[inline]
    fn end(&mut self, meter: &mut Meter) -> Result<Option<Worth>, Refused> {
        meter.moves(self.space, &self.state, &mut self.listed);
        let over = self.listed.is_empty();
        if over || self.is_cut_off() {
            return Ok(Some(Worth::of(self.space, &self.state, self.score, over)));
        }
        if meter.goes_on() { Ok(None) } else { Err(Refused) }
    }

    /// About how many bytes the game takes.
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

    /// Plays what `mv` means here, if it still means something.
    pub fn play_if_legal(&mut self, mv: S::Move, meter: &mut Meter) -> Result<(), Refused> {
        match self.space.resolve_move(&self.state, mv) {
            Some(mv) => self.play(mv, meter),
            None => Ok(()),
        }
    }

    /// The legal moves other than the one `mv` means here.
    pub fn other_moves(&mut self, mv: S::Move, meter: &mut Meter) -> &[S::Move] {
        meter.moves(self.space, &self.state, &mut self.listed);
        let meant = self.space.resolve_move(&self.state, mv);
        self.listed.retain(|&listed| Some(listed) != meant);
        &self.listed
    }

    /// Whether to stop before the game is over: the goal is reached, or the line is long enough.
    pub fn is_cut_off(&self) -> bool {
        self.line.len() >= self.longest
            || (self.space.aim() == Aim::Reach && self.space.is_solved(&self.state))
    }

    /// Plays on, every move equally likely, until the game is over or cut off.
    pub fn finish_at_random(&mut self, rng: &mut Rng, meter: &mut Meter) -> Result<Worth, Refused> {
        loop {
            if let Some(worth) = self.end(meter)? {
                return Ok(worth);
            }
            self.play(self.listed[rng.below(self.listed.len())], meter)?;
        }
    }

    /// Plays on to the end by the puzzle's own policy.
    pub fn finish_guided(&mut self, rng: &mut Rng, meter: &mut Meter) -> Result<Worth, Refused>
    where
        S: Sampled,
    {
        let before = self.line.len();
        let gained = self.space.sample(&mut self.state, rng, &mut self.line, meter);
        // Somebody listed the moves of every state on the way.
        meter.count(Tally { expanded: (self.line.len() - before) as u64, ..Tally::default() });
        self.score += gained?;
        Ok(Worth { solved: is_answer(self.space, &self.state, true), score: self.score })
    }

    /// Plays on by rules of thumb, applied in turn and over and over, until none of them has a move
    /// to make, or the game is cut off.
    pub fn finish_by(
        &mut self,
        heuristics: impl Iterator<Item = usize> + Clone,
        meter: &mut Meter,
    ) -> Result<Worth, Refused>
    where
        S: LowLevel,
    {
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
                    declined = 0;
                }
                None if meter.halted().is_some() => return Err(Refused),
                None => declined += 1,
            }
        }
        meter.moves(self.space, &self.state, &mut self.listed);
        Ok(Worth::of(self.space, &self.state, self.score, self.listed.is_empty()))
    }
}
