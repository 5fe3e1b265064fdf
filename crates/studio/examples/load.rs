//! Load test of the studio: `cargo run --release -p quarry-studio --example load`.
//!
//! A studio in a separate process works on one long solve. Quiet slices and crowded ones alternate;
//! in a crowded one, 300 clients watch the solve and 50 post small solves, one per second each. The
//! solver's speed in both is compared within the same run, since machines differ, and the median of
//! the rounds counts, since no machine is quiet all the time. Every reply other than success or the
//! documented "busy" is an error. Memory is what the system reports for the studio's process
//! (Linux).

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use quarry_studio::{Options, open};
use serde_json::{Value, json};

const WATCHERS: usize = 300;
const POSTERS: usize = 50;
/// Number of rounds of a quiet slice and a crowded one; the crowd is present for a minute in all.
const ROUNDS: usize = 15;
const SLICE: Duration = Duration::from_secs(4);
/// Number of jobs that a studio remembers: this many are posted first, since memory is constant
/// from then on.
const REMEMBERED: usize = 1_000;
/// Time that the crowd takes to come and to go, which counts for neither side.
const PASSAGE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_secs(1);

fn main() {
    match std::env::args().nth(1) {
        Some(folder) => serve(&folder),
        None => measure(),
    }
}

/// The studio's side: prints its address with its token, and serves until it is killed.
fn serve(folder: &str) {
    let store = std::path::Path::new(folder).join("runs.sqlite");
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let studio =
        open(&Options { catalogue: quarry::Catalogue::standard(), address, store, workers })
            .expect("a free port");
    println!("{}", studio.url);
    studio.serve(std::future::pending()).expect("it serves");
}

/// Counts of the clients' replies.
#[derive(Default)]
struct Met {
    events: AtomicU64,
    taken: AtomicU64,
    busy: AtomicU64,
    errors: AtomicU64,
}

struct Studio {
    process: Child,
    address: SocketAddr,
    token: String,
}

impl Studio {
    fn open(folder: &std::path::Path) -> Studio {
        let program = std::env::current_exe().expect("this program");
        let mut process =
            Command::new(program).arg(folder).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut url = String::new();
        BufReader::new(process.stdout.take().expect("its output"))
            .read_line(&mut url)
            .expect("its address");
        let (address, token) =
            url.trim().trim_start_matches("http://").split_once("/?token=").expect("a token");
        let (address, token) = (address.parse().expect("an address"), token.to_owned());
        Studio { process, address, token }
    }

    fn begin(&self, method: &str, path: &str, body: &str) -> std::io::Result<BufReader<TcpStream>> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\nauthorization: token {}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            self.token,
            body.len()
        )?;
        Ok(BufReader::new(stream))
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> std::io::Result<(u16, Value)> {
        let mut reply = String::new();
        self.begin(method, path, &body.to_string())?.read_to_string(&mut reply)?;
        let status = reply.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or_default();
        let body = reply.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        Ok((status, serde_json::from_str(body).unwrap_or_default()))
    }

    /// Watches a job until the crowd goes.
    fn watch(&self, id: u64, goes: &AtomicBool, met: &Met) -> std::io::Result<()> {
        let mut reader = self.begin("GET", &format!("/api/jobs/{id}/events"), "")?;
        let mut line = String::new();
        while !goes.load(Ordering::Relaxed) {
            line.clear();
            if reader.read_line(&mut line)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            if line.starts_with("HTTP/1.1 ") && !line.starts_with("HTTP/1.1 200") {
                return Err(std::io::Error::other(line));
            }
            met.events.fetch_add(u64::from(line.starts_with("event: ")), Ordering::Relaxed);
        }
        Ok(())
    }

    /// Posts a small solve; returns whether it was accepted.
    fn post(&self, text: &str) -> std::io::Result<bool> {
        let wish = json!({"text": text, "entries": [{"solver": "beam", "params": {"width": 10}}]});
        match self.ask("POST", "/api/jobs", &wish)? {
            (200, _) => Ok(true),
            (503, _) => Ok(false),
            (status, reply) => Err(std::io::Error::other(format!("{status}: {reply}"))),
        }
    }

    /// Posts small solves until the crowd goes.
    fn keep_posting(&self, text: &str, goes: &AtomicBool, met: &Met) -> std::io::Result<()> {
        while !goes.load(Ordering::Relaxed) {
            let counter = if self.post(text)? { &met.taken } else { &met.busy };
            counter.fetch_add(1, Ordering::Relaxed);
            thread::sleep(PAUSE);
        }
        Ok(())
    }

    /// Returns evaluations and seconds of a job so far.
    fn work(&self, id: u64) -> (f64, f64) {
        let (_, job) = self.ask("GET", &format!("/api/jobs/{id}"), &Value::Null).expect("the job");
        (
            job["evaluations"].as_f64().unwrap_or_default(),
            job["seconds"].as_f64().unwrap_or_default(),
        )
    }

    /// Returns the evaluations per second during a slice.
    fn speed(&self, id: u64) -> f64 {
        let (before, from) = self.work(id);
        thread::sleep(SLICE);
        let (after, to) = self.work(id);
        (after - before) / (to - from)
    }

    /// Returns the resident memory in MiB.
    fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))
            .unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes: f64 =
            line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(f64::NAN);
        kilobytes / 1024.0
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn measure() {
    let folder = tempfile::tempdir().expect("a folder");
    let studio = Studio::open(folder.path());
    let example = |name: &str| {
        let path = format!("/api/puzzles/samegame/examples/{name}");
        let (_, opened) = studio.ask("GET", &path, &Value::Null).expect("an example");
        opened["text"].as_str().expect("its text").to_owned()
    };
    let (long, short) = (example("standard-01"), example("table1-5x5-3"));
    // This method needs no more memory over time, unlike one that learns: any growth is that of the
    // studio.
    let entries = json!([{"solver": "tempering"}]);
    let wish = json!({"text": long, "entries": entries, "budget": {"seconds": 3600}});
    let (_, taken) = studio.ask("POST", "/api/jobs", &wish).expect("the long solve");
    let id = taken["jobs"][0].as_u64().expect("its number");
    for _ in 0..REMEMBERED {
        while !studio.post(&short).expect("a small solve") {
            thread::sleep(PAUSE);
        }
    }
    thread::sleep(PASSAGE);

    let (met, mut ratios) = (Met::default(), Vec::new());
    let tried = |outcome: std::io::Result<()>| {
        if let Err(error) = outcome {
            eprintln!("{error}");
            met.errors.fetch_add(1, Ordering::Relaxed);
        }
    };
    println!("round   alone/s  crowded/s  ratio   MiB");
    for round in 1..=ROUNDS {
        let alone = studio.speed(id);
        let goes = AtomicBool::new(false);
        let crowded = thread::scope(|scope| {
            for _ in 0..WATCHERS {
                scope.spawn(|| tried(studio.watch(id, &goes, &met)));
            }
            for poster in 0..POSTERS {
                let (studio, short, goes, met) = (&studio, &short, &goes, &met);
                scope.spawn(move || {
                    thread::sleep(PAUSE * poster as u32 / POSTERS as u32);
                    tried(studio.keep_posting(short, goes, met));
                });
            }
            thread::sleep(PASSAGE);
            let speed = studio.speed(id);
            goes.store(true, Ordering::Relaxed);
            speed
        });
        thread::sleep(PASSAGE);
        ratios.push(crowded / alone);
        println!(
            "{round:>5} {alone:>9.0} {crowded:>10.0} {:>6.3} {:>5.1}",
            crowded / alone,
            studio.memory()
        );
    }
    let crowded = (SLICE + PASSAGE).as_secs_f64() * ROUNDS as f64;
    let count = |of: &AtomicU64| of.load(Ordering::Relaxed);
    println!(
        "{} watchers received {:.1} events a second each; of {} solves posted {} were accepted, {} refused as busy; {} errors",
        WATCHERS,
        count(&met.events) as f64 / crowded / WATCHERS as f64,
        count(&met.taken) + count(&met.busy),
        count(&met.taken),
        count(&met.busy),
        count(&met.errors),
    );
    ratios.sort_by(f64::total_cmp);
    println!(
        "the solver kept {:.1} % of its speed (median of the rounds)",
        100.0 * ratios[ROUNDS / 2]
    );
}
