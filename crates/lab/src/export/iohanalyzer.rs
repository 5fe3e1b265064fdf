//! The folder format of IOHexperimenter, which IOHanalyzer and iohinspector read (Doerr, Wang, Ye,
//! van Rijn and Bäck, "IOHprofiler", arXiv 1810.05281; the format is that of IOHexperimenter 0.3.3
//! and later).
//!
//! ```text
//! 001_beam-width-10/                      one folder for each algorithm
//!     IOHprofiler_f1_NAME.json            its runs on a function
//!     data_f1_NAME/IOHprofiler_f1_DIM225.dat
//! ```
//!
//! How Quarry's terms map to those of IOHexperimenter:
//!
//! - A **function** is one of our instances, numbered from 1 by puzzle and name, since scores on
//!   different boards must not be mixed; a **suite** is a puzzle, the **instance** is
//!   always 1, the **dimension** the number of cells of the instance's picture. Scores are
//!   maximised.
//! - An **algorithm** is a solver with its settings and limits. Its name contains those that differ
//!   between the exported runs of that solver; its info contains all of them.
//! - The data of a run begin at evaluation 1 and end at its last one, as readers expect. As long as
//!   a run has no complete answer, its score is given as one less than the lowest score of any
//!   exported run on the instance. So every running time to a target that was really reached is
//!   correct. Unsolved intermediate answers are left out, because their scores do not count.
//!   no complete answer its score is given as one less than the lowest of any exported run on the
//!   instance, so that every running time to a target that was really reached is true. Unsolved
//!   answers on the way are left out: their scores do not count.

use quarry::Catalogue;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

use rusqlite::{Connection, Row};
use serde_json::{Value, json};

use super::ExportError;
use super::columns::text;
use crate::plan::assigned;
use crate::store::StoreError;

/// Version of IOHexperimenter whose format is written.
const FORM: &str = "0.3.22";

/// A Quarry instance as a function of IOHexperimenter.
struct Function {
    number: usize,
    name: String,
    suite: String,
    dimension: u64,
    /// Score written for a run without a complete answer.
    unanswered: i64,
}

/// A solver with its settings and its limits, as stored.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Algorithm {
    solver: String,
    params: String,
    budget: String,
}

/// The parts of a run that this format can hold.
struct Run {
    id: i64,
    evaluations: i64,
    seed: i64,
    nodes: i64,
    seconds: f64,
    /// Score of the run, if the answer is complete.
    score: Option<i64>,
    complete: bool,
    proved: i64,
}

/// One line of a data file.
struct Line {
    evaluations: i64,
    score: i64,
    seconds: f64,
    nodes: i64,
}

pub(super) fn write(
    connection: &Connection,
    catalogue: &Catalogue,
    folder: &Path,
) -> Result<(), ExportError> {
    let functions = functions(connection, catalogue)?;
    let names = names(&algorithms(connection)?);
    let mut select = connection.prepare(
        "SELECT solver, params, budget, fingerprint, id, evaluations, seed, nodes, seconds, complete, proved, score
         FROM chosen JOIN runs ON runs.id = chosen.run ORDER BY solver, params, budget, fingerprint, id",
    )?;
    let places: BTreeMap<_, _> = names
        .iter()
        .zip(1..)
        .map(|((algorithm, name), number)| {
            (algorithm, folder.join(format!("{number:03}_{}", tame(name))))
        })
        .collect();
    let write = |(algorithm, fingerprint, runs): (Algorithm, String, Vec<Run>)| {
        let function = functions.get(&fingerprint).ok_or_else(|| {
            let what = format!("the instance {fingerprint} is missing");
            ExportError::Store(StoreError::Damaged(what))
        })?;
        let data = Data { function, name: &names[&algorithm], algorithm: &algorithm };
        data.write(connection, &places[&algorithm], &runs)
    };
    let mut rows = select.query([])?;
    let mut gathered: Option<(Algorithm, String, Vec<Run>)> = None;
    while let Some(row) = rows.next()? {
        let (algorithm, fingerprint) = (Algorithm::of(row)?, row.get("fingerprint")?);
        match &mut gathered {
            Some((same, board, runs)) if *same == algorithm && *board == fingerprint => {
                runs.push(Run::of(row)?);
            }
            _ => {
                let whole = gathered.replace((algorithm, fingerprint, vec![Run::of(row)?]));
                whole.map_or(Ok(()), write)?;
            }
        }
    }
    gathered.map_or(Ok(()), write)
}

/// Returns the instances of the chosen runs, by fingerprint.
fn functions(
    connection: &Connection,
    catalogue: &Catalogue,
) -> rusqlite::Result<BTreeMap<String, Function>> {
    let mut select = connection.prepare(
        "SELECT fingerprint, puzzle, min(instance) AS name, text, min(lowest) AS on_the_way,
            min(CASE WHEN complete THEN score END) AS at_the_end
         FROM (SELECT runs.*, (SELECT min(score) FROM improvements WHERE run = id AND complete) AS lowest
               FROM chosen JOIN runs ON runs.id = chosen.run)
         JOIN instances USING (fingerprint) GROUP BY fingerprint ORDER BY puzzle, name",
    )?;
    let mut rows = select.query([])?;
    let mut functions = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let picture = catalogue.open(text(row, "text")?).ok().map(|instance| instance.picture());
        let lowest: [Option<i64>; 2] = [row.get("on_the_way")?, row.get("at_the_end")?];
        let function = Function {
            number: functions.len() + 1,
            name: row.get("name")?,
            suite: row.get("puzzle")?,
            // Runs are exported even if this program can no longer open their instance.
            dimension: picture
                .map_or(1, |picture| u64::from(picture.columns) * u64::from(picture.rows)),
            unanswered: lowest.into_iter().flatten().min().unwrap_or(0) - 1,
        };
        functions.insert(row.get("fingerprint")?, function);
    }
    Ok(functions)
}

fn algorithms(connection: &Connection) -> rusqlite::Result<Vec<Algorithm>> {
    let mut select = connection.prepare(
        "SELECT DISTINCT solver, params, budget FROM chosen JOIN runs ON runs.id = chosen.run ORDER BY 1, 2, 3",
    )?;
    select.query_map([], Algorithm::of)?.collect()
}

/// Names each algorithm by its solver and everything that distinguishes it from others with that
/// solver.
fn names(algorithms: &[Algorithm]) -> BTreeMap<Algorithm, String> {
    let name = |algorithm: &Algorithm| {
        let siblings: Vec<_> =
            algorithms.iter().filter(|other| other.solver == algorithm.solver).collect();
        let telling = assigned(&algorithm.params)
            .filter(|&(name, value)| siblings.iter().any(|other| other.param(name) != Some(value)))
            .map(|(name, value)| format!(" {name}={value}"));
        let mut text: String = std::iter::once(algorithm.solver.clone()).chain(telling).collect();
        if siblings.iter().any(|other| other.budget != algorithm.budget) {
            text.push_str(&format!(" within {}", algorithm.budget));
        }
        text
    };
    algorithms.iter().map(|algorithm| (algorithm.clone(), name(algorithm))).collect()
}

impl Algorithm {
    fn of(row: &Row) -> rusqlite::Result<Self> {
        Ok(Algorithm {
            solver: row.get("solver")?,
            params: row.get("params")?,
            budget: row.get("budget")?,
        })
    }

    fn param(&self, name: &str) -> Option<&str> {
        assigned(&self.params).find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

impl Run {
    fn of(row: &Row) -> rusqlite::Result<Self> {
        let complete: bool = row.get("complete")?;
        let score: Option<i64> = row.get("score")?;
        Ok(Run {
            id: row.get("id")?,
            // A run without any evaluation still has a first line.
            evaluations: row.get::<_, i64>("evaluations")?.max(1),
            seed: row.get("seed")?,
            nodes: row.get("nodes")?,
            seconds: row.get("seconds")?,
            score: score.filter(|_| complete),
            complete,
            proved: row.get("proved")?,
        })
    }

    /// Returns the best score by number of evaluations, increasing from 1 to the end of the run.
    fn lines(&self, connection: &Connection, unanswered: i64) -> rusqlite::Result<Vec<Line>> {
        let mut select = connection.prepare_cached(
            "SELECT max(evaluations, 1), max(score), seconds, nodes FROM improvements WHERE run = ? AND complete
             GROUP BY 1 ORDER BY 1",
        )?;
        let line = |row: &Row| {
            Ok(Line {
                evaluations: row.get(0)?,
                score: row.get(1)?,
                seconds: row.get(2)?,
                nodes: row.get(3)?,
            })
        };
        let mut lines: Vec<Line> = select.query_map([self.id], line)?.collect::<Result<_, _>>()?;
        if lines.first().is_none_or(|first| first.evaluations > 1) {
            lines.insert(0, Line { evaluations: 1, score: unanswered, seconds: 0.0, nodes: 0 });
        }
        let last = lines.last_mut().expect("there is a first line");
        // An answer that was completed after the limit counts as found at the run's last
        // evaluation.
        let score = self.score.unwrap_or(last.score).max(last.score);
        if last.evaluations >= self.evaluations {
            last.score = score;
        } else {
            lines.push(Line {
                evaluations: self.evaluations,
                score,
                seconds: self.seconds,
                nodes: self.nodes,
            });
        }
        Ok(lines)
    }
}

/// The runs of one algorithm on one function.
struct Data<'a> {
    function: &'a Function,
    name: &'a str,
    algorithm: &'a Algorithm,
}

impl Data<'_> {
    fn write(
        &self,
        connection: &Connection,
        place: &Path,
        runs: &[Run],
    ) -> Result<(), ExportError> {
        let Function { number, name, suite, dimension, unanswered } = self.function;
        let Algorithm { solver, params, budget } = self.algorithm;
        let title = format!("f{number}_{}", tame(name));
        let data = format!("data_{title}");
        fs::create_dir_all(place.join(&data))?;
        let path = format!("{data}/IOHprofiler_f{number}_DIM{dimension}.dat");
        let mut out = BufWriter::new(fs::File::create(place.join(&path))?);
        let mut entries = Vec::with_capacity(runs.len());
        for run in runs {
            writeln!(out, "evaluations raw_y seconds nodes")?;
            let lines = run.lines(connection, *unanswered)?;
            for Line { evaluations, score, seconds, nodes } in &lines {
                writeln!(out, "{evaluations} {score}.0000000000 {seconds:.10} {nodes}.0000000000")?;
            }
            entries.push(entry(run, &lines));
        }
        out.flush()?;
        let meta = json!({
            "version": FORM,
            "suite": suite,
            "function_id": number,
            "function_name": name,
            "maximization": true,
            "algorithm": {
                "name": self.name,
                "info": format!("{solver} {params} within {budget}"),
            },
            "experiment_attributes": [{"budget": budget}],
            "run_attributes": ["seed", "seconds", "nodes", "complete", "proved"],
            "attributes": ["evaluations", "raw_y", "seconds", "nodes"],
            "scenarios": [{"dimension": dimension, "path": path, "runs": entries}],
        });
        fs::write(place.join(format!("IOHprofiler_{title}.json")), format!("{meta:#}\n"))?;
        Ok(())
    }
}

fn entry(run: &Run, lines: &[Line]) -> Value {
    let score = lines.last().expect("every run has a line").score;
    let found = lines.iter().find(|line| line.score == score).expect("at least the last one");
    json!({
        "instance": 1,
        "evals": run.evaluations,
        "best": {"evals": found.evaluations, "y": score, "x": []},
        "seed": run.seed,
        "seconds": run.seconds,
        "nodes": run.nodes,
        "complete": i64::from(run.complete),
        "proved": run.proved,
    })
}

/// Replaces all characters that some file system does not accept.
fn tame(name: &str) -> String {
    let tame = |c: char| if c.is_ascii_alphanumeric() || "._".contains(c) { c } else { '-' };
    name.chars().map(tame).take(100).collect()
}
