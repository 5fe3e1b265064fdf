//! Games of chance: the player moves, then a random event happens.
//!
//! Between the two lies the after-state: the player has moved, but the event has not happened yet.
//! A [`Player`] receives the rules and the state, never the luck, so valuing after-states is the
//! only way for it to choose moves without knowledge of future luck. Only the adapter that deals
//! the events ([`Fixed`]) and the judge have access to the luck.

use std::convert::Infallible;
use std::fmt::Debug;

use crate::{Aim, Guided, Meter, Puzzle, Refused, Rng, Score, StateSpace};

/// Facet: a state space with random events. After a move, and before the first one, an event may be
/// pending; the state has no moves until the event has happened.
pub trait Chance: Guided {
    /// A random event.
    type Event: Copy + Eq + Debug + Send + Sync;

    /// Returns the sum of the weights of the events, which is the same in every state with a
    /// pending event. Expectations of any depth therefore stay whole numbers.
    fn total_weight(&self) -> u32;
    /// Appends the possible events with their weights, in a fixed order. Appends nothing when it is
    /// the player's turn or the game is over.
    fn events(&self, state: &Self::State, out: &mut Vec<(Self::Event, u32)>);
    /// Applies one of the listed events.
    fn apply_event(&self, state: &mut Self::State, event: Self::Event);
    /// Draws the pending events at random. A puzzle may provide a faster way, which must draw the
    /// same events.
    fn draw(&self, state: &mut Self::State, rng: &mut Rng) {
        let mut events = Vec::new();
        loop {
            events.clear();
            self.events(state, &mut events);
            if events.is_empty() {
                return;
            }
            let mut drawn = rng.below(self.total_weight() as usize) as u32;
            let mut happens = events.iter();
            let event = happens.find_map(|&(event, weight)| match drawn.checked_sub(weight) {
                None => Some(event),
                Some(rest) => {
                    drawn = rest;
                    None
                }
            });
            self.apply_event(state, event.expect("the weights add up to the total weight"));
        }
    }
    /// Draws the pending events of a game that has had this luck, and no other, from its start. A
    /// puzzle whose events follow from something hidden may settle all of it by the luck at once,
    /// if games then have the same distribution as with [`Chance::draw`].
    fn deal(&self, state: &mut Self::State, luck: &mut Rng) {
        self.draw(state, luck);
    }
    /// Returns whether every game is either won, with score 1, or lost, with score 0.
    fn is_won_or_lost(&self) -> bool {
        false
    }
    /// Estimates how close the game is to its end, from 0 up in small steps. Works best if games of
    /// equal peril have about equal prospects. Estimates of game length are correct for any peril
    /// function; a more informative one makes them more precise.
    fn peril(&self, _: &Self::State) -> usize {
        0
    }
}

/// A finished game of chance: its luck and its moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Episode<M> {
    /// Seed of all random events.
    pub luck: u64,
    /// Moves in order.
    pub line: Vec<M>,
}

/// A puzzle that is a game of chance. The rules hold what a player may know; the luck is kept
/// apart.
pub trait Lucky: Puzzle<Answer = Episode<<Self::Rules as StateSpace>::Move>> {
    /// What a player may know.
    type Rules: Chance;

    /// Returns the rules of this instance.
    fn rules(&self) -> &Self::Rules;
    /// Returns the luck that the instance fixes. If it fixes none, each run uses its own seed as
    /// luck.
    fn luck(&self) -> Option<u64>;
}

/// The best move of a state and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pick<M> {
    /// First of the best moves, in list order.
    pub mv: M,
    /// Value of the move, in the evaluator's units.
    pub value: i64,
    /// Number of moves that were evaluated.
    pub among: u32,
}

/// How a player that looks ahead counts the events that may follow a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foresight {
    /// Each event by its weight: the expectation.
    Mean,
    /// Only the event after which the best reply is worth least: minimax against chance.
    Worst,
}

/// The best move when the next event is taken into account, and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foreseen<M> {
    /// First of the best moves, in list order.
    pub mv: M,
    /// Value of the move: its step plus the value of the best reply, as the mean over all events
    /// or after the worst of them. It is scaled by the total weight: a value of 1 counts as the
    /// total weight.
    pub value: i128,
    /// Number of moves that were evaluated.
    pub among: u64,
}

/// Values moves by the after-states they lead to. Values are whole numbers, so that every way to
/// compute them gives the same result.
pub trait Evaluator<S: StateSpace>: Send + Sync {
    /// Does beforehand what valuing the moves of a state takes, where that is much. Its work is
    /// counted and ends at a limit; values are the same whether this is called or not.
    fn prepare(&self, _: &S, _: &S::State, _: &mut Meter) -> Result<(), Refused> {
        Ok(())
    }
    /// Returns the value of a legal move by itself, wherever it leads. It counts for every move on
    /// the way to a state that is valued.
    fn step(&self, space: &S, state: &S::State, mv: S::Move) -> i64;
    /// Returns the value of a legal move: its step plus the after-state.
    fn worth(&self, space: &S, state: &S::State, mv: S::Move) -> i64;
    /// Returns the value of a state in which the game is over.
    fn end(&self, space: &S, state: &S::State) -> i64;
    /// Returns the best move, the first listed among equals, or `None` if there are no moves. A
    /// puzzle may provide a faster way, which must choose the same move.
    fn best(&self, space: &S, state: &S::State) -> Option<Pick<S::Move>> {
        let mut moves = Vec::new();
        space.moves(state, &mut moves);
        let mut best: Option<Pick<S::Move>> = None;
        for &mv in &moves {
            let value = self.worth(space, state, mv);
            if best.is_none_or(|best| value > best.value) {
                best = Some(Pick { mv, value, among: moves.len() as u32 });
            }
        }
        best
    }
    /// Returns the best of some legal moves, given in list order, when all possible next events are
    /// taken into account. Implemented only by puzzles with a faster way than going move by move
    /// and event by event; the fast way must choose the same move. Returns `None` without a fast
    /// way or without moves.
    fn foresee(
        &self,
        _: &S,
        _: &S::State,
        _: &[S::Move],
        _: Foresight,
    ) -> Option<Foreseen<S::Move>> {
        None
    }
    /// Returns why a move is the best one, as a sentence without a full stop, if the evaluator can
    /// say more than that it values the move most.
    fn reason(&self, _: &S, _: &S::State, _: S::Move) -> Option<String> {
        None
    }
    /// Estimates how close the game is to its end, from 0 to 100, for players that search deeper
    /// then.
    fn alarm(&self, _: &S, _: &S::State) -> u64 {
        0
    }
}

/// A named evaluator, as shown in the lists of solvers.
#[derive(Debug)]
pub struct Controller<E> {
    /// Name on the command line.
    pub name: &'static str,
    /// Description and origin, in one sentence.
    pub summary: &'static str,
    /// Evaluator that values the moves.
    pub evaluator: E,
}

/// Facet: a game of chance with published or trained evaluators.
pub trait Valued: Lucky {
    /// Type of the evaluators.
    type Evaluator: Evaluator<Self::Rules> + 'static;

    /// Returns the controllers, strongest first.
    fn controllers() -> &'static [Controller<Self::Evaluator>];
}

/// Chooses the next move from the visible state: the counterpart of a search for a whole line.
pub trait Player<S: StateSpace> {
    /// Chooses a move, or `None` if there is none.
    fn choose(
        &mut self,
        space: &S,
        state: &S::State,
        meter: &mut Meter,
    ) -> Result<Option<S::Move>, Refused>;
}

/// Adapter: a game of chance whose luck is fixed by a seed, which makes it deterministic. Episodes
/// are played on it. Do not give it to a search, which would see future events.
#[derive(Debug, Clone)]
pub struct Fixed<'a, S> {
    space: &'a S,
    luck: u64,
}

impl<'a, S: Chance> Fixed<'a, S> {
    /// Creates the game with the luck of a seed.
    pub fn new(space: &'a S, luck: u64) -> Self {
        Fixed { space, luck }
    }
}

/// A state of a game whose luck is fixed: the visible state and the future luck.
#[derive(Debug, Clone)]
pub struct Dealt<S> {
    seen: S,
    luck: Rng,
}

impl<S> Dealt<S> {
    /// Returns what a player may see.
    pub fn seen(&self) -> &S {
        &self.seen
    }
}

impl<S: Chance> StateSpace for Fixed<'_, S> {
    type State = Dealt<S::State>;
    type Move = S::Move;

    fn start(&self) -> Self::State {
        let mut state = Dealt { seen: self.space.start(), luck: Rng::new(self.luck) };
        self.space.deal(&mut state.seen, &mut state.luck);
        state
    }
    fn moves(&self, state: &Self::State, out: &mut Vec<S::Move>) {
        self.space.moves(&state.seen, out);
    }
    #[inline]
    fn play(&self, state: &mut Self::State, mv: S::Move) -> Score {
        let gain = self.space.play(&mut state.seen, mv);
        self.space.deal(&mut state.seen, &mut state.luck);
        gain
    }
    fn is_solved(&self, state: &Self::State) -> bool {
        self.space.is_solved(&state.seen)
    }
    /// Keys only the visible state. States with equal future luck are equal if their visible states
    /// are; other states are never compared.
    fn key(&self, state: &Self::State) -> u128 {
        self.space.key(&state.seen)
    }
}

impl<S: Chance> Guided for Fixed<'_, S> {
    fn terminal_score(&self, state: &Self::State) -> Score {
        self.space.terminal_score(&state.seen)
    }
    fn aim(&self) -> Aim {
        self.space.aim()
    }
    fn resolve_move(&self, state: &Self::State, mv: S::Move) -> Option<S::Move> {
        self.space.resolve_move(&state.seen, mv)
    }
    fn estimate(&self, state: &Self::State) -> Score {
        self.space.estimate(&state.seen)
    }
}

/// Adapter: a deterministic space as a game of chance without events, so that players can play it
/// too.
#[derive(Debug, Clone)]
pub struct Certain<S>(pub S);

impl<S: StateSpace> StateSpace for Certain<S> {
    type State = S::State;
    type Move = S::Move;

    fn start(&self) -> S::State {
        self.0.start()
    }
    fn moves(&self, state: &S::State, out: &mut Vec<S::Move>) {
        self.0.moves(state, out);
    }
    fn play(&self, state: &mut S::State, mv: S::Move) -> Score {
        self.0.play(state, mv)
    }
    fn is_solved(&self, state: &S::State) -> bool {
        self.0.is_solved(state)
    }
    fn key(&self, state: &S::State) -> u128 {
        self.0.key(state)
    }
}

impl<S: Guided> Guided for Certain<S> {
    fn terminal_score(&self, state: &S::State) -> Score {
        self.0.terminal_score(state)
    }
    fn aim(&self) -> Aim {
        self.0.aim()
    }
    fn resolve_move(&self, state: &S::State, mv: S::Move) -> Option<S::Move> {
        self.0.resolve_move(state, mv)
    }
    fn estimate(&self, state: &S::State) -> Score {
        self.0.estimate(state)
    }
}

impl<S: Guided> Chance for Certain<S> {
    type Event = Infallible;

    fn total_weight(&self) -> u32 {
        1
    }
    fn events(&self, _: &S::State, _: &mut Vec<(Infallible, u32)>) {}
    fn apply_event(&self, _: &mut S::State, event: Infallible) {
        match event {}
    }
}
