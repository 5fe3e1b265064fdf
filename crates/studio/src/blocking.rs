//! Requests that are answered at once: a few at a time, off the server's threads, with bodies of
//! bounded size. Those that may take long have only some of the places, so that many of them never
//! hold up the others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::problem::{Answer, Problem};

/// Maximum time that a request waits for its turn, and then for its answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Maximum size of a body in bytes.
pub(crate) const LARGEST_BODY: usize = 4 << 20;

/// Maximum time in which a body has to come.
const BODY_IN: Duration = Duration::from_secs(20);

/// Queue of short requests.
pub(crate) struct BlockingPool {
    places: Arc<Semaphore>,
    most: usize,
    /// Places that requests which may take long need besides.
    long_places: Arc<Semaphore>,
}

impl BlockingPool {
    pub(crate) fn new(workers: usize) -> Self {
        let most = 2 * workers.max(1);
        let places = |count: usize| Arc::new(Semaphore::new(count));
        BlockingPool { places: places(most), most, long_places: places(most / 2) }
    }

    /// Returns the number of requests that are being answered, and its limit.
    pub(crate) fn load(&self) -> Value {
        json!({"running": self.most - self.places.available_permits(), "most": self.most})
    }

    /// Answers a request that may take long: a search, a rating, a generator.
    pub(crate) async fn run_long(
        &self,
        question: impl FnOnce(&Arc<AtomicBool>) -> Result<Value, Problem> + Send + 'static,
    ) -> Answer {
        let long = place(&self.long_places).await?;
        self.run(move |stop| {
            let _long = long;
            question(stop)
        })
        .await
    }

    /// Answers a request. If it takes too long or its client has gone, its flag tells it to stop;
    /// it keeps its place until it ends, so that there are never more than a few.
    pub(crate) async fn run(
        &self,
        question: impl FnOnce(&Arc<AtomicBool>) -> Result<Value, Problem> + Send + 'static,
    ) -> Answer {
        let place = place(&self.places).await?;
        let asker = Asker::default();
        let stop = Arc::clone(&asker.gone);
        let work = tokio::task::spawn_blocking(move || {
            // The place is released when this ends, even by a panic.
            let _place = place;
            question(&stop)
        });
        match timeout(PATIENCE, work).await {
            Ok(Ok(answer)) => answer.map(Json),
            Ok(Err(_)) => Err(Problem::ours("internal error: this request ended in a panic")),
            Err(_) => Err(Problem::too_long()),
        }
    }
}

/// Waits for a place.
async fn place(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Problem> {
    match timeout(PATIENCE, Arc::clone(places).acquire_owned()).await {
        Ok(Ok(place)) => Ok(place),
        _ => Err(Problem::busy("too many requests at the same time; try again in a moment")),
    }
}

/// Sets the flag when the client that waits for an answer is dropped.
#[derive(Default)]
struct Asker {
    gone: Arc<AtomicBool>,
}

impl Drop for Asker {
    fn drop(&mut self) {
        self.gone.store(true, Ordering::Relaxed);
    }
}

/// A JSON body whose errors are reported in our format.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let read = timeout(BODY_IN, Json::<T>::from_request(request, state)).await;
        match read {
            Ok(Ok(Json(body))) => Ok(Body(body)),
            Err(_) => Err(late()),
            Ok(Err(rejection)) => {
                let message = match rejection.status() {
                    StatusCode::PAYLOAD_TOO_LARGE => {
                        format!("a body may have at most {LARGEST_BODY} bytes")
                    }
                    _ => rejection.body_text(),
                };
                Err(Problem::new(rejection.status(), message))
            }
        }
    }
}

/// A body that says nothing. It is read all the same: a connection that is closed before takes the
/// reply with it.
pub(crate) struct NoBody;

impl<S: Send + Sync> FromRequest<S> for NoBody {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        match timeout(BODY_IN, Bytes::from_request(request, state)).await {
            Ok(Ok(_)) => Ok(NoBody),
            Ok(Err(rejection)) => Err(Problem::new(rejection.status(), rejection.body_text())),
            Err(_) => Err(late()),
        }
    }
}

fn late() -> Problem {
    let limit = BODY_IN.as_secs();
    let message = format!("the body did not come within {limit} seconds");
    Problem::new(StatusCode::REQUEST_TIMEOUT, message)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
    }

    #[test]
    fn a_question_whose_asker_has_gone_is_told_to_stop_and_gives_its_place_back() {
        let blocking = BlockingPool::new(1);
        let places = blocking.places.available_permits();
        let (ended, end) = mpsc::channel();
        runtime().block_on(async {
            let question = blocking.run(move |stop| {
                while !stop.load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
                ended.send(()).expect("somebody listens");
                Ok(Value::Null)
            });
            assert!(timeout(Duration::from_millis(50), question).await.is_err(), "the asker goes");
        });
        end.recv_timeout(Duration::from_secs(10)).expect("it was told to stop");
        let begun = std::time::Instant::now();
        while blocking.places.available_permits() < places {
            assert!(begun.elapsed() < Duration::from_secs(10), "its place is free again");
        }
    }

    #[test]
    fn many_long_questions_leave_places_for_quick_ones() {
        let blocking = BlockingPool::new(1);
        runtime().block_on(async {
            let wait = |stop: &Arc<AtomicBool>| {
                while !stop.load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
                Ok(Value::Null)
            };
            let long = async { tokio::join!(blocking.run_long(wait), blocking.run_long(wait)) };
            let quick = async {
                tokio::task::yield_now().await;
                blocking.run(|_| Ok(json!("quick"))).await
            };
            tokio::select! {
                _ = long => panic!("the long ones wait until they are told to stop"),
                answer = quick => assert_eq!(answer.expect("an answer").0, json!("quick")),
            }
        });
    }

    #[test]
    fn a_question_that_panics_gives_its_place_back() {
        let blocking = BlockingPool::new(1);
        let places = blocking.places.available_permits();
        runtime().block_on(async {
            for _ in 0..=places {
                let answer = blocking.run(|_| panic!("an injected fault")).await;
                assert!(answer.is_err());
            }
        });
        assert_eq!(blocking.places.available_permits(), places);
    }
}
