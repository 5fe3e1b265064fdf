//! The same model as clauses, for a solver that learns from its conflicts.
//!
//! The direct encoding: a literal for each value that a variable may still have, decided true
//! first. At most one of many is said in groups of three with a helper that stands for the rest
//! (linear in clauses and helpers) and is never decided. The solver is batsat, a descendant of
//! MiniSat (Eén and Sörensson 2003); it is deterministic, and asked again it keeps what it has
//! learnt.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use std::{fmt, mem};

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};
use quarry_core::{Assignment, Constraint, Literal, Meter, Model, Value, Variable};

use crate::engine::EngineStep;

/// How often it is looked whether the solver has to stop.
const WATCH_INTERVAL: Duration = Duration::from_millis(2);

/// Literals of clauses that are given back within milliseconds.
const QUICKLY_FREED: usize = 1_000_000;

/// A clause-learning solver that holds a model.
pub struct ClauseLearner {
    solver: Solver<Quota>,
    /// For each variable its possible values and their literals, values rising.
    literals: Vec<Vec<(Value, Lit)>>,
    solution: Assignment,
    size: usize,
}

/// Stops the solver after so many conflicts, or when the flag is set.
#[derive(Debug, Default)]
struct Quota {
    learnt: u64,
    most: u64,
    stopped: Arc<AtomicBool>,
}

impl Callbacks for Quota {
    fn on_new_clause(&mut self, _: &[Lit], _: batsat::ClauseKind) {
        self.learnt += 1;
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
    /// Many clauses are many small pieces, and to give a million of them back takes longer than a
    /// stop may.
    fn drop(&mut self) {
        if self.size > QUICKLY_FREED {
            let solver = mem::replace(
                &mut self.solver,
                Solver::new(SolverOpts::default(), Quota::default()),
            );
            // Where there is no other thread, it is done here.
            let _ = thread::Builder::new().spawn(move || drop(solver));
        }
    }
}

impl ClauseLearner {
    /// The clauses of a model, in which variables have only values that `may_be` admits; none if
    /// the meter says stop.
    pub fn new(
        model: &Model,
        may_be: impl Fn(Variable, Value) -> bool,
        meter: &mut Meter,
    ) -> Option<Self> {
        let mut solver = Solver::new(SolverOpts::default(), Quota::default());
        let mut literals = Vec::with_capacity(model.domains.len());
        for (variable, domain) in model.domains.iter().enumerate() {
            if !meter.goes_on() {
                return None;
            }
            let values = domain.iter().filter(|&value| may_be(variable, value));
            literals.push(
                values
                    .map(|value| (value, Lit::new(solver.new_var(lbool::TRUE, true), true)))
                    .collect(),
            );
        }
        let mut learner = ClauseLearner { solver, literals, solution: Vec::new(), size: 0 };
        for variable in 0..model.domains.len() {
            if !meter.goes_on() {
                return None;
            }
            let values: Vec<Lit> =
                learner.literals[variable].iter().map(|&(_, literal)| literal).collect();
            learner.exactly_one(values);
        }
        for constraint in &model.constraints {
            learner.post(model, constraint, meter)?;
        }
        Some(learner)
    }

    /// Searches for a further solution; about so many conflicts at most. Says how many there were:
    /// the solver cannot be stopped between two that follow each other without a decision.
    pub fn next(&mut self, conflicts: u64, meter: &mut Meter) -> (EngineStep, u64) {
        let before = self.solver.cb().learnt;
        self.solver.cb_mut().most = before.saturating_add(conflicts);
        let result = self.solve(meter);
        let spent = self.solver.cb().learnt - before;
        if result == lbool::TRUE {
            let holds =
                |&&(_, literal): &&(Value, Lit)| self.solver.value_lit(literal) == lbool::TRUE;
            let value =
                |of: &Vec<(Value, Lit)>| of.iter().find(holds).map_or(0, |&(value, _)| value);
            self.solution = self.literals.iter().map(value).collect();
            let solution = self.solution.clone();
            self.forbid(&solution);
            (EngineStep::Found, spent)
        } else if result == lbool::FALSE {
            (EngineStep::End, spent)
        } else if self.solver.cb().stopped.load(Ordering::Relaxed) {
            (EngineStep::Stopped, spent)
        } else {
            (EngineStep::Paused, spent)
        }
    }

    /// Runs the solver. It asks its own callbacks only, which cannot borrow the meter, so that
    /// another thread asks it meanwhile.
    fn solve(&mut self, meter: &Meter) -> lbool {
        let flag = Arc::clone(&self.solver.cb().stopped);
        flag.store(false, Ordering::Relaxed);
        let ended = AtomicBool::new(false);
        let meter = meter.helper(u64::MAX, u64::MAX);
        thread::scope(|scope| {
            let watch = scope.spawn(|| {
                // A new helper looks at the clock at once.
                while !ended.load(Ordering::Relaxed) && meter.helper(u64::MAX, u64::MAX).goes_on() {
                    thread::park_timeout(WATCH_INTERVAL);
                }
                flag.store(!ended.load(Ordering::Relaxed), Ordering::Relaxed);
            });
            let result = self.solver.solve_limited(&[]);
            ended.store(true, Ordering::Relaxed);
            watch.thread().unpark();
            result
        })
    }

    /// The last solution found.
    pub fn solution(&self) -> Assignment {
        self.solution.clone()
    }

    /// About how many bytes its clauses take.
    pub fn bytes(&self) -> usize {
        self.size * 8 + self.solver.cb().learnt as usize * 200
    }

    /// From now on something differs from this assignment.
    pub(crate) fn forbid(&mut self, assignment: &[Value]) {
        let differs = |(variable, &value)| self.literal(variable, value).map(|literal| !literal);
        // Where a value is impossible anyway there is nothing to forbid.
        if let Some(clause) = assignment.iter().enumerate().map(differs).collect() {
            self.clause(clause);
        }
    }

    fn literal(&self, variable: Variable, value: Value) -> Option<Lit> {
        let values = &self.literals[variable];
        values.binary_search_by_key(&value, |&(value, _)| value).ok().map(|index| values[index].1)
    }

    fn clause(&mut self, mut literals: Vec<Lit>) {
        self.size += literals.len() + 3;
        self.solver.add_clause_reuse(&mut literals);
    }

    fn helper(&mut self) -> Lit {
        Lit::new(self.solver.new_var(lbool::UNDEF, false), true)
    }

    fn exactly_one(&mut self, literals: Vec<Lit>) {
        self.at_most_one(literals.clone());
        self.clause(literals);
    }

    fn at_most_one(&mut self, mut literals: Vec<Lit>) {
        while literals.len() > 4 {
            let helper = self.helper();
            let mut group = literals.split_off(literals.len() - 3);
            group.push(helper);
            literals.push(!helper);
            literals.rotate_right(1);
            self.pairs(&group);
        }
        self.pairs(&literals);
    }

    fn pairs(&mut self, literals: &[Lit]) {
        for (index, &one) in literals.iter().enumerate() {
            for &other in &literals[..index] {
                self.clause(vec![!one, !other]);
            }
        }
    }

    /// Adds what a constraint says; none if the meter says stop.
    fn post(&mut self, model: &Model, constraint: &Constraint, meter: &mut Meter) -> Option<()> {
        if !meter.goes_on() {
            return None;
        }
        match constraint {
            Constraint::Different(variables) => self.each_value_once(variables, meter)?,
            &Constraint::Related(one, other, relation) => {
                let allowed = &model.relations[relation].allowed;
                let goes = |value: Value, with: Value| {
                    allowed.get(usize::from(value)).is_some_and(|set| set.contains(with))
                };
                self.support(one, other, goes);
                self.support(other, one, |value, with| goes(with, value));
            }
            Constraint::Clause(literals) => {
                let truths: Vec<Truth> =
                    literals.iter().map(|literal| self.truth(literal)).collect();
                if !truths.contains(&Truth::Always) {
                    let open = truths.into_iter().filter_map(Truth::open).collect();
                    self.clause(open);
                }
            }
            Constraint::Exactly(count, literals) => {
                let truths: Vec<Truth> =
                    literals.iter().map(|literal| self.truth(literal)).collect();
                let held = truths.iter().filter(|&&truth| truth == Truth::Always).count();
                let open: Vec<Lit> = truths.into_iter().filter_map(Truth::open).collect();
                match count.checked_sub(held) {
                    Some(count) => self.exactly(count, &open),
                    None => self.clause(Vec::new()),
                }
            }
            Constraint::Path { vertices, neighbours } => {
                self.each_value_once(vertices, meter)?;
                for (vertex, &variable) in vertices.iter().enumerate() {
                    if !meter.goes_on() {
                        return None;
                    }
                    let next: Vec<Variable> = neighbours[vertex]
                        .iter()
                        .map(|&other| vertices[usize::from(other)])
                        .collect();
                    for (value, literal) in self.literals[variable].clone() {
                        let before = value.checked_sub(1);
                        let after =
                            Some(value + 1).filter(|&after| usize::from(after) < vertices.len());
                        for step in [before, after].into_iter().flatten() {
                            let steps = next.iter().filter_map(|&other| self.literal(other, step));
                            let clause = steps.chain([!literal]).collect();
                            self.clause(clause);
                        }
                    }
                }
            }
        }
        Some(())
    }

    /// No value twice; and each one somewhere, where there are no more values than variables. None
    /// if the meter says stop.
    fn each_value_once(&mut self, variables: &[Variable], meter: &mut Meter) -> Option<()> {
        let mut values: Vec<(Value, Lit)> = variables
            .iter()
            .flat_map(|&variable| self.literals[variable].iter().copied())
            .collect();
        values.sort_by_key(|&(value, _)| value);
        let groups: Vec<Vec<Lit>> = values
            .chunk_by(|one, other| one.0 == other.0)
            .map(|group| group.iter().map(|&(_, literal)| literal).collect())
            .collect();
        if groups.len() < variables.len() {
            self.clause(Vec::new());
            return Some(());
        }
        let all_taken = groups.len() == variables.len();
        for group in groups {
            if !meter.goes_on() {
                return None;
            }
            if all_taken { self.exactly_one(group) } else { self.at_most_one(group) }
        }
        Some(())
    }

    /// Each value of `one` needs a value of `other` that goes with it.
    fn support(&mut self, one: Variable, other: Variable, goes: impl Fn(Value, Value) -> bool) {
        for (value, literal) in self.literals[one].clone() {
            let partners = self.literals[other].iter().filter(|&&(with, _)| goes(value, with));
            let clause = partners.map(|&(_, partner)| partner).chain([!literal]).collect();
            self.clause(clause);
        }
    }

    fn truth(&self, literal: &Literal) -> Truth {
        match (self.literal(literal.variable, literal.value), literal.holds) {
            (Some(open), true) => Truth::Open(open),
            (Some(open), false) => Truth::Open(!open),
            (None, true) => Truth::Never,
            (None, false) => Truth::Always,
        }
    }

    /// Counts from left to right: `reached[k]` says that more than k of the literals so far are
    /// true.
    fn exactly(&mut self, count: usize, literals: &[Lit]) {
        let mut reached: Vec<Lit> = Vec::new();
        for &literal in literals {
            let next: Vec<Lit> =
                (0..(reached.len() + 1).min(count + 1)).map(|_| self.helper()).collect();
            for (k, &now) in next.iter().enumerate() {
                let before = reached.get(k).copied();
                let fewer = k.checked_sub(1).map(|fewer| reached[fewer]);
                // True if it was before, or if this literal brings it; false otherwise.
                if let Some(before) = before {
                    self.clause(vec![!before, now]);
                }
                self.clause(fewer.map(|fewer| !fewer).into_iter().chain([!literal, now]).collect());
                self.clause(before.into_iter().chain([literal, !now]).collect());
                if let Some(fewer) = fewer {
                    self.clause(before.into_iter().chain([fewer, !now]).collect());
                }
            }
            reached = next;
        }
        if let Some(&more) = reached.get(count) {
            self.clause(vec![!more]);
        }
        if let Some(last) = count.checked_sub(1) {
            self.clause(reached.get(last).copied().into_iter().collect());
        }
    }
}

/// What is known of a literal of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Truth {
    Always,
    Never,
    Open(Lit),
}

impl Truth {
    fn open(self) -> Option<Lit> {
        match self {
            Truth::Open(literal) => Some(literal),
            _ => None,
        }
    }
}
