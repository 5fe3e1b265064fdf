//! Games for learners: actions are numbers, and a position is an array of fixed shape. Also
//! evaluators that are learned from games.

use crate::{Evaluator, Picture, Puzzle, Score, StateSpace, Valued};

/// The shape of a board as learners see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ViewShape {
    /// Number of planes, each of which shows another aspect of the board.
    pub planes: usize,
    /// Number of rows, from the top.
    pub rows: usize,
    /// Number of columns, from the left.
    pub columns: usize,
    /// Largest value of an entry; the smallest is 0.
    pub most: u8,
}

impl ViewShape {
    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.planes * self.rows * self.columns
    }

    /// Returns whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Facet: a puzzle for learners. An action means the same in every position. The number of actions
/// and the shape of the observation depend only on the size of the instance. Learners see only
/// these arrays: future luck stays hidden in the game.
pub trait Encoded: Puzzle {
    /// A game in progress, including its future luck.
    type Game: Clone + Send + Sync;

    /// Returns the game before the first action. `luck` is the seed of all random events, unless
    /// the instance fixes it.
    fn deal(&self, luck: u64) -> Self::Game;
    /// Returns the score before the first action.
    fn opening(&self) -> Score {
        0
    }
    /// Returns the number of actions, legal or not.
    fn actions(&self) -> usize;
    /// Writes 1 for each legal action and 0 for each illegal one, and returns whether any action is
    /// legal. The game is over when none is.
    fn legal(&self, game: &Self::Game, out: &mut [i8]) -> bool;
    /// Plays a legal action and returns its gain.
    fn act(&self, game: &mut Self::Game, action: usize) -> Score;
    /// Returns what is added to the score when the game is over.
    fn closing(&self, _game: &Self::Game) -> Score {
        0
    }
    /// Returns whether the goal is reached.
    fn reached(&self, game: &Self::Game) -> bool;

    /// Returns the shape of the observed board.
    fn shape(&self) -> ViewShape;
    /// Writes the board, plane by plane and row by row.
    fn see(&self, game: &Self::Game, out: &mut [u8]);
    /// Returns the names of the numbers that can be observed instead of the board.
    fn measured(&self) -> Vec<String>;
    /// Writes these numbers, in the order of their names.
    fn measure(&self, game: &Self::Game, out: &mut [f32]);
    /// Draws the position.
    fn depict(&self, game: &Self::Game) -> Picture;

    /// Returns the answer that these actions amount to, each legal in its turn.
    fn answer(&self, luck: u64, actions: &[usize]) -> Self::Answer;
}

/// The range of an evaluator's weights, which also decides how they are learned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WeightRange {
    /// From 0 to 1. An evolution starts anywhere.
    Shares,
    /// Of any sign; only their ratios count. Learning starts at the usual weights, with this
    /// initial spread for each weight.
    Signed(&'static [f64]),
}

/// Facet: an evaluator made of weights, so that it can be learned from games.
pub trait LearnedEvaluator<S: StateSpace>: Evaluator<S> + 'static {
    /// Name and one-sentence summary of the player that uses this evaluator.
    const PLAYER: (&'static str, &'static str);
    /// Names of the weighted quantities, in the order of the weights.
    const WEIGHED: &'static [&'static str];
    /// Default weights.
    const USUAL: &'static [f64];
    /// Range of the weights.
    const RANGE: WeightRange;

    /// Builds the evaluator from these weights, one for each name. Weights are rounded to
    /// millionths.
    fn of(weights: &[f64]) -> Self;
}

/// Facet: a game of chance whose players can be imitated. A state is described by a few whole
/// numbers and belongs to a kind. Within its kind every move has a number, so that one net for each
/// kind can learn which move a player chose. Learners can follow the controllers too.
pub trait Imitable: Encoded + Valued {
    /// Evaluator used for looking ahead unless another one is named.
    type Learned: LearnedEvaluator<Self::Rules>;

    /// Names of the kinds of states.
    const KINDS: &'static [&'static str];
    /// File of the trained nets that are used by default. The file itself states what they were
    /// made for.
    const USUAL_NETS: &'static [u8];

    /// Returns the kind of a state in which there is a choice, or `None` if there is none.
    fn kind(rules: &Self::Rules, state: &<Self::Rules as StateSpace>::State) -> Option<usize>;
    /// Returns how many numbers describe a state.
    fn inputs(rules: &Self::Rules) -> usize;
    /// Appends these numbers. They may omit what is hard to learn from; to a net, states with the
    /// same numbers are the same state.
    fn inputs_of(
        rules: &Self::Rules,
        state: &<Self::Rules as StateSpace>::State,
        out: &mut Vec<i8>,
    );
    /// Returns how much of a state its inputs omit, as named numbers for onlookers.
    fn omitted(
        _: &Self::Rules,
        _: &<Self::Rules as StateSpace>::State,
    ) -> Vec<(&'static str, f64)> {
        Vec::new()
    }
    /// Returns the maximal number of moves in states of a kind, at most 256.
    fn choices(rules: &Self::Rules, kind: usize) -> usize;
    /// Returns the number of a move among those of its kind of states, from 0. It does not depend
    /// on the state.
    fn choice(rules: &Self::Rules, mv: <Self::Rules as StateSpace>::Move) -> usize;

    /// Returns what a player sees of a learner's game.
    fn seen(game: &Self::Game) -> &<Self::Rules as StateSpace>::State;
    /// Returns the number of a listed move among the learner's actions.
    fn action(&self, mv: <Self::Rules as StateSpace>::Move) -> usize;
}
