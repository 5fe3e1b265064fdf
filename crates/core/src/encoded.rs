//! Games as learners play them: actions are numbers, and a position shows itself in arrays of a
//! fixed shape.

use crate::{Picture, Puzzle, Score, StateSpace, Valued};

/// The shape of a board as learners see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ViewShape {
    /// How many boards lie upon each other, each of which shows something else.
    pub planes: usize,
    /// Rows, from the top.
    pub rows: usize,
    /// Columns, from the left.
    pub columns: usize,
    /// The greatest number in a place; the least is 0.
    pub most: u8,
}

impl ViewShape {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.planes * self.rows * self.columns
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Facet: a puzzle that learners play. An action means the same in every position, and how many
/// there are, like the shape of what is seen, depends on the size of the instance alone. Learners
/// see these arrays and nothing else: the luck to come stays in the game.
pub trait Encoded: Puzzle {
    /// A game in progress, the luck to come included.
    type Game: Clone + Send + Sync;

    /// The game before the first action. `luck` is the seed of all that happens in it, unless the
    /// instance fixes it.
    fn deal(&self, luck: u64) -> Self::Game;
    /// The score before the first action.
    fn opening(&self) -> Score {
        0
    }
    /// How many actions there are, legal or not.
    fn actions(&self) -> usize;
    /// Marks each action, 1 where it is legal and 0 where it is not, and says whether one is. The
    /// game is over when none is.
    fn legal(&self, game: &Self::Game, out: &mut [i8]) -> bool;
    /// Plays a legal action and returns what it gains.
    fn act(&self, game: &mut Self::Game, action: usize) -> Score;
    /// What is added to the score when the game is over.
    fn closing(&self, _game: &Self::Game) -> Score {
        0
    }
    /// Whether the goal is reached.
    fn reached(&self, game: &Self::Game) -> bool;

    /// The shape of the board that is seen.
    fn shape(&self) -> ViewShape;
    /// Writes the board, plane by plane and row by row.
    fn see(&self, game: &Self::Game, out: &mut [u8]);
    /// What else can be looked at instead: the names of some numbers.
    fn measured(&self) -> Vec<String>;
    /// Writes these numbers.
    fn measure(&self, game: &Self::Game, out: &mut [f32]);
    /// The position as people draw it.
    fn depict(&self, game: &Self::Game) -> Picture;

    /// The answer that these actions come to, each legal in its turn.
    fn answer(&self, luck: u64, actions: &[usize]) -> Self::Answer;
}

/// Facet: a game of chance in which learners can follow the controllers that others have published.
pub trait Followed: Encoded + Valued {
    /// What a player sees of a game.
    fn seen(game: &Self::Game) -> &<Self::Rules as StateSpace>::State;
    /// The number of a listed move.
    fn action(&self, mv: <Self::Rules as StateSpace>::Move) -> usize;
}
