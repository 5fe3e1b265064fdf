//! Tests of the studio as programs and people use it: a server on a free port.

mod browser;
mod cancelled;
mod client;
mod described;
mod entry;
mod experiments;
mod films;
mod fuzz;
mod games;
mod guide;
mod jobs;
mod reviews;
mod schema;
