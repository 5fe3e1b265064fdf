//! Requests for a solver's work, and its reports.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::{
    Budget, Card, Credit, Ending, Entries, Event, Field, Halt, Inside, Puzzle, Recipe, Score,
    Search, SettingError, Solutions, Tally, did_you_mean,
};

/// A solver as shown in the catalogue.
#[derive(Debug, Clone)]
pub struct SolverCard {
    /// Name, summary and textbook properties.
    pub card: Card,
    /// Available settings.
    pub fields: Vec<Field>,
}

/// What to run, for how long, and with which seed.
///
/// ```
/// use quarry::{Budget, Catalogue, Event, Request};
///
/// let catalogue = Catalogue::standard();
/// let example = catalogue.example("samegame/tiny-samegame").expect("it ships with Quarry");
/// let request = Request {
///     solver: Some("beam".to_owned()),
///     params: vec![("width".to_owned(), "8".to_owned())],
///     budget: Budget { nodes: Some(10_000), ..Budget::default() },
///     ..Request::default()
/// };
/// let mut improvements = 0;
/// let report = catalogue.open(example.text)?.solve(&request, &mut |event| {
///     improvements += u32::from(matches!(event, Event::Improved { .. }));
/// })?;
/// assert!(improvements > 0 && report.tally.generated <= 10_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Request {
    /// Name of the solver; `None` selects the puzzle's default.
    pub solver: Option<String>,
    /// Settings by name.
    pub params: Vec<(String, String)>,
    /// Limits of the run.
    pub budget: Budget,
    /// Number of threads; the answer does not depend on it.
    pub threads: usize,
    /// Seed of all randomness.
    pub seed: u64,
    /// Set to true to stop the run.
    pub stop: Arc<AtomicBool>,
    /// Whether the run is alone in its process, so that all memory of the process counts against
    /// the memory limit.
    pub whole_process: bool,
}

/// The puzzle's default solver with its usual settings, no limits, one thread and seed 1.
impl Default for Request {
    fn default() -> Self {
        Request {
            solver: None,
            params: Vec::new(),
            budget: Budget::default(),
            threads: 1,
            seed: 1,
            stop: Arc::default(),
            whole_process: false,
        }
    }
}

/// A view of a running solver, available between two slices of its work.
pub trait SolverView {
    /// Returns the best answer so far, one entry for each move or row; empty if there is none. The
    /// judge has not checked it.
    fn answer(&self) -> Entries;
    /// Returns the method's view of its own state.
    fn inside(&self) -> Inside;
    /// Returns the line of play that an item of the shape inside stands for, one entry for each
    /// move.
    fn line(&self, item: u32) -> Option<Entries>;
    /// Returns what the method is working on, in the form of an answer.
    fn current(&self) -> Option<Entries>;
}

/// The amount of work between two observations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grain {
    /// As much as has no overhead.
    Usual,
    /// As much as has no overhead; the method keeps a record for the shape that it shows inside.
    Recorded,
    /// As little as the method can do: one node, one game, one generation. It keeps a record too.
    Fine,
}

/// Receives the events of a run, and may inspect the solver.
pub type Onlooker<'o> = dyn FnMut(Event, &dyn SolverView) + Send + 'o;

/// A typed view of a search on a puzzle.
pub(crate) struct AtWork<'a, P: Puzzle> {
    pub(crate) puzzle: &'a P,
    pub(crate) search: &'a dyn Search<Answer = P::Answer>,
}

impl<P: Puzzle> SolverView for AtWork<'_, P> {
    fn answer(&self) -> Entries {
        self.search.best().map_or_else(Entries::default, |found| self.puzzle.entries(&found.answer))
    }
    fn inside(&self) -> Inside {
        self.search.inside()
    }
    fn line(&self, item: u32) -> Option<Entries> {
        self.search.line(item).map(|line| self.puzzle.entries(&line))
    }
    fn current(&self) -> Option<Entries> {
        self.search.current().map(|line| self.puzzle.entries(&line))
    }
}

/// The result of a run. Its answer has passed the judge.
///
/// ```
/// use quarry::{Catalogue, Request, Solutions};
///
/// // Are there none, one or several solutions? `exact` proves its answer.
/// let instance = Catalogue::standard().open("1 _ _\n_ _ _\n_ _ 9")?;
/// let request = Request { solver: Some("exact".to_owned()), ..Request::default() };
/// let report = instance.solve(&request, &mut |_event| {})?;
/// assert!(report.proved);
/// assert_eq!(report.solutions, Some(Solutions::Several));
/// assert_ne!(report.answer, report.second);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Id of the puzzle.
    pub puzzle: &'static str,
    /// Name of the solver.
    pub solver: &'static str,
    /// All settings of the solver, chosen and default.
    pub params: Vec<(&'static str, String)>,
    /// Seed of the run.
    pub seed: u64,
    /// Score by the judge; `None` if the run found no answer.
    pub score: Option<Score>,
    /// How the answer ends, according to the judge.
    pub ending: Ending,
    /// Whether the answer is proved optimal (or its absence proved). Where solutions are counted,
    /// whether the count is proved: there is none, there is exactly this one, or there are several
    /// and two are shown.
    pub proved: bool,
    /// Number of solutions, if the solver counts them.
    pub solutions: Option<Solutions>,
    /// Why the answer is optimal or why there is none, in a sentence, if the solver can say it.
    pub argument: Option<String>,
    /// Proven upper bound on every answer's score, if the solver has one.
    pub bound: Option<Score>,
    /// What stopped the run from outside, if anything did.
    pub halted: Option<Halt>,
    /// Contribution of each portfolio member; empty if one method worked alone.
    pub credits: Vec<Credit>,
    /// Setting with which the solver makes the answer again, if it searched for that: a programme
    /// or a formula.
    pub recipe: Option<Recipe>,
    /// Cost of the run.
    pub tally: Tally,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Answer, one entry for each move or row.
    pub answer: Entries,
    /// Second solution, which has passed the judge too; empty unless there are several.
    pub second: Entries,
}

impl Report {
    /// Returns whether the answer is complete: a whole game, or the goal reached. `quarry verify`
    /// accepts exactly the complete answers.
    pub fn is_complete(&self) -> bool {
        self.ending != Ending::Unsolved
    }

    /// Returns whether the goal is reached, if the puzzle has one.
    pub fn is_solved(&self) -> bool {
        self.ending == Ending::GoalReached
    }

    /// Returns why the run ended, in one word.
    pub fn stopped(&self) -> &'static str {
        match self.halted {
            Some(halt) => halt.word(),
            None if self.proved => "proved",
            None => "finished",
        }
    }
}

/// Why a run did not start.
#[derive(Debug, Clone, PartialEq)]
pub enum SolveError {
    /// The puzzle has no such solver; carries the available ones.
    UnknownSolver(String, Vec<&'static str>),
    /// The solver does not play games of chance, so there is no game length to estimate; carries
    /// the solvers that do.
    NoPlayer(&'static str, Vec<&'static str>),
    /// A setting was refused.
    Setting(&'static str, SettingError),
    /// The threads could not be started.
    Threads(String),
}

impl SolveError {
    /// Creates the error for a name that is none of the solvers.
    pub(crate) fn unknown(name: &str, solvers: &[Card]) -> Self {
        let known = solvers.iter().map(|card| card.name).collect();
        SolveError::UnknownSolver(name.to_owned(), known)
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::UnknownSolver(name, known) => {
                let meant = did_you_mean(name, known.iter().copied());
                write!(f, "unknown solver '{name}'{meant}: expected one of {}", known.join(", "))
            }
            SolveError::NoPlayer(name, players) if players.is_empty() => {
                write!(f, "solver {name} plays no game of chance; this puzzle has no players")
            }
            SolveError::NoPlayer(name, players) => {
                write!(f, "solver {name} is not a player: expected one of {}", players.join(", "))
            }
            SolveError::Setting(solver, error) => write!(f, "solver {solver}: {error}"),
            SolveError::Threads(why) => write!(f, "cannot start the threads: {why}"),
        }
    }
}

impl std::error::Error for SolveError {}
