//! The same model as clauses, for a clause-learning solver.
//!
//! The encoding has a literal for each value of a variable (a single one for a variable with two
//! values), clauses for constraints (`encoding.rs`), propagators for constraints that clauses
//! express badly (`theory.rs`), and cuts for constraints that are cheaper to check than to encode
//! (`cuts.rs`), which are added when a complete assignment breaks them. The solver is batsat, a
//! descendant of MiniSat (Eén and Sörensson 2003). It is deterministic, and keeps learnt clauses
//! and cuts between queries.
//!
//! Constraints can be put into groups. The constraints of a group hold only in queries that assume
//! the group, so that one learner can answer "does the solution stay unique without this clue?" for
//! every clue, and can name the groups that a refutation needs.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use std::{fmt, mem};

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};
use quarry_core::{Assignment, Literal, Meter, Model, Value, Variable};

use crate::cuts::LazyLoop;
use crate::engine::EngineStep;
use crate::proof::{ClauseList, ClauseOrigin, ProofStep};
use crate::theory::Propagators;

/// How often the watching thread checks whether the solver has to stop.
const WATCH_INTERVAL: Duration = Duration::from_millis(2);

/// Conflicts that a small model may take before a thread watches the clock: starting a thread costs
/// more than most queries.
const UNWATCHED_CONFLICTS: u64 = 50;

/// Models with fewer literals than this count as small.
const SMALL: usize = 200_000;

/// A small model's propagators read fewer literals than this: they may read all of them after every
/// decision.
const SMALL_PROPAGATORS: usize = 2_000;

/// Clauses with at most this many literals are freed within milliseconds.
const QUICKLY_FREED: usize = 1_000_000;

/// A clause-learning solver loaded with a model.
pub struct ClauseLearner {
    pub(crate) solver: Solver<Quota>,
    pub(crate) propagators: Propagators,
    pub(crate) lazy_loops: Vec<LazyLoop>,
    /// For each variable, its possible values and their literals, values in rising order.
    pub(crate) literals: Vec<Vec<(Value, Lit)>>,
    /// A literal that is true.
    pub(crate) truth: Lit,
    /// For each group, the literal that switches it on.
    gates: Vec<Lit>,
    /// The gate of the constraint that is being added, if it belongs to a group.
    pub(crate) gate: Option<Lit>,
    /// The index of the constraint that is being added.
    pub(crate) constraint: usize,
    /// The clauses so far, if a proof is wanted.
    record: Option<Box<Record>>,
    /// Number of variables that make up an answer.
    answers: usize,
    /// Whether the variables with value 1 identify a solution. This holds for the edges of a loop,
    /// since no loop contains another.
    pub(crate) ones_decide: bool,
    solution: Assignment,
    pub(crate) size: usize,
}

/// The clauses given to the solver.
#[derive(Debug, Default)]
struct Record {
    clauses: ClauseList<ClauseOrigin>,
    /// Where the clauses that are being added come from.
    origin: ClauseOrigin,
}

/// A clause that the learner has concluded: at least one of its literals is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LearntClause {
    /// Literals about what makes up an answer.
    pub literals: Vec<Literal>,
    /// Number of its other literals, which are about helpers of the encoding.
    pub others: usize,
}

/// Something that a query assumes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Assumption {
    /// The constraints of this group hold.
    Group(usize),
    /// This literal is true.
    Fact(Literal),
}

/// The answer to a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// There is a solution; see [`ClauseLearner::solution`].
    Solution,
    /// There is no solution; these assumptions, by index, are enough to show it.
    Refuted(Vec<usize>),
    /// The conflict limit was reached.
    Paused,
    /// The meter said stop.
    Stopped,
}

/// Stops the solver after `most` conflicts, or when the flag is set; keeps the steps of a proof.
#[derive(Debug, Default)]
pub(crate) struct Quota {
    learnt: u64,
    most: u64,
    stopped: Arc<AtomicBool>,
    steps: Option<Box<ClauseList<ProofStep>>>,
    /// The clauses learnt last, for people who watch.
    latest: Option<VecDeque<Vec<Lit>>>,
}

/// Number of learnt clauses that are kept for people who watch.
const LATEST: usize = 100;

impl Callbacks for Quota {
    fn on_new_clause(&mut self, clause: &[Lit], _: batsat::ClauseKind) {
        self.learnt += 1;
        if let Some(steps) = &mut self.steps {
            steps.push(clause.iter().copied(), ProofStep::Learn);
        }
        if let Some(latest) = &mut self.latest {
            if latest.len() == LATEST {
                latest.pop_front();
            }
            latest.push_back(clause.to_vec());
        }
    }
    fn on_delete_clause(&mut self, clause: &[Lit]) {
        if let Some(steps) = &mut self.steps {
            steps.push(clause.iter().copied(), ProofStep::Delete);
        }
    }
    fn stop(&self) -> bool {
        self.learnt >= self.most || self.stopped.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for ClauseLearner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClauseLearner").field("literals", &self.size).finish_non_exhaustive()
    }
}

impl Drop for ClauseLearner {
    /// Frees a large solver in another thread, because freeing millions of small clauses takes
    /// longer than a stop may.
    fn drop(&mut self) {
        if self.size > QUICKLY_FREED {
            let solver = mem::replace(
                &mut self.solver,
                Solver::new(SolverOpts::default(), Quota::default()),
            );
            // If no thread can be started, the solver is freed here.
            let _ = thread::Builder::new().spawn(move || drop(solver));
        }
    }
}

impl ClauseLearner {
    /// Encodes a model, restricted to the values that `may_be` admits; returns `None` if the meter
    /// says stop.
    pub fn new(
        model: &Model,
        may_be: impl Fn(Variable, Value) -> bool,
        meter: &mut Meter,
    ) -> Option<Self> {
        Self::build(model, may_be, |_| None, false, meter)
    }

    /// Encodes a model and records everything that a proof needs; returns `None` if the meter says
    /// stop.
    pub(crate) fn recording(model: &Model, meter: &mut Meter) -> Option<Self> {
        Self::build(model, |_, _| true, |_| None, true, meter)
    }

    /// Encodes a model whose constraint `c` belongs to the group `groups[c]`, if any; returns
    /// `None` if the meter says stop.
    pub fn with_groups(model: &Model, groups: &[Option<usize>], meter: &mut Meter) -> Option<Self> {
        Self::build(model, |_, _| true, |constraint| groups[constraint], false, meter)
    }

    fn build(
        model: &Model,
        may_be: impl Fn(Variable, Value) -> bool,
        group: impl Fn(usize) -> Option<usize>,
        records: bool,
        meter: &mut Meter,
    ) -> Option<Self> {
        let quota = Quota { steps: records.then(Box::default), ..Quota::default() };
        let mut solver = Solver::new(SolverOpts::default(), quota);
        let truth = Lit::new(solver.new_var(lbool::TRUE, false), true);
        let mut learner = ClauseLearner {
            solver,
            propagators: Propagators::new(records),
            lazy_loops: Vec::new(),
            literals: Vec::with_capacity(model.domains.len()),
            truth,
            gates: Vec::new(),
            gate: None,
            constraint: 0,
            record: records.then(Box::default),
            answers: model.answer_len(),
            ones_decide: false,
            solution: Vec::new(),
            size: 0,
        };
        learner.clause(vec![truth]);
        for (variable, domain) in model.domains.iter().enumerate() {
            if !meter.goes_on() {
                return None;
            }
            learner.note_origin(ClauseOrigin::Variable(variable));
            learner.add_variable(domain.iter().filter(|&value| may_be(variable, value)).collect());
        }
        for (index, constraint) in model.constraints.iter().enumerate() {
            learner.gate = group(index).map(|group| learner.group_gate(group));
            learner.constraint = index;
            learner.note_origin(ClauseOrigin::Constraint(index));
            learner.post(model, constraint, meter)?;
        }
        learner.gate = None;
        Some(learner)
    }

    fn add_variable(&mut self, values: Vec<Value>) {
        let literals = match *values {
            [] => {
                self.clause(Vec::new());
                Vec::new()
            }
            [only] => vec![(only, self.truth)],
            [low, high] => {
                // The solver tries the lower value first, and later the last one it had.
                let is_high = Lit::new(self.solver.new_var(lbool::UNDEF, true), true);
                vec![(low, !is_high), (high, is_high)]
            }
            _ => {
                let literals: Vec<(Value, Lit)> = values
                    .into_iter()
                    .map(|value| (value, Lit::new(self.solver.new_var(lbool::TRUE, true), true)))
                    .collect();
                self.exactly_one(literals.iter().map(|&(_, literal)| literal).collect());
                literals
            }
        };
        self.literals.push(literals);
    }

    fn group_gate(&mut self, group: usize) -> Lit {
        while self.gates.len() <= group {
            let gate = Lit::new(self.solver.new_var(lbool::FALSE, false), true);
            self.gates.push(gate);
        }
        self.gates[group]
    }

    /// Adds a group that holds only if all these assumptions do, and returns it. To assume it costs
    /// the solver less than to assume them one by one.
    pub(crate) fn bundle(&mut self, assumed: &[Assumption]) -> usize {
        let group = self.gates.len();
        self.gate = Some(self.group_gate(group));
        for &assumption in assumed {
            let literal = match assumption {
                Assumption::Group(group) => self.group_gate(group),
                Assumption::Fact(fact) => self.lit(fact),
            };
            self.clause(vec![literal]);
        }
        self.gate = None;
        group
    }

    /// Searches for another solution with about this many conflicts at most. Also returns the
    /// number of conflicts used: the solver cannot be stopped between two conflicts without a
    /// decision in between.
    pub fn next(&mut self, conflicts: u64, meter: &mut Meter) -> (EngineStep, u64) {
        let before = self.conflicts();
        let step = match self.ask(&[], conflicts, meter) {
            Reply::Solution => {
                let solution = self.solution.clone();
                self.forbid(&solution);
                EngineStep::Found
            }
            Reply::Refuted(_) => EngineStep::End,
            Reply::Paused => EngineStep::Paused,
            Reply::Stopped => EngineStep::Stopped,
        };
        (step, self.conflicts() - before)
    }

    /// Searches for a solution under these assumptions, with about this many conflicts at most.
    pub fn ask(&mut self, assumed: &[Assumption], conflicts: u64, meter: &mut Meter) -> Reply {
        let mut assumptions = Vec::with_capacity(assumed.len());
        for (index, assumption) in assumed.iter().enumerate() {
            match *assumption {
                // A group without constraints may have no gate yet.
                Assumption::Group(group) => assumptions.push(self.group_gate(group)),
                Assumption::Fact(fact) if self.lit(fact) == !self.truth => {
                    return Reply::Refuted(vec![index]);
                }
                Assumption::Fact(fact) => assumptions.push(self.lit(fact)),
            }
        }
        let end = self.conflicts().saturating_add(conflicts);
        loop {
            let result = self.solve(&assumptions, end, meter);
            if result == lbool::TRUE {
                let cuts = self.cuts();
                if cuts.is_empty() {
                    self.solution = self.read_solution();
                    return Reply::Solution;
                }
                for (constraint, cut) in cuts {
                    self.note_origin(ClauseOrigin::Lemma(constraint));
                    self.clause(cut);
                }
                if !meter.goes_on() {
                    return Reply::Stopped;
                }
            } else if result == lbool::FALSE {
                let needed =
                    |&index: &usize| self.solver.unsat_core_contains_lit(!assumptions[index]);
                return Reply::Refuted((0..assumptions.len()).filter(needed).collect());
            } else if self.solver.cb().stopped.load(Ordering::Relaxed) {
                // The watching thread has seen the limit; the meter itself looks at the clock only
                // now and then.
                while meter.goes_on() {}
                return Reply::Stopped;
            } else {
                return Reply::Paused;
            }
        }
    }

    /// Keeps the clauses learnt last from now on.
    pub(crate) fn keep_latest(&mut self) {
        self.solver.cb_mut().latest = Some(VecDeque::new());
    }

    /// Returns the clauses learnt last, with the number of the last one. Literals without a meaning
    /// in the model are left out and counted.
    pub(crate) fn latest(&self) -> (u64, Vec<LearntClause>) {
        let mut meanings = BTreeMap::new();
        for (variable, values) in self.literals.iter().enumerate().take(self.answers) {
            for &(value, lit) in values {
                meanings.entry(lit).or_insert(Literal::is(variable, value));
            }
        }
        for (lit, literal) in meanings.clone() {
            meanings.entry(!lit).or_insert(!literal);
        }
        let clause = |clause: &Vec<Lit>| {
            let literals: Vec<_> =
                clause.iter().filter_map(|lit| meanings.get(lit).copied()).collect();
            LearntClause { others: clause.len() - literals.len(), literals }
        };
        let latest = self.solver.cb().latest.iter().flatten().map(clause).collect();
        (self.conflicts(), latest)
    }

    /// Number of conflicts so far, over all queries.
    pub fn conflicts(&self) -> u64 {
        self.solver.cb().learnt
    }

    /// Returns the number of propagated literals so far: a measure of the solver's work.
    pub fn propagations(&self) -> u64 {
        self.solver.num_propagations()
    }

    fn read_solution(&self) -> Assignment {
        let holds = |&&(_, literal): &&(Value, Lit)| self.solver.value_lit(literal) == lbool::TRUE;
        let value = |of: &Vec<(Value, Lit)>| of.iter().find(holds).map_or(0, |&(value, _)| value);
        self.literals.iter().map(value).collect()
    }

    /// Runs the solver until the total number of conflicts reaches `end`.
    fn solve(&mut self, assumptions: &[Lit], end: u64, meter: &mut Meter) -> lbool {
        self.solver.cb().stopped.store(false, Ordering::Relaxed);
        if self.size < SMALL && self.propagators.size() < SMALL_PROPAGATORS {
            self.solver.cb_mut().most = end.min(self.conflicts() + UNWATCHED_CONFLICTS);
            let result = self.solver.solve_limited_th(&mut self.propagators, assumptions);
            if result != lbool::UNDEF || self.conflicts() >= end {
                return result;
            }
            if !meter.goes_on() {
                self.solver.cb().stopped.store(true, Ordering::Relaxed);
                return result;
            }
        }
        self.solver.cb_mut().most = end;
        self.solve_watched(assumptions, meter)
    }

    /// Runs the solver while another thread checks the meter, because the solver's callbacks cannot
    /// borrow it.
    fn solve_watched(&mut self, assumptions: &[Lit], meter: &Meter) -> lbool {
        let flag = Arc::clone(&self.solver.cb().stopped);
        let ended = AtomicBool::new(false);
        let meter = meter.helper(u64::MAX, u64::MAX);
        thread::scope(|scope| {
            let watch = scope.spawn(|| {
                // A new helper checks the clock at once.
                while !ended.load(Ordering::Relaxed) && meter.helper(u64::MAX, u64::MAX).goes_on() {
                    thread::park_timeout(WATCH_INTERVAL);
                }
                flag.store(!ended.load(Ordering::Relaxed), Ordering::Relaxed);
            });
            let result = self.solver.solve_limited_th(&mut self.propagators, assumptions);
            ended.store(true, Ordering::Relaxed);
            watch.thread().unpark();
            result
        })
    }

    /// The last solution found.
    pub fn solution(&self) -> &Assignment {
        &self.solution
    }

    /// Approximate size of the clauses in bytes.
    pub fn bytes(&self) -> usize {
        let recorded = self.record.as_ref().map_or(0, |record| record.clauses.bytes())
            + self.solver.cb().steps.as_ref().map_or(0, |steps| steps.bytes())
            + self.propagators.recorded_bytes();
        self.size * 8 + self.conflicts() as usize * 200 + recorded
    }

    /// Returns what was recorded for a proof: the clauses, the lemmas of the propagators with their
    /// constraints, and the steps of the solver.
    pub(crate) fn take_record(
        &mut self,
    ) -> (ClauseList<ClauseOrigin>, ClauseList<usize>, ClauseList<ProofStep>) {
        let clauses = self.record.take().unwrap_or_default().clauses;
        let steps = self.solver.cb_mut().steps.take().unwrap_or_default();
        (clauses, self.propagators.take_lemmas(), *steps)
    }

    /// Returns the number of variables of the solver.
    pub(crate) fn variables(&self) -> usize {
        self.solver.num_vars() as usize
    }

    /// Notes where the next clauses come from.
    fn note_origin(&mut self, origin: ClauseOrigin) {
        if let Some(record) = &mut self.record {
            record.origin = origin;
        }
    }

    /// Excludes an assignment: later answers must differ from it.
    pub fn forbid(&mut self, assignment: &[Value]) {
        let mut clause = Vec::new();
        for (variable, &value) in assignment.iter().enumerate().take(self.answers) {
            if self.ones_decide && value == 0 {
                continue;
            }
            match self.literal(variable, value) {
                Some(literal) => clause.push(!literal),
                // The value is impossible, so there is nothing to forbid.
                None => return,
            }
        }
        self.note_origin(ClauseOrigin::Solution);
        self.clause(clause);
    }

    /// Returns the literal of `variable = value`, if the variable may have that value.
    pub(crate) fn literal(&self, variable: Variable, value: Value) -> Option<Lit> {
        let values = &self.literals[variable];
        values.binary_search_by_key(&value, |&(value, _)| value).ok().map(|index| values[index].1)
    }

    /// Translates a literal of the model; a value that is impossible is false.
    pub(crate) fn lit(&self, literal: Literal) -> Lit {
        let is = self.literal(literal.variable, literal.value).unwrap_or(!self.truth);
        if literal.holds { is } else { !is }
    }

    /// Adds a clause, which holds only if the current gate is open.
    pub(crate) fn clause(&mut self, mut literals: Vec<Lit>) {
        literals.extend(self.gate.map(|gate| !gate));
        if let Some(record) = &mut self.record {
            record.clauses.push(literals.iter().copied(), record.origin);
        }
        self.size += literals.len() + 3;
        self.solver.add_clause_reuse(&mut literals);
    }

    /// Creates an auxiliary literal, which the solver never decides on.
    pub(crate) fn helper(&mut self) -> Lit {
        Lit::new(self.solver.new_var(lbool::UNDEF, false), true)
    }
}
