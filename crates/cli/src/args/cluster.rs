//! What is asked of a cluster.

use clap::{Args, ValueEnum};

/// Engines that run units for us.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ClusterEngine {
    /// A Slurm cluster, by job arrays
    Slurm,
}

/// Where units are run, if not here.
#[derive(Debug, Args)]
pub(crate) struct Cluster {
    /// Where to run it, if not here
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub(crate) on: Option<ClusterEngine>,
    /// The cluster's partition [default: the cluster's]
    #[arg(long, value_name = "NAME", requires = "on")]
    pub(crate) partition: Option<String>,
    /// How many tasks of an array may run at the same time
    #[arg(long, value_name = "TASKS", requires = "on", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) array_limit: Option<u32>,
    /// How many tasks an array has at most [default: one for each 10 units, and no more than 1000]
    #[arg(long, value_name = "TASKS", requires = "on", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) tasks: Option<u32>,
    /// The time limit of a task, as Slurm takes it, such as 4:00:00
    #[arg(long, value_name = "TIME", requires = "on")]
    pub(crate) time: Option<String>,
}
