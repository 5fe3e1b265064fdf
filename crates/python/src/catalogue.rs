//! The available puzzles, their solvers, and their settings.

use std::sync::OnceLock;

use pyo3::prelude::*;
use pyo3::types::PyList;
use quarry::{Catalogue, Domain, Field, PuzzleEntry};

use crate::complaint::unfit;
use crate::settings::value_of;

/// Returns the catalogue that ships with Quarry. It is the only global state of the Python module.
pub(crate) fn standard() -> &'static Catalogue {
    static STANDARD: OnceLock<Catalogue> = OnceLock::new();
    STANDARD.get_or_init(|| {
        let catalogue = Catalogue::standard();
        if let Some(folder) = quarry::tables_folder() {
            catalogue.keep_tables_in(folder);
        }
        catalogue
    })
}

/// Returns the puzzle with an id; the error lists the known ids.
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

/// A puzzle: its description, its examples, and the parameters of its generator.
///
/// >>> import quarry
/// >>> tetris = next(puzzle for puzzle in quarry.puzzles() if puzzle.id == "tetris")
/// >>> [parameter.name for parameter in tetris.parameters]
/// ['width', 'height', 'rules', 'pieces', 'max_pieces', 'preview']
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
    /// The names of the agents in its environments; `None` if it has no environments.
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

/// A solver as listed: its properties and settings.
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

/// A setting of a solver or a generator.
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
    /// The accepted values, in words.
    #[getter]
    fn takes(&self) -> String {
        self.0.domain.to_string()
    }
    /// The smallest and the largest accepted number.
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
