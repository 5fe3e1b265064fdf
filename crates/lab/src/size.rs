//! The size of an experiment, read from its file only. No instance is created, so this is fast.
//!
//! A file of a few lines can ask for more runs than memory holds: settings, instances and runs
//! multiply. So sizes are limited, and known before anything is made.

use quarry_core::{Document, Located, ParseError, Position};

use crate::choices::points;
use crate::contender::MOST_RUNS;
use crate::experiment::positive_number;
use crate::number_format::grouped;
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

/// Maximum number of runs of an experiment. A planned run takes about 200 bytes.
pub(crate) const MOST_PLANNED: u64 = 2_000_000;

/// Maximum number of instances of an experiment.
pub(crate) const MOST_INSTANCES: u64 = 100_000;

/// Maximum number of contenders: solvers with their settings.
pub(crate) const MOST_CONTENDERS: u64 = 10_000;

/// Maximum number of patterns in a file that are each compared with all instances.
pub(crate) const MOST_PATTERNS: usize = 1_000;

/// Maximum length of the texts of all instances of an experiment, in bytes.
const LONGEST_TEXTS: usize = 256 << 20;

/// What to do about a plan that is too large.
const DIVIDE: &str = "lower `runs`, or divide the experiment into several files, which can share \
     a store";

/// The instances that an experiment may still have.
pub(crate) struct PlanRoom {
    /// Runs of all contenders on each instance.
    of_instance: u64,
    instances: u64,
    text: usize,
}

impl PlanRoom {
    /// Reads the contenders' numbers of runs; refuses more than any experiment may have.
    pub(crate) fn of(document: &Document) -> Result<Self, ParseError> {
        let runs = document.positive("runs", MOST_RUNS)?.unwrap_or(1);
        let (mut contenders, mut of_instance) = (0_u64, 0_u64);
        for entry in document.tables("solvers")? {
            let params = entry.table("params")?;
            let points =
                params.as_ref().map_or(Ok(1), |params| params.choices().map(|all| points(&all)))?;
            let runs = entry.positive("runs", MOST_RUNS)?.unwrap_or(runs);
            contenders = contenders.saturating_add(points);
            of_instance = of_instance.saturating_add(points.saturating_mul(runs));
            let at = entry.place("params").or(entry.place("runs")).or(document.place("runs"));
            let at = at.unwrap_or(Position::START);
            if contenders > MOST_CONTENDERS {
                let expected = format!(
                    "at most {} solvers, each combination of settings counted; try fewer values of \
                     some settings, or `quarry tune`",
                    grouped(MOST_CONTENDERS)
                );
                return Err(ParseError::new(at, expected, grouped(contenders)));
            }
            if of_instance > MOST_PLANNED {
                let (most, found) = (grouped(MOST_PLANNED), grouped(of_instance));
                let expected = format!("at most {most} runs; {DIVIDE}");
                return Err(ParseError::new(at, expected, format!("{found} on each instance")));
            }
        }
        Ok(PlanRoom::with(of_instance))
    }

    /// Room for instances of so many runs each.
    pub(crate) fn with(of_instance: u64) -> Self {
        let instances = MOST_INSTANCES.min(MOST_PLANNED / of_instance.max(1));
        PlanRoom { of_instance, instances, text: LONGEST_TEXTS }
    }

    /// Takes room for instances of one entry; refuses more than there is.
    pub(crate) fn take(&mut self, count: u64, entry: Located<&str>) -> Result<(), ParseError> {
        match self.instances.checked_sub(count) {
            Some(left) => {
                self.instances = left;
                Ok(())
            }
            None => {
                let (most, runs) = (grouped(MOST_INSTANCES), grouped(MOST_PLANNED));
                let expected = format!(
                    "at most {most} instances and {runs} runs, of which the solvers make {} on \
                     each instance; {DIVIDE}",
                    grouped(self.of_instance)
                );
                Err(entry.wrong(expected, format!("\"{}\", which makes it more", entry.value)))
            }
        }
    }

    /// Takes room for the text of an instance.
    pub(crate) fn take_text(&mut self, text: &str, entry: Located<&str>) -> Result<(), ParseError> {
        let left = self.text.checked_sub(text.len());
        self.text = left.ok_or_else(|| {
            let expected = format!(
                "instances of at most {} MiB of text; divide the experiment into several files, \
                 which can share a store",
                LONGEST_TEXTS >> 20
            );
            entry.wrong(expected, "more")
        })?;
        Ok(())
    }
}

impl Sizes {
    /// Parses the parts of an experiment that determine its size; files that it names are looked up
    /// in `lookup.folder`.
    pub fn parse(text: &str, lookup: Lookup) -> Result<Sizes, ParseError> {
        let document = Document::parse(text)?;
        let seed = document.positive("seed", i64::MAX)?.unwrap_or(1);
        let runs = document.positive("runs", MOST_RUNS)?.unwrap_or(1);
        let entries = document.tables("instances")?;
        let mut room = PlanRoom::of(&document)?;
        let mut names = Vec::new();
        for entry in &entries {
            let named = subject::named(entry, seed, lookup, &mut room)?;
            names.extend(named.into_iter().map(|named| named.name));
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
            contenders.push((points(&choices), runs, reduction));
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
