//! The experiments that ship with the program: running, stopping, and reading them as reports. They
//! run in their reduced form if they have one.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path as FilePath, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use quarry::Catalogue;
use quarry_lab::report::{Analysis, Format, Pair, ReportOrigin};
use quarry_lab::{
    Experiment, ExperimentProgress, Plan, Results, Shipped, Store, collection, execute,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Shared;
use super::jobs::seen;
use crate::blocking::NoBody;
use crate::feed::{END, Feed};
use crate::jobs::Jobs;
use crate::problem::{Answer, Problem};

pub(crate) struct Lab {
    catalogue: Catalogue,
    store: PathBuf,
    /// Experiments take their places among the jobs.
    jobs: Arc<Jobs>,
    desks: Mutex<HashMap<&'static str, Arc<Desk>>>,
}

/// State of one experiment.
struct Desk {
    whole: Experiment,
    feed: Arc<Feed>,
    /// The current run, if there is one.
    run: Mutex<Option<Run>>,
}

/// An experiment that runs, or waits for a place.
#[derive(Clone)]
struct Run {
    stop: Arc<AtomicBool>,
    waits: Arc<AtomicBool>,
}

impl Desk {
    fn form(&self) -> &Experiment {
        self.whole.reduced().unwrap_or(&self.whole)
    }

    fn run(&self) -> MutexGuard<'_, Option<Run>> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> &'static str {
        match &*self.run() {
            None => "idle",
            Some(run) if run.waits.load(Ordering::Relaxed) => "queued",
            Some(_) => "running",
        }
    }
}

fn broken(error: impl std::fmt::Display) -> Problem {
    Problem::ours(format!("the store cannot be used: {error}"))
}

impl Lab {
    pub(crate) fn new(catalogue: Catalogue, store: &FilePath, jobs: Arc<Jobs>) -> Self {
        Lab { catalogue, store: store.to_owned(), jobs, desks: Mutex::default() }
    }

    /// Returns the experiment with this name; its instances are created at the first request.
    fn desk(&self, name: &str) -> Result<Arc<Desk>, Problem> {
        let shipped = Shipped::named(&self.catalogue, name)
            .ok_or_else(|| Problem::missing(format!("there is no experiment {name}")))?;
        if let Some(desk) = self.known(shipped.name) {
            return Ok(desk);
        }
        let desk = Desk {
            whole: shipped.experiment(&self.catalogue),
            feed: Arc::new(Feed::new()),
            run: Mutex::default(),
        };
        let mut desks = self.desks.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(desks.entry(shipped.name).or_insert(Arc::new(desk))))
    }

    fn known(&self, name: &str) -> Option<Arc<Desk>> {
        self.desks.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Reads the results of an experiment from the store.
    fn results<T>(&self, desk: &Desk, read: impl FnOnce(&Results) -> T) -> Result<T, Problem> {
        let plan = Plan::of(desk.form());
        let store = Store::open(&self.store).map_err(broken)?;
        let results = Results::of(&plan, &store).map_err(broken)?;
        Ok(read(&results))
    }

    fn analysis<T>(&self, desk: &Desk, read: impl FnOnce(&Analysis) -> T) -> Result<T, Problem> {
        let name = &desk.whole.name;
        let origin = ReportOrigin {
            file: format!("experiments/{name}.toml"),
            store: self.store.display().to_string(),
            commands: vec![format!("quarry run {name} --reduced")],
            whole: desk.whole.reduced().map(|_| format!("quarry run {name}")),
        };
        self.results(desk, |results| read(&Analysis::of(results, origin)))
    }

    /// Runs an experiment as soon as there is a place, on all places that are free then.
    fn run(&self, desk: &Arc<Desk>) -> Result<(), Problem> {
        let mut place = desk.run();
        if place.is_some() {
            return Err(Problem::unfit("this experiment is running already"));
        }
        let mut store = Store::open(&self.store).map_err(broken)?;
        let run = Run { stop: Arc::default(), waits: Arc::new(AtomicBool::new(true)) };
        *place = Some(run.clone());
        drop(place);
        desk.feed.reopen();
        let (desk, jobs) = (Arc::clone(desk), Arc::clone(&self.jobs));
        thread::spawn(move || {
            jobs.take_place(|| run.stop.load(Ordering::Relaxed));
            let threads = 1 + jobs.take_free_places();
            run.waits.store(false, Ordering::Relaxed);
            let plan = Plan::of(desk.form());
            let mut tell = |progress: &ExperimentProgress| {
                let latest = progress.latest.map(quarry_lab::Finished::words);
                desk.feed.tell(
                    "progress",
                    &json!({"runs_done": progress.done, "runs_all": progress.all, "latest": latest}),
                );
            };
            let work = || execute(&plan, &mut store, threads, &run.stop, &mut tell);
            let error = match catch_unwind(AssertUnwindSafe(work)) {
                Ok(ended) => ended.err().map(|error| error.to_string()),
                Err(_) => Some("internal error: the experiment ended in a panic".to_owned()),
            };
            jobs.give_places(threads);
            *desk.run() = None;
            desk.feed.tell(END, &json!({"error": error}));
        });
        Ok(())
    }

    fn stop(&self, desk: &Desk) {
        if let Some(run) = &*desk.run() {
            run.stop.store(true, Ordering::Relaxed);
        }
        self.jobs.wake();
    }
}

fn summary(shipped: Shipped, desk: Option<&Desk>) -> Value {
    let heading = shipped.heading();
    json!({
        "name": shipped.name,
        "title": heading.title,
        "question": heading.question,
        "reproduces": heading.reproduces,
        "minutes": heading.reduced_minutes.or(heading.minutes),
        "minutes_full": heading.minutes,
        "state": desk.map_or("idle", Desk::state),
    })
}

pub(crate) async fn list(State(studio): Shared) -> Json<Value> {
    Json(
        collection(&studio.catalogue)
            .map(|shipped| summary(shipped, studio.lab.known(shipped.name).as_deref()))
            .collect(),
    )
}

fn whole(lab: &Lab, name: &str) -> Result<Value, Problem> {
    let desk = lab.desk(name)?;
    let shipped = Shipped::named(&lab.catalogue, name)
        .ok_or_else(|| Problem::missing("no such experiment"))?;
    let mut view = summary(shipped, Some(&desk));
    lab.analysis(&desk, |analysis| {
        let (done, all) = analysis.runs;
        let cells = |row: &quarry_lab::ResultRow| row.cells();
        view["runs_done"] = done.into();
        view["runs_all"] = all.into();
        if done == all && view["state"] == "idle" {
            view["state"] = "complete".into();
        }
        view["verdict"] = json!(analysis.verdict);
        view["solvers"] = json!(analysis.contenders.iter().map(|one| &one.label).collect::<Vec<_>>());
        view["table"] = json!({"columns": analysis.table.columns(), "rows": analysis.table.rows.iter().map(cells).collect::<Vec<_>>()});
        view["text"] = shipped.text.into();
        view
    })
}

pub(crate) async fn one(State(studio): Shared, Path(name): Path<String>) -> Answer {
    let shared = Arc::clone(&studio);
    studio.blocking.run(move |_| whole(&shared.lab, &name)).await
}

pub(crate) async fn change(
    State(studio): Shared,
    Path((name, change)): Path<(String, String)>,
    _: NoBody,
) -> Answer {
    let shared = Arc::clone(&studio);
    studio
        .blocking
        .run(move |_| {
            let desk = shared.lab.desk(&name)?;
            match change.as_str() {
                "run" => shared.lab.run(&desk)?,
                "stop" => shared.lab.stop(&desk),
                other => {
                    return Err(Problem::missing(format!(
                        "an experiment can run and stop, but not {other}"
                    )));
                }
            }
            whole(&shared.lab, &name)
        })
        .await
}

pub(crate) async fn events(
    State(studio): Shared,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let shared = Arc::clone(&studio);
    let desk = tokio::task::spawn_blocking(move || shared.lab.desk(&name))
        .await
        .map_err(|_| Problem::ours("a bug"))??;
    Ok(Arc::clone(&desk.feed).watch(seen(&headers)))
}

/// The report is a separate page with its own styles and no scripts.
const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

pub(crate) async fn report(
    State(studio): Shared,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let shared = Arc::clone(&studio);
    let text = studio
        .blocking
        .run(move |_| {
            let desk = shared.lab.desk(&name)?;
            let page = |analysis: &Analysis| {
                Format::Html.write(&analysis.title, std::slice::from_ref(analysis))
            };
            Ok(shared.lab.analysis(&desk, page)?.into())
        })
        .await?;
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, REPORT_POLICY),
    ];
    Ok((headers, text.0.as_str().unwrap_or_default().to_owned()).into_response())
}

#[derive(Deserialize)]
pub(crate) struct Two {
    one: String,
    other: String,
}

/// Compares two solvers of an experiment, with the tests of its report.
pub(crate) async fn compare(
    State(studio): Shared,
    Path(name): Path<String>,
    two: Result<Query<Two>, QueryRejection>,
) -> Answer {
    let Query(two) = two.map_err(|error| Problem::new(error.status(), error.body_text()))?;
    let shared = Arc::clone(&studio);
    studio.blocking.run(move |_| {
        let desk = shared.lab.desk(&name)?;
        shared.lab.analysis(&desk, |analysis| {
            let solvers: Vec<&str> = analysis.contenders.iter().map(|one| one.label.as_str()).collect();
            let place = |wanted: &str| {
                let found = solvers.iter().position(|&solver| solver == wanted);
                found.ok_or_else(|| Problem::unfit(format!("expected one of {}, found {wanted}", solvers.join(", "))))
            };
            let (one, other) = (place(&two.one)?, place(&two.other)?);
            let Some(comparison) = &analysis.comparison else {
                return Err(Problem::unfit("there are no instances yet on which both were run"));
            };
            let meets = |pair: &&Pair| (pair.left, pair.right) == (one.min(other), one.max(other));
            let pairs: Vec<Value> = comparison.pairs.iter().filter(meets).map(|pair| {
                let turned = one > other;
                let (wins, losses) = if turned { (pair.lower, pair.higher) } else { (pair.higher, pair.lower) };
                let effect = if turned { 1.0 - pair.effect.a } else { pair.effect.a };
                json!({
                    "instance": pair.instance.map(|index| &comparison.instances[index]),
                    "wins": wins, "losses": losses, "ties": pair.equal, "effect": effect, "p": pair.p_value, "shown": pair.is_shown(),
                })
            }).collect();
            let words = sentence(&two, &pairs, comparison.instances.len());
            Ok(json!({"one": two.one, "other": two.other, "instances": comparison.instances.len(), "pairs": pairs, "words": words}))
        })?
    }).await
}

/// Returns a sentence with the conclusion about two solvers.
fn sentence(two: &Two, pairs: &[Value], instances: usize) -> String {
    let Two { one, other } = two;
    let shown = |ahead: bool| {
        pairs
            .iter()
            .filter(|pair| pair["shown"] == true && (pair["effect"].as_f64() > Some(0.5)) == ahead)
            .count()
    };
    let (ahead, behind) = (shown(true), shown(false));
    match (pairs.len(), ahead, behind) {
        (0, ..) => format!("{one} and {other} have no common instances."),
        (1, 1, 0) => format!(
            "{one} scored higher than {other} on {instances} instances, and the difference is significant."
        ),
        (1, 0, 1) => format!(
            "{other} scored higher than {one} on {instances} instances, and the difference is significant."
        ),
        (_, 0, 0) => format!(
            "No difference between {one} and {other} could be shown; that is not evidence that they are equal."
        ),
        (tests, ..) => {
            format!(
                "Of {tests} instances, {one} is significantly ahead on {ahead}, {other} on {behind}."
            )
        }
    }
}
