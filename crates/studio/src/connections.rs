//! Connections: as many as the system bears, each with limits on how long it may say nothing.
//!
//! A client has to send its headers in time, take what it is sent, and close a connection that it
//! no longer uses. Bodies have a limit of their own (`blocking.rs`).

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep};

/// Time from the end of a reply, or from the beginning of a connection, to the end of the next
/// request's headers.
pub(crate) const HEADERS_IN: Duration = Duration::from_secs(10);

/// Maximum time in which a client takes nothing of what it is sent.
const TAKEN_IN: Duration = Duration::from_secs(30);

/// Maximum number of connections; more wait until one is closed. Systems often allow a process
/// 1,024 open files.
const MOST: usize = 768;

/// Time until the next attempt when the system has no connection to give.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves connections without end.
pub(crate) async fn serve(listener: &TcpListener, service: Router) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(MOST));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADERS_IN);
    loop {
        let place = Arc::clone(&places).acquire_owned().await.map_err(io::Error::other)?;
        let Ok((stream, _)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        let stream = TokioIo::new(Stream { stream, due: Box::pin(sleep(TAKEN_IN)), waits: false });
        let connection = http.serve_connection(stream, TowerToHyperService::new(service.clone()));
        tokio::spawn(async move {
            let _place = place;
            // Nobody is left to be told how a connection ended.
            let _ = connection.await;
        });
    }
}

/// A connection that fails when its client takes nothing for too long.
struct Stream {
    stream: TcpStream,
    due: Pin<Box<Sleep>>,
    /// Whether a write waits for the client, and `due` counts.
    waits: bool,
}

impl Stream {
    /// Returns the outcome of a write, or fails if it has waited too long.
    fn in_time<T>(
        &mut self,
        context: &mut Context<'_>,
        outcome: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.waits = false;
            return outcome;
        }
        if !self.waits {
            self.waits = true;
            self.due.as_mut().reset(Instant::now() + TAKEN_IN);
        }
        ready!(self.due.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.in_time(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
