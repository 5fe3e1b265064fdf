//! Games of chance: the player moves, then the world answers with an event nobody chose.
//!
//! Between the two lies the after-state: the player has moved, and what happens is still owed.
//! Whoever values after-states can choose moves without knowing the luck to come, and nothing else
//! can: a [`Player`] receives the rules and the state, never the luck. Only the table knows it
//! ([`Fixed`]), and the judge.

use std::convert::Infallible;
use std::fmt::Debug;

use crate::{Aim, Guided, Meter, Puzzle, Refused, Rng, Score, StateSpace};

/// Facet: a state space in which chance has a part. After a move, and before the first, the state
/// may owe an event; it has no moves until that has happened.
pub trait Chance: Guided {
    /// What can happen.
    type Event: Copy + Eq + Debug + Send + Sync;

    /// What the weights of the events add up to, in every state that owes one: so expectations of
    /// any depth stay whole numbers.
    fn total_weight(&self) -> u32;
    /// Appends what may happen now, each with its weight, in a fixed order; nothing when it is the
    /// player's turn or the game is over.
    fn events(&self, state: &Self::State, out: &mut Vec<(Self::Event, u32)>);
    /// Lets one of these events happen.
    fn apply_event(&self, state: &mut Self::State, event: Self::Event);
    /// Lets chance choose the events that are owed. A puzzle may have a faster way, which must draw
    /// the same.
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
            self.apply_event(state, event.expect("the weights add up to the whole"));
        }
    }
    /// How near the end seems, from 0 up in small steps, best where games of equal peril have about
    /// equal prospects. Estimates of how long games last are right whatever it says, and the more
    /// precise the more it tells.
    fn peril(&self, _: &Self::State) -> usize {
        0
    }
}

/// A game of chance that was played: with which luck, and what was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Episode<M> {
    /// The seed of all that happened.
    pub luck: u64,
    /// The moves.
    pub line: Vec<M>,
}

/// A puzzle that is a game of chance: its rules are what a player may know, its luck is apart from
/// them.
pub trait Lucky: Puzzle<Answer = Episode<<Self::Rules as StateSpace>::Move>> {
    /// What a player may know.
    type Rules: Chance;

    /// The rules of this instance.
    fn rules(&self) -> &Self::Rules;
    /// The luck that the instance fixes; where it fixes none, every run has its own: its seed.
    fn luck(&self) -> Option<u64>;
}

/// The best move of a state, and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pick<M> {
    /// The first of the best, in the order of the list.
    pub mv: M,
    /// What it is worth, in the evaluator's units.
    pub value: i64,
    /// How many moves were given a value.
    pub among: u32,
}

/// The best move with an eye to the next event, and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foreseen<M> {
    /// The first of the best, in the order of the list.
    pub mv: M,
    /// What it is worth: its step and the sum over all events of their weight and the best move's
    /// worth then, so that 1 counts as much as the whole of the weights.
    pub value: i128,
    /// How many moves were given a value.
    pub among: u64,
}

/// Values moves by the after-states they lead to. Whole numbers, so that every way to compute them
/// gives the same.
pub trait Evaluator<S: StateSpace>: Send + Sync {
    /// What a legal move is worth by itself, wherever it leads: it counts for every move on the way
    /// to a state that is valued.
    fn step(&self, space: &S, state: &S::State, mv: S::Move) -> i64;
    /// What a legal move is worth: its step and the after-state.
    fn worth(&self, space: &S, state: &S::State, mv: S::Move) -> i64;
    /// What a state is worth in which the game is over.
    fn end(&self, space: &S, state: &S::State) -> i64;
    /// The best move, the first listed among equals; none when there is none. A puzzle may have a
    /// faster way, which must choose the same.
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
    /// The best of some legal moves, which come in the order of the list, when all that may happen
    /// next is looked at, if the puzzle knows a faster way than move by move and event by event,
    /// which must choose the same; nothing where it does not, or where there is no move.
    fn foresee(&self, _: &S, _: &S::State, _: &[S::Move]) -> Option<Foreseen<S::Move>> {
        None
    }
    /// How near the game seems to its end, from 0 to 100, for players who think harder then.
    fn alarm(&self, _: &S, _: &S::State) -> u64 {
        0
    }
}

/// An evaluator with a name, as it stands in the lists of solvers.
#[derive(Debug)]
pub struct Controller<E> {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is and where it comes from, in one sentence.
    pub summary: &'static str,
    /// How it values moves.
    pub evaluator: E,
}

/// Facet: a game of chance with evaluators that others have published or trained.
pub trait Valued: Lucky {
    /// What values moves.
    type Evaluator: Evaluator<Self::Rules> + 'static;

    /// The controllers, the strongest first.
    fn controllers() -> &'static [Controller<Self::Evaluator>];
}

/// Chooses the next move from what can be seen: the counterpart of a search for a whole line.
pub trait Player<S: StateSpace> {
    /// The move; none when there is none.
    fn choose(
        &mut self,
        space: &S,
        state: &S::State,
        meter: &mut Meter,
    ) -> Result<Option<S::Move>, Refused>;
}

/// Adapter: a game of chance whose luck is fixed by a seed is deterministic. It is the table at
/// which an episode is played. Do not give it to a search: it would see what is to come.
#[derive(Debug, Clone)]
pub struct Fixed<'a, S> {
    space: &'a S,
    luck: u64,
}

impl<'a, S: Chance> Fixed<'a, S> {
    /// The game with the luck of a seed.
    pub fn new(space: &'a S, luck: u64) -> Self {
        Fixed { space, luck }
    }
}

/// A state of a game whose luck is fixed: what can be seen of it, and the luck to come.
#[derive(Debug, Clone)]
pub struct Dealt<S> {
    seen: S,
    luck: Rng,
}

impl<S> Dealt<S> {
    /// What a player may see.
    pub fn seen(&self) -> &S {
        &self.seen
    }
}

impl<S: Chance> StateSpace for Fixed<'_, S> {
    type State = Dealt<S::State>;
    type Move = S::Move;

    fn start(&self) -> Self::State {
        let mut state = Dealt { seen: self.space.start(), luck: Rng::new(self.luck) };
        self.space.draw(&mut state.seen, &mut state.luck);
        state
    }
    fn moves(&self, state: &Self::State, out: &mut Vec<S::Move>) {
        self.space.moves(&state.seen, out);
    }
    #[inline]
    fn play(&self, state: &mut Self::State, mv: S::Move) -> Score {
        let gain = self.space.play(&mut state.seen, mv);
        self.space.draw(&mut state.seen, &mut state.luck);
        gain
    }
    fn is_solved(&self, state: &Self::State) -> bool {
        self.space.is_solved(&state.seen)
    }
    /// States with equal luck to come are equal if what can be seen is; others are never compared.
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

/// Adapter: a deterministic space is a game of chance in which nothing ever happens, so that
/// players can play it too.
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
