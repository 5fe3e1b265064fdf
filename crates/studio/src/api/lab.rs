//! Experiments: those that ship with the program, which run in their reduced form if they have one,
//! and those that were written in the page (`own.rs`). `results.rs` reads what they have found.

pub(crate) mod own;
pub(crate) mod results;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path as FilePath, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use quarry::Catalogue;
use quarry_lab::report::{Analysis, ReportOrigin};
use quarry_lab::{
    Experiment, ExperimentProgress, Heading, Plan, Results, Shipped, Store, collection, execute,
};
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
    /// Folder of the experiments that were written in the page.
    folder: PathBuf,
    /// Experiments take their places among the jobs.
    jobs: Arc<Jobs>,
    desks: Mutex<BTreeMap<String, Arc<Desk>>>,
}

/// State of one experiment.
struct Desk {
    whole: Experiment,
    text: String,
    is_own: bool,
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

    /// Returns the state, given the number of runs that are done, and of all.
    fn state(&self, (done, all): (usize, usize)) -> &'static str {
        match &*self.run() {
            Some(run) if run.waits.load(Ordering::Relaxed) => "queued",
            Some(_) => "running",
            None if done == all => "complete",
            None if done > 0 => "stopped",
            None => "idle",
        }
    }

    fn heading(&self) -> Heading {
        let read = Heading::parse(&self.whole.name, &self.text);
        read.expect("the whole experiment was parsed before")
    }
}

fn broken(error: impl std::fmt::Display) -> Problem {
    Problem::ours(format!("the store cannot be used: {error}"))
}

impl Lab {
    pub(crate) fn new(catalogue: Catalogue, store: &FilePath, jobs: Arc<Jobs>) -> Self {
        let folder = store.with_extension("experiments");
        Lab { catalogue, store: store.to_owned(), folder, jobs, desks: Mutex::default() }
    }

    /// Returns the experiment with this name; its instances are created at the first request.
    fn desk(&self, name: &str) -> Result<Arc<Desk>, Problem> {
        if let Some(desk) = self.desks().get(name) {
            return Ok(Arc::clone(desk));
        }
        let shipped = Shipped::named(&self.catalogue, name)
            .map(|shipped| (shipped.experiment(&self.catalogue), shipped.text.to_owned()));
        let is_own = shipped.is_none();
        let (whole, text) = match shipped {
            Some(shipped) => shipped,
            None => self.read_own(name)?,
        };
        let (feed, run) = (Arc::new(Feed::new()), Mutex::default());
        let desk = Arc::new(Desk { whole, text, is_own, feed, run });
        Ok(Arc::clone(self.desks().entry(name.to_owned()).or_insert(desk)))
    }

    fn desks(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Desk>>> {
        self.desks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of runs that are done, and of all.
    fn progress(&self, desk: &Desk) -> Result<(usize, usize), Problem> {
        let plan = Plan::of(desk.form());
        let store = Store::open(&self.store).map_err(broken)?;
        let mut progress = (0, 0);
        for unit in plan.units() {
            progress.0 += usize::from(store.contains(&unit.key).map_err(broken)?);
            progress.1 += 1;
        }
        Ok(progress)
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
        let file = match desk.is_own {
            true => self.file_of(name).display().to_string(),
            false => format!("experiments/{name}.toml"),
        };
        let called = if desk.is_own { file.as_str() } else { name };
        let reduced = desk.whole.reduced().map(|_| " --reduced").unwrap_or_default();
        let origin = ReportOrigin {
            store: self.store.display().to_string(),
            commands: vec![format!("quarry run {called}{reduced}")],
            whole: desk.whole.reduced().map(|_| format!("quarry run {called}")),
            file,
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

fn summary(name: &str, heading: &Heading, is_own: bool, state: &str) -> Value {
    json!({
        "name": name,
        "title": heading.title,
        "question": heading.question,
        "reproduces": heading.reproduces,
        "minutes": heading.reduced_minutes.or(heading.minutes),
        "minutes_full": heading.minutes,
        "state": state,
        "own": is_own,
    })
}

/// Returns the state of an experiment for the list. Its instances are created only if the store
/// holds so many of its runs that it may be complete.
fn state_in_list(
    lab: &Lab,
    store: &Store,
    name: &str,
    planned: usize,
) -> Result<&'static str, Problem> {
    let kept = store.runs_made_for(name).map_err(broken)?;
    let known = lab.desks().get(name).cloned();
    match known {
        Some(desk) if desk.run().is_some() => Ok(desk.state((kept, planned))),
        _ if kept >= planned => {
            let desk = lab.desk(name)?;
            Ok(desk.state(lab.progress(&desk)?))
        }
        _ if kept > 0 => Ok("stopped"),
        _ => Ok("idle"),
    }
}

fn list_all(lab: &Lab) -> Result<Value, Problem> {
    let store = Store::open(&lab.store).map_err(broken)?;
    let own = lab.own_names().into_iter().map(|name| {
        let (heading, planned) = lab.outline_of_own(&name)?;
        Ok(summary(&name, &heading, true, state_in_list(lab, &store, &name, planned)?))
    });
    // A file that somebody has broken is left out: the others can still be used.
    let own = own.filter_map(|read: Result<Value, Problem>| read.ok());
    let shipped = collection(&lab.catalogue).map(|shipped| {
        let sizes = shipped.sizes(&lab.catalogue);
        let planned = sizes.reduced.unwrap_or(sizes.whole).runs as usize;
        let state = state_in_list(lab, &store, shipped.name, planned)?;
        Ok(summary(shipped.name, &shipped.heading(), false, state))
    });
    own.map(Ok).chain(shipped).collect()
}

pub(crate) async fn list(State(studio): Shared) -> Answer {
    let shared = Arc::clone(&studio);
    studio.blocking.run(move |_| list_all(&shared.lab)).await
}

fn whole(lab: &Lab, name: &str) -> Result<Value, Problem> {
    let desk = lab.desk(name)?;
    lab.analysis(&desk, |analysis| {
        let (done, all) = analysis.runs;
        let mut view = summary(name, &desk.heading(), desk.is_own, desk.state((done, all)));
        let cells = |row: &quarry_lab::ResultRow| row.cells();
        let rows: Vec<_> = analysis.table.rows.iter().map(cells).collect();
        let solvers: Vec<_> = analysis.contenders.iter().map(|one| &one.label).collect();
        view["runs_done"] = done.into();
        view["runs_all"] = all.into();
        view["verdict"] = json!(analysis.verdict);
        view["solvers"] = json!(solvers);
        view["table"] = json!({"columns": analysis.table.columns(), "rows": rows});
        view["text"] = desk.text.as_str().into();
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
