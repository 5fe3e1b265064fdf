//! The pairing: which solvers a puzzle gets for which facet. A new solver is one line here, for
//! every puzzle with that facet at once.

mod driving;
mod looking;
mod members;

use std::sync::Arc;

use quarry_core::{
    Arranged, Bounded, Clocked, Coded, Constrained, Encoded, Episode, Explained, Facets, Featured,
    Field, Filled, Fixed, Followed, Generate, GenerateError, Imitable, Inside, Interactive,
    LowLevel, Lucky, Meter, NoSettings, Onward, Outcome, Picture, Played, Potential, Puzzle,
    Rating, Routed, Sampled, Scripted, SettingError, Settings, Staged, Tally, Tracked, Tunable,
    Valued, Weighted, rate,
};
use quarry_nets::FitSettings;
use quarry_solvers::Card;
use quarry_solvers::auto::{self, Member};
use quarry_solvers::chance::episode::Play;
use quarry_solvers::chance::expectimax::{self, Expectimax, ExpectimaxSettings};
use quarry_solvers::chance::hybrid::{self, Hybrid, HybridSettings};
use quarry_solvers::chance::net::{self, Instinct, NetPlayer, NetSettings};
use quarry_solvers::chance::random_player::RandomPlayer;
use quarry_solvers::constraint::human::{self, Human};
use quarry_solvers::constraint::solve as constraint;
use quarry_solvers::evolve::aging::AgingSettings;
use quarry_solvers::evolve::ascent::AscentSettings;
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
use quarry_solvers::tree::branch_and_bound::{self, BranchAndBound};
use quarry_solvers::tree::breadth_first::{self, BreadthFirst};
use quarry_solvers::tree::depth_first::{self, DepthFirst};
use quarry_solvers::tree::depth_limited::{self, DepthLimited};
use quarry_solvers::tree::exact_reach::{self, ExactReach};
use quarry_solvers::tree::greedy::{self, Greedy};
use quarry_solvers::tree::ida_star::{self, IdaStar};
use quarry_solvers::tree::iterative_deepening::{self, IterativeDeepening};
use quarry_solvers::tree::novelty::{self, Novelty};
use quarry_solvers::tree::portfolio::{self, Portfolio};
use quarry_solvers::tree::uniform_cost::{self, UniformCost};
use quarry_solvers::whole::WholeGames;

use crate::advice::{Advice, Solution, advise};
use crate::arena::{Opening, agents_of};
use crate::estimate::{Evidence, Inquiry, ObserveEstimate, look};
use crate::goal_analysis::{GoalAnalysis, analyse_goal, analyse_goal_with_landscape};
use crate::named_evaluator::{NamedEvaluator, NamedEvaluatorSettings};
use crate::nets::nets_for;
use crate::opinion::opinion;
use crate::session::{ChanceGame, FillSession, Session, SoloGame, StepSession, Timeline};
use crate::trace::{Positions, positions};
use crate::training::{
    ByShares, ByWeights, LearnedSettings, Material, ObserveTraining, TrainError, Trained, Training,
    TrainingCard, ascent, evolution, fit, record,
};

pub(crate) use driving::Run;
use members::{Recruit, turn};

/// Settings by name, as they come from outside.
pub type Params = [(String, String)];

/// A solver's settings by name, all of them.
pub type SettingValues = Vec<(&'static str, String)>;

/// Begins a game on an instance.
pub(crate) type Begin<P> = fn(Arc<P>) -> Box<dyn Session>;

type Answer<P> = <P as Puzzle>::Answer;

type Runner<P> = Box<
    dyn Fn(&P, &Params, Run<Answer<P>>) -> Result<Outcome<Answer<P>>, SettingError> + Send + Sync,
>;

type Checker<P> = Box<dyn Fn(&P, &Params) -> Result<SettingValues, SettingError> + Send + Sync>;
type Looker<P> = Box<
    dyn Fn(&P, &Params, &Inquiry, &mut ObserveEstimate) -> Result<(Evidence, Tally), SettingError>
        + Send
        + Sync,
>;

/// A solver paired with one puzzle.
pub(crate) struct SolverEntry<P: Puzzle> {
    pub(crate) card: Card,
    pub(crate) fields: Vec<Field>,
    pub(crate) check: Checker<P>,
    pub(crate) run: Runner<P>,
    /// Finds out how long its games last, if it is a player of a game of chance.
    pub(crate) look: Option<Looker<P>>,
}

/// Makes an instance of parameters and a seed.
pub(crate) type Make<P> = fn(&Params, u64, &mut Meter) -> Result<P, GenerateError>;

/// A puzzle's generator, its parameters given by name.
pub(crate) struct Generator<P> {
    pub(crate) fields: Vec<Field>,
    pub(crate) make: Make<P>,
}

/// Advises on an answer so far; whoever knows the only solution is asked for it where it matters.
pub(crate) type Advise<P> =
    fn(&P, &<P as Puzzle>::Answer, &mut Solution<<P as Puzzle>::Answer>, &mut Meter) -> Advice;

/// What a puzzle with named techniques can tell people.
pub(crate) struct Teacher<P: Puzzle> {
    pub(crate) rate: fn(&P, &mut Meter) -> Rating,
    /// Advice on an answer so far; the only solution, if it is known.
    pub(crate) advise: Advise<P>,
    /// What an answer is before the first entry.
    pub(crate) blank: fn(&P) -> P::Answer,
}

/// The positions that a legal answer goes through.
type Tracer<P> = for<'p> fn(&'p P, Answer<P>) -> Positions<'p>;

type Train = fn(&str, &Training, ObserveTraining) -> Result<Trained, TrainError>;

/// A training that a puzzle has.
pub(crate) struct Trainer {
    pub(crate) card: TrainingCard,
    /// Begins it, under its name.
    pub(crate) train: Train,
}

/// All that can be done with one puzzle, collected from its introduction.
pub(crate) struct Shelf<P: Puzzle> {
    pub(crate) solvers: Vec<SolverEntry<P>>,
    /// The members of the portfolio, in the order of their turns.
    recruits: Vec<Recruit<P>>,
    /// What has to be done when the time is up: a game is finished and judged, which takes a while
    /// on a large board.
    pub(crate) closing: Option<fn(&P)>,
    pub(crate) generator: Option<Generator<P>>,
    pub(crate) heuristics: &'static [&'static str],
    pub(crate) session: Option<Begin<P>>,
    /// Draws an answer, where one can be drawn.
    pub(crate) drawn: Option<fn(&P, &P::Answer) -> Picture>,
    pub(crate) teacher: Option<Teacher<P>>,
    pub(crate) trainers: Vec<Trainer>,
    /// Opens environments for learners, where they can play it.
    pub(crate) arena: Option<Opening<P>>,
    /// The positions that an answer goes through, where it is played.
    pub(crate) trace: Option<Tracer<P>>,
    /// Settles all that can be said of a goal, where the world moves by itself.
    pub(crate) analyse_goal: Option<fn(&P, &mut Meter) -> GoalAnalysis>,
}

impl<P: Puzzle> Shelf<P> {
    pub(crate) fn of_puzzle() -> Self {
        let mut shelf = Shelf {
            solvers: Vec::new(),
            recruits: Vec::new(),
            closing: None,
            generator: None,
            heuristics: &[],
            session: None,
            drawn: None,
            teacher: None,
            trainers: Vec::new(),
            arena: None,
            trace: None,
            analyse_goal: None,
        };
        P::introduce(&mut shelf);
        shelf.pair_auto();
        shelf
    }

    /// The solver that works unless another is named: the strongest of those the puzzle's facets
    /// allow.
    pub(crate) fn default_solver(&self) -> &'static str {
        let strongest = [auto::CARD.name, portfolio::CARD.name, beam::CARD.name];
        let best = strongest.into_iter().find(|name| self.named(name).is_some());
        best.or(self.solvers.first().map(|pairing| pairing.card.name)).unwrap_or("none")
    }

    /// The solver of a name; `best` is whichever works unless another is named, and so is `auto`
    /// where one method is strongest.
    pub(crate) fn pairing(&self, name: &str) -> Option<&SolverEntry<P>> {
        let is_default = name == "best" || name == auto::CARD.name;
        self.named(name).or_else(|| self.named(self.default_solver()).filter(|_| is_default))
    }

    fn named(&self, name: &str) -> Option<&SolverEntry<P>> {
        self.solvers.iter().find(|pairing| pairing.card.name == name)
    }

    /// Adds a training, under the puzzle's name and its own.
    fn teach(
        &mut self,
        name: &str,
        summary: &'static str,
        material: Material,
        fields: Vec<Field>,
        train: Train,
    ) -> &mut TrainingCard {
        let (name, puzzle) = (format!("{}-{name}", P::ID), P::ID);
        let card = TrainingCard { name, puzzle, summary, material, fields, is_divisible: false };
        self.trainers.push(Trainer { card, train });
        &mut self.trainers.last_mut().expect("it was just added").card
    }

    /// Pairs a solver; one that is there already under this name gives way to the better equipped.
    fn pair<T: Settings>(
        &mut self,
        card: Card,
        run: impl Fn(&P, &T, Run<P::Answer>) -> Outcome<P::Answer> + Send + Sync + 'static,
    ) {
        self.pair_fitted(
            card,
            |_, _: &T| Ok(()),
            move |puzzle, settings, (), context| run(puzzle, settings, context),
        );
    }

    /// Pairs a solver that needs something which may not suit an instance.
    fn pair_fitted<T: Settings, N: 'static>(
        &mut self,
        card: Card,
        fit: fn(&P, &T) -> Result<N, SettingError>,
        run: impl Fn(&P, &T, N, Run<P::Answer>) -> Outcome<P::Answer> + Send + Sync + 'static,
    ) {
        let pairing = SolverEntry {
            card,
            fields: T::fields(),
            check: Box::new(move |puzzle, params| {
                let settings: T = configured(params)?;
                fit(puzzle, &settings).map(|_| settings.values())
            }),
            run: Box::new(move |puzzle, params, context| {
                let settings = configured(params)?;
                Ok(run(puzzle, &settings, fit(puzzle, &settings)?, context))
            }),
            look: None,
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
        self.closing = Some(|p| {
            let mut line = Vec::new();
            p.finish(&mut p.start(), &mut line, &mut || true);
            _ = p.judge(&line);
        });
        self.pair(greedy::CARD, |p, s, run| run.play(p, Greedy::new(p, s)));
        self.pair(beam::CARD, |p, s, run| run.play(p, Beam::new(p, s)));
        self.pair(random::CARD, |p, s, run| run.play_seeded(p, |seed| Random::new(p, s, seed)));
        self.pair(iterative_sampling::CARD, |p, s, run| {
            run.play_seeded(p, |seed| IterativeSampling::new(p, s, seed))
        });
        self.pair(dbs::CARD, |p, s, run| run.play(p, Dbs::new(p, s)));
        self.pair(mc_rws::CARD, |p, s, run| run.play_seeded(p, |seed| McRws::new(p, s, seed)));
        self.pair(sp_mcts::CARD, |p, s, run| run.play_seeded(p, |seed| SpMcts::new(p, s, seed)));
        self.pair(nmcs::CARD, |p, s, run| run.play_seeded(p, |seed| Nmcs::new(p, s, seed)));
        self.pair(nrpa::CARD, |p, s, run| {
            let seed = run.seed;
            run.play(p, Nrpa::new(&ByMove(p), s, seed))
        });
        self.pair(hill_climbing::CARD, |p, s, run| {
            run.play_seeded(p, |seed| HillClimbing::new(p, s, seed))
        });
        self.pair(tabu::CARD, |p, s, run| run.play_seeded(p, |seed| Tabu::new(p, s, seed)));
        self.pair(annealing::CARD, |p, s, run| {
            run.play_seeded(p, |seed| Annealing::new(p, s, seed))
        });
        self.pair(vns::CARD, |p, s, run| run.play_seeded(p, |seed| Vns::new(p, s, seed)));
        self.pair(backtrack::CARD, |p, s, run| run.play(p, Backtrack::new(p, s)));
        self.pair(breadth_first::CARD, |p, s, run| run.play(p, BreadthFirst::new(p, s)));
        self.pair(depth_first::CARD, |p, s, run| run.play(p, DepthFirst::new(p, s)));
        self.pair(depth_limited::CARD, |p, s, run| run.play(p, DepthLimited::new(p, s)));
        self.pair(iterative_deepening::CARD, |p, s, run| {
            run.play(p, IterativeDeepening::new(p, s))
        });
        self.trace.get_or_insert(|p, line| {
            positions(
                Onward::new(p, p.start()),
                line,
                |mv| p.show_answer(&vec![mv]).pop(),
                |_| None,
            )
        });
    }

    fn bounds(&mut self)
    where
        P: Played + Bounded,
    {
        self.pair(branch_and_bound::CARD, |p, s, run| run.play(p, BranchAndBound::new(p, s)));
        self.recruits.insert(0, |p, _| {
            let exact =
                BranchAndBound::new(p, &branch_and_bound::BranchAndBoundSettings::default());
            Member::new(
                branch_and_bound::CARD.name,
                turn::BRANCH_AND_BOUND,
                WholeGames::new(p, exact),
            )
        });
        self.pair(a_star::CARD, |p, s, run| run.play(p, AStar::new(p, s)));
        self.pair(ida_star::CARD, |p, s, run| run.play(p, IdaStar::new(p, s)));
    }

    fn costs(&mut self)
    where
        P: Played + Potential,
    {
        self.pair(uniform_cost::CARD, |p, s, run| run.play(p, UniformCost::new(p, s)));
    }

    fn samples(&mut self)
    where
        P: Played + Sampled,
    {
        self.pair(iterative_sampling::CARD, |p, s, run| {
            run.play_seeded(p, |seed| GuidedSampling::new(p, s, seed))
        });
        self.pair(mc_rws::CARD, |p, s, run| run.play_seeded(p, |seed| McRws::guided(p, s, seed)));
        self.pair(sp_mcts::CARD, |p, s, run| run.play_seeded(p, |seed| SpMcts::guided(p, s, seed)));
        self.pair(nmcs::CARD, |p, s, run| run.play_seeded(p, |seed| Nmcs::guided(p, s, seed)));
    }

    fn codes(&mut self)
    where
        P: Played + Coded,
    {
        self.pair(nrpa::CARD, |p, s, run| run.play_seeded(p, |seed| Nrpa::new(p, s, seed)));
    }

    fn tracks(&mut self)
    where
        P: Played + Tracked + Coded,
    {
        self.pair(tempering::CARD, |p, s, run| {
            run.play_seeded(p, |seed| Tempering::new(p, s, seed))
        });
        self.recruits.push(|p, seed| {
            let tempering = Tempering::new(p, &tempering::TemperingSettings::default(), seed);
            Member::new(tempering::CARD.name, turn::TEMPERING, WholeGames::new(p, tempering))
        });
    }

    fn advises(&mut self)
    where
        P: Played + LowLevel,
    {
        self.heuristics = P::HEURISTICS;
        self.pair(hyper::CARD, |p, s, run| run.play_seeded(p, |seed| Hyper::new(p, s, seed)));
        self.pair(hyper_islands::CARD, |p, s, run| {
            run.play_seeded(p, |seed| Hyper::on_islands(p, s, seed))
        });
    }

    fn ticks(&mut self)
    where
        P: Clocked,
    {
        self.pair(exact_reach::CARD, |p, s, run| run.play(p, ExactReach::new(p, s)));
        self.analyse_goal.get_or_insert(analyse_goal);
    }

    fn stages(&mut self)
    where
        P: Clocked + Staged + Featured,
    {
        self.pair(portfolio::CARD, |p, s, run| run.play(p, Portfolio::new(p, s)));
        self.session = Some(|puzzle| Box::new(Timeline::new(puzzle)));
    }

    fn scripts(&mut self)
    where
        P: Clocked + Scripted,
    {
        self.pair(ga_scripts::CARD, |p, s, run| {
            run.play_seeded(p, |seed| Scripts::by_step(p, s, seed))
        });
        self.pair(ga_alpha::CARD, |p, s, run| {
            run.play_seeded(p, |seed| Scripts::with_cast(p, s, seed))
        });
        self.pair(ga_events::CARD, |p, s, run| {
            run.play_seeded(p, |seed| Scripts::by_event(p, s, seed))
        });
        self.analyse_goal = Some(analyse_goal_with_landscape);
    }

    fn features(&mut self)
    where
        P: Played + Featured,
    {
        self.pair(approach::CARD, |p, s, run| run.play(p, Approach::new(p, s)));
        self.pair(novelty::CARD, |p, s, run| run.play(p, Novelty::new(p, s)));
    }

    fn arranges(&mut self)
    where
        P: Arranged<Whole = P::Answer>,
    {
        self.pair(ga::CARD, |p, s, run| run.drive_seeded(|seed| Ga::new(p, s, seed)));
        self.pair(ga_cbgi::CARD, |p, s, run| {
            run.drive_seeded(|seed| Ga::with_insertion(p, s, seed))
        });
        self.pair(memetic::CARD, |p, s, run| run.drive_seeded(|seed| Memetic::new(p, s, seed)));
    }

    fn interacts(&mut self)
    where
        P: Played + Interactive,
    {
        self.session = Some(|puzzle| Box::new(StepSession::new(SoloGame(puzzle))));
        self.trace = Some(|p, line| {
            let scene = |state: &P::State| Some(p.scene(state));
            positions(Onward::new(p, p.start()), line, |mv| p.show_answer(&vec![mv]).pop(), scene)
        });
    }

    fn values(&mut self)
    where
        P: Valued<Rules: Interactive>,
    {
        self.session = Some(|puzzle| Box::new(StepSession::new(ChanceGame::advised(puzzle))));
        for controller in P::controllers() {
            let card = expectimax::card(controller.name, controller.summary);
            self.pair(card, move |p, s: &ExpectimaxSettings, run| {
                let player = Expectimax::new(&controller.evaluator, s);
                let luck = p.luck().unwrap_or(run.seed);
                run.play_episode(p, Play::new(p.rules(), player, luck))
            });
            self.watch(controller.name, move |p, s: &ExpectimaxSettings, inquiry, observe| {
                look(p.rules(), |_| Expectimax::new(&controller.evaluator, s), inquiry, observe)
            });
        }
    }

    fn learns(&mut self)
    where
        P: Tunable<Rules: Interactive>,
    {
        let (name, summary) = P::LEARNER;
        self.pair(expectimax::card(name, summary), |p, s: &LearnedSettings<ByShares<P>>, run| {
            let evaluator = P::learned(&s.weights);
            let luck = p.luck().unwrap_or(run.seed);
            run.play_episode(p, Play::new(p.rules(), Expectimax::new(&evaluator, &s.ahead), luck))
        });
        self.watch(name, |p, s: &LearnedSettings<ByShares<P>>, inquiry, observe| {
            let evaluator = P::learned(&s.weights);
            look(p.rules(), |_| Expectimax::new(&evaluator, &s.ahead), inquiry, observe)
        });
        let fields = AgingSettings::fields();
        let card =
            self.teach(name, evolution::SUMMARY, Material::Instance, fields, evolution::train::<P>);
        card.is_divisible = true;
    }

    fn imitates(&mut self)
    where
        P: Imitable + Valued + Tunable<Rules: Interactive>,
    {
        self.pair_fitted(net::CARD, nets_for, |p, _: &NetSettings, nets, run| {
            let luck = p.luck().unwrap_or(run.seed);
            let play = Play::new(p.rules(), NetPlayer::<P>::new(Instinct::new(&nets)), luck);
            run.play_episode(p, play.showing(|player| opinion(p, player.opinion())))
        });
        self.watch_fitted(
            net::CARD.name,
            nets_for,
            |p, _: &NetSettings, nets, inquiry, observe| {
                look(p.rules(), |_| NetPlayer::<P>::new(Instinct::new(&nets)), inquiry, observe)
            },
        );
        type Settings<P> = (HybridSettings, (NamedEvaluatorSettings<P>, NetSettings));
        let fit = |p: &P, s: &Settings<P>| nets_for(p, &s.1.1);
        self.pair_fitted(hybrid::CARD, fit, |p, (s, (mind, _)), nets, run| {
            let (evaluator, luck) = (NamedEvaluator::<P>::new(mind), p.luck().unwrap_or(run.seed));
            let player = Hybrid::<P, _>::new(Instinct::new(&nets), &evaluator, s);
            run.play_episode(
                p,
                Play::new(p.rules(), player, luck).showing(|player| {
                    let (listed, kept) = (player.opinion(), player.kept());
                    let numbers = vec![
                        ("moves there are", listed.len() as f64),
                        ("left by the nets", kept as f64),
                    ];
                    Inside { numbers, ..opinion(p, listed) }
                }),
            )
        });
        self.watch_fitted(hybrid::CARD.name, fit, |p, (s, (mind, _)), nets, inquiry, observe| {
            let evaluator = NamedEvaluator::<P>::new(mind);
            look(
                p.rules(),
                |_| Hybrid::<P, _>::new(Instinct::new(&nets), &evaluator, s),
                inquiry,
                observe,
            )
        });
        let fields = record::RecordedPlayer::<P>::fields();
        self.teach("record", record::SUMMARY, Material::Instance, fields, record::train::<P>);
        self.teach(
            net::CARD.name,
            fit::SUMMARY,
            Material::Record,
            FitSettings::fields(),
            fit::train::<P>,
        );
    }

    fn weighs(&mut self)
    where
        P: Weighted<Rules: Interactive>,
    {
        let (name, summary) = ascent::WEIGHING;
        self.pair(expectimax::card(name, summary), |p, s: &LearnedSettings<ByWeights<P>>, run| {
            let evaluator = P::weighted(&s.weights);
            let luck = p.luck().unwrap_or(run.seed);
            run.play_episode(p, Play::new(p.rules(), Expectimax::new(&evaluator, &s.ahead), luck))
        });
        self.watch(name, |p, s: &LearnedSettings<ByWeights<P>>, inquiry, observe| {
            let evaluator = P::weighted(&s.weights);
            look(p.rules(), |_| Expectimax::new(&evaluator, &s.ahead), inquiry, observe)
        });
        let fields = AscentSettings::fields();
        self.teach(name, ascent::SUMMARY, Material::Instance, fields, ascent::train::<P>);
    }

    fn gambles(&mut self)
    where
        P: Lucky<Rules: Interactive>,
    {
        self.pair(random::CARD, |p, _: &NoSettings, run| {
            let (player, luck) = (RandomPlayer::new(run.seed), p.luck().unwrap_or(run.seed));
            run.play_episode(p, Play::new(p.rules(), player, luck))
        });
        self.watch(random::CARD.name, |p, _: &NoSettings, inquiry, observe| {
            look(p.rules(), RandomPlayer::new, inquiry, observe)
        });
        self.session.get_or_insert(|puzzle| Box::new(StepSession::new(ChanceGame::new(puzzle))));
        self.trace = Some(|p, Episode { luck, line }| {
            let name = move |mv| p.show_answer(&Episode { luck, line: vec![mv] }).pop();
            positions(Fixed::new(p.rules(), luck), line, name, |dealt| {
                Some(p.rules().scene(dealt.seen()))
            })
        });
    }

    fn constrains(&mut self)
    where
        P: Constrained,
    {
        self.pair(constraint::CARD, |p, s, run| run.drive(constraint::ConstraintSearch::new(p, s)));
        self.recruits.insert(0, |p, _| {
            let exact = constraint::ConstraintSearch::new(
                p,
                &constraint::ConstraintSearchSettings::default(),
            );
            Member::new(constraint::CARD.name, turn::CONSTRAINTS, exact)
        });
    }

    fn routes(&mut self)
    where
        P: Routed,
    {
        self.pair(sparse::CARD, |p, s, run| run.drive_seeded(|seed| Sparse::new(p, s, seed)));
        self.recruits.push(|p, seed| {
            let sparse = Sparse::new(p, &sparse::SparseSettings::default(), seed);
            Member::new(sparse::CARD.name, turn::SPARSE, sparse)
        });
        // From another beginning it finds another solution, if there are several.
        self.recruits.push(|p, seed| {
            let sparse = Sparse::new(p, &sparse::SparseSettings::default(), seed.wrapping_add(1));
            Member::new("sparse again", turn::SPARSE, sparse).for_a_second()
        });
    }

    fn fills(&mut self)
    where
        P: Filled,
    {
        self.session = Some(|puzzle| Box::new(FillSession::new(puzzle)));
        self.drawn = Some(P::drawn);
    }

    fn explains(&mut self)
    where
        P: Explained,
    {
        self.pair(human::CARD, |p, s, run| run.drive(Human::new(p, s)));
        self.session = Some(|puzzle| Box::new(FillSession::taught(puzzle)));
        self.teacher = Some(Teacher { rate, advise, blank: P::blank });
    }

    fn encodes(&mut self)
    where
        P: Encoded,
    {
        self.arena.get_or_insert(Opening::new(Vec::new));
    }

    fn follows(&mut self)
    where
        P: Followed,
    {
        self.arena = Some(Opening::new(agents_of::<P>));
    }

    fn generates(&mut self)
    where
        P: Generate,
    {
        self.generator = Some(Generator {
            fields: P::Params::fields(),
            make: |params, seed, meter| {
                let params = configured(params).map_err(|error| error.to_string())?;
                P::generate(&params, seed, meter)
            },
        });
    }
}
