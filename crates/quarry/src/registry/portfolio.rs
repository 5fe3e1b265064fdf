//! The puzzle's portfolio: its members, the length of their turns, and when it stops.

use std::sync::Arc;

use quarry_core::{Aim, NoSettings, Puzzle, Tables};
use quarry_solvers::auto::{self, Auto, Member, Until};

use super::{Registry, Run};

/// Creates a member of the puzzle's portfolio for a seed; `None` if the method takes no part on this
/// instance.
pub(super) type Recruit<P> =
    for<'p> fn(&'p P, u64, &'p dyn Tables) -> Option<Member<'p, <P as Puzzle>::Answer>>;

/// Work of one turn of each method, in nodes and evaluations, set by hand: most for the strongest
/// improver, little for attempts at a proof, and short for all, so that even a small budget is
/// shared.
pub(super) mod turn {
    pub(in crate::registry) const BRANCH_AND_BOUND: u64 = 3_000;
    pub(in crate::registry) const A_STAR: u64 = 3_000;
    pub(in crate::registry) const WEIGHTED_A_STAR: u64 = 10_000;
    pub(in crate::registry) const TEMPERING: u64 = 100_000;
    pub(in crate::registry) const CONSTRAINTS: u64 = 1_000;
    pub(in crate::registry) const SPARSE: u64 = 100_000;
}

impl<P: Puzzle> Registry<P> {
    /// Pairs the portfolio of the collected members.
    pub(super) fn pair_portfolio(&mut self) {
        let mut recruits = std::mem::take(&mut self.own_recruits);
        recruits.append(&mut self.recruits);
        if recruits.is_empty() {
            return;
        }
        let portfolio =
            Arc::new(PuzzlePortfolio { recruits, tables: Arc::clone(&self.shared.tables) });
        if let Some(add) = self.after_portfolio {
            add(self, Arc::clone(&portfolio));
        }
        self.pair(auto::CARD, move |p: &P, _: &NoSettings, run: Run<P::Answer>| {
            let search = portfolio.begin(p, run.seed);
            run.drive(search)
        });
    }
}

/// The methods that work on a puzzle in turns.
pub(crate) struct PuzzlePortfolio<P: Puzzle> {
    recruits: Vec<Recruit<P>>,
    tables: Arc<dyn Tables>,
}

impl<P: Puzzle> PuzzlePortfolio<P> {
    /// Creates the search by all methods that take part on this instance.
    pub(crate) fn begin<'p>(&'p self, p: &'p P, seed: u64) -> Auto<'p, P::Answer> {
        let join = |recruit: &Recruit<P>| recruit(p, seed, &*self.tables);
        let members: Vec<_> = self.recruits.iter().filter_map(join).collect();
        let counts = members.iter().any(Member::counts_solutions);
        let until = match p.objective() {
            Aim::ReachBest | Aim::Maximise => Until::Best,
            Aim::Reach if counts => Until::Counted,
            Aim::Reach => Until::Goal,
        };
        Auto::new(members, until)
    }
}
