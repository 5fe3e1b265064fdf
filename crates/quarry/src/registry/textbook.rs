//! Puzzles that are played step by step. The textbook searches are compiled once for all puzzles; a
//! hot puzzle has its own copies (`hot.rs`) of the same list. Searches that use a bound are
//! compiled for each puzzle.

use quarry_core::{
    Bounded, DynFeatured, Erased, Featured, Guided, Interactive, MoveNumber, Onward, Played,
    Puzzle, Search, SettingError,
};
use quarry_solvers::auto::Member;
use quarry_solvers::swarm::genetic_programming::{
    self, GeneticProgramming, GeneticProgrammingSettings, read_formula,
};
use quarry_solvers::tree::a_star::{self, AStar};
use quarry_solvers::tree::approach::{self, Approach};
use quarry_solvers::tree::branch_and_bound::{self, BranchAndBound, BranchAndBoundSettings};
use quarry_solvers::tree::closed::GraphSettings;
use quarry_solvers::tree::ida_star::{self, IdaStar};
use quarry_solvers::tree::k_best_first::{self, KBestFirst};
use quarry_solvers::tree::novelty::{self, Novelty};
use quarry_solvers::tree::uniform_cost::{self, UniformCost};
use quarry_solvers::tree::weighted_a_star::{self, WeightedAStar, WeightedAStarSettings};
use quarry_solvers::whole::WholeGames;

use super::Registry;
use super::portfolio::turn;
use super::shared::{BoxedSearch, SharedSolver, Typed};
use crate::session::{Session, SoloGame, StepSession};
use crate::trace::positions;

/// Passes the textbook searches to a macro one by one: the module, the type, and `seed` if the
/// search is randomised. This is the list.
macro_rules! for_each_textbook_search {
    ($each:ident) => {
        $each!(tree::greedy, Greedy);
        $each!(tree::beam, Beam);
        $each!(montecarlo::random, Random, seed);
        $each!(montecarlo::iterative_sampling, IterativeSampling, seed);
        $each!(montecarlo::dbs, Dbs);
        $each!(montecarlo::mc_rws, McRws, seed);
        $each!(montecarlo::sp_mcts, SpMcts, seed);
        $each!(montecarlo::nmcs, Nmcs, seed);
        $each!(montecarlo::nrpa, Nrpa, by_move);
        $each!(local::hill_climbing, HillClimbing, seed);
        $each!(local::tabu, Tabu, seed);
        $each!(local::annealing, Annealing, seed);
        $each!(local::vns, Vns, seed);
        $each!(local::vnd, Vnd, seed);
        $each!(swarm::line_ga, LineGa, seed);
        $each!(swarm::ant_colony, AntColony, by_move);
        $each!(swarm::particle_swarm, ParticleSwarm, seed);
        $each!(swarm::clonal_selection, ClonalSelection, seed);
        $each!(tree::backtrack, Backtrack);
        $each!(tree::breadth_first, BreadthFirst);
        $each!(tree::depth_first, DepthFirst);
        $each!(tree::depth_limited, DepthLimited);
        $each!(tree::iterative_deepening, IterativeDeepening);
    };
}
pub(super) use for_each_textbook_search;

/// Returns the textbook searches, over type-erased spaces.
pub(crate) fn textbook() -> Vec<SharedSolver> {
    let mut solvers = Vec::new();
    macro_rules! add {
        ($family:ident::$file:ident, $search:ident) => {{
            use quarry_solvers::$family::$file::{CARD, $search};
            solvers.push(SharedSolver::new(CARD, |space, settings, _| {
                whole(space.0, $search::new(space.0, settings))
            }));
        }};
        ($family:ident::$file:ident, $search:ident, seed) => {{
            use quarry_solvers::$family::$file::{CARD, $search};
            solvers.push(SharedSolver::new(CARD, |space, settings, seed| {
                whole(space.0, $search::new(space.0, settings, seed))
            }));
        }};
        ($family:ident::$file:ident, $search:ident, by_move) => {{
            use quarry_solvers::$family::$file::{CARD, $search};
            solvers.push(SharedSolver::new(CARD, |space, settings, seed| {
                whole(space.0, $search::new(space, settings, seed))
            }));
        }};
    }
    for_each_textbook_search!(add);
    let formulas = SharedSolver::new(genetic_programming::CARD, |space, settings, seed| {
        whole(space.0, GeneticProgramming::new(space.0, settings, seed))
    });
    solvers.push(formulas.checked(|settings: &GeneticProgrammingSettings| {
        let read = read_formula(settings).map(|_| ());
        read.map_err(|why| SettingError::Unsuited("formula".to_owned(), why))
    }));
    solvers
}

/// Wraps a search so that it plays its games to the end.
fn whole<'s, S, T>(space: &'s S, search: T) -> BoxedSearch<'s>
where
    S: Guided<Move = MoveNumber>,
    T: Search<Answer = Vec<MoveNumber>> + 's,
{
    Box::new(WholeGames::new(space, search))
}

impl<P: Puzzle> Registry<P> {
    /// Adds everything that needs only the rules of play.
    pub(super) fn with_play(&mut self)
    where
        P: Played,
    {
        self.closing = Some(|p| {
            let mut line = Vec::new();
            p.finish(&mut p.start(), &mut line, &mut || true);
            _ = p.judge(&line);
        });
        self.pair_shared();
    }

    pub(super) fn with_interaction(&mut self)
    where
        P: Played + Interactive,
    {
        self.session =
            Some(Box::new(|puzzle| Session::Steps(Box::new(StepSession::new(SoloGame(puzzle))))));
        self.trace = Some(|p, line| {
            let name = |mv| p.write_move(mv);
            let scene = |state: &P::State| Some(p.scene(state));
            positions(Onward::new(p, p.start()), line, name, scene)
        });
    }

    /// Adds the searches that notice when play goes in circles.
    pub(super) fn with_bounds(&mut self)
    where
        P: Played + Bounded,
    {
        self.pair(a_star::CARD, |p, s, run| run.play(p, AStar::new(p, s)));
        self.pair(ida_star::CARD, |p, s, run| run.play(p, IdaStar::new(p, s)));
        self.pair(uniform_cost::CARD, |p, s, run| run.play(p, UniformCost::new(p, s)));
        self.pair(weighted_a_star::CARD, |p, s, run| run.play(p, WeightedAStar::new(p, s)));
        self.pair(k_best_first::CARD, |p, s, run| run.play(p, KBestFirst::new(p, s)));
        self.recruits.push(|p, _, _| {
            // Finds some goal quickly; where every game is an answer, others do that better.
            p.aim().needs_goal().then(|| {
                let search = WeightedAStar::new(p, &WeightedAStarSettings::default());
                let whole = WholeGames::new(p, search);
                Member::new(weighted_a_star::CARD.name, turn::WEIGHTED_A_STAR, whole)
            })
        });
        self.recruits.push(|p, _, _| {
            // Where every game ends, branch and bound does the same in less memory.
            p.longest_game()?;
            let whole = WholeGames::new(p, AStar::new(p, &GraphSettings::default()));
            Some(Member::new(a_star::CARD.name, turn::A_STAR, whole))
        });
    }

    pub(super) fn with_ends(&mut self)
    where
        P: Played + Bounded,
    {
        self.pair(branch_and_bound::CARD, |p, s, run| run.play(p, BranchAndBound::new(p, s)));
        self.recruits.insert(0, |p, _, _| {
            let search = BranchAndBound::new(p, &BranchAndBoundSettings::default());
            let whole = WholeGames::new(p, search);
            Some(Member::new(branch_and_bound::CARD.name, turn::BRANCH_AND_BOUND, whole))
        });
    }

    pub(super) fn with_features(&mut self)
    where
        P: Played + Featured,
    {
        self.pair(approach::CARD, |p, s, run| {
            let space = Erased(p as &dyn DynFeatured);
            run.drive(Typed::new(whole(&space, Approach::new(&space, s))))
        });
        self.pair(novelty::CARD, |p, s, run| {
            let space = Erased(p as &dyn DynFeatured);
            run.drive(Typed::new(whole(&space, Novelty::new(&space, s))))
        });
    }
}
