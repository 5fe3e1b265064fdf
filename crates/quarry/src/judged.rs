//! A search whose answer grows while it works, so that judging the answer takes longer and longer:
//! some of the time is reserved for the judge.

use quarry_core::{Found, Inside, Meter, Puzzle, Search, SliceEnd};

/// Measures how long the judge takes, as soon as there is enough to extrapolate from.
pub(crate) struct Judged<'a, P, S> {
    pub(crate) puzzle: &'a P,
    pub(crate) search: S,
    pub(crate) rehearsed: bool,
}

impl<P: Puzzle, S: Search<Answer = P::Answer>> Search for Judged<'_, P, S> {
    type Answer = P::Answer;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        let progress = self.search.slice(meter);
        if !self.rehearsed
            && let Some(found) = self.search.best()
        {
            self.rehearsed = meter.rehearse_growing(|| {
                _ = self.puzzle.judge(&found.answer);
                drop(self.puzzle.entries(&found.answer));
            });
        }
        progress
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        self.search.best()
    }

    fn keep_record(&mut self) {
        self.search.keep_record();
    }

    fn inside(&self) -> Inside {
        self.search.inside()
    }

    fn line(&self, item: u32) -> Option<Self::Answer> {
        self.search.line(item)
    }

    fn current(&self) -> Option<Self::Answer> {
        self.search.current()
    }
}
