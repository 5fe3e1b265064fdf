//! The puzzle's portfolio: its members, the length of their turns, and when it stops.

use quarry_core::{Aim, NoSettings, Puzzle};
use quarry_solvers::auto::{self, Auto, Member, Until};

use super::{Registry, Run};

/// Creates a member of the puzzle's portfolio for a seed.
pub(super) type Recruit<P> = for<'p> fn(&'p P, u64) -> Member<'p, <P as Puzzle>::Answer>;

/// Work of one turn of each method, in nodes and evaluations, set by hand: most for the strongest
/// improver, little for attempts at a proof, and short for all, so that even a small budget is
/// shared.
pub(super) mod turn {
    pub(in crate::registry) const BRANCH_AND_BOUND: u64 = 3_000;
    pub(in crate::registry) const TEMPERING: u64 = 100_000;
    pub(in crate::registry) const CONSTRAINTS: u64 = 1_000;
    pub(in crate::registry) const SPARSE: u64 = 100_000;
}

impl<P: Puzzle> Registry<P> {
    /// Pairs the portfolio of the collected members.
    pub(super) fn pair_portfolio(&mut self) {
        let recruits = std::mem::take(&mut self.recruits);
        if recruits.is_empty() {
            return;
        }
        self.pair(auto::CARD, move |p: &P, _: &NoSettings, run: Run<P::Answer>| {
            let members: Vec<_> = recruits.iter().map(|recruit| recruit(p, run.seed)).collect();
            let counts = members.iter().any(Member::counts_solutions);
            let until = match p.objective() {
                Aim::Maximise => Until::Best,
                Aim::Reach if counts => Until::Counted,
                Aim::Reach => Until::Goal,
            };
            run.drive(Auto::new(members, until))
        });
    }
}
