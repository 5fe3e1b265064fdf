//! Puzzles whose searches play millions of games: compiled copies of the textbook searches, and
//! searches that need more than the rules.

use quarry_core::{
    Coded, Generate, LowLevel, Played, Puzzle, Sampled, SettingError, Settings, Tracked,
};
use quarry_solvers::auto::Member;
use quarry_solvers::evolve::hyper::{self, Hyper, HyperSettings};
use quarry_solvers::evolve::hyper_ants::{self, HyperAnts};
use quarry_solvers::evolve::hyper_swarm::{self, HyperSwarm};
use quarry_solvers::evolve::offline::{Formulas, OfflineSettings, Programmes};
use quarry_solvers::evolve::{hyper_islands, programme};
use quarry_solvers::local::tempering::{self, Tempering, TemperingSettings};
use quarry_solvers::montecarlo::by_move::ByMove;
use quarry_solvers::montecarlo::iterative_sampling::{self, GuidedSampling};
use quarry_solvers::montecarlo::mc_rws::{self, McRws};
use quarry_solvers::montecarlo::nmcs::{self, Nmcs};
use quarry_solvers::montecarlo::nrpa::{self, Nrpa};
use quarry_solvers::montecarlo::sp_mcts::{self, SpMcts};
use quarry_solvers::swarm::ant_colony::{self, AntColony};
use quarry_solvers::whole::WholeGames;

use super::portfolio::turn;
use super::textbook::for_each_textbook_search;
use super::{Registry, fitted};
use crate::training::{Material, offline};

impl<P: Puzzle> Registry<P> {
    /// Adds copies of the textbook searches compiled for this puzzle.
    pub(super) fn with_own_copies(&mut self)
    where
        P: Played,
    {
        macro_rules! upgrade {
            ($family:ident::$file:ident, $search:ident) => {{
                use quarry_solvers::$family::$file::{CARD, $search};
                self.upgrade(CARD, |p, s, run| run.play(p, $search::new(p, s)));
            }};
            ($family:ident::$file:ident, $search:ident, seed) => {{
                use quarry_solvers::$family::$file::{CARD, $search};
                self.upgrade(CARD, |p, s, run| run.play_seeded(p, |seed| $search::new(p, s, seed)));
            }};
            ($family:ident::$file:ident, $search:ident, by_move) => {{
                use quarry_solvers::$family::$file::{CARD, $search};
                self.upgrade(CARD, |p, s, run| {
                    let seed = run.seed;
                    run.play(p, $search::new(&ByMove(p), s, seed))
                });
            }};
        }
        for_each_textbook_search!(upgrade);
    }

    pub(super) fn with_codes(&mut self)
    where
        P: Played + Sampled + Coded,
    {
        self.upgrade(iterative_sampling::CARD, |p, s, run| {
            run.play_seeded(p, |seed| GuidedSampling::new(p, s, seed))
        });
        self.upgrade(mc_rws::CARD, |p, s, run| {
            run.play_seeded(p, |seed| McRws::guided(p, s, seed))
        });
        self.upgrade(sp_mcts::CARD, |p, s, run| {
            run.play_seeded(p, |seed| SpMcts::guided(p, s, seed))
        });
        self.upgrade(nmcs::CARD, |p, s, run| run.play_seeded(p, |seed| Nmcs::guided(p, s, seed)));
        self.upgrade(nrpa::CARD, |p, s, run| run.play_seeded(p, |seed| Nrpa::new(p, s, seed)));
        self.upgrade(ant_colony::CARD, |p, s, run| {
            run.play_seeded(p, |seed| AntColony::new(p, s, seed))
        });
    }

    pub(super) fn with_tracks(&mut self)
    where
        P: Played + Tracked + Coded,
    {
        self.pair(tempering::CARD, |p, s, run| {
            run.play_seeded(p, |seed| Tempering::new(p, s, seed))
        });
        self.recruits.push(|p, seed, _| {
            let search = Tempering::new(p, &TemperingSettings::default(), seed);
            Some(Member::new(tempering::CARD.name, turn::TEMPERING, WholeGames::new(p, search)))
        });
    }

    pub(super) fn with_heuristics(&mut self)
    where
        P: Played + LowLevel + Generate,
    {
        self.heuristics = P::HEURISTICS;
        let fields = OfflineSettings::fields;
        let train = offline::train::<P, Programmes>;
        self.teach("programme", offline::OF_PROGRAMMES, Material::Instance, fields(), train);
        let train = offline::train::<P, Formulas>;
        self.teach("formula", offline::OF_FORMULAS, Material::Instance, fields(), train);
        self.add(fitted(
            hyper::CARD,
            |_, settings: &HyperSettings| {
                let read = programme::read(&settings.programme, P::HEURISTICS.len());
                read.map_err(|why| SettingError::Unsuited("programme".to_owned(), why))
            },
            |p, s, _, run| run.play_seeded(p, |seed| Hyper::new(p, s, seed)),
        ));
        self.pair(hyper_islands::CARD, |p, s, run| {
            run.play_seeded(p, |seed| Hyper::on_islands(p, s, seed))
        });
        self.pair(hyper_ants::CARD, |p, s, run| {
            run.play_seeded(p, |seed| HyperAnts::new(p, s, seed))
        });
        self.pair(hyper_swarm::CARD, |p, s, run| {
            run.play_seeded(p, |seed| HyperSwarm::new(p, s, seed))
        });
    }
}
