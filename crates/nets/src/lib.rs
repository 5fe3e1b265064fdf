//! Small nets of rectified layers with a softmax on top: they learn to imitate recorded choices,
//! and answer fast.
//!
//! [`Net`] is the net and answers one question at a time; [`NetTraining`] trains many nets on
//! [`Samples`], by backpropagation (`backprop.rs`) and Adam (`adam.rs`), and can be stopped and
//! continued; [`Bundle`] is the file format for the numbers.
//!
//! Every sum is computed in the order of its terms, nothing is fused (`kernel.rs`), and
//! exponentials do not come from the system library: nets and answers are bit-identical on every
//! machine, with every vector width and every number of threads.

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
