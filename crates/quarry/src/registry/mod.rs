//! The registry: which solvers and services a puzzle gets for each of its facets.
//!
//! One file for each family of facets: `textbook`, `reverse`, `coach`, `hot`, `clock`, `chance`,
//! `learn`, `fill`, `own`. The core and the laws have files of the same names. A new solver is one
//! line in its family's file and works for every puzzle with that facet. Two solvers with one name
//! are a mistake and cause a panic when the catalogue is built; a facet that replaces a solver by a
//! better one uses [`Registry::upgrade`].

mod chance;
mod clock;
mod coach;
mod driving;
mod fill;
mod hot;
mod learn;
mod looking;
mod lookup;
mod own;
mod portfolio;
mod reverse;
mod shared;
mod textbook;

use std::sync::Arc;

use quarry_core::{
    Arranged, Bounded, Card, Clocked, Coached, Coded, Constrained, Encoded, Explained, Facets,
    Featured, Field, Filled, Generate, GenerateError, Imitable, Inscription, Interactive, Layered,
    LearnedEvaluator, LowLevel, Meter, Notation, Outcome, OwnSolver, Picture, Played, Puzzle,
    Rating, Reversible, Routed, Sampled, Scripted, Sensed, SettingError, Settings, Staged,
    StateSpace, Tables, Tally, Tracked, Valued,
};
use quarry_solvers::constraint::completion::Completion;
use quarry_solvers::constraint::proof::ProvedAnswers;

use crate::advice::{Advice, Solution};
use crate::arena::Opening;
use crate::estimate::{Evidence, Inquiry, ObserveEstimate};
use crate::goal_analysis::GoalAnalysis;
use crate::likeness::Likeness;
use crate::nets::AdmittedNets;
use crate::run::SolverCard;
use crate::session::Session;
use crate::trace::Positions;
use crate::training::{Material, ObserveTraining, TrainError, Trained, Training, TrainingCard};

pub(crate) use driving::Run;
pub(crate) use portfolio::PuzzlePortfolio;
use portfolio::Recruit;
use shared::ReadSettings;
pub(crate) use shared::SharedSolver;
pub use shared::{BoxedSearch, SpaceSolver};
pub(crate) use textbook::textbook;

/// Settings by name, as given by the user.
pub type Params = [(String, String)];

/// All settings of a solver, by name.
pub type SettingValues = Vec<(&'static str, String)>;

/// Name that stands for the default solver.
pub(crate) const BEST: &str = "best";

/// Starts a game on an instance.
pub(crate) type Begin<P> = Box<dyn Fn(Arc<P>) -> Session + Send + Sync>;

type Answer<P> = <P as Puzzle>::Answer;

type Runner<P> = Box<
    dyn Fn(&P, &Params, Run<Answer<P>>) -> Result<Outcome<Answer<P>>, SettingError> + Send + Sync,
>;
type Fits<P> = Box<dyn Fn(&P, &Params) -> Result<(), SettingError> + Send + Sync>;
type Looker<P> = Box<
    dyn Fn(&P, &Params, &Inquiry, &mut ObserveEstimate) -> Result<(Evidence, Tally), SettingError>
        + Send
        + Sync,
>;

/// A solver paired with one puzzle.
pub(crate) struct SolverEntry<P: Puzzle> {
    pub(crate) card: Card,
    pub(crate) fields: Vec<Field>,
    settings: ReadSettings,
    /// Checks that the solver can work on an instance, if that is in question.
    fits: Option<Fits<P>>,
    pub(crate) run: Runner<P>,
    /// Estimates how long its games last, if it plays games of chance.
    pub(crate) look: Option<Looker<P>>,
}

impl<P: Puzzle> SolverEntry<P> {
    /// Returns all settings of a run on this instance, chosen and default, or why it cannot begin.
    pub(crate) fn check(&self, puzzle: &P, params: &Params) -> Result<SettingValues, SettingError> {
        let values = (self.settings)(params)?;
        if let Some(fits) = &self.fits {
            fits(puzzle, params)?;
        }
        Ok(values)
    }

    /// Returns the description for the catalogue.
    pub(crate) fn described(&self) -> SolverCard {
        SolverCard { card: self.card, fields: self.fields.clone() }
    }
}

/// Generates an instance from parameters and a seed.
pub(crate) type Make<P> = fn(&Params, u64, &mut Meter) -> Result<P, GenerateError>;

/// A puzzle's generator, with parameters given by name.
pub(crate) struct Generator<P> {
    pub(crate) fields: Vec<Field>,
    pub(crate) make: Make<P>,
}

/// Advises on a partial answer; calls the given function for the unique solution where it matters.
pub(crate) type Advise<P> =
    Box<dyn Fn(&P, &Answer<P>, &mut Solution<Answer<P>>, &mut Meter) -> Advice + Send + Sync>;

/// Advice on the answers of a puzzle.
pub(crate) struct Adviser<P: Puzzle> {
    /// Advises on a partial answer.
    pub(crate) advise: Advise<P>,
    /// Returns the answer without any entries or moves.
    pub(crate) blank: fn(&P) -> P::Answer,
}

/// Returns whether entries, in the order of writing, can be completed.
pub(crate) type Completer<P> = fn(&P, &[Inscription], &mut Meter) -> Completion;

/// Adds to a registry what needs its whole portfolio.
type AfterPortfolio<P> = fn(&mut Registry<P>, Arc<PuzzlePortfolio<P>>);

/// Decides how many solutions there are, with a proof.
type ProofSearch<P> = fn(&P, &mut Meter) -> ProvedAnswers<Answer<P>>;

/// Compares two instances, with an answer to each if there is one.
type Comparer<P> = fn(&P, &P, &[Option<Answer<P>>; 2], &mut Meter) -> Likeness;

/// Returns the positions that a legal answer passes through.
type Tracer<P> = for<'p> fn(&'p P, Answer<P>) -> Positions<'p>;

type Train = fn(&str, &Training, ObserveTraining) -> Result<Trained, TrainError>;

/// A training of a puzzle.
pub(crate) struct Trainer {
    pub(crate) card: TrainingCard,
    /// Runs the training, under its name.
    pub(crate) train: Train,
}

/// Parts shared by all registries of a catalogue.
#[derive(Clone)]
pub(crate) struct CatalogueParts {
    /// Solvers that are compiled once for all puzzles.
    pub(crate) solvers: Arc<[SharedSolver]>,
    /// Tables that solvers computed and will use again.
    pub(crate) tables: Arc<dyn Tables>,
    /// Nets that were handed over, which settings refer to.
    pub(crate) nets: Arc<AdmittedNets>,
    /// Whether to omit the compiled copies for hot puzzles.
    pub(crate) without_copies: bool,
}

/// Everything that can be done with one puzzle, collected from its facets.
pub(crate) struct Registry<P: Puzzle> {
    pub(crate) solvers: Vec<SolverEntry<P>>,
    shared: CatalogueParts,
    /// Members of the portfolio, in the order of their turns: the puzzle's own solvers, then those
    /// that its other facets allow.
    own_recruits: Vec<Recruit<P>>,
    recruits: Vec<Recruit<P>>,
    /// Adds what needs the portfolio, once it is complete.
    after_portfolio: Option<AfterPortfolio<P>>,
    /// Work that remains when the time is up: finishing and judging a game, which takes a while on
    /// a large board.
    pub(crate) closing: Option<fn(&P)>,
    pub(crate) generator: Option<Generator<P>>,
    pub(crate) heuristics: &'static [&'static str],
    pub(crate) session: Option<Begin<P>>,
    /// Draws an answer, if answers can be drawn.
    pub(crate) drawn: Option<fn(&P, &P::Answer) -> Picture>,
    /// Rates the difficulty, if the puzzle has named techniques.
    pub(crate) rate: Option<fn(&P, &mut Meter) -> Rating>,
    pub(crate) adviser: Option<Adviser<P>>,
    /// Returns whether entries can be completed, if the puzzle is a set of constraints.
    pub(crate) completion: Option<Completer<P>>,
    /// Proves how many solutions there are, if the puzzle is a set of constraints.
    pub(crate) prove: Option<ProofSearch<P>>,
    pub(crate) trainers: Vec<Trainer>,
    /// Opens environments for learners, if the puzzle supports them.
    pub(crate) arena: Option<Opening<P>>,
    /// Returns the positions that an answer passes through, if it is a line of play.
    pub(crate) trace: Option<Tracer<P>>,
    /// Analyses the goal, if the world moves by itself.
    pub(crate) analyse_goal: Option<fn(&P, &mut Meter) -> GoalAnalysis>,
    /// Compares two instances with a plan for each, if plans consist of cues.
    pub(crate) likeness: Option<Comparer<P>>,
}

impl<P: Puzzle> Registry<P> {
    pub(crate) fn of_puzzle(shared: CatalogueParts) -> Self {
        let mut registry = Registry {
            solvers: Vec::new(),
            shared,
            own_recruits: Vec::new(),
            recruits: Vec::new(),
            after_portfolio: None,
            closing: None,
            generator: None,
            heuristics: &[],
            session: None,
            drawn: None,
            rate: None,
            adviser: None,
            completion: None,
            prove: None,
            trainers: Vec::new(),
            arena: None,
            trace: None,
            analyse_goal: None,
            likeness: None,
        };
        P::introduce(&mut registry);
        registry.pair_portfolio();
        registry
    }

    /// Returns the name of the default solver: the one of the highest rank.
    pub(crate) fn default_solver(&self) -> &'static str {
        self.solver(BEST).map_or("none", |entry| entry.card.name)
    }

    /// Returns the cards of all solvers, in their order.
    pub(crate) fn cards(&self) -> Vec<Card> {
        self.solvers.iter().map(|entry| entry.card).collect()
    }

    /// Returns the names of the solvers that play games of chance.
    pub(crate) fn players(&self) -> Vec<&'static str> {
        let players = self.solvers.iter().filter(|entry| entry.look.is_some());
        players.map(|entry| entry.card.name).collect()
    }

    /// Returns the solver with a name or an alias. `best` stands for the default solver, and so
    /// does `auto` where one method is strongest.
    pub(crate) fn solver(&self, name: &str) -> Option<&SolverEntry<P>> {
        Some(&self.solvers[lookup::place(&self.cards(), name, &|_| true)?])
    }

    /// Returns the solver that a name stands for on an instance. An alias stands for the strongest
    /// of its solvers that can work there; if none can, for the strongest, which says why not.
    pub(crate) fn solver_for(&self, puzzle: &P, name: &str) -> Option<&SolverEntry<P>> {
        let fits = |place: usize| self.solvers[place].check(puzzle, &[]).is_ok();
        let place = lookup::place(&self.cards(), name, &fits);
        place.map(|place| &self.solvers[place]).or_else(|| self.solver(name))
    }

    /// Adds a training, named after the puzzle and `name`.
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

    /// Pairs a solver. Panics if there is already one with this name.
    fn pair<T: Settings>(
        &mut self,
        card: Card,
        run: impl Fn(&P, &T, Run<P::Answer>) -> Outcome<P::Answer> + Send + Sync + 'static,
    ) {
        self.add(paired(card, run));
    }

    /// Replaces the solver with this name by a better one. Panics if there is none.
    fn upgrade<T: Settings>(
        &mut self,
        card: Card,
        run: impl Fn(&P, &T, Run<P::Answer>) -> Outcome<P::Answer> + Send + Sync + 'static,
    ) {
        let place = lookup::named(&self.cards(), card.name).unwrap_or_else(|| {
            panic!("{}: there is no {} to upgrade; declare the facets in order", P::ID, card.name)
        });
        self.solvers[place] = paired(card, run);
    }

    fn add(&mut self, entry: SolverEntry<P>) {
        let name = entry.card.name;
        let is_new = lookup::named(&self.cards(), name).is_none();
        assert!(is_new, "{} has two solvers called {name}", P::ID);
        self.solvers.push(entry);
    }
}

/// Creates an entry for a solver that works on every instance.
fn paired<P: Puzzle, T: Settings>(
    card: Card,
    run: impl Fn(&P, &T, Run<P::Answer>) -> Outcome<P::Answer> + Send + Sync + 'static,
) -> SolverEntry<P> {
    SolverEntry {
        card,
        fields: T::fields(),
        settings: Arc::new(settings::<T>),
        fits: None,
        run: Box::new(move |puzzle, params, context| {
            Ok(run(puzzle, &configured(params)?, context))
        }),
        look: None,
    }
}

/// Creates an entry for a solver that needs something that may not fit an instance.
fn fitted<P: Puzzle, T: Settings, N: 'static>(
    card: Card,
    fit: impl Fn(&P, &T) -> Result<N, SettingError> + Clone + Send + Sync + 'static,
    run: impl Fn(&P, &T, N, Run<P::Answer>) -> Outcome<P::Answer> + Send + Sync + 'static,
) -> SolverEntry<P> {
    let also_fit = fit.clone();
    SolverEntry {
        card,
        fields: T::fields(),
        settings: Arc::new(settings::<T>),
        fits: Some(Box::new(move |puzzle, params| fit(puzzle, &configured(params)?).map(|_| ()))),
        run: Box::new(move |puzzle, params, context| {
            let settings = configured(params)?;
            Ok(run(puzzle, &settings, also_fit(puzzle, &settings)?, context))
        }),
        look: None,
    }
}

/// Returns all settings, chosen and default.
fn settings<T: Settings>(params: &Params) -> Result<SettingValues, SettingError> {
    configured::<T>(params).map(|settings| settings.values())
}

pub(crate) fn configured<T: Settings>(params: &Params) -> Result<T, SettingError> {
    let mut settings = T::default();
    for (name, value) in params {
        settings.set(name, value)?;
    }
    Ok(settings)
}

/// Each facet is handled in its family's file.
impl<P: Puzzle> Facets<P> for Registry<P> {
    fn plays(&mut self)
    where
        P: Played + Interactive,
    {
        self.with_play();
        self.with_interaction();
    }
    fn bounds(&mut self)
    where
        P: Played + Bounded,
    {
        self.with_bounds();
    }
    fn ends(&mut self)
    where
        P: Played + Bounded,
    {
        self.with_ends();
    }
    fn reverses(&mut self)
    where
        P: Played + Reversible,
    {
        self.with_ways_back();
    }
    fn layers(&mut self)
    where
        P: Played + Layered,
    {
        self.with_layers();
    }
    fn features(&mut self)
    where
        P: Played + Featured,
    {
        self.with_features();
    }
    fn coaches(&mut self)
    where
        P: Coached,
    {
        self.with_coach();
    }

    fn runs_hot(&mut self)
    where
        P: Played,
    {
        if !self.shared.without_copies {
            self.with_own_copies();
        }
    }
    fn codes(&mut self)
    where
        P: Played + Sampled + Coded,
    {
        self.with_codes();
    }
    fn tracks(&mut self)
    where
        P: Played + Tracked + Coded,
    {
        self.with_tracks();
    }
    fn advises(&mut self)
    where
        P: Played + LowLevel + Generate,
    {
        self.with_heuristics();
    }

    fn ticks(&mut self)
    where
        P: Clocked + Staged + Scripted + Featured + Notation,
    {
        self.with_clock();
    }

    fn senses(&mut self)
    where
        P: Clocked + Sensed,
    {
        self.with_senses();
    }

    fn gambles(&mut self)
    where
        P: Valued<Rules: Interactive>,
    {
        self.with_chance();
    }
    fn learns<E: LearnedEvaluator<P::Rules>>(&mut self)
    where
        P: Valued<Rules: Interactive>,
    {
        self.with_learning::<E>();
    }
    fn imitates(&mut self)
    where
        P: Imitable<Rules: Interactive>,
    {
        self.with_imitation();
    }

    fn fills(&mut self)
    where
        P: Filled,
    {
        self.with_filling();
    }
    fn explains(&mut self)
    where
        P: Explained,
    {
        self.with_techniques();
    }
    fn constrains(&mut self)
    where
        P: Constrained,
    {
        self.with_constraints();
    }
    fn routes(&mut self)
    where
        P: Routed,
    {
        self.with_routes();
    }
    fn arranges(&mut self)
    where
        P: Arranged<Whole = P::Answer>,
    {
        self.with_arrangements();
    }

    fn brings<S: OwnSolver<P>>(&mut self) {
        self.with_own_solver::<S>();
    }

    fn encodes(&mut self)
    where
        P: Encoded,
    {
        self.with_environments();
    }
    fn measures_distances(&mut self)
    where
        P: Played + Bounded + Encoded<Game = <P as StateSpace>::State> + Generate,
    {
        self.with_distances();
    }
    fn generates(&mut self)
    where
        P: Generate,
    {
        self.generator = Some(Generator {
            fields: P::offered(),
            make: |params, seed, meter| {
                let params = configured(params).map_err(|error| error.to_string())?;
                P::generate(&params, seed, meter)
            },
        });
    }
}
