//! Experiments: runs what is missing in the store, and returns a table of results.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quarry_lab::{Experiment, Figure, Lookup, Plan, ResultTable, Results, Shipped, Store, execute};

use crate::attended::attended;
use crate::catalogue::standard;
use crate::complaint::{malformed, unfit, unusable};

/// The progress of an experiment.
#[pyclass(module = "quarry", frozen, get_all)]
pub(crate) struct Progress {
    done: usize,
    all: usize,
}

#[pymethods]
impl Progress {
    fn __repr__(&self) -> String {
        format!("Progress({} of {})", self.done, self.all)
    }
}

/// The result of an experiment.
#[pyclass(module = "quarry", frozen)]
pub(crate) struct Study {
    #[pyo3(get)]
    name: String,
    #[pyo3(get)]
    done: usize,
    #[pyo3(get)]
    all: usize,
    /// `None` as long as runs are missing.
    table: Option<ResultTable>,
}

/// Run what is missing in the store of an experiment, given as a file or the name of a shipped one,
/// and return the results.
///
/// Ctrl-C ends it without losing finished runs: the same call continues. `on_progress` is called
/// after each run.
///
/// >>> import pathlib, quarry, tempfile
/// >>> folder = pathlib.Path(tempfile.mkdtemp())
/// >>> _ = (folder / "who.toml").write_text('''
/// ... question = "who?"
/// ... runs = 2
/// ... budget = { evaluations = 50 }
/// ... [[instances]]
/// ... name = "samegame/table1-5x5-3"
/// ... [[solvers]]
/// ... name = "random"
/// ... [[solvers]]
/// ... name = "greedy"
/// ... ''')
/// >>> study = quarry.run(folder / "who.toml", store=folder / "runs.sqlite")
/// >>> study.complete, [row["solver"] for row in study.rows]
/// (True, ['random', 'greedy'])
/// >>> quarry.read_store(folder / "runs.sqlite").to_polars()["solver"].unique().sort().to_list()
/// ['greedy', 'random']
#[pyfunction]
#[pyo3(signature = (experiment, *, store = PathBuf::from("quarry.sqlite"), reduced = false, threads = None, on_progress = None))]
pub(crate) fn run(
    py: Python,
    experiment: PathBuf,
    store: PathBuf,
    reduced: bool,
    threads: Option<usize>,
    on_progress: Option<Py<PyAny>>,
) -> PyResult<Study> {
    let whole = read(py, &experiment)?;
    let chosen = if reduced {
        let missing = || unfit(format!("{}: this experiment has no reduced form", whole.name));
        whole.reduced().ok_or_else(missing)?
    } else {
        &whole
    };
    let threads =
        threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let plan = Plan::of(chosen);
    let unusable = |error: &dyn std::error::Error| unfit(format!("{}: {error}", store.display()));
    let mut opened = Store::open(&store).map_err(|error| unusable(&error))?;
    let stop = Arc::new(AtomicBool::new(false));
    let ended = attended(
        py,
        &stop,
        |news| {
            let end = execute(&plan, &mut opened, threads.max(1), &stop, &mut |step| {
                // The receiver is gone if the experiment was abandoned.
                let _ = news.send(Progress { done: step.done, all: step.all });
            });
            end.map(|end| (end.done, end.all, end.is_complete()))
        },
        |py, progress| match &on_progress {
            Some(callback) => callback.call1(py, (progress,)).map(drop),
            None => Ok(()),
        },
    )?;
    let (done, all, complete) = ended.map_err(|error| unusable(&error))?;
    let table = complete
        .then(|| Results::of(&plan, &opened).map(|results| ResultTable::of(&results)))
        .transpose();
    let table = table.map_err(|error| unusable(&error))?;
    Ok(Study { name: chosen.name.clone(), done, all, table })
}

/// Reads the experiment of a file, or the shipped one with a name.
fn read(py: Python, path: &Path) -> PyResult<Experiment> {
    let name = path.display().to_string();
    if let Some(shipped) = Shipped::named(standard(), &name)
        && !path.exists()
    {
        return Ok(shipped.experiment(standard()));
    }
    let advice = "expected an experiment's file, or a name from `quarry list experiments`";
    let text = std::fs::read_to_string(path).map_err(|error| unusable(&name, &error, advice))?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or(Path::new(""));
    Experiment::parse(&stem, &text, Lookup::in_folder(standard(), folder))
        .map_err(|error| malformed(py, &name, &error))
}

#[pymethods]
impl Study {
    #[getter]
    fn complete(&self) -> bool {
        self.table.is_some()
    }
    /// The table's rows, one dictionary each; empty as long as runs are missing.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let Some(table) = &self.table else { return Ok(Vec::new()) };
        let row = |row: &quarry_lab::ResultRow| {
            let cells = PyDict::new(py);
            cells.set_item("instance", &row.instance)?;
            cells.set_item("solver", &row.solver)?;
            cells.set_item("runs", row.runs)?;
            for (measure, figure) in table.measures.iter().zip(&row.figures) {
                let name = measure.name();
                match figure {
                    None => cells.set_item(name, py.None())?,
                    Some(Figure::Score(score)) => cells.set_item(name, *score)?,
                    Some(Figure::Number(number) | Figure::Share(number)) => {
                        cells.set_item(name, *number)?;
                    }
                    Some(Figure::Seconds(number) | Figure::Milliseconds(number)) => {
                        cells.set_item(name, *number)?;
                    }
                    Some(Figure::Published(number)) => cells.set_item(name, *number)?,
                    Some(Figure::Interval(between)) => {
                        cells.set_item(name, (between.low, between.high))?;
                    }
                }
            }
            Ok(cells)
        };
        table.rows.iter().map(row).collect()
    }
    fn __str__(&self) -> String {
        match &self.table {
            Some(table) => table.to_string(),
            None => self.__repr__(),
        }
    }
    fn __repr__(&self) -> String {
        format!("Study('{}', {} of {} runs)", self.name, self.done, self.all)
    }
}
