//! Experiment files: a question, the instances and solvers it is put to, how often and how long.
//!
//! ```toml
//! question = "Is a wider beam worth its price?"
//! seed = 1                        # every run's seed comes from it
//! runs = 10                       # of each solver on each instance
//!
//! [budget]                        # of one run: evaluations, nodes or seconds; memory in MiB
//! evaluations = 100_000
//!
//! [[instances]]                   # examples by name, files by path, or generated; names and paths may have wildcards
//! name = "samegame/table1-*"
//!
//! [[solvers]]                     # an array is a grid: each of its values is tried
//! name = "beam"
//! params = { width = [10, 100] }
//! runs = 1                        # instead of the experiment's, where chance has no part; so too a budget
//!
//! [[published]]                   # what others report
//! what = "mean score on 10 x 10 boards"
//! value = 345.6
//! source = "who and where"
//! ```
//!
//! All of it is checked when the file is read, so that an experiment which begins can also end.

use std::collections::BTreeSet;
use std::path::Path;

use quarry::{Budget, catalogue};
use quarry_core::{Document, ParseError};

use crate::choices::{check, grid};
use crate::subject::{self, Subject};

/// An experiment, read and checked.
pub struct Experiment {
    /// Its name in the store.
    pub name: String,
    /// What it asks.
    pub question: String,
    /// Where the seeds of all runs come from.
    pub seed: u64,
    /// The instances.
    pub subjects: Vec<Subject>,
    /// The solvers with their settings, grids written out.
    pub contenders: Vec<Contender>,
    /// What others report.
    pub published: Vec<Published>,
}

/// A solver with its chosen settings, its limits and its number of runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Contender {
    /// The solver's name.
    pub solver: String,
    /// The settings the file chooses.
    pub params: Vec<(String, String)>,
    /// The limits of one run.
    pub budget: Budget,
    /// How often it works on each subject.
    pub runs: u64,
}

impl Contender {
    /// The solver and what was chosen for it, as tables show it.
    pub fn label(&self) -> String {
        let chosen = self.params.iter().map(|(name, value)| format!(" {name}={value}"));
        std::iter::once(self.solver.clone()).chain(chosen).collect()
    }
}

/// A figure that others report.
#[derive(Debug, Clone, PartialEq)]
pub struct Published {
    /// Of what.
    pub what: String,
    /// The figure.
    pub value: f64,
    /// Who reports it, and where.
    pub source: String,
}

/// How many runs an experiment may have of one contender on one subject; more is a slip of the pen.
const MOST_RUNS: i64 = 1_000_000;

/// A run's memory where the file says nothing, in MiB: several runs go on at the same time.
const DEFAULT_MEMORY: u64 = 1024;

impl Experiment {
    /// Reads an experiment's text; files it names are looked for in `folder`.
    pub fn parse(name: &str, text: &str, folder: &Path) -> Result<Experiment, ParseError> {
        let document = Document::parse(text)?;
        let keys = ["question", "seed", "runs", "budget", "instances", "solvers", "published"];
        document.only_these(&keys)?;
        let question =
            required_text(&document, "question", "question = \"Is a wider beam worth its price?\"")?;
        let seed = document.positive("seed", i64::MAX)?.unwrap_or(1);
        let runs = document.positive("runs", MOST_RUNS)?.unwrap_or(1);
        let limits = document
            .table("budget")?
            .ok_or_else(|| document.missing("budget", "budget = { evaluations = 100_000 }"))?;
        let budget = read_budget(&limits)?;

        let mut subjects = Vec::new();
        for entry in document.tables("instances")? {
            subjects.extend(subject::read(&entry, seed, folder)?);
        }
        if subjects.is_empty() {
            let example = "[[instances]] name = \"samegame/table1-5x5-3\"";
            return Err(document.missing("instances", example));
        }
        let mut contenders = Vec::new();
        for entry in document.tables("solvers")? {
            contenders.extend(read_contenders(&entry, &subjects, budget, runs)?);
        }
        if contenders.is_empty() {
            return Err(document.missing("solvers", "[[solvers]] name = \"beam\""));
        }
        let published = document.tables("published")?;
        let published = published.iter().map(read_published).collect::<Result<_, _>>()?;
        Ok(Experiment { name: name.to_owned(), question, seed, subjects, contenders, published })
    }
}

fn read_budget(document: &Document) -> Result<Budget, ParseError> {
    document.only_these(&["evaluations", "nodes", "seconds", "memory"])?;
    let seconds = match document.number("seconds")? {
        Some(seconds) if !(seconds.value > 0.0 && seconds.value.is_finite()) => {
            return Err(seconds.wrong("a positive number of seconds", format!("{}", seconds.value)));
        }
        seconds => seconds.map(|seconds| seconds.value),
    };
    let evaluations = document.positive("evaluations", i64::MAX)?;
    let nodes = document.positive("nodes", i64::MAX)?;
    if evaluations.is_none() && nodes.is_none() && seconds.is_none() {
        return Err(document.missing("evaluations", "evaluations = 100_000` or `nodes` or `seconds"));
    }
    let memory = document.positive("memory", 1 << 30)?.unwrap_or(DEFAULT_MEMORY);
    Ok(Budget { evaluations, nodes, seconds, memory: Some(memory << 20) })
}

fn read_contenders(
    document: &Document,
    subjects: &[Subject],
    budget: Budget,
    runs: u64,
) -> Result<Vec<Contender>, ParseError> {
    document.only_these(&["name", "params", "budget", "runs"])?;
    let name = document.text("name")?.ok_or_else(|| document.missing("name", "name = \"beam\""))?;
    let budget = document.table("budget")?.map_or(Ok(budget), |limits| read_budget(&limits))?;
    let runs = document.positive("runs", MOST_RUNS)?.unwrap_or(runs);
    let params = document.table("params")?;
    let choices = params.as_ref().map_or(Ok(Vec::new()), Document::choices)?;
    let puzzles: BTreeSet<_> = subjects.iter().map(|subject| subject.instance.puzzle()).collect();
    for puzzle in puzzles {
        let exhibit = catalogue().exhibit(puzzle).expect("what was opened is in the catalogue");
        let solvers = exhibit.solvers();
        let card = solvers.iter().find(|solver| solver.card.name == name.value).ok_or_else(|| {
            let known: Vec<_> = solvers.iter().map(|solver| solver.card.name).collect();
            let expected = format!("a solver of {puzzle}, one of {}", known.join(", "));
            name.wrong(expected, format!("\"{}\"", name.value))
        })?;
        check(&card.fields, &choices)?;
    }
    let contender = |params| Contender { solver: name.value.to_owned(), params, budget, runs };
    Ok(grid(&choices).into_iter().map(contender).collect())
}

fn read_published(document: &Document) -> Result<Published, ParseError> {
    document.only_these(&["what", "value", "source"])?;
    let value = document.number("value")?.ok_or_else(|| document.missing("value", "value = 345.6"))?;
    Ok(Published {
        what: required_text(document, "what", "what = \"mean score\"")?,
        value: value.value,
        source: required_text(document, "source", "source = \"WHO AND WHERE\"")?,
    })
}

fn required_text(document: &Document, key: &str, example: &str) -> Result<String, ParseError> {
    let text = document.text(key)?.ok_or_else(|| document.missing(key, example))?;
    Ok(text.value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "question = \"why?\"\nbudget = { evaluations = 10 }\n";
    const BOARD: &str = "[[instances]]\nname = \"samegame/tiny-samegame\"\n";

    fn parse(text: &str) -> Result<Experiment, ParseError> {
        Experiment::parse("test", text, Path::new("."))
    }

    fn complaint(text: &str) -> String {
        parse(text).err().expect("this file is wrong").to_string()
    }

    #[test]
    fn grids_are_written_out_and_a_solver_can_have_its_own_budget_and_runs() {
        let text = format!(
            "{HEAD}{BOARD}[[solvers]]\nname = \"beam\"\nparams = {{ width = [2, 4] }}\n\
             [[published]]\nwhat = \"mean\"\nvalue = 7\nsource = \"them\"\n\
             [[solvers]]\nname = \"greedy\"\nbudget = {{ nodes = 7, memory = 2 }}\nruns = 3\n"
        );
        let experiment = parse(&text).unwrap();
        let published = Published { what: "mean".to_owned(), value: 7.0, source: "them".to_owned() };
        assert_eq!(experiment.published, [published]);
        let labels: Vec<_> = experiment.contenders.iter().map(Contender::label).collect();
        assert_eq!(labels, ["beam width=2", "beam width=4", "greedy"]);
        assert_eq!(experiment.contenders[0].budget.evaluations, Some(10));
        let own = Budget { nodes: Some(7), memory: Some(2 << 20), ..Budget::default() };
        assert_eq!(experiment.contenders[2].budget, own);
        assert_eq!(
            experiment.contenders.iter().map(|contender| contender.runs).collect::<Vec<_>>(),
            [1, 1, 3]
        );
    }

    #[test]
    fn every_slip_is_found_before_anything_runs() {
        let with = |solver: &str| complaint(&format!("{HEAD}{BOARD}[[solvers]]\n{solver}\n"));
        let unknown = with("name = \"magic\"");
        assert!(unknown.starts_with("line 6, column 8: expected a solver of samegame, one of greedy"));
        assert!(
            with("name = \"beam\"\nparams = { widht = 3 }")
                .starts_with("line 7, column 12: expected one of the settings width, found `widht`")
        );
        assert!(
            with("name = \"beam\"\nparams = { width = [3, 0] }")
                .starts_with("line 7, column 24: expected a whole")
        );
        assert!(with("name = \"greedy\"\nparams = { width = 3 }").contains("expected no settings"));
        assert!(with("name = \"beam\"\nparams = { width = [] }").contains("at least one value"));
        assert!(complaint(&format!("{HEAD}{BOARD}")).contains("a key `solvers`"));
        assert!(complaint(HEAD).contains("a key `instances`"));
        assert!(complaint("question = \"why?\"\n").contains("a key `budget`"));
        assert!(complaint("question = \"why?\"\n[budget]\nseconds = 0\n").starts_with("line 3, column 11"));
        assert!(complaint("question = \"why?\"\n[budget]\nmemory = 5\n").contains("evaluations"));
        assert!(complaint("question = \"why?\"\nruns = 0\n").contains("from 1 to"));
        assert!(complaint("answer = 42\n").contains("one of the keys question"));
    }
}
