//! Facets for searches that play millions of whole games: custom random play, codes for moves,
//! things that can be tracked, and rules of thumb.

use std::fmt::Debug;

use crate::{Guided, Meter, Refused, Rng, Score};

/// Facet: custom random play, better or faster than uniform choice.
pub trait Sampled: Guided {
    /// Plays to the end of the game, appends the moves to `line`, and returns the total gain
    /// including the ending. Requests every move from the meter ([`Meter::spend_node`]), and stops
    /// where the meter refuses or the run may not go on.
    fn sample(
        &self,
        state: &mut Self::State,
        rng: &mut Rng,
        line: &mut Vec<Self::Move>,
        meter: &mut Meter,
    ) -> Result<Score, Refused>;
}

/// A move that a [walk](Coded) offers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice<M> {
    /// Move, as listed.
    pub mv: M,
    /// Identity of the move across states: choices with the same code share what is learned about
    /// them.
    pub code: u64,
    /// Initial preference before anything is learned, as a logarithm of odds; 0 where nothing is
    /// known. Equal for equal codes.
    pub bias: f32,
    /// Free for use by the caller, for instance to cache data about the code. Kept as long as the
    /// choice stays on offer.
    pub tag: u32,
}

impl<M> Choice<M> {
    /// Tag of a choice that was not offered in the previous state.
    pub const NEW: u32 = u32::MAX;

    /// Creates a choice that was not offered before.
    pub fn new(mv: M, code: u64, bias: f32) -> Self {
        Choice { mv, code, bias, tag: Self::NEW }
    }
}

/// Facet: play for learners. A code identifies a move across states. A walk offers the moves and
/// their codes in each state it reaches, so that each step only needs to recompute what it changes.
pub trait Coded: Guided {
    /// A state on the way, and the choices there.
    type Walk: Clone + Send;

    /// Starts a walk in this state. A selective walk may leave out moves that seldom lead anywhere,
    /// but never all of them.
    fn walk(&self, from: Self::State, selective: bool) -> Self::Walk;
    /// Returns the state that the walk has reached.
    fn place<'w>(&self, walk: &'w Self::Walk) -> &'w Self::State;
    /// Returns the available choices, each code once, in an order that depends only on the path;
    /// empty when the game is over.
    fn choices<'w>(&self, walk: &'w mut Self::Walk) -> &'w mut [Choice<Self::Move>];
    /// Makes the choice with this index and returns its gain.
    fn take(&self, walk: &mut Self::Walk, index: usize) -> Score;
}

/// Result of acting on a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act<M> {
    /// A move was played: the move and its gain.
    Gained(M, Score),
    /// No move acts on the thing in its current place; one may later.
    NotNow,
    /// The thing is gone.
    Never,
}

/// Facet: moves act on things that keep their identity during play. A line written as the places of
/// its moves falls apart after an early change; written as the things they act on, most of it keeps
/// its meaning. This allows whole games to be improved piece by piece.
pub trait Tracked: Coded {
    /// A state that also stores where the things of the start are now. Equal tracks have the same
    /// future.
    type Track: Clone + PartialEq + Send + Sync;
    /// A thing that moves act on.
    type Thing: Copy + Debug + Send + Sync;

    /// Returns the track before the first move.
    fn track(&self) -> Self::Track;
    /// Returns the state that the track has reached.
    fn state(&self, track: &Self::Track) -> Self::State;
    /// Returns a thing that a listed move acts on.
    fn thing_of(&self, track: &Self::Track, mv: Self::Move) -> Self::Thing;
    /// Plays the move that acts on the thing.
    fn act(&self, track: &mut Self::Track, thing: Self::Thing) -> Act<Self::Move>;
    /// Returns a thing that some move acts on, each equally likely, or `None` when the game is
    /// over.
    fn any_thing(&self, track: &Self::Track, rng: &mut Rng) -> Option<Self::Thing>;
    /// Returns a thing chosen by the puzzle's own preference; used to play a game to its end when
    /// nothing else decides.
    fn likely_thing(&self, track: &Self::Track, rng: &mut Rng) -> Option<Self::Thing> {
        self.any_thing(track, rng)
    }
}

/// Facet: rules of thumb, each of which suggests a move or none. A hyper-heuristic searches for the
/// order in which to apply them.
pub trait LowLevel: Guided {
    /// Names of the rules, short and unique.
    const HEURISTICS: &'static [&'static str];

    /// Returns the move that the rule with this index suggests here; `None` where the rule does not
    /// apply or the game is over. A rule that takes long calls `goes_on` now and then, and returns
    /// `None` if that returns false.
    fn choose(
        &self,
        state: &Self::State,
        heuristic: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self::Move>;
    /// Returns the size of the instance, about the sum of its dimensions; searches scale their
    /// parameters by it.
    fn extent(&self) -> usize;
}
