//! The size of an experiment, read from its file only. No instance is created, so this is fast.

use quarry_core::{Document, ParseError};

use crate::choices::grid;
use crate::contender::MOST_RUNS;
use crate::experiment::positive_number;
use crate::reduction::{self, Reduction};
use crate::subject;
use crate::subject::Lookup;

/// Size of one form of an experiment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// Total number of runs.
    pub runs: u64,
    /// Minutes on two cores, as stated in the file.
    pub minutes: Option<f64>,
}

/// Sizes of the full and the reduced form of an experiment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sizes {
    /// Size of the full form.
    pub whole: Size,
    /// Size of the reduced form, if there is one.
    pub reduced: Option<Size>,
}

impl Sizes {
    /// Parses the parts of an experiment that determine its size; files that it names are looked up
    /// in `lookup.folder`.
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
