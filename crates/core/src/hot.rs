//! What a puzzle offers to the searches that play whole games by the million: its own random play,
//! codes for its moves, things that can be followed, and rules of thumb.

use std::fmt::Debug;

use crate::{Guided, Meter, Refused, Rng, Score};

/// Facet: the puzzle's own way of playing at random, better or faster than uniform choice.
pub trait Sampled: Guided {
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
pub trait Coded: Guided {
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
pub trait Tracked: Coded {
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
pub trait LowLevel: Guided {
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
