//! The script of an array, and the assignment of units to its tasks.

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::units::ranges;

/// Settings of a job array.
#[derive(Debug, Clone)]
pub struct JobScript {
    /// Path of the program on the nodes.
    pub program: PathBuf,
    /// Arguments before the units: `run`, the experiment, and options.
    pub words: Vec<String>,
    /// Partition; by default that of the cluster.
    pub partition: Option<String>,
    /// Maximum number of tasks that run at the same time.
    pub at_once: Option<u32>,
    /// Time limit of a task, in Slurm's format.
    pub time: Option<String>,
    /// Maximum number of tasks of an array.
    pub tasks: Option<usize>,
    /// Number of processors of a task.
    pub threads: usize,
}

/// Maximum number of tasks; a Slurm with default settings rejects more (`MaxArraySize`).
const MOST_TASKS: usize = 1000;

/// Minimum number of units of a task, so that it is worth the cost of starting it.
const FEWEST_UNITS: usize = 10;

/// Distributes the units over tasks: whole blocks in their order, with about the same number of
/// units each.
pub(super) fn shares(missing: &[usize], block: usize, order: &JobScript) -> Vec<Vec<usize>> {
    let usual = missing.len().div_ceil(FEWEST_UNITS);
    let tasks = order.tasks.unwrap_or(usual).clamp(1, MOST_TASKS);
    let enough = missing.len().div_ceil(tasks);
    let mut shares: Vec<Vec<usize>> = Vec::new();
    for together in missing.chunk_by(|one, other| (one - 1) / block == (other - 1) / block) {
        match shares.last_mut() {
            Some(last) if last.len() < enough => last.extend(together),
            _ => shares.push(together.to_vec()),
        }
    }
    shares
}

/// Formats a task's units for `--units`.
pub(super) fn spelled(units: &[usize]) -> String {
    let spell = |range: RangeInclusive<usize>| match (range.start(), range.end()) {
        (one, other) if one == other => one.to_string(),
        (first, last) => format!("{first}..{last}"),
    };
    ranges(units).into_iter().map(spell).collect::<Vec<_>>().join(",")
}

/// Returns the script of an array with this number of tasks; each line of the file `units` lists
/// the units of one task.
pub(super) fn script(
    order: &JobScript,
    folder: &Path,
    name: &str,
    tasks: usize,
    units: &Path,
) -> String {
    let at_once = order.at_once.map_or(String::new(), |most| format!("%{most}"));
    // In file names, Slurm reads `%` as the start of a pattern.
    let log = format!("{}/logs/%A-%a.log", folder.display().to_string().replace('%', "%%"));
    let mut options = vec![
        format!("job-name={name}"),
        format!("array=1-{tasks}{at_once}"),
        format!("output=\"{log}\""),
        "open-mode=append".to_owned(),
        "requeue".to_owned(),
        format!("signal=B:TERM@{NOTICE}"),
        "ntasks=1".to_owned(),
        format!("cpus-per-task={}", order.threads),
    ];
    options.extend(order.partition.as_ref().map(|name| format!("partition={name}")));
    options.extend(order.time.as_ref().map(|limit| format!("time={limit}")));

    let mut text = "#!/bin/sh\n".to_owned();
    for option in options {
        writeln!(text, "#SBATCH --{option}").expect("writing to a string cannot fail");
    }
    let mut words = vec![order.program.display().to_string()];
    words.extend(order.words.iter().cloned());
    let call: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    let (call, units, folder) = (
        call.join(" "),
        quoted(&units.display().to_string()),
        quoted(&folder.display().to_string()),
    );
    let threads = order.threads;
    write!(
        text,
        r#"
units=$(sed -n "${{SLURM_ARRAY_TASK_ID}}p" {units})
{call} --units "$units" --out {folder} --threads {threads} --quiet &
worker=$!
trap 'kill -TERM "$worker"' TERM
wait "$worker"
status=$?
# The signal before the time limit ends `wait`, not the worker.
while kill -0 "$worker" 2> /dev/null; do
    wait "$worker"
    status=$?
done
# 75: the worker was asked to stop early. Above 128: a signal killed it. Cancelled jobs are not requeued.
most=0
if [ "$status" -eq 75 ]; then most=100; elif [ "$status" -gt 128 ]; then most=3; fi
if [ "${{SLURM_RESTART_COUNT:-0}}" -lt "$most" ] &&
    [ "$(squeue --noheader --jobs "$SLURM_JOB_ID" --format %T)" = RUNNING ]; then
    scontrol requeue "${{SLURM_ARRAY_JOB_ID}}_${{SLURM_ARRAY_TASK_ID}}"
fi
exit "$status"
"#
    )
    .expect("writing to a string cannot fail");
    text
}

/// Seconds between the signal and the time limit: enough to write finished results.
const NOTICE: u32 = 60;

/// Quotes a word for the shell.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=,:@%+".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_reach_the_program_as_they_are() {
        assert_eq!(quoted("a/b.toml"), "a/b.toml");
        assert_eq!(quoted("it's $HOME"), r"'it'\''s $HOME'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn units_are_spelled_as_ranges() {
        assert_eq!(spelled(&[1, 2, 3, 7, 9, 10]), "1..3,7,9..10");
    }
}
