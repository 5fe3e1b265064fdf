//! Puzzles that move by themselves and obey orders.

use std::sync::Arc;

use quarry_core::{Clocked, Featured, Notation, Onward, Puzzle, Scripted, Sensed, Staged};
use quarry_solvers::evolve::scripts::Scripts;
use quarry_solvers::evolve::{ga_alpha, ga_events, ga_nets, ga_scripts};
use quarry_solvers::tree::approach::{self, Approach};
use quarry_solvers::tree::exact_reach::{self, ExactReach};
use quarry_solvers::tree::novelty::{self, Novelty};
use quarry_solvers::tree::portfolio::{self, Portfolio};
use quarry_solvers::tree::soonest::{self, SoonestAStar, SoonestIdaStar, SoonestUniformCost};

use super::Registry;
use crate::goal_analysis::analyse_goal;
use crate::likeness::likeness;
use crate::session::{Session, Timeline};
use crate::trace::positions;

impl<P: Puzzle> Registry<P> {
    pub(super) fn with_clock(&mut self)
    where
        P: Clocked + Staged + Scripted + Featured + Notation,
    {
        self.with_play();
        self.pair(approach::CARD, |p, s, run| run.play(p, Approach::new(p, s)));
        self.pair(novelty::CARD, |p, s, run| run.play(p, Novelty::new(p, s)));
        self.pair(exact_reach::CARD, |p, s, run| run.play(p, ExactReach::new(p, s)));
        self.pair(soonest::A_STAR, |p, s, run| run.play(p, SoonestAStar::new(p, s)));
        self.pair(soonest::IDA_STAR, |p, s, run| run.play(p, SoonestIdaStar::new(p, s)));
        self.pair(soonest::UNIFORM_COST, |p, s, run| run.play(p, SoonestUniformCost::new(p, s)));
        self.pair(portfolio::CARD, |p, s, run| run.play(p, Portfolio::new(p, s)));
        self.trace = Some(|p, line| {
            positions(Onward::new(p, p.begin()), line, |mv| p.write_move(mv), |_| None)
        });
        self.session =
            Some(Box::new(|puzzle| Session::Clock(Box::new(Timeline::new(puzzle, None)))));
        self.after_portfolio = Some(|registry, portfolio| {
            registry.session = Some(Box::new(move |puzzle| {
                let portfolio = Some(Arc::clone(&portfolio));
                Session::Clock(Box::new(Timeline::new(puzzle, portfolio)))
            }));
        });
        self.pair(ga_scripts::CARD, |p, s, run| {
            run.play_seeded(p, |seed| Scripts::by_step(p, s, seed))
        });
        self.pair(ga_alpha::CARD, |p, s, run| {
            run.play_seeded(p, |seed| Scripts::with_cast(p, s, seed))
        });
        self.pair(ga_events::CARD, |p, s, run| {
            run.play_seeded(p, |seed| Scripts::by_event(p, s, seed))
        });
        self.analyse_goal = Some(analyse_goal);
        self.likeness = Some(likeness);
    }

    pub(super) fn with_senses(&mut self)
    where
        P: Clocked + Sensed,
    {
        self.pair(ga_nets::CARD, |p, s, run| {
            run.play_seeded(p, |seed| Scripts::by_agent(p, s, seed))
        });
    }
}
