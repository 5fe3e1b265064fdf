//! Games as learners play them: actions are numbers, and a position shows itself in arrays of a
//! fixed shape; and evaluators that are learned from games.

use crate::{Evaluator, Picture, Puzzle, Score, StateSpace, Valued};

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

/// What the weights of an evaluator may be, and so how they are learned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WeightRange {
    /// From 0 to 1. An evolution begins anywhere.
    Shares,
    /// Of any sign; only their ratios count. Learning begins at the usual weights and looks this
    /// far from them at first, weight by weight.
    Signed(&'static [f64]),
}

/// Facet: an evaluator made of weights, so that it can be learned from games.
pub trait LearnedEvaluator<S: StateSpace>: Evaluator<S> + 'static {
    /// The name of the player who goes by it, and what that is in one sentence.
    const PLAYER: (&'static str, &'static str);
    /// What is weighed, in the order of the weights.
    const WEIGHED: &'static [&'static str];
    /// Weights for whoever brings none.
    const USUAL: &'static [f64];
    /// What the weights may be.
    const RANGE: WeightRange;

    /// The evaluator of these weights, as many as there are names. It knows millionths of them and
    /// no more.
    fn of(weights: &[f64]) -> Self;
}

/// Facet: a game of chance in which whoever plays can be imitated. A state shows itself in a few
/// whole numbers and is of a kind, and within its kind every move has a number, so that a net for
/// each kind can learn which move somebody else chose. Learners can follow the controllers too.
pub trait Imitable: Encoded + Valued {
    /// The evaluator by which others look ahead unless one is named.
    type Learned: LearnedEvaluator<Self::Rules>;

    /// The kinds of states, by name.
    const KINDS: &'static [&'static str];
    /// A file of nets that have learned, for whoever brings none; what they were made for is theirs
    /// to say.
    const USUAL_NETS: &'static [u8];

    /// The kind of a state in which there is something to choose.
    fn kind(rules: &Self::Rules, state: &<Self::Rules as StateSpace>::State) -> Option<usize>;
    /// How many numbers a state shows itself in.
    fn inputs(rules: &Self::Rules) -> usize;
    /// Appends these numbers. They may leave out what is hard to learn from; two states that show
    /// the same are the same to a net.
    fn inputs_of(
        rules: &Self::Rules,
        state: &<Self::Rules as StateSpace>::State,
        out: &mut Vec<i8>,
    );
    /// How many moves states of a kind can have, at most 256.
    fn choices(rules: &Self::Rules, kind: usize) -> usize;
    /// The number of a move among those of its kind of states, from 0; it does not depend on the
    /// state.
    fn choice(rules: &Self::Rules, mv: <Self::Rules as StateSpace>::Move) -> usize;

    /// What a player sees of a learner's game.
    fn seen(game: &Self::Game) -> &<Self::Rules as StateSpace>::State;
    /// The number of a listed move among the learner's actions.
    fn action(&self, mv: <Self::Rules as StateSpace>::Move) -> usize;
}
