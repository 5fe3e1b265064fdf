//! Works on a folder: claims blocks, runs the requested units that have no result, and writes the
//! results.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::io;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::thread;
use std::time::Duration;

use quarry::SolveError;

use super::folder::{Folder, FolderError, Look};
use super::lease::{Condition, Lease, Owner};
use super::part::{PartFile, UnitResult};
use crate::finished::Finished;
use crate::plan::Unit;
use crate::record::Record;
use crate::runner::ExperimentProgress;

/// Maximum seconds of work that are lost when a process is killed, besides the current unit.
const UNSAVED: f64 = 5.0;

/// Interval at which a waiting process checks whether it should stop.
const NAP: Duration = Duration::from_millis(50);

/// State of the units given to a process when it leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// Number of units that have a result, from any process.
    pub done: usize,
    /// Number of units given to this process.
    pub all: usize,
    /// Units that were given up, because their processes died too often.
    pub failed: Vec<usize>,
}

impl Shift {
    /// Whether every unit has a result or was given up.
    pub fn is_over(&self) -> bool {
        self.done + self.failed.len() == self.all
    }
}

/// Runs all of a folder's units with these numbers that have no result, and waits for those that
/// other processes work on, until each has a result or is given up. Some may remain only if `stop`
/// became true: the current unit is then dropped, and finished results are kept.
pub fn work(
    folder: &Folder,
    units: &[&Unit],
    numbers: &[RangeInclusive<usize>],
    threads: usize,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(&ExperimentProgress),
) -> Result<Shift, WorkError> {
    let crew = Crew::new(folder, units, numbers, threads, stop);
    let all: usize = crew.wanted.values().map(BTreeSet::len).sum();
    watch(&ExperimentProgress { done: 0, all, latest: None });
    let is_over = AtomicBool::new(false);
    let result = thread::scope(|scope| {
        scope.spawn(|| crew.beat(&is_over));
        let (sender, news) = mpsc::sync_channel(threads);
        for desk in &crew.desks {
            let (crew, sender) = (&crew, sender.clone());
            scope.spawn(move || {
                let result = crew.serve(desk, &sender);
                if let Err(error) = result {
                    stop.store(true, Ordering::Relaxed);
                    // The receiver is gone only if another thread has failed before.
                    let _ = sender.send(News::Failed(error));
                }
            });
        }
        drop(sender);
        let mut result = Ok(());
        for message in news {
            let done = crew.known().done.len();
            match message {
                News::Looked => watch(&ExperimentProgress { done, all, latest: None }),
                News::Finished(finished) => {
                    watch(&ExperimentProgress { done, all, latest: Some(&finished) });
                }
                News::Failed(error) => result = result.and(Err(error)),
            }
        }
        is_over.store(true, Ordering::Relaxed);
        result
    });
    result?;
    let known = crew.known();
    Ok(Shift { done: known.done.len(), all, failed: known.failed.iter().copied().collect() })
}

enum News<'p> {
    /// A block was read.
    Looked,
    Finished(Box<Finished<'p>>),
    Failed(WorkError),
}

/// Outcome of working on a block.
#[derive(PartialEq)]
enum Turn {
    /// All requested units have a result or were given up, or the process was stopped.
    Over,
    /// Another process holds the block.
    Held,
    /// A unit failed: the other units of the block wait.
    Broken,
}

/// The threads of a process, with their shared state.
struct Crew<'a> {
    folder: &'a Folder,
    units: &'a [&'a Unit<'a>],
    /// Requested units of each block.
    wanted: BTreeMap<usize, BTreeSet<usize>>,
    queue: Mutex<Queue>,
    known: Mutex<Known>,
    /// One lease for each thread, renewed by the heartbeat.
    desks: Vec<Mutex<Option<Lease>>>,
    owner: Owner,
    stop: &'a Arc<AtomicBool>,
}

#[derive(Default)]
struct Queue {
    fresh: VecDeque<usize>,
    /// Blocks that other processes held when they were last read.
    held: VecDeque<usize>,
}

#[derive(Default)]
struct Known {
    done: BTreeSet<usize>,
    failed: BTreeSet<usize>,
}

impl<'a> Crew<'a> {
    fn new(
        folder: &'a Folder,
        units: &'a [&'a Unit<'a>],
        numbers: &[RangeInclusive<usize>],
        threads: usize,
        stop: &'a Arc<AtomicBool>,
    ) -> Self {
        let mut wanted: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for unit in numbers.iter().cloned().flatten() {
            wanted.entry(folder.block_of(unit)).or_default().insert(unit);
        }
        let fresh = wanted.keys().copied().collect();
        Crew {
            folder,
            units,
            queue: Mutex::new(Queue { fresh, held: VecDeque::new() }),
            known: Mutex::default(),
            desks: (0..threads.min(wanted.len())).map(|_| Mutex::default()).collect(),
            wanted,
            owner: Owner::this(),
            stop,
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().expect("the lock is not poisoned")
    }

    /// Renews all leases at regular intervals.
    fn beat(&self, is_over: &AtomicBool) {
        let naps = (self.folder.beat().as_millis() / NAP.as_millis()).max(1);
        let mut count = 0;
        while !is_over.load(Ordering::Relaxed) {
            thread::sleep(NAP);
            count += 1;
            if count % naps == 0 {
                for desk in &self.desks {
                    if let Some(lease) = desk.lock().expect("the lock is not poisoned").as_mut() {
                        // If a lease cannot be renewed, it is lost; this does no harm.
                        let _ = lease.renew();
                    }
                }
            }
        }
    }

    /// Works on blocks until none is left.
    fn serve(
        &self,
        desk: &Mutex<Option<Lease>>,
        sender: &mpsc::SyncSender<News<'a>>,
    ) -> Result<(), WorkError> {
        while let Some((block, was_held)) = self.next() {
            if was_held {
                self.wait();
            }
            if self.is_stopped() {
                return Ok(());
            }
            while self.turn(block, desk, sender)? == Turn::Broken {}
        }
        Ok(())
    }

    fn next(&self) -> Option<(usize, bool)> {
        let mut queue = self.queue.lock().expect("the lock is not poisoned");
        let fresh = queue.fresh.pop_front().map(|block| (block, false));
        fresh.or_else(|| queue.held.pop_front().map(|block| (block, true)))
    }

    /// Waits before blocks of other processes are read again.
    fn wait(&self) {
        let mut rest = self.folder.beat();
        while !rest.is_zero() && !self.is_stopped() {
            thread::sleep(NAP.min(rest));
            rest = rest.saturating_sub(NAP);
        }
    }

    /// Runs the missing units of a block, unless another process holds it.
    fn turn(
        &self,
        block: usize,
        desk: &Mutex<Option<Lease>>,
        sender: &mpsc::SyncSender<News<'a>>,
    ) -> Result<Turn, WorkError> {
        let now = self.folder.now().map_err(WorkError::Folder)?;
        let look = self.folder.look(block, now).map_err(WorkError::Folder)?;
        let missing = self.take_note(block, &look);
        let _ = sender.send(News::Looked);
        if missing.is_empty() {
            return Ok(Turn::Over);
        }
        let claim = if look.is_held {
            None
        } else {
            self.folder.claim(block, &look, &self.owner).map_err(WorkError::Folder)?
        };
        let Some((claim, lease)) = claim else {
            self.queue.lock().expect("the lock is not poisoned").held.push_back(block);
            return Ok(Turn::Held);
        };
        let at = |error| WorkError::at(self.folder.part_path(block, claim), error);
        *desk.lock().expect("the lock is not poisoned") = Some(lease);
        let mut output = Output {
            path: self.folder.part_path(block, claim),
            part: PartFile::default(),
            unsaved: 0.0,
        };
        let end = self.run(&missing, desk, &mut output, sender);
        // Finished results are kept, whatever happened to the rest.
        output.save().map_err(at)?;
        let lease =
            desk.lock().expect("the lock is not poisoned").take().expect("it was put there");
        let condition =
            if matches!(end, Ok(Turn::Broken)) { Condition::Dead } else { Condition::Left };
        lease.end(condition).map_err(at)?;
        end
    }

    /// Runs units one after another.
    fn run(
        &self,
        missing: &[usize],
        desk: &Mutex<Option<Lease>>,
        output: &mut Output,
        sender: &mpsc::SyncSender<News<'a>>,
    ) -> Result<Turn, WorkError> {
        let place = output.path.clone();
        let at = |error| WorkError::at(place.clone(), error);
        for &number in missing {
            if let Some(lease) = desk.lock().expect("the lock is not poisoned").as_mut() {
                lease.begin(number).map_err(at)?;
            }
            let unit = self.units[number - 1];
            // A bug in one unit must not affect the others. The panic message goes to standard
            // error, and the unit's attempts are counted.
            let run = catch_unwind(AssertUnwindSafe(|| Finished::of(unit, self.stop)));
            match run {
                Err(_) => return Ok(Turn::Broken),
                Ok(result) => match result.map_err(WorkError::Solve)? {
                    None => return Ok(Turn::Over),
                    Some(finished) => {
                        output.take(unit, &finished).map_err(at)?;
                        self.known().done.insert(number);
                        let _ = sender.send(News::Finished(Box::new(finished)));
                    }
                },
            }
        }
        Ok(Turn::Over)
    }

    /// Records the state of a block, and returns the requested units that are missing.
    fn take_note(&self, block: usize, look: &Look) -> Vec<usize> {
        let wanted = &self.wanted[&block];
        let mut known = self.known();
        for line in &look.lines {
            if wanted.contains(&line.unit) && self.units[line.unit - 1].key == line.key {
                known.done.insert(line.unit);
            }
        }
        let mut missing = Vec::new();
        for &unit in wanted.iter().filter(|unit| !known.done.contains(unit)).collect::<Vec<_>>() {
            if look.is_poisoned(unit) {
                known.failed.insert(unit);
            } else {
                missing.push(unit);
            }
        }
        missing
    }
}

/// Results of one claim.
struct Output {
    path: PathBuf,
    part: PartFile,
    /// Seconds of work that are not in the file yet.
    unsaved: f64,
}

impl Output {
    fn take(&mut self, unit: &Unit, finished: &Finished) -> io::Result<()> {
        self.part.push(&UnitResult {
            unit: unit.number,
            key: unit.key.clone(),
            record: Record::of(finished),
            claim: 0,
        });
        self.unsaved += finished.report().seconds.max(f64::MIN_POSITIVE);
        if self.unsaved >= UNSAVED { self.save() } else { Ok(()) }
    }

    fn save(&mut self) -> io::Result<()> {
        if self.unsaved > 0.0 {
            self.part.write(&self.path)?;
            self.unsaved = 0.0;
        }
        Ok(())
    }
}

/// Reasons why units could not be executed.
#[derive(Debug)]
pub enum WorkError {
    /// The folder cannot be read or written.
    Folder(FolderError),
    /// A run could not start.
    Solve(SolveError),
}

impl WorkError {
    fn at(path: PathBuf, error: io::Error) -> Self {
        WorkError::Folder(FolderError::File(path, error))
    }
}

impl fmt::Display for WorkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorkError::Folder(error) => write!(f, "{error}"),
            WorkError::Solve(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for WorkError {}
