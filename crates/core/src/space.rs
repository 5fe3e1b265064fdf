//! State spaces: puzzles that are played step by step, and what may be known of them besides the
//! rules.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Clockwork, Meter, Picture, Refused, Rng, Score, Ticking};

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

/// Facet: a puzzle played step by step. `self` holds what never changes, `State` what does.
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
    /// What is added to the score when the game stops in this state for want of moves.
    fn terminal_score(&self, _state: &Self::State) -> Score {
        0
    }
    /// Whether the goal is reached in this state.
    fn is_solved(&self, state: &Self::State) -> bool;
    /// Whether the goal is out of reach from this state, whatever is played. It need not be seen,
    /// but it must be so: exact search turns back here.
    fn is_hopeless(&self, _state: &Self::State) -> bool {
        false
    }
    /// What the goal is.
    fn aim(&self) -> Aim {
        Aim::Reach
    }
    /// Names the state's future: states with the same best continuation score (mirror images,
    /// renamed colours) may share a key, states with different futures share one only by a 128-bit
    /// accident. Under [`Aim::Reach`] a future may be the goals that can be reached alone, if the
    /// puzzle is not [`Bounded`]: a bound is for proofs about the score.
    fn key(&self, state: &Self::State) -> u128;
    /// The listed move that `mv` means here, if it means one; several spellings may mean the same.
    fn resolve_move(&self, state: &Self::State, mv: Self::Move) -> Option<Self::Move> {
        let mut listed = Vec::new();
        self.moves(state, &mut listed);
        listed.contains(&mv).then_some(mv)
    }
    /// A guess, right or wrong, of what is still to be gained; it steers a beam. 0 knows nothing.
    fn estimate(&self, _state: &Self::State) -> Score {
        0
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
    /// About how many bytes a state holds besides itself.
    fn heap_bytes(&self, _state: &Self::State) -> usize {
        0
    }
}

/// Facet: an admissible bound.
pub trait Bounded: StateSpace {
    /// At least what any continuation of this state still gains, its ending included.
    /// In a state without moves it is exactly [`StateSpace::terminal_score`].
    fn bound(&self, state: &Self::State) -> Score;
    /// What `mv` gains and everything after it at most, where the puzzle can tell without playing
    /// it: a search that gets by with this answer saves the move, and does not ask for the bound of
    /// the state it leads to.
    fn bound_after(&self, _state: &Self::State, _mv: Self::Move) -> Option<Score> {
        None
    }
}

/// Facet: non-negative step costs. A step's cost is what it gives away for good:
/// `potential(before) - gain - potential(after)`, never negative, so that the cheapest finished
/// game is the best one. A puzzle whose gains are never positive has potential 0.
pub trait Potential: StateSpace {
    /// What could still be gained if nothing stood in the way; cheap. In a state without moves it
    /// is exactly [`StateSpace::terminal_score`].
    fn potential(&self, state: &Self::State) -> Score;
}

/// Facet: the puzzle's own way of playing at random, better or faster than uniform choice.
pub trait Sampled: StateSpace {
    /// Plays to the end of the game, appends the moves to `line`, returns all that was gained, the
    /// ending included. Every move is asked for at the meter ([`Meter::spend_node`]), and it is the
    /// end where that refuses or the run may not go on.
    fn sample(
        &self,
        state: &mut Self::State,
        rng: &mut Rng,
        line: &mut Vec<Self::Move>,
        meter: &mut Meter,
    ) -> Result<Score, Refused>;
}

/// What comes of acting on a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act<M> {
    /// A move was played: which, and what it gained.
    Gained(M, Score),
    /// No move acts on the thing as it stands; later one may.
    NotNow,
    /// The thing is gone.
    Never,
}

/// Facet: moves act on things that keep their identity wherever play carries them. A line told by
/// the places of its moves falls apart after an early change; told by the things they act on, most
/// of it still means the same. So whole games can be improved piece by piece.
pub trait Tracked: StateSpace {
    /// A state that knows where the things of the start have got to. Equal ones have the same
    /// future.
    type Track: Clone + PartialEq + Send + Sync;
    /// One of these things.
    type Thing: Copy + Debug + Send + Sync;

    /// The track before the first move.
    fn track(&self) -> Self::Track;
    /// The state it has come to.
    fn state(&self, track: &Self::Track) -> Self::State;
    /// A thing that a listed move acts on.
    fn thing_of(&self, track: &Self::Track, mv: Self::Move) -> Self::Thing;
    /// Plays that move.
    fn act(&self, track: &mut Self::Track, thing: Self::Thing) -> Act<Self::Move>;
    /// A thing that a move acts on, each equally likely; none when the game is over.
    fn any_thing(&self, track: &Self::Track, rng: &mut Rng) -> Option<Self::Thing>;
    /// The same by the puzzle's own taste: how a game is played to its end when nobody says how.
    fn likely_thing(&self, track: &Self::Track, rng: &mut Rng) -> Option<Self::Thing> {
        self.any_thing(track, rng)
    }
}

/// Facet: rules of thumb, each of which names a move or has none to name. A hyper-heuristic looks
/// for the order in which to apply them.
pub trait LowLevel: StateSpace {
    /// The rules' names, short and unique.
    const HEURISTICS: &'static [&'static str];

    /// The move that the rule with this index makes here; none where it does not apply, and none
    /// when the game is over. A rule that looks long asks `goes_on` now and then, and has none to
    /// name where that says no.
    fn choose(
        &self,
        state: &Self::State,
        heuristic: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self::Move>;
    /// How large the instance is, about the sum of its dimensions: a search sizes itself by it.
    fn extent(&self) -> usize;
}

/// Facet: what a state shows, as numbers that mean the same in every state of the instance, so that
/// a search can tell what it has never seen before.
pub trait Featured: StateSpace {
    /// Appends what the state shows; repeats do no harm.
    fn features(&self, state: &Self::State, out: &mut Vec<u64>);
    /// How far the goal seems to be, right or wrong; always 0 where nothing is known.
    fn distance(&self, _state: &Self::State) -> u64 {
        0
    }
}

/// A move that a [walk](Coded) offers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice<M> {
    /// The move, as it is listed.
    pub mv: M,
    /// What the move is, wherever it occurs: choices with the same code share what is learned of
    /// them.
    pub code: u64,
    /// How good it looks before anything is learned, as a logarithm of odds; 0 where nothing is
    /// known. Equal for equal codes.
    pub bias: f32,
    /// Whoever walks may note here what it knows of the code; it is kept as long as the choice
    /// stands.
    pub tag: u32,
}

impl<M> Choice<M> {
    /// The tag of a choice that was not offered in the state before.
    pub const NEW: u32 = u32::MAX;

    /// A choice that was not there before.
    pub fn new(mv: M, code: u64, bias: f32) -> Self {
        Choice { mv, code, bias, tag: Self::NEW }
    }
}

/// Facet: play for learners. A move has a code by which it is recognised in other states, and a
/// walk offers the moves with their codes in each state it comes to, so that only what a step
/// changes needs to be found anew.
pub trait Coded: StateSpace {
    /// A state on the way, and what may be done there.
    type Walk: Clone + Send;

    /// A walk that begins here. A selective one may leave out moves that seldom lead anywhere, but
    /// never all.
    fn walk(&self, from: Self::State, selective: bool) -> Self::Walk;
    /// The state that the walk has come to.
    fn place<'w>(&self, walk: &'w Self::Walk) -> &'w Self::State;
    /// What may be done there, each code once, in an order that depends on nothing but the way;
    /// none when the game is over.
    fn choices<'w>(&self, walk: &'w mut Self::Walk) -> &'w mut [Choice<Self::Move>];
    /// Makes one of these choices and returns what it gains.
    fn take(&self, walk: &mut Self::Walk, index: usize) -> Score;
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

/// Facet: can be played by a person on a scene of cells.
pub trait Interactive: StateSpace {
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
    fn terminal_score(&self, state: &S::State) -> Score {
        self.space.terminal_score(state)
    }
    fn is_solved(&self, state: &S::State) -> bool {
        self.space.is_solved(state)
    }
    fn is_hopeless(&self, state: &S::State) -> bool {
        self.space.is_hopeless(state)
    }
    fn aim(&self) -> Aim {
        self.space.aim()
    }
    fn key(&self, state: &S::State) -> u128 {
        self.space.key(state)
    }
    fn resolve_move(&self, state: &S::State, mv: S::Move) -> Option<S::Move> {
        self.space.resolve_move(state, mv)
    }
    fn estimate(&self, state: &S::State) -> Score {
        self.space.estimate(state)
    }
    fn finish(
        &self,
        state: &mut S::State,
        line: &mut Vec<S::Move>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Score> {
        self.space.finish(state, line, goes_on)
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

impl<S: Ticking> Clockwork for Onward<'_, S> {
    type World = S::World;
    type Command = S::Command;
    type Stock = S::Stock;

    fn begin(&self) -> S::World {
        self.from.clone()
    }
    fn now(&self, world: &S::World) -> u32 {
        self.space.now(world)
    }
    fn horizon(&self) -> u32 {
        self.space.horizon()
    }
    fn is_over(&self, world: &S::World) -> bool {
        self.space.is_over(world)
    }
    fn is_decided(&self, world: &S::World) -> bool {
        self.space.is_decided(world)
    }
    fn is_solved(&self, world: &S::World) -> bool {
        Clockwork::is_solved(self.space, world)
    }
    fn is_hopeless(&self, world: &S::World) -> bool {
        Clockwork::is_hopeless(self.space, world)
    }
    fn each_command(&self, world: &S::World, each: impl FnMut(S::Command)) {
        self.space.each_command(world, each);
    }
    fn each_obeyed(&self, world: &S::World, each: impl FnMut(S::Command)) {
        self.space.each_obeyed(world, each);
    }
    fn spell(&self, command: S::Command) -> String {
        self.space.spell(command)
    }
    fn orders(&self) -> u64 {
        self.space.orders()
    }
    fn obeys(&self, world: &S::World, command: S::Command) -> bool {
        self.space.obeys(world, command)
    }
    fn tick(&self, world: &mut S::World, command: Option<S::Command>) -> Score {
        self.space.tick(world, command)
    }
    fn last_gain(&self, world: &S::World) -> Score {
        self.space.last_gain(world)
    }
    fn future(&self, world: &S::World) -> u128 {
        self.space.future(world)
    }
    fn identity(&self, world: &S::World) -> u128 {
        self.space.identity(world)
    }
    fn outlook(&self, world: &S::World) -> (u128, S::Stock) {
        self.space.outlook(world)
    }
    fn can_wait(&self, world: &S::World, command: S::Command) -> bool {
        self.space.can_wait(world, command)
    }
    fn backdate(&self, world: &mut S::World, command: S::Command) {
        self.space.backdate(world, command);
    }
    fn guess(&self, world: &S::World) -> Score {
        self.space.guess(world)
    }
}
