//! Asking for a solver's work, and what comes back.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_core::{
    Budget, Credit, Ending, Entries, Event, Field, Halt, Inside, Puzzle, Score, Search,
    SettingError, Solutions, Tally, did_you_mean,
};
use quarry_solvers::Card;

/// A solver as the catalogue shows it.
#[derive(Debug, Clone)]
pub struct SolverCard {
    /// Name, summary and textbook properties.
    pub card: Card,
    /// What can be set.
    pub fields: Vec<Field>,
}

/// What to run, how long, and from which seed.
#[derive(Debug, Clone)]
pub struct Request {
    /// The solver's name; `None` takes the puzzle's default.
    pub solver: Option<String>,
    /// Settings by name.
    pub params: Vec<(String, String)>,
    /// The limits.
    pub budget: Budget,
    /// How many threads may work; the answer does not depend on it.
    pub threads: usize,
    /// The seed of all randomness.
    pub seed: u64,
    /// Becomes true when the run shall stop.
    pub stop: Arc<AtomicBool>,
    /// Whether nothing else happens in the process, so that all its memory counts against the limit
    /// on memory.
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

/// A solver at work, as far as anybody may look between two slices of its work.
pub trait SolverView {
    /// The best answer so far, one entry for each move or row; empty if there is none. The judge
    /// has not seen it.
    fn answer(&self) -> Entries;
    /// What the method shows of itself.
    fn inside(&self) -> Inside;
}

/// How much work lies between two looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grain {
    /// As much as costs nothing.
    Usual,
    /// As little as the method can do: one node, one game, one generation.
    Fine,
}

/// Is told what happens, and may look at the solver.
pub type Onlooker<'o> = dyn FnMut(Event, &dyn SolverView) + Send + 'o;

/// A search on a puzzle, its types still known.
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
}

/// What a run brought. Its answer has passed the judge.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The puzzle's id.
    pub puzzle: &'static str,
    /// The solver's name.
    pub solver: &'static str,
    /// All its settings, chosen and default.
    pub params: Vec<(&'static str, String)>,
    /// The seed.
    pub seed: u64,
    /// The judge's number; `None` when the run found no answer at all.
    pub score: Option<Score>,
    /// How the answer ends, as the judge says.
    pub ending: Ending,
    /// Whether the answer is proved to be the best (or its absence proved); where solutions are
    /// counted, whether the count is proved: there is none, there is one and this is it, or there
    /// are several and two are shown.
    pub proved: bool,
    /// How many solutions there are, where the solver counts them.
    pub solutions: Option<Solutions>,
    /// A proven upper bound on every answer's score, where the solver has one.
    pub bound: Option<Score>,
    /// What stopped the run from outside, if something did.
    pub halted: Option<Halt>,
    /// What each member of a portfolio has to do with it; empty where one method worked alone.
    pub credits: Vec<Credit>,
    /// The cost.
    pub tally: Tally,
    /// The time.
    pub seconds: f64,
    /// The answer, one entry for each move or row.
    pub answer: Entries,
    /// A second solution, which has passed the judge too; empty unless there are several.
    pub second: Entries,
}

impl Report {
    /// Whether the answer is complete: a whole game, or the goal reached. `quarry verify` accepts
    /// it then, and only then.
    pub fn is_complete(&self) -> bool {
        self.ending != Ending::Unsolved
    }

    /// Whether the goal is reached, where the puzzle has one.
    pub fn is_solved(&self) -> bool {
        self.ending == Ending::GoalReached
    }

    /// Why the run ended, in one word.
    pub fn stopped(&self) -> &'static str {
        match self.halted {
            Some(halt) => halt.word(),
            None if self.proved => "proved",
            None => "finished",
        }
    }
}

/// Why a run did not begin.
#[derive(Debug, Clone, PartialEq)]
pub enum SolveError {
    /// The puzzle has no such solver; the ones it has.
    UnknownSolver(String, Vec<&'static str>),
    /// The solver plays no games of chance, of which could be said how long they last; those that
    /// do.
    NoPlayer(&'static str, Vec<&'static str>),
    /// A setting was refused.
    Setting(&'static str, SettingError),
    /// The threads could not be had.
    Threads(String),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::UnknownSolver(name, known) => {
                let meant = did_you_mean(name, known.iter().copied());
                write!(f, "unknown solver '{name}'{meant}: expected one of {}", known.join(", "))
            }
            SolveError::NoPlayer(name, players) if players.is_empty() => {
                write!(f, "solver {name} plays no game of chance, and no other of this puzzle does")
            }
            SolveError::NoPlayer(name, players) => {
                write!(f, "solver {name} is no player: expected one of {}", players.join(", "))
            }
            SolveError::Setting(solver, error) => write!(f, "solver {solver}: {error}"),
            SolveError::Threads(why) => write!(f, "cannot start the threads: {why}"),
        }
    }
}

impl std::error::Error for SolveError {}
