//! Instances: loading, generating, drawing and solving them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use pyo3::exceptions::{PyKeyboardInterrupt, PyTimeoutError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quarry::{Budget, Event, GenerateError, Grain, Halt, Request, Session, Tier};

use crate::attended::attended;
use crate::catalogue::{Solver, entry, standard};
use crate::complaint::{malformed, unfit, unusable};
use crate::drawing::Drawing;
use crate::report::{Improvement, Report, plain};
use crate::settings::chosen;

/// Load an instance from a file, from the name of an example, or from a text of several lines.
///
/// >>> import quarry
/// >>> board = quarry.load("001\n021\n")
/// >>> board
/// Instance('samegame')
/// >>> print(board.show())
/// 0 0 1
/// 0 2 1
/// >>> quarry.load("puzzle = 'samegame'\nboard = 7\n")
/// Traceback (most recent call last):
/// quarry.ParseError: text:2:9: expected a string for `board`, found `7`
#[pyfunction]
pub(crate) fn load(py: Python, source: PathBuf) -> PyResult<Instance> {
    let name = source.display().to_string();
    let (name, text) = if name.contains('\n') {
        ("text".to_owned(), name)
    } else {
        let text = text_of(&name)?;
        (name, text)
    };
    let opened = standard().open(&text).map_err(|error| malformed(py, &name, &error))?;
    Ok(Instance { inner: Arc::from(opened) })
}

fn text_of(name: &str) -> PyResult<String> {
    match standard().example(name) {
        Some(example) if !Path::new(name).exists() => Ok(example.text.to_owned()),
        _ => std::fs::read_to_string(name).map_err(|error| {
            unusable(
                name,
                &error,
                "expected a file, an example such as those of `quarry.puzzles()`, or a text of several lines",
            )
        }),
    }
}

/// Generate an instance from these parameters and this seed, the same on every machine.
///
/// >>> import quarry
/// >>> board = quarry.generate("samegame", seed=3, rows=3, columns=4, colours=2, rules="jawbreaker")
/// >>> board.facts["size"], board.facts["rules"]
/// ('4 x 3', 'jawbreaker')
/// >>> quarry.generate("tetris", width=3)
/// Traceback (most recent call last):
/// ValueError: setting 'width': expected a whole number from 4 to 16, found '3'
#[pyfunction]
#[pyo3(signature = (puzzle, *, seed = 1, **params))]
pub(crate) fn generate(
    py: Python,
    puzzle: &str,
    seed: u64,
    params: Option<&Bound<PyDict>>,
) -> PyResult<Instance> {
    let entry = entry(puzzle)?;
    let params = chosen(puzzle, entry.generator().unwrap_or_default(), params)?;
    let stop = AtomicBool::new(false);
    let made = attended(
        py,
        &stop,
        |_: Sender<()>| entry.generate(&params, seed, Budget::default(), &stop),
        |_, ()| Ok(()),
    )?;
    let text = made.map_err(|error| match error {
        GenerateError::Refused(why) => unfit(why),
        GenerateError::Stopped => PyKeyboardInterrupt::new_err(error.to_string()),
    })?;
    let opened = entry.open(&text).map_err(|error| malformed(py, "generated", &error))?;
    Ok(Instance { inner: Arc::from(opened) })
}

/// An instance of a puzzle, with methods to draw it, solve it, judge answers, rate it and get
/// hints.
#[pyclass(module = "quarry", frozen)]
pub(crate) struct Instance {
    pub(crate) inner: Arc<dyn quarry::Instance>,
}

/// Default time limit in seconds: long enough for a good answer, short enough to wait for.
const SECONDS: f64 = 10.0;

fn budget(
    evaluations: Option<u64>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    memory_mib: u64,
) -> Budget {
    let unlimited = seconds.is_none() && evaluations.is_none() && nodes.is_none();
    let seconds = if unlimited { Some(SECONDS) } else { seconds };
    Budget { evaluations, nodes, seconds, memory: Some(memory_mib << 20) }
}

impl Instance {
    /// Returns the game after some moves.
    fn played(&self, moves: &[String]) -> PyResult<Session> {
        let puzzle = self.inner.puzzle();
        let session = self.inner.session();
        let mut session =
            session.ok_or_else(|| unfit(format!("{puzzle} cannot be played by hand")))?;
        for (index, mv) in moves.iter().enumerate() {
            session.play(mv).map_err(|why| unfit(format!("move {}: {why}", index + 1)))?;
        }
        Ok(session)
    }
}

#[pymethods]
impl Instance {
    #[getter]
    fn puzzle(&self) -> &'static str {
        self.inner.puzzle()
    }
    #[getter]
    fn name(&self) -> Option<String> {
        self.inner.header().name.clone()
    }
    #[getter]
    fn source(&self) -> Option<String> {
        self.inner.header().source.clone()
    }
    #[getter]
    fn text(&self) -> String {
        self.inner.show()
    }
    #[getter]
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let facts = PyDict::new(py);
        self.inner.facts().into_iter().try_for_each(|(what, value)| facts.set_item(what, value))?;
        Ok(facts)
    }
    /// The instance as text; notebooks draw it.
    fn show(&self) -> String {
        Drawing::of(&self.inner.picture()).text()
    }
    fn svg(&self) -> String {
        Drawing::of(&self.inner.picture()).svg(self.inner.puzzle())
    }
    fn _repr_svg_(&self) -> String {
        self.svg()
    }
    fn _repr_html_(&self) -> String {
        let escaped = |text: String| text.replace('&', "&amp;").replace('<', "&lt;");
        let fact = |(what, value): (&str, String)| format!("<b>{what}</b> {}", escaped(value));
        let facts: Vec<_> = self.inner.facts().into_iter().map(fact).collect();
        let name = escaped(self.name().unwrap_or_else(|| self.puzzle().to_owned()));
        format!(
            "<figure><figcaption>{name}: {}</figcaption>{}</figure>",
            facts.join(", "),
            self.svg()
        )
    }
    fn solvers(&self) -> PyResult<Vec<Solver>> {
        Ok(entry(self.puzzle())?.solvers().iter().map(Solver::of).collect())
    }

    /// Run a solver, by default the puzzle's default solver, and return a report whose answer has
    /// passed the judge.
    ///
    /// Without a limit on evaluations, nodes or seconds the run stops after 10 seconds. Ctrl-C ends
    /// it with the best answer so far, and `stopped` is then 'interrupted'. Other keyword arguments
    /// are the solver's settings; pass a setting whose name is taken by an argument of this method
    /// in `params`. `on_improvement` is called with each better answer. The same seed and the same
    /// limit in evaluations or nodes give the same answer, whatever the number of threads.
    ///
    /// >>> import quarry
    /// >>> board = quarry.load("samegame/table1-6x6-4")
    /// >>> scores = []
    /// >>> report = board.solve("beam", width=50, on_improvement=lambda better: scores.append(better.score))
    /// >>> report.score == scores[-1], report.stopped
    /// (True, 'finished')
    /// >>> board.solve("beam", width=0)
    /// Traceback (most recent call last):
    /// ValueError: solver beam: setting 'width': expected a whole number from 1 to 10000000, found '0'
    #[pyo3(signature = (solver = None, *, seed = 1, evaluations = None, nodes = None, seconds = None, memory_mib = 4096,
        threads = 1, on_improvement = None, params = None, **settings))]
    fn solve(
        &self,
        py: Python,
        solver: Option<String>,
        seed: u64,
        evaluations: Option<u64>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        memory_mib: u64,
        threads: usize,
        on_improvement: Option<Py<PyAny>>,
        params: Option<&Bound<PyDict>>,
        settings: Option<&Bound<PyDict>>,
    ) -> PyResult<Report> {
        let entry = entry(self.puzzle())?;
        let name = solver.as_deref().unwrap_or(entry.default_solver());
        let known = entry.solvers().into_iter().find(|known| known.card.name == name);
        let fields = known.map_or(Vec::new(), |known| known.fields);
        let stop = Arc::new(AtomicBool::new(false));
        let mut named = chosen(self.puzzle(), &fields, params)?;
        named.extend(chosen(self.puzzle(), &fields, settings)?);
        let request = Request {
            params: named,
            solver,
            budget: budget(evaluations, nodes, seconds, memory_mib),
            threads,
            seed,
            stop: Arc::clone(&stop),
            whole_process: false,
        };
        let wanted = on_improvement.is_some();
        let report = attended(
            py,
            &stop,
            |news| {
                self.inner.watch(&request, Grain::Usual, &mut |event, sight| {
                    if let (true, Event::Improved { score, solved, tally, seconds }) =
                        (wanted, event)
                    {
                        let (evaluations, nodes) = (tally.evaluations, tally.generated);
                        let answer = sight.answer().to_vec();
                        // The receiver is gone if the run was abandoned.
                        let _ = news.send(Improvement {
                            score,
                            solved,
                            evaluations,
                            nodes,
                            seconds,
                            answer,
                        });
                    }
                })
            },
            |py, improvement| match &on_improvement {
                Some(callback) => callback.call1(py, (improvement,)).map(drop),
                None => Ok(()),
            },
        )?;
        let report = report.map_err(unfit)?;
        Ok(Report { instance: Arc::clone(&self.inner), report })
    }

    /// Judge an answer: a report, moves or rows as strings, or the text or path of an answer file.
    ///
    /// >>> import quarry
    /// >>> board = quarry.load("001\n021\n")
    /// >>> board.judge(["2,1"])
    /// Judgement(refused: entry 1: "2,1": a single cell, at least 2 of one colour are needed)
    /// >>> board.judge(["1,1"]).solved
    /// False
    fn judge(&self, py: Python, answer: &Bound<PyAny>) -> PyResult<Judgement> {
        if let Ok(report) = answer.cast::<Report>() {
            return self.judged(py, &mut report.get().report.answer.iter());
        }
        if let Ok(text) = answer.extract::<PathBuf>() {
            let name = text.display().to_string();
            let (name, text) = if name.contains('\n') {
                ("answer".to_owned(), name)
            } else {
                let advice = "expected an answer file, its text, or a list of moves or rows";
                let text = std::fs::read_to_string(&name)
                    .map_err(|error| unusable(&name, &error, advice))?;
                (name, text)
            };
            let judgement =
                self.inner.verify(&text).map_err(|error| malformed(py, &name, &error))?;
            return Ok(Judgement::of(&judgement));
        }
        self.judged(py, &mut answer.extract::<Vec<String>>()?.iter().map(String::as_str))
    }

    /// Rate the difficulty, as plain data: by the techniques that people need or, for a world that
    /// moves by itself, by what search proves.
    ///
    /// Without a limit on evaluations, nodes or seconds it stops after 10 seconds. A stopped rating
    /// has the tier `None`.
    ///
    /// >>> import quarry
    /// >>> quarry.load("hidato/paper-figure-1").rate()["tier"]
    /// 'expert'
    /// >>> quarry.load("lemmings/03Diggers").rate(evaluations=1_000_000)["fewest_orders"]
    /// 3
    #[pyo3(signature = (*, evaluations = None, nodes = None, seconds = None, memory_mib = 4096))]
    fn rate<'py>(
        &self,
        py: Python<'py>,
        evaluations: Option<u64>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        memory_mib: u64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let rating = PyDict::new(py);
        let stop = AtomicBool::new(false);
        let budget = budget(evaluations, nodes, seconds, memory_mib);
        let rated =
            attended(py, &stop, |_: Sender<()>| self.inner.rating(budget, &stop), |_, ()| Ok(()))?;
        if let Some(rated) = rated {
            let used = rated.used.iter().map(|(technique, count)| (technique.name, *count));
            rating.set_item("tier", rated.tier.map(Tier::name))?;
            rating.set_item("score", rated.score)?;
            rating.set_item("solved", rated.unsolved.is_none() && rated.halted.is_none())?;
            rating.set_item("longest", rated.longest)?;
            rating.set_item("techniques", used.collect::<Vec<_>>())?;
            rating.set_item("hardest", rated.hardest)?;
            rating.set_item("unsolved", rated.unsolved)?;
            rating.set_item("stopped", rated.halted.map_or("finished", Halt::word))?;
            return Ok(rating);
        }
        let settled = attended(
            py,
            &stop,
            |_: Sender<()>| self.inner.analyse_goal(budget, &stop),
            |_, ()| Ok(()),
        )?;
        let settled = settled.ok_or_else(|| {
            unfit(format!(
                "{} has no named techniques to be rated by, and does not move by itself",
                self.puzzle()
            ))
        })?;
        let prospect = settled.prospect;
        rating.set_item("solvable", settled.solvable)?;
        rating.set_item("fewest_steps", prospect.map(|prospect| prospect.time))?;
        rating.set_item("fewest_orders", prospect.map(|prospect| prospect.orders))?;
        rating.set_item("plans", prospect.and_then(|prospect| prospect.plans))?;
        rating.set_item("share", prospect.map(|prospect| prospect.share))?;
        let leniency = settled.leniency.map(|orders| {
            orders
                .into_iter()
                .map(|leeway| (leeway.order, leeway.before, leeway.times))
                .collect::<Vec<_>>()
        });
        rating.set_item("leniency", leniency)?;
        let groups = settled.groups.map(|groups| {
            [
                ("worlds", groups.worlds),
                ("orders", groups.orders),
                ("classes", groups.classes),
                ("regions", groups.regions),
            ]
        });
        rating.set_item("groups", groups.map(BTreeMap::from))?;
        rating.set_item("evaluations", settled.tally.evaluations)?;
        rating.set_item("stopped", settled.halted.map_or("settled", Halt::word))?;
        Ok(rating)
    }

    /// The state of a game after these moves, as plain data.
    ///
    /// >>> import quarry
    /// >>> position = quarry.load("samegame/tiny-samegame").position()
    /// >>> position["kind"], position["over"], position["score"]
    /// ('steps', False, 0)
    #[pyo3(signature = (moves = Vec::new()))]
    fn position<'py>(&self, py: Python<'py>, moves: Vec<String>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &quarry::wire::position(&self.played(&moves)?))
    }

    /// The next step of a good line after these moves; `None` if no good line is known. Raises
    /// `TimeoutError` after 10 seconds.
    ///
    /// >>> import quarry
    /// >>> quarry.load("tetris/10x20").hint(["seed 1"]).reason
    /// 'what steps-20 would play'
    #[pyo3(signature = (moves = Vec::new()))]
    fn hint(&self, py: Python, moves: Vec<String>) -> PyResult<Option<Hint>> {
        let session = self.played(&moves)?;
        let stop = AtomicBool::new(false);
        let budget = Budget { seconds: Some(SECONDS), ..Budget::default() };
        let flag = &stop;
        let hint =
            attended(py, flag, move |_: Sender<()>| session.hint(budget, flag), |_, ()| Ok(()))?;
        let hint = hint.map_err(|halt| match halt {
            Halt::Interrupted => {
                PyKeyboardInterrupt::new_err("interrupted before a hint was found")
            }
            _ => PyTimeoutError::new_err(format!("no hint was found in {SECONDS} seconds")),
        })?;
        Ok(hint.map(|hint| Hint { mv: hint.mv, reason: hint.reason }))
    }

    fn __repr__(&self) -> String {
        let name = self
            .inner
            .header()
            .name
            .as_deref()
            .map_or(String::new(), |name| format!(", name='{name}'"));
        format!("Instance('{}'{name})", self.puzzle())
    }
}

impl Instance {
    fn judged(&self, py: Python, entries: &mut dyn Iterator<Item = &str>) -> PyResult<Judgement> {
        let judgement =
            self.inner.judge(entries).map_err(|error| malformed(py, "answer", &error))?;
        Ok(Judgement::of(&judgement))
    }
}

/// The judge's verdict: true if the answer is accepted, otherwise with the objection.
#[pyclass(module = "quarry", frozen, get_all)]
pub(crate) struct Judgement {
    score: Option<i64>,
    solved: bool,
    objection: Option<String>,
}

impl Judgement {
    fn of(judgement: &quarry::Judgement) -> Self {
        let verdict = judgement.verdict.as_ref().ok();
        Judgement {
            score: verdict.map(|verdict| verdict.score),
            solved: verdict.is_some_and(|verdict| verdict.solved),
            objection: judgement.objection(),
        }
    }
}

#[pymethods]
impl Judgement {
    #[getter]
    fn accepted(&self) -> bool {
        self.objection.is_none()
    }
    fn __bool__(&self) -> bool {
        self.accepted()
    }
    fn __repr__(&self) -> String {
        match &self.objection {
            None => format!("Judgement(accepted, score={})", self.score.unwrap_or_default()),
            Some(why) => format!("Judgement(refused: {why})"),
        }
    }
}

/// A next step with its reason, or the reason why the game is lost.
#[pyclass(module = "quarry", frozen)]
pub(crate) struct Hint {
    mv: Option<String>,
    #[pyo3(get)]
    reason: String,
}

#[pymethods]
impl Hint {
    #[getter]
    fn r#move(&self) -> Option<&str> {
        self.mv.as_deref()
    }
    fn __repr__(&self) -> String {
        match &self.mv {
            Some(mv) => format!("Hint('{mv}': {})", self.reason),
            None => format!("Hint({})", self.reason),
        }
    }
}
