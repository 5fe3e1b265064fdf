//! Puzzles that move by themselves: in each time step the world obeys at most one order, then
//! advances by one tick. Scripts are plans for such a world that give a cue for each time step.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Aim, Onward, Picture, Score, Side, Ticking};

/// The action of one time step: an order, or a pass.
///
/// A line of play has one entry for each step. An answer may leave passes out: missing steps are
/// passes. The time is part of the move because, to a learner or a search, the same order at
/// another time is a different move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timed<C> {
    /// Time step, from 0.
    pub at: u32,
    /// Order; `None` is a pass.
    pub command: Option<C>,
}

/// Facet: a world that ticks on its own and accepts at most one order in each time step.
///
/// [`clockwork!`](crate::clockwork!) makes a [`StateSpace`](crate::StateSpace) of it, whose moves
/// are the pass and the legal orders of the time step. The game stops as soon as its goal is
/// decided.
pub trait Clockwork: Sync {
    /// Everything that changes.
    type World: Clone + Send + Sync;
    /// An order.
    type Command: Copy + Eq + Hash + Debug + Send + Sync;
    /// Resources of which a world can have too little but never too much, such as the units that
    /// orders use up. A stock is less than or equal to another if it has no more of any resource.
    /// `()` where there are none.
    type Stock: Copy + PartialOrd + Send + Sync;

    /// Returns what the puzzle asks for; by default, reaching the goal in any way.
    fn aim(&self) -> Aim {
        Aim::Reach
    }
    /// Returns the world before the first time step.
    fn begin(&self) -> Self::World;
    /// Returns the number of time steps that have passed.
    fn now(&self, world: &Self::World) -> u32;
    /// Returns the maximal number of time steps of a game.
    fn horizon(&self) -> u32;
    /// Returns whether the world has ended.
    fn is_over(&self, world: &Self::World) -> bool;
    /// Returns whether no further order can change whether the goal is reached. Always true once
    /// the world has ended.
    fn is_decided(&self, world: &Self::World) -> bool {
        self.is_over(world)
    }
    /// Returns whether the goal is reached.
    fn is_solved(&self, world: &Self::World) -> bool;
    /// Returns whether the goal is out of reach, with the meaning of
    /// [`Guided::is_hopeless`](crate::Guided::is_hopeless).
    fn is_hopeless(&self, _world: &Self::World) -> bool {
        false
    }
    /// Returns at most the number of time steps that are still needed to reach the goal, whatever is
    /// ordered; 0 where nothing is known.
    fn steps_to_goal(&self, _world: &Self::World) -> u32 {
        0
    }
    /// Returns about how many bytes a world holds besides itself.
    fn heap_bytes(&self, _world: &Self::World) -> usize {
        0
    }
    /// Calls `each` with the orders worth giving now, in a fixed order; all of them would be
    /// obeyed.
    fn each_command(&self, world: &Self::World, each: impl FnMut(Self::Command));
    /// Calls `each` with every order that would be obeyed now, including those not worth giving.
    fn each_obeyed(&self, world: &Self::World, each: impl FnMut(Self::Command)) {
        self.each_command(world, each);
    }
    /// Writes an order in its notation, without its time.
    fn spell(&self, command: Self::Command) -> String;
    /// Returns the number of different orders, obeyed or not, without the pass.
    fn orders(&self) -> u64;
    /// Returns whether an order would be obeyed now.
    fn obeys(&self, world: &Self::World, command: Self::Command) -> bool {
        let mut listed = false;
        self.each_command(world, |other| listed |= other == command);
        listed
    }
    /// Advances the world by one time step, obeying the order first, and returns the gain. An order
    /// that would not be obeyed counts as a pass.
    fn tick(&self, world: &mut Self::World, command: Option<Self::Command>) -> Score;
    /// Returns what is added to the score when the world ends.
    fn last_gain(&self, _world: &Self::World) -> Score {
        0
    }
    /// Returns a key of the world's future, as [`StateSpace::key`](crate::StateSpace::key) does.
    fn future(&self, world: &Self::World) -> u128;
    /// Returns a key of the world's future and of the names that orders use: in two worlds with the
    /// same key, the same order means the same.
    fn identity(&self, world: &Self::World) -> u128 {
        self.future(world)
    }
    /// Returns a key of the world's future without its stock, and the stock. Of two worlds with the
    /// same key, the one with the larger stock reaches the goal if the other one does.
    fn outlook(&self, world: &Self::World) -> (u128, Self::Stock);
    /// Returns whether an order that would be obeyed now can just as well be given in the next time
    /// step. Then, whatever else is ordered in this step, nothing that happens in it depends on the
    /// order, and the order would be obeyed afterwards unless it can never be obeyed again. May
    /// return false even if the order can wait.
    fn can_wait(&self, _world: &Self::World, _command: Self::Command) -> bool {
        false
    }
    /// Changes the world into what it would be if the order had been given in an earlier time step
    /// since which it could always wait. Does nothing by default, because by default no order can
    /// wait.
    fn backdate(&self, _world: &mut Self::World, _command: Self::Command) {}
    /// Estimates what is still to be gained, with the meaning of
    /// [`Guided::estimate`](crate::Guided::estimate).
    fn guess(&self, _world: &Self::World) -> Score {
        0
    }

    /// Returns what is gained from here to the end without further orders, including the last gain.
    fn run_down(&self, world: &mut Self::World) -> Score {
        let mut gained = 0;
        while !self.is_over(world) {
            gained += self.tick(world, None);
        }
        gained + self.last_gain(world)
    }
}

/// The content of a scene's cell and the orders it accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight<C> {
    /// Description in a few words.
    pub words: String,
    /// Orders that concern the cell and would be obeyed now, each with a label.
    pub orders: Vec<(String, C)>,
}

/// Facet: a world that people can watch and give orders to.
pub trait Staged: Clockwork {
    /// Draws the world.
    fn scene(&self, world: &Self::World) -> Picture;
    /// Describes the current status in a few words.
    fn status(&self, world: &Self::World) -> String;
    /// Returns what is at a place of the scene, or `None` if the place is empty.
    fn sight(&self, world: &Self::World, x: u32, y: u32) -> Option<Sight<Self::Command>>;
    /// Returns the action of an arrow key, an order or a pass, in worlds where arrow keys play.
    fn steer(&self, _world: &Self::World, _towards: Side) -> Option<Option<Self::Command>> {
        None
    }
    /// Returns the instance that begins in this world, for puzzles whose own solvers look for hints.
    /// It is neither written nor judged.
    fn starting_at(&self, _world: &Self::World) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
    /// Says in a sentence why a way to the goal is a good one, if the puzzle can tell. The way has
    /// one action for each time step from this world on.
    fn why(&self, _world: &Self::World, _way: &[Timed<Self::Command>]) -> Option<String> {
        None
    }
}

/// Makes a state space of a [`Clockwork`]: a move is one time step's order or pass, with the pass
/// listed first.
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
            fn aim(&self) -> $crate::Aim {
                $crate::Clockwork::aim(self)
            }
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
            fn heap_bytes(&self, state: &Self::State) -> usize {
                $crate::Clockwork::heap_bytes(self, state)
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

/// A script's entry for one time step: an addressee and an instruction. A cue with neither is the
/// pass, and so is every other cue that stands for no order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cue {
    /// Addressee: a member of the cast, by number from 0.
    pub whom: Option<u16>,
    /// Instruction: the number of a role or a call.
    pub what: Option<u16>,
}

/// Facet: a clockwork whose orders are cues, so that addressee and instruction can be chosen
/// separately. A script's value is the score of its game when the world is played to the very end.
pub trait Scripted: Clockwork {
    /// Returns the number of possible addressees.
    fn cast(&self) -> u16;
    /// Returns the numbers of the instructions that an addressee can receive. A number means the
    /// same in every instance of the puzzle.
    fn roles(&self) -> Vec<u16>;
    /// Returns the numbers of the instructions without an addressee.
    fn calls(&self) -> Vec<u16>;
    /// Returns the order that a cue stands for, or `None` if it is a pass.
    fn command(&self, cue: Cue) -> Option<Self::Command>;
    /// Returns all combinations of an addressee or none with a role or none, but no calls. Drawing
    /// one of these draws addressee and instruction together.
    fn cues(&self) -> Vec<Cue> {
        let roles = self.roles();
        let what = || std::iter::once(None).chain(roles.iter().copied().map(Some));
        let whom = std::iter::once(None).chain((0..self.cast()).map(Some));
        whom.flat_map(|whom| what().map(move |what| Cue { whom, what })).collect()
    }
    /// Returns how alike this instance and another one are: named shares from 0 to 1, the same from
    /// both sides, and 1 for equal instances. Empty if nothing is known.
    fn likeness(&self, _other: &Self) -> Vec<(&'static str, f64)> {
        Vec::new()
    }
    /// Calls `each` with those addressees to which something has just happened or is about to
    /// happen, in a fixed order. An addressee that enters the world is always reported then, so
    /// that any time in its life can be given relative to such an occasion.
    fn each_occasion(&self, world: &Self::World, each: impl FnMut(u16));
}

/// Facet: a clockwork whose addressees can choose their own orders, by what each of them senses.
pub trait Sensed: Scripted {
    /// Returns how many numbers an addressee senses that sees this many cells in each direction.
    fn senses(&self, sight: u64) -> usize;
    /// Calls `each` with every addressee that is in the world and what it senses, numbers from 0 to
    /// 1, in a fixed order. All whose orders would be obeyed are in the world. The numbers are
    /// written to `numbers`.
    fn each_sense(
        &self,
        world: &Self::World,
        sight: u64,
        numbers: &mut Vec<f32>,
        each: impl FnMut(u16, &[f32]),
    );
}

impl<S: Ticking> Clockwork for Onward<'_, S> {
    type World = S::World;
    type Command = S::Command;
    type Stock = S::Stock;

    fn aim(&self) -> Aim {
        Clockwork::aim(self.space())
    }
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
    fn steps_to_goal(&self, world: &S::World) -> u32 {
        self.space().steps_to_goal(world)
    }
    fn heap_bytes(&self, world: &S::World) -> usize {
        Clockwork::heap_bytes(self.space(), world)
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
