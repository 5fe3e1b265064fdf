//! What is asked of a cluster, out of what the user says.

use std::path::{Path, PathBuf};

use quarry_lab::slurm::{JobScript, Slurm};
use quarry_lab::units::Terms;

use crate::args::Cluster;
use crate::input::Complaint;

/// What the cluster is asked to call with these words, on so many processors a task.
pub(crate) fn order(
    cluster: &Cluster,
    words: Vec<String>,
    threads: usize,
) -> Result<JobScript, Complaint> {
    let unknown =
        |error| Complaint::Unusable("this program".to_owned(), error, "call it by its whole path");
    Ok(JobScript {
        program: std::env::current_exe().map_err(unknown)?,
        words,
        partition: cluster.partition.clone(),
        at_once: cluster.array_limit,
        time: cluster.time.clone(),
        tasks: cluster.tasks.map(|tasks| tasks as usize),
        threads,
    })
}

/// A path as every node sees it.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf, Complaint> {
    let advice = "expected a path that all nodes see";
    std::path::absolute(path)
        .map_err(|error| Complaint::Unusable(path.display().to_string(), error, advice))
}

/// The cluster itself, for units that no experiment file holds; none if the work is to be done
/// here.
pub(crate) fn executor(
    cluster: &Cluster,
    place: &Path,
    threads: usize,
) -> Result<Option<Slurm>, Complaint> {
    let Some(crate::args::ClusterEngine::Slurm) = cluster.on else { return Ok(None) };
    let (place, order) = (absolute(place)?, order(cluster, Vec::new(), threads)?);
    Ok(Some(Slurm { place, order, terms: Terms::default() }))
}
