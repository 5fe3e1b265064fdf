//! Handles signals: Ctrl-C and SIGTERM during long work, and files that grow too large.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::Exit;
use crate::input::Complaint;

/// Time that work without results to keep may take to end normally.
const GRACE: Duration = Duration::from_millis(400);

/// Lets the program survive a file that grows past the limit of the shell (`ulimit -f`): the write
/// fails, and the error is reported.
pub(crate) fn outlive_large_files() {
    // A handler that does nothing of note; without one, the signal ends the program without a word.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Returns a flag that the first signal sets, to ask for an orderly end; a second signal ends the
/// program at once.
pub(crate) fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Complaint> {
    on_interrupt(|| {})
}

/// Like [`stop_on_interrupt`], for work without results to keep: ends the program if it does not
/// stop soon.
pub(crate) fn stop_or_exit_on_interrupt() -> Result<Arc<AtomicBool>, Complaint> {
    on_interrupt(|| {
        thread::sleep(GRACE);
        anstream::eprintln!("stopped");
        std::process::exit(Exit::Interrupted as i32);
    })
}

fn on_interrupt(then: impl Fn() + Send + 'static) -> Result<Arc<AtomicBool>, Complaint> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
        then();
    })
    .map_err(|error| Complaint::Words(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(stop)
}
