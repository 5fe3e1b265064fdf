//! Type-erased spaces, so that a search can be compiled once for all puzzles.
//!
//! [`DynSpace`] is a space behind a pointer: states are boxed, moves are numbers. [`Erased`] turns
//! it back into a [`StateSpace`], so that a search works on it unchanged and does the same work in
//! the same order. Moves must be [`Numbered`]. Erasure costs an allocation for every cloned state
//! and a virtual call for every method; docs/decisions/0033-two-speeds.md gives the figures and
//! lists the searches that have compiled copies of their own.

use std::any::Any;

use crate::{Aim, Bounded, Featured, Guided, Score, StateSpace, Timed};

/// A move that can be written as a number and read back.
pub trait Numbered: Copy {
    /// Returns the number of the move; different moves have different numbers.
    fn number(self) -> u64;
    /// Returns the move for a number returned by [`Numbered::number`].
    fn of_number(number: u64) -> Self;
}

macro_rules! numbered {
    ($($whole:ty),*) => {$(
        impl Numbered for $whole {
            fn number(self) -> u64 {
                self as u64
            }
            fn of_number(number: u64) -> Self {
                number as $whole
            }
        }
    )*};
}

numbered!(u8, u16, u32, u64, usize);

/// The low 32 bits hold the order's number plus one, or 0 for a pass, so an order's number must be
/// below 2^32 - 1.
impl<C: Numbered> Numbered for Timed<C> {
    fn number(self) -> u64 {
        let command = self.command.map_or(0, |command| command.number() + 1);
        assert!(command < 1 << 32, "an order's number plus one must fit into 32 bits");
        u64::from(self.at) << 32 | command
    }
    fn of_number(number: u64) -> Self {
        let command = (number & u64::from(u32::MAX)).checked_sub(1);
        Timed { at: (number >> 32) as u32, command: command.map(C::of_number) }
    }
}

/// A type-erased move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveNumber(pub u64);

/// A state behind a pointer.
trait AnyState: Any + Send + Sync {
    fn boxed(&self) -> Box<dyn AnyState>;
    fn any(&self) -> &dyn Any;
    fn any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Clone + Send + Sync + 'static> AnyState for T {
    fn boxed(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }
    fn any(&self) -> &dyn Any {
        self
    }
    fn any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// A type-erased state.
pub struct ErasedState(Box<dyn AnyState>);

impl Clone for ErasedState {
    fn clone(&self) -> Self {
        // Not `self.0.boxed()`: the box itself implements `AnyState` too.
        ErasedState((*self.0).boxed())
    }
}

impl ErasedState {
    fn of<T: Clone + Send + Sync + 'static>(state: T) -> Self {
        ErasedState(Box::new(state))
    }

    fn typed<T: 'static>(&self) -> &T {
        (*self.0).any().downcast_ref().expect("a state is used only with its own space")
    }

    fn typed_mut<T: 'static>(&mut self) -> &mut T {
        (*self.0).any_mut().downcast_mut().expect("a state is used only with its own space")
    }
}

/// A space behind a pointer; the methods have the meaning given in [`StateSpace`] and [`Guided`].
pub trait DynSpace: Sync {
    /// [`StateSpace::start`].
    fn start(&self) -> ErasedState;
    /// [`StateSpace::moves`].
    fn moves(&self, state: &ErasedState, out: &mut Vec<MoveNumber>);
    /// [`StateSpace::play`].
    fn play(&self, state: &mut ErasedState, mv: MoveNumber) -> Score;
    /// [`StateSpace::is_solved`].
    fn is_solved(&self, state: &ErasedState) -> bool;
    /// [`StateSpace::key`].
    fn key(&self, state: &ErasedState) -> u128;
    /// [`Guided::aim`].
    fn aim(&self) -> Aim;
    /// [`Guided::terminal_score`].
    fn terminal_score(&self, state: &ErasedState) -> Score;
    /// [`Guided::estimate`].
    fn estimate(&self, state: &ErasedState) -> Score;
    /// [`Guided::is_hopeless`].
    fn is_hopeless(&self, state: &ErasedState) -> bool;
    /// [`Guided::resolve_move`].
    fn resolve_move(&self, state: &ErasedState, mv: MoveNumber) -> Option<MoveNumber>;
    /// [`Guided::finish`].
    fn finish(
        &self,
        state: &mut ErasedState,
        line: &mut Vec<MoveNumber>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Score>;
    /// [`Guided::longest_game`].
    fn longest_game(&self) -> Option<u64>;
    /// [`Guided::heap_bytes`], including the box.
    fn heap_bytes(&self, state: &ErasedState) -> usize;
}

/// A bounded space behind a pointer.
pub trait DynBounded: DynSpace {
    /// [`Bounded::bound`].
    fn bound(&self, state: &ErasedState) -> Score;
    /// [`Bounded::bound_after`].
    fn bound_after(&self, state: &ErasedState, mv: MoveNumber) -> Option<Score>;
    /// [`Bounded::potential`].
    fn potential(&self, state: &ErasedState) -> Score;
}

/// A space with features behind a pointer.
pub trait DynFeatured: DynSpace {
    /// [`Featured::features`].
    fn features(&self, state: &ErasedState, out: &mut Vec<u64>);
    /// [`Featured::distance`].
    fn distance(&self, state: &ErasedState) -> u64;
}

impl<S> DynSpace for S
where
    S: Guided<State: 'static, Move: Numbered>,
{
    fn start(&self) -> ErasedState {
        ErasedState::of(StateSpace::start(self))
    }
    fn moves(&self, state: &ErasedState, out: &mut Vec<MoveNumber>) {
        let mut listed = Vec::new();
        StateSpace::moves(self, state.typed(), &mut listed);
        out.extend(listed.into_iter().map(|mv| MoveNumber(mv.number())));
    }
    fn play(&self, state: &mut ErasedState, mv: MoveNumber) -> Score {
        StateSpace::play(self, state.typed_mut(), S::Move::of_number(mv.0))
    }
    fn is_solved(&self, state: &ErasedState) -> bool {
        StateSpace::is_solved(self, state.typed())
    }
    fn key(&self, state: &ErasedState) -> u128 {
        StateSpace::key(self, state.typed())
    }
    fn aim(&self) -> Aim {
        Guided::aim(self)
    }
    fn terminal_score(&self, state: &ErasedState) -> Score {
        Guided::terminal_score(self, state.typed())
    }
    fn estimate(&self, state: &ErasedState) -> Score {
        Guided::estimate(self, state.typed())
    }
    fn is_hopeless(&self, state: &ErasedState) -> bool {
        Guided::is_hopeless(self, state.typed())
    }
    fn resolve_move(&self, state: &ErasedState, mv: MoveNumber) -> Option<MoveNumber> {
        let meant = Guided::resolve_move(self, state.typed(), S::Move::of_number(mv.0));
        meant.map(|mv| MoveNumber(mv.number()))
    }
    fn finish(
        &self,
        state: &mut ErasedState,
        line: &mut Vec<MoveNumber>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Score> {
        let mut played = Vec::new();
        let gained = Guided::finish(self, state.typed_mut(), &mut played, goes_on);
        line.extend(played.into_iter().map(|mv: S::Move| MoveNumber(mv.number())));
        gained
    }
    fn longest_game(&self) -> Option<u64> {
        Guided::longest_game(self)
    }
    fn heap_bytes(&self, state: &ErasedState) -> usize {
        size_of::<S::State>() + Guided::heap_bytes(self, state.typed())
    }
}

impl<S> DynBounded for S
where
    S: Bounded<State: 'static, Move: Numbered>,
{
    fn bound(&self, state: &ErasedState) -> Score {
        Bounded::bound(self, state.typed())
    }
    fn bound_after(&self, state: &ErasedState, mv: MoveNumber) -> Option<Score> {
        Bounded::bound_after(self, state.typed(), S::Move::of_number(mv.0))
    }
    fn potential(&self, state: &ErasedState) -> Score {
        Bounded::potential(self, state.typed())
    }
}

impl<S> DynFeatured for S
where
    S: Featured<State: 'static, Move: Numbered>,
{
    fn features(&self, state: &ErasedState, out: &mut Vec<u64>) {
        Featured::features(self, state.typed(), out);
    }
    fn distance(&self, state: &ErasedState) -> u64 {
        Featured::distance(self, state.typed())
    }
}

/// Adapter that makes a [`StateSpace`] of any type-erased space.
pub struct Erased<'a, D: ?Sized = dyn DynSpace + 'a>(pub &'a D);

impl<D: DynSpace + ?Sized> StateSpace for Erased<'_, D> {
    type State = ErasedState;
    type Move = MoveNumber;

    fn start(&self) -> ErasedState {
        self.0.start()
    }
    fn moves(&self, state: &ErasedState, out: &mut Vec<MoveNumber>) {
        self.0.moves(state, out);
    }
    fn play(&self, state: &mut ErasedState, mv: MoveNumber) -> Score {
        self.0.play(state, mv)
    }
    fn is_solved(&self, state: &ErasedState) -> bool {
        self.0.is_solved(state)
    }
    fn key(&self, state: &ErasedState) -> u128 {
        self.0.key(state)
    }
}

impl<D: DynSpace + ?Sized> Guided for Erased<'_, D> {
    fn aim(&self) -> Aim {
        self.0.aim()
    }
    fn terminal_score(&self, state: &ErasedState) -> Score {
        self.0.terminal_score(state)
    }
    fn estimate(&self, state: &ErasedState) -> Score {
        self.0.estimate(state)
    }
    fn is_hopeless(&self, state: &ErasedState) -> bool {
        self.0.is_hopeless(state)
    }
    fn resolve_move(&self, state: &ErasedState, mv: MoveNumber) -> Option<MoveNumber> {
        self.0.resolve_move(state, mv)
    }
    fn finish(
        &self,
        state: &mut ErasedState,
        line: &mut Vec<MoveNumber>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Score> {
        self.0.finish(state, line, goes_on)
    }
    fn longest_game(&self) -> Option<u64> {
        self.0.longest_game()
    }
    fn heap_bytes(&self, state: &ErasedState) -> usize {
        self.0.heap_bytes(state)
    }
}

impl<D: DynBounded + ?Sized> Bounded for Erased<'_, D> {
    fn bound(&self, state: &ErasedState) -> Score {
        self.0.bound(state)
    }
    fn bound_after(&self, state: &ErasedState, mv: MoveNumber) -> Option<Score> {
        self.0.bound_after(state, mv)
    }
    fn potential(&self, state: &ErasedState) -> Score {
        self.0.potential(state)
    }
}

impl<D: DynFeatured + ?Sized> Featured for Erased<'_, D> {
    fn features(&self, state: &ErasedState, out: &mut Vec<u64>) {
        self.0.features(state, out);
    }
    fn distance(&self, state: &ErasedState) -> u64 {
        self.0.distance(state)
    }
}
