//! Checks a whole store: SQLite's own structures, the checksum and the key of each run, and its
//! answer, which is judged again.

use std::collections::{BTreeSet, HashMap};

use quarry::{Catalogue, Instance, Score};
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior};

use super::{CHANGED, Store, StoreError, read_run};
use crate::plan::{fingerprint, key, who};
use crate::rejudged::{Rejudged, rejudge};

/// What a check of a store has found.
#[derive(Debug, Default)]
pub struct StoreCheck {
    /// Number of runs.
    pub runs: usize,
    /// Number of runs whose answers the judge accepts as they were stored, or that found none.
    pub judged: usize,
    /// Number of runs whose answers were too long to be kept.
    pub abridged: usize,
    /// Number of runs whose instance is of a puzzle that this program does not know.
    pub unknown: usize,
    /// Number of runs without a checksum, which an earlier program stored.
    pub unsealed: usize,
    /// What SQLite reports of its own structures.
    pub structure: Vec<String>,
    /// Runs that are lost.
    pub damaged: Vec<DamagedRun>,
}

impl StoreCheck {
    /// Whether nothing is damaged.
    pub fn is_sound(&self) -> bool {
        self.structure.is_empty() && self.damaged.is_empty()
    }
}

/// A run that cannot be trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedRun {
    /// Number of the row.
    pub id: i64,
    /// What the row says it is; `None` if it cannot be read.
    pub words: Option<String>,
    /// What is wrong.
    pub why: String,
}

/// Maximum number of messages from SQLite.
const MOST_MESSAGES: usize = 20;

/// Number of opened instances that are kept for the runs that follow.
const OPENED: usize = 100;

/// The parts of a run that are checked.
struct CheckedRun {
    words: String,
    unit: String,
    fingerprint: String,
    who: String,
    budget: String,
    seed: u64,
    answer: String,
    score: Option<Score>,
    complete: bool,
}

impl Store {
    /// Checks everything in the store; `watch` receives the number of checked runs and of all.
    pub fn check(&self, catalogue: &Catalogue, watch: &mut dyn FnMut(usize, usize)) -> StoreCheck {
        let connection = &self.connection;
        let mut check = StoreCheck { structure: structure(connection), ..StoreCheck::default() };
        let ids = ids(connection);
        check.runs = ids.len();
        let mut instances = Instances { connection, catalogue, opened: HashMap::new() };
        for (index, id) in ids.into_iter().enumerate() {
            watch(index, check.runs);
            check.run(id, &mut instances);
        }
        watch(check.runs, check.runs);
        check
    }

    /// Removes damaged runs, so that they are made again, and instances that no run is left of.
    pub fn remove(&mut self, damaged: &[DamagedRun]) -> Result<(), StoreError> {
        if !self.is_writable {
            return Err(StoreError::ReadOnly);
        }
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for DamagedRun { id, .. } in damaged {
            transaction.execute("DELETE FROM improvements WHERE run = ?", [id])?;
            transaction.execute("DELETE FROM runs WHERE id = ?", [id])?;
        }
        let unused =
            "DELETE FROM instances WHERE fingerprint NOT IN (SELECT fingerprint FROM runs)";
        transaction.execute(unused, [])?;
        Ok(transaction.commit()?)
    }
}

impl StoreCheck {
    fn run(&mut self, id: i64, instances: &mut Instances) {
        let read = match read_run(instances.connection, "id", &id, CheckedRun::of) {
            Ok(Some(read)) => read,
            Ok(None) => return self.lost(id, None, "its row is missing".to_owned()),
            Err(error) => return self.lost(id, None, format!("it cannot be read: {error}")),
        };
        let run = &read.run;
        if read.is_damaged() {
            return self.lost(id, Some(run), CHANGED.to_owned());
        }
        self.unsealed += usize::from(read.stored.is_none());
        let (text, opened) = match instances.of(&run.fingerprint) {
            Ok(found) => found,
            Err(why) => return self.lost(id, Some(run), why),
        };
        if key(text, &run.who, &run.budget, run.seed) != run.unit {
            let why = "its key is not that of its instance, settings, seed and budget";
            return self.lost(id, Some(run), why.to_owned());
        }
        match opened.map(|instance| rejudge(instance, &run.answer, run.score, run.complete)) {
            None => self.unknown += 1,
            Some(Rejudged::Same) => self.judged += 1,
            Some(Rejudged::Abridged) => self.abridged += 1,
            Some(Rejudged::Other(why)) => self.lost(id, Some(run), why),
        }
    }

    fn lost(&mut self, id: i64, run: Option<&CheckedRun>, why: String) {
        self.damaged.push(DamagedRun { id, words: run.map(|run| run.words.clone()), why });
    }
}

impl CheckedRun {
    fn of(row: &Row) -> rusqlite::Result<Self> {
        let text = |column: &str| row.get::<_, String>(column);
        let (solver, params, seed) = (text("solver")?, text("params")?, row.get("seed")?);
        let who = who(&solver, &params);
        let (experiment, instance) = (text("experiment")?, text("instance")?);
        Ok(CheckedRun {
            words: format!("{experiment}: {} on {instance}, seed {seed}", who.trim_end()),
            unit: text("unit")?,
            fingerprint: text("fingerprint")?,
            who,
            budget: text("budget")?,
            seed,
            answer: text("answer")?,
            score: row.get("score")?,
            complete: row.get("complete")?,
        })
    }
}

/// The instances of a store.
struct Instances<'s> {
    connection: &'s Connection,
    catalogue: &'s Catalogue,
    opened: HashMap<String, Result<OpenedText, String>>,
}

/// The text of an instance; the instance, if this program knows its puzzle.
type OpenedText = (String, Option<Box<dyn Instance>>);

impl Instances<'_> {
    /// Returns an instance's text and the instance, if its puzzle is known; or what is wrong.
    fn of(&mut self, wanted: &str) -> Result<(&str, Option<&dyn Instance>), String> {
        if !self.opened.contains_key(wanted) {
            if self.opened.len() == OPENED {
                self.opened.clear();
            }
            self.opened.insert(wanted.to_owned(), self.open(wanted));
        }
        match &self.opened[wanted] {
            Ok((text, instance)) => Ok((text, instance.as_deref())),
            Err(why) => Err(why.clone()),
        }
    }

    fn open(&self, wanted: &str) -> Result<OpenedText, String> {
        let unreadable =
            |error: &dyn std::fmt::Display| format!("its instance cannot be read: {error}");
        let found: Option<(String, String)> = self
            .connection
            .prepare_cached("SELECT puzzle, text FROM instances WHERE fingerprint = ?")
            .and_then(|mut select| {
                select.query_row([wanted], |row| Ok((row.get(0)?, row.get(1)?))).optional()
            })
            .map_err(|error| unreadable(&error))?;
        let (puzzle, text) = found.ok_or("its instance is missing")?;
        if fingerprint(&text) != wanted {
            return Err("its instance was changed".to_owned());
        }
        let Some(entry) = self.catalogue.puzzle(&puzzle) else { return Ok((text, None)) };
        let instance = entry.open(&text).map_err(|error| unreadable(&error))?;
        Ok((text, Some(instance)))
    }
}

/// Returns what SQLite reports of its own structures.
fn structure(connection: &Connection) -> Vec<String> {
    let mut messages = Vec::new();
    let asked = || -> rusqlite::Result<Vec<String>> {
        let sql = format!("PRAGMA main.integrity_check({MOST_MESSAGES})");
        connection.prepare(&sql)?.query_map([], |row| row.get(0))?.collect()
    };
    match asked() {
        Ok(found) => messages.extend(found.into_iter().filter(|message| message != "ok")),
        Err(error) => messages.push(error.to_string()),
    }
    messages
}

/// Returns the numbers of all runs, as far as they can be found: in the table, and in the index of
/// keys, which may name rows that the table has lost.
fn ids(connection: &Connection) -> BTreeSet<i64> {
    let mut ids = BTreeSet::new();
    for sql in [
        "SELECT id FROM main.runs NOT INDEXED",
        "SELECT id FROM main.runs INDEXED BY sqlite_autoindex_runs_1 ORDER BY unit",
    ] {
        // What is damaged further on is told by the check of the structures.
        let mut read = || -> rusqlite::Result<()> {
            let mut select = connection.prepare(sql)?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                ids.insert(row.get(0)?);
            }
            Ok(())
        };
        let _ = read();
    }
    ids
}

#[cfg(test)]
mod tests;
