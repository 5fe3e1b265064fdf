//! The studio as programs and people meet it: a server on a free port.

mod client;
mod described;
mod fuzz;
mod games;
mod jobs;
mod schema;
