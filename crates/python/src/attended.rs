//! Long-running work: it has its own thread and runs without Python's lock, while the calling
//! thread handles Ctrl-C and passes news to Python. Python delivers signals only to its main
//! thread, so the worker thread cannot handle them itself.

use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// Maximal delay before a Ctrl-C is handled.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does the work and returns its result. Ctrl-C sets `stop`, whereupon the work returns early with
/// what it has; so does an exception in `told`, which is then raised here.
pub(crate) fn attended<N: Send, T: Send>(
    py: Python,
    stop: &AtomicBool,
    work: impl FnOnce(Sender<N>) -> T + Send,
    mut told: impl FnMut(Python, N) -> PyResult<()> + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, news) = mpsc::channel();
            let worker = scope.spawn(move || work(sender));
            let mut failure = None;
            loop {
                let next = news.recv_timeout(PATIENCE);
                if matches!(next, Err(RecvTimeoutError::Disconnected)) {
                    break;
                }
                let heard = Python::attach(|py| {
                    match next {
                        Ok(piece) if failure.is_none() => told(py, piece)?,
                        _ => {}
                    }
                    py.check_signals()
                });
                if let Err(error) = heard {
                    stop.store(true, Ordering::Relaxed);
                    let interrupted =
                        Python::attach(|py| error.is_instance_of::<PyKeyboardInterrupt>(py));
                    failure = failure.or(if interrupted { None } else { Some(error) });
                }
            }
            match (worker.join(), failure) {
                (Err(bug), _) => panic::resume_unwind(bug),
                (Ok(_), Some(error)) => Err(error),
                (Ok(done), None) => Ok(done),
            }
        })
    })
}
