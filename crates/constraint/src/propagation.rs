//! Propagation: calls the propagators of changed variables until no conclusion is left.
//!
//! Each constraint has a propagator (a [`Machine`]) that reads domains and removes values. Apart
//! from paths, propagators keep no state between calls, so that [`Domains`] alone handles undo.

use std::cmp::Ordering;

use quarry_core::{Constraint, Literal, Meter, Model, Value, Values, Variable};

use crate::domains::{Break, Conclusion, Conflict, Domains, Propagated, bits};
use crate::path::PathPropagator;

/// All propagators of a model, and which of them have to be called.
#[derive(Debug, Clone)]
pub(crate) struct Propagation {
    machines: Vec<Machine>,
    /// The relations of the model.
    tables: Vec<Table>,
    /// For each variable, the propagators that watch it and its index among their variables.
    watchers: Vec<Vec<(u32, u32)>>,
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
    /// One more than the index of the last path propagator; 0 without one.
    paths: usize,
    scratch: Scratch,
    /// Number of propagator calls so far.
    calls: usize,
}

/// Number of propagator calls between two checks of the meter.
const CALLS_PER_QUESTION: usize = 16;

/// The rows of a relation as words, and those of its inverse.
#[derive(Debug, Clone)]
struct Table {
    onward: Vec<Vec<u64>>,
    back: Vec<Vec<u64>>,
}

/// Buffers that are reused to avoid allocations.
type Scratch = [Vec<u64>; 2];

/// The propagator of one constraint.
#[derive(Debug, Clone)]
enum Machine {
    Different {
        variables: Vec<Variable>,
        values: usize,
    },
    Related {
        one: Variable,
        other: Variable,
        relation: usize,
    },
    /// At least `low` and at most `high` of the literals are true.
    Between {
        low: usize,
        high: usize,
        literals: Vec<Literal>,
    },
    PathPropagator(Box<PathPropagator>),
}

impl Propagation {
    /// Creates the propagators of these constraints, of kinds that occur beside a path.
    pub(crate) fn new<'m>(
        model: &Model,
        constraints: impl Iterator<Item = &'m Constraint>,
        domains: &mut Domains,
    ) -> Self {
        let mut machines = Vec::new();
        let mut watchers = vec![Vec::new(); model.domains.len()];
        for constraint in constraints {
            let id = machines.len() as u32;
            let mut watch = |variables: &mut dyn Iterator<Item = Variable>| {
                for (variable, place) in variables.zip(0..) {
                    watchers[variable].push((id, place));
                }
            };
            let of = |literals: &[Literal]| {
                literals.iter().map(|literal| literal.variable).collect::<Vec<_>>()
            };
            machines.push(match constraint {
                Constraint::Different(variables) => {
                    watch(&mut variables.iter().copied());
                    let values = union(domains, variables)
                        .iter()
                        .map(|word| word.count_ones() as usize)
                        .sum();
                    Machine::Different { variables: variables.clone(), values }
                }
                &Constraint::Related(one, other, relation) => {
                    watch(&mut [one, other].into_iter());
                    Machine::Related { one, other, relation }
                }
                Constraint::Clause(literals) => {
                    watch(&mut of(literals).into_iter());
                    Machine::Between { low: 1, high: literals.len(), literals: literals.clone() }
                }
                Constraint::Count { low, high, literals } => {
                    watch(&mut of(literals).into_iter());
                    Machine::Between { low: *low, high: *high, literals: literals.clone() }
                }
                Constraint::Path { vertices, neighbours } => {
                    watch(&mut vertices.iter().copied());
                    Machine::PathPropagator(Box::new(PathPropagator::new(
                        vertices, neighbours, domains,
                    )))
                }
                // Only the learner supports the others; no model combines them with a path.
                other => unreachable!("beside a path: {other:?}"),
            });
        }
        // At first, every propagator has to be called.
        let is_waiting = vec![true; machines.len()];
        let waiting = (0..machines.len() as u32).collect();
        let paths =
            machines.iter().rposition(|machine| matches!(machine, Machine::PathPropagator(_)));
        let paths = paths.map_or(0, |last| last + 1);
        let scratch = [vec![0; domains.width()], vec![0; domains.width()]];
        let tables =
            model.relations.iter().map(|relation| Table::new(&relation.allowed, domains.width()));
        let tables = tables.collect();
        Propagation { machines, tables, watchers, waiting, is_waiting, paths, scratch, calls: 0 }
    }

    /// Propagates until no conclusion is left, a conflict occurs, or the meter says stop. After a
    /// stop, it can be called again to continue.
    pub(crate) fn run(&mut self, domains: &mut Domains, meter: &mut Meter) -> Conclusion {
        let conclusion = self.conclude_all(domains, meter);
        if conclusion == Err(Break::Conflict) {
            self.forget(domains);
        }
        conclusion
    }

    /// Drops all pending changes and calls.
    pub(crate) fn forget(&mut self, domains: &mut Domains) {
        domains.hush();
        for id in self.waiting.drain(..) {
            self.is_waiting[id as usize] = false;
        }
        self.paths().for_each(PathPropagator::forget);
    }

    fn conclude_all(&mut self, domains: &mut Domains, meter: &mut Meter) -> Conclusion {
        loop {
            while let Some(variable) = domains.next_changed() {
                for &(id, place) in &self.watchers[variable] {
                    if let Machine::PathPropagator(path) = &mut self.machines[id as usize] {
                        path.hear(place as usize);
                    }
                    if !self.is_waiting[id as usize] {
                        self.is_waiting[id as usize] = true;
                        self.waiting.push(id);
                    }
                }
            }
            let Some(&id) = self.waiting.last() else { return Ok(()) };
            self.calls += 1;
            if self.calls.is_multiple_of(CALLS_PER_QUESTION) && !meter.goes_on() {
                return Err(Break::Stopped);
            }
            // Off the list before the call, because its own changes may put it back on.
            self.waiting.pop();
            self.is_waiting[id as usize] = false;
            let machine = &mut self.machines[id as usize];
            let conclusion = machine.conclude(domains, &self.tables, &mut self.scratch, meter);
            if conclusion == Err(Break::Stopped) {
                self.is_waiting[id as usize] = true;
                self.waiting.push(id);
            }
            conclusion?;
        }
    }

    /// Returns the decision that the first undecided path prefers.
    pub(crate) fn choice(
        &mut self,
        by_trouble: bool,
        domains: &Domains,
    ) -> Option<(Variable, Value)> {
        self.paths().find_map(|path| path.choice(by_trouble, domains))
    }

    /// Resets the conflict counts of all paths.
    pub(crate) fn calm_down(&mut self) {
        self.paths().for_each(PathPropagator::calm_down);
    }

    fn paths(&mut self) -> impl Iterator<Item = &mut PathPropagator> {
        let machines = self.machines[..self.paths].iter_mut();
        machines.filter_map(|machine| match machine {
            Machine::PathPropagator(path) => Some(&mut **path),
            _ => None,
        })
    }
}

impl Machine {
    fn conclude(
        &mut self,
        domains: &mut Domains,
        tables: &[Table],
        scratch: &mut Scratch,
        meter: &mut Meter,
    ) -> Conclusion {
        match self {
            Machine::Different { variables, values } => {
                different(variables, *values, domains, scratch, meter)?;
            }
            Machine::Related { one, other, relation } => {
                let Table { onward, back } = &tables[*relation];
                support(*one, *other, onward, domains, &mut scratch[0])?;
                support(*other, *one, back, domains, &mut scratch[0])?;
            }
            Machine::Between { low, high, literals } => between(*low, *high, literals, domains)?,
            Machine::PathPropagator(path) => path.conclude(domains, meter)?,
        }
        Ok(())
    }
}

fn union(domains: &Domains, variables: &[Variable]) -> Vec<u64> {
    let mut union = vec![0; domains.width()];
    for &variable in variables {
        union.iter_mut().zip(domains.get(variable)).for_each(|(all, word)| *all |= word);
    }
    union
}

impl Table {
    fn new(allowed: &[Values], width: usize) -> Self {
        let mut onward = vec![vec![0; width]; 64 * width];
        let mut back = onward.clone();
        for (value, set) in allowed.iter().enumerate().take(64 * width) {
            for other in set.iter().map(usize::from).filter(|&other| other < 64 * width) {
                onward[value][other / 64] |= 1 << (other % 64);
                back[other][value / 64] |= 1 << (value % 64);
            }
        }
        Table { onward, back }
    }
}

/// Restricts `other` to values that some value of `one` allows.
fn support(
    one: Variable,
    other: Variable,
    rows: &[Vec<u64>],
    domains: &mut Domains,
    allowed: &mut [u64],
) -> Propagated {
    allowed.fill(0);
    for value in domains.get(one).iter().enumerate().flat_map(|(word, &set)| bits(word, set)) {
        allowed.iter_mut().zip(&rows[usize::from(value)]).for_each(|(all, row)| *all |= row);
    }
    domains.keep(other, allowed)
}

/// Removes the value of each fixed variable from the others. If every value must be used, fixes
/// each variable that is the only one left for a value.
fn different(
    variables: &[Variable],
    values: usize,
    domains: &mut Domains,
    scratch: &mut Scratch,
    meter: &mut Meter,
) -> Conclusion {
    for &variable in variables {
        if let Some(value) = domains.single(variable) {
            if !meter.goes_on() {
                return Err(Break::Stopped);
            }
            for &other in variables.iter().filter(|&&other| other != variable) {
                domains.remove(other, value)?;
            }
        }
    }
    match values.cmp(&variables.len()) {
        Ordering::Less => return Err(Break::Conflict),
        Ordering::Greater => return Ok(()),
        Ordering::Equal => {}
    }
    let [once, twice] = scratch;
    once.fill(0);
    twice.fill(0);
    for &variable in variables {
        for (word, &bits) in domains.get(variable).iter().enumerate() {
            twice[word] |= once[word] & bits;
            once[word] |= bits;
        }
    }
    if once.iter().map(|bits| bits.count_ones() as usize).sum::<usize>() < values {
        return Err(Break::Conflict);
    }
    for &variable in variables {
        let set = domains.get(variable);
        let mut sole =
            (0..set.len()).flat_map(|word| bits(word, set[word] & once[word] & !twice[word]));
        match (sole.next(), sole.next()) {
            (Some(_), Some(_)) => return Err(Break::Conflict),
            (Some(value), None) => domains.fix(variable, value)?,
            _ => {}
        }
    }
    Ok(())
}

/// If `high` literals are true, makes all others false; if only `low` can still be true, makes all
/// of them true.
fn between(low: usize, high: usize, literals: &[Literal], domains: &mut Domains) -> Propagated {
    let state = |literal: &Literal, domains: &Domains| {
        if !domains.contains(literal.variable, literal.value) {
            Some(!literal.holds)
        } else {
            domains.single(literal.variable).map(|_| literal.holds)
        }
    };
    let (mut holding, mut open) = (0, 0);
    for literal in literals {
        match state(literal, domains) {
            Some(true) => holding += 1,
            Some(false) => {}
            None => open += 1,
        }
    }
    if holding > high || holding + open < low {
        return Err(Conflict);
    }
    if open == 0 || (holding < high && holding + open > low) {
        return Ok(());
    }
    let truth = holding + open == low;
    for literal in literals {
        if state(literal, domains).is_none() {
            if literal.holds == truth {
                domains.fix(literal.variable, literal.value)?;
            } else {
                domains.remove(literal.variable, literal.value)?;
            }
        }
    }
    Ok(())
}
