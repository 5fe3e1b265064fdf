//! The studio as programs and people meet it: a server on a free port, and a real browser.

mod browser;
mod client;
mod described;
mod fuzz;
mod games;
mod jobs;
mod schema;
mod webdriver;
