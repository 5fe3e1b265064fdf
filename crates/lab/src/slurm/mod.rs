//! Units done by a Slurm cluster: job arrays that work on a folder, followed until every unit has a
//! result.
//!
//! A round is one array. Its tasks are the units that are missing when it is submitted, block by
//! block; who died, was requeued or ran out of time left them to the next round. What was submitted
//! stands in the folder, so that whoever follows may be killed, and the next one picks it up. Slurm
//! is spoken to through its own commands alone.

mod executor;
mod follow;
mod queue;
mod script;

pub use executor::Slurm;
pub use follow::{ClusterProgress, Following, SlurmError, dry, follow};
pub use script::JobScript;
