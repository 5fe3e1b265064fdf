//! Tests of the studio as programs and people use it: a server on a free port.

mod browser;
mod client;
mod described;
mod fuzz;
mod games;
mod guide;
mod jobs;
mod reviews;
mod schema;
