//! The pairing: which solvers a puzzle gets for which facet. A new solver is one line here, for every
//! puzzle with that facet at once.

use std::sync::Arc;

use quarry_core::{
    Arranged, Bounded, Clocked, Coded, Constrained, Explained, Facets, Featured, Field, Filled, Generate,
    Interactive, LowLevel, Lucky, Meter, NoSettings, Observer, Outcome, Picture, Played, Potential, Puzzle,
    Rating, Routed, Sampled, Scripted, Search, SettingError, Settings, Staged, Tracked, Tunable, Valued,
    rate, watch,
};
use quarry_solvers::Card;
use quarry_solvers::chance::episode::Play;
use quarry_solvers::chance::expectimax::{self, Expectimax, ExpectimaxSettings};
use quarry_solvers::chance::random_player::RandomPlayer;
use quarry_solvers::constraint::exact as by_constraints;
use quarry_solvers::constraint::human::{self, Human};
use quarry_solvers::evolve::aging::AgingSettings;
use quarry_solvers::evolve::ga::{self, Ga};
use quarry_solvers::evolve::ga_alpha;
use quarry_solvers::evolve::ga_cbgi;
use quarry_solvers::evolve::ga_events;
use quarry_solvers::evolve::ga_scripts;
use quarry_solvers::evolve::hyper::{self, Hyper};
use quarry_solvers::evolve::hyper_islands;
use quarry_solvers::evolve::memetic::{self, Memetic};
use quarry_solvers::evolve::scripts::Scripts;
use quarry_solvers::local::annealing::{self, Annealing};
use quarry_solvers::local::hill_climbing::{self, HillClimbing};
use quarry_solvers::local::sparse::{self, Sparse};
use quarry_solvers::local::tabu::{self, Tabu};
use quarry_solvers::local::tempering::{self, Tempering};
use quarry_solvers::local::vns::{self, Vns};
use quarry_solvers::montecarlo::by_move::ByMove;
use quarry_solvers::montecarlo::dbs::{self, Dbs};
use quarry_solvers::montecarlo::iterative_sampling::{self, GuidedSampling, IterativeSampling};
use quarry_solvers::montecarlo::mc_rws::{self, McRws};
use quarry_solvers::montecarlo::nmcs::{self, Nmcs};
use quarry_solvers::montecarlo::nrpa::{self, Nrpa};
use quarry_solvers::montecarlo::random::{self, Random};
use quarry_solvers::montecarlo::sp_mcts::{self, SpMcts};
use quarry_solvers::tree::a_star::{self, AStar};
use quarry_solvers::tree::approach::{self, Approach};
use quarry_solvers::tree::backtrack::{self, Backtrack};
use quarry_solvers::tree::beam::{self, Beam};
use quarry_solvers::tree::breadth_first::{self, BreadthFirst};
use quarry_solvers::tree::depth_first::{self, DepthFirst};
use quarry_solvers::tree::depth_limited::{self, DepthLimited};
use quarry_solvers::tree::exact::{self, Exact};
use quarry_solvers::tree::exact_reach::{self, ExactReach};
use quarry_solvers::tree::greedy::{self, Greedy};
use quarry_solvers::tree::ida_star::{self, IdaStar};
use quarry_solvers::tree::iterative_deepening::{self, IterativeDeepening};
use quarry_solvers::tree::novelty::{self, Novelty};
use quarry_solvers::tree::portfolio::{self, Portfolio};
use quarry_solvers::tree::uniform_cost::{self, UniformCost};

use crate::advice::{Advice, advise};
use crate::session::{Filling, Game, Session, Table, Timeline};
use crate::settlement::{Settlement, settlement, settlement_with_landscape};
use crate::training::{Generation, LearnedSettings, TrainError, Trained, Training, train};

/// One run under way: the meter and whoever watches.
pub(crate) struct Run<'r, 'm, A> {
    pub(crate) seed: u64,
    pub(crate) meter: &'r mut Meter<'m>,
    pub(crate) observe: &'r mut Observer<'r, A>,
}

impl<A> Run<'_, '_, A> {
    fn drive<S: Search<Answer = A>>(self, mut search: S) -> Outcome<A> {
        watch(&mut search, self.meter, self.observe)
    }

    fn drive_seeded<S: Search<Answer = A>>(self, begin: impl FnOnce(u64) -> S) -> Outcome<A> {
        let search = begin(self.seed);
        self.drive(search)
    }
}

/// Settings by name, as they come from outside.
pub type Params = [(String, String)];

/// A solver's settings by name, all of them.
pub type Values = Vec<(&'static str, String)>;

/// Begins a game on an instance.
pub(crate) type Begin<P> = fn(Arc<P>) -> Box<dyn Session>;

type Answer<P> = <P as Puzzle>::Answer;

type Runner<P> =
    Box<dyn Fn(&P, &Params, Run<Answer<P>>) -> Result<Outcome<Answer<P>>, SettingError> + Send + Sync>;

/// A solver paired with one puzzle.
pub(crate) struct Pairing<P: Puzzle> {
    pub(crate) card: Card,
    pub(crate) fields: Vec<Field>,
    pub(crate) check: fn(&Params) -> Result<Values, SettingError>,
    pub(crate) run: Runner<P>,
}

/// A puzzle's generator, its parameters given by name.
pub(crate) struct Generator<P> {
    pub(crate) fields: Vec<Field>,
    pub(crate) make: fn(&Params, u64) -> Result<P, String>,
}

/// What a puzzle with named techniques can tell people.
pub(crate) struct Teacher<P: Puzzle> {
    pub(crate) rate: fn(&P) -> Rating,
    /// Advice on an answer so far; the only solution, if it is known.
    pub(crate) advise: fn(&P, &P::Answer, Option<&P::Answer>) -> Advice,
    /// What an answer is before the first entry.
    pub(crate) blank: fn(&P) -> P::Answer,
}

type Train<P> = fn(&P, &Training, &mut (dyn FnMut(&Generation) + Send)) -> Result<Trained, TrainError>;

/// What learns the weights of a puzzle's player.
pub(crate) struct Trainer<P> {
    pub(crate) fields: Vec<Field>,
    pub(crate) train: Train<P>,
}

/// All that can be done with one puzzle, collected from its introduction.
pub(crate) struct Shelf<P: Puzzle> {
    pub(crate) solvers: Vec<Pairing<P>>,
    pub(crate) generator: Option<Generator<P>>,
    pub(crate) heuristics: &'static [&'static str],
    pub(crate) session: Option<Begin<P>>,
    /// Draws an answer, where one can be drawn.
    pub(crate) drawn: Option<fn(&P, &P::Answer) -> Picture>,
    pub(crate) teacher: Option<Teacher<P>>,
    /// Learns weights for the puzzle's player.
    pub(crate) trainer: Option<Trainer<P>>,
    /// Settles all that can be said of a goal, where the world moves by itself.
    pub(crate) settle: Option<fn(&P, &mut Meter) -> Settlement>,
}

impl<P: Puzzle> Shelf<P> {
    pub(crate) fn of_puzzle() -> Self {
        let mut shelf = Shelf {
            solvers: Vec::new(),
            generator: None,
            heuristics: &[],
            session: None,
            drawn: None,
            teacher: None,
            trainer: None,
            settle: None,
        };
        P::introduce(&mut shelf);
        shelf
    }

    /// The solver that works unless another is named: the strongest of those the puzzle's facets allow.
    pub(crate) fn default_solver(&self) -> &'static str {
        let strongest =
            [tempering::CARD.name, portfolio::CARD.name, by_constraints::CARD.name, beam::CARD.name];
        let best = strongest.into_iter().find(|name| self.pairing(name).is_some());
        best.or(self.solvers.first().map(|pairing| pairing.card.name)).unwrap_or("none")
    }

    /// The solver of a name; `best` is whichever works unless another is named.
    pub(crate) fn pairing(&self, name: &str) -> Option<&Pairing<P>> {
        let name = if name == "best" { self.default_solver() } else { name };
        self.solvers.iter().find(|pairing| pairing.card.name == name)
    }

    /// Pairs a solver; one that is there already under this name gives way to the better equipped.
    fn pair<T: Settings>(
        &mut self,
        card: Card,
        run: impl Fn(&P, &T, Run<P::Answer>) -> Outcome<P::Answer> + Send + Sync + 'static,
    ) {
        let pairing = Pairing {
            card,
            fields: T::fields(),
            check: |params| configured::<T>(params).map(|settings| settings.values()),
            run: Box::new(move |puzzle, params, context| Ok(run(puzzle, &configured(params)?, context))),
        };
        match self.solvers.iter_mut().find(|other| other.card.name == pairing.card.name) {
            Some(place) => *place = pairing,
            None => self.solvers.push(pairing),
        }
    }
}

pub(crate) fn configured<T: Settings>(params: &Params) -> Result<T, SettingError> {
    let mut settings = T::default();
    for (name, value) in params {
        settings.set(name, value)?;
    }
    Ok(settings)
}

impl<P: Puzzle> Facets<P> for Shelf<P> {
    fn plays(&mut self)
    where
        P: Played,
    {
        self.pair(greedy::CARD, |p, s, run| run.drive(Greedy::new(p, s)));
        self.pair(beam::CARD, |p, s, run| run.drive(Beam::new(p, s)));
        self.pair(random::CARD, |p, s, run| run.drive_seeded(|seed| Random::new(p, s, seed)));
        self.pair(iterative_sampling::CARD, |p, s, run| {
            run.drive_seeded(|seed| IterativeSampling::new(p, s, seed))
        });
        self.pair(dbs::CARD, |p, s, run| run.drive(Dbs::new(p, s)));
        self.pair(mc_rws::CARD, |p, s, run| run.drive_seeded(|seed| McRws::new(p, s, seed)));
        self.pair(sp_mcts::CARD, |p, s, run| run.drive_seeded(|seed| SpMcts::new(p, s, seed)));
        self.pair(nmcs::CARD, |p, s, run| run.drive_seeded(|seed| Nmcs::new(p, s, seed)));
        self.pair(nrpa::CARD, |p, s, run| {
            let seed = run.seed;
            run.drive(Nrpa::new(&ByMove(p), s, seed))
        });
        self.pair(hill_climbing::CARD, |p, s, run| run.drive_seeded(|seed| HillClimbing::new(p, s, seed)));
        self.pair(tabu::CARD, |p, s, run| run.drive_seeded(|seed| Tabu::new(p, s, seed)));
        self.pair(annealing::CARD, |p, s, run| run.drive_seeded(|seed| Annealing::new(p, s, seed)));
        self.pair(vns::CARD, |p, s, run| run.drive_seeded(|seed| Vns::new(p, s, seed)));
        self.pair(backtrack::CARD, |p, s, run| run.drive(Backtrack::new(p, s)));
        self.pair(breadth_first::CARD, |p, s, run| run.drive(BreadthFirst::new(p, s)));
        self.pair(depth_first::CARD, |p, s, run| run.drive(DepthFirst::new(p, s)));
        self.pair(depth_limited::CARD, |p, s, run| run.drive(DepthLimited::new(p, s)));
        self.pair(iterative_deepening::CARD, |p, s, run| run.drive(IterativeDeepening::new(p, s)));
    }

    fn bounds(&mut self)
    where
        P: Played + Bounded,
    {
        self.pair(exact::CARD, |p, s, run| run.drive(Exact::new(p, s)));
        self.pair(a_star::CARD, |p, s, run| run.drive(AStar::new(p, s)));
        self.pair(ida_star::CARD, |p, s, run| run.drive(IdaStar::new(p, s)));
    }

    fn costs(&mut self)
    where
        P: Played + Potential,
    {
        self.pair(uniform_cost::CARD, |p, s, run| run.drive(UniformCost::new(p, s)));
    }

    fn samples(&mut self)
    where
        P: Played + Sampled,
    {
        self.pair(iterative_sampling::CARD, |p, s, run| {
            run.drive_seeded(|seed| GuidedSampling::new(p, s, seed))
        });
        self.pair(mc_rws::CARD, |p, s, run| run.drive_seeded(|seed| McRws::guided(p, s, seed)));
        self.pair(sp_mcts::CARD, |p, s, run| run.drive_seeded(|seed| SpMcts::guided(p, s, seed)));
        self.pair(nmcs::CARD, |p, s, run| run.drive_seeded(|seed| Nmcs::guided(p, s, seed)));
    }

    fn codes(&mut self)
    where
        P: Played + Coded,
    {
        self.pair(nrpa::CARD, |p, s, run| run.drive_seeded(|seed| Nrpa::new(p, s, seed)));
    }

    fn tracks(&mut self)
    where
        P: Played + Tracked + Coded,
    {
        self.pair(tempering::CARD, |p, s, run| run.drive_seeded(|seed| Tempering::new(p, s, seed)));
    }

    fn advises(&mut self)
    where
        P: Played + LowLevel,
    {
        self.heuristics = P::HEURISTICS;
        self.pair(hyper::CARD, |p, s, run| run.drive_seeded(|seed| Hyper::new(p, s, seed)));
        self.pair(hyper_islands::CARD, |p, s, run| run.drive_seeded(|seed| Hyper::on_islands(p, s, seed)));
    }

    fn ticks(&mut self)
    where
        P: Clocked,
    {
        self.pair(exact_reach::CARD, |p, s, run| run.drive(ExactReach::new(p, s)));
        self.settle.get_or_insert(settlement);
    }

    fn stages(&mut self)
    where
        P: Clocked + Staged + Featured,
    {
        self.session = Some(|puzzle| Box::new(Timeline::new(puzzle)));
    }

    fn scripts(&mut self)
    where
        P: Clocked + Scripted,
    {
        self.pair(ga_scripts::CARD, |p, s, run| run.drive_seeded(|seed| Scripts::by_step(p, s, seed)));
        self.pair(ga_alpha::CARD, |p, s, run| run.drive_seeded(|seed| Scripts::with_cast(p, s, seed)));
        self.pair(ga_events::CARD, |p, s, run| run.drive_seeded(|seed| Scripts::by_event(p, s, seed)));
        self.settle = Some(settlement_with_landscape);
    }

    fn features(&mut self)
    where
        P: Played + Featured,
    {
        self.pair(approach::CARD, |p, s, run| run.drive(Approach::new(p, s)));
        self.pair(novelty::CARD, |p, s, run| run.drive(Novelty::new(p, s)));
        self.pair(portfolio::CARD, |p, s, run| run.drive(Portfolio::new(p, s)));
    }

    fn arranges(&mut self)
    where
        P: Arranged<Whole = P::Answer>,
    {
        self.pair(ga::CARD, |p, s, run| run.drive_seeded(|seed| Ga::new(p, s, seed)));
        self.pair(ga_cbgi::CARD, |p, s, run| run.drive_seeded(|seed| Ga::with_insertion(p, s, seed)));
        self.pair(memetic::CARD, |p, s, run| run.drive_seeded(|seed| Memetic::new(p, s, seed)));
    }

    fn interacts(&mut self)
    where
        P: Played + Interactive,
    {
        self.session = Some(|puzzle| Box::new(Game::new(puzzle)));
    }

    fn values(&mut self)
    where
        P: Valued<Rules: Interactive>,
    {
        self.session = Some(|puzzle| Box::new(Table::advised(puzzle)));
        for controller in P::controllers() {
            let card = expectimax::card(controller.name, controller.summary);
            self.pair(card, move |p, s: &ExpectimaxSettings, run| {
                let player = Expectimax::new(&controller.evaluator, s);
                let luck = p.luck().unwrap_or(run.seed);
                run.drive(Play::new(p.rules(), player, luck))
            });
        }
    }

    fn learns(&mut self)
    where
        P: Tunable<Rules: Interactive>,
    {
        let (name, summary) = P::LEARNER;
        self.pair(expectimax::card(name, summary), |p, s: &LearnedSettings<P>, run| {
            let evaluator = P::learned(&s.weights);
            let luck = p.luck().unwrap_or(run.seed);
            run.drive(Play::new(p.rules(), Expectimax::new(&evaluator, &s.ahead), luck))
        });
        self.trainer = Some(Trainer { fields: AgingSettings::fields(), train });
    }

    fn gambles(&mut self)
    where
        P: Lucky<Rules: Interactive>,
    {
        self.pair(random::CARD, |p, _: &NoSettings, run| {
            let (player, luck) = (RandomPlayer::new(run.seed), p.luck().unwrap_or(run.seed));
            run.drive(Play::new(p.rules(), player, luck))
        });
        self.session.get_or_insert(|puzzle| Box::new(Table::new(puzzle)));
    }

    fn constrains(&mut self)
    where
        P: Constrained,
    {
        self.pair(by_constraints::CARD, |p, s, run| run.drive(by_constraints::Exact::new(p, s)));
    }

    fn routes(&mut self)
    where
        P: Routed,
    {
        self.pair(sparse::CARD, |p, s, run| run.drive_seeded(|seed| Sparse::new(p, s, seed)));
    }

    fn fills(&mut self)
    where
        P: Filled,
    {
        self.session = Some(|puzzle| Box::new(Filling::new(puzzle)));
        self.drawn = Some(P::drawn);
    }

    fn explains(&mut self)
    where
        P: Explained,
    {
        self.pair(human::CARD, |p, s, run| run.drive(Human::new(p, s)));
        self.session = Some(|puzzle| Box::new(Filling::taught(puzzle)));
        self.teacher = Some(Teacher { rate, advise, blank: P::blank });
    }

    fn generates(&mut self)
    where
        P: Generate,
    {
        self.generator = Some(Generator {
            fields: P::Params::fields(),
            make: |params, seed| {
                let params = configured(params).map_err(|error| error.to_string())?;
                P::generate(&params, seed)
            },
        });
    }
}
