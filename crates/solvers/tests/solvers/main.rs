//! What solvers promise, on small spaces that count for themselves.

mod adaptation;
mod arranged;
mod contracts;
mod exhaustive;
mod hyper;
mod scripted;
mod tempering;
mod toys;
