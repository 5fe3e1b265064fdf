//! The store: one SQLite file that holds every finished run with its full provenance.
//!
//! Each run has a checksum (`checksum.rs`), which is compared when the run is read; `check.rs`
//! checks a whole store. A run is inserted in one transaction, and only once for its unit's key. The write-ahead log is
//! not flushed to disk after every run: a killed program loses nothing, a power cut at most the
//! last runs, which the next start repeats.

mod check;
mod checksum;
mod forms;
mod opening;

use quarry::Score;
use rusqlite::{
    Connection, Row, ToSql, Transaction, TransactionBehavior, params, params_from_iter,
};
use tempfile::TempDir;

use crate::finished::{CostedImprovement, Finished};
use crate::plan::limits;
use crate::record::Record;
use crate::run_score::RunScore;
use crate::statistics::AnytimeTrace;
use crate::work::Work;

use checksum::{COVERED, RowChecksum, STEP};
use opening::StoreFile;

pub use check::{DamagedRun, StoreCheck};
pub use opening::StoreError;

/// An open store.
pub struct Store {
    connection: Connection,
    is_writable: bool,
    /// The file, if runs can be added.
    file: Option<StoreFile>,
    /// Holds the copy that is read instead of the store; it is deleted with the connection.
    _copy: Option<TempDir>,
}

/// A run to be inserted, with its instance.
pub(crate) struct StoreEntry<'r> {
    pub(crate) key: &'r str,
    /// Name of the instance, followed by its fingerprint, puzzle and text.
    pub(crate) instance: &'r str,
    pub(crate) fingerprint: &'r str,
    pub(crate) puzzle: &'r str,
    pub(crate) text: &'r str,
    pub(crate) solver: &'r str,
    pub(crate) params: &'r str,
    pub(crate) seed: u64,
    pub(crate) budget: &'r str,
    pub(crate) record: &'r Record,
}

/// A stored run: its result, its cost and its origin.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// Score from the judge; `None` if the run found no answer.
    pub score: Option<Score>,
    /// Whether the answer is complete: the goal is reached or, where the score counts, the game is
    /// over. Other scores are not compared.
    pub complete: bool,
    /// Whether the answer is proved to be optimal.
    pub proved: bool,
    /// Number of evaluations.
    pub evaluations: u64,
    /// Number of moves played.
    pub nodes: u64,
    /// Largest number of states held in memory at one time.
    pub kept: u64,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Processor time in seconds, where the system could measure it.
    pub cpu_seconds: Option<f64>,
    /// Reason why the run ended: the name of a limit, `proved` or `finished`.
    pub stopped: String,
    /// Improvements in the order in which they were found.
    pub improvements: Vec<CostedImprovement>,
    /// Version and commit of the program.
    pub program: String,
    /// Operating system, processor and cores.
    pub machine: String,
    /// Start time in UTC, from year to seconds.
    pub started: String,
}

impl Stored {
    /// Whether a limit cut the run short.
    pub fn is_cut_short(&self) -> bool {
        !["proved", "finished"].contains(&self.stopped.as_str())
    }

    /// Returns the score, if it can be compared with others.
    pub fn complete_score(&self) -> Option<Score> {
        self.score.filter(|_| self.complete)
    }

    /// Returns the result for comparisons; a game of chance that a limit cut short would have
    /// continued.
    pub(crate) fn compared(&self, plays_chance: bool) -> RunScore {
        match (self.complete_score(), self.score) {
            (Some(score), _) => RunScore::Complete(score),
            (None, Some(score)) if plays_chance && self.is_cut_short() => RunScore::AtLeast(score),
            _ => RunScore::Unsolved,
        }
    }

    /// Returns the trace for statistics: the complete answers over work.
    pub fn trace(&self, work: Work) -> AnytimeTrace {
        let steps = self.improvements.iter().filter(|step| step.complete);
        let steps = steps.map(|step| (work.by(step), step.score));
        let end = self.complete_score().map(|score| (work.of(self), score));
        AnytimeTrace::new(steps.chain(end).collect(), work.of(self))
    }
}

impl Store {
    /// Inserts a finished run; an existing one stays unchanged.
    pub fn insert(&mut self, experiment: &str, finished: &Finished) -> Result<(), StoreError> {
        let unit = finished.unit();
        let instance = unit.subject.instance.show();
        let entry = StoreEntry {
            key: &unit.key,
            instance: &unit.subject.name,
            fingerprint: &unit.fingerprint,
            puzzle: finished.report().puzzle,
            text: &instance,
            solver: &finished.unit().contender.solver,
            params: &unit.settings,
            seed: unit.seed,
            budget: &limits(&unit.contender.budget),
            record: &Record::of(finished),
        };
        self.insert_all(experiment, [entry])?;
        Ok(())
    }

    /// Inserts all runs or none; existing ones stay unchanged. Returns the number of new runs.
    pub(crate) fn insert_all<'r>(
        &mut self,
        experiment: &str,
        entries: impl IntoIterator<Item = StoreEntry<'r>>,
    ) -> Result<usize, StoreError> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut new = 0;
        for entry in entries {
            new += usize::from(insert(&transaction, experiment, &entry)?);
        }
        transaction.commit()?;
        self.file.as_ref().map_or(Ok(()), StoreFile::is_there)?;
        Ok(new)
    }

    /// Whether the store holds the run with this unit key.
    pub fn contains(&self, key: &str) -> Result<bool, StoreError> {
        Ok(self.connection.prepare_cached("SELECT 1 FROM runs WHERE unit = ?")?.exists([key])?)
    }

    /// Returns the number of runs that were made for the experiment with this name.
    pub fn runs_made_for(&self, experiment: &str) -> Result<usize, StoreError> {
        let mut select =
            self.connection.prepare_cached("SELECT count(*) FROM runs WHERE experiment = ?")?;
        Ok(select.query_row([experiment], |row| row.get(0))?)
    }

    /// The database connection, for code that reads whole tables.
    pub(crate) fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Returns the run with this unit key, if it exists; an error if it does not match its
    /// checksum. Both queries use an index: ten thousand runs take a fraction of a second.
    pub fn find(&self, key: &str) -> Result<Option<Stored>, StoreError> {
        let found = read_run(&self.connection, "unit", &key, |row| {
            let (platform, cores): (String, u64) = (row.get("platform")?, row.get("cores")?);
            Ok(Stored {
                score: row.get("score")?,
                complete: row.get("complete")?,
                proved: row.get("proved")?,
                evaluations: row.get("evaluations")?,
                nodes: row.get("nodes")?,
                seconds: row.get("seconds")?,
                stopped: row.get("stopped")?,
                cpu_seconds: row.get("cpu_seconds")?,
                kept: row.get("kept")?,
                improvements: Vec::new(),
                program: row.get("program")?,
                machine: format!("{platform}, {cores} cores"),
                started: row.get("started")?,
            })
        })?;
        let Some(found) = found else { return Ok(None) };
        found.refuse_damage()?;
        Ok(Some(Stored { improvements: found.improvements, ..found.run }))
    }
}

/// A run as it was read, with its improvements.
struct ReadRun<T> {
    id: i64,
    run: T,
    improvements: Vec<CostedImprovement>,
    /// Checksum that was stored; `None` for runs of earlier programs.
    stored: Option<String>,
    /// Checksum of what was read.
    found: String,
}

impl<T> ReadRun<T> {
    fn is_damaged(&self) -> bool {
        self.stored.as_ref().is_some_and(|stored| *stored != self.found)
    }

    fn refuse_damage(&self) -> Result<(), StoreError> {
        if self.is_damaged() {
            return Err(StoreError::Damaged(format!("run {}: {CHANGED}", self.id)));
        }
        Ok(())
    }
}

/// What is wrong with a run whose checksum is another one.
const CHANGED: &str = "its checksum does not match";

/// Reads the run with this value in a column, and its improvements. `take` reads the run's columns.
fn read_run<T>(
    connection: &Connection,
    column: &str,
    value: &dyn ToSql,
    take: impl FnOnce(&Row) -> rusqlite::Result<T>,
) -> rusqlite::Result<Option<ReadRun<T>>> {
    let covered = COVERED.join(", ");
    let mut select = connection
        .prepare_cached(&format!("SELECT {covered}, id, checksum FROM runs WHERE {column} = ?"))?;
    let mut rows = select.query([value])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let mut checksum = RowChecksum::default();
    checksum.add_row(row, COVERED.len())?;
    let (id, stored) = (row.get("id")?, row.get("checksum")?);
    let run = take(row)?;
    let steps = STEP.join(", ");
    let mut select = connection.prepare_cached(&format!(
        "SELECT {steps} FROM improvements WHERE run = ? ORDER BY rowid"
    ))?;
    let step = |row: &Row| {
        checksum.add_row(row, STEP.len())?;
        Ok(CostedImprovement {
            evaluations: row.get(0)?,
            nodes: row.get(1)?,
            seconds: row.get(2)?,
            score: row.get(3)?,
            complete: row.get(4)?,
        })
    };
    let improvements = select.query_map([id], step)?.collect::<rusqlite::Result<_>>()?;
    Ok(Some(ReadRun { id, run, improvements, stored, found: checksum.finish() }))
}

/// Returns an error if one of the runs with these numbers does not match its checksum.
pub(crate) fn refuse_damaged(
    connection: &Connection,
    ids: impl Iterator<Item = i64>,
) -> Result<(), StoreError> {
    for id in ids {
        if let Some(run) = read_run(connection, "id", &id, |_| Ok(()))? {
            run.refuse_damage()?;
        }
    }
    Ok(())
}

fn insert(
    transaction: &Transaction,
    experiment: &str,
    entry: &StoreEntry,
) -> Result<bool, StoreError> {
    transaction
        .prepare_cached(
            "INSERT OR IGNORE INTO instances (fingerprint, puzzle, text) VALUES (?, ?, ?)",
        )?
        .execute(params![entry.fingerprint, entry.puzzle, entry.text])?;
    let Record { outcome, circumstances } = entry.record;
    let started: String = transaction
        .prepare_cached("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', ?, 'unixepoch')")?
        .query_row([circumstances.started], |row| row.get(0))?;
    let values: [&dyn ToSql; COVERED.len()] = [
        &entry.key,
        &experiment,
        &circumstances.program,
        &entry.instance,
        &entry.fingerprint,
        &entry.solver,
        &entry.params,
        &entry.seed,
        &entry.budget,
        &circumstances.cores,
        &circumstances.platform,
        &started,
        &circumstances.seconds,
        &circumstances.cpu_seconds,
        &outcome.evaluations,
        &outcome.nodes,
        &outcome.expanded,
        &outcome.kept,
        &outcome.score,
        &outcome.bound,
        &outcome.complete,
        &outcome.proved,
        &outcome.stopped,
        &outcome.answer,
    ];
    let mut checksum = RowChecksum::default();
    values.iter().try_for_each(|value| checksum.add_new(*value))?;
    for step in entry.record.improvements() {
        let step: [&dyn ToSql; STEP.len()] =
            [&step.evaluations, &step.nodes, &step.seconds, &step.score, &step.complete];
        step.iter().try_for_each(|value| checksum.add_new(*value))?;
    }
    let checksum = checksum.finish();
    let (columns, places) = (COVERED.join(", "), "?, ".repeat(COVERED.len()));
    let added = transaction
        .prepare_cached(&format!(
            "INSERT OR IGNORE INTO runs ({columns}, checksum) VALUES ({places}?)"
        ))?
        .execute(params_from_iter(values.into_iter().chain([&checksum as &dyn ToSql])))?;
    if added == 0 {
        return Ok(false);
    }
    let run = transaction.last_insert_rowid();
    let mut insert = transaction.prepare_cached(
        "INSERT INTO improvements (run, evaluations, nodes, seconds, score, complete) VALUES (?, ?, ?, ?, ?, ?)",
    )?;
    for step in entry.record.improvements() {
        insert.execute(params![
            run,
            step.evaluations,
            step.nodes,
            step.seconds,
            step.score,
            step.complete
        ])?;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use quarry::Catalogue;

    use crate::subject::Lookup;
    use std::path::Path;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::{Experiment, Plan};

    const EXPERIMENT: &str = "question = \"who?\"\nruns = 2\nbudget = { evaluations = 300 }\n\
        [[instances]]\nname = \"samegame/table1-5x5-3\"\n[[solvers]]\nname = \"random\"\n";

    fn experiment() -> Experiment {
        Experiment::parse(
            "who",
            EXPERIMENT,
            Lookup::in_folder(&Catalogue::standard(), Path::new(".")),
        )
        .unwrap()
    }

    fn finished<'p>(unit: &'p crate::Unit<'p>) -> Finished<'p> {
        Finished::of(unit, &Arc::new(AtomicBool::new(false)))
            .unwrap()
            .expect("the run was not stopped")
    }

    #[test]
    fn a_run_is_kept_whole_and_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.sqlite");
        let experiment = experiment();
        let plan = Plan::of(&experiment);
        let units: Vec<_> = plan.units().collect();
        let run = finished(units[0]);
        let mut store = Store::open(&path).unwrap();
        store.insert("who", &run).unwrap();
        store.insert("who", &run).unwrap();
        drop(store);

        let store = Store::open(&path).unwrap();
        let report = run.report();
        let stored = store.find(&units[0].key).unwrap().expect("it was stored");
        assert_eq!((stored.score, stored.evaluations), (report.score, report.tally.evaluations));
        assert_eq!((stored.nodes, stored.seconds), (report.tally.generated, report.seconds));
        assert_eq!(
            (stored.improvements.as_slice(), stored.is_cut_short()),
            (run.trace(), report.halted.is_some())
        );
        assert_eq!(stored.trace(Work::Nodes).best_within(u64::MAX), report.score);
        assert_eq!(stored.cpu_seconds.is_some(), cfg!(unix));
        assert!(store.contains(&units[0].key).unwrap() && !store.contains(&units[1].key).unwrap());
        assert_eq!(store.find(&units[1].key).unwrap(), None);
        let count =
            |sql: &str| store.connection.query_row(sql, [], |row| row.get::<_, usize>(0)).unwrap();
        assert_eq!(count("SELECT count(*) FROM runs"), 1);
        assert_eq!(count("SELECT count(*) FROM improvements"), run.trace().len());
        assert!(!run.trace().is_empty());
        let answer: String =
            store.connection.query_row("SELECT answer FROM runs", [], |row| row.get(0)).unwrap();
        assert_eq!(answer, report.answer.join("\n"));
        let started = "SELECT count(*) FROM runs WHERE started BETWEEN '2020' AND strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";
        assert_eq!(count(started), 1);
    }

    #[test]
    fn a_stopped_run_is_no_run() {
        let experiment = experiment();
        let plan = Plan::of(&experiment);
        let unit = plan.units().next().unwrap();
        assert!(Finished::of(unit, &Arc::new(AtomicBool::new(true))).unwrap().is_none());
    }

    #[test]
    fn a_store_of_the_future_and_a_file_of_another_kind_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.sqlite");
        let store = Store::open(&path).unwrap();
        store.connection.execute("INSERT INTO migrations VALUES (99, 'tomorrow')", []).unwrap();
        drop(store);
        let error = Store::open(&path).err().unwrap().to_string();
        assert!(error.contains("made by a newer quarry (form 99"), "{error}");
        std::fs::write(&path, "no database at all, but long enough to look at").unwrap();
        assert!(Store::open(&path).err().unwrap().to_string().contains("not a database"));
    }
}
