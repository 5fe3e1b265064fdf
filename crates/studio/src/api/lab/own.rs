//! Experiments that are written in the page: checked, tried, kept as files beside the store, and
//! bounded, since whoever may use the page may send them. They read no files.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use std::{fs, io};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use quarry::{Budget, Halt, Request};
use quarry_lab::{Contender, Experiment, Heading, Lookup, Shipped, Sizes, Subject};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Lab, broken, whole};
use crate::api::Shared;
use crate::blocking::Body;
use crate::problem::{Answer, Problem};

/// Limits of an experiment: of its text in bytes, of its runs, and of a run.
const LONGEST_TEXT: usize = 64 << 10;
const MOST_RUNS: u64 = 10_000;
const MOST_SECONDS: f64 = 600.0;
const MOST_WORK: u64 = 100_000_000;
const MOST_MEMORY: u64 = 1 << 30;

/// Maximum number of experiments that are kept.
const MOST_KEPT: usize = 200;

/// Seconds that a preview may work on all solvers together, and on one of them.
const TRIALS: f64 = 3.0;
const TRIAL: f64 = 0.3;

impl Lab {
    pub(super) fn file_of(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.toml"))
    }

    /// Returns the names of the experiments that were written in the page.
    pub(super) fn own_names(&self) -> Vec<String> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let named = files
            .filter_map(|file| file.file_name().to_str()?.strip_suffix(".toml").map(str::to_owned));
        let mut names: Vec<String> = named.filter(|name| is_name(name)).collect();
        names.sort_unstable();
        names
    }

    fn text_of(&self, name: &str) -> Result<String, Problem> {
        let missing = || Problem::missing(format!("there is no experiment {name}"));
        if !is_name(name) {
            return Err(missing());
        }
        fs::read_to_string(self.file_of(name)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => missing(),
            _ => Problem::ours(format!("the experiment {name} cannot be read: {error}")),
        })
    }

    /// Returns the heading of such an experiment, and its number of runs.
    pub(super) fn outline_of_own(&self, name: &str) -> Result<(Heading, usize), Problem> {
        let text = self.text_of(name)?;
        let sizes = Sizes::parse(&text, Lookup::without_files(&self.catalogue))?;
        let planned = sizes.reduced.unwrap_or(sizes.whole).runs;
        Ok((Heading::parse(name, &text)?, planned as usize))
    }

    pub(super) fn read_own(&self, name: &str) -> Result<(Experiment, String), Problem> {
        let text = self.text_of(name)?;
        Ok((self.checked(name, &text, &AtomicBool::new(false))?, text))
    }

    /// Parses an experiment and checks that it stays within the limits.
    fn checked(&self, name: &str, text: &str, stop: &AtomicBool) -> Result<Experiment, Problem> {
        if text.len() > LONGEST_TEXT {
            return Err(Problem::unfit(format!("a plan may have at most {LONGEST_TEXT} bytes")));
        }
        let lookup = Lookup::without_files(&self.catalogue).until(stop);
        // Before the instances are created, since there may be many.
        let runs = Sizes::parse(text, lookup)?.whole.runs;
        if runs > MOST_RUNS {
            return Err(Problem::unfit(format!(
                "this plan has {runs} runs, and at most {MOST_RUNS} are allowed here; the command \
                 line has no such limit"
            )));
        }
        let experiment = Experiment::parse(name, text, lookup)?;
        for Contender { budget, .. } in &experiment.contenders {
            let Budget { seconds, nodes, evaluations, memory } = *budget;
            if seconds > Some(MOST_SECONDS)
                || nodes.max(evaluations) > Some(MOST_WORK)
                || memory > Some(MOST_MEMORY)
            {
                return Err(Problem::unfit(format!(
                    "a run may have at most {MOST_SECONDS} seconds, {MOST_WORK} nodes or \
                     evaluations, and {} MiB here; the command line has no such limit",
                    MOST_MEMORY >> 20
                )));
            }
        }
        Ok(experiment)
    }

    fn save(&self, form: &OwnForm, stop: &AtomicBool) -> Result<(), Problem> {
        let OwnForm { name, text } = form;
        if !is_name(name) {
            return Err(Problem::unfit(
                "expected a name of at most 40 small letters, digits and hyphens",
            ));
        }
        if Shipped::named(&self.catalogue, name).is_some() {
            return Err(Problem::unfit(format!("{name} ships with the program")));
        }
        self.checked(name, text, stop)?;
        let names = self.own_names();
        if names.len() >= MOST_KEPT && !names.contains(name) {
            return Err(Problem::busy(format!("{MOST_KEPT} experiments are kept; delete some")));
        }
        self.leave(name)?;
        fs::create_dir_all(&self.folder).map_err(broken)?;
        fs::write(self.file_of(name), text).map_err(broken)
    }

    /// Forgets the state of an experiment whose file changes; not while it runs.
    fn leave(&self, name: &str) -> Result<(), Problem> {
        let mut desks = self.desks();
        if desks.get(name).is_some_and(|desk| desk.run().is_some()) {
            return Err(Problem::unfit("this experiment is running; stop it first"));
        }
        desks.remove(name);
        Ok(())
    }
}

fn is_name(name: &str) -> bool {
    let fits =
        |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
    (1..=40).contains(&name.len()) && name.bytes().all(fits)
}

#[derive(Deserialize)]
pub(crate) struct PlanForm {
    text: String,
}

/// Says what an experiment would do, and how long that may take.
pub(crate) async fn preview(State(studio): Shared, Body(form): Body<PlanForm>) -> Answer {
    let shared = Arc::clone(&studio);
    let read = move |stop: &Arc<AtomicBool>| {
        let experiment = shared.lab.checked("plan", &form.text, stop)?;
        let subject = &experiment.subjects[experiment.subjects.len() / 2];
        let allowed = TRIAL.min(TRIALS / experiment.contenders.len() as f64);
        let runs = |contender: &Contender| contender.runs * experiment.subjects.len() as u64;
        let solvers: Vec<Value> = (experiment.contenders.iter())
            .map(|contender| {
                let seconds = seconds_of_a_run(subject, contender, allowed, stop);
                let all = seconds.map(|seconds| seconds * runs(contender) as f64);
                json!({"solver": contender.label(), "runs": runs(contender), "seconds": all})
            })
            .collect();
        let instances: Vec<_> = experiment.subjects.iter().map(|subject| &subject.name).collect();
        Ok(json!({
            "title": experiment.title, "question": experiment.question, "runs": experiment.runs(),
            "instances": instances, "solvers": solvers, "workers": shared.jobs.load()["workers"],
        }))
    };
    studio.blocking.run(read).await
}

/// Estimates the seconds of a run by a short trial; `None` if the trial says nothing.
fn seconds_of_a_run(
    subject: &Subject,
    contender: &Contender,
    allowed: f64,
    stop: &Arc<AtomicBool>,
) -> Option<f64> {
    let whole = contender.budget;
    let seconds = whole.seconds.map_or(allowed, |limit| limit.min(allowed));
    let request = Request {
        solver: Some(contender.solver.clone()),
        params: contender.params_on(&subject.name),
        budget: Budget { seconds: Some(seconds), ..whole },
        threads: 1,
        seed: 1,
        stop: Arc::clone(stop),
        whole_process: false,
    };
    let begun = Instant::now();
    let report = subject.instance.solve(&request, &mut |_| {}).ok()?;
    let spent = begun.elapsed().as_secs_f64();
    if report.halted != Some(Halt::Seconds) {
        return Some(spent);
    }
    let share = |done: u64, limit: Option<u64>| limit.map(|limit| done as f64 / limit as f64);
    let shares = [
        share(report.tally.generated, whole.nodes),
        share(report.tally.evaluations, whole.evaluations),
        whole.seconds.map(|limit| spent / limit),
    ];
    let most = shares.into_iter().flatten().fold(0.0, f64::max);
    (most > 0.0).then(|| spent / most)
}

#[derive(Deserialize)]
pub(crate) struct OwnForm {
    name: String,
    text: String,
}

/// Keeps an experiment, in place of an own one of the same name.
pub(crate) async fn save(State(studio): Shared, Body(form): Body<OwnForm>) -> Answer {
    let shared = Arc::clone(&studio);
    let keep = move |stop: &Arc<AtomicBool>| {
        shared.lab.save(&form, stop)?;
        whole(&shared.lab, &form.name)
    };
    studio.blocking.run(keep).await
}

/// Deletes the file of an own experiment; its runs stay in the store.
pub(crate) async fn forget(
    State(studio): Shared,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    let shared = Arc::clone(&studio);
    let delete = move || {
        if Shipped::named(&shared.lab.catalogue, &name).is_some() {
            return Err(Problem::unfit(format!("{name} ships with the program")));
        }
        shared.lab.text_of(&name)?;
        shared.lab.leave(&name)?;
        fs::remove_file(shared.lab.file_of(&name)).map_err(broken)?;
        Ok(Value::Null)
    };
    _ = studio.blocking.run(move |_| delete()).await?;
    Ok(StatusCode::NO_CONTENT)
}
