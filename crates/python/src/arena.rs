//! Environments for learners: the arena's arrays are numpy arrays.
//!
//! A single game creates new arrays for each step, as callers of single environments expect; many
//! games write into arrays that are allocated once.

use std::sync::Arc;

use numpy::{Element, PyArray1, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};
use quarry::{ArenaOutline, ArenaSettings, Ledger};

use crate::catalogue::{entry, standard};
use crate::complaint::{malformed, unfit};
use crate::drawing::Drawing;
use crate::instance::Instance;
use crate::settings::chosen;

/// The kind of observation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Observation {
    Board,
    Features,
}

/// Games of one puzzle, stepped together.
#[pyclass(module = "quarry._native")]
pub(crate) struct Arena {
    inner: Box<dyn quarry::Arena>,
    observation: Observation,
    /// Buffers for the observation of a single game, until it is handed over.
    board: Vec<u8>,
    features: Vec<f32>,
    mask: Vec<i8>,
}

/// A writable numpy array; empty if the output is not needed.
type Written<'py, T> = PyReadwriteArrayDyn<'py, T>;

fn whole<'a, T: Element>(array: &'a mut Written<T>) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|_| unfit("output arrays must be contiguous"))
}

#[pymethods]
impl Arena {
    #[new]
    #[pyo3(signature = (puzzle, instance, params, *, games, observation, illegal_reward, limit, keeps_answers))]
    fn new(
        py: Python,
        puzzle: &str,
        instance: Option<&Bound<Instance>>,
        params: Option<&Bound<PyDict>>,
        games: usize,
        observation: &str,
        illegal_reward: f64,
        limit: Option<u64>,
        keeps_answers: bool,
    ) -> PyResult<Self> {
        let observation = match observation {
            "board" => Observation::Board,
            "features" => Observation::Features,
            other => {
                return Err(unfit(format!(
                    "unknown observation '{other}': expected 'board' or 'features'"
                )));
            }
        };
        if games == 0 {
            return Err(unfit("expected at least one game, found 0"));
        }
        let settings = ArenaSettings { games, illegal_reward, limit, keeps_answers };
        let entry = entry(puzzle)?;
        let inner = match instance {
            Some(instance) => {
                let instance = Arc::clone(&instance.get().inner);
                if instance.puzzle() != puzzle {
                    return Err(unfit(format!(
                        "expected an instance of {puzzle}, found one of {}",
                        instance.puzzle()
                    )));
                }
                py.detach(|| instance.arena(settings))
            }
            None => {
                let params = chosen(puzzle, entry.generator().unwrap_or_default(), params)?;
                py.detach(|| entry.arena(&params, settings))
            }
        };
        let inner = inner.map_err(unfit)?;
        let outline = inner.outline();
        let (board, features) = match observation {
            Observation::Board => (vec![0; outline.shape.len()], Vec::new()),
            Observation::Features => (Vec::new(), vec![0.0; outline.features.len()]),
        };
        let mask = vec![0; outline.actions];
        Ok(Arena { inner, observation, board, features, mask })
    }

    #[getter]
    fn actions(&self) -> usize {
        self.inner.outline().actions
    }
    /// Planes, rows and columns of a board.
    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        let shape = self.inner.outline().shape;
        (shape.planes, shape.rows, shape.columns)
    }
    /// The largest value on a board.
    #[getter]
    fn most(&self) -> u8 {
        self.inner.outline().shape.most
    }
    #[getter]
    fn features(&self) -> Vec<String> {
        self.inner.outline().features.clone()
    }

    /// Restarts a game.
    #[pyo3(signature = (game, seed = None))]
    fn reset(&mut self, py: Python, game: usize, seed: Option<u64>) -> PyResult<()> {
        if game >= self.inner.games() {
            return Err(unfit(format!(
                "expected a game from 0 to {}, found {game}",
                self.inner.games() - 1
            )));
        }
        let inner = &mut self.inner;
        py.detach(|| inner.reset(game, seed)).map_err(unfit)
    }

    /// The observation of a single game, and its info dictionary.
    fn look<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut score = [0];
        self.inner.show(&mut Ledger {
            scores: &mut score,
            boards: &mut self.board,
            features: &mut self.features,
            masks: &mut self.mask,
            ..Ledger::default()
        });
        let (seen, told) = (self.seen(py)?, self.told(py, score[0])?);
        told.set_item("seed", self.inner.seed(0))?;
        PyTuple::new(py, [seen, told.into_any()])
    }

    /// Plays one action in a single game and returns what Gymnasium's `step` returns.
    fn step<'py>(&mut self, py: Python<'py>, action: i64) -> PyResult<Bound<'py, PyTuple>> {
        let (mut reward, mut over, mut cut, mut score) = ([0.0], [false], [false], [0]);
        let mut ledger = Ledger {
            rewards: &mut reward,
            over: &mut over,
            cut: &mut cut,
            scores: &mut score,
            boards: &mut self.board,
            features: &mut self.features,
            masks: &mut self.mask,
        };
        self.inner.step(&[action], &mut ledger).map_err(unfit)?;
        let (seen, told) = (self.seen(py)?, self.told(py, score[0])?);
        if over[0] {
            told.set_item("solved", self.inner.is_solved(0))?;
        }
        let step = [
            seen,
            reward[0].into_bound_py_any(py)?,
            over[0].into_bound_py_any(py)?,
            cut[0].into_bound_py_any(py)?,
            told.into_any(),
        ];
        PyTuple::new(py, step)
    }

    /// Writes the state of all games.
    fn show(
        &self,
        seen: &Bound<PyAny>,
        mut masks: Written<i8>,
        mut scores: Written<i64>,
    ) -> PyResult<()> {
        let ledger =
            Ledger { masks: whole(&mut masks)?, scores: whole(&mut scores)?, ..Ledger::default() };
        match self.observation {
            Observation::Board => {
                let mut boards = seen.extract::<Written<u8>>()?;
                self.inner.show(&mut Ledger { boards: whole(&mut boards)?, ..ledger });
            }
            Observation::Features => {
                let mut features = seen.extract::<Written<f32>>()?;
                self.inner.show(&mut Ledger { features: whole(&mut features)?, ..ledger });
            }
        }
        Ok(())
    }

    /// Plays one action in each game.
    fn step_all(
        &mut self,
        py: Python,
        actions: PyReadonlyArray1<i64>,
        seen: &Bound<PyAny>,
        mut rewards: Written<f64>,
        mut over: Written<bool>,
        mut cut: Written<bool>,
        mut masks: Written<i8>,
        mut scores: Written<i64>,
    ) -> PyResult<()> {
        let actions = actions.as_slice().map_err(|_| unfit("actions must be contiguous"))?;
        let (rewards, over, cut) = (whole(&mut rewards)?, whole(&mut over)?, whole(&mut cut)?);
        let (masks, scores) = (whole(&mut masks)?, whole(&mut scores)?);
        let (mut boards, mut features);
        let ledger = Ledger { rewards, over, cut, masks, scores, ..Ledger::default() };
        let mut ledger = match self.observation {
            Observation::Board => {
                boards = seen.extract::<Written<u8>>()?;
                Ledger { boards: whole(&mut boards)?, ..ledger }
            }
            Observation::Features => {
                features = seen.extract::<Written<f32>>()?;
                Ledger { features: whole(&mut features)?, ..ledger }
            }
        };
        let inner = &mut self.inner;
        py.detach(|| inner.step(actions, &mut ledger)).map_err(unfit)
    }

    /// The action that an agent would choose in each game.
    fn advise<'py>(&self, py: Python<'py>, agent: &str) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut actions = vec![0; self.inner.games()];
        py.detach(|| self.inner.advise(agent, &mut actions)).map_err(unfit)?;
        Ok(PyArray1::from_vec(py, actions))
    }

    /// Whether a game's goal is reached.
    fn solved(&self, game: usize) -> bool {
        self.inner.is_solved(game)
    }
    /// The seed of a game's instance and luck.
    fn seed(&self, game: usize) -> u64 {
        self.inner.seed(game)
    }
    /// A game drawn as text.
    fn text(&self, game: usize) -> String {
        Drawing::of(&self.inner.scene(game)).text()
    }
    /// A game drawn as pixels.
    fn pixels<'py>(&self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (bytes, shape) = Drawing::of(&self.inner.scene(game)).pixels();
        PyArray1::from_vec(py, bytes).reshape(shape)
    }
    /// The instance of a game.
    fn instance(&self, py: Python, game: usize) -> PyResult<Instance> {
        let opened = standard().open(&self.inner.instance(game));
        let opened = opened.map_err(|error| malformed(py, "environment", &error))?;
        Ok(Instance { inner: Arc::from(opened) })
    }
    /// The moves of a game so far, as an answer; `None` unless answers are kept.
    fn answer(&self, game: usize) -> Option<Vec<String>> {
        self.inner.answer(game)
    }
}

impl Arena {
    fn seen<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let ArenaOutline { shape, .. } = self.inner.outline();
        Ok(match self.observation {
            Observation::Board => PyArray1::from_slice(py, &self.board)
                .reshape([shape.planes, shape.rows, shape.columns])?
                .into_any(),
            Observation::Features => PyArray1::from_slice(py, &self.features).into_any(),
        })
    }

    fn told<'py>(&self, py: Python<'py>, score: i64) -> PyResult<Bound<'py, PyDict>> {
        static NAMES: PyOnceLock<[Py<PyString>; 2]> = PyOnceLock::new();
        let [mask, points] = NAMES.get_or_init(py, || {
            ["action_mask", "score"].map(|name| PyString::intern(py, name).unbind())
        });
        let told = PyDict::new(py);
        told.set_item(mask, PyArray1::from_slice(py, &self.mask))?;
        told.set_item(points, score)?;
        Ok(told)
    }
}
