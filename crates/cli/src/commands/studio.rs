//! `quarry studio`, and `quarry` alone: starts the studio, and opens a browser if there is one.

use quarry::Catalogue;
use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::num::NonZero;
use std::process::{Command, Stdio};
use std::time::Duration;

use anstyle::Style;
use quarry_studio::{Open, Options, open};

use crate::args::studio::StudioArgs;
use crate::commands::welcome;
use crate::input::Complaint;
use crate::interrupt::stop_on_interrupt;
use crate::{Exit, Result};

const USUAL_PORT: u16 = 7007;

/// Interval at which Ctrl-C is checked.
const BLINK: Duration = Duration::from_millis(100);

pub(crate) fn run(catalogue: &Catalogue, args: &StudioArgs) -> Result {
    let studio = opened(catalogue, args)?;
    let stop = stop_on_interrupt()?;
    welcome::say(catalogue)?;
    let bold = Style::new().bold();
    let mut out = anstream::stdout();
    writeln!(out, "\nThe studio is open at {bold}{}{bold:#}  (Ctrl-C closes it)", studio.url)?;
    out.flush()?;
    if !args.no_open && io::stdout().is_terminal() {
        show(&studio);
    }
    let closed = async move {
        while !stop.load(std::sync::atomic::Ordering::Relaxed) {
            tokio::time::sleep(BLINK).await;
        }
    };
    studio
        .serve(closed)
        .map_err(|error| Complaint::Words(format!("the studio had to close: {error}")))?;
    Ok(Exit::Yes)
}

/// Starts the studio on the requested port, or else on the usual one or any other.
fn opened(catalogue: &Catalogue, args: &StudioArgs) -> std::result::Result<Open, Complaint> {
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    let at = |port: u16| {
        let address = SocketAddr::new(args.bind, port);
        let workers = args.workers.map_or_else(cores, usize::from);
        let catalogue = catalogue.clone();
        open(&Options { catalogue, address, store: args.store.clone(), workers })
    };
    let opened = match args.port {
        Some(port) => at(port),
        None => at(USUAL_PORT).or_else(|error| match error.kind() {
            io::ErrorKind::AddrInUse => at(0),
            _ => Err(error),
        }),
    };
    opened.map_err(|error| {
        let port = args.port.unwrap_or(USUAL_PORT);
        let (place, advice) =
            (SocketAddr::new(args.bind, port), "choose another with --port or --bind");
        Complaint::Words(format!("the studio cannot listen on {place}: {error}; {advice}"))
    })
}

/// Asks the desktop to open a browser; does nothing if there is none.
fn show(studio: &Open) {
    let opener: &[&str] = match std::env::consts::OS {
        "macos" => &["open"],
        "windows" => &["cmd", "/C", "start", ""],
        _ if std::env::var_os("DISPLAY").or(std::env::var_os("WAYLAND_DISPLAY")).is_some() => {
            &["xdg-open"]
        }
        _ => return,
    };
    let Ok(page) = studio.entrance() else { return };
    let mut command = Command::new(opener[0]);
    let _ =
        command.args(&opener[1..]).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
