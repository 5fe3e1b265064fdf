//! Progress of one or many long runs: a line that updates itself on a terminal, otherwise a line
//! from time to time.

use std::collections::HashMap;
use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quarry::{Budget, Event, Milestone, Score, Tally};
use quarry_lab::slurm::ClusterProgress;

/// Progress of a run.
pub(crate) struct RunBar {
    line: Line,
    budget: Budget,
}

/// Length of the bar: a share of the nearest limit, in thousandths.
const WHOLE: u64 = 1000;

impl RunBar {
    pub(crate) fn new(quiet: bool, solver: &str, budget: Budget) -> Self {
        let template = "{prefix} {spinner} {bar:24} {elapsed} {wide_msg}";
        RunBar { line: Line::new(quiet, solver, template, Some(WHOLE), ""), budget }
    }

    /// Updates the line after an event.
    pub(crate) fn note(&self, event: Event) {
        match event {
            Event::Slice { tally, seconds, best, bound } => {
                let share = self.share_used(&tally, seconds);
                self.line.set((share * WHOLE as f64) as u64, message(&tally, seconds, best, bound));
            }
            // This takes a while for a long answer.
            Event::Finished => self.line.set(WHOLE, "judging the answer".to_owned()),
            Event::Started | Event::Improved { .. } => {}
        }
    }

    fn share_used(&self, tally: &Tally, seconds: f64) -> f64 {
        let share = |used: f64, limit: Option<f64>| limit.map_or(0.0, |limit| used / limit);
        share(seconds, self.budget.seconds)
            .max(share(tally.evaluations as f64, self.budget.evaluations.map(|limit| limit as f64)))
            .max(share(tally.generated as f64, self.budget.nodes.map(|limit| limit as f64)))
            .min(1.0)
    }
}

/// Progress of a known number of games, stretches of play or puzzles.
pub(crate) struct CountBar {
    line: Line,
}

impl CountBar {
    pub(crate) fn new(quiet: bool, what: &str, count: u64, unit: &'static str) -> Self {
        let template = "{prefix} {spinner} {bar:24} {pos}/{len} {msg}, {elapsed}, {eta} left";
        let line = Line::new(quiet, what, template, Some(count), unit);
        line.bar.set_message(unit);
        CountBar { line }
    }

    /// Updates the number that is done.
    pub(crate) fn note(&self, done: u64) {
        self.line.advance(done);
    }

    /// Prints something above the line.
    pub(crate) fn print_above<T>(&self, print: impl FnOnce() -> T) -> T {
        self.line.bar.suspend(print)
    }
}

/// Progress of an experiment.
pub(crate) struct ExperimentBar {
    line: Line,
    /// Best score of each contender, by instance.
    best: HashMap<String, Vec<(String, Score)>>,
}

impl ExperimentBar {
    pub(crate) fn new(quiet: bool, experiment: &str) -> Self {
        let template = "{prefix} {spinner} {bar:24} {pos}/{len} runs, {eta} left, {wide_msg}";
        ExperimentBar {
            line: Line::new(quiet, experiment, template, None, "runs"),
            best: HashMap::new(),
        }
    }

    /// Updates the line.
    pub(crate) fn note(&mut self, progress: &quarry_lab::ExperimentProgress) {
        let Some(finished) = progress.latest else {
            self.line.bar.set_length(progress.all as u64);
            self.line.advance(progress.done as u64);
            // Runs that were already in the store say nothing about the speed.
            return self.line.bar.reset_eta();
        };
        let subject = &finished.unit().subject.name;
        let best = self.best.entry(subject.clone()).or_default();
        if let Some(score) = finished.report().score {
            let label = finished.unit().contender.label();
            match best.iter_mut().find(|(contender, _)| *contender == label) {
                Some((_, record)) => *record = score.max(*record),
                None => best.push((label, score)),
            }
        }
        let best: Vec<_> = best.iter().map(|(label, score)| format!("{label} {score}")).collect();
        let rate = short(self.line.bar.per_sec() * 60.0);
        self.line
            .set(progress.done as u64, format!("{rate} a minute; {subject}: {}", best.join(", ")));
    }
}

/// Progress of a cluster.
pub(crate) struct ClusterBar {
    line: Line,
}

impl ClusterBar {
    pub(crate) fn new(quiet: bool, experiment: &str, units: usize) -> Self {
        let template = "{prefix} {spinner} {bar:24} {pos}/{len} units, {eta} left, {wide_msg}";
        ClusterBar { line: Line::new(quiet, experiment, template, Some(units as u64), "units") }
    }

    /// Updates the line.
    pub(crate) fn note(&self, progress: &ClusterProgress) {
        let ClusterProgress { survey, job, round, running, waiting } = progress;
        let failed =
            if survey.failed > 0 { format!(", {} given up", survey.failed) } else { String::new() };
        let again = if *round > 1 { format!(", round {round}") } else { String::new() };
        let message = format!("array {job}{again}: {running} tasks run, {waiting} wait{failed}");
        self.line.set(survey.done as u64, message);
    }
}

/// Progress of a training.
pub(crate) struct TrainingBar {
    line: Line,
}

impl TrainingBar {
    pub(crate) fn new(quiet: bool, training: &str) -> Self {
        let template = "{prefix} {spinner} {elapsed} {wide_msg}";
        TrainingBar { line: Line::new(quiet, training, template, None, "") }
    }

    /// Updates the line.
    pub(crate) fn note(&self, seen: &Milestone) {
        self.line.set(0, seen.line.clone());
    }
}

/// A progress line that disappears when it is dropped; can be silent.
struct Line {
    /// Hidden if there is no terminal.
    bar: ProgressBar,
    log: Option<Log>,
    /// Unit of the count; empty if there is only a message.
    unit: &'static str,
}

impl Line {
    fn new(
        quiet: bool,
        prefix: &str,
        template: &str,
        length: Option<u64>,
        unit: &'static str,
    ) -> Self {
        if quiet || !std::io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
            return Line { bar, log: (!quiet).then(|| Log::new(prefix)), unit };
        }
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr_with_hz(10));
        bar.set_style(
            ProgressStyle::with_template(template).expect("the template is ours and valid"),
        );
        bar.set_prefix(prefix.to_owned());
        // Runs in a thread, so that the line moves even without news of the work.
        bar.enable_steady_tick(Duration::from_millis(100));
        Line { bar, log: None, unit }
    }

    fn advance(&self, position: u64) {
        self.bar.set_position(position);
        if let Some(log) = &self.log {
            log.tell(self.counted());
        }
    }

    fn set(&self, position: u64, message: String) {
        self.bar.set_position(position);
        if let Some(log) = &self.log {
            let counted = self.counted();
            let between = if counted.is_empty() { "" } else { ", " };
            log.tell(format!("{counted}{between}{message}"));
        } else {
            self.bar.set_message(message);
        }
    }

    /// Returns the progress, such as `3/10 runs`.
    fn counted(&self) -> String {
        let (position, length, unit) =
            (self.bar.position(), self.bar.length().unwrap_or(0), self.unit);
        if unit.is_empty() { String::new() } else { format!("{position}/{length} {unit}") }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Lines on standard error, for log files.
struct Log {
    latest: Arc<Mutex<String>>,
    /// Dropped to end the thread.
    ends: Option<Sender<()>>,
    writer: Option<JoinHandle<()>>,
}

/// Time between two lines of a log.
const BETWEEN_LINES: Duration = Duration::from_secs(5);

impl Log {
    fn new(prefix: &str) -> Self {
        let (ends, ended) = channel::<()>();
        let latest = Arc::new(Mutex::new(String::new()));
        let (told, prefix, begun) = (Arc::clone(&latest), prefix.to_owned(), Instant::now());
        let writer = std::thread::spawn(move || {
            while ended.recv_timeout(BETWEEN_LINES) == Err(RecvTimeoutError::Timeout) {
                let latest = told.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let between = if latest.is_empty() { "" } else { ", " };
                let seconds = begun.elapsed().as_secs();
                // Standard error may be closed.
                let _ = writeln!(std::io::stderr(), "{prefix}: {seconds} s{between}{latest}");
            }
        });
        Log { latest, ends: Some(ends), writer: Some(writer) }
    }

    fn tell(&self, message: String) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = message;
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        self.ends = None;
        if let Some(writer) = self.writer.take() {
            // The thread cannot panic: it only writes.
            let _ = writer.join();
        }
    }
}

/// A line that shows activity until it is dropped.
pub(crate) struct Spinner {
    line: Line,
}

impl Spinner {
    pub(crate) fn new(what: &str) -> Self {
        Spinner {
            line: Line::new(false, what, "{prefix} {spinner} {elapsed} {wide_msg}", None, ""),
        }
    }

    /// Updates the message.
    pub(crate) fn note(&self, words: String) {
        self.line.set(0, words);
    }
}

fn message(tally: &Tally, seconds: f64, best: Option<Score>, bound: Option<Score>) -> String {
    let rate = tally.generated as f64 / seconds.max(1e-3);
    let best = best.map_or("none yet".to_owned(), |score| score.to_string());
    let bound = bound.map_or(String::new(), |bound| format!(", at most {bound}"));
    let [evaluations, nodes] =
        [tally.evaluations, tally.generated].map(|count| short(count as f64));
    format!("best {best}{bound}, {evaluations} evaluations, {nodes} nodes, {}/s", short(rate))
}

/// Formats a number with about three digits: 12.3M.
pub(crate) fn short(number: f64) -> String {
    match number {
        n if n >= 1e9 => format!("{:.1}G", n / 1e9),
        n if n >= 1e6 => format!("{:.1}M", n / 1e6),
        n if n >= 1e4 => format!("{:.0}k", n / 1e3),
        n => format!("{n:.0}"),
    }
}
