//! The engine. Most models go to the clause learner at once, without the values that givens rule
//! out. Models with a path are searched by decision and propagation first, then single values are
//! probed, and the clause learner takes over what is left.

use quarry_core::{Assignment, Constraint, Meter, Model, Solutions, Value, Variable};

use crate::domains::{Break, Domains};
use crate::learner::{ClauseLearner, LearntClause};
use crate::probing::Probing;
use crate::propagation::Propagation;

/// Decisions before the first restart of the search, and the most decisions between two restarts;
/// the number doubles each time. The numbers come from the measurements in
/// docs/notes/constraint-engine.md.
const FIRST_PATIENCE: u64 = 40;
const LAST_PATIENCE: u64 = 40 << 3;

/// Values are probed after the first restart if the open variables have at most this many on
/// average, else after the last one. With more values, the model probably has several solutions,
/// which the search finds sooner.
const FEW_VALUES: u64 = 16;

/// The largest total number of values over all variables that is probed and goes to the learner:
/// about a gigabyte of clauses on a board of squares. Larger models are searched on.
pub(crate) const MOST_LEARNT_VALUES: u64 = 2_000_000;

/// The result of one slice of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineStep {
    /// A new solution was found; it is the last one in [`Engine::found`].
    Found,
    /// There are no further solutions.
    End,
    /// The node limit of this slice is used up; call again to continue.
    Paused,
    /// The meter said stop; call again with another meter to continue.
    Stopped,
}

/// Finds the solutions of a model, one after the other.
///
/// Call [`Engine::next`] until it returns [`EngineStep::End`], or let [`Engine::count`] decide
/// between none, one and several. To ask several questions about one model, as a generator does,
/// call [`Engine::restart`], state the assumptions with [`Engine::fix`] and [`Engine::rule_out`],
/// then call `next`.
#[derive(Debug)]
pub struct Engine {
    model: Model,
    domains: Domains,
    propagation: Propagation,
    /// Whether the model has a path. Search is usually faster than learning on such a model; all
    /// other models go to the learner at once.
    has_path: bool,
    /// Length of the trail after the model alone was propagated.
    root: usize,
    /// Whether the model alone (`root_is_open`), and the model with its assumptions (`is_open`),
    /// may still have solutions.
    root_is_open: bool,
    is_open: bool,
    decisions: Vec<Decision>,
    found: Vec<Assignment>,
    nodes: u64,
    /// Decisions since the last restart of the search, and the most there may be.
    decided: u64,
    patience: u64,
    /// Whether values are probed.
    probes: bool,
    /// What to probe next, while values are probed.
    probing: Option<Probing>,
    learner: Option<ClauseLearner>,
    /// Whether the learner keeps its latest clauses.
    keeps_latest: bool,
}

/// Whether a constraint of a model for the learner is propagated first: different values, and facts
/// such as givens. What they rule out needs no clauses, which is most of a large board.
fn shrinks_domains(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Different(_) => true,
        Constraint::Clause(literals) => literals.len() == 1,
        _ => false,
    }
}

/// A value that was tried, and the length of the trail before.
#[derive(Debug, Clone, Copy)]
struct Decision {
    mark: usize,
    variable: Variable,
    value: Value,
}

impl Engine {
    /// Creates an engine and propagates the model; returns `None` if the meter says stop first.
    pub fn new(model: &Model, meter: &mut Meter) -> Option<Self> {
        let mut domains = Domains::new(&model.domains);
        let is_path = |constraint: &Constraint| matches!(constraint, Constraint::Path { .. });
        let has_path = model.constraints.iter().any(is_path);
        let is_searched = |constraint: &&Constraint| has_path || shrinks_domains(constraint);
        let searched = model.constraints.iter().filter(is_searched);
        let mut propagation = Propagation::new(model, searched, &mut domains);
        let mut is_open = model.domains.iter().all(|set| set.iter().next().is_some());
        if is_open {
            is_open = match propagation.run(&mut domains, meter) {
                Ok(()) => true,
                Err(Break::Conflict) => false,
                Err(Break::Stopped) => return None,
            };
        }
        Some(Engine {
            model: model.clone(),
            root: domains.mark(),
            root_is_open: is_open,
            is_open,
            domains,
            propagation,
            has_path,
            decisions: Vec::new(),
            found: Vec::new(),
            nodes: 0,
            decided: 0,
            patience: FIRST_PATIENCE,
            probes: true,
            probing: None,
            learner: None,
            keeps_latest: false,
        })
    }

    /// Leaves probing out. That is faster for questions that mostly have a solution, as those of a
    /// generator do: the search or the learner finds it, and probing refutes what need not be.
    pub fn without_probing(mut self) -> Self {
        self.probes = false;
        self
    }

    /// Returns to the model alone: drops all assumptions and all solutions found.
    pub fn restart(&mut self) {
        self.domains.undo(self.root);
        self.propagation.forget(&mut self.domains);
        self.decisions.clear();
        self.found.clear();
        self.decided = 0;
        self.patience = FIRST_PATIENCE;
        self.propagation.calm_down();
        self.probing = None;
        self.learner = None;
        self.is_open = self.root_is_open;
    }

    /// Assumes that a variable has this value. Must not be called during a search.
    pub fn fix(&mut self, variable: Variable, value: Value) {
        self.assume(|domains| domains.fix(variable, value).is_ok());
    }

    /// Assumes that a variable does not have this value. Must not be called during a search.
    pub fn rule_out(&mut self, variable: Variable, value: Value) {
        self.assume(|domains| domains.remove(variable, value).is_ok());
    }

    fn assume(&mut self, change: impl FnOnce(&mut Domains) -> bool) {
        assert!(
            self.decisions.is_empty() && self.found.is_empty(),
            "assumptions come before the search"
        );
        self.is_open = self.is_open && change(&mut self.domains);
    }

    /// Whether a variable may still have this value, as far as propagation has concluded from the
    /// model and its assumptions.
    pub fn may_be(&self, variable: Variable, value: Value) -> bool {
        self.is_open && self.domains.contains(variable, value)
    }

    /// Continues the search until it finds another solution, proves that there is none, has used
    /// this many nodes (the learner may use a few more), or the meter says stop.
    pub fn next(&mut self, nodes: u64, meter: &mut Meter) -> EngineStep {
        let end = self.nodes.saturating_add(nodes);
        while self.is_open && self.nodes < end {
            if !meter.goes_on() {
                return EngineStep::Stopped;
            }
            if self.learner.is_some() {
                return self.learn(end, meter);
            }
            let conclusion = self.propagation.run(&mut self.domains, meter);
            if conclusion == Err(Break::Stopped) {
                return EngineStep::Stopped;
            } else if conclusion.is_ok() && !self.has_path {
                if !self.hand_over(meter) {
                    return EngineStep::Stopped;
                }
            } else if conclusion.is_err() {
                self.turn_back();
                self.probing.iter_mut().for_each(Probing::refuted);
            } else if self.probing.is_some() && !self.is_decided() {
                self.undo_probe();
                if !self.probe(meter) {
                    return EngineStep::Stopped;
                }
            } else if let Some((variable, value)) = self.choice() {
                if self.decided >= self.patience {
                    self.begin_anew();
                    continue;
                }
                self.decided += 1;
                self.decide(variable, value);
            } else {
                let solution: Assignment = (0..self.domains.len())
                    .filter_map(|variable| self.domains.first(variable))
                    .collect();
                debug_assert!(
                    self.model.holds(&solution),
                    "propagation lets no wrong assignment pass"
                );
                if !self.undo_probe() {
                    self.turn_back();
                }
                // After a restart, the search may find a known solution again.
                if !self.found.contains(&solution) {
                    self.found.push(solution);
                    return EngineStep::Found;
                }
            }
        }
        if self.is_open { EngineStep::Paused } else { EngineStep::End }
    }

    /// Decides whether there are no, one or several solutions. Returns `Unknown` if about this many
    /// nodes did not suffice; it can then be called again.
    pub fn count(&mut self, nodes: u64, meter: &mut Meter) -> Solutions {
        let end = self.nodes.saturating_add(nodes);
        while self.found.len() < 2 {
            match self.next(end.saturating_sub(self.nodes).max(1), meter) {
                EngineStep::Found => {}
                EngineStep::End => break,
                EngineStep::Paused | EngineStep::Stopped => return Solutions::Unknown,
            }
        }
        match self.found.len() {
            0 => Solutions::None,
            1 => Solutions::One,
            _ => Solutions::Several,
        }
    }

    /// Makes the learner keep its latest clauses.
    pub fn keep_latest(&mut self) {
        self.keeps_latest = true;
    }

    /// Returns the clauses learnt last, with the number of the last one; none before the problem
    /// is handed to the learner.
    pub fn latest(&self) -> Option<(u64, Vec<LearntClause>)> {
        self.learner.as_ref().map(ClauseLearner::latest)
    }

    /// The solutions found since the last restart.
    pub fn found(&self) -> &[Assignment] {
        &self.found
    }

    /// Number of decisions plus conflicts in the learner, over all searches.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Approximate size in bytes.
    pub fn bytes(&self) -> usize {
        self.domains.bytes() + self.learner.as_ref().map_or(0, ClauseLearner::bytes)
    }

    fn decide(&mut self, variable: Variable, value: Value) {
        self.nodes += 1;
        self.decisions.push(Decision { mark: self.domains.mark(), variable, value });
        self.domains.fix(variable, value).expect("a value that is left");
    }

    fn is_decided(&self) -> bool {
        (0..self.domains.len()).all(|variable| self.domains.single(variable).is_some())
    }

    /// Undoes the last decision and rules its value out; without a decision left, the search is
    /// over.
    fn turn_back(&mut self) {
        while let Some(last) = self.decisions.pop() {
            self.domains.undo(last.mark);
            if self.domains.remove(last.variable, last.value).is_ok() {
                return;
            }
        }
        self.is_open = false;
    }

    /// Chooses the next decision: the one a path propagator prefers, or else a variable with the
    /// fewest values.
    fn choice(&mut self) -> Option<(Variable, Value)> {
        let by_trouble = self.patience > FIRST_PATIENCE;
        self.propagation.choice(by_trouble, &self.domains).or_else(|| {
            let open =
                (0..self.domains.len()).map(|variable| (self.domains.count(variable), variable));
            let (_, variable) = open.filter(|&(count, _)| count > 1).min()?;
            Some((variable, self.domains.first(variable)?))
        })
    }

    /// Undoes all decisions, so that the next ones start with the variables that caused the most
    /// conflicts, or begins to probe.
    fn begin_anew(&mut self) {
        if let Some(first) = self.decisions.first() {
            self.domains.undo(first.mark);
        }
        self.decisions.clear();
        self.decided = 0;
        self.patience = self.patience.saturating_mul(2);
        let counts =
            (0..self.domains.len()).map(|variable| u64::from(self.domains.count(variable)));
        let (open, values) = counts
            .filter(|&count| count > 1)
            .fold((0, 0), |(open, values), count| (open + 1, values + count));
        let is_time = self.patience > LAST_PATIENCE || self.probes && values <= FEW_VALUES * open;
        if is_time && values <= MOST_LEARNT_VALUES {
            self.probing = Some(Probing::new(self.probes));
        }
    }

    /// Tries the next value. If there is none, hands the remaining problem to the learner; returns
    /// false if the meter says stop first.
    fn probe(&mut self, meter: &mut Meter) -> bool {
        let probing = self.probing.as_mut();
        match probing.and_then(|probing| probing.next(&self.domains, self.found.first())) {
            Some((variable, value)) => {
                self.decide(variable, value);
                true
            }
            None => self.hand_over(meter),
        }
    }

    /// Undoes a probe that was not refuted; returns false if there is none.
    fn undo_probe(&mut self) -> bool {
        let probe = self.probing.as_ref().and_then(|_| self.decisions.pop());
        probe.map(|probe| self.domains.undo(probe.mark)).is_some()
    }

    /// Hands the remaining problem to the learner; returns false if the meter says stop first.
    fn hand_over(&mut self, meter: &mut Meter) -> bool {
        let may_be = |variable, value| self.domains.contains(variable, value);
        let Some(mut learner) = ClauseLearner::new(&self.model, may_be, meter) else {
            return false;
        };
        self.found.iter().for_each(|solution| learner.forbid(solution));
        if self.keeps_latest {
            learner.keep_latest();
        }
        self.learner = Some(learner);
        true
    }

    fn learn(&mut self, end: u64, meter: &mut Meter) -> EngineStep {
        let Some(learner) = &mut self.learner else { return EngineStep::Paused };
        let (step, conflicts) = learner.next(end - self.nodes, meter);
        self.nodes += conflicts.max(1);
        match step {
            EngineStep::Found => self.found.push(learner.solution().clone()),
            EngineStep::End => self.is_open = false,
            EngineStep::Paused | EngineStep::Stopped => {}
        }
        step
    }
}
