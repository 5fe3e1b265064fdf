//! Requests about jobs: runs of solvers.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use quarry::Catalogue;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Shared;
use super::puzzles::FormParams;
use crate::Studio;
use crate::blocking::{Body, NoBody};
use crate::feed::watch_all;
use crate::jobs::{Gait, Job, JobRequest, memory_of_each};
use crate::problem::{Answer, Problem};

/// Maximum seconds that a job may work, also the default without any limit.
const LONGEST: f64 = 24.0 * 3_600.0;
const USUAL: f64 = 10.0;

/// Maximum number of solvers in a race.
const MOST_ENTRIES: usize = 6;

#[derive(Deserialize)]
pub(crate) struct JobForm {
    text: String,
    /// Name of the instance, if its text does not contain one.
    name: Option<String>,
    entries: Vec<Entry>,
    seed: Option<u64>,
    #[serde(default)]
    budget: Limits,
    threads: Option<usize>,
    #[serde(default)]
    paused: bool,
}

#[derive(Deserialize)]
struct Entry {
    solver: String,
    #[serde(default)]
    params: FormParams,
}

#[derive(Default, Deserialize)]
struct Limits {
    seconds: Option<f64>,
    evaluations: Option<u64>,
    nodes: Option<u64>,
}

impl JobForm {
    fn orders(self, catalogue: &Catalogue) -> Result<Vec<JobRequest>, Problem> {
        if !(1..=MOST_ENTRIES).contains(&self.entries.len()) {
            return Err(Problem::unfit(format!(
                "expected one to {MOST_ENTRIES} solvers, found {}",
                self.entries.len()
            )));
        }
        let instance = catalogue.open(&self.text)?;
        let Limits { seconds, evaluations, nodes } = self.budget;
        let is_unlimited = seconds.is_none() && evaluations.is_none() && nodes.is_none();
        let seconds = if is_unlimited && !self.paused { Some(USUAL) } else { seconds };
        if seconds.is_some_and(|seconds| !(0.0..=LONGEST).contains(&seconds)) {
            return Err(Problem::unfit(format!("a job may work from 0 to {LONGEST} seconds")));
        }
        let seconds = Some(seconds.unwrap_or(LONGEST));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let memory = memory_of_each(self.entries.len());
        let order = |entry: Entry| {
            let params = entry.params.texts();
            instance
                .settings(&entry.solver, &params)
                .map_err(|error| Problem::unfit(error.to_string()))?;
            Ok(JobRequest {
                puzzle: instance.puzzle().to_owned(),
                name: instance.header().name.clone().or_else(|| self.name.clone()),
                text: self.text.clone(),
                solver: entry.solver,
                params,
                seed: self.seed.unwrap_or(1),
                threads: self.threads.unwrap_or(1).clamp(1, cores),
                seconds,
                evaluations,
                nodes,
                memory,
                paused: self.paused,
            })
        };
        self.entries.into_iter().map(order).collect()
    }
}

pub(crate) async fn take(State(studio): Shared, Body(wish): Body<JobForm>) -> Answer {
    let (jobs, catalogue) = (Arc::clone(&studio.jobs), studio.catalogue.clone());
    studio
        .blocking
        .run(move |_| {
            let (ids, race) = jobs.take(wish.orders(&catalogue)?)?;
            Ok(json!({"jobs": ids, "race": race}))
        })
        .await
}

pub(crate) async fn list(State(studio): Shared) -> Json<Value> {
    Json(studio.jobs.list().iter().map(|job| job.view(false)).collect())
}

pub(crate) async fn one(State(studio): Shared, Path(id): Path<String>) -> Answer {
    Ok(Json(shown(&*found(&studio, &id)?)))
}

fn found(studio: &Studio, id: &str) -> Result<Arc<Job>, Problem> {
    let number = id.parse().map_err(|_| {
        Problem::new(StatusCode::BAD_REQUEST, format!("expected the number of a job, found `{id}`"))
    })?;
    studio.jobs.find(number)
}

fn shown(job: &Job) -> Value {
    let mut view = job.view(true);
    if let Value::Object(view) = &mut view {
        view.remove("order");
    }
    view
}

pub(crate) async fn forget(
    State(studio): Shared,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let job = found(&studio, &id)?;
    studio.jobs.forget(&job)?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
pub(crate) struct StepCount {
    /// Number of slices that a job works before it pauses again.
    count: Option<u64>,
}

pub(crate) async fn change(
    State(studio): Shared,
    Path((id, change)): Path<(String, String)>,
    Query(StepCount { count }): Query<StepCount>,
    _: NoBody,
) -> Answer {
    let (jobs, job) = (&studio.jobs, found(&studio, &id)?);
    match change.as_str() {
        "resume" => jobs.resume(&job)?,
        _ if job.stage().is_over() => return Err(Problem::unfit("this job is over")),
        "pause" => jobs.set_gait(&job, Gait::Standing)?,
        "continue" => jobs.set_gait(&job, Gait::Going)?,
        "step" => jobs.set_gait(&job, Gait::Steps(count.unwrap_or(1).max(1)))?,
        "stop" => jobs.stop(&job),
        other => {
            return Err(Problem::missing(format!(
                "a job can pause, continue, step, stop and resume, but not {other}"
            )));
        }
    }
    Ok(Json(job.view(false)))
}

/// Maximum number of jobs that can be watched together.
const MOST_WATCHED: usize = 16;

#[derive(Deserialize)]
pub(crate) struct WantedEvents {
    /// Whether events show how the methods work.
    shape: Option<bool>,
}

/// Streams the events of a job, or of several whose numbers are separated by commas.
pub(crate) async fn events(
    State(studio): Shared,
    Path(ids): Path<String>,
    Query(WantedEvents { shape }): Query<WantedEvents>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    if ids.split(',').count() > MOST_WATCHED {
        return Err(Problem::unfit(format!("at most {MOST_WATCHED} jobs can be watched together")));
    }
    let jobs = ids.split(',').map(|id| found(&studio, id)).collect::<Result<Vec<_>, _>>()?;
    let feeds = jobs.iter().map(|job| (job.id, Arc::clone(&job.feed))).collect();
    Ok(watch_all(feeds, seen(&headers), shape.unwrap_or(false)))
}

/// Returns the number of the last event that a watcher has seen.
pub(crate) fn seen(headers: &HeaderMap) -> &str {
    headers.get("last-event-id").and_then(|value| value.to_str().ok()).unwrap_or_default()
}
