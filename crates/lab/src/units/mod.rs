//! Units done anywhere: a folder that any number of processes share, on one machine or on many.
//!
//! The units of a plan are numbered, and blocks of a few of them are what a process claims at a
//! time.
//!
//! ```text
//! folder.json            whose units these are, how many, how large the blocks are and how long a lease lasts
//! outline.json           what each unit is: enough to collect without the experiment's file
//! leases/BLOCK.CLAIM     who works on a block, and at which unit; renewed by a heartbeat
//! results/BLOCK.CLAIM    what came out: JSON lines, the last of which holds a checksum of the others
//! logs/                  what tasks of a cluster print
//! ```
//!
//! A claim is a file that can be made only once; the next one is made when the one before has
//! ended, or was not renewed for as long as a lease lasts. Whoever lost a claim without knowing
//! writes to its own files and harms nobody. Files get their names when they are whole. So every
//! process may be killed at any moment, and a block is never done by two processes unless a lease
//! has run out. The time of a lease is the file system's, which all machines share.

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

pub use collect::{CollectError, Collected, Differing, Failed, Missing, collect};
pub use folder::{Folder, FolderError, Terms};
pub use games::{Games, scores};
pub(crate) use part::place;
pub use survey::{Survey, Surveyor, ranges};
pub use worker::{Shift, WorkError, work};

/// How often a unit is tried whose process dies.
pub const TRIES: usize = 3;
