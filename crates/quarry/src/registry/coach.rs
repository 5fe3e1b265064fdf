//! Hints in words for puzzles that are played step by step.

use std::sync::Arc;

use quarry_core::{Coached, Puzzle};

use super::{Adviser, Registry};
use crate::session::{CoachedGame, Session, StepSession, coach};

impl<P: Puzzle> Registry<P> {
    pub(super) fn with_coach(&mut self)
    where
        P: Coached,
    {
        self.after_portfolio = Some(|registry, portfolio| {
            let shared = Arc::clone(&portfolio);
            registry.session = Some(Box::new(move |puzzle| {
                let game = CoachedGame { puzzle, portfolio: Arc::clone(&shared) };
                Session::Steps(Box::new(StepSession::new(game)))
            }));
            registry.adviser = Some(Adviser {
                advise: Box::new(move |puzzle, line, _, meter| {
                    coach::advise(puzzle, line, &portfolio, meter)
                }),
                blank: |_| Vec::new(),
            });
        });
    }
}
