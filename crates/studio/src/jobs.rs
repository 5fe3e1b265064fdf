//! Jobs: runs of solvers, one thread each, a few at a time; the others wait in order of arrival.
//!
//! The members of a race take turns on the places that the race has, so that all of them have
//! worked equally long, whatever the number of places: at the end of its turn, a member hands its
//! place to the one that has worked least.
//! A job can be paused, run slice by slice, and stopped. A paused job gives its place to others,
//! and waits for one when it is to go on. A single slice takes no place from anybody. A paused job
//! that nobody watches is stopped after a while.
//! Each job is kept as a JSON file, written when it is accepted and when it ends, so that a server
//! that was killed finds all jobs again: the ended ones with their results, the others as
//! interrupted. Since the same job gives the same answer, resuming a job means running it again.

mod job;
#[cfg(test)]
mod tests;
mod watching;

use quarry::Catalogue;
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fs, io, thread};

use serde_json::{Value, json};

pub(crate) use job::{Gait, Job, JobRequest, JobState, memory_of_each};

use crate::private;
use crate::problem::Problem;

/// Maximum number of waiting jobs, of paused jobs, and of jobs that are remembered.
const MOST_WAITING: usize = 64;
const MOST_PAUSED: usize = 32;
const MOST_KEPT: usize = 1_000;

/// Time after which a paused job that nobody watches is stopped.
const IDLE: Duration = Duration::from_secs(30 * 60);

/// All jobs.
pub(crate) struct Jobs {
    catalogue: Catalogue,
    folder: PathBuf,
    workers: usize,
    idle: Duration,
    table: Mutex<Table>,
    /// Notified when a place is given back or handed over, and when somebody who waits for one is
    /// stopped or paused.
    places: Condvar,
}

#[derive(Default)]
struct Table {
    jobs: BTreeMap<u64, Arc<Job>>,
    waiting: VecDeque<u64>,
    /// Members of races between two turns.
    between_turns: Vec<Resting>,
    /// Number of places that are taken.
    active: usize,
    /// Number of jobs that were paused and wait for a place to go on, and of experiments that wait
    /// to begin: before the jobs that wait to begin.
    returning: usize,
    next: u64,
}

/// A member of a race that waits for its next turn.
struct Resting {
    id: u64,
    race: u64,
    /// Seconds that it has worked.
    seconds: f64,
}

impl Table {
    /// Calls the member of this race, or of any, that has worked least, if that is less than
    /// `seconds`; its place must be counted already. Returns whether there was one.
    fn call_next(&mut self, race: Option<u64>, seconds: f64) -> bool {
        let resting = self.between_turns.iter().enumerate();
        let of_race = resting.filter(|(_, one)| race.is_none_or(|race| race == one.race));
        let least = of_race.min_by(|(_, one), (_, other)| one.seconds.total_cmp(&other.seconds));
        match least.filter(|(_, one)| one.seconds < seconds) {
            Some((place, _)) => {
                self.between_turns.remove(place);
                true
            }
            None => false,
        }
    }

    /// Refuses more paused jobs than there may be: each holds a thread and its memory.
    fn check_paused(&self, more: usize) -> Result<(), Problem> {
        let paused = self.jobs.values().filter(|job| job.is_by_steps()).count();
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
        for file in files.iter().filter(|file| file.path().extension() == Some("json".as_ref())) {
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
            idle: IDLE,
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

    /// Starts waiting jobs while there are free places; races that have begun come first.
    fn admit(self: &Arc<Self>, table: &mut Table) {
        while table.active + table.returning < self.workers {
            if table.call_next(None, f64::INFINITY) {
                self.places.notify_all();
            } else if let Some(id) = table.waiting.pop_front() {
                if !self.begin(table, id) {
                    continue;
                }
            } else {
                return;
            }
            table.active += 1;
        }
    }

    /// Starts a job, whose place must be counted; returns whether it is still known.
    fn begin(self: &Arc<Self>, table: &Table, id: u64) -> bool {
        let Some(job) = table.jobs.get(&id).cloned() else { return false };
        let jobs = Arc::clone(self);
        thread::spawn(move || {
            job.run(&jobs);
            // A result that cannot be kept is still shown; the disk may be full.
            let _ = jobs.keep(&job);
            jobs.give_places(1);
        });
        true
    }

    /// Hands the place of a race's member to another one that has worked less, if there is one, and
    /// waits for its next turn; returns whether it had to wait.
    fn end_turn(self: &Arc<Self>, job: &Job, seconds: f64) -> bool {
        let Some(race) = job.race else { return false };
        let mut table = self.table();
        let is_member = |id: &u64| table.jobs.get(id).is_some_and(|other| other.race == Some(race));
        let fresh = table.waiting.iter().position(is_member);
        if let Some(id) = fresh.and_then(|place| table.waiting.remove(place)) {
            self.begin(&table, id);
        } else if table.call_next(Some(race), seconds) {
            self.places.notify_all();
        } else {
            return false;
        }
        self.rest(table, Resting { id: job.id, race, seconds }, || job.is_held());
        true
    }

    /// Waits until a member of a race is called. One that is stopped or paused meanwhile goes on at
    /// once: it gives its place back soon.
    fn rest(&self, mut table: MutexGuard<'_, Table>, resting: Resting, is_held: impl Fn() -> bool) {
        let id = resting.id;
        table.between_turns.push(resting);
        while let Some(place) = table.between_turns.iter().position(|one| one.id == id) {
            if is_held() {
                table.between_turns.remove(place);
                table.active += 1;
                return;
            }
            table = self.places.wait(table).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until a job that was paused may go on.
    fn take_place_again(&self, job: &Job, seconds: f64) {
        let mut table = self.table();
        let is_full = table.active + table.returning >= self.workers;
        match job.race {
            Some(race) if is_full => {
                self.rest(table, Resting { id: job.id, race, seconds }, || job.is_held());
            }
            Some(_) => table.active += 1,
            None => {
                drop(table);
                self.take_place(|| job.is_stopped());
            }
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

    /// Waits until there is a place for a job or an experiment; not if it is stopped meanwhile.
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
        if gait != Gait::Going && !job.is_by_steps() {
            table.check_paused(1)?;
        }
        job.set_gait(gait);
        self.places.notify_all();
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
        let _ = fs::remove_file(self.answer_file(job.id));
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
            let _ = fs::remove_file(self.answer_file(id));
        }
    }

    fn file(&self, id: u64) -> PathBuf {
        self.folder.join(format!("{id}.json"))
    }

    /// File of an answer that is too long for the job's own.
    fn answer_file(&self, id: u64) -> PathBuf {
        self.folder.join(format!("{id}.answer"))
    }

    /// Keeps an answer that is too long for the job's own file.
    fn keep_answer(&self, id: u64, file: &str) -> Result<(), String> {
        private::replace(&self.answer_file(id), file)
            .map_err(|error| format!("the answer cannot be saved: {error}"))
    }

    /// Returns the instance of a job, and the answer that it has found.
    pub(crate) fn answer(&self, id: u64) -> Result<(String, Vec<String>), Problem> {
        let job = self.find(id)?;
        let text = job.order.text.clone();
        let Some(answer) = job.answer() else {
            return Err(Problem::unfit("this job has no answer yet"));
        };
        if !answer.is_empty() {
            return Ok((text, answer));
        }
        let file = fs::read_to_string(self.answer_file(id))
            .map_err(|_| Problem::unfit("this job has no answer to show"))?;
        let answer = self.catalogue.open(&text)?.entries_of(&file)?.to_vec();
        Ok((text, answer))
    }

    /// Writes the file of a job.
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
