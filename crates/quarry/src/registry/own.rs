//! Solvers that are made for one puzzle.

use std::sync::Arc;

use quarry_core::{OwnSolver, Puzzle};
use quarry_solvers::auto::Member;

use super::{Registry, Run, fitted};

impl<P: Puzzle> Registry<P> {
    pub(super) fn with_own_solver<S: OwnSolver<P>>(&mut self) {
        let tables = Arc::clone(&self.shared.tables);
        self.add(fitted(S::CARD, S::check, move |p: &P, s: &S::Settings, (), run: Run<_>| {
            let search = S::begin(p, s, run.seed, &*tables);
            run.drive(search)
        }));
        if !S::JOINS {
            return;
        }
        self.own_recruits.push(|p, seed, tables| {
            let turn = S::turn(p)?;
            let search = S::begin(p, &S::Settings::default(), seed, tables);
            Some(Member::new(S::CARD.name, turn, search))
        });
        self.own_recruits.push(|p, seed, tables| {
            let (name, turn) = (S::AGAIN?, S::turn(p)?);
            let search = S::begin(p, &S::Settings::default(), seed.wrapping_add(1), tables);
            Some(Member::new(name, turn, search).for_a_second())
        });
    }
}
