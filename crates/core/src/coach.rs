//! Hints for puzzles that are played step by step, in words that a person can follow.

use crate::{Interactive, Played};

/// Cells to look at, and a sentence about them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// Cells concerned, as (x, y) of the scene.
    pub cells: Vec<(u32, u32)>,
    /// One or two sentences: "Nothing can push the stone at 4,2 away from the wall, and no target
    /// lies along it."
    pub words: String,
}

/// Facet: a puzzle that can say why a game is lost, and why a move is good.
///
/// A hint has four stages: whether the goal can still be reached and, if not, which move lost it;
/// where to look; why; and the move itself. The way on comes from the default solver, on the
/// instance that [`Coached::starting_at`] returns.
pub trait Coached: Played + Interactive {
    /// Returns the instance that starts in this state.
    fn starting_at(&self, state: &Self::State) -> Self;
    /// Says why the goal is out of reach from this state, if that can be seen without a search. It
    /// may miss lost states, but must never be wrong about one.
    fn why_lost(&self, state: &Self::State) -> Option<Remark>;
    /// Says why the first move of `line` is a good one. The line reaches the goal from this state
    /// and is not empty.
    fn why_good(&self, state: &Self::State, line: &[Self::Move]) -> Remark;
}
