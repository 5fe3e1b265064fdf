//! Drives a paired search: plainly, for lines of play whose answers are whole games, or for games
//! of chance.

use quarry_core::{Episode, Guided, Meter, Observer, Outcome, Puzzle, Search, watch};
use quarry_solvers::whole::WholeGames;

use crate::judged::Judged;

/// A running search: its seed, its meter and its observer.
pub(crate) struct Run<'r, 'm, A> {
    pub(crate) seed: u64,
    pub(crate) meter: &'r mut Meter<'m>,
    pub(crate) observe: &'r mut Observer<'r, A>,
}

impl<A: Clone> Run<'_, '_, A> {
    pub(super) fn drive<S: Search<Answer = A>>(self, mut search: S) -> Outcome<A> {
        watch(&mut search, self.meter, self.observe)
    }

    pub(super) fn drive_seeded<S: Search<Answer = A>>(
        self,
        begin: impl FnOnce(u64) -> S,
    ) -> Outcome<A> {
        let search = begin(self.seed);
        self.drive(search)
    }
}

impl<M: Clone> Run<'_, '_, Episode<M>> {
    /// Plays a game of chance and reserves time to judge it: games may have millions of moves.
    pub(super) fn play_episode<P, T>(self, puzzle: &P, search: T) -> Outcome<Episode<M>>
    where
        P: Puzzle<Answer = Episode<M>>,
        T: Search<Answer = Episode<M>>,
    {
        self.drive(Judged { puzzle, search, rehearsed: false })
    }
}

impl<M: Clone> Run<'_, '_, Vec<M>> {
    /// Drives a search for lines of play whose answer is a whole game.
    pub(super) fn play<'s, S, T>(self, space: &'s S, search: T) -> Outcome<Vec<M>>
    where
        S: Guided<Move = M>,
        T: Search<Answer = Vec<M>> + 's,
    {
        self.drive(WholeGames::new(space, search))
    }

    pub(super) fn play_seeded<'s, S, T>(
        self,
        space: &'s S,
        begin: impl FnOnce(u64) -> T,
    ) -> Outcome<Vec<M>>
    where
        S: Guided<Move = M>,
        T: Search<Answer = Vec<M>> + 's,
    {
        let search = begin(self.seed);
        self.play(space, search)
    }
}
