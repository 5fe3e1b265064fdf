//! Scripts: plans for a clockwork world that say for each time step whom to tell what.

use crate::Clockwork;

/// What a script says for one time step: whom to tell, and what. Nobody told nothing is the pass;
/// so is every other cue that stands for no order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cue {
    /// One of the cast, by number from 0.
    pub whom: Option<u16>,
    /// A role or a call, by its number.
    pub what: Option<u16>,
}

/// Facet: a clockwork whose orders are cues, so that whom and what can be chosen apart. What a
/// script is worth is what its game scores when the world is played to its very end.
pub trait Scripted: Clockwork {
    /// How many can be told something.
    fn cast(&self) -> u16;
    /// The numbers of what one of them can be told. A number means the same in every instance of
    /// the puzzle.
    fn roles(&self) -> Vec<u16>;
    /// The numbers of what can be ordered of nobody in particular.
    fn calls(&self) -> Vec<u16>;
    /// The order that a cue stands for; none if it is a pass.
    fn command(&self, cue: Cue) -> Option<Self::Command>;
    /// Nobody and each of the cast, told nothing or one of the roles, but no call: drawing one of
    /// these is drawing whom and what.
    fn cues(&self) -> Vec<Cue> {
        let roles = self.roles();
        let what = || std::iter::once(None).chain(roles.iter().copied().map(Some));
        let whom = std::iter::once(None).chain((0..self.cast()).map(Some));
        whom.flat_map(|whom| what().map(move |what| Cue { whom, what })).collect()
    }
    /// Names those for whom this is an occasion to be told something, in a fixed order: something
    /// has just happened to them or is about to. Whoever enters the world has an occasion then, so
    /// that any time of a life can be told from one.
    fn each_occasion(&self, world: &Self::World, each: impl FnMut(u16));
}
