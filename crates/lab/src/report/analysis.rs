//! Analysis of an experiment: everything that reports show, as plain data.

use std::collections::BTreeMap;

use quarry::{Budget, Score};

use super::agreement::Agreement;
use super::comparison::Comparison;
use super::effort::Effort;
use super::growth::Growth;
use super::map::Map;
use super::order::OrderedScores;
use super::published_comparison::PublishedComparison;
use super::unsolved::Unsolved;
use super::verdict;
use crate::chain::{ChainLink, RunChain};
use crate::contender::Contender;
use crate::experiment::Experiment;
use crate::number_format::{grouped, plural};
use crate::plan::assignments;
use crate::results::{ResultCell, Results};
use crate::statistics::{AnytimeTrace, RunningTime, fixed_target};
use crate::table::ResultTable;
use crate::work::Work;

/// Analysed results of an experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// Name of the experiment in the store.
    pub name: String,
    /// Title of the experiment.
    pub title: String,
    /// Published table or claim that the experiment reproduces.
    pub reproduces: Option<String>,
    /// Seed from which the seeds of all runs are derived.
    pub seed: u64,
    /// Instances of the experiment.
    pub instances: Vec<InstanceNote>,
    /// Contenders of the experiment.
    pub contenders: Vec<ContenderNote>,
    /// Number of runs in the store, and in the plan.
    pub runs: (usize, usize),
    /// Measured and published figures, and the question.
    pub table: ResultTable,
    /// Unit in which work is compared.
    pub work: Work,
    /// Runs by instance and contender, both in the experiment's order.
    pub meetings: Vec<Vec<Meeting>>,
    /// Contenders that have unsolved runs.
    pub unsolved: Vec<Unsolved>,
    /// Contenders that did more work than others.
    pub effort: Option<Effort>,
    /// Pairwise comparison of the contenders.
    pub comparison: Option<Comparison>,
    /// Whether contenders find the same instances hard.
    pub agreements: Vec<Agreement>,
    /// Contenders compared with published figures.
    pub others: Vec<PublishedComparison>,
    /// Claims about the order of scores.
    pub orders: Vec<OrderedScores>,
    /// Growth of the cost with the size of the instances.
    pub growth: Vec<Growth>,
    /// Results along a parameter of the instance generator.
    pub maps: Vec<Map>,
    /// Origin of the runs.
    pub provenance: Provenance,
    /// Conclusions of the tests, in sentences.
    pub verdict: Vec<String>,
}

/// Description of an instance.
#[derive(Debug, Clone, PartialEq)]
pub struct InstanceNote {
    /// Name of the instance.
    pub name: String,
    /// Title of the puzzle.
    pub puzzle: &'static str,
    /// Size in words.
    pub size: String,
    /// Best score recorded in the instance's file, and its source.
    pub known: Option<(Score, String)>,
}

/// Description of a contender.
#[derive(Debug, Clone, PartialEq)]
pub struct ContenderNote {
    /// Label of the contender.
    pub label: String,
    /// One sentence about the solver.
    pub summary: &'static str,
    /// All settings, chosen and default.
    pub settings: String,
    /// Limits of one run.
    pub limits: String,
    /// Number of runs on each instance.
    pub runs: u64,
}

/// Runs of one contender on one instance.
#[derive(Debug, Clone, PartialEq)]
pub struct Meeting {
    /// Number of runs.
    pub runs: usize,
    /// Scores of the complete runs.
    pub scores: Vec<f64>,
    /// Scores reached over work, for each run.
    pub traces: Vec<AnytimeTrace>,
    /// Best score of any complete run of the experiment on the instance.
    pub target: Option<Score>,
    /// Work needed to reach that score.
    pub to_target: Option<RunningTime>,
}

/// Origin of a report's figures, so that a reader can reproduce them.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportOrigin {
    /// Path of the experiment file.
    pub file: String,
    /// Path of the store.
    pub store: String,
    /// Shell commands; the first one executes the runs.
    pub commands: Vec<String>,
    /// Command for the full experiment, if this is a reduced form.
    pub whole: Option<String>,
}

/// Programs, machines and times of the runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Provenance {
    /// Files and commands.
    pub origin: ReportOrigin,
    /// Versions and commits, with their numbers of runs.
    pub programs: Vec<(String, usize)>,
    /// Machines, with their numbers of runs.
    pub machines: Vec<(String, usize)>,
    /// Start of the first run, and of the last.
    pub dates: Option<(String, String)>,
    /// Total seconds of all runs.
    pub seconds: f64,
}

impl Analysis {
    /// Analyses the runs of an experiment in the store.
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
            orders: OrderedScores::of(results),
            growth: Growth::of(results),
            maps: Map::of(results),
            provenance: Provenance::of(results, origin),
            verdict: Vec::new(),
        };
        analysis.verdict = verdict::sentences(&analysis);
        analysis
    }

    /// Returns the number of planned runs that are not in the store.
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
    let card = instance.solver(&contender.solver);
    let settings = instance.settings(&contender.solver, &contender.params);
    let settings = settings.expect("solvers and settings are checked when an experiment is read");
    ContenderNote {
        label: contender.label(),
        summary: card.map_or("", |solver| solver.card.summary),
        settings: assignments(&settings) + &own_settings(contender) + &chain(contender),
        limits: limits(&contender.budget),
        runs: contender.runs,
    }
}

/// Formats the settings that apply to some instances only.
fn own_settings(contender: &Contender) -> String {
    let own = contender.own.iter().map(|(subject, params)| {
        let params: Vec<_> = params.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("; on {subject} {}", params.join(" "))
    });
    own.collect()
}

/// Says what the runs of a chain begin with.
fn chain(contender: &Contender) -> String {
    let words = |chain: &RunChain| match chain.after {
        ChainLink::Previous => format!("; {} is the result on the instance before", chain.setting),
        ChainLink::First => {
            format!("; {} is the result on the first instance of the entry", chain.setting)
        }
    };
    contender.chain.as_ref().map_or_else(String::new, words)
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
