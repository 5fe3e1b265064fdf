//! Solvers that are compiled once for all puzzles: they work on a type-erased space.

use std::sync::Arc;

use quarry_core::{
    Card, Credit, DynSpace, Erased, Field, Found, Inside, Meter, MoveNumber, Numbered, Overtime,
    Played, Puzzle, Recipe, Score, Search, SettingError, Settings, SliceEnd,
};
use quarry_solvers::montecarlo::by_move::ByMove;

use super::{Params, Registry, SettingValues, SolverEntry, configured, settings};

/// A search for a line of play, with moves as numbers.
pub type BoxedSearch<'s> = Box<dyn Search<Answer = Vec<MoveNumber>> + 's>;

/// A solver for every puzzle that is played step by step, compiled once for all of them. Implement
/// this trait to add a solver from your own crate: see
/// [`CatalogueBuilder::solver`](crate::CatalogueBuilder::solver).
///
/// ```
/// use quarry::{BoxedSearch, Catalogue, SpaceSolver};
/// use quarry_core::{Card, Erased, NoSettings};
/// use quarry_solvers::tree::greedy::{self, Greedy};
///
/// struct MyGreedy;
///
/// impl SpaceSolver for MyGreedy {
///     const CARD: Card = Card { name: "my-greedy", ..greedy::CARD };
///     type Settings = NoSettings;
///
///     fn begin<'s>(space: &'s Erased<'s>, none: &NoSettings, _seed: u64) -> BoxedSearch<'s> {
///         Box::new(Greedy::new(space, none))
///     }
/// }
///
/// let catalogue = Catalogue::builder().standard_puzzles().solver::<MyGreedy>().build();
/// let samegame = catalogue.puzzle("samegame").expect("it ships with Quarry");
/// assert!(samegame.solver("my-greedy").is_some());
/// ```
pub trait SpaceSolver: 'static {
    /// Name, summary and properties.
    const CARD: Card;
    /// Settings of the solver; [`NoSettings`](quarry_core::NoSettings) if there are none.
    type Settings: Settings;

    /// Starts a search of this space. All its randomness comes from the seed.
    fn begin<'s>(space: &'s Erased<'s>, settings: &Self::Settings, seed: u64) -> BoxedSearch<'s>;
}

/// A type-erased space in which every move is its own code, for searches that learn. The field
/// holds the bare space.
pub(super) type PlainSpace<'s> = ByMove<'s, Erased<'s>>;

/// Returns all settings, chosen and default, or what is wrong with them.
pub(super) type ReadSettings =
    Arc<dyn Fn(&Params) -> Result<SettingValues, SettingError> + Send + Sync>;

type BeginSearch = Box<
    dyn for<'s> Fn(&'s PlainSpace<'s>, &Params, u64) -> Result<BoxedSearch<'s>, SettingError>
        + Send
        + Sync,
>;

/// A solver of type-erased spaces, with settings given by name.
pub(crate) struct SharedSolver {
    pub(super) card: Card,
    fields: fn() -> Vec<Field>,
    settings: ReadSettings,
    begin: BeginSearch,
}

impl SharedSolver {
    pub(super) fn new<T: Settings>(
        card: Card,
        begin: impl for<'s> Fn(&'s PlainSpace<'s>, &T, u64) -> BoxedSearch<'s> + Send + Sync + 'static,
    ) -> Self {
        SharedSolver {
            card,
            fields: T::fields,
            settings: Arc::new(settings::<T>),
            begin: Box::new(move |space, params, seed| {
                Ok(begin(space, &configured(params)?, seed))
            }),
        }
    }

    /// Adds a check of the settings beyond their domains.
    pub(super) fn checked<T: Settings>(self, check: fn(&T) -> Result<(), SettingError>) -> Self {
        let settings = Arc::new(move |params: &Params| {
            let settings: T = configured(params)?;
            check(&settings).map(|()| settings.values())
        });
        SharedSolver { settings, ..self }
    }

    /// Wraps a solver from another crate.
    pub(crate) fn of<T: SpaceSolver>() -> Self {
        SharedSolver::new(T::CARD, |space, settings, seed| T::begin(space.0, settings, seed))
    }
}

impl<P: Puzzle> Registry<P> {
    /// Pairs the solvers that are compiled once for all puzzles.
    pub(super) fn pair_shared(&mut self)
    where
        P: Played,
    {
        let solvers = Arc::clone(&self.shared.solvers);
        for (index, SharedSolver { card, fields, settings, .. }) in solvers.iter().enumerate() {
            let shared = Arc::clone(&solvers);
            let entry = SolverEntry {
                card: *card,
                fields: fields(),
                settings: Arc::clone(settings),
                fits: None,
                run: Box::new(move |puzzle: &P, params, run| {
                    let space = Erased(puzzle as &dyn DynSpace);
                    let space = ByMove(&space);
                    let search = (shared[index].begin)(&space, params, run.seed)?;
                    Ok(run.drive(Typed::<P::Move>::new(search)))
                }),
                look: None,
            };
            self.add(entry);
        }
    }
}

/// Restores the type of the moves of a search.
pub(super) struct Typed<'s, M> {
    search: BoxedSearch<'s>,
    best: Option<Found<Vec<M>>>,
}

impl<'s, M: Numbered> Typed<'s, M> {
    pub(super) fn new(search: BoxedSearch<'s>) -> Self {
        Typed { search, best: None }
    }

    /// Copies the best answer if it has changed.
    fn update(&mut self) {
        let Some(found) = self.search.best() else { return };
        let is_kept = self.best.as_ref().is_some_and(|best| {
            (best.solved, best.score) == (found.solved, found.score)
                && best.answer.iter().map(|mv| mv.number()).eq(found.answer.iter().map(|mv| mv.0))
        });
        if !is_kept {
            let answer = typed(&found.answer);
            self.best = Some(Found { solved: found.solved, score: found.score, answer });
        }
    }
}

fn typed<M: Numbered>(line: &[MoveNumber]) -> Vec<M> {
    line.iter().map(|mv| M::of_number(mv.0)).collect()
}

impl<M: Numbered> Search for Typed<'_, M> {
    type Answer = Vec<M>;

    fn slice(&mut self, meter: &mut Meter) -> SliceEnd {
        let end = self.search.slice(meter);
        self.update();
        end
    }
    fn best(&self) -> Option<&Found<Vec<M>>> {
        self.best.as_ref()
    }
    fn beat(&mut self, score: Score) {
        self.search.beat(score);
    }
    fn draft(&self) -> Option<Vec<M>> {
        self.search.draft().map(|line| typed(&line))
    }
    fn finish(&mut self, meter: &mut Meter, overtime: &mut Overtime) {
        self.search.finish(meter, overtime);
        self.update();
    }
    fn bound(&self) -> Option<Score> {
        self.search.bound()
    }
    fn argument(&self) -> Option<String> {
        self.search.argument()
    }
    fn credits(&self) -> Vec<Credit> {
        self.search.credits()
    }
    fn recipe(&self) -> Option<Recipe> {
        self.search.recipe()
    }
    fn draft_recipe(&self) -> Option<Recipe> {
        self.search.draft_recipe()
    }
    fn keep_record(&mut self) {
        self.search.keep_record();
    }
    fn inside(&self) -> Inside {
        self.search.inside()
    }
    fn line(&self, item: u32) -> Option<Vec<M>> {
        self.search.line(item).map(|line| typed(&line))
    }
    fn current(&self) -> Option<Vec<M>> {
        self.search.current().map(|line| typed(&line))
    }
}
