//! The progress line of a long run or of many: on a terminal only, with the best scores so far.

use std::collections::HashMap;
use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use quarry::{Budget, Event, Milestone, Score, Tally};
use quarry_lab::slurm::Standing;

/// Watches a run.
pub(crate) struct Progress {
    bar: ProgressBar,
    budget: Budget,
}

/// The bar's length: a share of the nearest limit, in thousandths.
const WHOLE: u64 = 1000;

impl Progress {
    /// A progress line, or a silent one.
    pub(crate) fn new(quiet: bool, solver: &str, budget: Budget) -> Self {
        let bar = line(quiet, WHOLE, "{prefix} {bar:24} {elapsed} {msg}");
        bar.set_prefix(solver.to_owned());
        Progress { bar, budget }
    }

    /// Takes note of what happens.
    pub(crate) fn note(&self, event: Event) {
        match event {
            Event::Slice { tally, seconds, best, bound } => {
                self.bar.set_position((self.share_used(&tally, seconds) * WHOLE as f64) as u64);
                self.bar.set_message(message(&tally, seconds, best, bound));
            }
            Event::Finished => self.bar.finish_and_clear(),
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

/// Watches an experiment.
pub(crate) struct ExperimentProgress {
    bar: ProgressBar,
    /// The best score of each contender, instance by instance.
    best: HashMap<String, Vec<(String, Score)>>,
}

impl ExperimentProgress {
    /// A progress line, or a silent one.
    pub(crate) fn new(quiet: bool, experiment: &str) -> Self {
        let bar = line(quiet, 0, "{prefix} {bar:24} {pos}/{len} runs, {eta} left, {wide_msg}");
        bar.set_prefix(experiment.to_owned());
        ExperimentProgress { bar, best: HashMap::new() }
    }

    /// Takes note of what happens.
    pub(crate) fn note(&mut self, progress: &quarry_lab::Progress) {
        self.bar.set_position(progress.done as u64);
        let Some(finished) = progress.latest else {
            self.bar.set_length(progress.all as u64);
            // What the store held already says nothing about the speed.
            return self.bar.reset_eta();
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
        let rate = short(self.bar.per_sec() * 60.0);
        self.bar.set_message(format!("{rate} a minute; {subject}: {}", best.join(", ")));
    }

    /// Takes the line away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Watches a cluster.
pub(crate) struct ClusterProgress {
    bar: ProgressBar,
}

impl ClusterProgress {
    /// A progress line, or a silent one.
    pub(crate) fn new(quiet: bool, experiment: &str, units: usize) -> Self {
        let bar = line(quiet, units as u64, "{prefix} {bar:24} {pos}/{len} units, {eta} left, {wide_msg}");
        bar.set_prefix(experiment.to_owned());
        ClusterProgress { bar }
    }

    /// Takes note of how far it has come.
    pub(crate) fn note(&self, standing: &Standing) {
        let Standing { survey, job, round, running, waiting } = standing;
        self.bar.set_position(survey.done as u64);
        let failed = if survey.failed > 0 { format!(", {} given up", survey.failed) } else { String::new() };
        let again = if *round > 1 { format!(", round {round}") } else { String::new() };
        self.bar.set_message(format!("array {job}{again}: {running} tasks run, {waiting} wait{failed}"));
    }

    /// Takes the line away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Watches a training.
pub(crate) struct TrainingProgress {
    bar: ProgressBar,
}

impl TrainingProgress {
    /// A progress line, or a silent one.
    pub(crate) fn new(quiet: bool, training: &str) -> Self {
        let bar = line(quiet, 0, "{prefix} {spinner} {elapsed} {wide_msg}");
        bar.set_prefix(training.to_owned());
        TrainingProgress { bar }
    }

    /// Takes note of how far it has come.
    pub(crate) fn note(&self, seen: &Milestone) {
        self.bar.set_message(seen.line.clone());
    }

    /// Takes the line away.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// A line that shows that something is going on, until it is dropped.
pub(crate) struct Spinner {
    bar: ProgressBar,
}

impl Spinner {
    pub(crate) fn new(what: &str) -> Self {
        let bar = line(false, 0, "{prefix} {spinner} {elapsed} {wide_msg}");
        bar.set_prefix(what.to_owned());
        Spinner { bar }
    }

    /// Says how far it has come.
    pub(crate) fn note(&self, words: String) {
        self.bar.set_message(words);
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn line(quiet: bool, length: u64, template: &str) -> ProgressBar {
    if quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(10));
    bar.set_style(ProgressStyle::with_template(template).expect("the template is ours and valid"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn message(tally: &Tally, seconds: f64, best: Option<Score>, bound: Option<Score>) -> String {
    let rate = tally.generated as f64 / seconds.max(1e-3);
    let best = best.map_or("none yet".to_owned(), |score| score.to_string());
    let bound = bound.map_or(String::new(), |bound| format!(", at most {bound}"));
    format!("best {best}{bound}, {} nodes, {}/s", short(tally.generated as f64), short(rate))
}

/// A number in three digits or so: 12.3M.
pub(crate) fn short(number: f64) -> String {
    match number {
        n if n >= 1e9 => format!("{:.1}G", n / 1e9),
        n if n >= 1e6 => format!("{:.1}M", n / 1e6),
        n if n >= 1e4 => format!("{:.0}k", n / 1e3),
        n => format!("{n:.0}"),
    }
}
