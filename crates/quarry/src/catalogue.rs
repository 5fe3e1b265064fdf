//! The catalogue of puzzles, solvers and experiments, with the types of the puzzles hidden behind
//! [`PuzzleEntry`].

use std::collections::HashSet;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::text::without_byte_order_mark;
use quarry_core::{
    About, Budget, Document, Example, Field, GenerateError, Header, Meter, ParseError, Position,
    Puzzle, did_you_mean,
};
use quarry_puzzles::{Visitor, introduce_all};

use crate::arena::{Arena, ArenaSettings, Dealer, Opening};
use crate::instance::{Instance, Opened, on_threads};
use crate::nets::AdmittedNets;
use crate::registry::{
    CatalogueParts, Params, Registry, SharedSolver, SolverEntry, SpaceSolver, Trainer, textbook,
};
use crate::run::SolverCard;
use crate::tables::KeptTables;
use crate::training::{Milestone, ObserveTraining, TrainError, Trained, Training, TrainingCard};

/// A puzzle in the catalogue.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use quarry::{Budget, Catalogue};
///
/// let catalogue = Catalogue::standard();
/// let sudoku = catalogue.puzzle("sudoku").expect("it ships with Quarry");
///
/// // A seed and parameters always give the same instance.
/// let params = [("shape".to_owned(), "2x2".to_owned())];
/// let text = sudoku
///     .generate(&params, 1, Budget::default(), &AtomicBool::new(false))
///     .expect("the generator has this parameter");
/// assert_eq!(sudoku.open(&text)?.puzzle(), "sudoku");
/// # Ok::<(), quarry::ParseError>(())
/// ```
pub trait PuzzleEntry: Send + Sync {
    /// Returns the name in files and on the command line.
    fn id(&self) -> &'static str;
    /// Returns title, rules and complexity.
    fn about(&self) -> About;
    /// Returns the solvers that can work on the puzzle.
    fn solvers(&self) -> Vec<SolverCard>;
    /// Returns the names of the solvers that play games of chance. A game of theirs that hits a
    /// limit would have continued.
    fn players(&self) -> Vec<&'static str>;
    /// Returns the solver with a name or an alias.
    fn solver(&self, name: &str) -> Option<SolverCard>;
    /// Returns the name of the default solver.
    fn default_solver(&self) -> &'static str;
    /// Returns the instances that ship with the puzzle.
    fn examples(&self) -> &'static [Example];
    /// Returns the names of the rules of thumb that hyper-heuristics put in order; empty if there
    /// are none.
    fn heuristics(&self) -> &'static [&'static str];
    /// Returns the generator's parameters; `None` if there is no generator.
    fn generator(&self) -> Option<&[Field]>;
    /// Returns the text of a generated instance, or why there is none within the limits.
    fn generate(
        &self,
        params: &Params,
        seed: u64,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<String, GenerateError>;
    /// Returns the names of the agents in its environments; `None` if it has no environments.
    fn agents(&self) -> Option<Vec<&'static str>>;
    /// Opens an environment for learners in which every game generates its own instance from these
    /// parameters, or says why there is none.
    fn arena(&self, params: &Params, settings: ArenaSettings) -> Result<Box<dyn Arena>, String>;
    /// Returns the trainings of the puzzle.
    fn trainings(&self) -> Vec<&TrainingCard>;
    /// Runs the training with this name on its material, if the puzzle has it. `observe` receives
    /// every step.
    fn train(
        &self,
        name: &str,
        training: &Training,
        observe: ObserveTraining,
    ) -> Option<Result<Trained, TrainError>>;
    /// Returns whether a text that is not in Quarry's format is a community format of this puzzle.
    fn recognises(&self, text: &str) -> bool;
    /// Returns whether a line is a whole instance by itself, provided that it belongs to this puzzle.
    fn is_line(&self, line: &str) -> bool;
    /// Returns the parts of a text in a community format that are instances of their own; empty if
    /// it is a single instance.
    fn divide(&self, text: &str) -> Vec<Range<usize>>;
    /// Opens an instance file, or a text in a community format that need not name the puzzle.
    fn open(&self, text: &str) -> Result<Box<dyn Instance>, ParseError>;
}

pub(crate) struct RegisteredPuzzle<P: Puzzle> {
    pub(crate) registry: Arc<Registry<P>>,
}

impl<P: Puzzle> PuzzleEntry for RegisteredPuzzle<P> {
    fn id(&self) -> &'static str {
        P::ID
    }
    fn about(&self) -> About {
        P::ABOUT
    }
    fn solvers(&self) -> Vec<SolverCard> {
        self.registry.solvers.iter().map(SolverEntry::described).collect()
    }
    fn solver(&self, name: &str) -> Option<SolverCard> {
        self.registry.solver(name).map(SolverEntry::described)
    }
    fn players(&self) -> Vec<&'static str> {
        self.registry.players()
    }
    fn default_solver(&self) -> &'static str {
        self.registry.default_solver()
    }
    fn examples(&self) -> &'static [Example] {
        P::examples()
    }
    fn heuristics(&self) -> &'static [&'static str] {
        self.registry.heuristics
    }
    fn generator(&self) -> Option<&[Field]> {
        self.registry.generator.as_ref().map(|generator| generator.fields.as_slice())
    }
    fn generate(
        &self,
        params: &Params,
        seed: u64,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<String, GenerateError> {
        let Some(generator) = &self.registry.generator else {
            return Err(format!("{} has no generator", P::ID).into());
        };
        let instance = (generator.make)(params, seed, &mut Meter::new(budget, stop))?;
        Ok(instance.show())
    }
    fn agents(&self) -> Option<Vec<&'static str>> {
        self.registry.arena.as_ref().map(Opening::agents)
    }
    fn arena(&self, params: &Params, settings: ArenaSettings) -> Result<Box<dyn Arena>, String> {
        let Some(generator) = &self.registry.generator else {
            return Err(format!("{} has no generator", P::ID));
        };
        self.registry.open_arena(Dealer::Each(generator.make, params.to_vec()), settings)
    }
    fn trainings(&self) -> Vec<&TrainingCard> {
        self.registry.trainers.iter().map(|trainer| &trainer.card).collect()
    }
    fn train(
        &self,
        name: &str,
        training: &Training,
        observe: ObserveTraining,
    ) -> Option<Result<Trained, TrainError>> {
        let Trainer { card, train } =
            self.registry.trainers.iter().find(|trainer| trainer.card.name == name)?;
        let trained = on_threads(training.threads, || train(&card.name, training, observe));
        Some(trained.map_err(TrainError::Threads).flatten())
    }
    fn recognises(&self, text: &str) -> bool {
        P::recognises(text)
    }
    fn divide(&self, text: &str) -> Vec<Range<usize>> {
        P::divide(text)
    }
    fn is_line(&self, line: &str) -> bool {
        P::is_line(line)
    }
    fn open(&self, text: &str) -> Result<Box<dyn Instance>, ParseError> {
        let text = without_byte_order_mark(text);
        let is_bare = P::recognises(text);
        // What is no TOML has no header. If it was meant to be TOML, the puzzle's reader says so.
        let document = if is_bare { None } else { Document::parse(text).ok() };
        let header = document.map_or(Ok(Header::default()), |document| document.header())?;
        let puzzle =
            P::parse(text).map_err(|error| if is_bare { error.assuming(P::ID) } else { error })?;
        let puzzle = Arc::new(puzzle);
        let entry = RegisteredPuzzle { registry: Arc::clone(&self.registry) };
        Ok(Box::new(Opened { header, puzzle, entry }))
    }
}

/// The available puzzles with their solvers, and experiments. A handle: clones share the contents.
///
/// There is no global catalogue: [`Catalogue::standard`] returns what ships with Quarry,
/// [`Catalogue::builder`] starts one of your own.
///
/// ```
/// use quarry::{Budget, Catalogue, Request};
///
/// let catalogue = Catalogue::standard();
/// let example = catalogue.example("samegame/tiny-samegame").expect("it ships with Quarry");
/// let instance = catalogue.open(example.text)?;
/// let request = Request {
///     solver: Some("greedy".to_owned()),
///     budget: Budget { evaluations: Some(1000), ..Budget::default() },
///     ..Request::default()
/// };
/// let report = instance.solve(&request, &mut |_| {})?;
/// assert!(report.is_complete());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Catalogue(Arc<Contents>);

struct Contents {
    puzzles: Vec<Box<dyn PuzzleEntry>>,
    experiments: Vec<RegisteredExperiment>,
    nets: Arc<AdmittedNets>,
    tables: Arc<KeptTables>,
}

/// A registered experiment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisteredExperiment {
    /// Name on the command line.
    pub name: &'static str,
    /// Text of the experiment file.
    pub text: &'static str,
}

type Register = Box<dyn FnOnce(CatalogueParts) -> Box<dyn PuzzleEntry>>;

/// Collects puzzles, solvers and experiments, the standard ones or any others.
///
/// Puzzles of your own implement the traits of `quarry-core`; solvers of your own implement
/// [`SpaceSolver`] and work on every puzzle that is played step by step.
#[derive(Default)]
pub struct CatalogueBuilder {
    puzzles: Vec<(&'static str, Register)>,
    solvers: Vec<SharedSolver>,
    experiments: Vec<RegisteredExperiment>,
    without_copies: bool,
}

impl CatalogueBuilder {
    /// Adds the puzzles that ship with Quarry.
    #[must_use]
    pub fn standard_puzzles(mut self) -> Self {
        introduce_all(&mut self);
        self
    }

    /// Adds a puzzle, with every solver that its facets allow.
    #[must_use]
    pub fn puzzle<P: Puzzle>(mut self) -> Self {
        Visitor::puzzle::<P>(&mut self);
        self
    }

    /// Adds a solver for every puzzle that is played step by step.
    #[must_use]
    pub fn solver<T: SpaceSolver>(mut self) -> Self {
        self.solvers.push(SharedSolver::of::<T>());
        self
    }

    /// Adds an experiment: a name and the text of its file.
    #[must_use]
    pub fn experiment(mut self, name: &'static str, text: &'static str) -> Self {
        self.experiments.push(RegisteredExperiment { name, text });
        self
    }

    /// Omits the compiled copies of searches for hot puzzles, so that they can be measured against
    /// the searches that are compiled once for all puzzles.
    #[must_use]
    pub fn without_copies(mut self) -> Self {
        self.without_copies = true;
        self
    }

    /// Builds the catalogue.
    ///
    /// # Panics
    ///
    /// If two puzzles, two solvers of a puzzle or two experiments have the same name.
    pub fn build(self) -> Catalogue {
        let CatalogueBuilder { puzzles, solvers, experiments, without_copies } = self;
        refuse_repeated("puzzles", puzzles.iter().map(|(id, _)| *id));
        refuse_repeated("experiments", experiments.iter().map(|experiment| experiment.name));
        let solvers = textbook().into_iter().chain(solvers).collect();
        let nets = Arc::new(AdmittedNets::default());
        let tables = Arc::new(KeptTables::default());
        let shared = CatalogueParts {
            solvers,
            tables: Arc::<KeptTables>::clone(&tables),
            nets: Arc::clone(&nets),
            without_copies,
        };
        let register = |(_, register): (_, Register)| register(shared.clone());
        let puzzles = puzzles.into_iter().map(register).collect();
        Catalogue(Arc::new(Contents { puzzles, experiments, nets, tables }))
    }
}

fn refuse_repeated(what: &str, names: impl Iterator<Item = &'static str>) {
    let mut seen = HashSet::new();
    for name in names {
        assert!(seen.insert(name), "two {what} are called {name}");
    }
}

impl Visitor for CatalogueBuilder {
    fn puzzle<P: Puzzle>(&mut self) {
        self.puzzles.push((
            P::ID,
            Box::new(|shared| {
                let registry = Arc::new(Registry::<P>::of_puzzle(shared));
                Box::new(RegisteredPuzzle { registry })
            }),
        ));
    }
}

impl Catalogue {
    /// Returns the catalogue that ships with Quarry.
    pub fn standard() -> Self {
        Catalogue::builder().standard_puzzles().build()
    }

    /// Returns a builder without any entries.
    pub fn builder() -> CatalogueBuilder {
        CatalogueBuilder::default()
    }

    /// Iterates over the puzzles, in the order of their registration.
    pub fn puzzles(&self) -> impl Iterator<Item = &dyn PuzzleEntry> {
        self.0.puzzles.iter().map(Box::as_ref)
    }

    /// Returns the registered experiments, in the order of their registration.
    pub fn experiments(&self) -> &[RegisteredExperiment] {
        &self.0.experiments
    }

    /// Adds a file of nets written by `quarry train`. Returns the name that stands for the file in
    /// the settings of solvers.
    pub fn admit_nets(&self, file: &[u8]) -> Result<String, ParseError> {
        self.0.nets.admit(file)
    }

    /// Keeps the tables that solvers compute, such as pattern databases, in a folder and uses the ones
    /// that are there. Each file has a checksum; the folder can be deleted at any time. Only the
    /// first call has an effect.
    pub fn keep_tables_in(&self, folder: PathBuf) {
        self.0.tables.keep_in(folder);
    }

    /// Returns the puzzle with an id.
    pub fn puzzle(&self, id: &str) -> Option<&dyn PuzzleEntry> {
        self.puzzles().find(|entry| entry.id() == id)
    }

    /// Returns the ids of all puzzles, for messages.
    pub fn ids(&self) -> Vec<&'static str> {
        self.puzzles().map(PuzzleEntry::id).collect()
    }

    /// Returns the example `PUZZLE/NAME`.
    pub fn example(&self, path: &str) -> Option<&'static Example> {
        let (id, name) = path.split_once('/')?;
        self.puzzle(id)?.examples().iter().find(|example| example.name == name)
    }

    /// Returns the names of all examples, as `PUZZLE/NAME`.
    pub fn example_names(&self) -> impl Iterator<Item = String> {
        self.puzzles().flat_map(|entry| {
            entry.examples().iter().map(|example| format!("{}/{}", entry.id(), example.name))
        })
    }

    /// Returns the training with a name.
    pub fn training(&self, name: &str) -> Result<&TrainingCard, TrainError> {
        let all: Vec<_> = self.puzzles().flat_map(PuzzleEntry::trainings).collect();
        let found = all.iter().find(|card| card.name == name).copied();
        found.ok_or_else(|| {
            TrainError::Unknown(name.to_owned(), all.iter().map(|card| card.name.clone()).collect())
        })
    }

    /// Runs a training of any puzzle on its material; `observe` receives every step.
    pub fn train(
        &self,
        name: &str,
        training: &Training,
        observe: &mut (dyn FnMut(&Milestone) + Send),
    ) -> Result<Trained, TrainError> {
        let card = self.training(name)?;
        if training.elsewhere.is_some() && !card.is_divisible {
            return Err(TrainError::HereOnly);
        }
        let done =
            self.puzzles().find_map(|entry| entry.train(&card.name, training, &mut *observe));
        done.expect("every training belongs to a puzzle")
    }

    /// Opens an instance file of any puzzle: by its `puzzle` key, or by its form.
    ///
    /// ```
    /// use quarry::Catalogue;
    ///
    /// let catalogue = Catalogue::standard();
    /// let instance = catalogue.open("1 _ _\n_ _ _\n_ _ 9")?;
    /// assert_eq!(instance.puzzle(), "hidato");
    ///
    /// let error = catalogue.open("puzzle = \"sudko\"").err().expect("there is no such puzzle");
    /// assert!(error.to_string().contains("did you mean sudoku?"));
    /// # Ok::<(), quarry::ParseError>(())
    /// ```
    pub fn open(&self, text: &str) -> Result<Box<dyn Instance>, ParseError> {
        let text = without_byte_order_mark(text);
        // Formats overlap: a line of digits and dots may be a board of several puzzles. A puzzle that
        // is written on one line comes before those for which the line is a narrow board.
        let mut refused = None;
        let known = || self.puzzles().filter(|entry| entry.recognises(text));
        let lines = known().filter(|entry| entry.is_line(text));
        for entry in lines.chain(known().filter(|entry| !entry.is_line(text))) {
            match entry.open(text) {
                Ok(instance) => return Ok(instance),
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        if let Some(error) = refused {
            return Err(error);
        }
        if is_address(text) {
            return Err(self.unknown_address(text));
        }
        let document = Document::parse(text)?;
        let Some(puzzle) = document.text("puzzle")? else {
            return Err(ParseError::new(
                Position::START,
                format!(
                    "a key `puzzle`, one of {}, or a known community format",
                    self.ids().join(", ")
                ),
                "a file without it",
            ));
        };
        match self.puzzle(puzzle.value) {
            Some(entry) => entry.open(text),
            None => {
                let meant = did_you_mean(puzzle.value, self.ids());
                let expected = format!("one of {}", self.ids().join(", "));
                Err(puzzle.wrong(expected, format!("\"{}\"{meant}", puzzle.value)))
            }
        }
    }

    /// Returns the error for an address of a puzzle that is not in the catalogue.
    fn unknown_address(&self, text: &str) -> ParseError {
        let has_addresses = |entry: &&dyn PuzzleEntry| {
            let example = entry.examples().first().and_then(|one| entry.open(one.text).ok());
            let forms = example.map_or(Vec::new(), |instance| instance.community_forms());
            forms.iter().any(|form| form.format == "url")
        };
        let ids: Vec<_> = self.puzzles().filter(has_addresses).map(PuzzleEntry::id).collect();
        let expected = format!("an address of puzz.link or pzv.jp for one of {}", ids.join(", "));
        ParseError::new(Position::START, expected, format!("`{}`", text.trim()))
    }
}

/// Returns whether a text is an address of a web page, whether its puzzle is known or not.
pub(crate) fn is_address(text: &str) -> bool {
    let text = text.trim();
    (text.starts_with("http://") || text.starts_with("https://")) && !text.contains(['\n', ' '])
}
