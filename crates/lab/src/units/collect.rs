//! The collector: the only one who puts the results of a folder into a store.
//!
//! Whatever was done twice must have come out the same, to the byte: a check of determinism that
//! costs nothing. The circumstances apart, of course, and runs that the clock has stopped.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use super::folder::{Folder, FolderError, Look};
use super::outline::Outlined;
use super::part::UnitResult;
use crate::record::Record;
use crate::store::{Store, StoreError};

/// What a folder held.
#[derive(Debug, Default)]
pub struct Collected {
    /// How many units there are.
    pub units: usize,
    /// How many of them are in the store now.
    pub stored: usize,
    /// How many of these were not there before.
    pub new: usize,
    /// How many results there were besides the first of each unit; all of them the same but for
    /// those that differ.
    pub again: usize,
    /// Units without a result that nobody has given up.
    pub missing: Vec<Missing>,
    /// Units that were given up.
    pub failed: Vec<Failed>,
    /// Units that were done more than once and came out differently; they are not in the store.
    pub differing: Vec<Differing>,
    /// Files that are not what was written, and why.
    pub damaged: Vec<(PathBuf, String)>,
}

impl Collected {
    /// Whether every unit is in the store.
    pub fn is_complete(&self) -> bool {
        self.stored == self.units
    }

    /// Nothing is missing that the store has had from elsewhere.
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
    /// Its number.
    pub unit: usize,
    key: String,
}

/// A unit that was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    /// Its number.
    pub unit: usize,
    /// What it is.
    pub words: String,
    /// Who died of it: machine and process, and where its complaints went, if that is known.
    pub tries: Vec<(String, Option<String>)>,
    key: String,
}

/// A unit that came out differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differing {
    /// Its number.
    pub unit: usize,
    /// What it is.
    pub words: String,
}

/// How many units go into the store at a time.
const BATCH: usize = 5_000;

/// Results on their way: units, and which of them they are of.
type Batch<'o> = Vec<(Outlined<'o>, Record)>;

/// Puts everything that a folder holds into the store.
pub fn collect(folder: &Folder, store: &mut Store) -> Result<Collected, CollectError> {
    let outline = folder.outline().map_err(CollectError::Folder)?;
    let mut collected = Collected { units: folder.units(), ..Collected::default() };
    thread::scope(|scope| {
        // One reads, the other stores: neither waits long for the other.
        let (sender, batches) = mpsc::sync_channel::<Batch>(2);
        let reader = scope.spawn(|| {
            // Moved in, so that the channel closes when all is read.
            let sender = sender;
            read(folder, outline.units(), &sender)
        });
        for batch in batches {
            let entries = batch.iter().map(|(unit, record)| unit.entry(record));
            collected.new +=
                store.insert_all(folder.experiment(), entries).map_err(CollectError::Store)?;
            collected.stored += batch.len();
        }
        let read = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let read = read.map_err(|error| {
            CollectError::Folder(FolderError::File(folder.path().to_owned(), error))
        })?;
        let mut read = Collected { stored: collected.stored, new: collected.new, ..read };
        read.forgive(store)?;
        Ok(read)
    })
}

/// Reads block after block and sends what is sound.
fn read<'o>(
    folder: &Folder,
    mut units: impl Iterator<Item = Outlined<'o>>,
    sender: &mpsc::SyncSender<Batch<'o>>,
) -> io::Result<Collected> {
    let mut found = Collected { units: folder.units(), ..Collected::default() };
    let now = folder.now()?;
    let mut batch = Vec::new();
    for block in 0..folder.blocks() {
        let mut look = folder.look(block, now)?;
        let mut lines = std::mem::take(&mut look.lines);
        found.damaged.append(&mut look.damaged);
        // Stable: the first claim's result stays the first.
        lines.sort_by_key(|line| line.unit);
        let mut lines = lines.into_iter().peekable();
        for number in folder.units_of(block) {
            let unit = units.next().expect("as many as the folder says");
            while lines.next_if(|line| line.unit < number).is_some() {}
            let mut results = Vec::new();
            while let Some(line) = lines.next_if(|line| line.unit == number) {
                results.extend(Some(line).filter(|line| line.key == unit.key));
            }
            if let Some(record) = one_of(number, &unit, results, &look, &mut found) {
                batch.push((unit, record));
            }
        }
        if batch.len() >= BATCH && sender.send(std::mem::take(&mut batch)).is_err() {
            // The store has failed, and says so itself.
            return Ok(found);
        }
    }
    let _ = sender.send(batch);
    Ok(found)
}

/// The result of a unit, if it has one and only one; else it is noted why not.
fn one_of(
    number: usize,
    unit: &Outlined,
    results: Vec<UnitResult>,
    look: &Look,
    found: &mut Collected,
) -> Option<Record> {
    found.again += results.len().saturating_sub(1);
    let differ = |line: &UnitResult| line.record.outcome != results[0].record.outcome;
    if unit.is_repeatable() && results.iter().any(differ) {
        found.differing.push(Differing { unit: number, words: unit.words() });
        return None;
    }
    let first = results.into_iter().next().map(|line| line.record);
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

/// Why a folder could not be collected.
#[derive(Debug)]
pub enum CollectError {
    /// The folder.
    Folder(FolderError),
    /// The store.
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
