//! Small nets of rectified layers with a softmax on top: they learn to choose as somebody else did,
//! and answer fast.
//!
//! [`Net`] is the net and answers one question at a time; [`NetTraining`] teaches many nets from
//! [`Samples`], by backpropagation (`backprop.rs`) and Adam (`adam.rs`), and can be stopped and
//! continued; [`Bundle`] is the file that numbers are kept in.
//!
//! Every sum is taken in the order of its terms and nothing is fused (`kernel.rs`), exponentials
//! are not the system's: nets and answers are the same to the bit on every machine, with every
//! width of vectors and every number of threads.

mod adam;
mod backprop;
mod bundle;
mod kernel;
mod net;
mod pupil;
mod samples;
mod training;

pub use bundle::{Bundle, Numbers, Tensor};
pub use kernel::levels;
pub use net::{Net, Scratch};
pub use pupil::{FitSettings, NetFitProgress};
pub use samples::Samples;
pub use training::{NetProgress, NetTraining};
