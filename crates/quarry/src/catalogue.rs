//! The catalogue: every puzzle of the house, with its types hidden behind [`Exhibit`].

use std::sync::{Arc, OnceLock};

use quarry_core::{About, Document, Example, Field, ParseError, Position, Puzzle};
use quarry_puzzles::{Visitor, introduce_all};

use crate::instance::{Instance, Opened, pool};
use crate::run::SolverCard;
use crate::shelf::{Params, Shelf, Trainer};
use crate::training::{Milestone, Observe, TrainError, Trained, Training, TrainingCard};

/// One puzzle of the house.
pub trait Exhibit: Send + Sync {
    /// Its name in files and on the command line.
    fn id(&self) -> &'static str;
    /// What it is, in words.
    fn about(&self) -> About;
    /// The solvers that can work on it.
    fn solvers(&self) -> Vec<SolverCard>;
    /// The solver that works unless another is named.
    fn default_solver(&self) -> &'static str;
    /// The instances that ship with it.
    fn examples(&self) -> &'static [Example];
    /// The names of its rules of thumb, which hyper-heuristics put in order; none if it has none.
    fn heuristics(&self) -> &'static [&'static str];
    /// The generator's parameters; `None` if it has no generator.
    fn generator(&self) -> Option<&[Field]>;
    /// The text of a generated instance, or why there is none.
    fn generate(&self, params: &Params, seed: u64) -> Result<String, String>;
    /// The trainings it has.
    fn trainings(&self) -> Vec<&TrainingCard>;
    /// What a training of this name makes of its material, if the puzzle has it; `observe` is told of every step.
    fn train(&self, name: &str, training: &Training, observe: Observe)
    -> Option<Result<Trained, TrainError>>;
    /// Whether a text that is not ours is a community format of this puzzle.
    fn recognises(&self, text: &str) -> bool;
    /// Opens an instance file.
    fn open(&self, text: &str) -> Result<Box<dyn Instance>, ParseError>;
}

struct Shown<P: Puzzle> {
    shelf: Arc<Shelf<P>>,
}

impl<P: Puzzle> Exhibit for Shown<P> {
    fn id(&self) -> &'static str {
        P::ID
    }
    fn about(&self) -> About {
        P::ABOUT
    }
    fn solvers(&self) -> Vec<SolverCard> {
        let card = |pairing: &crate::shelf::Pairing<P>| SolverCard {
            card: pairing.card,
            fields: pairing.fields.clone(),
        };
        self.shelf.solvers.iter().map(card).collect()
    }
    fn default_solver(&self) -> &'static str {
        self.shelf.default_solver()
    }
    fn examples(&self) -> &'static [Example] {
        P::examples()
    }
    fn heuristics(&self) -> &'static [&'static str] {
        self.shelf.heuristics
    }
    fn generator(&self) -> Option<&[Field]> {
        self.shelf.generator.as_ref().map(|generator| generator.fields.as_slice())
    }
    fn generate(&self, params: &Params, seed: u64) -> Result<String, String> {
        let Some(generator) = &self.shelf.generator else {
            return Err(format!("{} has no generator", P::ID));
        };
        (generator.make)(params, seed).map(|instance| instance.show())
    }
    fn trainings(&self) -> Vec<&TrainingCard> {
        self.shelf.trainers.iter().map(|trainer| &trainer.card).collect()
    }
    fn train(
        &self,
        name: &str,
        training: &Training,
        observe: Observe,
    ) -> Option<Result<Trained, TrainError>> {
        let Trainer { card, train } = self.shelf.trainers.iter().find(|trainer| trainer.card.name == name)?;
        let pool = pool(training.threads).map_err(TrainError::Threads);
        Some(pool.and_then(|pool| pool.install(|| train(&card.name, training, observe))))
    }
    fn recognises(&self, text: &str) -> bool {
        P::recognises(text)
    }
    fn open(&self, text: &str) -> Result<Box<dyn Instance>, ParseError> {
        let header =
            if P::recognises(text) { Default::default() } else { Document::parse(text)?.header()? };
        let puzzle = Arc::new(P::parse(text)?);
        Ok(Box::new(Opened { header, puzzle, shelf: Arc::clone(&self.shelf) }))
    }
}

/// All puzzles of the house.
pub struct Catalogue {
    exhibits: Vec<Box<dyn Exhibit>>,
}

/// The catalogue, made once.
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        let mut catalogue = Catalogue { exhibits: Vec::new() };
        introduce_all(&mut catalogue);
        catalogue
    })
}

impl Visitor for Catalogue {
    fn puzzle<P: Puzzle>(&mut self) {
        self.exhibits.push(Box::new(Shown { shelf: Arc::new(Shelf::<P>::of_puzzle()) }));
    }
}

impl Catalogue {
    /// The puzzles, in the order of their registration.
    pub fn exhibits(&self) -> impl Iterator<Item = &dyn Exhibit> {
        self.exhibits.iter().map(Box::as_ref)
    }

    /// The puzzle of an id.
    pub fn exhibit(&self, id: &str) -> Option<&dyn Exhibit> {
        self.exhibits().find(|exhibit| exhibit.id() == id)
    }

    /// The ids, for messages.
    pub fn ids(&self) -> Vec<&'static str> {
        self.exhibits().map(Exhibit::id).collect()
    }

    /// The example `PUZZLE/NAME`.
    pub fn example(&self, path: &str) -> Option<&'static Example> {
        let (id, name) = path.split_once('/')?;
        self.exhibit(id)?.examples().iter().find(|example| example.name == name)
    }

    /// The training of a name.
    pub fn training(&self, name: &str) -> Result<&TrainingCard, TrainError> {
        let all: Vec<_> = self.exhibits().flat_map(Exhibit::trainings).collect();
        let found = all.iter().find(|card| card.name == name).copied();
        found.ok_or_else(|| {
            TrainError::Unknown(name.to_owned(), all.iter().map(|card| card.name.clone()).collect())
        })
    }

    /// What a training of any puzzle makes of its material; `observe` is told of every step.
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
        let done = self.exhibits().find_map(|exhibit| exhibit.train(&card.name, training, &mut *observe));
        done.expect("a training of the catalogue is some puzzle's")
    }

    /// Opens an instance file of any puzzle: by its `puzzle` key, or by its form.
    pub fn open(&self, text: &str) -> Result<Box<dyn Instance>, ParseError> {
        if let Some(exhibit) = self.exhibits().find(|exhibit| exhibit.recognises(text)) {
            return exhibit.open(text);
        }
        let document = Document::parse(text)?;
        let Some(puzzle) = document.text("puzzle")? else {
            return Err(ParseError::new(
                Position::START,
                format!("a key `puzzle`, one of {}, or a known community format", self.ids().join(", ")),
                "a file without it",
            ));
        };
        match self.exhibit(puzzle.value) {
            Some(exhibit) => exhibit.open(text),
            None => {
                Err(puzzle
                    .wrong(format!("one of {}", self.ids().join(", ")), format!("\"{}\"", puzzle.value)))
            }
        }
    }
}
