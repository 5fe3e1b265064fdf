//! Settings of a cluster, from the arguments.

use std::path::{Path, PathBuf};

use quarry::Catalogue;
use quarry_lab::slurm::{JobScript, Slurm};
use quarry_lab::units::Terms;

use crate::args::Cluster;
use crate::input::Complaint;

/// Returns the job settings for calling this program with these words, with this many processors
/// per task.
pub(crate) fn order(
    cluster: &Cluster,
    words: Vec<String>,
    threads: usize,
) -> Result<JobScript, Complaint> {
    let unknown =
        |error| Complaint::Unusable("this program".to_owned(), error, "call it by its full path");
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

/// Returns an absolute path, which every node sees alike.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf, Complaint> {
    let advice = "expected a path that all nodes can see";
    std::path::absolute(path)
        .map_err(|error| Complaint::Unusable(path.display().to_string(), error, advice))
}

/// Returns the cluster, for units that belong to no experiment file; `None` if the work is done on
/// this machine.
pub(crate) fn executor(
    catalogue: &Catalogue,
    cluster: &Cluster,
    place: &Path,
    threads: usize,
) -> Result<Option<Slurm>, Complaint> {
    let Some(crate::args::ClusterEngine::Slurm) = cluster.on else { return Ok(None) };
    let (place, order) = (absolute(place)?, order(cluster, Vec::new(), threads)?);
    Ok(Some(Slurm { place, order, terms: Terms::default(), catalogue: catalogue.clone() }))
}
