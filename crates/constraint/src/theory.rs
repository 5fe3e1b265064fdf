//! Propagators inside the learner: connected regions, large counts and derivations.
//!
//! A propagator reads the values of its literals whenever one of them has changed and keeps no
//! other state, so backtracking costs nothing. Each conclusion is stored at once with its
//! explanation, a list of true literals; backtracking over a level drops its explanations.

mod connectivity;
mod founded;

use batsat::theory::{Theory, TheoryArg};
use batsat::{Lit, Var, lbool};

use crate::proof::ClauseList;

pub(crate) use self::connectivity::Connectivity;
pub(crate) use self::founded::Foundedness;

/// All propagators of a learner.
#[derive(Debug, Default)]
pub(crate) struct Propagators {
    machines: Vec<Machine>,
    /// For each machine, the index of its constraint.
    constraints: Vec<usize>,
    /// For each solver variable, the machines that watch it, with the positions of its literals in
    /// them.
    watchers: Vec<Vec<Watcher>>,
    is_waiting: Vec<bool>,
    waiting: Vec<u32>,
    /// How much of the trail the watchers have been notified of.
    seen: usize,
    /// For each machine whether a second run after its own conclusions finds nothing new.
    is_idempotent: Vec<bool>,
    /// For the first literals after `seen`, the idempotent machine that concluded them.
    authors: Vec<Option<u32>>,
    levels: Vec<Level>,
    /// How often levels have been popped.
    backtracks: u64,
    reasons: Reasons,
    /// Number of literals that the machines read, together.
    size: usize,
}

/// A machine that watches a variable.
#[derive(Debug, Clone, Copy)]
struct Watcher {
    machine: u32,
    /// Position of the literal among those of the machine.
    position: u32,
}

/// State to restore when a level is popped.
#[derive(Debug, Clone, Copy)]
struct Level {
    seen: usize,
    reasons: usize,
}

#[derive(Debug)]
enum Machine {
    Connectivity(Box<Connectivity>),
    Counter(Counter),
    Foundedness(Box<Foundedness>),
}

/// A machine has raised a conflict.
#[derive(Debug)]
struct Conflict;

/// Explanations: for each concluded literal, the true literals that force it.
#[derive(Debug, Default)]
struct Reasons {
    literals: Vec<Lit>,
    /// For each solver variable, where its explanation begins and ends in `literals`.
    of: Vec<(u32, u32)>,
    /// The lemmas so far, if a proof is wanted.
    log: Option<Box<LemmaLog>>,
}

/// The lemmas that a proof needs: explanations that the solver asked for, conflicts, and all
/// conclusions that need no decision, because the solver takes those for granted.
#[derive(Debug, Default)]
struct LemmaLog {
    /// Each lemma, with the constraint that it follows from.
    lemmas: ClauseList<usize>,
    /// The constraint of the machine at work.
    constraint: usize,
    /// Whether no decision has been made.
    is_at_root: bool,
    /// For each solver variable, the constraint from which its value was concluded.
    from: Vec<usize>,
}

impl LemmaLog {
    fn note_conclusion(&mut self, literal: Lit, because: &[Lit]) {
        let index = index(literal.var());
        if self.from.len() <= index {
            self.from.resize(index + 1, 0);
        }
        self.from[index] = self.constraint;
        if self.is_at_root {
            self.note_lemma(literal, because);
        }
    }

    fn note_lemma(&mut self, literal: Lit, because: &[Lit]) {
        let constraint = self.from[index(literal.var())];
        let clause = because.iter().map(|&one| !one).chain([literal]);
        self.lemmas.push(clause, constraint);
    }
}

impl Reasons {
    /// Stores an explanation and returns its range.
    fn keep(&mut self, literals: &[Lit]) -> (u32, u32) {
        let begin = self.literals.len() as u32;
        self.literals.extend_from_slice(literals);
        (begin, self.literals.len() as u32)
    }

    fn set(&mut self, variable: Var, place: (u32, u32)) {
        let index = index(variable);
        if self.of.len() <= index {
            self.of.resize(index + 1, (0, 0));
        }
        self.of[index] = place;
    }

    fn get(&self, (begin, end): (u32, u32)) -> &[Lit] {
        &self.literals[begin as usize..end as usize]
    }

    /// Raises a conflict by a clause whose literals are all false.
    fn raise(&mut self, clause: &[Lit], arg: &mut TheoryArg<'_>) -> Conflict {
        if let Some(log) = &mut self.log {
            log.lemmas.push(clause.iter().copied(), log.constraint);
        }
        arg.raise_conflict(clause, false);
        Conflict
    }
}

fn index(variable: Var) -> usize {
    variable.idx() as usize
}

/// Concludes a literal; `reason` is the range of its stored explanation.
fn conclude(
    literal: Lit,
    reason: (u32, u32),
    reasons: &mut Reasons,
    arg: &mut TheoryArg<'_>,
) -> Result<(), Conflict> {
    match value(literal, arg) {
        Some(true) => Ok(()),
        Some(false) => {
            let because = reasons.get(reason).iter();
            let clause: Vec<Lit> = because.map(|&one| !one).chain([literal]).collect();
            Err(reasons.raise(&clause, arg))
        }
        None => {
            reasons.set(literal.var(), reason);
            if let Some(log) = &mut reasons.log {
                let because = &reasons.literals[reason.0 as usize..reason.1 as usize];
                log.note_conclusion(literal, because);
            }
            arg.propagate(literal);
            Ok(())
        }
    }
}

fn value(literal: Lit, arg: &TheoryArg<'_>) -> Option<bool> {
    let value = arg.value(literal.var());
    (value != lbool::UNDEF).then(|| (value == lbool::TRUE) == literal.sign())
}

impl Propagators {
    /// Creates an empty set, which keeps its lemmas if a proof is wanted.
    pub(crate) fn new(keeps_lemmas: bool) -> Self {
        let reasons = Reasons { log: keeps_lemmas.then(Box::default), ..Reasons::default() };
        Propagators { reasons, ..Propagators::default() }
    }

    pub(crate) fn add_connectivity(&mut self, connectivity: Connectivity, constraint: usize) {
        self.constraints.push(constraint);
        let watched: Vec<Lit> = connectivity.literals.clone();
        self.add(watched, connectivity.gate, Machine::Connectivity(Box::new(connectivity)));
    }

    pub(crate) fn add_counter(&mut self, counter: Counter, constraint: usize) {
        self.constraints.push(constraint);
        let watched = counter.literals.clone();
        self.add(watched, counter.gate, Machine::Counter(counter));
    }

    pub(crate) fn add_foundedness(&mut self, founded: Foundedness, constraint: usize) {
        self.constraints.push(constraint);
        let supports = founded.supports.iter().map(|&(_, _, literal)| literal);
        let watched = founded.heads.iter().copied().chain(supports).collect();
        self.add(watched, founded.gate, Machine::Foundedness(Box::new(founded)));
    }

    fn add(&mut self, watched: Vec<Lit>, gate: Option<Lit>, machine: Machine) {
        let id = self.machines.len() as u32;
        self.size += watched.len();
        // One conclusion may change two literals of a machine that names a variable twice.
        let mut names_all_once = true;
        for (literal, position) in watched.into_iter().chain(gate).zip(0..) {
            let variable = index(literal.var());
            if self.watchers.len() <= variable {
                self.watchers.resize(variable + 1, Vec::new());
            }
            let watchers = &mut self.watchers[variable];
            names_all_once &= watchers.last().is_none_or(|watcher| watcher.machine != id);
            watchers.push(Watcher { machine: id, position });
        }
        let is_founded = matches!(machine, Machine::Foundedness(_));
        self.is_idempotent.push(names_all_once && !is_founded);
        self.machines.push(machine);
        self.is_waiting.push(true);
        self.waiting.push(id);
    }

    /// Returns the number of literals that the machines read, together.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Returns the lemmas kept so far, each with its constraint.
    pub(crate) fn take_lemmas(&mut self) -> ClauseList<usize> {
        self.reasons.log.take().unwrap_or_default().lemmas
    }

    /// Approximate size of the lemmas kept so far, in bytes.
    pub(crate) fn recorded_bytes(&self) -> usize {
        self.reasons.log.as_ref().map_or(0, |log| log.lemmas.bytes())
    }

    fn check(&mut self, arg: &mut TheoryArg<'_>) {
        if self.machines.is_empty() {
            return;
        }
        for (at, literal) in arg.model()[self.seen..].iter().enumerate() {
            let author = self.authors.get(at).copied().flatten();
            let watchers = self.watchers.get(index(literal.var())).into_iter().flatten();
            for &Watcher { machine, position } in watchers {
                if author == Some(machine) {
                    continue;
                }
                match &mut self.machines[machine as usize] {
                    Machine::Connectivity(machine) => machine.note_change(position),
                    Machine::Foundedness(machine) => machine.note_change(position),
                    Machine::Counter(_) => {}
                }
                if !self.is_waiting[machine as usize] {
                    self.is_waiting[machine as usize] = true;
                    self.waiting.push(machine);
                }
            }
        }
        self.seen = arg.model().len();
        self.authors.clear();
        while let Some(id) = self.waiting.pop() {
            self.is_waiting[id as usize] = false;
            if let Some(log) = &mut self.reasons.log {
                log.constraint = self.constraints[id as usize];
                log.is_at_root = self.levels.is_empty();
            }
            let conclusion = match &mut self.machines[id as usize] {
                Machine::Connectivity(machine) => machine.run(&mut self.reasons, arg),
                Machine::Counter(machine) => machine.run(&mut self.reasons, arg),
                Machine::Foundedness(machine) => {
                    machine.run(self.backtracks, &mut self.reasons, arg)
                }
            };
            if conclusion.is_err() {
                return;
            }
            if arg.model().len() > self.seen {
                // The solver draws its conclusions first, so that the other machines see them all.
                let author = self.is_idempotent[id as usize].then_some(id);
                self.authors.resize(arg.model().len() - self.seen, author);
                return;
            }
        }
    }

    /// Forgets which machines have to be called: the solver backtracks, and at the end of each level
    /// all of them had been called.
    fn forget_waiting(&mut self) {
        for id in self.waiting.drain(..) {
            self.is_waiting[id as usize] = false;
            match &mut self.machines[id as usize] {
                Machine::Connectivity(machine) => machine.forget_changes(),
                Machine::Foundedness(machine) => machine.forget_changes(),
                Machine::Counter(_) => {}
            }
        }
    }
}

impl Theory for Propagators {
    fn final_check(&mut self, arg: &mut TheoryArg<'_>) {
        self.check(arg);
    }

    fn create_level(&mut self) {
        self.levels.push(Level { seen: self.seen, reasons: self.reasons.literals.len() });
    }

    fn pop_levels(&mut self, count: usize) {
        let level = self.levels[self.levels.len() - count];
        self.levels.truncate(self.levels.len() - count);
        self.seen = level.seen;
        self.backtracks += 1;
        self.authors.clear();
        self.forget_waiting();
        self.reasons.literals.truncate(level.reasons);
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn partial_check(&mut self, arg: &mut TheoryArg<'_>) {
        self.check(arg);
    }

    fn explain_propagation(&mut self, literal: Lit) -> &[Lit] {
        let place = self.reasons.of[index(literal.var())];
        if let Some(log) = &mut self.reasons.log {
            log.note_lemma(literal, &self.reasons.literals[place.0 as usize..place.1 as usize]);
        }
        self.reasons.get(place)
    }
}

/// At least `low` and at most `high` of the literals are true.
#[derive(Debug)]
pub(crate) struct Counter {
    literals: Vec<Lit>,
    low: usize,
    high: usize,
    gate: Option<Lit>,
}

impl Counter {
    pub(crate) fn new(literals: Vec<Lit>, low: usize, high: usize, gate: Option<Lit>) -> Self {
        Counter { literals, low, high, gate }
    }

    fn run(&mut self, reasons: &mut Reasons, arg: &mut TheoryArg<'_>) -> Result<(), Conflict> {
        if self.gate.is_some_and(|gate| value(gate, arg) != Some(true)) {
            return Ok(());
        }
        for truth in [true, false] {
            // The most literals that may be true, or false.
            let most = if truth { self.high } else { self.literals.len() - self.low };
            let signed = |literal: Lit| if truth { literal } else { !literal };
            let held: Vec<Lit> = self
                .literals
                .iter()
                .map(|&literal| signed(literal))
                .filter(|&literal| value(literal, arg) == Some(true))
                .take(most + 1)
                .collect();
            if held.len() > most {
                let clause: Vec<Lit> = held.into_iter().chain(self.gate).map(|one| !one).collect();
                return Err(reasons.raise(&clause, arg));
            }
            if held.len() == most {
                let reason: Vec<Lit> = held.into_iter().chain(self.gate).collect();
                let open = |literal: &&Lit| value(**literal, arg).is_none();
                let open: Vec<Lit> = self.literals.iter().filter(open).copied().collect();
                if !open.is_empty() {
                    let place = reasons.keep(&reason);
                    for literal in open {
                        conclude(!signed(literal), place, reasons, arg)?;
                    }
                }
            }
        }
        Ok(())
    }
}
