//! Submits arrays and follows them until no unit is missing.

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
use crate::units::{Folder, FolderError, Survey, Surveyor, Terms, place};

/// Progress of the cluster.
#[derive(Debug, Clone)]
pub struct ClusterProgress {
    /// Units with a result, and units that were given up.
    pub survey: Survey,
    /// Job number of the current array.
    pub job: String,
    /// Number of the round, from 1.
    pub round: usize,
    /// Number of running tasks.
    pub running: usize,
    /// Number of waiting tasks.
    pub waiting: usize,
}

/// How following ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Following {
    /// Every unit has a result or was given up.
    Over,
    /// Following was stopped; this array is still running.
    Stopped(String),
}

/// State of the submission, as stored in the folder.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct State {
    round: usize,
    /// Name of the current array; `None` between rounds.
    name: Option<String>,
    /// Number of the array; `None` if the program was killed while submitting it.
    job: Option<String>,
    /// Counts when the array was submitted: results, units given up, deaths.
    before: (usize, usize, usize),
}

/// Interval between queries. The controller has other users to serve.
const PAUSE: Duration = Duration::from_secs(2);
const NAP: Duration = Duration::from_millis(50);

/// Submits the missing units, round after round, and returns when every unit has a result or was
/// given up, or when `stop` becomes true. Units in `skipped` are ignored.
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
        let survey = surveyor.survey().map_err(SlurmError::Folder)?;
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

/// Returns the script of the first array for a folder that need not exist: nothing is written.
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

/// Returns a name that no other folder's arrays have. It identifies an array whose number could not
/// be recorded.
fn job_name(experiment: &str, folder: &Path, round: usize) -> String {
    let folder = blake3::hash(folder.as_os_str().as_encoded_bytes()).to_hex();
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
    let experiment: String = experiment.chars().map(plain).collect();
    format!("quarry-{experiment}-{}-{round}", &folder[..8])
}

fn counts(survey: Survey) -> (usize, usize, usize) {
    (survey.done, survey.failed, survey.deaths)
}

/// Submits the next round. Its name is stored before and its number after the submission: if the
/// program is killed in between, the array is found by its name.
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

/// Waits for a moment; returns false if following should stop.
fn pause(stop: &AtomicBool) -> bool {
    let mut rest = PAUSE;
    while !rest.is_zero() && !stop.load(Ordering::Relaxed) {
        thread::sleep(NAP);
        rest = rest.saturating_sub(NAP);
    }
    !stop.load(Ordering::Relaxed)
}

/// Reasons why a cluster could not be followed.
#[derive(Debug)]
pub enum SlurmError {
    /// A Slurm command is not installed.
    NoSlurm(&'static str),
    /// Slurm rejected the array, with its message.
    Refused(String),
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
    /// The folder with the units cannot be used.
    Folder(FolderError),
    /// An array ended without any result; the path of its logs.
    Stuck(String, PathBuf),
}

impl fmt::Display for SlurmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SlurmError::NoSlurm(program) => {
                write!(
                    f,
                    "`{program}` was not found: run this where Slurm's commands are installed, or view the script with --dry-run"
                )
            }
            SlurmError::Refused(why) => write!(f, "Slurm rejected the array: {why}"),
            SlurmError::File(path, error) => write!(f, "{}: {error}", path.display()),
            SlurmError::Folder(error) => write!(f, "{error}"),
            SlurmError::Stuck(job, logs) => {
                let logs = logs.display();
                write!(
                    f,
                    "array {job} ended without finishing any unit: see {logs}/{job}-*.log; if units take longer than a task may, give more --time"
                )
            }
        }
    }
}

impl std::error::Error for SlurmError {}
