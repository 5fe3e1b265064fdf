//! Events for watchers. A feed keeps the latest value of each kind of event, not a backlog: a
//! watcher that was away or is slow gets the current values, and a thousand watchers need as much
//! memory as one. Each value is serialised once for all.

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Sse};
use futures_util::stream::{select_all, unfold};
use futures_util::{Stream, StreamExt};
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::sleep;

/// Time that events are collected before they are sent, so that no watcher is woken more often than
/// people can notice.
const PACE: Duration = Duration::from_millis(80);

/// The last kind of event: none follow it.
pub(crate) const END: &str = "end";

/// The kind of event that shows how a method works; only those who ask for it get it.
pub(crate) const SHAPE: &str = "shape";

/// Events of one job or experiment.
#[derive(Debug)]
pub(crate) struct Feed {
    latest: Mutex<BTreeMap<&'static str, (u64, Arc<str>)>>,
    /// Number of events so far.
    bell: watch::Sender<u64>,
    /// Held by each watcher that wants to see shapes.
    shapes: Arc<()>,
}

struct News {
    number: u64,
    kind: &'static str,
    data: Arc<str>,
}

impl Feed {
    pub(crate) fn new() -> Self {
        Feed { latest: Mutex::default(), bell: watch::Sender::new(0), shapes: Arc::default() }
    }

    /// Whether anybody wants to see shapes, which take longer to make than other news.
    pub(crate) fn wants_shapes(&self) -> bool {
        Arc::strong_count(&self.shapes) > 1
    }

    /// Publishes an event.
    pub(crate) fn tell(&self, kind: &'static str, value: &Value) {
        let data = value.to_string().into();
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let number = *self.bell.borrow() + 1;
        latest.insert(kind, (number, data));
        self.bell.send_replace(number);
    }

    /// Whether anybody receives the events.
    pub(crate) fn is_watched(&self) -> bool {
        self.bell.receiver_count() > 0
    }

    /// Removes the end event, if there was one: more events will follow.
    pub(crate) fn reopen(&self) {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner).remove(END);
    }

    /// Returns the events after this number, the oldest first.
    fn since(&self, number: u64, shapes: bool) -> VecDeque<News> {
        let latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        let newer =
            latest.iter().filter(|(kind, (at, _))| *at > number && (shapes || **kind != SHAPE));
        let news = newer.map(|(&kind, (number, data))| News {
            number: *number,
            kind,
            data: Arc::clone(data),
        });
        let mut news: Vec<News> = news.collect();
        news.sort_by_key(|news| news.number);
        news.into()
    }

    /// Returns a stream of the events after a number, until the end. A number from before a restart
    /// of the server may be larger than all numbers here: then all events are sent.
    fn news(self: Arc<Self>, seen: u64, shapes: bool) -> impl Stream<Item = News> {
        let bell = self.bell.subscribe();
        let seen = if seen > *bell.borrow() { 0 } else { seen };
        let wants = shapes.then(|| Arc::clone(&self.shapes));
        let begun = (self, bell, seen, VecDeque::new(), false, wants);
        unfold(begun, |(feed, mut bell, mut seen, mut news, over, wants)| async move {
            if over {
                return None;
            }
            while news.is_empty() {
                bell.borrow_and_update();
                news = feed.since(seen, wants.is_some());
                if news.is_empty() {
                    bell.changed().await.ok()?;
                    sleep(PACE).await;
                }
            }
            let next: News = news.pop_front()?;
            seen = next.number;
            let over = next.kind == END;
            Some((next, (feed, bell, seen, news, over, wants)))
        })
    }

    /// Returns a stream of server-sent events; `seen` is the number of the last one that the
    /// watcher has.
    pub(crate) fn watch(self: Arc<Self>, seen: &str) -> impl IntoResponse + use<> {
        let event = |News { number, kind, data }: News| {
            Event::default().event(kind).id(number.to_string()).data(&*data)
        };
        sent(self.news(seen.parse().unwrap_or_default(), false).map(event))
    }
}

/// Merges the events of several feeds into one stream, since a browser has only six connections.
/// Each event states its feed; `seen` has a number for each of them.
pub(crate) fn watch_all(
    feeds: Vec<(u64, Arc<Feed>)>,
    seen: &str,
    shapes: bool,
) -> impl IntoResponse + use<> {
    let mut numbers: Vec<u64> =
        seen.split(',').map(|number| number.parse().unwrap_or_default()).collect();
    numbers.resize(feeds.len(), 0);
    let streams = feeds.into_iter().enumerate().map(|(place, (id, feed))| {
        Box::pin(feed.news(numbers[place], shapes).map(move |news| (place, id, news)))
    });
    let told = select_all(streams.collect::<Vec<_>>());
    sent(told.map(move |(place, id, News { number, kind, data })| {
        numbers[place] = number;
        let known: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let data = format!("{{\"job\":{id},\"news\":{data}}}");
        Event::default().event(kind).id(known.join(",")).data(data)
    }))
}

fn sent(events: impl Stream<Item = Event> + Send + 'static) -> impl IntoResponse {
    Sse::new(events.map(Ok::<_, Infallible>)).keep_alive(KeepAlive::default())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_latest_of_each_kind_is_told_in_order() {
        let feed = Feed::new();
        feed.tell("job", &json!("queued"));
        feed.tell("glance", &json!(1));
        feed.tell("glance", &json!(2));
        feed.tell("better", &json!(10));
        feed.tell(SHAPE, &json!("for those who ask for it"));
        feed.tell("glance", &json!(3));
        let told = |since| {
            feed.since(since, false)
                .into_iter()
                .map(|news| (news.number, news.kind, news.data.to_string()))
                .collect::<Vec<_>>()
        };
        let all = [
            (1, "job", "\"queued\"".to_owned()),
            (4, "better", "10".to_owned()),
            (6, "glance", "3".to_owned()),
        ];
        assert_eq!(told(0), all);
        assert_eq!(told(4), all[2..]);
        assert!(told(6).is_empty());
        assert_eq!(feed.since(4, true).len(), 2);
    }
}
