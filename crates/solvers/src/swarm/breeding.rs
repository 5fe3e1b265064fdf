//! Populations of lines of play, the engine of the genetic algorithm, clonal selection and particle
//! swarms on puzzles that are played step by step. A genome is a line. A child plays the moves of
//! its plan that are still possible, changes some of them, and plays on at random to the end; what
//! it has played is its genome. Where a goal was missed, the genome ends at the nearest approach,
//! so that the next generation starts from there. This coding is our own choice. A
//! [`PopulationRule`] decides who has children. It proves nothing and ends by itself only at a
//! goal. Time: one game for each line; memory: the population. Budgets are kept exactly.

use quarry_core::{Found, Guided, Inside, Meter, Refused, Rng, Score, Search, SliceEnd};

use super::merit::{Merit, NearestState};
use crate::playout::longest_game;
use crate::tree::alternating::{Stepped, slice};
use crate::worth::{Incumbents, Worth};

/// A line of play and how good its game was.
#[derive(Debug, Clone)]
pub struct ScoredLine<M> {
    /// Moves, up to the nearest approach if the goal was missed.
    pub moves: Vec<M>,
    /// How good the whole game was.
    pub merit: Merit,
}

/// Decides which lines are made next.
pub trait PopulationRule<S: Guided> {
    /// Makes one line, and a new generation if this one is complete.
    fn step(&mut self, maker: &mut LineMaker<'_, S>, meter: &mut Meter) -> Result<(), Refused>;
    /// Number of lines held, and their approximate size in bytes.
    fn held(&self) -> (usize, usize);
    /// Returns the internal figures, for people who watch.
    fn inside(&self) -> Inside;
}

/// A search by a population of lines.
pub struct PopulationSearch<'a, S: Guided, R> {
    maker: LineMaker<'a, S>,
    rule: R,
}

impl<'a, S: Guided, R: PopulationRule<S>> PopulationSearch<'a, S, R> {
    pub(crate) fn by(rule: R, space: &'a S, depth: u64, seed: u64) -> Self {
        PopulationSearch { maker: LineMaker::new(space, depth, seed), rule }
    }
}

impl<S: Guided, R: PopulationRule<S>> Stepped for PopulationSearch<'_, S, R> {
    fn step(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        self.rule.step(&mut self.maker, meter)?;
        Ok(self.maker.incumbents.is_settled(self.maker.space).then_some(SliceEnd::Exhausted))
    }

    fn held(&self) -> (usize, usize) {
        self.rule.held()
    }
}

impl<S: Guided, R: PopulationRule<S>> Search for PopulationSearch<'_, S, R> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        slice(self, meter)
    }
    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.maker.incumbents.best()
    }
    fn draft(&self) -> Option<Self::Answer> {
        self.maker.incumbents.draft()
    }
    fn inside(&self) -> Inside {
        self.rule.inside()
    }
}

/// Plays games from the start, each of which is one evaluation and is offered as an answer.
pub struct LineMaker<'a, S: Guided> {
    space: &'a S,
    longest: usize,
    rng: Rng,
    state: S::State,
    score: Score,
    line: Vec<S::Move>,
    listed: Vec<S::Move>,
    nearest: NearestState,
    incumbents: Incumbents<S::Move>,
}

impl<'a, S: Guided> LineMaker<'a, S> {
    fn new(space: &'a S, depth: u64, seed: u64) -> Self {
        let state = space.start();
        LineMaker {
            space,
            longest: usize::try_from(longest_game(space, depth)).unwrap_or(usize::MAX),
            rng: Rng::new(seed),
            nearest: NearestState::new(space, &state),
            state,
            score: 0,
            line: Vec::new(),
            listed: Vec::new(),
            incumbents: Incumbents::default(),
        }
    }

    /// The only source of random numbers, also for rules that decide at random.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// Plays a random game.
    pub fn random(&mut self, meter: &mut Meter) -> Result<ScoredLine<S::Move>, Refused> {
        self.follow(&[], &[], 0.0, meter)
    }

    /// Plays the moves of a head and a tail that are possible, each of them changed with
    /// probability `rate`, and then plays on at random.
    pub fn follow(
        &mut self,
        head: &[S::Move],
        tail: &[S::Move],
        rate: f64,
        meter: &mut Meter,
    ) -> Result<ScoredLine<S::Move>, Refused> {
        self.restart();
        for &mv in head.iter().chain(tail) {
            if self.is_cut_off() {
                break;
            }
            if !meter.goes_on() {
                return Err(Refused);
            }
            let meant = self.space.resolve_move(&self.state, mv);
            if rate > 0.0 && self.rng.unit() < rate {
                meter.moves(self.space, &self.state, &mut self.listed);
                self.listed.retain(|&listed| Some(listed) != meant);
                if !self.listed.is_empty() {
                    let other = self.listed[self.rng.below(self.listed.len())];
                    self.play(other, meter)?;
                    continue;
                }
            }
            if let Some(mv) = meant {
                self.play(mv, meter)?;
            }
        }
        self.finish(meter, |_, listed, rng| rng.below(listed.len()))
    }

    /// Plays a game in which every move is chosen from the list by its index; the first argument is
    /// the line so far.
    pub fn play_by(
        &mut self,
        meter: &mut Meter,
        choose: impl FnMut(&[S::Move], &[S::Move], &mut Rng) -> usize,
    ) -> Result<ScoredLine<S::Move>, Refused> {
        self.restart();
        self.finish(meter, choose)
    }

    fn restart(&mut self) {
        self.state = self.space.start();
        self.score = 0;
        self.line.clear();
        self.nearest = NearestState::new(self.space, &self.state);
    }

    fn play(&mut self, mv: S::Move, meter: &mut Meter) -> Result<(), Refused> {
        self.score += meter.play(self.space, &mut self.state, mv)?;
        self.line.push(mv);
        self.nearest.look(self.space, &self.state, self.line.len());
        Ok(())
    }

    fn is_cut_off(&self) -> bool {
        self.line.len() >= self.longest
            || (self.space.aim().needs_goal() && self.space.is_solved(&self.state))
    }

    fn finish(
        &mut self,
        meter: &mut Meter,
        mut choose: impl FnMut(&[S::Move], &[S::Move], &mut Rng) -> usize,
    ) -> Result<ScoredLine<S::Move>, Refused> {
        loop {
            meter.moves(self.space, &self.state, &mut self.listed);
            let over = self.listed.is_empty();
            if over || self.is_cut_off() {
                let worth = Worth::of(self.space, &self.state, self.score, over);
                return self.value(worth, meter);
            }
            if !meter.goes_on() {
                return Err(Refused);
            }
            let index = choose(&self.line, &self.listed, &mut self.rng);
            self.play(self.listed[index], meter)?;
        }
    }

    fn value(&mut self, worth: Worth, meter: &mut Meter) -> Result<ScoredLine<S::Move>, Refused> {
        meter.evaluate()?;
        let line = &self.line;
        self.incumbents.offer(self.space, worth, meter, || line.clone());
        let missed = self.space.aim().needs_goal() && !worth.solved;
        let kept = if missed { self.nearest.moves } else { line.len() };
        Ok(ScoredLine {
            moves: line[..kept].to_vec(),
            merit: self.nearest.merit(self.space, worth),
        })
    }
}

/// Approximate size of some lines in bytes.
pub(crate) fn bytes_of<'l, M: 'l>(lines: impl Iterator<Item = &'l ScoredLine<M>>) -> usize {
    lines.map(|line| size_of::<ScoredLine<M>>() + line.moves.capacity() * size_of::<M>()).sum()
}

/// Figures of a population for display.
pub(crate) fn figures<M>(generation: u64, population: &[ScoredLine<M>]) -> Inside {
    let scores = || population.iter().map(|line| line.merit.worth.score as f64);
    let members = population.len().max(1) as f64;
    let solved = population.iter().filter(|line| line.merit.worth.solved).count();
    Inside::of([
        ("generation", generation as f64),
        ("best of the population", scores().reduce(f64::max).unwrap_or_default()),
        ("mean", scores().sum::<f64>() / members),
        ("whole games", solved as f64 / members),
    ])
}
