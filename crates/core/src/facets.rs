//! How a puzzle introduces itself, and what that lets others build from it.

use crate::{
    Arranged, Bounded, Clockwork, Coded, Constrained, Encoded, Explained, Featured, Filled,
    Generate, Guided, Imitable, Interactive, LearnedEvaluator, LowLevel, Notation, Numbered,
    Puzzle, Routed, Sampled, Scripted, Staged, StateSpace, Timed, Tracked, Valued,
};

/// A puzzle whose answer is a line of play. Holds for every such puzzle by itself.
pub trait Played:
    Guided<State: 'static, Move: Numbered> + Puzzle<Answer = Vec<<Self as StateSpace>::Move>>
{
}
impl<P> Played for P where
    P: Guided<State: 'static, Move: Numbered> + Puzzle<Answer = Vec<<P as StateSpace>::Move>>
{
}

/// A clockwork and the state space that [`clockwork!`](crate::clockwork!) makes of it. Holds for
/// every such pair by itself.
pub trait Ticking:
    Clockwork
    + Guided
    + StateSpace<State = <Self as Clockwork>::World, Move = Timed<<Self as Clockwork>::Command>>
{
}
impl<S> Ticking for S where
    S: Clockwork
        + Guided
        + StateSpace<State = <S as Clockwork>::World, Move = Timed<<S as Clockwork>::Command>>
{
}

/// A puzzle that is played by the clock: its answer is a list of timed orders. Holds for every such
/// puzzle by itself.
pub trait Clocked:
    Ticking<Command: Numbered, World: 'static>
    + Puzzle<Answer = Vec<Timed<<Self as Clockwork>::Command>>>
{
}
impl<P> Clocked for P where
    P: Ticking<Command: Numbered, World: 'static>
        + Puzzle<Answer = Vec<Timed<<P as Clockwork>::Command>>>
{
}

/// Receives a puzzle's facets; the registry pairs them with solvers.
///
/// A pairing that does not fit is a compile error, so there is no flag to ask and no method to
/// panic. Families follow each other here as in the registry and in the laws; a facet that builds
/// on another is named after it.
pub trait Facets<P: Puzzle> {
    /// The puzzle is played step by step, and a person can do that.
    fn plays(&mut self)
    where
        P: Played + Interactive;
    /// ... with an admissible bound and step costs.
    fn bounds(&mut self)
    where
        P: Played + Bounded;
    /// ... whose states show features.
    fn features(&mut self)
    where
        P: Played + Featured;

    /// ... whose searches are worth compiled copies of their own.
    fn runs_hot(&mut self)
    where
        P: Played;
    /// ... with its own random play, and codes for its moves.
    fn codes(&mut self)
    where
        P: Played + Sampled + Coded;
    /// ... whose moves act on things that can be followed.
    fn tracks(&mut self)
    where
        P: Played + Tracked + Coded;
    /// ... with named rules of thumb.
    fn advises(&mut self)
    where
        P: Played + LowLevel;

    /// The puzzle moves by itself and obeys orders, which a person can give; its features lead to
    /// hints, its orders are cues.
    fn ticks(&mut self)
    where
        P: Clocked + Staged + Scripted + Featured + Notation;

    /// The puzzle is a game of chance, with controllers that have a name.
    fn gambles(&mut self)
    where
        P: Valued<Rules: Interactive>;
    /// ... with an evaluator that can be learned; named once for each.
    fn learns<E: LearnedEvaluator<P::Rules>>(&mut self)
    where
        P: Valued<Rules: Interactive>;
    /// ... in which players can be imitated.
    fn imitates(&mut self)
    where
        P: Imitable<Rules: Interactive>;

    /// The puzzle is a board that a person fills in.
    fn fills(&mut self)
    where
        P: Filled;
    /// ... by named techniques.
    fn explains(&mut self)
    where
        P: Explained;
    /// The puzzle is a set of constraints.
    fn constrains(&mut self)
    where
        P: Constrained;
    /// The puzzle's answer is a path through a graph.
    fn routes(&mut self)
    where
        P: Routed;
    /// The answer is an order of things in places.
    fn arranges(&mut self)
    where
        P: Arranged<Whole = P::Answer>;

    /// The puzzle can be played by learners.
    fn encodes(&mut self)
    where
        P: Encoded;
    /// The puzzle can be generated.
    fn generates(&mut self)
    where
        P: Generate;
}
