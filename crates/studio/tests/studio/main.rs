//! Tests of the studio as programs and people use it: a server on a free port.

mod browser;
mod client;
mod described;
mod experiments;
mod fuzz;
mod games;
mod guide;
mod jobs;
mod schema;
