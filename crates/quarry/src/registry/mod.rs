//! Which solvers a puzzle gets for which facet, and all else that can be done with it.
//!
//! One file for each family of facets: `textbook`, `hot`, `clock`, `chance`, `learn`, `fill`. The
//! core and the laws have files of the same names. A new solver is one line in its family's file,
//! for every puzzle with that facet at once. Two solvers of one name are a mistake and panic when
//! the catalogue is built; a facet that replaces a solver by a better equipped one says so
//! ([`Registry::upgrade`]).

mod chance;
mod clock;
mod driving;
mod fill;
mod hot;
mod learn;
mod looking;
mod portfolio;
mod shared;
mod textbook;

use std::sync::Arc;

use quarry_core::{
    Arranged, Bounded, Clocked, Coded, Constrained, Encoded, Explained, Facets, Featured, Field,
    Filled, Generate, GenerateError, Imitable, Interactive, LearnedEvaluator, LowLevel, Meter,
    Notation, Outcome, Picture, Played, Puzzle, Rating, Routed, Sampled, Scripted, SettingError,
    Settings, Staged, Tally, Tracked, Valued,
};
use quarry_solvers::Card;

use crate::advice::{Advice, Solution};
use crate::arena::Opening;
use crate::estimate::{Evidence, Inquiry, ObserveEstimate};
use crate::goal_analysis::GoalAnalysis;
use crate::nets::AdmittedNets;
use crate::run::SolverCard;
use crate::session::Session;
use crate::trace::Positions;
use crate::training::{Material, ObserveTraining, TrainError, Trained, Training, TrainingCard};

pub(crate) use driving::Run;
use portfolio::Recruit;
pub(crate) use shared::SharedSolver;
pub use shared::{BoxedSearch, SpaceSolver};
pub(crate) use textbook::textbook;

/// Settings by name, as they come from outside.
pub type Params = [(String, String)];

/// A solver's settings by name, all of them.
pub type SettingValues = Vec<(&'static str, String)>;

/// The name that stands for the solver that works unless another is named.
pub(crate) const BEST: &str = "best";

/// Begins a game on an instance.
pub(crate) type Begin<P> = fn(Arc<P>) -> Session;

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

impl<P: Puzzle> SolverEntry<P> {
    /// What the catalogue shows of it.
    pub(crate) fn described(&self) -> SolverCard {
        SolverCard { card: self.card, fields: self.fields.clone() }
    }
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

/// What the registries of a catalogue have in common.
#[derive(Clone)]
pub(crate) struct CatalogueParts {
    /// The solvers that are compiled once for all puzzles.
    pub(crate) solvers: Arc<[SharedSolver]>,
    /// The nets that were handed over, which settings name.
    pub(crate) nets: Arc<AdmittedNets>,
    /// Whether hot puzzles do without copies of their own.
    pub(crate) without_copies: bool,
}

/// All that can be done with one puzzle, collected from its introduction.
pub(crate) struct Registry<P: Puzzle> {
    pub(crate) solvers: Vec<SolverEntry<P>>,
    shared: CatalogueParts,
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
    /// Says all that can be proved of a goal, where the world moves by itself.
    pub(crate) analyse_goal: Option<fn(&P, &mut Meter) -> GoalAnalysis>,
}

impl<P: Puzzle> Registry<P> {
    pub(crate) fn of_puzzle(shared: CatalogueParts) -> Self {
        let mut registry = Registry {
            solvers: Vec::new(),
            shared,
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
        P::introduce(&mut registry);
        registry.pair_portfolio();
        registry
    }

    /// The solver that works unless another is named: the one of the highest rank.
    pub(crate) fn default_solver(&self) -> &'static str {
        self.ranked(|_| true).map_or("none", |entry| entry.card.name)
    }

    /// The solver of a name or an alias. `best` is whichever works unless another is named, and so
    /// is `auto` where one method is strongest.
    pub(crate) fn solver(&self, name: &str) -> Option<&SolverEntry<P>> {
        let is_default = name == BEST || name == quarry_solvers::auto::CARD.name;
        self.named(name)
            .or_else(|| self.ranked(|card| card.alias == Some(name)))
            .or_else(|| self.ranked(|_| is_default))
    }

    /// The first solver of the highest rank among some.
    fn ranked(&self, among: impl Fn(&Card) -> bool) -> Option<&SolverEntry<P>> {
        let some = self.solvers.iter().filter(|entry| among(&entry.card));
        some.rev().max_by_key(|entry| entry.card.rank)
    }

    fn named(&self, name: &str) -> Option<&SolverEntry<P>> {
        self.solvers.iter().find(|entry| entry.card.name == name)
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

    /// Pairs a solver. Panics if there is one of this name.
    fn pair<T: Settings>(
        &mut self,
        card: Card,
        run: impl Fn(&P, &T, Run<P::Answer>) -> Outcome<P::Answer> + Send + Sync + 'static,
    ) {
        self.add(fitted(
            card,
            |_, _: &T| Ok(()),
            move |puzzle, settings, (), context| run(puzzle, settings, context),
        ));
    }

    /// Puts a better equipped solver in the place of the one of this name. Panics if there is none.
    fn upgrade<T: Settings>(
        &mut self,
        card: Card,
        run: impl Fn(&P, &T, Run<P::Answer>) -> Outcome<P::Answer> + Send + Sync + 'static,
    ) {
        let place = self.solvers.iter_mut().find(|entry| entry.card.name == card.name);
        let place = place.unwrap_or_else(|| {
            panic!("{}: there is no {} to be upgraded; name the facets in order", P::ID, card.name)
        });
        *place = fitted(
            card,
            |_, _: &T| Ok(()),
            move |puzzle, settings, (), context| run(puzzle, settings, context),
        );
    }

    fn add(&mut self, entry: SolverEntry<P>) {
        let name = entry.card.name;
        assert!(self.named(name).is_none(), "{} has two solvers called {name}", P::ID);
        self.solvers.push(entry);
    }
}

/// A solver that needs something which may not suit an instance.
fn fitted<P: Puzzle, T: Settings, N: 'static>(
    card: Card,
    fit: impl Fn(&P, &T) -> Result<N, SettingError> + Clone + Send + Sync + 'static,
    run: impl Fn(&P, &T, N, Run<P::Answer>) -> Outcome<P::Answer> + Send + Sync + 'static,
) -> SolverEntry<P> {
    let also_fit = fit.clone();
    SolverEntry {
        card,
        fields: T::fields(),
        check: Box::new(move |puzzle, params| {
            let settings: T = configured(params)?;
            fit(puzzle, &settings).map(|_| settings.values())
        }),
        run: Box::new(move |puzzle, params, context| {
            let settings = configured(params)?;
            Ok(run(puzzle, &settings, also_fit(puzzle, &settings)?, context))
        }),
        look: None,
    }
}

pub(crate) fn configured<T: Settings>(params: &Params) -> Result<T, SettingError> {
    let mut settings = T::default();
    for (name, value) in params {
        settings.set(name, value)?;
    }
    Ok(settings)
}

/// Each facet is received in its family's file.
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
    fn features(&mut self)
    where
        P: Played + Featured,
    {
        self.with_features();
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
        P: Played + LowLevel,
    {
        self.with_heuristics();
    }

    fn ticks(&mut self)
    where
        P: Clocked + Staged + Scripted + Featured + Notation,
    {
        self.with_clock();
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

    fn encodes(&mut self)
    where
        P: Encoded,
    {
        self.with_environments();
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
