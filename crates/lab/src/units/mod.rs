//! Executes units anywhere: any number of processes, on one machine or on many, share a folder.
//!
//! The units of a plan are numbered, and a process claims them in blocks of a few units.
//!
//! ```text
//! folder.json            experiment, number of units, size of the blocks and duration of a lease
//! outline.json           description of each unit: enough to collect without the experiment file
//! leases/BLOCK.CLAIM     which process works on a block, and at which unit; renewed regularly
//! results/BLOCK.CLAIM    results: JSON lines, the last of which holds a checksum of the others
//! logs/                  output of the tasks of a cluster
//! ```
//!
//! A claim is a file that can be created only once. The next claim on a block is made when the
//! previous one has ended, or was not renewed for the duration of a lease. A process that lost a
//! claim without noticing writes to its own files and does no harm. Files get their final names
//! when they are complete. So every process may be killed at any moment, and a block is never done
//! by two processes unless a lease has expired. Leases are timed by the clock of the file system,
//! which all machines share.
//!
//! Any file may be damaged: the descriptions and the results have checksums, a lease that cannot be
//! read expires like any other, and the collector asks the judge about every answer.

mod collect;
mod folder;
mod games;
mod lease;
mod outline;
mod part;
mod survey;
#[cfg(test)]
mod tests;
mod worker;

pub use collect::{CollectError, Collected, Differing, Failed, Missing, RefusedUnit, collect};
pub use folder::{Folder, FolderError, Terms};
pub use games::{Games, scores};
pub(crate) use part::place;
pub use survey::{Survey, Surveyor, ranges};
pub use worker::{Shift, WorkError, work};

/// Number of attempts at a unit whose process dies.
pub const TRIES: usize = 3;
