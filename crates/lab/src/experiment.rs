//! Experiment files: a question, the instances and solvers that answer it, and the number and
//! limits of the runs.
//!
//! ```toml
//! title = "Beams"                 # title of reports; by default the file's name
//! question = "Is a wider beam worth its price?"
//! reproduces = "paper and table"  # the published table or claim that is reproduced, if any
//! measure = ["best", "median"]    # columns of the table, from `Measure::ALL`; by default
//!                                 # `Measure::USUAL`; every table ends with `Measure::WORK`
//! totals = true                   # the table ends with the sums over all instances
//! seed = 1                        # the seeds of all runs are derived from it
//! runs = 10                       # number of runs of each solver on each instance
//! minutes = 20                    # measured time on two cores
//! along = ["types", "n"]          # generator parameter on the report's axis; one map per value
//!                                 # of the second
//!
//! [budget]                        # limits of one run: nodes, evaluations or seconds; memory in
//!                                 # MiB; without a budget, the default of docs/guide/work.md
//! nodes = 100_000
//!
//! [[instances]]                   # examples by name, files by path, or generated instances;
//!                                 # names and paths may have wildcards
//! name = "samegame/table1-*"
//!
//! [[solvers]]                     # an array is a grid: each of its values is tried
//! name = "beam"
//! params = { width = [10, 100] }
//! runs = 1                        # overrides the experiment's runs, for example for a solver
//!                                 # without randomness; a budget can be overridden too
//! label = "TYPEC"                 # label in tables, instead of the settings
//! on = { "samegame/table1-5x5-3" = { width = 9 } } # settings for some instances only
//! chain = "start"                 # run k on each instance but the first begins with what run k
//!                                 # of the same contender found on the instance before; this
//!                                 # setting takes it
//! chain_after = "first"           # or on the first instance of its entry of [[instances]]
//!
//! [reduced]                       # a smaller form of an expensive experiment; a solver may have
//!                                 # its own reduced runs and budget
//! runs = 3
//! minutes = 0.5
//! budget = { nodes = 1_000 }
//! instances = ["samegame/table1-5x5-*"]
//!
//! [[series]]                      # instances of growing size: the growth of the cost is fitted
//!                                 # for each series
//! name = "Diggers"
//! instances = "lemmings/*Diggers" # the first number in a name is the size of the instance
//! place = 8                       # rank in a published order of difficulty, if there is one
//! shape = "exponential"           # published shape of the growth, if there is one
//!
//! [[trends]]                      # a claim that scores rise, or fall, from instance to instance
//!                                 # of each group, as the file lists them; the groups are equal
//!                                 # in size
//! claim = "fewer colours, larger scores"
//! direction = "falls"
//! groups = ["samegame/table1-5x5-*", "samegame/table1-6x6-*"]
//!
//! [[published]]                   # published values, shown beside the cells of the table
//! solver = "SP-MCTS"              # the published method
//! beside = "beam width=100"       # the solver to compare with: a label of the experiment, or
//!                                 # the name of a solver for all its contenders
//! measure = "best"
//! source = "paper and table"
//! runs = 10                       # the number of runs that the best or worst of is published;
//!                                 # no test is made with another number of ours
//! on = "other boards"             # where the value was measured, if not on these instances;
//!                                 # then no test is made
//! values = { "samegame/table1-5x5-3" = 83 }
//!
//! [[published]]                   # or all figures that a source has of some instances
//! solver = "T=0"
//! source = "paper and table"
//! instances = ["tetris/10x20"]
//! figures = { uncut = 36037, uncut-interval = [33764, 38309], worst = 39 }
//!
//! [[published]]                   # a published value that belongs to no cell, or a formula
//! what = "mean score on 10 x 10 boards"
//! value = 345.6                   # or formula = "O(b^d)"
//! source = "paper and table"
//! ```
//!
//! Everything is checked when the file is read, so that an experiment that starts can also finish.
//! That includes its size (`size.rs`): at most 2,000,000 runs of 10,000 solvers on 100,000
//! instances.

use quarry::Budget;
use quarry_core::{Document, ParseError};

use crate::contender::{self, Contender, MOST_RUNS};
use crate::measure::Measure;
use crate::published::{self, Aside, Published};
use crate::reduction::{self, Reduction};
use crate::series::{self, Series};
use crate::size::PlanRoom;
use crate::subject::{self, Lookup, Subject};
use crate::trend::{self, Trend};

/// An experiment, parsed and checked.
pub struct Experiment {
    /// Name in the store.
    pub name: String,
    /// Title of reports.
    pub title: String,
    /// The question that the experiment answers.
    pub question: String,
    /// Published table or claim that the experiment reproduces.
    pub reproduces: Option<String>,
    /// Columns of the result table.
    pub measures: Vec<Measure>,
    /// Whether the table ends with the sums over all instances.
    pub has_totals: bool,
    /// Seed from which the seeds of all runs are derived.
    pub seed: u64,
    /// Instances that the contenders run on.
    pub subjects: Vec<Subject>,
    /// Parameters of generated instances that the report goes along: the axis and, optionally, a
    /// second one with a separate map for each value.
    pub along: Vec<String>,
    /// Solvers with their settings; grids are expanded.
    pub contenders: Vec<Contender>,
    /// Series of instances of growing size.
    pub series: Vec<Series>,
    /// Claims about the order of scores.
    pub trends: Vec<Trend>,
    /// Published values for cells of the table.
    pub published: Vec<Published>,
    /// Published values that belong to no cell.
    pub asides: Vec<Aside>,
    /// Minutes on two cores, as stated in the file.
    pub minutes: Option<f64>,
    /// How this experiment is smaller than the file's, such as `reduced: 3 of 30 runs`; `None` for
    /// the full form.
    pub reduction: Option<String>,
    reduced: Option<Box<Experiment>>,
}

/// Head of an experiment file: everything before the instances and solvers.
#[derive(Debug, Clone, PartialEq)]
pub struct Heading {
    /// Title of reports.
    pub title: String,
    /// The question that the experiment answers.
    pub question: String,
    /// Published table or claim that the experiment reproduces.
    pub reproduces: Option<String>,
    /// Minutes on two cores, as stated in the file.
    pub minutes: Option<f64>,
    /// Minutes that the reduced form takes.
    pub reduced_minutes: Option<f64>,
}

impl Heading {
    /// Parses the heading only, which is fast: no instance is created.
    pub fn parse(name: &str, text: &str) -> Result<Heading, ParseError> {
        Heading::of(name, &Document::parse(text)?)
    }

    fn of(name: &str, document: &Document) -> Result<Heading, ParseError> {
        let reduced = document.table("reduced")?;
        Ok(Heading {
            title: document.text("title")?.map_or(name, |title| title.value).to_owned(),
            question: required_text(
                document,
                "question",
                "question = \"Is a wider beam worth its price?\"",
            )?,
            reproduces: document.text("reproduces")?.map(|source| source.value.to_owned()),
            minutes: positive_number(document, "minutes")?,
            reduced_minutes: reduced
                .map(|table| positive_number(&table, "minutes"))
                .transpose()?
                .flatten(),
        })
    }
}

/// Default memory limit of a run in MiB: several runs take place at the same time.
const DEFAULT_MEMORY: u64 = 1024;

/// Default node limit of a run, if the file has no budget.
const DEFAULT_NODES: u64 = 100_000;

/// Default evaluation limit of a run, if the file has no budget. It is higher than what that many
/// nodes need, and stops methods that play no moves.
const DEFAULT_EVALUATIONS: u64 = 10_000_000;

impl Experiment {
    /// Parses an experiment; files that it names are looked up in `lookup.folder`.
    pub fn parse(name: &str, text: &str, lookup: Lookup) -> Result<Experiment, ParseError> {
        let document = Document::parse(text)?;
        if let Some(at) = document.place("race") {
            return Err(ParseError::new(
                at,
                "an experiment without a race; `quarry tune` runs races",
                "a race",
            ));
        }
        document.only_these(&KEYS)?;
        let Heading { title, question, reproduces, minutes, .. } = Heading::of(name, &document)?;
        let measures = read_measures(&document)?;
        let has_totals = document.switch("totals")?.is_some_and(|wanted| wanted.value);
        let seed = document.positive("seed", i64::MAX)?.unwrap_or(1);
        let runs = document.positive("runs", MOST_RUNS)?.unwrap_or(1);
        let budget = budget_or_default(&document)?;
        let subjects = read_subjects(&document, seed, lookup, PlanRoom::of(&document)?)?;
        let along = read_along(&document, &subjects)?;
        let (contenders, reductions) =
            contender::read_all(&document, &subjects, budget, runs, lookup)?;
        let series = series::read(&document, &subjects)?;
        let trends = trend::read(&document, &subjects)?;
        let (published, asides) = published::read(&document, &subjects, &contenders, &measures)?;
        let (name, reduction) = (name.to_owned(), None);
        let mut whole = Experiment {
            name,
            title,
            question,
            reproduces,
            measures,
            has_totals,
            seed,
            subjects,
            along,
            contenders,
            series,
            trends,
            published,
            asides,
            minutes,
            reduction,
            reduced: None,
        };
        if let Some(table) = document.table("reduced")? {
            whole.reduced = Some(Box::new(whole.reduced_by(&table, &reductions)?));
        }
        Ok(whole)
    }

    /// Returns the reduced form, if the file describes one. It is run when the full form would take
    /// too long.
    pub fn reduced(&self) -> Option<&Experiment> {
        self.reduced.as_deref()
    }

    /// Returns the total number of runs.
    pub fn runs(&self) -> u64 {
        let of_subject: u64 = self.contenders.iter().map(|contender| contender.runs).sum();
        of_subject * self.subjects.len() as u64
    }

    fn reduced_by(
        &self,
        table: &Document,
        reductions: &[Reduction],
    ) -> Result<Experiment, ParseError> {
        table.only_these(&["runs", "budget", "instances", "minutes"])?;
        let general = Reduction::read(table)?;
        if self.contenders.iter().any(|contender| contender.chain.is_some()) {
            general.refuse_seconds(table)?;
        }
        let names: Vec<&str> = self.subjects.iter().map(|subject| subject.name.as_str()).collect();
        let chosen = self.subjects.iter().zip(reduction::select(table, &names)?);
        let subjects: Vec<Subject> = chosen
            .filter(|(_, is_chosen)| *is_chosen)
            .map(|(subject, _)| subject.clone())
            .collect();
        let reduced = self.contenders.iter().zip(reductions);
        let contenders: Vec<_> =
            reduced.map(|(contender, own)| own.apply(&general, contender)).collect();
        let wording =
            reduction::wording((&self.subjects, &subjects), (&self.contenders, &contenders));
        if wording.is_none() {
            return Err(table.missing("runs", "runs = 3` or a lower `budget` or fewer `instances"));
        }
        Ok(Experiment {
            name: self.name.clone(),
            title: self.title.clone(),
            question: self.question.clone(),
            reproduces: self.reproduces.clone(),
            measures: self.measures.clone(),
            has_totals: self.has_totals,
            seed: self.seed,
            subjects,
            along: self.along.clone(),
            contenders,
            series: self.series.clone(),
            trends: self.trends.clone(),
            published: self.published.clone(),
            asides: self.asides.clone(),
            minutes: positive_number(table, "minutes")?,
            reduction: wording,
            reduced: None,
        })
    }
}

const KEYS: [&str; 16] = [
    "title",
    "question",
    "reproduces",
    "measure",
    "totals",
    "seed",
    "runs",
    "minutes",
    "along",
    "budget",
    "instances",
    "solvers",
    "reduced",
    "series",
    "trends",
    "published",
];

/// Reads the measures of the file and adds those that every table shows.
fn read_measures(document: &Document) -> Result<Vec<Measure>, ParseError> {
    let mut measures = match document.list("measure")? {
        None => Measure::USUAL.to_vec(),
        Some(names) if names.is_empty() => {
            let at = document.place("measure").expect("it was read");
            return Err(ParseError::new(at, "at least one measure", "none"));
        }
        Some(names) => names
            .into_iter()
            .map(|name| Measure::read(name, &Measure::ALL))
            .collect::<Result<_, _>>()?,
    };
    let missing: Vec<_> =
        Measure::WORK.into_iter().filter(|measure| !measures.contains(measure)).collect();
    measures.extend(missing);
    Ok(measures)
}

/// Reads `along` and checks that all instances were generated with these parameters.
fn read_along(document: &Document, subjects: &[Subject]) -> Result<Vec<String>, ParseError> {
    let names = document.list("along")?.unwrap_or_default();
    for (place, name) in names.iter().enumerate() {
        let has = |subject: &Subject| subject.params.iter().any(|(param, _)| param == name.value);
        if place >= 2 || !subjects.iter().all(has) {
            let expected = "one or two parameters that every instance is generated with";
            return Err(name.wrong(expected, format!("\"{}\"", name.value)));
        }
    }
    Ok(names.iter().map(|name| name.value.to_owned()).collect())
}

pub(crate) fn budget_or_default(document: &Document) -> Result<Budget, ParseError> {
    let default = || Budget {
        nodes: Some(DEFAULT_NODES),
        evaluations: Some(DEFAULT_EVALUATIONS),
        memory: Some(DEFAULT_MEMORY << 20),
        seconds: None,
    };
    document.table("budget")?.map_or_else(|| Ok(default()), |limits| read_budget(&limits))
}

pub(crate) fn read_subjects(
    document: &Document,
    seed: u64,
    lookup: Lookup,
    mut room: PlanRoom,
) -> Result<Vec<Subject>, ParseError> {
    let mut subjects = Vec::new();
    for (index, entry) in document.tables("instances")?.into_iter().enumerate() {
        subjects.extend(subject::read(&entry, index, seed, lookup, &mut room)?);
    }
    if subjects.is_empty() {
        let example = "[[instances]] name = \"samegame/table1-5x5-3\"";
        return Err(document.missing("instances", example));
    }
    Ok(subjects)
}

pub(crate) fn read_budget(document: &Document) -> Result<Budget, ParseError> {
    let limits = read_limits(document)?;
    if limits.evaluations.is_none() && limits.nodes.is_none() && limits.seconds.is_none() {
        return Err(document.missing("nodes", "nodes = 100_000` or `evaluations` or `seconds"));
    }
    Ok(Budget { memory: limits.memory.or(Some(DEFAULT_MEMORY << 20)), ..limits })
}

/// Reads the limits in a table, without defaults.
pub(crate) fn read_limits(document: &Document) -> Result<Budget, ParseError> {
    document.only_these(&["nodes", "evaluations", "seconds", "memory"])?;
    let seconds = positive_number(document, "seconds")?;
    let evaluations = document.positive("evaluations", i64::MAX)?;
    let nodes = document.positive("nodes", i64::MAX)?;
    let memory = document.positive("memory", 1 << 30)?.map(|mebibytes| mebibytes << 20);
    Ok(Budget { evaluations, nodes, seconds, memory })
}

/// Reads a positive number; the key names the unit.
pub(crate) fn positive_number(document: &Document, key: &str) -> Result<Option<f64>, ParseError> {
    match document.number(key)? {
        Some(number) if !(number.value > 0.0 && number.value.is_finite()) => {
            Err(number.wrong(format!("a positive number of {key}"), number.value.to_string()))
        }
        number => Ok(number.map(|number| number.value)),
    }
}

pub(crate) fn required_text(
    document: &Document,
    key: &str,
    example: &str,
) -> Result<String, ParseError> {
    let text = document.text(key)?.ok_or_else(|| document.missing(key, example))?;
    Ok(text.value.to_owned())
}

#[cfg(test)]
mod tests;
