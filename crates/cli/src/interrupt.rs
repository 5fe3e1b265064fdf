//! Ctrl-C and SIGTERM, seen by whatever runs long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::Exit;
use crate::input::Complaint;

/// How long work that keeps nothing may take to end in good order.
const GRACE: Duration = Duration::from_millis(400);

/// A flag that the first signal raises, to ask for an end in good order; the second ends the
/// program at once.
pub(crate) fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Complaint> {
    on_interrupt(|| {})
}

/// The same for work that keeps nothing: what does not end soon is ended.
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
