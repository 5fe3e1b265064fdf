//! Ctrl-C, seen by whatever runs long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::Exit;
use crate::input::Complaint;

/// A flag that the first Ctrl-C raises, to ask for an end in good order; the second ends the program at once.
pub(crate) fn stop_on_interrupt() -> Result<Arc<AtomicBool>, Complaint> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    })
    .map_err(|error| Complaint::Words(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(stop)
}
