//! Puzzles that are played step by step: the rules, optional guidance beyond them, and the rest of
//! a game as a space of its own.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Located, ParseError, Picture, Score, Side};

/// What a puzzle asks for, which decides when a search may stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// A goal: any way to reach it will do, and an answer that does not reach it is unsolved.
    Reach,
    /// A goal, with the best score: an answer that does not reach it is unsolved, and only a proof
    /// ends the search.
    ReachBest,
    /// The best score: every finished game is an answer, and only a proof ends the search.
    Maximise,
}

impl Aim {
    /// Returns whether an answer must reach a goal.
    pub fn needs_goal(self) -> bool {
        match self {
            Aim::Reach | Aim::ReachBest => true,
            Aim::Maximise => false,
        }
    }

    /// Returns whether an answer with a better score is a better answer.
    pub fn score_counts(self) -> bool {
        match self {
            Aim::ReachBest | Aim::Maximise => true,
            Aim::Reach => false,
        }
    }

    /// Returns how an answer ends, given whether it is complete.
    pub fn ending(self, complete: bool) -> Ending {
        match self {
            _ if !complete => Ending::Unsolved,
            Aim::Reach | Aim::ReachBest => Ending::GoalReached,
            Aim::Maximise => Ending::GameOver,
        }
    }
}

/// How an answer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The answer stops before the game is over, or does not reach the goal. Its score is not
    /// compared with others.
    Unsolved,
    /// The game is over, and its score counts.
    GameOver,
    /// The goal is reached.
    GoalReached,
}

impl Ending {
    /// Returns the words used in messages and files.
    pub fn words(self) -> &'static str {
        match self {
            Ending::Unsolved => "unsolved",
            Ending::GameOver => "game over",
            Ending::GoalReached => "goal reached",
        }
    }
}

/// Facet: a puzzle played step by step. `self` holds what never changes, `State` what does.
/// Guidance beyond these rules is separate, in [`Guided`].
pub trait StateSpace: Sync {
    /// A position. Cloned at every node, so it should be small and flat.
    type State: Clone + Send + Sync;
    /// A move.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// Returns the position before the first move.
    fn start(&self) -> Self::State;
    /// Appends the legal moves in a fixed order; none when the game is over.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);
    /// Plays one legal move and returns its gain.
    fn play(&self, state: &mut Self::State, mv: Self::Move) -> Score;
    /// Returns whether the goal is reached in this state.
    fn is_solved(&self, state: &Self::State) -> bool;
    /// Returns a key of the state's future. States with the same best continuation score (mirror
    /// images, renamed colours) may share a key; states with different futures share one only by a
    /// 128-bit accident. Under [`Aim::Reach`], the key may stand for the reachable goals alone if
    /// the puzzle is not [`Bounded`], since a bound is for proofs about the score.
    fn key(&self, state: &Self::State) -> u128;
}

/// Optional guidance beyond the rules. Every method has a default that is correct without further
/// knowledge, so that `impl Guided for MyPuzzle {}` is enough to begin with.
pub trait Guided: StateSpace {
    /// Returns what the puzzle asks for.
    fn aim(&self) -> Aim {
        Aim::Reach
    }
    /// Returns what is added to the score when the game ends in this state for lack of moves.
    fn terminal_score(&self, _state: &Self::State) -> Score {
        0
    }
    /// Estimates what is still to be gained, possibly wrongly; guides a beam. 0 means no knowledge.
    fn estimate(&self, _state: &Self::State) -> Score {
        0
    }
    /// Returns whether the goal is out of reach from this state, whatever is played. It may miss
    /// hopeless states, but must never be wrong when it returns true: exact search prunes here.
    fn is_hopeless(&self, _state: &Self::State) -> bool {
        false
    }
    /// Returns the listed move that `mv` stands for here, if any; several spellings may stand for
    /// the same move.
    fn resolve_move(&self, state: &Self::State, mv: Self::Move) -> Option<Self::Move> {
        let mut listed = Vec::new();
        self.moves(state, &mut listed);
        listed.contains(&mv).then_some(mv)
    }
    /// Returns the state that a line of legal moves leads to, and its gain.
    fn replayed(&self, line: &[Self::Move]) -> (Self::State, Score) {
        let mut state = self.start();
        let score = line.iter().map(|&mv| self.play(&mut state, mv)).sum();
        (state, score)
    }
    /// Plays a game quickly to its end, appends the moves to `line` and returns the total gain
    /// including the ending. A search that was stopped by a limit uses this to give an answer.
    /// Returns `None` if `goes_on` returned false or if there is no such way.
    ///
    /// By default, plays the move with the largest immediate gain, the first listed among equals.
    /// Where only a goal counts, such play might never end, so the default returns `None`.
    fn finish(
        &self,
        state: &mut Self::State,
        line: &mut Vec<Self::Move>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Score> {
        if self.aim().needs_goal() {
            return None;
        }
        let (mut gained, mut listed) = (0, Vec::new());
        loop {
            listed.clear();
            self.moves(state, &mut listed);
            let gain = |&&mv: &&Self::Move| self.play(&mut state.clone(), mv);
            let Some(&mv) = listed.iter().rev().max_by_key(gain) else { break };
            if !goes_on() {
                return None;
            }
            gained += self.play(state, mv);
            line.push(mv);
        }
        Some(gained + self.terminal_score(state))
    }
    /// Returns the number of moves after which a randomly played game is given up, if play can go
    /// in circles; `None` if every game ends.
    fn longest_game(&self) -> Option<u64> {
        None
    }
    /// Returns about how many bytes a state holds besides itself.
    fn heap_bytes(&self, _state: &Self::State) -> usize {
        0
    }
}

/// Facet: an admissible bound.
pub trait Bounded: Guided {
    /// Returns at least what any continuation of this state still gains, including its ending. In a
    /// state without moves it is exactly [`Guided::terminal_score`].
    fn bound(&self, state: &Self::State) -> Score;
    /// Returns an upper bound on the gain of `mv` and everything after it, if the puzzle can tell
    /// without playing the move. A search for which this bound is enough saves the move and does
    /// not compute the bound of the state it leads to.
    fn bound_after(&self, _state: &Self::State, _mv: Self::Move) -> Option<Score> {
        None
    }
    /// Returns what could still be gained if nothing stood in the way; cheap to compute. The cost
    /// of a step is what it gives away for good: `potential(before) - gain - potential(after)`. The
    /// cost is never negative, so the cheapest finished game is the best one. In a state without
    /// moves the potential is exactly [`Guided::terminal_score`]. A puzzle whose gains are never
    /// positive has potential 0.
    fn potential(&self, _state: &Self::State) -> Score {
        0
    }
}

/// Facet: features of a state, as numbers that mean the same in every state of the instance, so
/// that a search can recognise novel states.
pub trait Featured: Guided {
    /// Appends the features of the state; duplicates are harmless.
    fn features(&self, state: &Self::State, out: &mut Vec<u64>);
    /// Estimates the distance to the goal, possibly wrongly; always 0 where nothing is known.
    fn distance(&self, _state: &Self::State) -> u64 {
        0
    }
}

/// The effect of touching a cell of a scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touch<M> {
    /// Moves that the touch makes, one after the other; at least one.
    pub moves: Vec<M>,
    /// Cells concerned, as (x, y) of the scene.
    pub cells: Vec<(u32, u32)>,
    /// Description of the moves in a few words: "7 cells, 42 points".
    pub words: String,
}

/// A piece that a person can take and put down elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drag<M> {
    /// Cell of the piece, as (x, y) of the scene.
    pub from: (u32, u32),
    /// Cell where it is put down.
    pub to: (u32, u32),
    /// Moves that this makes, one after the other; at least one.
    pub moves: Vec<M>,
}

/// Facet: a notation for single moves, apart from whole answers.
pub trait Notation: StateSpace {
    /// Writes a move as text.
    fn write_move(&self, mv: Self::Move) -> String;
    /// Reads a move, whether it can be played or not.
    fn read_move(&self, text: Located<&str>) -> Result<Self::Move, ParseError>;
}

/// Facet: a puzzle that people can play on a scene of cells.
pub trait Interactive: Guided + Notation {
    /// Draws the state.
    fn scene(&self, state: &Self::State) -> Picture;
    /// Describes the progress in a few words, after so many moves with this score.
    fn status(&self, _state: &Self::State, moves: usize, score: Score) -> String {
        match self.aim() {
            Aim::Maximise => format!("score {score}"),
            Aim::Reach | Aim::ReachBest => format!("moves {moves}"),
        }
    }
    /// Returns the moves that a cell of the scene stands for by itself, if any.
    fn touch(&self, state: &Self::State, x: u32, y: u32) -> Option<Touch<Self::Move>>;
    /// Returns the pieces that can be taken, with every cell where each can be put down.
    fn drags(&self, _state: &Self::State) -> Vec<Drag<Self::Move>> {
        Vec::new()
    }
    /// Returns the move that an arrow key makes, in puzzles where arrow keys play.
    fn steer(&self, _state: &Self::State, _towards: Side) -> Option<Self::Move> {
        None
    }
}

/// The rest of a game: the same space, starting in a later state. For hints and "solve from here".
#[derive(Debug, Clone)]
pub struct Onward<'a, S: StateSpace> {
    space: &'a S,
    from: S::State,
}

impl<'a, S: StateSpace> Onward<'a, S> {
    /// Creates the game that starts in `from`.
    pub fn new(space: &'a S, from: S::State) -> Self {
        Onward { space, from }
    }

    pub(crate) fn space(&self) -> &'a S {
        self.space
    }

    pub(crate) fn from(&self) -> &S::State {
        &self.from
    }
}

impl<S: StateSpace> StateSpace for Onward<'_, S> {
    type State = S::State;
    type Move = S::Move;

    fn start(&self) -> S::State {
        self.from.clone()
    }
    fn moves(&self, state: &S::State, out: &mut Vec<S::Move>) {
        self.space.moves(state, out);
    }
    fn play(&self, state: &mut S::State, mv: S::Move) -> Score {
        self.space.play(state, mv)
    }
    fn is_solved(&self, state: &S::State) -> bool {
        self.space.is_solved(state)
    }
    fn key(&self, state: &S::State) -> u128 {
        self.space.key(state)
    }
}

impl<S: Guided> Guided for Onward<'_, S> {
    fn aim(&self) -> Aim {
        self.space.aim()
    }
    fn terminal_score(&self, state: &S::State) -> Score {
        self.space.terminal_score(state)
    }
    fn estimate(&self, state: &S::State) -> Score {
        self.space.estimate(state)
    }
    fn is_hopeless(&self, state: &S::State) -> bool {
        self.space.is_hopeless(state)
    }
    fn resolve_move(&self, state: &S::State, mv: S::Move) -> Option<S::Move> {
        self.space.resolve_move(state, mv)
    }
    fn finish(
        &self,
        state: &mut S::State,
        line: &mut Vec<S::Move>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Score> {
        self.space.finish(state, line, goes_on)
    }
    fn longest_game(&self) -> Option<u64> {
        self.space.longest_game()
    }
    fn heap_bytes(&self, state: &S::State) -> usize {
        self.space.heap_bytes(state)
    }
}

impl<S: Bounded> Bounded for Onward<'_, S> {
    fn bound(&self, state: &S::State) -> Score {
        self.space.bound(state)
    }
    fn bound_after(&self, state: &S::State, mv: S::Move) -> Option<Score> {
        self.space.bound_after(state, mv)
    }
    fn potential(&self, state: &S::State) -> Score {
        self.space.potential(state)
    }
}

impl<S: Featured> Featured for Onward<'_, S> {
    fn features(&self, state: &S::State, out: &mut Vec<u64>) {
        self.space.features(state, out);
    }
    fn distance(&self, state: &S::State) -> u64 {
        self.space.distance(state)
    }
}
