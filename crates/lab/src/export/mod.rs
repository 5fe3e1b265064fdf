//! Exports runs to other programs: as tables (CSV, Parquet), as JSON lines, and as a folder for
//! IOHanalyzer.
//!
//! Runs are read one at a time, so that a store of any size can be exported. The set of runs is
//! fixed when an [`Export`] is created; an experiment that is still running does not change it. The
//! checksums are compared then, so that no damaged run is exported.

mod columns;
mod delimited;
mod iohanalyzer;
mod json_lines;
mod parquet_file;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::path::Path;
use std::{error, fmt};

use rusqlite::{Connection, Statement};

use quarry::{Catalogue, did_you_mean};

use crate::plan::Plan;
use crate::store::{Store, StoreError, refuse_damaged};
use columns::{OF_RUN, RUNS, STEP, SettingColumns};

pub use columns::{Column, ColumnKind, ColumnValue, RowSink};

/// The runs of a store to export.
pub enum Selection<'a> {
    /// All runs.
    All,
    /// Runs that were made for the experiment with this name.
    Made(&'a str),
    /// Runs of a plan, whichever experiment they were made for.
    Planned(&'a Plan<'a>),
}

/// The table to export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// One row for each run.
    Runs,
    /// One row for each improvement, with the `unit` of its run.
    Improvements,
}

/// A fixed selection of runs of a store, ready to be written.
pub struct Export<'s> {
    connection: &'s Connection,
    settings: SettingColumns,
    runs: u64,
}

impl<'s> Export<'s> {
    /// Selects the runs.
    pub fn of(store: &'s Store, selection: &Selection) -> Result<Self, ExportError> {
        let connection = store.connection();
        connection.execute_batch(
            "DROP TABLE IF EXISTS temp.chosen; CREATE TEMP TABLE chosen (run INTEGER PRIMARY KEY) STRICT",
        )?;
        let choose =
            |condition: &str, values: &dyn Fn(&mut Statement) -> rusqlite::Result<usize>| {
                let sql = format!("INSERT OR IGNORE INTO chosen SELECT id FROM runs {condition}");
                connection.prepare_cached(&sql).and_then(|mut insert| values(&mut insert))
            };
        match selection {
            Selection::All => {
                choose("", &|insert| insert.execute([]))?;
            }
            Selection::Made(experiment) => {
                let found = choose("WHERE experiment = ?", &|insert| insert.execute([experiment]))?;
                if found == 0 {
                    let known = experiments(connection)?;
                    return Err(ExportError::UnknownExperiment {
                        name: (*experiment).to_owned(),
                        known,
                    });
                }
            }
            Selection::Planned(plan) => {
                for unit in plan.units() {
                    choose("WHERE unit = ?", &|insert| insert.execute([&unit.key]))?;
                }
            }
        }
        let mut select = connection.prepare("SELECT run FROM chosen ORDER BY run")?;
        let chosen = select.query_map([], |row| row.get(0))?.collect::<Result<Vec<_>, _>>()?;
        let runs = chosen.len() as u64;
        refuse_damaged(connection, chosen.into_iter()).map_err(ExportError::Store)?;
        Ok(Export { connection, settings: SettingColumns::of(connection)?, runs })
    }

    /// Number of selected runs.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Writes a table as CSV (RFC 4180): a header line, commas, quotes where necessary, an empty
    /// cell where there is no value.
    pub fn csv(&self, what: What, out: impl Write) -> Result<(), ExportError> {
        let mut rows = delimited::Delimited::new(out, &self.columns(what))?;
        self.write(what, &mut rows)?;
        rows.finish()
    }

    /// Writes a table as a Parquet file.
    pub fn parquet(&self, what: What, out: impl Write + Send) -> Result<(), ExportError> {
        let mut rows = parquet_file::ParquetFile::new(out, &self.columns(what))?;
        self.write(what, &mut rows)?;
        rows.finish()
    }

    /// Writes one JSON object per line for each run, including its settings, its answer and its
    /// improvements.
    pub fn json_lines(&self, mut out: impl Write) -> Result<(), ExportError> {
        json_lines::write(self.connection, &mut out)
    }

    /// Writes a folder that IOHanalyzer can read.
    pub fn iohanalyzer(&self, catalogue: &Catalogue, folder: &Path) -> Result<(), ExportError> {
        if self.runs == 0 {
            return Err(ExportError::Nothing);
        }
        iohanalyzer::write(self.connection, catalogue, folder)
    }

    /// Returns the columns of a table.
    pub fn columns(&self, what: What) -> Vec<Column> {
        match what {
            What::Runs => RUNS.iter().map(Column::from).chain(self.settings.columns()).collect(),
            What::Improvements => OF_RUN.iter().chain(&STEP).map(Column::from).collect(),
        }
    }

    /// Writes a table into a sink, row by row.
    pub fn write(&self, what: What, rows: &mut dyn RowSink) -> Result<(), ExportError> {
        match what {
            What::Runs => columns::runs(self.connection, &self.settings, rows),
            What::Improvements => columns::improvements(self.connection, rows),
        }
    }
}

/// Returns the names of all experiments that have runs in the store.
fn experiments(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut select = connection.prepare("SELECT DISTINCT experiment FROM runs ORDER BY 1")?;
    select.query_map([], |row| row.get(0))?.collect()
}

/// Reasons why runs could not be exported.
#[derive(Debug)]
pub enum ExportError {
    /// The store cannot be read.
    Store(StoreError),
    /// The output cannot be written.
    Write(io::Error),
    /// No run was made for an experiment of this name.
    UnknownExperiment {
        /// The name that was asked for.
        name: String,
        /// Names of the experiments in the store.
        known: Vec<String>,
    },
    /// No run is selected, and the format cannot express an empty selection.
    Nothing,
}

impl From<rusqlite::Error> for ExportError {
    fn from(error: rusqlite::Error) -> Self {
        ExportError::Store(StoreError::from(error))
    }
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> Self {
        ExportError::Write(error)
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::Store(error) => write!(f, "{error}"),
            ExportError::Write(error) => write!(f, "{error}"),
            ExportError::UnknownExperiment { name, known } if known.is_empty() => {
                write!(f, "no experiment \"{name}\": the store is empty")
            }
            ExportError::UnknownExperiment { name, known } => {
                let meant = did_you_mean(name, known.iter().map(String::as_str));
                write!(f, "no experiment \"{name}\"{meant}: expected one of {}", known.join(", "))
            }
            ExportError::Nothing => write!(f, "there are no runs to export"),
        }
    }
}

impl error::Error for ExportError {}
