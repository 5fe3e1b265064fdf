//! The arguments for running on a cluster.

use clap::{Args, ValueEnum};

/// Engines that can run units.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ClusterEngine {
    /// A Slurm cluster, by job arrays
    Slurm,
}

/// Where units are run, if not on this machine.
#[derive(Debug, Args)]
pub(crate) struct Cluster {
    /// Where to run, if not on this machine
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub(crate) on: Option<ClusterEngine>,
    /// Partition of the cluster [default: the cluster's default]
    #[arg(long, value_name = "NAME", requires = "on")]
    pub(crate) partition: Option<String>,
    /// Maximum number of tasks of an array that run at the same time
    #[arg(long, value_name = "TASKS", requires = "on", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) array_limit: Option<u32>,
    /// Maximum number of tasks of an array [default: one for each 10 units, at most 1000]
    #[arg(long, value_name = "TASKS", requires = "on", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) tasks: Option<u32>,
    /// Time limit of a task in Slurm's format, such as 4:00:00
    #[arg(long, value_name = "TIME", requires = "on")]
    pub(crate) time: Option<String>,
}
