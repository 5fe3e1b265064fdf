//! What a game is worth if it stops here: the one place that decides what counts as an answer.

use quarry_core::{Aim, Found, Incumbent, Score, StateSpace};

/// The value of a line of play; ordered as answers are: solved before unsolved, then by score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth {
    /// Whether the line is an answer and not only the beginning of one.
    pub solved: bool,
    /// The score so far, the ending included when the game is over.
    pub score: Score,
}

impl Worth {
    /// The worth of stopping in `state` with `score` so far; `over` says that the state has no moves.
    #[inline]
    pub fn of<S: StateSpace>(space: &S, state: &S::State, score: Score, over: bool) -> Self {
        let ending = if over { space.ending(state) } else { 0 };
        Worth { solved: is_answer(space, state, over), score: score + ending }
    }

    /// Offers a line of this worth; `line` is only made if it is the best so far.
    #[inline]
    pub fn offer<A>(self, to: &mut Incumbent<A>, line: impl FnOnce() -> A) {
        to.offer(self.solved, self.score, line);
    }
}

/// Whether play that stops in `state` is an answer. Where the best score counts, every finished game is
/// one, whatever the puzzle calls solved: otherwise a poor solved game would hide a better finished one.
#[inline]
pub fn is_answer<S: StateSpace>(space: &S, state: &S::State, over: bool) -> bool {
    match space.aim() {
        Aim::Reach => space.is_solved(state),
        Aim::Maximise => over,
    }
}

/// The best of nothing yet: the empty line, so that a search always has an answer to show.
pub fn empty_line<M>() -> Incumbent<Vec<M>> {
    let mut incumbent = Incumbent::default();
    incumbent.offer(false, 0, Vec::new);
    incumbent
}

/// Whether another game at random would be in vain: a goal is reached where any will do, or the game was
/// over before it began.
pub fn is_settled<S: StateSpace>(space: &S, incumbent: &Incumbent<Vec<S::Move>>) -> bool {
    let settles = |best: &Found<Vec<_>>| space.aim() == Aim::Reach || best.answer.is_empty();
    incumbent.best().is_some_and(|best| best.solved && settles(best))
}
