//! A studio in a temporary folder, and a minimal HTTP client.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

use quarry_studio::{Options, open};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::oneshot;

/// A studio that is open until it is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
    closing: Option<oneshot::Sender<()>>,
    serving: Option<std::thread::JoinHandle<()>>,
    folder: Option<TempDir>,
}

impl Server {
    pub(crate) fn open() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Server::at(folder.path());
        server.folder = Some(folder);
        server
    }

    /// Opens a studio that keeps its jobs in an existing folder.
    pub(crate) fn at(folder: &Path) -> Server {
        Server::on(folder, Ipv4Addr::LOCALHOST)
    }

    /// Opens a studio at an address of this machine.
    pub(crate) fn on(folder: &Path, address: Ipv4Addr) -> Server {
        let address = SocketAddr::from((address, 0));
        let studio = open(&Options {
            catalogue: quarry::Catalogue::standard(),
            address,
            store: folder.join("runs.sqlite"),
            workers: 2,
        })
        .unwrap();
        let (address, token) =
            studio.url.trim_start_matches("http://").split_once("/?token=").unwrap();
        let (address, token) = (address.parse().unwrap(), token.to_owned());
        let (closing, closed) = oneshot::channel::<()>();
        let serving = std::thread::spawn(move || {
            studio.serve(async { _ = closed.await }).unwrap();
        });
        Server { address, token, closing: Some(closing), serving: Some(serving), folder: None }
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(
            "POST",
            path,
            &[("content-type", "application/json")],
            body.to_string().as_bytes(),
        )
    }

    /// Returns the value of a request that must succeed.
    pub(crate) fn asked(&self, path: &str, body: &Value) -> Value {
        let reply = self.post(path, body);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply.value()
    }

    pub(crate) fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Reply {
        let mut stream = self.begin(method, path, headers, body);
        let mut bytes = Vec::new();
        // A server that refuses a body may close the connection before it has read all of it.
        let _ = stream.read_to_end(&mut bytes);
        Reply::read(&bytes)
    }

    /// Sends a question, and closes the connection if it is not answered in time.
    pub(crate) fn ask_and_go(&self, path: &str, body: &Value, patience: Duration) {
        let json = [("content-type", "application/json")];
        let mut stream = self.begin("POST", path, &json, body.to_string().as_bytes());
        stream.get_ref().set_read_timeout(Some(patience)).unwrap();
        let _ = stream.read_to_end(&mut Vec::new());
    }

    fn begin(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let is_given =
            |name: &str| headers.iter().any(|(given, _)| given.eq_ignore_ascii_case(name));
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !is_given("host") {
            head += &format!("host: {}\r\n", self.address);
        }
        if !is_given("authorization") {
            head += &format!("authorization: token {}\r\n", self.token);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() && !is_given("content-length") {
            head += &format!("content-length: {}\r\n", body.len());
        }
        let _ = stream
            .write_all(format!("{head}\r\n").as_bytes())
            .and_then(|()| stream.write_all(body));
        BufReader::new(stream)
    }

    /// Returns the events of a job's stream up to the first of kind `last`: kind, number and value
    /// of each.
    pub(crate) fn events(&self, path: &str, seen: u64, last: &str) -> Vec<(String, u64, Value)> {
        let seen = seen.to_string();
        let headers = [("accept", "text/event-stream"), ("last-event-id", seen.as_str())];
        let mut events = Vec::new();
        let (mut kind, mut number, mut value) = (String::new(), 0, Value::Null);
        for line in self.begin("GET", path, &headers, b"").lines() {
            let line = line.unwrap();
            if let Some(word) = line.strip_prefix("event: ") {
                kind = word.to_owned();
            } else if let Some(id) = line.strip_prefix("id: ") {
                number = id.parse().unwrap();
            } else if let Some(data) = line.strip_prefix("data: ") {
                let mut told: Value = serde_json::from_str(data).unwrap();
                value = told["news"].take();
            } else if line.is_empty() && !kind.is_empty() {
                events.push((std::mem::take(&mut kind), number, std::mem::take(&mut value)));
                if events.last().is_some_and(|(kind, ..)| kind == last) {
                    return events;
                }
            }
        }
        panic!("the stream {path} ended before {last}: {events:?}");
    }

    /// Returns the text of an example.
    pub(crate) fn example(&self, name: &str) -> String {
        let (puzzle, name) = name.split_once('/').unwrap();
        let opened = self.get(&format!("/api/puzzles/{puzzle}/examples/{name}")).value();
        opened["text"].as_str().unwrap().to_owned()
    }

    /// Posts one job and returns its number.
    pub(crate) fn job(&self, text: &str, solver: &str, more: &Value) -> u64 {
        let mut body = json!({"text": text, "entries": [{"solver": solver}]});
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        self.asked("/api/jobs", &body)["jobs"][0].as_u64().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.closing.take());
        if let Some(serving) = self.serving.take() {
            let _ = serving.join();
        }
    }
}

/// Reply of the server.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    body: Vec<u8>,
}

impl Reply {
    fn read(bytes: &[u8]) -> Reply {
        let end =
            bytes.windows(4).position(|four| four == b"\r\n\r\n").map_or(bytes.len(), |at| at + 4);
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or_default();
        Reply { status, head, body: bytes[end..].to_vec() }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn value(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}
