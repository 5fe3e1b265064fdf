//! The studio as programs and people meet it: a server on a free port.

mod browser;
mod client;
mod described;
mod fuzz;
mod games;
mod guide;
mod jobs;
mod schema;
