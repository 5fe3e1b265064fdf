//! Jobs: runs of solvers, one thread each, a few at a time; the others wait in order of arrival.
//!
//! A job can be paused, run slice by slice, and stopped. A paused job gives its place to others, and
//! waits for one when it is to go on. A single slice takes no place from anybody.
//! Each job is kept as a JSON file, written when it is accepted and when it ends, so that a server
//! that was killed finds all jobs again: the ended ones with their results, the others as
//! interrupted. Since the same job gives the same answer, resuming a job means running it again.

mod job;
mod watching;

use quarry::Catalogue;
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::{fs, io, thread};

use serde_json::{Value, json};

pub(crate) use job::{Gait, Job, JobRequest, JobState};

use crate::private;
use crate::problem::Problem;

/// Maximum number of waiting jobs, of paused jobs, and of jobs that are remembered.
const MOST_WAITING: usize = 64;
const MOST_PAUSED: usize = 32;
const MOST_KEPT: usize = 1_000;

/// All jobs.
pub(crate) struct Jobs {
    catalogue: Catalogue,
    folder: PathBuf,
    workers: usize,
    table: Mutex<Table>,
    /// Notified when a place is given back, and when somebody who waits for one is stopped.
    places: Condvar,
}

#[derive(Default)]
struct Table {
    jobs: BTreeMap<u64, Arc<Job>>,
    waiting: VecDeque<u64>,
    /// Number of places that are taken.
    active: usize,
    /// Number of jobs that were paused and wait for a place to go on, and of experiments that wait
    /// to begin: before the jobs that wait to begin.
    returning: usize,
    next: u64,
}

impl Table {
    /// Refuses more paused jobs than there may be: each holds a thread and its memory.
    fn check_paused(&self, more: usize) -> Result<(), Problem> {
        let paused = self.jobs.values().filter(|job| job.is_to_pause()).count();
        if more > 0 && paused + more > MOST_PAUSED {
            return Err(Problem::busy(format!(
                "{paused} jobs are already paused, and {MOST_PAUSED} may be; stop some"
            )));
        }
        Ok(())
    }
}

impl Jobs {
    /// Opens the jobs of a folder, which is created when the first one is kept.
    pub(crate) fn open(
        catalogue: Catalogue,
        folder: &Path,
        workers: usize,
    ) -> io::Result<Arc<Self>> {
        let mut table = Table { next: 1, ..Table::default() };
        let files = match fs::read_dir(folder) {
            Ok(files) => files.collect::<io::Result<Vec<_>>>()?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        for file in files {
            // Files of other origin, or incomplete ones, are ignored.
            let job = fs::read_to_string(file.path()).ok().and_then(|text| Job::kept(&text));
            if let Some(job) = job {
                table.next = table.next.max(job.id + 1);
                table.jobs.insert(job.id, Arc::new(job));
            }
        }
        Ok(Arc::new(Jobs {
            catalogue,
            folder: folder.to_owned(),
            workers: workers.max(1),
            table: Mutex::new(table),
            places: Condvar::new(),
        }))
    }

    /// Catalogue that instances are opened with.
    fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts requests; several of them are a race.
    pub(crate) fn take(
        self: &Arc<Self>,
        orders: Vec<JobRequest>,
    ) -> Result<(Vec<u64>, Option<u64>), Problem> {
        let mut table = self.table();
        if table.waiting.len() + orders.len() > MOST_WAITING {
            return Err(Problem::busy(format!(
                "{} jobs are waiting already; stop some, or try again later",
                table.waiting.len()
            )));
        }
        table.check_paused(orders.iter().filter(|order| order.paused).count())?;
        let race = (orders.len() > 1).then_some(table.next);
        let mut ids = Vec::new();
        for order in orders {
            let id = table.next;
            table.next += 1;
            let job = Arc::new(Job::new(id, race, order));
            self.keep(&job)?;
            table.jobs.insert(id, job);
            table.waiting.push_back(id);
            ids.push(id);
        }
        self.forget_the_oldest(&mut table);
        self.admit(&mut table);
        Ok((ids, race))
    }

    /// Starts waiting jobs while there are free places.
    fn admit(self: &Arc<Self>, table: &mut Table) {
        while table.active + table.returning < self.workers
            && let Some(id) = table.waiting.pop_front()
        {
            let Some(job) = table.jobs.get(&id).cloned() else { continue };
            table.active += 1;
            let jobs = Arc::clone(self);
            thread::spawn(move || {
                job.run(&jobs);
                // A result that cannot be kept is still shown; the disk may be full.
                let _ = jobs.keep(&job);
                jobs.give_places(1);
            });
        }
    }

    /// Gives back the place of a job that pauses or has ended, or those of an experiment.
    pub(crate) fn give_places(self: &Arc<Self>, places: usize) {
        let mut table = self.table();
        table.active -= places;
        self.places.notify_all();
        self.admit(&mut table);
    }

    /// Takes the places that are free now; none while a job waits for one.
    pub(crate) fn take_free_places(&self) -> usize {
        let mut table = self.table();
        let free = self.workers.saturating_sub(table.active + table.returning);
        table.active += free;
        free
    }

    /// Lets those that wait for a place look whether they were stopped meanwhile.
    pub(crate) fn wake(&self) {
        let _table = self.table();
        self.places.notify_all();
    }

    /// Waits until a job that was paused may go on, or an experiment may begin; not if it is stopped
    /// meanwhile.
    pub(crate) fn take_place(&self, is_stopped: impl Fn() -> bool) {
        let mut table = self.table();
        table.returning += 1;
        while table.active >= self.workers && !is_stopped() {
            table = self.places.wait(table).unwrap_or_else(PoisonError::into_inner);
        }
        table.returning -= 1;
        table.active += 1;
    }

    /// Records that a paused job works for a slice, whether a place is free or not.
    fn take_slice(&self) {
        self.table().active += 1;
    }

    pub(crate) fn find(&self, id: u64) -> Result<Arc<Job>, Problem> {
        self.table()
            .jobs
            .get(&id)
            .cloned()
            .ok_or_else(|| Problem::missing(format!("there is no job {id}")))
    }

    /// Returns all jobs, the newest first.
    pub(crate) fn list(&self) -> Vec<Arc<Job>> {
        self.table().jobs.values().rev().cloned().collect()
    }

    /// Changes how a job runs.
    pub(crate) fn set_gait(&self, job: &Job, gait: Gait) -> Result<(), Problem> {
        let table = self.table();
        if gait == Gait::Standing && !job.is_to_pause() {
            table.check_paused(1)?;
        }
        job.set_gait(gait);
        Ok(())
    }

    /// Ends a job in an orderly way; a waiting job does not start.
    pub(crate) fn stop(&self, job: &Job) {
        let mut table = self.table();
        let waited = table.waiting.iter().position(|&id| id == job.id);
        if let Some(place) = waited {
            table.waiting.remove(place);
            job.end(JobState::Stopped, None);
            let _ = self.keep(job);
        }
        job.stop();
        self.places.notify_all();
    }

    /// Runs an ended job again.
    pub(crate) fn resume(self: &Arc<Self>, job: &Arc<Job>) -> Result<(), Problem> {
        if !matches!(job.stage(), JobState::Interrupted | JobState::Stopped | JobState::Failed) {
            return Err(Problem::unfit(
                "only a job that was interrupted, stopped or failed can be resumed",
            ));
        }
        let mut table = self.table();
        if table.waiting.len() >= MOST_WAITING {
            return Err(Problem::busy("too many jobs are waiting already"));
        }
        job.begin_again();
        table.waiting.push_back(job.id);
        self.admit(&mut table);
        Ok(())
    }

    /// Stops a job and removes it.
    pub(crate) fn forget(&self, job: &Job) -> Result<(), Problem> {
        self.stop(job);
        self.table().jobs.remove(&job.id);
        match fs::remove_file(self.file(job.id)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Problem::ours(format!("the job's file cannot be removed: {error}")))
            }
            _ => Ok(()),
        }
    }

    fn forget_the_oldest(&self, table: &mut Table) {
        while table.jobs.len() > MOST_KEPT {
            let Some(id) = table.jobs.values().find(|job| job.stage().is_over()).map(|job| job.id)
            else {
                return;
            };
            table.jobs.remove(&id);
            let _ = fs::remove_file(self.file(id));
        }
    }

    fn file(&self, id: u64) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    /// Writes the file of a job; if the server is killed meanwhile, either the old or the new file
    /// remains.
    fn keep(&self, job: &Job) -> Result<(), Problem> {
        let write = || {
            private::create_folder(&self.folder)?;
            private::replace(&self.file(job.id), &job.view(true).to_string())
        };
        // The job was removed meanwhile: do not create its file again.
        if job.stage().is_over() && !self.file(job.id).exists() {
            return Ok(());
        }
        write().map_err(|error| {
            Problem::ours(format!("{}: the job cannot be saved: {error}", self.folder.display()))
        })
    }

    /// Returns the numbers of running and waiting jobs, and their limits.
    pub(crate) fn load(&self) -> Value {
        let table = self.table();
        json!({"running": table.active, "queued": table.waiting.len(), "workers": self.workers, "most_queued": MOST_WAITING})
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn order(name: &str, threads: usize) -> JobRequest {
        JobRequest {
            puzzle: "samegame".to_owned(),
            name: Some(name.to_owned()),
            text: Catalogue::standard()
                .example("samegame/table1-5x5-3")
                .expect("it ships")
                .text
                .to_owned(),
            solver: "iterative-sampling".to_owned(),
            params: Vec::new(),
            seed: 1,
            threads,
            seconds: None,
            evaluations: Some(500),
            nodes: None,
            paused: false,
        }
    }

    fn ended(job: &Job) -> JobState {
        let begun = Instant::now();
        while !job.stage().is_over() {
            assert!(begun.elapsed() < Duration::from_secs(60), "job {} does not end", job.id);
            thread::sleep(Duration::from_millis(5));
        }
        job.stage()
    }

    /// A job without an end, until it is stopped.
    fn endless(paused: bool) -> JobRequest {
        JobRequest { evaluations: None, paused, ..order("endless", 1) }
    }

    fn until(jobs: &Jobs, id: u64, stage: JobState) -> Arc<Job> {
        let job = jobs.find(id).expect("it was taken");
        let begun = Instant::now();
        while job.stage() != stage {
            assert!(begun.elapsed() < Duration::from_secs(60), "job {id} is {:?}", job.stage());
            thread::sleep(Duration::from_millis(5));
        }
        job
    }

    #[test]
    fn a_paused_job_gives_its_place_away_and_waits_for_one() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let jobs = Jobs::open(Catalogue::standard(), folder.path(), 1).expect("an empty folder");
        let (ids, _) = jobs.take(vec![endless(false), endless(false)]).expect("there is room");
        let first = until(&jobs, ids[0], JobState::Running);
        jobs.set_gait(&first, Gait::Standing).expect("it may pause");
        until(&jobs, ids[0], JobState::Paused);
        let second = until(&jobs, ids[1], JobState::Running);
        assert_eq!(jobs.load()["running"], 1);

        // It may take a single slice, but goes on only when the other is done.
        jobs.set_gait(&first, Gait::Steps(1)).expect("it may step");
        jobs.set_gait(&first, Gait::Going).expect("it may go on");
        until(&jobs, ids[0], JobState::Queued);
        jobs.stop(&second);
        until(&jobs, ids[0], JobState::Running);
        jobs.stop(&first);
        assert_eq!((ended(&first), ended(&second)), (JobState::Stopped, JobState::Stopped));
    }

    #[test]
    fn a_job_that_waits_to_go_on_can_be_stopped() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let jobs = Jobs::open(Catalogue::standard(), folder.path(), 1).expect("an empty folder");
        let (ids, _) = jobs.take(vec![endless(true), endless(false)]).expect("there is room");
        let paused = until(&jobs, ids[0], JobState::Paused);
        let running = until(&jobs, ids[1], JobState::Running);
        jobs.set_gait(&paused, Gait::Going).expect("it may go on");
        until(&jobs, ids[0], JobState::Queued);
        jobs.stop(&paused);
        assert_eq!(ended(&paused), JobState::Stopped);
        assert_eq!(running.stage(), JobState::Running);
        jobs.stop(&running);
        assert_eq!(ended(&running), JobState::Stopped);
    }

    #[test]
    fn paused_jobs_are_limited_however_they_were_paused() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let jobs = Jobs::open(Catalogue::standard(), folder.path(), 1).expect("an empty folder");
        let orders = |number| (0..number).map(|_| endless(true)).collect::<Vec<_>>();
        let (mut ids, _) = jobs.take(orders(MOST_PAUSED)).expect("there is room");
        assert!(jobs.take(orders(1)).is_err());
        ids.extend(jobs.take(vec![endless(false)]).expect("it is not paused").0);
        let one_more = until(&jobs, ids[MOST_PAUSED], JobState::Running);
        assert!(jobs.set_gait(&one_more, Gait::Standing).is_err());
        for id in ids {
            let job = jobs.find(id).expect("it was taken");
            jobs.stop(&job);
            assert_eq!(ended(&job), JobState::Stopped);
        }
    }

    /// The panic happens inside the thread pool of the solver. The only worker continues with the
    /// next job.
    #[test]
    fn a_solver_that_panics_ends_its_job_and_no_other() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let jobs = Jobs::open(Catalogue::standard(), &folder.path().join("jobs"), 1)
            .expect("an empty folder");
        for threads in [1, 2] {
            let orders = vec![order("faulty", threads), order("sound", threads)];
            let (ids, _) = jobs.take(orders).expect("there is room");
            let [faulty, sound] = [ids[0], ids[1]].map(|id| jobs.find(id).expect("it was taken"));
            assert_eq!((ended(&faulty), ended(&sound)), (JobState::Failed, JobState::Done));
            let error = faulty.view(false)["error"].as_str().expect("a reason").to_owned();
            assert!(
                error.starts_with("internal error: ") && error.contains("an injected fault"),
                "{error}"
            );
            jobs.resume(&faulty).expect("it can be tried again");
            assert_eq!(ended(&faulty), JobState::Failed);
        }
        let begun = Instant::now();
        while jobs.load()["running"] != 0 {
            assert!(begun.elapsed() < Duration::from_secs(60), "places are given back");
        }
    }
}
