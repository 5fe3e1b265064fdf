//! The puzzle's portfolio: who takes turns, for how long, and until what is known.

use quarry_core::{Aim, NoSettings, Puzzle};
use quarry_solvers::auto::{self, Auto, Member, Until};

use super::{Registry, Run};

/// Makes a member of the puzzle's portfolio, for a seed.
pub(super) type Recruit<P> = for<'p> fn(&'p P, u64) -> Member<'p, <P as Puzzle>::Answer>;

/// How much work a turn of each method is, in nodes and evaluations, set by hand: most for the
/// strongest improver, little where a proof is tried, and all of it short, so that a small budget
/// is shared too.
pub(super) mod turn {
    pub(in crate::registry) const BRANCH_AND_BOUND: u64 = 3_000;
    pub(in crate::registry) const TEMPERING: u64 = 100_000;
    pub(in crate::registry) const CONSTRAINTS: u64 = 1_000;
    pub(in crate::registry) const SPARSE: u64 = 100_000;
}

impl<P: Puzzle> Registry<P> {
    /// Pairs the portfolio of those who were recruited.
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
