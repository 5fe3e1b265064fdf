//! How many runs an experiment has, counted from its file alone: to make its instances may take
//! long.

use std::path::Path;

use quarry_core::{Document, ParseError};

use crate::choices::grid;
use crate::contender::MOST_RUNS;
use crate::reduction::{self, Reduction};
use crate::subject;

/// How many runs an experiment has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// As a whole.
    pub runs: u64,
    /// In its reduced form, if its file describes one.
    pub reduced: Option<u64>,
}

impl Size {
    /// Counts the runs of an experiment's text; files it names are looked for in `folder`.
    pub fn parse(text: &str, folder: &Path) -> Result<Size, ParseError> {
        let document = Document::parse(text)?;
        let seed = document.positive("seed", i64::MAX)?.unwrap_or(1);
        let entries = document.tables("instances")?;
        let mut names = Vec::new();
        for entry in &entries {
            names.extend(subject::named(entry, seed, folder)?.into_iter().map(|named| named.name));
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();

        let usual = document.positive("runs", MOST_RUNS)?.unwrap_or(1);
        let reduced = document.table("reduced")?;
        let general = reduced.as_ref().map_or(Ok(Reduction::default()), Reduction::read)?;
        let (mut whole, mut less) = (0, 0);
        for entry in document.tables("solvers")? {
            let runs = entry.positive("runs", MOST_RUNS)?.unwrap_or(usual);
            let params = entry.table("params")?;
            let choices = params.as_ref().map_or(Ok(Vec::new()), Document::choices)?;
            let points = grid(&choices).len() as u64;
            let own = entry.table("reduced")?;
            let own = own.as_ref().map_or(Ok(Reduction::default()), Reduction::read)?;
            whole += points * runs;
            less += points * own.runs_of(&general, runs);
        }
        let left = reduced.map(|table| reduction::selected(&table, &names)).transpose()?;
        Ok(Size {
            runs: whole * names.len() as u64,
            reduced: left.map(|subjects| less * subjects.len() as u64),
        })
    }
}
