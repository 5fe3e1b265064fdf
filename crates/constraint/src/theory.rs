//! Propagators inside the learner: connected regions, large counts and derivations.
//!
//! A propagator reads the values of its literals whenever one of them has changed and keeps no
//! other state, so backtracking costs nothing. Each conclusion is stored at once with its
//! explanation, a list of true literals; backtracking over a level drops its explanations.

mod founded;

use batsat::theory::{Theory, TheoryArg};
use batsat::{Lit, Var, lbool};

use crate::proof::ClauseList;

pub(crate) use self::founded::Foundedness;

/// All propagators of a learner.
#[derive(Debug, Default)]
pub(crate) struct Propagators {
    machines: Vec<Machine>,
    /// For each machine, the index of its constraint.
    constraints: Vec<usize>,
    /// For each solver variable, the machines that watch it.
    watchers: Vec<Vec<u32>>,
    is_waiting: Vec<bool>,
    waiting: Vec<u32>,
    /// How much of the trail the watchers have been notified of.
    seen: usize,
    levels: Vec<Level>,
    reasons: Reasons,
    /// Number of literals that the machines read, together.
    size: usize,
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
        for literal in watched.into_iter().chain(gate) {
            let variable = index(literal.var());
            if self.watchers.len() <= variable {
                self.watchers.resize(variable + 1, Vec::new());
            }
            if self.watchers[variable].last() != Some(&id) {
                self.watchers[variable].push(id);
            }
        }
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
        for literal in &arg.model()[self.seen..] {
            for &id in self.watchers.get(index(literal.var())).into_iter().flatten() {
                if !self.is_waiting[id as usize] {
                    self.is_waiting[id as usize] = true;
                    self.waiting.push(id);
                }
            }
        }
        self.seen = arg.model().len();
        while let Some(id) = self.waiting.pop() {
            self.is_waiting[id as usize] = false;
            if let Some(log) = &mut self.reasons.log {
                log.constraint = self.constraints[id as usize];
                log.is_at_root = self.levels.is_empty();
            }
            let conclusion = match &mut self.machines[id as usize] {
                Machine::Connectivity(machine) => machine.run(&mut self.reasons, arg),
                Machine::Counter(machine) => machine.run(&mut self.reasons, arg),
                Machine::Foundedness(machine) => machine.run(&mut self.reasons, arg),
            };
            if conclusion.is_err() {
                // The solver backtracks to a level where all machines have been called.
                self.waiting.drain(..).for_each(|id| self.is_waiting[id as usize] = false);
                return;
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

/// The vertices whose literals are true form a connected set.
///
/// One depth-first search from a true vertex through all vertices that may be true finds three
/// things: a true vertex that it does not reach (a conflict), open vertices that it does not reach
/// (false), and open vertices without which it would not reach a true one (true; cut vertices after
/// Tarjan 1972). The reason in each case is the false border of the part that is cut off.
#[derive(Debug)]
pub(crate) struct Connectivity {
    literals: Vec<Lit>,
    neighbours: Vec<Vec<u16>>,
    root: Option<u16>,
    gate: Option<Lit>,
    state: Vec<State>,
    /// The vertices in the order of discovery, and for each vertex its position there, counted from
    /// 1; 0 if not found.
    order: Vec<u16>,
    found: Vec<u32>,
    /// The vertex from which each was found.
    parent: Vec<u16>,
    /// For each vertex: the earliest position that its subtree touches, the size of the subtree,
    /// and whether the subtree contains a true vertex.
    low: Vec<u32>,
    size: Vec<u32>,
    has_true: Vec<bool>,
    /// The path to the current vertex, each with the index of its next neighbour to visit.
    path: Vec<(u16, u16)>,
    /// For each vertex, the last round in which it was put on a border.
    marked: Vec<u32>,
    round: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    False,
    True,
    Open,
}

impl Connectivity {
    pub(crate) fn new(
        literals: Vec<Lit>,
        neighbours: Vec<Vec<u16>>,
        root: Option<u16>,
        gate: Option<Lit>,
    ) -> Self {
        let vertices = literals.len();
        Connectivity {
            literals,
            neighbours,
            root,
            gate,
            state: vec![State::Open; vertices],
            order: Vec::with_capacity(vertices),
            found: vec![0; vertices],
            parent: vec![0; vertices],
            low: vec![0; vertices],
            size: vec![0; vertices],
            has_true: vec![false; vertices],
            path: Vec::new(),
            marked: vec![0; vertices],
            round: 0,
        }
    }

    fn run(&mut self, reasons: &mut Reasons, arg: &mut TheoryArg<'_>) -> Result<(), Conflict> {
        if self.gate.is_some_and(|gate| value(gate, arg) != Some(true)) {
            return Ok(());
        }
        for (state, &literal) in self.state.iter_mut().zip(&self.literals) {
            *state = match value(literal, arg) {
                Some(true) => State::True,
                Some(false) => State::False,
                None => State::Open,
            };
        }
        let start = match self.root {
            Some(root) => Some(usize::from(root)).filter(|&root| self.state[root] == State::True),
            None => self.state.iter().position(|&state| state == State::True),
        };
        let Some(start) = start else { return Ok(()) };
        self.order.clear();
        self.found.fill(0);
        self.search(start as u16);
        let reached = self.order.len();
        self.join_others(start, reasons, arg)?;
        self.keep_cut_vertices(start, reached, reasons, arg)
    }

    /// Searches depth first from a vertex, never entering false vertices.
    fn search(&mut self, start: u16) {
        self.enter(start);
        while let Some(&mut (vertex, ref mut next)) = self.path.last_mut() {
            let at = usize::from(vertex);
            if let Some(&neighbour) = self.neighbours[at].get(usize::from(*next)) {
                *next += 1;
                let to = usize::from(neighbour);
                if self.state[to] == State::False {
                    continue;
                }
                if self.found[to] == 0 {
                    self.enter(neighbour);
                } else {
                    self.low[at] = self.low[at].min(self.found[to]);
                }
            } else {
                self.path.pop();
                if let Some(&(parent, _)) = self.path.last() {
                    let parent = usize::from(parent);
                    self.low[parent] = self.low[parent].min(self.low[at]);
                    self.size[parent] += self.size[at];
                    self.has_true[parent] |= self.has_true[at];
                }
            }
        }
    }

    fn enter(&mut self, vertex: u16) {
        let at = usize::from(vertex);
        self.order.push(vertex);
        self.found[at] = self.order.len() as u32;
        self.low[at] = self.found[at];
        self.size[at] = 1;
        self.has_true[at] = self.state[at] == State::True;
        self.parent[at] = self.path.last().map_or(vertex, |&(parent, _)| parent);
        self.path.push((vertex, 0));
    }

    /// Makes all vertices false that were not reached.
    fn join_others(
        &mut self,
        start: usize,
        reasons: &mut Reasons,
        arg: &mut TheoryArg<'_>,
    ) -> Result<(), Conflict> {
        for vertex in 0..self.literals.len() {
            if self.found[vertex] != 0 || self.state[vertex] == State::False {
                continue;
            }
            let begin = self.order.len();
            self.search(vertex as u16);
            let mut reason = self.border(begin, self.order.len());
            reason.push(self.literals[start]);
            let place = reasons.keep(&reason);
            // True vertices first: each one is a conflict, which ends the propagation.
            for state in [State::True, State::Open] {
                for index in begin..self.order.len() {
                    let vertex = usize::from(self.order[index]);
                    if self.state[vertex] == state {
                        conclude(!self.literals[vertex], place, reasons, arg)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes each open vertex true without which some true vertex could not be reached.
    fn keep_cut_vertices(
        &mut self,
        start: usize,
        reached: usize,
        reasons: &mut Reasons,
        arg: &mut TheoryArg<'_>,
    ) -> Result<(), Conflict> {
        for index in 1..reached {
            let child = usize::from(self.order[index]);
            let parent = usize::from(self.parent[child]);
            let is_cut = self.state[parent] == State::Open
                && self.has_true[child]
                && self.low[child] >= self.found[parent];
            if !is_cut {
                continue;
            }
            let end = index + self.size[child] as usize;
            let mut reason = self.border(index, end);
            reason.push(self.literals[start]);
            let mut inside = self.order[index..end].iter().map(|&vertex| usize::from(vertex));
            let inside = inside.rfind(|&vertex| self.state[vertex] == State::True);
            reason.extend(inside.map(|vertex| self.literals[vertex]));
            let place = reasons.keep(&reason);
            conclude(self.literals[parent], place, reasons, arg)?;
        }
        Ok(())
    }

    /// Returns the gate, and the false vertices next to a range of `order`, as true literals.
    fn border(&mut self, begin: usize, end: usize) -> Vec<Lit> {
        self.round += 1;
        let mut border: Vec<Lit> = self.gate.into_iter().collect();
        for &vertex in &self.order[begin..end] {
            for &neighbour in &self.neighbours[usize::from(vertex)] {
                let neighbour = usize::from(neighbour);
                if self.state[neighbour] == State::False && self.marked[neighbour] != self.round {
                    self.marked[neighbour] = self.round;
                    border.push(!self.literals[neighbour]);
                }
            }
        }
        border
    }
}
