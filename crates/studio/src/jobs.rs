//! Jobs: runs of solvers, one thread each, a few at a time; the others wait in order of arrival.
//!
//! A job can be paused, run slice by slice, and stopped; a paused job gives its place to others.
//! Each job is kept as a JSON file, written when it is accepted and when it ends, so that a server
//! that was killed finds all jobs again: the ended ones with their results, the others as
//! interrupted. Since the same job gives the same answer, resuming a job means running it again.

mod job;
mod watching;

use quarry::Catalogue;
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fs, io, thread};

use serde_json::{Value, json};

pub(crate) use job::{Gait, Job, JobRequest, JobState};

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
}

#[derive(Default)]
struct Table {
    jobs: BTreeMap<u64, Arc<Job>>,
    waiting: VecDeque<u64>,
    /// Number of jobs that are running.
    active: usize,
    next: u64,
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

    /// Starts waiting jobs while there are free places. Jobs that are paused or stepped take no
    /// place from the others.
    fn admit(self: &Arc<Self>, table: &mut Table) {
        while table.active < self.workers
            && let Some(id) = table.waiting.pop_front()
        {
            let Some(job) = table.jobs.get(&id).cloned() else { continue };
            table.active += 1;
            let jobs = Arc::clone(self);
            thread::spawn(move || {
                job.run(&jobs);
                // A result that cannot be kept is still shown; the disk may be full.
                let _ = jobs.keep(&job);
                let mut table = jobs.table();
                table.active -= 1;
                jobs.admit(&mut table);
            });
        }
    }

    /// Records that a job was paused or continued.
    fn note_pause(self: &Jobs, paused: bool) {
        let mut table = self.table();
        if paused {
            table.active -= 1;
        } else {
            table.active += 1;
        }
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
    pub(crate) fn set_gait(self: &Arc<Self>, job: &Job, gait: Gait) -> Result<(), Problem> {
        let paused = self.list().iter().filter(|job| job.stage() == JobState::Paused).count();
        if gait == Gait::Standing && paused >= MOST_PAUSED {
            return Err(Problem::busy(format!("{paused} jobs are already paused; stop some")));
        }
        job.set_gait(gait);
        let mut table = self.table();
        self.admit(&mut table);
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
        drop(table);
        job.stop();
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
            fs::create_dir_all(&self.folder)?;
            let beside = self.file(job.id).with_extension("new");
            fs::write(&beside, job.view(true).to_string())?;
            fs::rename(&beside, self.file(job.id))
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
