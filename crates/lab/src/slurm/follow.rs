//! Submits arrays and follows them until nothing is missing.

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::queue;
use super::script::{JobScript, script, shares, spelled};
use crate::units::{Folder, Survey, Surveyor, Terms, place};

/// How far the cluster has come.
#[derive(Debug, Clone)]
pub struct ClusterProgress {
    /// Units with a result, and units that were given up.
    pub survey: Survey,
    /// The present array.
    pub job: String,
    /// Which one it is, from 1.
    pub round: usize,
    /// Its tasks that run, and those that wait.
    pub running: usize,
    /// See above.
    pub waiting: usize,
}

/// How a follower leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Following {
    /// Every unit has a result or was given up.
    Over,
    /// It was stopped; this array goes on without it.
    Stopped(String),
}

/// What was submitted, as the folder keeps it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct State {
    round: usize,
    /// The name of the present array; none between rounds.
    name: Option<String>,
    /// Its number; none if we were killed while it was submitted.
    job: Option<String>,
    /// Where the folder stood when it was submitted: results, units given up, deaths.
    before: (usize, usize, usize),
}

/// How often the cluster is asked. A controller has others to serve.
const PAUSE: Duration = Duration::from_secs(2);
const NAP: Duration = Duration::from_millis(50);

/// Submits what is missing, round after round, and returns when every unit has a result or was
/// given up, or when `stop` becomes true. Units in `skipped` are nobody's concern.
pub fn follow(
    folder: &Folder,
    surveyor: &mut Surveyor,
    skipped: &BTreeSet<usize>,
    order: &JobScript,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&ClusterProgress),
) -> Result<Following, SlurmError> {
    let path = folder.path().join("slurm.json");
    let file = |error| SlurmError::File(path.clone(), error);
    let mut state = match std::fs::read(&path) {
        Ok(text) => serde_json::from_slice(&text).map_err(|error| file(error.into()))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => State::default(),
        Err(error) => return Err(file(error)),
    };
    let keep = |state: &State| {
        let text = serde_json::to_vec(state).expect("plain data can be written");
        place(&path, &text).map_err(file)
    };
    if let State { name: Some(name), job: None, .. } = &state {
        state.job = queue::named(name)?;
    }
    loop {
        let survey =
            surveyor.survey().map_err(|error| SlurmError::File(folder.path().to_owned(), error))?;
        let missing: Vec<usize> =
            surveyor.missing().into_iter().filter(|unit| !skipped.contains(unit)).collect();
        if missing.is_empty() {
            keep(&State { name: None, job: None, ..state })?;
            return Ok(Following::Over);
        }
        if let Some(job) = state.job.clone() {
            let states = queue::states(&job)?;
            if states.as_ref().is_none_or(|states| !states.is_empty()) {
                let states = states.unwrap_or_default();
                let running = states.iter().filter(|state| *state == "RUNNING").count();
                let (round, waiting) = (state.round, states.len() - running);
                watch(&ClusterProgress { survey, job: job.clone(), round, running, waiting });
                if !pause(stop) {
                    return Ok(Following::Stopped(job));
                }
                continue;
            }
            if state.before == counts(survey) {
                keep(&State { name: None, job: None, ..state })?;
                return Err(SlurmError::Stuck(job, folder.path().join("logs")));
            }
        }
        let next = State { round: state.round + 1, name: None, job: None, before: counts(survey) };
        state = submit(folder, &missing, order, &next, &keep)?;
    }
}

/// The script of the first array for a folder that need not be there: nothing is written.
pub fn dry(
    order: &JobScript,
    experiment: &str,
    units: usize,
    folder: &Path,
    terms: Terms,
) -> String {
    let all: Vec<usize> = (1..=units).collect();
    let tasks = shares(&all, terms.block_of(units), order).len();
    let name = job_name(experiment, folder, 1);
    script(order, folder, &name, tasks, &folder.join("rounds/1.units"))
}

/// A name that no other folder's arrays have: by it an array is found whose number nobody could
/// write down.
fn job_name(experiment: &str, folder: &Path, round: usize) -> String {
    let folder = blake3::hash(folder.as_os_str().as_encoded_bytes()).to_hex();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let experiment: String = experiment.chars().map(plain).collect();
    format!("quarry-{experiment}-{}-{round}", &folder[..8])
}

fn counts(survey: Survey) -> (usize, usize, usize) {
    (survey.done, survey.failed, survey.deaths)
}

/// Submits the next round. Its name is kept before, its number after: whoever is killed in between
/// finds it by its name.
fn submit(
    folder: &Folder,
    missing: &[usize],
    order: &JobScript,
    next: &State,
    keep: &dyn Fn(&State) -> Result<(), SlurmError>,
) -> Result<State, SlurmError> {
    let round = next.round;
    let rounds = folder.path().join("rounds");
    let units = rounds.join(format!("{round}.units"));
    let program = rounds.join(format!("{round}.sh"));
    let name = job_name(folder.experiment(), folder.path(), round);
    let shares = shares(missing, folder.block(), order);
    let lines: String = shares.iter().map(|share| spelled(share) + "\n").collect();
    let text = script(order, folder.path(), &name, shares.len(), &units);
    let file = |error| SlurmError::File(rounds.clone(), error);
    std::fs::create_dir_all(&rounds).map_err(file)?;
    place(&units, lines.as_bytes()).map_err(file)?;
    place(&program, text.as_bytes()).map_err(file)?;
    let named = State { name: Some(name), ..next.clone() };
    keep(&named)?;
    let submitted = State { job: Some(queue::submit(&program)?), ..named };
    keep(&submitted)?;
    Ok(submitted)
}

/// Waits a little; says no if it shall stop.
fn pause(stop: &AtomicBool) -> bool {
    let mut rest = PAUSE;
    while !rest.is_zero() && !stop.load(Ordering::Relaxed) {
        thread::sleep(NAP);
        rest = rest.saturating_sub(NAP);
    }
    !stop.load(Ordering::Relaxed)
}

/// Why a cluster could not be followed.
#[derive(Debug)]
pub enum SlurmError {
    /// A command of Slurm is not there.
    NoSlurm(&'static str),
    /// Slurm did not take the array, and says why.
    Refused(String),
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
    /// An array ended and brought nothing; where its logs are.
    Stuck(String, PathBuf),
}

impl fmt::Display for SlurmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SlurmError::NoSlurm(program) => {
                write!(
                    f,
                    "there is no `{program}` here: run this where Slurm's commands are, or see the script with --dry-run"
                )
            }
            SlurmError::Refused(why) => write!(f, "Slurm refuses the array: {why}"),
            SlurmError::File(path, error) => write!(f, "{}: {error}", path.display()),
            SlurmError::Stuck(job, logs) => {
                let logs = logs.display();
                write!(
                    f,
                    "array {job} ended, and not one unit was done: see {logs}/{job}-*.log; if units take longer than a task may, give more --time"
                )
            }
        }
    }
}

impl std::error::Error for SlurmError {}
