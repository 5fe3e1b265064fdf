//! The result of a run, and its improvements.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use quarry::Entries;

use crate::complaint::unusable;
use crate::drawing::Drawing;
use crate::settings::dictionary;

/// A better answer found during a run. The judge has not checked it.
#[pyclass(module = "quarry", frozen, get_all)]
pub(crate) struct Improvement {
    pub(crate) score: i64,
    pub(crate) solved: bool,
    pub(crate) evaluations: u64,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    pub(crate) answer: Vec<String>,
}

#[pymethods]
impl Improvement {
    fn __repr__(&self) -> String {
        format!("Improvement(score={}, evaluations={})", self.score, self.evaluations)
    }
}

/// Returns entries as a list in which equal entries share one string object.
fn list<'py>(py: Python<'py>, entries: &Entries) -> PyResult<Bound<'py, PyList>> {
    let words: Vec<_> = entries.dictionary().iter().map(|word| PyString::new(py, word)).collect();
    PyList::new(py, entries.indices().iter().map(|&index| &words[index as usize]))
}

/// The result of a run.
#[pyclass(module = "quarry", frozen)]
pub(crate) struct Report {
    pub(crate) instance: Arc<dyn quarry::Instance>,
    pub(crate) report: quarry::Report,
}

#[pymethods]
impl Report {
    #[getter]
    fn puzzle(&self) -> &'static str {
        self.report.puzzle
    }
    #[getter]
    fn solver(&self) -> &'static str {
        self.report.solver
    }
    #[getter]
    fn params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dictionary(py, self.report.params.iter().map(|(name, value)| (*name, value)))
    }
    #[getter]
    fn seed(&self) -> u64 {
        self.report.seed
    }
    #[getter]
    fn score(&self) -> Option<i64> {
        self.report.score
    }
    #[getter]
    fn solved(&self) -> bool {
        self.report.is_solved()
    }
    #[getter]
    fn ending(&self) -> &'static str {
        self.report.ending.words()
    }
    #[getter]
    fn proved(&self) -> bool {
        self.report.proved
    }
    #[getter]
    fn solutions(&self) -> Option<&'static str> {
        self.report.solutions.map(quarry::Solutions::word)
    }
    #[getter]
    fn bound(&self) -> Option<i64> {
        self.report.bound
    }
    #[getter]
    fn stopped(&self) -> &'static str {
        self.report.stopped()
    }
    #[getter]
    fn evaluations(&self) -> u64 {
        self.report.tally.evaluations
    }
    #[getter]
    fn nodes(&self) -> u64 {
        self.report.tally.generated
    }
    #[getter]
    fn expanded(&self) -> u64 {
        self.report.tally.expanded
    }
    #[getter]
    fn kept(&self) -> u64 {
        self.report.tally.kept
    }
    #[getter]
    fn seconds(&self) -> f64 {
        self.report.seconds
    }
    #[getter]
    fn answer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list(py, &self.report.answer)
    }
    #[getter]
    fn second<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        list(py, &self.report.second)
    }
    /// The whole report as plain data, in the form of `quarry solve --json`.
    ///
    /// >>> import quarry
    /// >>> report = quarry.load("samegame/tiny-samegame").solve("greedy").to_dict()
    /// >>> report["schema"], report["solver"], report["verified"]
    /// (1, 'greedy', True)
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let instance = self.instance.header().name.as_deref();
        plain(py, &quarry::wire::report(instance, &self.report))
    }
    fn answer_file(&self) -> String {
        self.instance.answer_file(&self.report)
    }
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        let advice = "choose a place that can be written";
        std::fs::write(&path, self.answer_file())
            .map_err(|error| unusable(&path.display().to_string(), &error, advice))
    }
    /// The drawing of the answer, if it can be drawn.
    fn _repr_svg_(&self) -> Option<String> {
        let title = format!("{}, {}", self.report.puzzle, self.report.ending.words());
        let picture = self.instance.answer_picture(&self.report)?;
        Some(Drawing::of(&picture).svg(&title))
    }
    fn __repr__(&self) -> String {
        let score = self.report.score.map_or("None".to_owned(), |score| score.to_string());
        let word = |is: bool| if is { "True" } else { "False" };
        let (solver, solved, proved) =
            (self.report.solver, word(self.report.is_solved()), word(self.report.proved));
        format!("Report(solver='{solver}', score={score}, solved={solved}, proved={proved})")
    }
}

/// Converts plain data to Python objects.
pub(crate) fn plain<'py>(
    py: Python<'py>,
    value: &serde_json::Value,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}
