//! What can be said of an experiment: all that reports show, as plain data.

use std::collections::BTreeMap;

use quarry::{Budget, Score};

use super::agreement::Agreement;
use super::comparison::Comparison;
use super::effort::Effort;
use super::growth::Growth;
use super::map::Map;
use super::published_comparison::PublishedComparison;
use super::unsolved::Unsolved;
use super::verdict;
use crate::contender::Contender;
use crate::experiment::Experiment;
use crate::number_format::{grouped, plural};
use crate::plan::assignments;
use crate::results::{ResultCell, Results};
use crate::statistics::{AnytimeTrace, RunningTime, fixed_target};
use crate::table::ResultTable;
use crate::work::Work;

/// An experiment's results, looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The experiment's name in the store.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The published table or claim that it runs again.
    pub reproduces: Option<String>,
    /// Where the seeds come from.
    pub seed: u64,
    /// The instances.
    pub instances: Vec<InstanceNote>,
    /// The contenders.
    pub contenders: Vec<ContenderNote>,
    /// Runs in the store, of the runs in the plan.
    pub runs: (usize, usize),
    /// The measured and published figures, and the question.
    pub table: ResultTable,
    /// The unit in which work is compared.
    pub work: Work,
    /// What happened on each instance, in the contenders' order.
    pub meetings: Vec<Vec<Meeting>>,
    /// The contenders that have unsolved runs.
    pub unsolved: Vec<Unsolved>,
    /// Who did more work than others.
    pub effort: Option<Effort>,
    /// The contenders, each against each.
    pub comparison: Option<Comparison>,
    /// How alike they find the instances hard.
    pub agreements: Vec<Agreement>,
    /// The contenders beside what others report.
    pub others: Vec<PublishedComparison>,
    /// How cost grows with size.
    pub growth: Vec<Growth>,
    /// Instances along a parameter of their generator.
    pub maps: Vec<Map>,
    /// What made the runs.
    pub provenance: Provenance,
    /// What the tests show, in sentences.
    pub verdict: Vec<String>,
}

/// An instance, as a reader wants to know it.
#[derive(Debug, Clone, PartialEq)]
pub struct InstanceNote {
    /// Its name.
    pub name: String,
    /// The puzzle's title.
    pub puzzle: &'static str,
    /// Its picture's columns and rows.
    pub size: (u32, u32),
    /// The best result its file knows of, with what is said about it.
    pub known: Option<(Score, String)>,
}

/// A contender, as a reader wants to know it.
#[derive(Debug, Clone, PartialEq)]
pub struct ContenderNote {
    /// Its label.
    pub label: String,
    /// What the solver does, in one sentence.
    pub summary: &'static str,
    /// All settings, chosen and default.
    pub settings: String,
    /// The limits of one run.
    pub limits: String,
    /// Its runs on each instance.
    pub runs: u64,
}

/// The runs of one contender on one instance.
#[derive(Debug, Clone, PartialEq)]
pub struct Meeting {
    /// How many runs there are.
    pub runs: usize,
    /// The scores of the complete ones.
    pub scores: Vec<f64>,
    /// What was reached when.
    pub traces: Vec<AnytimeTrace>,
    /// The best score of any complete run of the experiment on the instance.
    pub target: Option<Score>,
    /// What it took to reach that score.
    pub to_target: Option<RunningTime>,
}

/// Where a report's figures come from, as its reader can get them again.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportOrigin {
    /// The experiment's file.
    pub file: String,
    /// The store's file.
    pub store: String,
    /// Lines for a shell: the first one does the runs.
    pub commands: Vec<String>,
    /// The line that does all of an experiment, where this is a reduced form of it.
    pub whole: Option<String>,
}

/// What made the runs, how often, and when.
#[derive(Debug, Clone, PartialEq)]
pub struct Provenance {
    /// Where all of it comes from.
    pub origin: ReportOrigin,
    /// Versions and commits, with their numbers of runs.
    pub programs: Vec<(String, usize)>,
    /// Machines, with their numbers of runs.
    pub machines: Vec<(String, usize)>,
    /// When the first run began, and the last.
    pub dates: Option<(String, String)>,
    /// Seconds of all runs together.
    pub seconds: f64,
}

impl Analysis {
    /// Looks at what the store holds of an experiment.
    pub fn of(results: &Results, origin: ReportOrigin) -> Analysis {
        let experiment = results.plan.experiment;
        let mut analysis = Analysis {
            name: experiment.name.clone(),
            title: experiment.title.clone(),
            reproduces: experiment.reproduces.clone(),
            seed: experiment.seed,
            instances: instance_notes(experiment),
            contenders: experiment
                .contenders
                .iter()
                .map(|contender| note(contender, experiment))
                .collect(),
            runs: results.progress(),
            table: ResultTable::timed(results),
            work: results.work,
            meetings: results.rows().map(|row| row.iter().map(Meeting::of).collect()).collect(),
            unsolved: Unsolved::of(results),
            effort: Effort::of(results),
            comparison: Comparison::of(results),
            agreements: Agreement::of(results),
            others: PublishedComparison::of(results),
            growth: Growth::of(results),
            maps: Map::of(results),
            provenance: Provenance::of(results, origin),
            verdict: Vec::new(),
        };
        analysis.verdict = verdict::sentences(&analysis);
        analysis
    }

    /// How many runs the store lacks.
    pub fn missing(&self) -> usize {
        self.runs.1 - self.runs.0
    }
}

fn instance_notes(experiment: &Experiment) -> Vec<InstanceNote> {
    let note = |subject: &crate::Subject| {
        let entry = subject.instance.entry();
        let best = subject.instance.header().known.iter().max_by_key(|known| known.score);
        let known = best.map(|known| {
            let proved = if known.proved { ", proved best" } else { "" };
            (known.score, format!("{}{proved}", known.by))
        });
        InstanceNote {
            name: subject.name.clone(),
            puzzle: entry.about().title,
            size: subject.size(),
            known,
        }
    };
    experiment.subjects.iter().map(note).collect()
}

fn note(contender: &Contender, experiment: &Experiment) -> ContenderNote {
    let instance = &experiment.subjects[0].instance;
    let card = instance.entry().solver(&contender.solver);
    let settings = instance.settings(&contender.solver, &contender.params);
    let settings = settings.expect("solvers and settings are checked when an experiment is read");
    ContenderNote {
        label: contender.label(),
        summary: card.map_or("", |solver| solver.card.summary),
        settings: assignments(&settings) + &own_settings(contender),
        limits: limits(&contender.budget),
        runs: contender.runs,
    }
}

/// What a contender is told on some instances only.
fn own_settings(contender: &Contender) -> String {
    let own = contender.own.iter().map(|(subject, params)| {
        let params: Vec<_> = params.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("; on {subject} {}", params.join(" "))
    });
    own.collect()
}

fn limits(budget: &Budget) -> String {
    let limits = [
        budget.evaluations.map(|limit| plural(limit, "evaluation")),
        budget.nodes.map(|limit| plural(limit, "node")),
        budget.seconds.map(|limit| format!("{limit} seconds")),
        budget.memory.map(|limit| format!("{} MiB", grouped(limit >> 20))),
    ];
    limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

impl Meeting {
    fn of(cell: &ResultCell) -> Meeting {
        let traces: Vec<AnytimeTrace> = cell.runs.iter().map(|run| run.trace(cell.work)).collect();
        let to_target = cell.target.and_then(|target| fixed_target(&traces, target).ok());
        let scores =
            cell.runs.iter().filter_map(|run| Some(run.complete_score()? as f64)).collect();
        Meeting { runs: cell.runs.len(), scores, traces, target: cell.target, to_target }
    }
}

impl Provenance {
    fn of(results: &Results, origin: ReportOrigin) -> Provenance {
        let runs = || results.cells.iter().flat_map(|cell| &cell.runs);
        let counted = |what: fn(&crate::Stored) -> &String| {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            for run in runs() {
                *counts.entry(what(run).clone()).or_default() += 1;
            }
            counts.into_iter().collect()
        };
        let dates = || runs().map(|run| &run.started);
        Provenance {
            origin,
            programs: counted(|run| &run.program),
            machines: counted(|run| &run.machine),
            dates: dates().min().cloned().zip(dates().max().cloned()),
            seconds: runs().map(|run| run.seconds).sum(),
        }
    }
}
