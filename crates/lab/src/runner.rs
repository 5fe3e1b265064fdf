//! The runner: executes the units that the store does not hold, on several threads. It can be
//! stopped or killed at any moment. Threads take units in the plan's order; only the calling thread
//! writes.

use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use quarry::SolveError;

use crate::finished::Finished;
use crate::plan::{Plan, Unit};
use crate::store::{Store, StoreError};

/// Progress of an experiment.
pub struct ExperimentProgress<'a> {
    /// Number of runs in the store.
    pub done: usize,
    /// Number of runs of the whole experiment.
    pub all: usize,
    /// The run that was just stored; `None` at the start.
    pub latest: Option<&'a Finished<'a>>,
}

impl ExperimentProgress<'_> {
    /// Whether all runs are done.
    pub fn is_complete(&self) -> bool {
        self.done == self.all
    }
}

/// Executes the missing runs. Returns the number of runs in the store at the end, and of all runs;
/// some are missing only if `stop` became true. Runs in progress are then dropped.
///
/// On an error, `stop` is set as well, so that the other threads end.
pub fn execute(
    plan: &Plan,
    store: &mut Store,
    threads: usize,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(&ExperimentProgress),
) -> Result<ExperimentProgress<'static>, RunError> {
    execute_units(&plan.experiment.name, plan.units(), store, threads, stop, watch)
}

/// Executes units that belong to no plan, such as those of a race.
pub trait UnitExecutor {
    /// Executes and stores the units that the store lacks; see [`execute`].
    fn complete(
        &mut self,
        experiment: &str,
        units: &[&Unit],
        store: &mut Store,
        stop: &Arc<AtomicBool>,
        watch: &mut dyn FnMut(&ExperimentProgress),
    ) -> Result<ExperimentProgress<'static>, RunError>;
}

/// Executes units on this number of threads of this process.
pub struct Threads(pub usize);

impl UnitExecutor for Threads {
    fn complete(
        &mut self,
        experiment: &str,
        units: &[&Unit],
        store: &mut Store,
        stop: &Arc<AtomicBool>,
        watch: &mut dyn FnMut(&ExperimentProgress),
    ) -> Result<ExperimentProgress<'static>, RunError> {
        execute_units(experiment, units.iter().copied(), store, self.0, stop, watch)
    }
}

fn execute_units<'p>(
    experiment: &str,
    units: impl Iterator<Item = &'p Unit<'p>>,
    store: &mut Store,
    threads: usize,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(&ExperimentProgress),
) -> Result<ExperimentProgress<'static>, RunError> {
    // A plan may contain the same unit twice, from a grid's default or a repeated board; it is run
    // once.
    let mut seen = HashSet::new();
    let mut missing: Vec<&Unit> = Vec::new();
    for unit in units.filter(|unit| seen.insert(&unit.key)) {
        if !store.contains(&unit.key)? {
            missing.push(unit);
        }
    }
    if !missing.is_empty() && !store.is_writable() {
        return Err(RunError::Store(StoreError::ReadOnly));
    }
    let all = seen.len();
    let mut done = all - missing.len();
    watch(&ExperimentProgress { done, all, latest: None });

    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        // Bounded, so that finished runs are stored soon, even with a fast solver.
        let (sender, results) = mpsc::sync_channel(threads);
        for _ in 0..threads.min(missing.len()) {
            let sender = sender.clone();
            let (missing, next) = (&missing, &next);
            scope.spawn(move || work(missing, next, stop, &sender));
        }
        // The channel closes when the last worker ends.
        drop(sender);
        for result in results {
            let stored = result.map_err(RunError::Solve).and_then(|finished: Finished| {
                store.insert(experiment, &finished)?;
                done += 1;
                watch(&ExperimentProgress { done, all, latest: Some(&finished) });
                Ok(())
            });
            if let Err(error) = stored {
                stop.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(ExperimentProgress { done, all, latest: None })
    })
}

/// Executes units until none is left, the run is stopped, or the receiver is gone.
fn work<'p>(
    missing: &[&'p Unit<'p>],
    next: &AtomicUsize,
    stop: &Arc<AtomicBool>,
    sender: &mpsc::SyncSender<Result<Finished<'p>, SolveError>>,
) {
    let _alarm = Alarm(stop);
    while let Some(unit) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
        let Some(result) = Finished::of(unit, stop).transpose() else { return };
        if sender.send(result).is_err() {
            return;
        }
    }
}

/// Stops all threads when its own thread panics: a bug in one run must not wait for all other runs.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Reasons why an experiment could not continue.
#[derive(Debug)]
pub enum RunError {
    /// The store could not be read or written.
    Store(StoreError),
    /// A run could not start.
    Solve(SolveError),
    /// A cluster failed; the message says how.
    Elsewhere(String),
}

impl From<StoreError> for RunError {
    fn from(error: StoreError) -> Self {
        RunError::Store(error)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Store(error) => write!(f, "{error}"),
            RunError::Solve(error) => write!(f, "{error}"),
            RunError::Elsewhere(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for RunError {}

#[cfg(test)]
mod tests {
    use quarry::Catalogue;

    use crate::subject::Lookup;
    use std::path::Path;

    use super::*;
    use crate::{Experiment, ResultTable, Results};

    const EXPERIMENT: &str = "question = \"who?\"\nruns = 4\nbudget = { evaluations = 50 }\n\
        [[instances]]\nname = \"samegame/table1-5x5-*\"\n\
        [[solvers]]\nname = \"random\"\n[[solvers]]\nname = \"beam\"\nparams = { width = [1, 2] }\n";

    fn experiment() -> Experiment {
        Experiment::parse(
            "test",
            EXPERIMENT,
            Lookup::in_folder(&Catalogue::standard(), Path::new(".")),
        )
        .unwrap()
    }

    fn calm() -> Arc<AtomicBool> {
        Arc::new(AtomicBool::new(false))
    }

    #[test]
    fn two_threads_give_the_same_table_as_one() {
        let folder = tempfile::tempdir().unwrap();
        let experiment = experiment();
        let plan = Plan::of(&experiment);
        let table = |threads| {
            let mut store = Store::open(&folder.path().join(format!("{threads}.sqlite"))).unwrap();
            let end = execute(&plan, &mut store, threads, &calm(), &mut |_| {}).unwrap();
            assert_eq!((end.done, end.all), (36, 36));
            ResultTable::of(&Results::of(&plan, &store).unwrap()).to_string()
        };
        assert_eq!(table(1), table(2));
    }

    #[test]
    fn a_panic_stops_everybody() {
        let stop = calm();
        drop(Alarm(&stop));
        assert!(!stop.load(Ordering::Relaxed));
        let flag = Arc::clone(&stop);
        let ended = thread::spawn(move || {
            let _alarm = Alarm(&flag);
            panic!("as a bug would");
        })
        .join();
        assert!(ended.is_err() && stop.load(Ordering::Relaxed));
    }

    #[test]
    fn a_stopped_experiment_goes_on_where_it_was_and_repeats_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let experiment = experiment();
        let plan = Plan::of(&experiment);
        let mut store = Store::open(&folder.path().join("runs.sqlite")).unwrap();
        let stop = calm();
        let end = execute(&plan, &mut store, 2, &stop, &mut |progress| {
            if progress.done == 5 {
                stop.store(true, Ordering::Relaxed);
            }
        })
        .unwrap();
        assert!(!end.is_complete() && end.done >= 5);
        let mut repeated = 0;
        let again = execute(&plan, &mut store, 2, &calm(), &mut |progress| {
            repeated += usize::from(progress.latest.is_some());
        })
        .unwrap();
        assert!(again.is_complete());
        assert_eq!(repeated, again.all - end.done);
        execute(&plan, &mut store, 2, &calm(), &mut |progress| assert!(progress.latest.is_none()))
            .unwrap();
    }
}
