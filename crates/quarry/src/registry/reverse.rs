//! Puzzles whose play can be followed backwards, and puzzles whose states are found again layer by
//! layer.

use quarry_core::{Layered, NoSettings, Played, Puzzle, Reversible};
use quarry_solvers::tree::bidirectional::{self, Bidirectional};
use quarry_solvers::tree::breadth_first_heuristic::{self, BreadthFirstHeuristic};
use quarry_solvers::tree::frontier::{self, FrontierSearch};

use super::{Registry, Run, fitted};

impl<P: Puzzle> Registry<P> {
    pub(super) fn with_ways_back(&mut self)
    where
        P: Played + Reversible,
    {
        self.pair(bidirectional::CARD, |p, s, run| run.play(p, Bidirectional::new(p, s)));
    }

    pub(super) fn with_layers(&mut self)
    where
        P: Played + Layered,
    {
        let fits = |p: &P, _: &NoSettings| p.check_layers();
        self.add(fitted(frontier::CARD, fits, |p, s, (), run: Run<_>| {
            run.play(p, FrontierSearch::new(p, s))
        }));
        self.add(fitted(breadth_first_heuristic::CARD, fits, |p, s, (), run: Run<_>| {
            run.play(p, BreadthFirstHeuristic::new(p, s))
        }));
    }
}
