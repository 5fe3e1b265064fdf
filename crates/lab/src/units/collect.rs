//! The collector: the only code that inserts the results of a folder into a store.
//!
//! Every answer is judged again, because a folder's files can be changed by anybody who shares it.
//! What no judge can check, such as the number of evaluations, is believed.
//!
//! Repeated runs of a unit must have the same result, to the byte: a free check of determinism.
//! Exceptions are the circumstances, and runs with a time limit.

use std::fmt;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use quarry::{Catalogue, Instance};

use super::folder::{Folder, FolderError, Look};
use super::outline::Outlined;
use super::part::UnitResult;
use crate::record::{Record, RecordOutcome};
use crate::rejudged::{Rejudged, rejudge};
use crate::store::{Store, StoreError};

/// Result of collecting a folder.
#[derive(Debug, Default)]
pub struct Collected {
    /// Number of units in the folder.
    pub units: usize,
    /// Number of units that are now in the store.
    pub stored: usize,
    /// Number of units that were new to the store.
    pub new: usize,
    /// Number of results besides the first of each unit; they are identical, except for differing
    /// units.
    pub again: usize,
    /// Units without a result that were not given up.
    pub missing: Vec<Missing>,
    /// Units that were given up.
    pub failed: Vec<Failed>,
    /// Units whose repeated runs had different results; they are not in the store.
    pub differing: Vec<Differing>,
    /// Units whose results the judge refuses; they are not in the store.
    pub refused: Vec<RefusedUnit>,
    /// Number of units whose answers were too long to be kept, and could not be judged again.
    pub unjudged: usize,
    /// Damaged files, with the reason and what follows from it.
    pub damaged: Vec<(PathBuf, String)>,
}

impl Collected {
    /// Whether every unit is in the store.
    pub fn is_complete(&self) -> bool {
        self.stored == self.units
    }

    /// Removes missing and failed units that the store already has from elsewhere.
    fn forgive(&mut self, store: &Store) -> Result<(), CollectError> {
        let mut lacks = |key: &str| -> Result<bool, CollectError> {
            let has = store.contains(key).map_err(CollectError::Store)?;
            self.stored += usize::from(has);
            Ok(!has)
        };
        let (mut missing, mut failed) = (Vec::new(), Vec::new());
        for unit in self.missing.drain(..) {
            missing.extend(lacks(&unit.key)?.then_some(unit));
        }
        for unit in self.failed.drain(..) {
            failed.extend(lacks(&unit.key)?.then_some(unit));
        }
        (self.missing, self.failed) = (missing, failed);
        Ok(())
    }
}

/// A unit without a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Number of the unit.
    pub unit: usize,
    key: String,
}

/// A unit that was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    /// Number of the unit.
    pub unit: usize,
    /// Description of the unit.
    pub words: String,
    /// Attempts that died: machine and process, and the path of the log if it is known.
    pub tries: Vec<(String, Option<String>)>,
    key: String,
}

/// A unit whose repeated runs had different results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differing {
    /// Number of the unit.
    pub unit: usize,
    /// Description of the unit.
    pub words: String,
}

/// A unit whose result the judge refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedUnit {
    /// Number of the unit.
    pub unit: usize,
    /// Description of the unit.
    pub words: String,
    /// What the judge says.
    pub why: String,
    /// File of the result.
    pub path: PathBuf,
}

/// Number of units that are inserted at a time.
const BATCH: usize = 5_000;

/// Results to be inserted, each with its unit.
type Batch<'o> = Vec<(Outlined<'o>, Record)>;

/// Inserts all results of a folder into the store that the judge accepts.
pub fn collect(
    catalogue: &Catalogue,
    folder: &Folder,
    store: &mut Store,
) -> Result<Collected, CollectError> {
    let outline = folder.outline().map_err(CollectError::Folder)?;
    let mut collected = Collected { units: folder.units(), ..Collected::default() };
    thread::scope(|scope| {
        // One thread reads and the other stores, so that neither waits long.
        let (sender, batches) = mpsc::sync_channel::<Batch>(2);
        let reader = scope.spawn(|| {
            // Moved into the thread, so that the channel closes when everything is read.
            let sender = sender;
            read(folder, outline.units(), &mut Judge::new(catalogue), &sender)
        });
        for batch in batches {
            let entries = batch.iter().map(|(unit, record)| unit.entry(record));
            collected.new +=
                store.insert_all(folder.experiment(), entries).map_err(CollectError::Store)?;
            collected.stored += batch.len();
        }
        let read = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let read = read.map_err(CollectError::Folder)?;
        let mut read = Collected { stored: collected.stored, new: collected.new, ..read };
        read.forgive(store)?;
        Ok(read)
    })
}

/// Reads the blocks in order and sends the valid results.
fn read<'o>(
    folder: &Folder,
    mut units: impl Iterator<Item = Outlined<'o>>,
    judge: &mut Judge<'o>,
    sender: &mpsc::SyncSender<Batch<'o>>,
) -> Result<Collected, FolderError> {
    let mut found = Collected { units: folder.units(), ..Collected::default() };
    let now = folder.now()?;
    let mut batch = Vec::new();
    for block in 0..folder.blocks() {
        let mut look = folder.look(block, now)?;
        let mut lines = std::mem::take(&mut look.lines);
        found.damaged.append(&mut look.damaged);
        // Stable sort: the result of the first claim stays first.
        lines.sort_by_key(|line| line.unit);
        let mut lines = lines.into_iter().peekable();
        for number in folder.units_of(block) {
            let unit = units.next().expect("as many as the folder says");
            while lines.next_if(|line| line.unit < number).is_some() {}
            let mut results = Vec::new();
            while let Some(line) = lines.next_if(|line| line.unit == number) {
                results.extend(Some(line).filter(|line| line.key == unit.key));
            }
            let Some(result) = one_of(number, &unit, results, &look, &mut found) else { continue };
            match judge.rejudge(&unit, &result.record) {
                Rejudged::Other(why) => {
                    let path = folder.part_path(block, result.claim);
                    found.refused.push(RefusedUnit {
                        unit: number,
                        words: unit.words(),
                        why,
                        path,
                    });
                    continue;
                }
                Rejudged::Abridged => found.unjudged += 1,
                Rejudged::Same => {}
            }
            batch.push((unit, result.record));
        }
        if batch.len() >= BATCH && sender.send(std::mem::take(&mut batch)).is_err() {
            // The store has failed and reports the error itself.
            return Ok(found);
        }
    }
    let _ = sender.send(batch);
    Ok(found)
}

/// Returns the result of a unit if there is exactly one; otherwise records why not.
fn one_of(
    number: usize,
    unit: &Outlined,
    results: Vec<UnitResult>,
    look: &Look,
    found: &mut Collected,
) -> Option<UnitResult> {
    found.again += results.len().saturating_sub(1);
    let differ = |line: &UnitResult| line.record.outcome != results[0].record.outcome;
    if unit.is_repeatable() && results.iter().any(differ) {
        found.differing.push(Differing { unit: number, words: unit.words() });
        return None;
    }
    let first = results.into_iter().next();
    if first.is_none() && look.is_poisoned(number) {
        let tries =
            look.deaths(number).map(|lease| (lease.owner.clone(), lease.log.clone())).collect();
        let (words, key) = (unit.words(), unit.key.clone());
        found.failed.push(Failed { unit: number, words, tries, key });
    } else if first.is_none() {
        found.missing.push(Missing { unit: number, key: unit.key.clone() });
    }
    first
}

/// Judges the answers of units, instance by instance.
struct Judge<'o> {
    catalogue: &'o Catalogue,
    /// The instance of the last unit, with its text.
    opened: Option<(&'o str, Opened)>,
}

/// An instance, or why it cannot be opened.
type Opened = Result<Box<dyn Instance>, String>;

impl<'o> Judge<'o> {
    fn new(catalogue: &'o Catalogue) -> Self {
        Judge { catalogue, opened: None }
    }

    fn rejudge(&mut self, unit: &Outlined<'o>, record: &Record) -> Rejudged {
        let text = unit.instance();
        if !self.opened.as_ref().is_some_and(|(known, _)| std::ptr::eq(*known, text)) {
            let opened = self.catalogue.open(text);
            let opened = opened.map_err(|error| format!("its instance cannot be read: {error}"));
            self.opened = Some((text, opened));
        }
        let RecordOutcome { answer, score, complete, .. } = &record.outcome;
        match &self.opened {
            Some((_, Ok(instance))) => rejudge(&**instance, answer, *score, *complete),
            Some((_, Err(why))) => Rejudged::Other(why.clone()),
            None => unreachable!("it was just opened"),
        }
    }
}

/// Reasons why a folder could not be collected.
#[derive(Debug)]
pub enum CollectError {
    /// The folder could not be read.
    Folder(FolderError),
    /// The store could not be read or written.
    Store(StoreError),
}

impl fmt::Display for CollectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CollectError::Folder(error) => write!(f, "{error}"),
            CollectError::Store(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for CollectError {}
