//! Puzzles that are played step by step: the rules, what may be known besides them, and the rest of
//! a game as a space of its own.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Located, ParseError, Picture, Score};

/// What a puzzle asks for, and so when a search may stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// A goal: any way to reach it will do, and an answer that does not is unsolved.
    Reach,
    /// The best score: every finished game is an answer, and only a proof ends the search.
    Maximise,
}

impl Aim {
    /// How an answer ends that is or is not complete.
    pub fn ending(self, complete: bool) -> Ending {
        match self {
            _ if !complete => Ending::Unsolved,
            Aim::Reach => Ending::GoalReached,
            Aim::Maximise => Ending::GameOver,
        }
    }
}

/// How an answer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// It stops before the game is over, or the goal is not reached. Its score is not compared with
    /// others.
    Unsolved,
    /// The game is over, and its score counts.
    GameOver,
    /// The goal is reached.
    GoalReached,
}

impl Ending {
    /// The words for it, in messages and in files.
    pub fn words(self) -> &'static str {
        match self {
            Ending::Unsolved => "unsolved",
            Ending::GameOver => "game over",
            Ending::GoalReached => "goal reached",
        }
    }
}

/// Facet: a puzzle played step by step. `self` holds what never changes, `State` what does. What a
/// space knows beyond these rules is apart, in [`Guided`].
pub trait StateSpace: Sync {
    /// A position. Cloned at every node, so it should be small and flat.
    type State: Clone + Send + Sync;
    /// A step.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// The position before the first move.
    fn start(&self) -> Self::State;
    /// Appends the legal moves in a fixed order; none when the game is over.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);
    /// Plays one legal move and returns what it gains.
    fn play(&self, state: &mut Self::State, mv: Self::Move) -> Score;
    /// Whether the goal is reached in this state.
    fn is_solved(&self, state: &Self::State) -> bool;
    /// Names the state's future: states with the same best continuation score (mirror images,
    /// renamed colours) may share a key, states with different futures share one only by a 128-bit
    /// accident. Under [`Aim::Reach`] a future may be the goals that can be reached alone, if the
    /// puzzle is not [`Bounded`]: a bound is for proofs about the score.
    fn key(&self, state: &Self::State) -> u128;
}

/// What a space may say of itself beyond its rules. Every method has a default that is right where
/// nothing is known, so that `impl Guided for MyPuzzle {}` is enough to begin with.
pub trait Guided: StateSpace {
    /// What the goal is.
    fn aim(&self) -> Aim {
        Aim::Reach
    }
    /// What is added to the score when the game stops in this state for want of moves.
    fn terminal_score(&self, _state: &Self::State) -> Score {
        0
    }
    /// A guess, right or wrong, of what is still to be gained; it steers a beam. 0 knows nothing.
    fn estimate(&self, _state: &Self::State) -> Score {
        0
    }
    /// Whether the goal is out of reach from this state, whatever is played. It need not be seen,
    /// but it must be so: exact search turns back here.
    fn is_hopeless(&self, _state: &Self::State) -> bool {
        false
    }
    /// The listed move that `mv` means here, if it means one; several spellings may mean the same.
    fn resolve_move(&self, state: &Self::State, mv: Self::Move) -> Option<Self::Move> {
        let mut listed = Vec::new();
        self.moves(state, &mut listed);
        listed.contains(&mv).then_some(mv)
    }
    /// The state that a line of legal moves leads to, and what it gains.
    fn replayed(&self, line: &[Self::Move]) -> (Self::State, Score) {
        let mut state = self.start();
        let score = line.iter().map(|&mv| self.play(&mut state, mv)).sum();
        (state, score)
    }
    /// Plays a game quickly to its end, appends the moves to `line` and returns all that was
    /// gained, the ending included: how a search answers that a limit cut short. `None` where
    /// `goes_on` said no, or where there is no such way.
    ///
    /// Unless the puzzle has its own way, the move that gains most at once is played, the first
    /// listed among equals; where only a goal counts, play might never end, so that there is no
    /// way.
    fn finish(
        &self,
        state: &mut Self::State,
        line: &mut Vec<Self::Move>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Score> {
        if self.aim() == Aim::Reach {
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
    /// After how many moves a game that is played at random is given up, where play can go in
    /// circles; none where every game comes to its end.
    fn longest_game(&self) -> Option<u64> {
        None
    }
    /// About how many bytes a state holds besides itself.
    fn heap_bytes(&self, _state: &Self::State) -> usize {
        0
    }
}

/// Facet: an admissible bound.
pub trait Bounded: Guided {
    /// At least what any continuation of this state still gains, its ending included.
    /// In a state without moves it is exactly [`Guided::terminal_score`].
    fn bound(&self, state: &Self::State) -> Score;
    /// What `mv` gains and everything after it at most, where the puzzle can tell without playing
    /// it: a search that gets by with this answer saves the move, and does not ask for the bound of
    /// the state it leads to.
    fn bound_after(&self, _state: &Self::State, _mv: Self::Move) -> Option<Score> {
        None
    }
    /// What could still be gained if nothing stood in the way; cheap. A step costs what it gives
    /// away for good: `potential(before) - gain - potential(after)`. That is never negative, so
    /// that the cheapest finished game is the best one. In a state without moves it is exactly
    /// [`Guided::terminal_score`]. A puzzle whose gains are never positive has potential 0.
    fn potential(&self, _state: &Self::State) -> Score {
        0
    }
}

/// Facet: what a state shows, as numbers that mean the same in every state of the instance, so that
/// a search can tell what it has never seen before.
pub trait Featured: Guided {
    /// Appends what the state shows; repeats do no harm.
    fn features(&self, state: &Self::State, out: &mut Vec<u64>);
    /// How far the goal seems to be, right or wrong; always 0 where nothing is known.
    fn distance(&self, _state: &Self::State) -> u64 {
        0
    }
}

/// What touching a cell of a scene means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touch<M> {
    /// The move it makes.
    pub mv: M,
    /// The cells concerned, as (x, y) of the scene.
    pub cells: Vec<(u32, u32)>,
    /// What the move does, in a few words: "7 cells, 42 points".
    pub words: String,
}

/// Facet: single moves as people write them, apart from whole answers.
pub trait Notation: StateSpace {
    /// A move as text.
    fn write_move(&self, mv: Self::Move) -> String;
    /// The move of a text, whether it can be played or not.
    fn read_move(&self, text: Located<&str>) -> Result<Self::Move, ParseError>;
}

/// Facet: can be played by a person on a scene of cells.
pub trait Interactive: Guided + Notation {
    /// The state as people draw it.
    fn scene(&self, state: &Self::State) -> Picture;
    /// The move a cell of the scene stands for, if any.
    fn touch(&self, state: &Self::State, x: u32, y: u32) -> Option<Touch<Self::Move>>;
}

/// The rest of a game: the same space, begun in a later state. For hints and "solve from here".
#[derive(Debug, Clone)]
pub struct Onward<'a, S: StateSpace> {
    space: &'a S,
    from: S::State,
}

impl<'a, S: StateSpace> Onward<'a, S> {
    /// The game that begins in `from`.
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

impl<S: Featured> Featured for Onward<'_, S> {
    fn features(&self, state: &S::State, out: &mut Vec<u64>) {
        self.space.features(state, out);
    }
    fn distance(&self, state: &S::State) -> u64 {
        self.space.distance(state)
    }
}
