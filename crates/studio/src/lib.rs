//! The studio: a page to play, watch and compare in, and its HTTP interface. It is a front end.
//!
//! Everything is in the binary; nothing is loaded from elsewhere. Games are stateless: a request
//! contains the instance and the moves, so that an address is a position and a server may be
//! restarted at any time (`api/play.rs`). Runs are jobs (`jobs.rs`), kept as files beside the
//! store; watchers of a job get its latest state, never a backlog (`feed.rs`). `guard.rs` admits
//! only those who have the token, `connections.rs` and `blocking.rs` limit the time that they take.

mod api;
mod blocking;
mod compressed;
mod connections;
mod feed;
mod gallery;
mod guard;
mod jobs;
mod page;
mod picture;
mod private;
mod problem;
mod shape;
mod token;
mod view;

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};

use api::film::Films;
use api::lab::Lab;
use blocking::BlockingPool;
use compressed::CompressedText;
use guard::Guard;
use jobs::Jobs;
use quarry::Catalogue;
use token::Token;

/// Address and resources of the studio.
#[derive(Clone)]
pub struct Options {
    /// Puzzles, solvers and experiments to show.
    pub catalogue: Catalogue,
    /// Address to listen on.
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
    pub(crate) films: Films,
    pub(crate) blocking: BlockingPool,
    /// The puzzles with their solvers, and the cards of the gallery; created when first asked for.
    pub(crate) puzzles: OnceLock<CompressedText>,
    pub(crate) cards: OnceLock<CompressedText>,
    /// Pictures and levels of puzzles, by what they are and the puzzle's name.
    pub(crate) shown: Mutex<HashMap<(gallery::GalleryPart, String), Arc<CompressedText>>>,
}

/// A studio that is listening.
pub struct Open {
    /// Address for a browser, with the token that every request must bring.
    pub url: String,
    /// Folder of the jobs.
    kept: PathBuf,
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
    let address = listener.local_addr()?;
    let kept = options.store.with_extension("jobs");
    let is_here = address.ip().is_loopback();
    let guard = Guard::new(address, if is_here { Token::kept_in(&kept)? } else { Token::new()? });
    let catalogue = options.catalogue.clone();
    let jobs = Jobs::open(catalogue.clone(), &kept, options.workers)?;
    let studio = Arc::new(Studio {
        lab: Lab::new(catalogue.clone(), &options.store, Arc::clone(&jobs)),
        jobs,
        catalogue,
        films: Films::default(),
        blocking: BlockingPool::new(options.workers),
        puzzles: OnceLock::new(),
        cards: OnceLock::new(),
        shown: Mutex::default(),
    });
    Ok(Open { url: guard.url(), kept, listener, runtime, guard, studio })
}

impl Open {
    /// Writes a private file that opens the studio in a browser. The address itself would be seen
    /// by everyone who lists the programs that run and what they were started with.
    pub fn entrance(&self) -> io::Result<PathBuf> {
        let page = format!(
            "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url={}\">\n\
             <title>Quarry's studio</title>\n",
            self.url
        );
        private::create_folder(&self.kept)?;
        let file = std::path::absolute(self.kept.join("open.html"))?;
        private::replace(&file, &page)?;
        Ok(file)
    }

    /// Serves until `closed` completes. Jobs that are running then are shown as interrupted when
    /// the studio is opened again.
    pub fn serve(self, closed: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let service = api::router(self.studio, self.guard);
        // Watchers of a job keep a connection open as long as they like, so the server does not
        // wait for them.
        let ended = self.runtime.block_on(async {
            tokio::select! {
                ended = connections::serve(&self.listener, service) => ended,
                () = closed => Ok(()),
            }
        });
        // Requests that are still running are not waited for either.
        self.runtime.shutdown_background();
        ended
    }
}
