//! Whole games: wraps a search over lines of play so that its answer is always played to its end.
//!
//! When a limit cuts the search short, its most promising line is played on by the puzzle's quick
//! method ([`Guided::finish`]). Only then is the line valued and compared with the whole games that
//! the search has found. These moves are counted separately, as finishing: a budget of ten nodes
//! cannot hold a game of forty moves.

use quarry_core::{
    Found, Guided, Incumbent, Inside, Meter, Overtime, Recipe, Score, Search, SliceEnd, Solutions,
};

use crate::worth::is_answer;

/// A search, and the game made by finishing its draft. The search is boxed: this is compiled once
/// for each space, not for each search.
pub struct WholeGames<'a, S: Guided> {
    space: &'a S,
    search: Box<dyn Search<Answer = Vec<S::Move>> + 'a>,
    finished: Incumbent<Vec<S::Move>>,
}

impl<'a, S: Guided> WholeGames<'a, S> {
    /// Wraps `search` so that its answers are whole games.
    pub fn new(space: &'a S, search: impl Search<Answer = Vec<S::Move>> + 'a) -> Self {
        WholeGames { space, search: Box::new(search), finished: Incumbent::default() }
    }

    fn finished_is_better(&self) -> bool {
        let value = |found: &Found<Vec<S::Move>>| (found.solved, found.score);
        self.finished.best().map(value) > self.search.best().map(value)
    }

    /// Plays a line to its end. A line that cannot be finished becomes an incomplete answer.
    fn complete(&mut self, draft: Vec<S::Move>, meter: &mut Meter, overtime: &mut Overtime) {
        let (mut state, score) = self.space.replayed(&draft);
        let mut line = draft.clone();
        match self.space.finish(&mut state, &mut line, &mut || overtime.goes_on()) {
            Some(gained) => {
                meter.finished_by(line.len() - draft.len());
                let solved = is_answer(self.space, &state, true);
                self.finished.offer(meter, solved, score + gained, || line);
            }
            None if self.search.best().is_none() => {
                self.finished.offer(meter, false, score, || draft);
            }
            None => {}
        }
    }
}

impl<S: Guided> Search for WholeGames<'_, S> {
    type Answer = Vec<S::Move>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        self.search.slice(meter)
    }

    fn best(&self) -> Option<&Found<Self::Answer>> {
        if self.finished_is_better() { self.finished.best() } else { self.search.best() }
    }

    fn beat(&mut self, score: Score) {
        self.search.beat(score);
    }

    fn draft(&self) -> Option<Self::Answer> {
        self.search.draft()
    }

    fn finish(&mut self, meter: &mut Meter, overtime: &mut Overtime) {
        let nothing_found = self.search.best().is_none().then(Vec::new);
        if let Some(draft) = self.search.draft().or(nothing_found) {
            self.complete(draft, meter, overtime);
        }
    }

    fn bound(&self) -> Option<Score> {
        self.search.bound()
    }

    fn solutions(&self) -> Option<Solutions> {
        self.search.solutions()
    }

    fn second(&self) -> Option<&Found<Self::Answer>> {
        self.search.second()
    }

    fn argument(&self) -> Option<String> {
        self.search.argument()
    }

    fn recipe(&self) -> Option<Recipe> {
        if self.finished_is_better() { self.draft_recipe() } else { self.search.recipe() }
    }

    fn draft_recipe(&self) -> Option<Recipe> {
        self.search.draft_recipe()
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
