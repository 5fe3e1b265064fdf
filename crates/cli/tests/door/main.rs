//! The built binary, from outside: what people and scripts see.

mod bad_input;
mod clock;
mod commands;
mod experiments;
mod exports;
mod filling;
mod guide;
mod house;
mod limits;
mod nets;
mod records;
mod reports;
mod reproduce;
mod routes;
mod same_bytes;
mod sheets;
mod slurm;
mod teaching;
mod traces;
mod training;
mod tuning;
mod units;
