//! Running a solver: slices of work, one driver that owns the limits, and events for whoever
//! watches.

use crate::{Halt, Improvement, Meter, Overtime, Score, Solutions, Tally};

/// An answer as the solver values it. The judge has the last word before it leaves the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<A> {
    /// Whether it is complete: the goal is reached or, where the best score counts, the game is
    /// over.
    pub solved: bool,
    /// Its score.
    pub score: Score,
    /// The answer.
    pub answer: A,
}

/// Keeps the best answer found: complete before incomplete, then by score, then the earlier one.
#[derive(Debug, Clone)]
pub struct Incumbent<A> {
    best: Option<Found<A>>,
}

impl<A> Default for Incumbent<A> {
    fn default() -> Self {
        Incumbent { best: None }
    }
}

impl<A> Incumbent<A> {
    /// Offers an answer, which the meter notes if it is the best so far; `answer` is only made if
    /// it is better than what is kept here.
    #[inline]
    pub fn offer(
        &mut self,
        meter: &mut Meter,
        solved: bool,
        score: Score,
        answer: impl FnOnce() -> A,
    ) {
        let better =
            self.best.as_ref().is_none_or(|best| (solved, score) > (best.solved, best.score));
        if better {
            meter.note(solved, score);
            self.best = Some(Found { solved, score, answer: answer() });
        }
    }

    /// The best so far.
    pub fn best(&self) -> Option<&Found<A>> {
        self.best.as_ref()
    }

    /// The score that a solved answer must beat.
    #[inline]
    pub fn bar(&self) -> Option<Score> {
        self.best.as_ref().filter(|best| best.solved).map(|best| best.score)
    }
}

/// How a slice ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SliceEnd {
    /// There is more to do.
    Working,
    /// The method is at its end; nothing is proved.
    Exhausted,
    /// The method is at its end, and its best answer is proved to be the best there is (or, when it
    /// has no solved answer, that there is none).
    Proved,
}

/// A solver at work, one slice at a time.
pub trait Search {
    /// What it looks for.
    type Answer: Clone;

    /// Works as long as [`Meter::in_slice`] says, at least a step; then somebody may look, or pause
    /// the search. What comes out, and when it is found, does not depend on where slices end.
    fn slice(&mut self, meter: &mut Meter) -> SliceEnd;
    /// The best answer so far. Where lines of play are searched for, it is a whole game.
    fn best(&self) -> Option<&Found<Self::Answer>>;
    /// The most promising line that is not yet a whole game, if the method keeps one.
    fn draft(&self) -> Option<Self::Answer> {
        None
    }
    /// Hears that the search is over without a complete answer, or by a limit: a draft may be
    /// brought to its end, as long as there is time.
    fn finish(&mut self, _meter: &mut Meter, _overtime: &mut Overtime) {}
    /// A proven upper bound on every answer's score, where the method has one.
    fn bound(&self) -> Option<Score> {
        None
    }
    /// How many solutions there are, where the method counts them.
    fn solutions(&self) -> Option<Solutions> {
        None
    }
    /// A second solution beside the best answer, where the method has come upon one.
    fn second(&self) -> Option<&Found<Self::Answer>> {
        None
    }
    /// How much of the work each member of a portfolio has done, and who found the best answer;
    /// nothing where there is one method only.
    fn credits(&self) -> Vec<Credit> {
        Vec::new()
    }
    /// What the method shows of itself between two slices, for people who watch it think.
    fn inside(&self) -> Inside {
        Inside::default()
    }
}

/// What a member of a portfolio has to do with the answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Credit {
    /// The member's name.
    pub name: &'static str,
    /// Its share of the work, in nodes and evaluations, from 0 to 1.
    pub share: f64,
    /// Whether the answer is its.
    pub won: bool,
}

/// A method seen from inside: numbers that tell how far it is, and shares of a whole.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Inside {
    /// Numbers by name: a frontier's depth, a population's mean.
    pub numbers: Vec<(&'static str, f64)>,
    /// How a whole is divided, where the method divides one.
    pub shares: Option<Shares>,
}

impl Inside {
    /// Numbers alone.
    pub fn of<const N: usize>(numbers: [(&'static str, f64); N]) -> Self {
        Inside { numbers: numbers.to_vec(), shares: None }
    }
}

/// A whole and its parts, as they follow each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Shares {
    /// What is divided, in a few words.
    pub of: &'static str,
    /// The parts by name, from 0 to 1 each.
    pub parts: Vec<(String, f64)>,
}

/// What happens while a solver works. A closed list: whoever watches can handle all of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Event {
    /// Work begins.
    Started,
    /// A better answer was found.
    Improved {
        /// Its score.
        score: Score,
        /// Whether it reaches the goal.
        solved: bool,
        /// The cost so far.
        tally: Tally,
        /// The time so far.
        seconds: f64,
    },
    /// A slice of work is done.
    Slice {
        /// The cost so far.
        tally: Tally,
        /// The time so far.
        seconds: f64,
        /// The best score so far.
        best: Option<Score>,
        /// The proven upper bound, if there is one.
        bound: Option<Score>,
    },
    /// Work is over.
    Finished,
}

/// How a whole run ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome<A> {
    /// The best answer.
    pub found: Option<Found<A>>,
    /// Whether it is proved to be the best.
    pub proved: bool,
    /// How many solutions there are, where the method counts them.
    pub solutions: Option<Solutions>,
    /// A second solution, if there are several.
    pub second: Option<Found<A>>,
    /// A proven upper bound, if there is one.
    pub bound: Option<Score>,
    /// What each member of a portfolio has to do with it.
    pub credits: Vec<Credit>,
    /// What stopped the run from outside; `None` when the method came to its own end.
    pub halted: Option<Halt>,
    /// The cost.
    pub tally: Tally,
    /// The time.
    pub seconds: f64,
}

/// Is told what happens to a search, and may look at it.
pub type Observer<'o, A> = dyn FnMut(Event, &dyn Search<Answer = A>) + 'o;

/// Tells the observer of the improvements since the last time.
fn tell<S: Search>(search: &S, meter: &mut Meter, observe: &mut Observer<S::Answer>) {
    for improvement in meter.take_trace() {
        let Improvement { solved, score, tally, seconds } = improvement;
        observe(Event::Improved { score, solved, tally, seconds }, search);
    }
}

/// Runs a search to its end or its limit and tells the observer what happens.
pub fn drive<S: Search>(
    search: &mut S,
    meter: &mut Meter,
    observe: &mut dyn FnMut(Event),
) -> Outcome<S::Answer> {
    watch(search, meter, &mut |event, _| observe(event))
}

/// The same for an observer who looks at the search itself.
pub fn watch<S: Search>(
    search: &mut S,
    meter: &mut Meter,
    observe: &mut Observer<S::Answer>,
) -> Outcome<S::Answer> {
    observe(Event::Started, search);
    let progress = loop {
        meter.begin_slice();
        let progress = search.slice(meter);
        tell(search, meter, observe);
        let (tally, seconds) = (meter.tally(), meter.seconds());
        let best = search.best().map(|best| best.score);
        observe(Event::Slice { tally, seconds, best, bound: search.bound() }, search);
        if progress != SliceEnd::Working || !meter.goes_on() {
            break progress;
        }
    };
    let is_complete = search.best().is_some_and(|best| best.solved);
    if progress == SliceEnd::Working || !is_complete {
        search.finish(meter, &mut meter.overtime());
        tell(search, meter, observe);
    }
    observe(Event::Finished, search);
    let found = search.best().cloned();
    let proved = progress == SliceEnd::Proved;
    let bound = match (&found, proved) {
        (Some(found), true) => Some(found.score),
        _ => search.bound(),
    };
    let halted = if progress == SliceEnd::Working { meter.halted() } else { None };
    let (solutions, second) = (search.solutions(), search.second().cloned());
    Outcome {
        found,
        proved,
        solutions,
        second,
        bound,
        credits: search.credits(),
        halted,
        tally: meter.tally(),
        seconds: meter.seconds(),
    }
}
