//! Puzzles whose answer is filled in.

use quarry_core::{Arranged, Constrained, Explained, Filled, Puzzle, Routed, rate};
use quarry_solvers::auto::Member;
use quarry_solvers::constraint::completion::completion;
use quarry_solvers::constraint::human::{self, Human};
use quarry_solvers::constraint::proof::prove;
use quarry_solvers::constraint::solve::{self, ConstraintSearch, ConstraintSearchSettings};
use quarry_solvers::evolve::ga::{self, Ga};
use quarry_solvers::evolve::ga_cbgi;
use quarry_solvers::evolve::memetic::{self, Memetic};
use quarry_solvers::local::sparse::{self, Sparse, SparseSettings};

use super::portfolio::turn;
use super::{Adviser, Registry};
use crate::advice::advise;
use crate::session::{FillSession, Session};

impl<P: Puzzle> Registry<P> {
    pub(super) fn with_filling(&mut self)
    where
        P: Filled,
    {
        self.session = Some(Box::new(|puzzle| Session::Fill(Box::new(FillSession::new(puzzle)))));
        self.drawn = Some(P::drawn);
    }

    pub(super) fn with_techniques(&mut self)
    where
        P: Explained,
    {
        self.pair(human::CARD, |p, s, run| run.drive(Human::new(p, s)));
        self.session =
            Some(Box::new(|puzzle| Session::Fill(Box::new(FillSession::taught(puzzle)))));
        self.rate = Some(rate);
        self.adviser = Some(Adviser { advise: Box::new(advise), blank: P::blank });
    }

    pub(super) fn with_constraints(&mut self)
    where
        P: Constrained,
    {
        self.pair(solve::CARD, |p, s, run| run.drive(ConstraintSearch::new(p, s)));
        self.completion = Some(completion);
        self.prove = Some(prove);
        self.recruits.insert(0, |p, _, _| {
            let search = ConstraintSearch::new(p, &ConstraintSearchSettings::default());
            Some(Member::new(solve::CARD.name, turn::CONSTRAINTS, search))
        });
    }

    pub(super) fn with_routes(&mut self)
    where
        P: Routed,
    {
        self.pair(sparse::CARD, |p, s, run| run.drive_seeded(|seed| Sparse::new(p, s, seed)));
        self.recruits.push(|p, seed, _| {
            let search = Sparse::new(p, &SparseSettings::default(), seed);
            Some(Member::new(sparse::CARD.name, turn::SPARSE, search))
        });
        // A second run from another seed may find another solution.
        self.recruits.push(|p, seed, _| {
            let search = Sparse::new(p, &SparseSettings::default(), seed.wrapping_add(1));
            Some(Member::new("sparse again", turn::SPARSE, search).for_a_second())
        });
    }

    pub(super) fn with_arrangements(&mut self)
    where
        P: Arranged<Whole = P::Answer>,
    {
        self.pair(ga::CARD, |p, s, run| run.drive_seeded(|seed| Ga::new(p, s, seed)));
        self.pair(ga_cbgi::CARD, |p, s, run| {
            run.drive_seeded(|seed| Ga::with_insertion(p, s, seed))
        });
        self.pair(memetic::CARD, |p, s, run| run.drive_seeded(|seed| Memetic::new(p, s, seed)));
    }
}
