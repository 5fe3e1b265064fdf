//! How a puzzle introduces itself, and what that lets others build from it.

use crate::{
    Arranged, Bounded, Clockwork, Coded, Constrained, Encoded, Explained, Featured, Filled,
    Followed, Generate, Imitable, Interactive, LowLevel, Lucky, Potential, Puzzle, Routed, Sampled,
    Scripted, Staged, StateSpace, Timed, Tracked, Tunable, Valued, Weighted,
};

/// A puzzle whose answer is a line of play. Holds for every such puzzle by itself.
pub trait Played: StateSpace + Puzzle<Answer = Vec<<Self as StateSpace>::Move>> {}
impl<P: StateSpace + Puzzle<Answer = Vec<<P as StateSpace>::Move>>> Played for P {}

/// A clockwork and the state space that [`clockwork!`](crate::clockwork!) makes of it. Holds for
/// every such pair by itself.
pub trait Ticking:
    Clockwork
    + StateSpace<State = <Self as Clockwork>::World, Move = Timed<<Self as Clockwork>::Command>>
{
}
impl<S> Ticking for S where
    S: Clockwork
        + StateSpace<State = <S as Clockwork>::World, Move = Timed<<S as Clockwork>::Command>>
{
}

/// A puzzle that is played by the clock: its answer is a list of timed orders. Holds for every such
/// puzzle by itself.
pub trait Clocked: Ticking + Puzzle<Answer = Vec<Timed<<Self as Clockwork>::Command>>> {}
impl<P: Ticking + Puzzle<Answer = Vec<Timed<<P as Clockwork>::Command>>>> Clocked for P {}

/// Receives a puzzle's facets; the facade's implementation pairs them with solvers.
///
/// A pairing that does not fit is a compile error, so there is no flag to ask and no method to
/// panic.
pub trait Facets<P: Puzzle> {
    /// The puzzle is a state space.
    fn plays(&mut self)
    where
        P: Played;
    /// ... with an admissible bound.
    fn bounds(&mut self)
    where
        P: Played + Bounded;
    /// ... with step costs.
    fn costs(&mut self)
    where
        P: Played + Potential;
    /// ... with its own sampling policy.
    fn samples(&mut self)
    where
        P: Played + Sampled;
    /// ... whose moves act on things that can be followed.
    fn tracks(&mut self)
    where
        P: Played + Tracked + Coded;
    /// ... with named rules of thumb.
    fn advises(&mut self)
    where
        P: Played + LowLevel;
    /// ... with codes for its moves.
    fn codes(&mut self)
    where
        P: Played + Coded;
    /// ... whose states show features.
    fn features(&mut self)
    where
        P: Played + Featured;
    /// ... that moves by itself and obeys orders.
    fn ticks(&mut self)
    where
        P: Clocked;
    /// ... and a person can watch it and give the orders; its features lead to hints.
    fn stages(&mut self)
    where
        P: Clocked + Staged + Featured;
    /// ... by orders of whom and what.
    fn scripts(&mut self)
    where
        P: Clocked + Scripted;
    /// ... and a person can play it.
    fn interacts(&mut self)
    where
        P: Played + Interactive;
    /// The puzzle is a game of chance.
    fn gambles(&mut self)
    where
        P: Lucky<Rules: Interactive>;
    /// ... with controllers that have a name.
    fn values(&mut self)
    where
        P: Valued<Rules: Interactive>;
    /// ... with evaluators that can be learned.
    fn learns(&mut self)
    where
        P: Tunable<Rules: Interactive>;
    /// ... in which players can be imitated, with evaluators that can be learned and others that
    /// have a name.
    fn imitates(&mut self)
    where
        P: Imitable + Valued + Tunable<Rules: Interactive>;
    /// ... with evaluators that weigh features.
    fn weighs(&mut self)
    where
        P: Weighted<Rules: Interactive>;
    /// The puzzle is a set of constraints.
    fn constrains(&mut self)
    where
        P: Constrained;
    /// The puzzle's answer is a path through a graph.
    fn routes(&mut self)
    where
        P: Routed;
    /// The puzzle can be solved by named techniques.
    fn explains(&mut self)
    where
        P: Explained;
    /// The puzzle is a board that a person fills in.
    fn fills(&mut self)
    where
        P: Filled;
    /// The answer is an order of things in places.
    fn arranges(&mut self)
    where
        P: Arranged<Whole = P::Answer>;
    /// The puzzle can be played by learners.
    fn encodes(&mut self)
    where
        P: Encoded;
    /// ... who can follow its controllers.
    fn follows(&mut self)
    where
        P: Followed;
    /// The puzzle can be generated.
    fn generates(&mut self)
    where
        P: Generate;
}
