//! The value of a whole game. This module alone decides what counts as an answer.

use quarry_core::{Found, Guided, Incumbent, Meter, Score};

/// Value of a whole game, ordered like answers: complete before incomplete, then by score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth {
    /// Whether the game is an answer: it reached the goal, or only the score counts.
    pub solved: bool,
    /// Score, including the score for the final state.
    pub score: Score,
}

impl Worth {
    /// Returns the value of a game that stops in `state` with `score` so far, because there are no
    /// moves or the goal is reached.
    #[inline]
    pub fn of<S: Guided>(space: &S, state: &S::State, score: Score, over: bool) -> Self {
        let ending = if over { space.terminal_score(state) } else { 0 };
        Worth { solved: is_answer(space, state, over), score: score + ending }
    }
}

/// Whether play that stops in `state` is an answer. Where the best score counts, every finished
/// game is one, even if the puzzle does not call it solved. Otherwise a poor solved game would hide
/// a better finished one.
#[inline]
pub fn is_answer<S: Guided>(space: &S, state: &S::State, over: bool) -> bool {
    if space.aim().needs_goal() { space.is_solved(state) } else { over }
}

/// The best whole game that a search has found, and the most promising partial game.
pub struct Incumbents<M> {
    whole: Incumbent<Vec<M>>,
    draft: Option<(Score, Vec<M>)>,
}

impl<M> Default for Incumbents<M> {
    fn default() -> Self {
        Incumbents { whole: Incumbent::default(), draft: None }
    }
}

impl<M: Clone> Incumbents<M> {
    /// Offers a game; `line` is called only if the game is better than all before. Where the score
    /// counts, a game that was cut off counts only as a partial game.
    #[inline]
    pub fn offer<S: Guided<Move = M>>(
        &mut self,
        space: &S,
        worth: Worth,
        meter: &mut Meter,
        line: impl FnOnce() -> Vec<M>,
    ) {
        if worth.solved || space.aim().needs_goal() {
            self.whole.offer(meter, worth.solved, worth.score, line);
        } else {
            self.offer_draft(worth.score, line);
        }
    }

    /// Records a state on the way with `score` so far; `over` says that it has no moves. Returns
    /// the value of stopping there.
    #[inline]
    pub(crate) fn meet<S: Guided<Move = M>>(
        &mut self,
        space: &S,
        state: &S::State,
        score: Score,
        over: bool,
        meter: &mut Meter,
        line: impl FnOnce() -> Vec<M>,
    ) -> Worth {
        let worth = Worth::of(space, state, score, over);
        if over || worth.solved {
            self.whole.offer(meter, worth.solved, worth.score, line);
        } else {
            self.offer_draft(score, line);
        }
        worth
    }

    #[inline]
    fn offer_draft(&mut self, score: Score, line: impl FnOnce() -> Vec<M>) {
        if self.draft.as_ref().is_none_or(|(best, _)| score > *best) {
            self.draft = Some((score, line()));
        }
    }

    /// The best whole game.
    pub fn best(&self) -> Option<&Found<Vec<M>>> {
        self.whole.best()
    }

    /// Value of the best whole game.
    pub fn worth(&self) -> Option<Worth> {
        self.best().map(|best| Worth { solved: best.solved, score: best.score })
    }

    /// Score that a complete answer must beat.
    pub fn bar(&self) -> Option<Score> {
        self.whole.bar()
    }

    /// The most promising partial game.
    pub fn draft(&self) -> Option<Vec<M>> {
        self.draft.as_ref().map(|(_, line)| line.clone())
    }

    /// Whether another random game would be pointless: a goal is reached and any goal will do, or
    /// the game was over before it began.
    pub fn is_settled<S: Guided<Move = M>>(&self, space: &S) -> bool {
        let settles = |best: &Found<Vec<M>>| !space.aim().score_counts() || best.answer.is_empty();
        self.best().is_some_and(|best| best.solved && settles(best))
    }
}
