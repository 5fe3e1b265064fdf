//! One job: what was ordered, how it goes, and what has come of it so far.

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
use super::watching::Watching;
use crate::feed::{END, Feed};
use crate::view;

/// What is to be done.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct JobRequest {
    pub(crate) puzzle: String,
    pub(crate) name: Option<String>,
    /// The instance.
    pub(crate) text: String,
    pub(crate) solver: String,
    pub(crate) params: Vec<(String, String)>,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) seconds: Option<f64>,
    pub(crate) evaluations: Option<u64>,
    pub(crate) nodes: Option<u64>,
    /// Whether it stands still before its first slice, and slices are small.
    pub(crate) paused: bool,
}

impl JobRequest {
    /// The limits, but for the time, which stands still while the job does.
    pub(super) fn budget(&self) -> Budget {
        Budget {
            evaluations: self.evaluations,
            nodes: self.nodes,
            seconds: None,
            memory: Some(MEMORY),
        }
    }
}

/// What a job may hold, in bytes.
const MEMORY: u64 = 1 << 30;

/// How far a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobState {
    Queued,
    Running,
    Paused,
    /// It came to its end or its limit.
    Done,
    /// Somebody stopped it.
    Stopped,
    /// It could not begin, or it fell over a bug.
    Failed,
    /// The server ended before it.
    Interrupted,
}

impl JobState {
    pub(crate) fn is_over(self) -> bool {
        !matches!(self, JobState::Queued | JobState::Running | JobState::Paused)
    }
}

/// How a job goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gait {
    Going,
    Standing,
    /// So many slices, and then it stands.
    Steps(u64),
}

/// What has come of a job so far.
#[derive(Debug, Clone, Serialize, Deserialize, Default)]
pub(super) struct JobProgress {
    pub(super) best: Option<i64>,
    pub(super) solved: bool,
    pub(super) bound: Option<i64>,
    pub(super) evaluations: u64,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// Seconds, evaluations and score of each improvement.
    pub(super) curve: Vec<(f64, u64, i64)>,
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
    /// Rings when the gait changes.
    bell: Condvar,
    pub(super) stop: Arc<AtomicBool>,
    /// When the slice under way uses up the job's time, and whether one did.
    due: Mutex<Option<Instant>>,
    is_over_time: AtomicBool,
}

/// How often it is looked whether the time is up: a slice may take longer than there is.
const TICK: Duration = Duration::from_millis(50);

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A job's file.
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
        let job = Job { id, race, order, feed, standing, gait, bell, stop, due, is_over_time };
        job.tell();
        job
    }

    /// The job of a file; none if it is no job's.
    pub(super) fn kept(text: &str) -> Option<Self> {
        let Kept { id, race, order, state, course, report, error } =
            serde_json::from_str(text).ok()?;
        let stage = if state.is_over() { state } else { JobState::Interrupted };
        Some(Job::with(id, race, order, Standing { stage, course, report, error }))
    }

    pub(crate) fn stage(&self) -> JobState {
        held(&self.standing).stage
    }

    /// The job as others see it; whole with its instance, its curve and what it brought.
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

    /// Changes what has come of it so far.
    pub(super) fn note(&self, change: impl FnOnce(&mut JobProgress)) {
        change(&mut held(&self.standing).course);
    }

    pub(super) fn set_gait(&self, gait: Gait) {
        *held(&self.gait) = gait;
        self.bell.notify_all();
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        // Under the lock, so that somebody who is about to wait does not miss it.
        let _gait = held(&self.gait);
        self.bell.notify_all();
    }

    /// Says when the slice that begins uses up the job's time; nothing while none is under way.
    pub(super) fn set_due(&self, due: Option<Instant>) {
        *held(&self.due) = due;
    }

    /// Ends the job because its time is up.
    pub(super) fn run_out_of_time(&self) {
        self.is_over_time.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// Looks at the clock until somebody hangs up.
    fn keep_time(&self, working: &Receiver<()>) {
        while working.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            if held(&self.due).is_some_and(|due| Instant::now() >= due) {
                self.run_out_of_time();
            }
        }
    }

    pub(super) fn begin_again(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.is_over_time.store(false, Ordering::Relaxed);
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

    /// Waits as long as the job stands still; says whether it did.
    pub(super) fn wait(&self, jobs: &Jobs) -> bool {
        let mut gait = held(&self.gait);
        match *gait {
            Gait::Going => return false,
            Gait::Steps(left @ 1..) => {
                *gait = Gait::Steps(left - 1);
                return false;
            }
            _ => *gait = Gait::Standing,
        }
        drop(gait);
        jobs.note_pause(true);
        self.set_stage(JobState::Paused);
        let mut gait = held(&self.gait);
        while *gait == Gait::Standing && !self.stop.load(Ordering::Relaxed) {
            gait = self.bell.wait(gait).unwrap_or_else(PoisonError::into_inner);
        }
        if let Gait::Steps(left @ 1..) = *gait {
            *gait = Gait::Steps(left - 1);
        }
        drop(gait);
        jobs.note_pause(false);
        self.set_stage(JobState::Running);
        true
    }

    /// Does what was ordered. A bug in a solver ends this job and nothing else.
    pub(super) fn run(&self, jobs: &Jobs) {
        self.set_stage(JobState::Running);
        let work = catch_unwind(AssertUnwindSafe(|| self.work(jobs)));
        match work {
            Ok(Ok(stage)) => self.end(stage, None),
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

    fn work(&self, jobs: &Jobs) -> Result<JobState, String> {
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
        let grain = if order.paused { Grain::Fine } else { Grain::Usual };
        let mut watching = Watching::new(self, jobs);
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
