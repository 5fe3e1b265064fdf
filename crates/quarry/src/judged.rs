//! A search whose answer grows as long as it works, so that judging it takes longer and longer:
//! some of the time is kept for that.

use quarry_core::{Found, Inside, Meter, Puzzle, Search, SliceEnd};

/// Once there is something to learn from, it is found out how long the judge takes.
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

    fn inside(&self) -> Inside {
        self.search.inside()
    }
}
