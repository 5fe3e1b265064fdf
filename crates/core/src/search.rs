//! Running a solver: slices of work, one driver that enforces the limits, and events for observers.

use crate::{Halt, Improvement, Inside, Meter, Overtime, Score, Solutions, Tally};

/// An answer with the solver's own score. The judge has the last word before the answer leaves the
/// program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<A> {
    /// Whether the answer is complete: the goal is reached or, where the best score counts, the
    /// game is over.
    pub solved: bool,
    /// Score by the solver's own count.
    pub score: Score,
    /// The answer itself.
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
    /// Offers an answer. If it is better than the kept one, it is recorded by the meter and
    /// replaces it; `answer` is only called then.
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

    /// Returns the best answer so far.
    pub fn best(&self) -> Option<&Found<A>> {
        self.best.as_ref()
    }

    /// Returns the score that a solved answer must beat.
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
    /// The method has ended without a proof.
    Exhausted,
    /// The method has ended with a proof that its best answer is optimal or, if it has no solved
    /// answer, that none exists.
    Proved,
}

/// A running solver, one slice at a time.
pub trait Search {
    /// Type of the answers it searches for.
    type Answer: Clone;

    /// Works as long as [`Meter::in_slice`] allows, at least one step. Between slices the search
    /// can be inspected or paused. The results, and the work after which they are found, do not
    /// depend on where slices end.
    fn slice(&mut self, meter: &mut Meter) -> SliceEnd;
    /// Returns the best answer so far. If answers are lines of play, it is a whole game.
    fn best(&self) -> Option<&Found<Self::Answer>>;
    /// Tells the method that an answer with this score is known elsewhere. It may leave out whatever
    /// is not better; its proof then says that nothing is better.
    fn beat(&mut self, _score: Score) {}
    /// Returns the most promising line that is not yet a whole game, if the method keeps one.
    fn draft(&self) -> Option<Self::Answer> {
        None
    }
    /// Called when the search is over because of a limit or without a complete answer. The method
    /// may finish a draft while there is time.
    fn finish(&mut self, _meter: &mut Meter, _overtime: &mut Overtime) {}
    /// Returns a proven upper bound on every answer's score, if the method has one.
    fn bound(&self) -> Option<Score> {
        None
    }
    /// Returns the number of solutions, if the method counts them.
    fn solutions(&self) -> Option<Solutions> {
        None
    }
    /// Returns a second solution besides the best answer, if the method has found one.
    fn second(&self) -> Option<&Found<Self::Answer>> {
        None
    }
    /// Returns why no answer is better than the best one or, if there is none, why none exists: a
    /// sentence about the method's proof. `None` before the proof is complete.
    fn argument(&self) -> Option<String> {
        None
    }
    /// Returns each portfolio member's share of the work, and which of them found the best answer;
    /// empty if there is only one method.
    fn credits(&self) -> Vec<Credit> {
        Vec::new()
    }
    /// Returns how the best answer can be made again, if the method searches for something that
    /// makes answers, such as a programme, or can begin with an answer.
    fn recipe(&self) -> Option<Recipe> {
        None
    }
    /// Returns how the draft can be made again.
    fn draft_recipe(&self) -> Option<Recipe> {
        None
    }
    /// Tells the method, before its first slice, that people will watch it. It may then keep a
    /// record for [`Search::inside`], which changes nothing else.
    fn keep_record(&mut self) {}
    /// Returns the method's view of its own state between two slices, for people who watch it.
    fn inside(&self) -> Inside {
        Inside::default()
    }
    /// Returns the line of play that an item of the shape in [`Search::inside`] stands for.
    fn line(&self, _item: u32) -> Option<Self::Answer> {
        None
    }
    /// Returns what the method is working on: the line being tried, or the board as filled so far.
    fn current(&self) -> Option<Self::Answer> {
        None
    }
}

impl<S: Search + ?Sized> Search for Box<S> {
    type Answer = S::Answer;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        (**self).slice(meter)
    }
    fn best(&self) -> Option<&Found<S::Answer>> {
        (**self).best()
    }
    fn beat(&mut self, score: Score) {
        (**self).beat(score);
    }
    fn draft(&self) -> Option<S::Answer> {
        (**self).draft()
    }
    fn finish(&mut self, meter: &mut Meter, overtime: &mut Overtime) {
        (**self).finish(meter, overtime);
    }
    fn bound(&self) -> Option<Score> {
        (**self).bound()
    }
    fn solutions(&self) -> Option<Solutions> {
        (**self).solutions()
    }
    fn second(&self) -> Option<&Found<S::Answer>> {
        (**self).second()
    }
    fn argument(&self) -> Option<String> {
        (**self).argument()
    }
    fn credits(&self) -> Vec<Credit> {
        (**self).credits()
    }
    fn recipe(&self) -> Option<Recipe> {
        (**self).recipe()
    }
    fn draft_recipe(&self) -> Option<Recipe> {
        (**self).draft_recipe()
    }
    fn keep_record(&mut self) {
        (**self).keep_record();
    }
    fn inside(&self) -> Inside {
        (**self).inside()
    }
    fn line(&self, item: u32) -> Option<S::Answer> {
        (**self).line(item)
    }
    fn current(&self) -> Option<S::Answer> {
        (**self).current()
    }
}

/// How an answer can be made again: the solver's setting, and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipe {
    /// Name of the setting.
    pub setting: &'static str,
    /// Value of the setting.
    pub value: String,
}

/// A portfolio member's contribution to the answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Credit {
    /// Name of the member.
    pub name: &'static str,
    /// Share of the work, in nodes and evaluations, from 0 to 1.
    pub share: f64,
    /// Whether this member found the answer.
    pub won: bool,
}

/// Progress events of a solver. The list is closed, so that observers can handle all of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Event {
    /// The run has started.
    Started,
    /// A better answer was found.
    Improved {
        /// Score of the answer.
        score: Score,
        /// Whether the answer is complete.
        solved: bool,
        /// Cost so far.
        tally: Tally,
        /// Seconds so far.
        seconds: f64,
    },
    /// A slice of work has ended.
    Slice {
        /// Cost so far.
        tally: Tally,
        /// Seconds so far.
        seconds: f64,
        /// Best score so far.
        best: Option<Score>,
        /// Proven upper bound, if there is one.
        bound: Option<Score>,
    },
    /// The run is over.
    Finished,
}

/// The result of a whole run.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome<A> {
    /// Best answer.
    pub found: Option<Found<A>>,
    /// Whether the answer is proved to be optimal.
    pub proved: bool,
    /// Number of solutions, if the method counts them.
    pub solutions: Option<Solutions>,
    /// A second solution, if the method has found one.
    pub second: Option<Found<A>>,
    /// Proven upper bound, if there is one.
    pub bound: Option<Score>,
    /// Why the answer is optimal or why there is none, if that is proved and the method can say it.
    pub argument: Option<String>,
    /// Contribution of each portfolio member.
    pub credits: Vec<Credit>,
    /// How the answer can be made again, if the method searched for that.
    pub recipe: Option<Recipe>,
    /// What stopped the run from outside; `None` if the method ended by itself.
    pub halted: Option<Halt>,
    /// Cost of the run.
    pub tally: Tally,
    /// Wall time in seconds.
    pub seconds: f64,
}

/// Receives the events of a search, and may inspect it.
pub type Observer<'o, A> = dyn FnMut(Event, &dyn Search<Answer = A>) + 'o;

/// Reports the improvements since the last call to the observer.
fn tell<A: Clone>(search: &dyn Search<Answer = A>, meter: &mut Meter, observe: &mut Observer<A>) {
    for improvement in meter.take_trace() {
        let Improvement { solved, score, tally, seconds } = improvement;
        observe(Event::Improved { score, solved, tally, seconds }, search);
    }
}

/// Runs a search to its end or its limit and reports its events to the observer.
pub fn drive<S: Search>(
    search: &mut S,
    meter: &mut Meter,
    observe: &mut dyn FnMut(Event),
) -> Outcome<S::Answer> {
    watch(search, meter, &mut |event, _| observe(event))
}

/// Like [`drive`], for an observer that inspects the search itself. It is compiled once for each type
/// of answers, not for each search.
pub fn watch<A: Clone>(
    search: &mut dyn Search<Answer = A>,
    meter: &mut Meter,
    observe: &mut Observer<A>,
) -> Outcome<A> {
    if meter.is_recorded() {
        search.keep_record();
    }
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
        (Some(found), true) if found.solved => Some(found.score),
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
        argument: search.argument().filter(|_| proved),
        credits: search.credits(),
        recipe: search.recipe(),
        halted,
        tally: meter.tally(),
        seconds: meter.seconds(),
    }
}
