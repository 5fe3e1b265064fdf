//! Solvers that are made for one puzzle, and the large tables that they keep.

use std::sync::Arc;

use crate::{Card, Puzzle, Search, SettingError, Settings};

/// A search for the answers of a puzzle, behind a pointer.
pub type PuzzleSearch<'p, P> = Box<dyn Search<Answer = <P as Puzzle>::Answer> + 'p>;

/// Facet: a solver that is made for one puzzle and knows more of it than any other facet tells.
///
/// It is declared with [`Facets::brings`](crate::Facets::brings), once for each solver.
pub trait OwnSolver<P: Puzzle>: 'static {
    /// Row in the solver comparison.
    const CARD: Card;
    /// Settings of the solver.
    type Settings: Settings;
    /// Whether the solver takes part in the portfolio `auto` on some instances. A puzzle without any
    /// such method has no portfolio.
    const JOINS: bool = true;
    /// Name of a second run in the portfolio `auto`, from another seed, that looks for another
    /// solution once one is known. `None` if there is no such run.
    const AGAIN: Option<&'static str> = None;

    /// Says why the solver cannot work on an instance with these settings, if it cannot.
    fn check(_puzzle: &P, _settings: &Self::Settings) -> Result<(), SettingError> {
        Ok(())
    }
    /// Returns the length of the solver's turns in the portfolio `auto` on this instance, in nodes
    /// and evaluations together. `None` if it takes no part, because others are better there.
    fn turn(puzzle: &P) -> Option<u64>;
    /// Creates a search. Tables that take long to compute are looked up in `tables` and left there.
    fn begin<'p>(
        puzzle: &'p P,
        settings: &Self::Settings,
        seed: u64,
        tables: &'p dyn Tables,
    ) -> PuzzleSearch<'p, P>;
}

/// Keeps tables that are computed once, such as pattern databases. What is kept never changes a
/// result: computing a table counts no nodes and no evaluations.
pub trait Tables: Send + Sync {
    /// Returns the table of this name, if it is kept.
    fn get(&self, name: &str) -> Option<Arc<Vec<u8>>>;
    /// Keeps a table under a name that says everything it depends on.
    fn keep(&self, name: &str, table: Vec<u8>) -> Arc<Vec<u8>>;
}

/// Keeps no tables.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoTables;

impl Tables for NoTables {
    fn get(&self, _name: &str) -> Option<Arc<Vec<u8>>> {
        None
    }
    fn keep(&self, _name: &str, table: Vec<u8>) -> Arc<Vec<u8>> {
        Arc::new(table)
    }
}
