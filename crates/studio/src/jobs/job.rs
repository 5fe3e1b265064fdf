//! One job: its request, its state, and its results so far.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quarry::{Budget, Grain, Instance, Request};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Jobs;
use super::watching::{CurvePoint, Watching};
use crate::feed::{END, Feed};
use crate::view;

/// The request of a job.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct JobRequest {
    pub(crate) puzzle: String,
    pub(crate) name: Option<String>,
    /// Text of the instance.
    pub(crate) text: String,
    pub(crate) solver: String,
    pub(crate) params: Vec<(String, String)>,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) seconds: Option<f64>,
    pub(crate) evaluations: Option<u64>,
    pub(crate) nodes: Option<u64>,
    /// Memory limit in bytes.
    #[serde(default = "alone")]
    pub(crate) memory: u64,
    /// Whether the job is paused before its first slice, with small slices.
    pub(crate) paused: bool,
}

impl JobRequest {
    /// Returns the limits except for time, which does not pass while the job is paused.
    pub(super) fn budget(&self) -> Budget {
        Budget {
            evaluations: self.evaluations,
            nodes: self.nodes,
            seconds: None,
            memory: Some(self.memory),
        }
    }
}

/// Memory limit of a job in bytes.
const MEMORY: u64 = 1 << 30;

/// Memory limit of all members of a race together, which work at the same time.
const RACE_MEMORY: u64 = 2 << 30;

/// Returns the memory limit of each of so many jobs.
pub(crate) fn memory_of_each(jobs: usize) -> u64 {
    MEMORY.min(RACE_MEMORY / jobs.max(1) as u64)
}

fn alone() -> u64 {
    memory_of_each(1)
}

/// State of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobState {
    /// The job waits for a place, to begin or to go on after a pause.
    Queued,
    Running,
    Paused,
    /// The job reached its end or its limit.
    Done,
    /// The user stopped the job.
    Stopped,
    /// The job could not start, or hit a bug.
    Failed,
    /// The server ended before the job.
    Interrupted,
}

impl JobState {
    pub(crate) fn is_over(self) -> bool {
        !matches!(self, JobState::Queued | JobState::Running | JobState::Paused)
    }
}

/// How a job runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gait {
    Going,
    Standing,
    /// This number of slices, then pause.
    Steps(u64),
}

/// Progress of a job so far.
#[derive(Debug, Clone, Serialize, Deserialize, Default)]
pub(super) struct JobProgress {
    pub(super) best: Option<i64>,
    pub(super) solved: bool,
    pub(super) bound: Option<i64>,
    pub(super) evaluations: u64,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) curve: Vec<CurvePoint>,
}

struct Standing {
    stage: JobState,
    course: JobProgress,
    report: Option<Value>,
    error: Option<String>,
}

pub(crate) struct Job {
    pub(crate) id: u64,
    pub(crate) race: Option<u64>,
    pub(crate) order: JobRequest,
    pub(crate) feed: Arc<Feed>,
    standing: Mutex<Standing>,
    gait: Mutex<Gait>,
    /// Notified when the gait changes and when the job is stopped.
    bell: Condvar,
    /// Whether it works for some slices only, without a place among the running jobs.
    has_no_place: AtomicBool,
    pub(super) stop: Arc<AtomicBool>,
    /// Deadline of the current slice; followed by whether a deadline has passed.
    due: Mutex<Option<Instant>>,
    is_over_time: AtomicBool,
    /// Whether it was stopped because it was paused and nobody watched.
    is_abandoned: AtomicBool,
}

/// Interval of the deadline check: a slice may take longer than the remaining time.
const TICK: Duration = Duration::from_millis(50);

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Content of a job's file.
#[derive(Deserialize)]
struct Kept {
    id: u64,
    race: Option<u64>,
    order: JobRequest,
    state: JobState,
    #[serde(flatten)]
    course: JobProgress,
    report: Option<Value>,
    error: Option<String>,
}

impl Job {
    pub(super) fn new(id: u64, race: Option<u64>, order: JobRequest) -> Self {
        let standing = Standing {
            stage: JobState::Queued,
            course: JobProgress::default(),
            report: None,
            error: None,
        };
        Job::with(id, race, order, standing)
    }

    fn with(id: u64, race: Option<u64>, order: JobRequest, standing: Standing) -> Self {
        let gait = Mutex::new(if order.paused { Gait::Standing } else { Gait::Going });
        let (feed, stop) = (Arc::new(Feed::new()), Arc::new(AtomicBool::new(false)));
        let (standing, bell) = (Mutex::new(standing), Condvar::new());
        let (due, is_over_time) = (Mutex::new(None), AtomicBool::new(false));
        let (has_no_place, is_abandoned) = (AtomicBool::new(false), AtomicBool::new(false));
        let job = Job {
            id,
            race,
            order,
            feed,
            standing,
            gait,
            bell,
            has_no_place,
            stop,
            due,
            is_over_time,
            is_abandoned,
        };
        job.tell();
        job
    }

    /// Parses a job's file; returns `None` if it is not one.
    pub(super) fn kept(text: &str) -> Option<Self> {
        let Kept { id, race, order, state, course, report, error } =
            serde_json::from_str(text).ok()?;
        let stage = if state.is_over() { state } else { JobState::Interrupted };
        Some(Job::with(id, race, order, Standing { stage, course, report, error }))
    }

    pub(crate) fn stage(&self) -> JobState {
        held(&self.standing).stage
    }

    /// Returns the answer of an ended job; empty if it is too long to be kept here.
    pub(super) fn answer(&self) -> Option<Vec<String>> {
        let standing = held(&self.standing);
        let entries = standing.report.as_ref()?["answer"].as_array()?;
        Some(entries.iter().filter_map(|entry| entry.as_str().map(str::to_owned)).collect())
    }

    /// Returns the job as JSON; `whole` includes its instance, its curve and its results.
    pub(crate) fn view(&self, whole: bool) -> Value {
        let standing = held(&self.standing);
        let Standing { stage, course, report, error } = &*standing;
        let order = &self.order;
        let params: serde_json::Map<_, _> = order
            .params
            .iter()
            .map(|(name, value)| (name.clone(), value.as_str().into()))
            .collect();
        let limits = Budget { seconds: order.seconds, ..order.budget() };
        let mut view = json!({
            "id": self.id,
            "race": self.race,
            "puzzle": order.puzzle,
            "name": order.name,
            "solver": order.solver,
            "params": params,
            "seed": order.seed,
            "budget": view::budget(&limits),
            "threads": order.threads,
            "state": stage,
            "best": course.best,
            "solved": course.solved,
            "bound": course.bound,
            "evaluations": course.evaluations,
            "nodes": course.nodes,
            "seconds": course.seconds,
            "error": error,
        });
        if whole {
            view["text"] = order.text.as_str().into();
            view["order"] = json!(order);
            view["curve"] = json!(course.curve);
            view["report"] = json!(report);
        }
        view
    }

    fn tell(&self) {
        let (mut view, over) = (self.view(true), self.stage().is_over());
        if let Value::Object(view) = &mut view {
            view.remove("text");
            view.remove("order");
        }
        self.feed.tell("job", &view);
        if over {
            self.feed.tell(END, &json!({"state": self.stage()}));
        }
    }

    fn set_stage(&self, stage: JobState) {
        held(&self.standing).stage = stage;
        self.tell();
    }

    pub(super) fn end(&self, stage: JobState, error: Option<String>) {
        let mut standing = held(&self.standing);
        (standing.stage, standing.error) = (stage, error);
        drop(standing);
        self.tell();
    }

    /// Updates the progress.
    pub(super) fn note(&self, change: impl FnOnce(&mut JobProgress)) {
        change(&mut held(&self.standing).course);
    }

    pub(super) fn set_gait(&self, gait: Gait) {
        *held(&self.gait) = gait;
        self.bell.notify_all();
    }

    /// Whether it is paused, or will be after the slices that it works on.
    pub(super) fn is_by_steps(&self) -> bool {
        *held(&self.gait) != Gait::Going && !self.stage().is_over()
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether it is to stop or to pause.
    pub(super) fn is_held(&self) -> bool {
        self.is_stopped() || *held(&self.gait) != Gait::Going
    }

    /// Whether it will pause now.
    pub(super) fn is_about_to_rest(&self) -> bool {
        matches!(*held(&self.gait), Gait::Standing | Gait::Steps(0))
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        // Under the lock, so that a thread that is about to wait does not miss it.
        let _gait = held(&self.gait);
        self.bell.notify_all();
    }

    /// Sets the deadline of the slice that starts; `None` between slices.
    pub(super) fn set_due(&self, due: Option<Instant>) {
        *held(&self.due) = due;
    }

    /// Ends the job because its time is up.
    pub(super) fn run_out_of_time(&self) {
        self.is_over_time.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// Checks the deadline until the channel is closed.
    fn keep_time(&self, working: &Receiver<()>) {
        while working.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            if held(&self.due).is_some_and(|due| Instant::now() >= due) {
                self.run_out_of_time();
            }
        }
    }

    pub(super) fn begin_again(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.has_no_place.store(false, Ordering::Relaxed);
        self.is_over_time.store(false, Ordering::Relaxed);
        self.is_abandoned.store(false, Ordering::Relaxed);
        *held(&self.gait) = Gait::Going;
        self.feed.reopen();
        *held(&self.standing) = Standing {
            stage: JobState::Queued,
            course: JobProgress::default(),
            report: None,
            error: None,
        };
        self.tell();
    }

    /// Waits while the job is paused or, at the end of its turn, while others of its race have
    /// theirs; returns whether it waited. `seconds` is the time that it has worked.
    pub(super) fn wait(&self, jobs: &Arc<Jobs>, seconds: f64, is_turn_over: bool) -> bool {
        let has_waited = is_turn_over && !self.is_held() && jobs.end_turn(self, seconds);
        let mut gait = held(&self.gait);
        match *gait {
            Gait::Going if !self.has_no_place.load(Ordering::Relaxed) => return has_waited,
            Gait::Going => drop(gait),
            Gait::Steps(left @ 1..) => {
                *gait = Gait::Steps(left - 1);
                return has_waited;
            }
            _ => {
                *gait = Gait::Standing;
                drop(gait);
                self.set_stage(JobState::Paused);
            }
        }
        jobs.give_places(1);
        let mut gait = held(&self.gait);
        let mut noticed = Instant::now();
        while *gait == Gait::Standing && !self.is_stopped() {
            let look = self.bell.wait_timeout(gait, jobs.idle / 8);
            (gait, _) = look.unwrap_or_else(PoisonError::into_inner);
            if self.feed.is_watched() {
                noticed = Instant::now();
            } else if noticed.elapsed() >= jobs.idle {
                self.is_abandoned.store(true, Ordering::Relaxed);
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        let is_to_step = matches!(*gait, Gait::Steps(_));
        self.has_no_place.store(is_to_step, Ordering::Relaxed);
        if let Gait::Steps(left @ 1..) = *gait {
            *gait = Gait::Steps(left - 1);
        }
        drop(gait);
        if is_to_step {
            jobs.take_slice();
        } else {
            self.set_stage(JobState::Queued);
            jobs.take_place_again(self, seconds);
        }
        self.set_stage(JobState::Running);
        true
    }

    /// Runs the job. A bug in a solver ends this job and nothing else.
    pub(super) fn run(&self, jobs: &Arc<Jobs>) {
        self.set_stage(JobState::Running);
        let work = catch_unwind(AssertUnwindSafe(|| self.work(jobs)));
        match work {
            Ok(Ok(stage)) => {
                let is_abandoned = self.is_abandoned.load(Ordering::Relaxed);
                let minutes = jobs.idle.as_secs() / 60;
                self.end(
                    stage,
                    is_abandoned.then(|| {
                        format!("stopped: it was paused for {minutes} minutes, and nobody watched")
                    }),
                );
            }
            Ok(Err(error)) => self.end(JobState::Failed, Some(error)),
            Err(panic) => {
                let said = panic.downcast_ref::<String>().cloned();
                let said =
                    said.or_else(|| panic.downcast_ref::<&str>().map(|&words| words.to_owned()));
                self.end(
                    JobState::Failed,
                    Some(format!("internal error: {}", said.unwrap_or_default())),
                );
            }
        }
    }

    fn work(&self, jobs: &Arc<Jobs>) -> Result<JobState, String> {
        let order = &self.order;
        let instance = jobs.catalogue().open(&order.text).map_err(|error| error.to_string())?;
        let request = Request {
            solver: Some(order.solver.clone()),
            params: order.params.clone(),
            budget: order.budget(),
            threads: order.threads,
            seed: order.seed,
            stop: Arc::clone(&self.stop),
            whole_process: false,
        };
        let grain = if order.paused { Grain::Fine } else { Grain::Recorded };
        let mut watching = Watching::new(self, jobs, &*instance);
        let report = thread::scope(|scope| {
            let (_working, until) = mpsc::channel();
            scope.spawn(move || self.keep_time(&until));
            instance.watch(&request, grain, &mut |event, sight| {
                #[cfg(test)]
                assert!(order.name.as_deref() != Some("faulty"), "an injected fault");
                watching.see(event, sight);
            })
        });
        let report = report.map_err(|error| error.to_string())?;
        let over_time = self.is_over_time.load(Ordering::Relaxed);
        if report.answer.len() > view::LONGEST_ANSWER {
            jobs.keep_answer(self.id, &instance.answer_file(&report))?;
        }
        self.note_report(&*instance, &report, over_time);
        let stopped = report.halted == Some(quarry::Halt::Interrupted) && !over_time;
        Ok(if stopped { JobState::Stopped } else { JobState::Done })
    }

    fn note_report(&self, instance: &dyn Instance, report: &quarry::Report, over_time: bool) {
        let mut view = view::report(instance, report);
        let mut standing = held(&self.standing);
        let course = &mut standing.course;
        (course.best, course.solved) = (report.score, report.is_complete());
        course.bound = report.bound;
        (course.evaluations, course.nodes) = (report.tally.evaluations, report.tally.generated);
        // Pauses do not count.
        view["seconds"] = course.seconds.into();
        if over_time {
            view["stopped"] = quarry::Halt::Seconds.word().into();
        }
        standing.report = Some(view);
    }
}
