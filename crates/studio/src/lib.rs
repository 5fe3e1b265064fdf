//! The studio: a page to play, watch and compare in, and the HTTP interface under it. A front end.
//!
//! Everything is in the binary; nothing is fetched from elsewhere. Games are stateless: a request
//! brings the instance and the moves, so that an address is a position and a server may be
//! restarted at any time (`api/play.rs`). Runs are jobs (`jobs.rs`), kept as files beside the
//! store; who watches one is told its latest state, never a backlog (`feed.rs`). `guard.rs` keeps
//! other sites' pages out, `blocking.rs` keeps questions short.

mod api;
mod blocking;
mod feed;
mod guard;
mod jobs;
mod page;
mod picture;
mod problem;
mod view;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use api::lab::Lab;
use blocking::BlockingPool;
use guard::Guard;
use jobs::Jobs;
use quarry::Catalogue;
use serde_json::Value;

/// Where the studio is and what it may use.
#[derive(Clone)]
pub struct Options {
    /// The puzzles, solvers and experiments it shows.
    pub catalogue: Catalogue,
    /// Where it listens. Anything but loopback asks for a token.
    pub address: SocketAddr,
    /// The store of experiments; jobs are kept in a folder beside it.
    pub store: PathBuf,
    /// How many solvers work at the same time.
    pub workers: usize,
}

/// What all requests share.
pub(crate) struct Studio {
    pub(crate) catalogue: Catalogue,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) lab: Lab,
    pub(crate) blocking: BlockingPool,
    /// The puzzles as the page lists them, made when they are first asked for.
    pub(crate) puzzles: OnceLock<Value>,
}

/// A studio that is open.
pub struct Open {
    /// What to enter in a browser.
    pub url: String,
    listener: tokio::net::TcpListener,
    runtime: tokio::runtime::Runtime,
    guard: Guard,
    studio: Arc<Studio>,
}

/// Opens the studio: from now on browsers can knock.
pub fn open(options: &Options) -> io::Result<Open> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let listener = runtime.block_on(tokio::net::TcpListener::bind(options.address))?;
    let guard = Guard::at(listener.local_addr()?)?;
    let catalogue = options.catalogue.clone();
    let kept = options.store.with_extension("jobs");
    let studio = Arc::new(Studio {
        jobs: Jobs::open(catalogue.clone(), &kept, options.workers)?,
        lab: Lab::new(catalogue.clone(), &options.store, options.workers),
        catalogue,
        blocking: BlockingPool::new(options.workers),
        puzzles: OnceLock::new(),
    });
    Ok(Open { url: guard.url(), listener, runtime, guard, studio })
}

impl Open {
    /// Serves until `closed` says so. Jobs that are under way then are found interrupted when the
    /// studio opens again.
    pub fn serve(self, closed: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let service = api::router(self.studio, self.guard);
        // Whoever watches a job holds a connection for as long as it likes, so nobody waits for
        // them.
        let ended = self.runtime.block_on(async {
            tokio::select! {
                ended = axum::serve(self.listener, service) => ended,
                () = closed => Ok(()),
            }
        });
        // Nor for questions that nobody will hear the answer to.
        self.runtime.shutdown_background();
        ended
    }
}
