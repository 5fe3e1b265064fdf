//! Where experiments are run: the store, the threads, and the handling of interrupts.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quarry_lab::race::{self, Race, RaceOutcome};
use quarry_lab::slurm::Slurm;
use quarry_lab::{Plan, Results, RunError, Store, StoreError, Threads, UnitExecutor, execute};

use crate::args::Running;
use crate::input::Complaint;
use crate::interrupt::stop_on_interrupt;
use crate::progress::ExperimentBar;

/// An open store, and the options for working on it.
pub(crate) struct Workplace<'a> {
    args: &'a Running,
    store: Store,
    stop: Arc<AtomicBool>,
}

impl<'a> Workplace<'a> {
    pub(crate) fn open(args: &'a Running) -> Result<Self, Complaint> {
        let store = Store::open(&args.store).map_err(|error| unusable(args, &error))?;
        Ok(Workplace { args, store, stop: stop_on_interrupt()? })
    }

    /// Runs what is missing and returns all results, or `None` if the user interrupted.
    pub(crate) fn complete<'p>(
        &mut self,
        plan: &'p Plan<'p>,
    ) -> Result<Option<Results<'p>>, Complaint> {
        let mut progress = ExperimentBar::new(self.args.quiet, &plan.experiment.name);
        let threads = threads(self.args);
        let end =
            execute(plan, &mut self.store, threads, &self.stop, &mut |step| progress.note(step));
        drop(progress);
        let end = end.map_err(|error| failed(self.args, error))?;
        if !end.is_complete() {
            let (done, all, place) = (end.done, end.all, self.args.store.display());
            crate::tell!(
                "stopped: {done} of {all} runs are in {place}; the same command continues"
            );
            return Ok(None);
        }
        Results::of(plan, &self.store).map(Some).map_err(|error| unusable(self.args, &error))
    }

    /// Runs a race to its end, here or on a cluster; returns `None` if the user interrupted.
    pub(crate) fn tune(
        &mut self,
        race: &Race,
        cluster: Option<Slurm>,
    ) -> Result<Option<RaceOutcome>, Complaint> {
        let mut progress = ExperimentBar::new(self.args.quiet, &race.name);
        let mut done = 0;
        let mut executor: Box<dyn UnitExecutor> = match cluster {
            Some(cluster) => Box::new(cluster),
            None => Box::new(Threads(threads(self.args))),
        };
        let outcome =
            race::tune(race, &mut self.store, executor.as_mut(), &self.stop, &mut |step| {
                done = step.done;
                progress.note(step);
            });
        drop(progress);
        let outcome = outcome.map_err(|error| failed(self.args, error))?;
        if outcome.is_none() {
            let place = self.args.store.display();
            crate::tell!(
                "stopped: {done} runs of the race are in {place}; the same command continues"
            );
        }
        Ok(outcome)
    }
}

fn failed(args: &Running, error: RunError) -> Complaint {
    match error {
        RunError::Store(error) => unusable(args, &error),
        other => Complaint::Words(other.to_string()),
    }
}

pub(crate) fn unusable(args: &Running, error: &StoreError) -> Complaint {
    let place = args.store.display();
    Complaint::Words(format!("{place}: {error}; choose another place for the runs with --store"))
}

pub(crate) fn threads(args: &Running) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    args.threads.map_or_else(cores, usize::from)
}
