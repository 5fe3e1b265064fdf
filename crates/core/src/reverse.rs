//! Puzzles whose play can be followed backwards, and puzzles whose states are found again layer by
//! layer.

use crate::{Bounded, Guided, Score, SettingError, StateSpace};

/// A key of the state itself, where [`StateSpace::key`] is a key of its future.
pub trait Identified: Guided {
    /// Returns a key that two states share only if they are equal, apart from a 128-bit accident.
    /// By default [`StateSpace::key`]; a puzzle in whose keys mirror images are one must give
    /// another.
    fn identity(&self, state: &Self::State) -> u128 {
        StateSpace::key(self, state)
    }
}

/// Facet: play that can be followed backwards from every goal, so that a search can begin at both
/// ends. Gains are never positive.
pub trait Reversible: Bounded + Identified {
    /// One of the ways in which a state can have come about; often the move that led to it.
    type WayBack: Copy;

    /// Appends every state in which the goal is reached and which the search should begin with; all
    /// that can be reached from the start must be among them.
    fn goals(&self, out: &mut Vec<Self::State>);
    /// Appends the ways back from this state, in a fixed order: one for every state and every legal
    /// move there that leads here.
    fn ways_back(&self, state: &Self::State, out: &mut Vec<Self::WayBack>);
    /// Goes back to the state before, and returns the move that was taken back and its gain.
    fn go_back(&self, state: &mut Self::State, way: Self::WayBack) -> (Self::Move, Score);
    /// Returns at most what any single move costs, which is the least amount by which it lowers the
    /// score; 0 where nothing is known.
    fn least_cost(&self) -> Score {
        0
    }
    /// Returns at least what any line from the start to this state gains; 0 where nothing is known.
    fn bound_from_start(&self, _state: &Self::State) -> Score {
        0
    }
}

/// Facet: all moves gain the same, which is not positive where scores count, and a breadth-first
/// search finds states again although it forgets all but the last layers.
pub trait Layered: Bounded + Identified {
    /// Says why this is not so on an instance, if it is not.
    fn check_layers(&self) -> Result<(), SettingError> {
        Ok(())
    }
    /// Number of layers before the present one into which a move can lead back: 1 where every move
    /// can be undone by one move, 0 where all lines to a state have the same number of moves.
    const LAYERS_BACK: usize;
}
