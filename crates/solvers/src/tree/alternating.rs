//! Two searches that take turns, the engine of `exact` and `portfolio`. Each works for a few steps,
//! then the other. The first that reaches the goal, or proves that it cannot be reached, ends the
//! search; one that gives up leaves the rest to the other. So it takes at most about twice as long
//! as the faster of the two alone. Gomes and Selman (2001) call such a mixture a portfolio. Both
//! share one budget, which is kept exactly.

use quarry_core::{Found, Inside, Meter, Refused, Search, SliceEnd};

/// A search that can be stopped after every step and reports its memory use.
pub trait Stepped: Search {
    /// Takes one step, which plays at most one move. Returns how the search ends, if it ends here.
    fn step(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused>;
    /// Number of states held, and their approximate size in bytes.
    fn held(&self) -> (usize, usize);
}

/// Runs a slice of such a search.
pub(crate) fn slice<T: Stepped>(search: &mut T, meter: &mut Meter) -> SliceEnd {
    while meter.in_slice() {
        match search.step(meter) {
            Ok(Some(end)) => return end,
            Ok(None) => {}
            Err(Refused) => break,
        }
        let (states, bytes) = search.held();
        meter.keep(states, bytes);
    }
    SliceEnd::Working
}

/// Two searches that take turns.
pub struct AlternatingSearches<A, B> {
    one: A,
    other: B,
    /// Number of steps taken, which decides whose turn it is.
    steps: usize,
    /// Which of the two have given up.
    over: [bool; 2],
}

/// Short compared with any hard search, long enough to make use of the processor's cache.
const STEPS_PER_TURN: usize = 256;

impl<A: Stepped, B: Stepped<Answer = A::Answer>> AlternatingSearches<A, B> {
    /// Whether it is the second search's turn.
    fn is_second(&self) -> bool {
        self.over[0] || !self.over[1] && self.steps / STEPS_PER_TURN % 2 == 1
    }

    pub(crate) fn between(one: A, other: B) -> Self {
        AlternatingSearches { one, other, steps: 0, over: [false; 2] }
    }
}

impl<A: Stepped, B: Stepped<Answer = A::Answer>> Stepped for AlternatingSearches<A, B> {
    fn step(&mut self, meter: &mut Meter) -> Result<Option<SliceEnd>, Refused> {
        let turn = match self.over {
            [true, _] => 1,
            [_, true] => 0,
            _ => self.steps / STEPS_PER_TURN % 2,
        };
        self.steps += 1;
        let end = if turn == 0 { self.one.step(meter) } else { self.other.step(meter) };
        let Some(end) = end? else { return Ok(None) };
        if end == SliceEnd::Proved || self.best().is_some_and(|best| best.solved) {
            return Ok(Some(end));
        }
        self.over[turn] = true;
        Ok((self.over == [true; 2]).then_some(SliceEnd::Exhausted))
    }

    fn held(&self) -> (usize, usize) {
        let ((states, bytes), (more, longer)) = (self.one.held(), self.other.held());
        (states + more, bytes + longer)
    }
}

impl<A: Stepped, B: Stepped<Answer = A::Answer>> Search for AlternatingSearches<A, B> {
    type Answer = A::Answer;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        slice(self, meter)
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        let value = |found: &Found<A::Answer>| (found.solved, found.score);
        let (one, other) = (self.one.best(), self.other.best());
        if other.map(value) > one.map(value) { other } else { one }
    }

    fn draft(&self) -> Option<Self::Answer> {
        self.one.draft().or_else(|| self.other.draft())
    }

    fn keep_record(&mut self) {
        self.one.keep_record();
        self.other.keep_record();
    }

    /// From the search whose turn it is.
    fn inside(&self) -> Inside {
        if self.is_second() { self.other.inside() } else { self.one.inside() }
    }

    fn line(&self, item: u32) -> Option<Self::Answer> {
        if self.is_second() { self.other.line(item) } else { self.one.line(item) }
    }

    fn current(&self) -> Option<Self::Answer> {
        if self.is_second() { self.other.current() } else { self.one.current() }
    }
}
