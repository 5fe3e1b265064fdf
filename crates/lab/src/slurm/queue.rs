//! Calls of Slurm's commands.

use std::io;
use std::path::Path;
use std::process::{Command, Output};

use super::follow::SlurmError;

/// Submits a script and returns the number of its array.
pub(super) fn submit(script: &Path) -> Result<String, SlurmError> {
    let output = run("sbatch", Command::new("sbatch").arg("--parsable").arg(script))?;
    if !output.status.success() {
        return Err(SlurmError::Refused(words(&output.stderr)));
    }
    // With several clusters, the name of the cluster follows.
    let out = words(&output.stdout);
    Ok(out.split(';').next().unwrap_or_default().to_owned())
}

/// Returns the states of an array's tasks that have not ended; `None` if the cluster does not
/// answer at the moment.
pub(super) fn states(job: &str) -> Result<Option<Vec<String>>, SlurmError> {
    let args = ["--noheader", "--array", "--format", "%T", "--jobs", job];
    let output = run("squeue", Command::new("squeue").args(args))?;
    if output.status.success() {
        return Ok(Some(
            words(&output.stdout).lines().map(|line| line.trim().to_owned()).collect(),
        ));
    }
    // Slurm forgets a job some minutes after its end.
    Ok(words(&output.stderr).contains("Invalid job id").then(Vec::new))
}

/// Returns the number of the array with this name that has not ended, if there is one.
pub(super) fn named(name: &str) -> Result<Option<String>, SlurmError> {
    let args = ["--noheader", "--format", "%A", "--me", "--name", name];
    let output = run("squeue", Command::new("squeue").args(args))?;
    Ok(words(&output.stdout).lines().next().map(|line| line.trim().to_owned()))
}

fn run(program: &'static str, command: &mut Command) -> Result<Output, SlurmError> {
    command.output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => SlurmError::NoSlurm(program),
        _ => SlurmError::File(program.into(), error),
    })
}

fn words(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}
