//! The studio: a page to play, watch and compare in, and its HTTP interface. It is a front end.
//!
//! Everything is in the binary; nothing is loaded from elsewhere. Games are stateless: a request
//! contains the instance and the moves, so that an address is a position and a server may be
//! restarted at any time (`api/play.rs`). Runs are jobs (`jobs.rs`), kept as files beside the
//! store; watchers of a job get its latest state, never a backlog (`feed.rs`). `guard.rs` keeps
//! other sites' pages out, `blocking.rs` limits the time of requests.

mod api;
mod blocking;
mod compressed;
mod feed;
mod guard;
mod jobs;
mod page;
mod picture;
mod problem;
mod shape;
mod view;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use api::lab::Lab;
use blocking::BlockingPool;
use compressed::CompressedJson;
use guard::Guard;
use jobs::Jobs;
use quarry::Catalogue;

/// Address and resources of the studio.
#[derive(Clone)]
pub struct Options {
    /// Puzzles, solvers and experiments to show.
    pub catalogue: Catalogue,
    /// Address to listen on. Addresses other than loopback require a token.
    pub address: SocketAddr,
    /// Store of the experiments; jobs are kept in a folder beside it.
    pub store: PathBuf,
    /// Number of solvers that work at the same time.
    pub workers: usize,
}

/// State that all requests share.
pub(crate) struct Studio {
    pub(crate) catalogue: Catalogue,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) lab: Lab,
    pub(crate) blocking: BlockingPool,
    /// The list of puzzles for the page, created at the first request.
    pub(crate) puzzles: OnceLock<CompressedJson>,
}

/// A studio that is listening.
pub struct Open {
    /// Address for a browser.
    pub url: String,
    listener: tokio::net::TcpListener,
    runtime: tokio::runtime::Runtime,
    guard: Guard,
    studio: Arc<Studio>,
}

/// Opens the studio: from now on it accepts connections.
pub fn open(options: &Options) -> io::Result<Open> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let listener = runtime.block_on(tokio::net::TcpListener::bind(options.address))?;
    let guard = Guard::at(listener.local_addr()?)?;
    let catalogue = options.catalogue.clone();
    let kept = options.store.with_extension("jobs");
    let jobs = Jobs::open(catalogue.clone(), &kept, options.workers)?;
    let studio = Arc::new(Studio {
        lab: Lab::new(catalogue.clone(), &options.store, Arc::clone(&jobs)),
        jobs,
        catalogue,
        blocking: BlockingPool::new(options.workers),
        puzzles: OnceLock::new(),
    });
    Ok(Open { url: guard.url(), listener, runtime, guard, studio })
}

impl Open {
    /// Serves until `closed` completes. Jobs that are running then are shown as interrupted when
    /// the studio is opened again.
    pub fn serve(self, closed: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let service = api::router(self.studio, self.guard);
        // Watchers of a job keep a connection open as long as they like, so the server does not
        // wait for them.
        let ended = self.runtime.block_on(async {
            tokio::select! {
                ended = axum::serve(self.listener, service) => ended,
                () = closed => Ok(()),
            }
        });
        // Requests that are still running are not waited for either.
        self.runtime.shutdown_background();
        ended
    }
}
