//! Executes units on a Slurm cluster: submits job arrays that work on a folder, and follows them
//! until every unit has a result.
//!
//! A round is one array. Its tasks are the units that are missing when it is submitted, block by
//! block. Units of tasks that died, were requeued or ran out of time are left to the next round.
//! The state of the submission is stored in the folder: if the program is killed, the next one
//! continues. Slurm is only accessed through its own commands.

mod executor;
mod follow;
mod queue;
mod script;

pub use executor::Slurm;
pub use follow::{ClusterProgress, Following, SlurmError, dry, follow};
pub use script::JobScript;
