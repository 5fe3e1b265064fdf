//! How large an experiment is, read from its file alone: no instance is made, so that it takes no
//! time.

use quarry_core::{Document, ParseError};

use crate::choices::grid;
use crate::contender::MOST_RUNS;
use crate::experiment::positive_number;
use crate::reduction::{self, Reduction};
use crate::subject;
use crate::subject::Lookup;

/// How large a form of an experiment is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// How many runs it has in all.
    pub runs: u64,
    /// How long it takes on two cores, as its file says.
    pub minutes: Option<f64>,
}

/// How large an experiment is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sizes {
    /// All of it.
    pub whole: Size,
    /// Its reduced form, if there is one.
    pub reduced: Option<Size>,
}

impl Sizes {
    /// Reads an experiment's text as far as it says how large it is; files it names are looked for
    /// in `folder`.
    pub fn parse(text: &str, lookup: Lookup) -> Result<Sizes, ParseError> {
        let document = Document::parse(text)?;
        let seed = document.positive("seed", i64::MAX)?.unwrap_or(1);
        let runs = document.positive("runs", MOST_RUNS)?.unwrap_or(1);
        let entries = document.tables("instances")?;
        let mut names = Vec::new();
        for entry in &entries {
            names.extend(subject::named(entry, seed, lookup)?.into_iter().map(|named| named.name));
        }
        let mut contenders = Vec::new();
        for entry in document.tables("solvers")? {
            let params = entry.table("params")?;
            let choices = params.as_ref().map_or(Ok(Vec::new()), Document::choices)?;
            let runs = entry.positive("runs", MOST_RUNS)?.unwrap_or(runs);
            let reduction = entry
                .table("reduced")?
                .as_ref()
                .map_or(Ok(Reduction::default()), Reduction::read)?;
            contenders.push((grid(&choices).len() as u64, runs, reduction));
        }
        let of_instance: u64 = contenders.iter().map(|(points, runs, _)| points * runs).sum();
        let whole = Size {
            runs: of_instance * names.len() as u64,
            minutes: positive_number(&document, "minutes")?,
        };
        let Some(table) = document.table("reduced")? else {
            return Ok(Sizes { whole, reduced: None });
        };
        let general = Reduction::read(&table)?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let chosen =
            reduction::select(&table, &names)?.into_iter().filter(|&is_chosen| is_chosen).count();
        let left = contenders.iter().map(|(points, runs, own)| points * own.runs(&general, *runs));
        let runs = left.sum::<u64>() * chosen as u64;
        let reduced = Size { runs, minutes: positive_number(&table, "minutes")? };
        Ok(Sizes { whole, reduced: Some(reduced) })
    }
}
