//! What `quarry studio` takes.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Open the studio: play, watch solvers and compare them in the browser
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry studio\n  \
    quarry studio --port 8080 --no-open\n  \
    quarry studio --bind 0.0.0.0       for others too: its address holds a token\n\n\
    Jobs are kept in a folder beside the store, so that a studio that is opened again shows \
    them. Ctrl-C closes it.")]
pub(crate) struct StudioArgs {
    /// The port [default: 7007, or any that is free]
    #[arg(long)]
    pub(crate) port: Option<u16>,
    /// The address to listen at; others than loopback ask for a token
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub(crate) bind: IpAddr,
    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// The SQLite file that keeps the runs of experiments
    #[arg(long, value_name = "FILE", default_value = "quarry.sqlite", value_hint = ValueHint::FilePath)]
    pub(crate) store: PathBuf,
    /// How many solvers work at the same time [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) workers: Option<u16>,
}

impl Default for StudioArgs {
    fn default() -> Self {
        StudioArgs {
            port: None,
            bind: IpAddr::from([127, 0, 0, 1]),
            no_open: false,
            store: PathBuf::from("quarry.sqlite"),
            workers: None,
        }
    }
}
