//! What there is: puzzles, their solvers, and what can be set.

use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::PyList;
use quarry::{Catalogue, Domain, Field, PuzzleEntry};

use crate::complaint::unfit;
use crate::settings::value_of;

/// What ships with Quarry. A module of Python has one state, and this is all of it.
pub(crate) fn standard() -> &'static Catalogue {
    static STANDARD: OnceLock<Catalogue> = OnceLock::new();
    STANDARD.get_or_init(Catalogue::standard)
}

/// The puzzle of an id, or who there is.
pub(crate) fn entry(id: &str) -> PyResult<&'static dyn PuzzleEntry> {
    let known = standard();
    known.puzzle(id).ok_or_else(|| {
        unfit(format!("unknown puzzle '{id}': expected one of {}", known.ids().join(", ")))
    })
}

/// Every puzzle.
///
/// >>> import quarry
/// >>> [puzzle.id for puzzle in quarry.puzzles()][:4]
/// ['samegame', 'hidato', 'lemmings', 'tetris']
#[pyfunction]
pub(crate) fn puzzles() -> Vec<Puzzle> {
    standard().puzzles().map(|entry| Puzzle { id: entry.id() }).collect()
}

/// A puzzle: what it is, its examples, and the parameters of its generator.
///
/// >>> import quarry
/// >>> tetris = next(puzzle for puzzle in quarry.puzzles() if puzzle.id == "tetris")
/// >>> [parameter.name for parameter in tetris.parameters]
/// ['width', 'height', 'rules', 'pieces', 'max_pieces']
/// >>> tetris.agents
/// ['steps-20', 'dt-20', 'bcts', 'dt-10', 'dellacherie']
#[pyclass(module = "quarry", frozen, from_py_object)]
#[derive(Clone)]
pub(crate) struct Puzzle {
    #[pyo3(get)]
    id: &'static str,
}

#[pymethods]
impl Puzzle {
    #[getter]
    fn title(&self) -> PyResult<&'static str> {
        Ok(entry(self.id)?.about().title)
    }
    #[getter]
    fn rules(&self) -> PyResult<&'static str> {
        Ok(entry(self.id)?.about().rules)
    }
    #[getter]
    fn complexity(&self) -> PyResult<&'static str> {
        Ok(entry(self.id)?.about().complexity)
    }
    #[getter]
    fn examples(&self) -> PyResult<Vec<String>> {
        let (id, examples) = (self.id, entry(self.id)?.examples());
        Ok(examples.iter().map(|example| format!("{id}/{}", example.name)).collect())
    }
    #[getter]
    fn default_solver(&self) -> PyResult<&'static str> {
        Ok(entry(self.id)?.default_solver())
    }
    #[getter]
    fn parameters(&self) -> PyResult<Vec<Setting>> {
        Ok(entry(self.id)?.generator().unwrap_or_default().iter().map(Setting::of).collect())
    }
    /// Who can be an agent in its environments; `None` where it has none.
    #[getter]
    fn agents(&self) -> PyResult<Option<Vec<&'static str>>> {
        Ok(entry(self.id)?.agents())
    }
    fn solvers(&self) -> PyResult<Vec<Solver>> {
        Ok(entry(self.id)?.solvers().iter().map(Solver::of).collect())
    }
    fn __repr__(&self) -> String {
        format!("Puzzle('{}')", self.id)
    }
}

/// A solver as it is listed: what it promises and what can be set.
///
/// >>> import quarry
/// >>> beam = next(solver for solver in quarry.load("samegame/standard-01").solvers() if solver.name == "beam")
/// >>> [(setting.name, setting.default, setting.range) for setting in beam.settings]
/// [('width', 1000, (1, 10000000))]
#[pyclass(module = "quarry", frozen, get_all, from_py_object)]
#[derive(Clone)]
pub(crate) struct Solver {
    name: &'static str,
    summary: &'static str,
    complete: &'static str,
    optimal: &'static str,
    time: &'static str,
    memory: &'static str,
    settings: Vec<Setting>,
}

impl Solver {
    pub(crate) fn of(known: &quarry::SolverCard) -> Self {
        let card = &known.card;
        Solver {
            name: card.name,
            summary: card.summary,
            complete: card.complete,
            optimal: card.optimal,
            time: card.time,
            memory: card.memory,
            settings: known.fields.iter().map(Setting::of).collect(),
        }
    }
}

#[pymethods]
impl Solver {
    fn __repr__(&self) -> String {
        format!("Solver('{}')", self.name)
    }
}

/// Something that can be set.
#[pyclass(module = "quarry", frozen, from_py_object)]
#[derive(Clone)]
pub(crate) struct Setting(Field);

impl Setting {
    fn of(field: &Field) -> Self {
        Setting(field.clone())
    }
}

#[pymethods]
impl Setting {
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name
    }
    #[getter]
    fn help(&self) -> &'static str {
        self.0.help
    }
    #[getter]
    fn default<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value_of(py, &self.0.default)
    }
    /// What it takes, in words.
    #[getter]
    fn takes(&self) -> String {
        self.0.domain.to_string()
    }
    /// The least and the greatest number.
    #[getter]
    fn range<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(match &self.0.domain {
            Domain::Whole(range) => {
                Some((*range.start(), *range.end()).into_pyobject(py)?.into_any())
            }
            Domain::Real(range) => {
                Some((*range.start(), *range.end()).into_pyobject(py)?.into_any())
            }
            _ => None,
        })
    }
    /// The words to choose from.
    #[getter]
    fn choices<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        match &self.0.domain {
            Domain::Choice(words) => PyList::new(py, words).map(Some),
            _ => Ok(None),
        }
    }
    fn __repr__(&self) -> String {
        format!("Setting('{}', default={}, takes='{}')", self.0.name, self.0.default, self.0.domain)
    }
}
