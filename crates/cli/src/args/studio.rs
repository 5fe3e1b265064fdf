//! The arguments of `quarry studio`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, ValueHint};

/// Open the studio: play, watch solvers and compare them in the browser
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quarry studio\n  \
    quarry studio --port 8080 --no-open\n  \
    quarry studio --bind 0.0.0.0       also for other machines\n\n\
    The address that it prints contains a token, which every request needs: the browser keeps it, \
    programs send it as the header `Authorization: token ...`. Jobs are kept in a private folder \
    beside the store, so that a reopened studio shows them. Ctrl-C stops the studio.")]
pub(crate) struct StudioArgs {
    /// The port [default: 7007, or any free port]
    #[arg(long)]
    pub(crate) port: Option<u16>,
    /// The address to listen on
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub(crate) bind: IpAddr,
    /// Do not open a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// SQLite file that stores the runs of experiments
    #[arg(long, value_name = "FILE", default_value = "quarry.sqlite", value_hint = ValueHint::FilePath)]
    pub(crate) store: PathBuf,
    /// Number of solvers that work at the same time [default: one for each core]
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
