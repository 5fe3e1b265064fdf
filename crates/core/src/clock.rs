//! Puzzles that move by themselves: in each time step the world obeys an order or none, then ticks
//! on. Scripts are plans for such a world that say for each time step whom to tell what.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Onward, Picture, Score, Ticking};

/// What is done in one time step: an order, or a pass.
///
/// A line of play has one for each step, and an answer may leave passes out: what lies between two
/// of them are passes. The time is part of the move, because the same order at another time is
/// another move to whoever learns or searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timed<C> {
    /// The time step, from 0.
    pub at: u32,
    /// The order; `None` is a pass.
    pub command: Option<C>,
}

/// Facet: a world that ticks on its own, and a player who may give it one order in each time step.
///
/// [`clockwork!`](crate::clockwork!) makes a [`StateSpace`](crate::StateSpace) of it, whose moves
/// are the pass and the legal orders of the time step; the game stops there as soon as its goal is
/// decided.
pub trait Clockwork: Sync {
    /// Everything that changes.
    type World: Clone + Send + Sync;
    /// An order.
    type Command: Copy + Eq + Hash + Debug + Send + Sync;
    /// What a world can have too little of but never too much, like the units that orders use up: a
    /// stock is less than or equal to another if it has no more of anything. `()` where there is no
    /// such thing.
    type Stock: Copy + PartialOrd + Send + Sync;

    /// The world before the first time step.
    fn begin(&self) -> Self::World;
    /// How many time steps are over.
    fn now(&self, world: &Self::World) -> u32;
    /// No game takes more time steps than this.
    fn horizon(&self) -> u32;
    /// Whether the world has come to its end.
    fn is_over(&self, world: &Self::World) -> bool;
    /// Whether nothing that is still ordered can change the goal; so it is at the end at the
    /// latest.
    fn is_decided(&self, world: &Self::World) -> bool {
        self.is_over(world)
    }
    /// Whether the goal is reached.
    fn is_solved(&self, world: &Self::World) -> bool;
    /// Whether the goal is out of reach, as
    /// [`Guided::is_hopeless`](crate::Guided::is_hopeless) says it.
    fn is_hopeless(&self, _world: &Self::World) -> bool {
        false
    }
    /// Names the orders worth giving now, in a fixed order; all of them would be obeyed.
    fn each_command(&self, world: &Self::World, each: impl FnMut(Self::Command));
    /// Names every order that would be obeyed now, those not worth giving too.
    fn each_obeyed(&self, world: &Self::World, each: impl FnMut(Self::Command)) {
        self.each_command(world, each);
    }
    /// An order as people write it, without its time.
    fn spell(&self, command: Self::Command) -> String;
    /// How many different orders there are, whether they are obeyed or not; the pass is none.
    fn orders(&self) -> u64;
    /// Whether an order would be obeyed now.
    fn obeys(&self, world: &Self::World, command: Self::Command) -> bool {
        let mut listed = false;
        self.each_command(world, |other| listed |= other == command);
        listed
    }
    /// One time step, its order first, and what it gains. An order that would not be obeyed is a
    /// pass.
    fn tick(&self, world: &mut Self::World, command: Option<Self::Command>) -> Score;
    /// What is added to the score at the end of the world.
    fn last_gain(&self, _world: &Self::World) -> Score {
        0
    }
    /// Names the world's future, as [`StateSpace::key`](crate::StateSpace::key) does.
    fn future(&self, world: &Self::World) -> u128;
    /// Names the world's future and what orders call things in it: the same order means the same in
    /// two worlds of one name.
    fn identity(&self, world: &Self::World) -> u128 {
        self.future(world)
    }
    /// Names the world's future but for its stock, and the stock: of two worlds with one name, the
    /// one with the larger stock reaches the goal if the other does.
    fn outlook(&self, world: &Self::World) -> (u128, Self::Stock);
    /// Whether an order that would be obeyed now can as well be given in the next time step:
    /// whatever else is ordered in this one, nothing that happens in it depends on the order, and
    /// it would be obeyed after it unless its time is over for good. It may be denied where it is
    /// so.
    fn can_wait(&self, _world: &Self::World, _command: Self::Command) -> bool {
        false
    }
    /// Changes the world into what it would be, had the order been given in an earlier time step
    /// since which it could always wait. By default none can.
    fn backdate(&self, _world: &mut Self::World, _command: Self::Command) {}
    /// A guess of what is still to be gained, as
    /// [`Guided::estimate`](crate::Guided::estimate) makes one.
    fn guess(&self, _world: &Self::World) -> Score {
        0
    }

    /// What is gained from here to the end if nothing more is ordered, the last gain included.
    fn run_down(&self, world: &mut Self::World) -> Score {
        let mut gained = 0;
        while !self.is_over(world) {
            gained += self.tick(world, None);
        }
        gained + self.last_gain(world)
    }
}

/// What a person sees in a cell of a scene, and can order there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight<C> {
    /// What is there, in a few words.
    pub words: String,
    /// The orders that concern it and would be obeyed now, each with a name.
    pub orders: Vec<(String, C)>,
}

/// Facet: a world that a person watches, and gives orders to.
pub trait Staged: Clockwork {
    /// The world as people draw it.
    fn scene(&self, world: &Self::World) -> Picture;
    /// How it stands, in a few words.
    fn status(&self, world: &Self::World) -> String;
    /// What is to be seen at a place of the scene; none where there is nothing.
    fn sight(&self, world: &Self::World, x: u32, y: u32) -> Option<Sight<Self::Command>>;
}

/// Makes a state space of a [`Clockwork`]: a move is one time step's order or pass, the pass listed
/// first.
#[macro_export]
macro_rules! clockwork {
    ($puzzle:ty) => {
        impl $crate::StateSpace for $puzzle {
            type State = <Self as $crate::Clockwork>::World;
            type Move = $crate::Timed<<Self as $crate::Clockwork>::Command>;

            fn start(&self) -> Self::State {
                $crate::Clockwork::begin(self)
            }
            fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
                if $crate::Clockwork::is_decided(self, state) {
                    return;
                }
                let at = $crate::Clockwork::now(self, state);
                out.push($crate::Timed { at, command: None });
                $crate::Clockwork::each_command(self, state, |command| {
                    out.push($crate::Timed { at, command: Some(command) });
                });
            }
            fn play(&self, state: &mut Self::State, mv: Self::Move) -> $crate::Score {
                debug_assert_eq!(
                    mv.at,
                    $crate::Clockwork::now(self, state),
                    "one move for each time step"
                );
                $crate::Clockwork::tick(self, state, mv.command)
            }
            fn is_solved(&self, state: &Self::State) -> bool {
                $crate::Clockwork::is_solved(self, state)
            }
            fn key(&self, state: &Self::State) -> u128 {
                $crate::Clockwork::future(self, state)
            }
        }

        impl $crate::Guided for $puzzle {
            fn terminal_score(&self, state: &Self::State) -> $crate::Score {
                $crate::Clockwork::run_down(self, &mut state.clone())
            }
            fn is_hopeless(&self, state: &Self::State) -> bool {
                $crate::Clockwork::is_hopeless(self, state)
            }
            fn resolve_move(&self, state: &Self::State, mv: Self::Move) -> Option<Self::Move> {
                if $crate::Clockwork::is_decided(self, state)
                    || mv.at != $crate::Clockwork::now(self, state)
                {
                    return None;
                }
                let obeyed =
                    mv.command.filter(|&command| $crate::Clockwork::obeys(self, state, command));
                Some($crate::Timed { command: obeyed, ..mv })
            }
            fn estimate(&self, state: &Self::State) -> $crate::Score {
                $crate::Clockwork::guess(self, state)
            }
            /// Passes until the goal is decided.
            fn finish(
                &self,
                state: &mut Self::State,
                line: &mut Vec<Self::Move>,
                goes_on: &mut dyn FnMut() -> bool,
            ) -> Option<$crate::Score> {
                let mut gained = 0;
                while !$crate::Clockwork::is_decided(self, state) {
                    if !goes_on() {
                        return None;
                    }
                    line.push($crate::Timed {
                        at: $crate::Clockwork::now(self, state),
                        command: None,
                    });
                    gained += $crate::Clockwork::tick(self, state, None);
                }
                Some(gained + $crate::Guided::terminal_score(self, state))
            }
        }
    };
}

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

impl<S: Ticking> Clockwork for Onward<'_, S> {
    type World = S::World;
    type Command = S::Command;
    type Stock = S::Stock;

    fn begin(&self) -> S::World {
        self.from().clone()
    }
    fn now(&self, world: &S::World) -> u32 {
        self.space().now(world)
    }
    fn horizon(&self) -> u32 {
        self.space().horizon()
    }
    fn is_over(&self, world: &S::World) -> bool {
        self.space().is_over(world)
    }
    fn is_decided(&self, world: &S::World) -> bool {
        self.space().is_decided(world)
    }
    fn is_solved(&self, world: &S::World) -> bool {
        Clockwork::is_solved(self.space(), world)
    }
    fn is_hopeless(&self, world: &S::World) -> bool {
        Clockwork::is_hopeless(self.space(), world)
    }
    fn each_command(&self, world: &S::World, each: impl FnMut(S::Command)) {
        self.space().each_command(world, each);
    }
    fn each_obeyed(&self, world: &S::World, each: impl FnMut(S::Command)) {
        self.space().each_obeyed(world, each);
    }
    fn spell(&self, command: S::Command) -> String {
        self.space().spell(command)
    }
    fn orders(&self) -> u64 {
        self.space().orders()
    }
    fn obeys(&self, world: &S::World, command: S::Command) -> bool {
        self.space().obeys(world, command)
    }
    fn tick(&self, world: &mut S::World, command: Option<S::Command>) -> Score {
        self.space().tick(world, command)
    }
    fn last_gain(&self, world: &S::World) -> Score {
        self.space().last_gain(world)
    }
    fn future(&self, world: &S::World) -> u128 {
        self.space().future(world)
    }
    fn identity(&self, world: &S::World) -> u128 {
        self.space().identity(world)
    }
    fn outlook(&self, world: &S::World) -> (u128, S::Stock) {
        self.space().outlook(world)
    }
    fn can_wait(&self, world: &S::World, command: S::Command) -> bool {
        self.space().can_wait(world, command)
    }
    fn backdate(&self, world: &mut S::World, command: S::Command) {
        self.space().backdate(world, command);
    }
    fn guess(&self, world: &S::World) -> Score {
        self.space().guess(world)
    }
}
