//! Propagation: constraints hear of the variables that changed and draw conclusions until there are no more.
//!
//! Each constraint is a small machine that looks at domains and takes values away. Nothing is remembered between calls
//! but who has to be called, so that taking back is a matter for [`Domains`] alone.

use quarry_core::{Constraint, Literal, Model, Variable};

use crate::domains::{Conflict, Domains, Outcome, only};
use crate::path::Path;

/// All constraints of a model, and which of them have to be called.
#[derive(Debug, Clone)]
pub(crate) struct Propagation {
    machines: Vec<Machine>,
    /// For each variable the constraints on it, and its place among theirs.
    watchers: Vec<Vec<(u32, u32)>>,
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
}

/// A constraint at work.
#[derive(Debug, Clone)]
enum Machine {
    Different {
        variables: Vec<Variable>,
        values: usize,
    },
    Related {
        one: Variable,
        other: Variable,
        onward: Vec<Vec<u64>>,
        back: Vec<Vec<u64>>,
    },
    /// At least `low` and at most `high` of the literals are true.
    Between {
        low: usize,
        high: usize,
        literals: Vec<Literal>,
    },
    Path(Box<Path>),
}

impl Propagation {
    pub(crate) fn new(model: &Model, domains: &Domains) -> Self {
        let mut machines = Vec::new();
        let mut watchers = vec![Vec::new(); model.domains.len()];
        for constraint in &model.constraints {
            let id = machines.len() as u32;
            let mut watch = |variables: &mut dyn Iterator<Item = Variable>| {
                for (variable, place) in variables.zip(0..) {
                    watchers[variable].push((id, place));
                }
            };
            let of =
                |literals: &[Literal]| literals.iter().map(|literal| literal.variable).collect::<Vec<_>>();
            machines.push(match constraint {
                Constraint::Different(variables) => {
                    watch(&mut variables.iter().copied());
                    let values =
                        union(domains, variables).iter().map(|word| word.count_ones() as usize).sum();
                    Machine::Different { variables: variables.clone(), values }
                }
                &Constraint::Related(one, other, relation) => {
                    watch(&mut [one, other].into_iter());
                    let (onward, back) = tables(&model.relations[relation].allowed, domains.width());
                    Machine::Related { one, other, onward, back }
                }
                Constraint::Clause(literals) => {
                    watch(&mut of(literals).into_iter());
                    Machine::Between { low: 1, high: literals.len(), literals: literals.clone() }
                }
                Constraint::Exactly(count, literals) => {
                    watch(&mut of(literals).into_iter());
                    Machine::Between { low: *count, high: *count, literals: literals.clone() }
                }
                Constraint::Path { vertices, neighbours } => {
                    watch(&mut vertices.iter().copied());
                    Machine::Path(Box::new(Path::new(vertices, neighbours)))
                }
            });
        }
        // Nobody has looked at anything yet.
        let is_waiting = vec![true; machines.len()];
        let waiting = (0..machines.len() as u32).collect();
        Propagation { machines, watchers, waiting, is_waiting }
    }

    /// Draws conclusions until there are no more, or until something cannot hold.
    pub(crate) fn run(&mut self, domains: &mut Domains) -> Outcome {
        let outcome = self.to_the_end(domains);
        if outcome.is_err() {
            while domains.next_changed().is_some() {}
            self.waiting.drain(..).for_each(|id| {
                self.is_waiting[id as usize] = false;
                if let Machine::Path(path) = &mut self.machines[id as usize] {
                    path.forget();
                }
            });
        }
        outcome
    }

    fn to_the_end(&mut self, domains: &mut Domains) -> Outcome {
        loop {
            while let Some(variable) = domains.next_changed() {
                for &(id, place) in &self.watchers[variable] {
                    if let Machine::Path(path) = &mut self.machines[id as usize] {
                        path.hear(place as usize);
                    }
                    if !self.is_waiting[id as usize] {
                        self.is_waiting[id as usize] = true;
                        self.waiting.push(id);
                    }
                }
            }
            let Some(&id) = self.waiting.last() else { return Ok(()) };
            // It stays in the list while it works, so that a conflict finds it there.
            self.machines[id as usize].conclude(domains)?;
            if domains.is_quiet() {
                self.waiting.retain(|&other| other != id);
                self.is_waiting[id as usize] = false;
            }
        }
    }
}

impl Machine {
    fn conclude(&mut self, domains: &mut Domains) -> Outcome {
        match self {
            Machine::Different { variables, values } => different(variables, *values, domains),
            Machine::Related { one, other, onward, back } => {
                support(*one, *other, onward, domains)?;
                support(*other, *one, back, domains)
            }
            Machine::Between { low, high, literals } => between(*low, *high, literals, domains),
            Machine::Path(path) => path.conclude(domains),
        }
    }
}

fn union(domains: &Domains, variables: &[Variable]) -> Vec<u64> {
    let mut union = vec![0; domains.width()];
    for &variable in variables {
        union.iter_mut().zip(domains.get(variable)).for_each(|(all, word)| *all |= word);
    }
    union
}

/// A relation's rows in words, and those of its inverse.
fn tables(allowed: &[quarry_core::Values], width: usize) -> (Vec<Vec<u64>>, Vec<Vec<u64>>) {
    let mut onward = vec![vec![0; width]; 64 * width];
    let mut back = onward.clone();
    for (value, set) in allowed.iter().enumerate().take(64 * width) {
        for other in set.iter().map(usize::from).filter(|&other| other < 64 * width) {
            onward[value][other / 64] |= 1 << (other % 64);
            back[other][value / 64] |= 1 << (value % 64);
        }
    }
    (onward, back)
}

/// Leaves `other` the values that some value of `one` allows.
fn support(one: Variable, other: Variable, rows: &[Vec<u64>], domains: &mut Domains) -> Outcome {
    let mut allowed = vec![0; domains.width()];
    for (index, &word) in domains.get(one).iter().enumerate() {
        let mut rest = word;
        while rest != 0 {
            let row = &rows[index * 64 + rest.trailing_zeros() as usize];
            allowed.iter_mut().zip(row).for_each(|(all, word)| *all |= word);
            rest &= rest - 1;
        }
    }
    domains.keep(other, &allowed)
}

/// A value that is taken is taken from the others; a value that must be taken and has one place left is put there.
fn different(variables: &[Variable], values: usize, domains: &mut Domains) -> Outcome {
    for &variable in variables {
        if let Some(value) = domains.single(variable) {
            for &other in variables.iter().filter(|&&other| other != variable) {
                domains.remove(other, value)?;
            }
        }
    }
    if values < variables.len() {
        return Err(Conflict);
    }
    if values > variables.len() {
        return Ok(());
    }
    let width = domains.width();
    let (mut once, mut twice) = (vec![0; width], vec![0; width]);
    for &variable in variables {
        for (index, &word) in domains.get(variable).iter().enumerate() {
            twice[index] |= once[index] & word;
            once[index] |= word;
        }
    }
    if once.iter().map(|word| word.count_ones() as usize).sum::<usize>() < values {
        return Err(Conflict);
    }
    let sole: Vec<u64> = once.iter().zip(&twice).map(|(once, twice)| once & !twice).collect();
    for &variable in variables {
        let here: Vec<u64> =
            domains.get(variable).iter().zip(&sole).map(|(word, sole)| word & sole).collect();
        if here.iter().any(|&word| word != 0) {
            let value = only(&here).ok_or(Conflict)?;
            domains.fix(variable, value)?;
        }
    }
    Ok(())
}

/// When enough literals are true the others are false, and when too few can be true all of them are.
fn between(low: usize, high: usize, literals: &[Literal], domains: &mut Domains) -> Outcome {
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
