//! How a puzzle declares its facets.

use crate::{
    Arranged, Bounded, Clockwork, Coached, Coded, Constrained, Encoded, Explained, Featured,
    Filled, Generate, Guided, Imitable, Interactive, Layered, LearnedEvaluator, LowLevel, Notation,
    Numbered, OwnSolver, Puzzle, Reversible, Routed, Sampled, Scripted, Sensed, Staged, StateSpace,
    Timed, Tracked, Valued,
};

/// A puzzle whose answer is a line of play. Implemented automatically.
pub trait Played:
    Guided<State: 'static, Move: Numbered> + Puzzle<Answer = Vec<<Self as StateSpace>::Move>>
{
}
impl<P> Played for P where
    P: Guided<State: 'static, Move: Numbered> + Puzzle<Answer = Vec<<P as StateSpace>::Move>>
{
}

/// A clockwork with the state space that [`clockwork!`](crate::clockwork!) makes of it. Implemented
/// automatically.
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

/// A puzzle that is played by the clock: its answer is a list of timed orders. Implemented
/// automatically.
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
/// A pairing that does not fit is a compile error, so there are no flags to check and no methods
/// that can only panic. The families are in the same order here as in the registry and in the laws;
/// a facet that builds on another one follows it.
pub trait Facets<P: Puzzle> {
    /// The puzzle is played step by step and can be played by people.
    fn plays(&mut self)
    where
        P: Played + Interactive;
    /// ... with an admissible bound and step costs.
    fn bounds(&mut self)
    where
        P: Played + Bounded;
    /// ... in games that always end, never in circles.
    fn ends(&mut self)
    where
        P: Played + Bounded;
    /// ... that can be followed backwards.
    fn reverses(&mut self)
    where
        P: Played + Reversible;
    /// ... whose states are found again layer by layer.
    fn layers(&mut self)
    where
        P: Played + Layered;
    /// ... with features of its states.
    fn features(&mut self)
    where
        P: Played + Featured;

    /// ... with hints that a person can follow.
    fn coaches(&mut self)
    where
        P: Coached;

    /// ... with searches that are worth compiled copies of their own.
    fn runs_hot(&mut self)
    where
        P: Played;
    /// ... with custom random play, and codes for its moves.
    fn codes(&mut self)
    where
        P: Played + Sampled + Coded;
    /// ... with moves that act on things that can be tracked.
    fn tracks(&mut self)
    where
        P: Played + Tracked + Coded;
    /// ... with named rules of thumb, and a generator of boards to learn from.
    fn advises(&mut self)
    where
        P: Played + LowLevel + Generate;

    /// The puzzle moves by itself and obeys orders, which people can give; its features are used
    /// for hints, its orders are cues.
    fn ticks(&mut self)
    where
        P: Clocked + Staged + Scripted + Featured + Notation;

    /// ... whose addressees sense something, so that each can choose its own orders.
    fn senses(&mut self)
    where
        P: Clocked + Sensed;

    /// The puzzle is a game of chance with named controllers.
    fn gambles(&mut self)
    where
        P: Valued<Rules: Interactive>;
    /// ... with an evaluator that can be learned; call this once for each evaluator.
    fn learns<E: LearnedEvaluator<P::Rules>>(&mut self)
    where
        P: Valued<Rules: Interactive>;
    /// ... with players that can be imitated.
    fn imitates(&mut self)
    where
        P: Imitable<Rules: Interactive>;

    /// The puzzle is a board that people fill in.
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
    /// The puzzle's answer is an order of things in places.
    fn arranges(&mut self)
    where
        P: Arranged<Whole = P::Answer>;

    /// The puzzle has a solver of its own; call this once for each, the strongest first.
    fn brings<S: OwnSolver<P>>(&mut self);

    /// The puzzle can be played by learners.
    fn encodes(&mut self)
    where
        P: Encoded;
    /// ... who see whole states, so that nets can learn their distances from the goal.
    fn measures_distances(&mut self)
    where
        P: Played + Bounded + Encoded<Game = <P as StateSpace>::State> + Generate;
    /// The puzzle can be generated.
    fn generates(&mut self)
    where
        P: Generate;
}
