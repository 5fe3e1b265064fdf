//! Unit propagation over a growing set of clauses, with two watched literals for each.

use std::collections::HashMap;

/// Clauses, and the literals that follow from them by unit propagation.
#[derive(Debug, Default)]
pub(crate) struct Derivation {
    /// The first two literals of each clause are watched; a deleted clause is empty.
    clauses: Vec<Vec<i32>>,
    /// For each literal, the clauses that watch it.
    watches: Vec<Vec<usize>>,
    /// For each literal, whether it is true.
    is_true: Vec<bool>,
    trail: Vec<i32>,
    /// How much of the trail has been propagated.
    done: usize,
    is_refuted: bool,
    /// The clauses by their sorted literals.
    by_literals: HashMap<Vec<i32>, Vec<usize>>,
}

fn index(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

fn sorted(clause: &[i32]) -> Vec<i32> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

impl Derivation {
    pub(crate) fn new(variables: usize) -> Self {
        Derivation {
            watches: vec![Vec::new(); 2 * variables + 2],
            is_true: vec![false; 2 * variables + 2],
            ..Derivation::default()
        }
    }

    /// The literals that follow by unit propagation, in the order in which they were found.
    pub(crate) fn facts(&self) -> &[i32] {
        &self.trail
    }

    /// Adds a clause for good, and propagates.
    pub(crate) fn add(&mut self, clause: &[i32]) {
        let mut clause = sorted(clause);
        let id = self.clauses.len();
        self.by_literals.entry(clause.clone()).or_default().push(id);
        clause.sort_by_key(|&literal| self.is_true[index(-literal)]);
        for &literal in clause.iter().take(2) {
            self.watches[index(literal)].push(id);
        }
        let open = clause.iter().filter(|&&literal| !self.is_true[index(-literal)]).count();
        let first = clause.first().copied();
        self.clauses.push(clause);
        match (open, first) {
            (1, Some(first)) => self.is_refuted |= !self.assume(first) || !self.propagate(),
            (0, _) => self.is_refuted = true,
            _ => {}
        }
    }

    /// Deletes a copy of a clause; returns false if there is none. What followed from it stays.
    pub(crate) fn delete(&mut self, clause: &[i32]) -> bool {
        let copy = self.by_literals.get_mut(&sorted(clause)).and_then(Vec::pop);
        if let Some(id) = copy {
            self.clauses[id].clear();
        }
        copy.is_some()
    }

    /// Whether unit propagation refutes the negation of a clause.
    pub(crate) fn implies(&mut self, clause: &[i32]) -> bool {
        if self.is_refuted {
            return true;
        }
        let before = self.trail.len();
        let refuted = !clause.iter().all(|&literal| self.assume(-literal)) || !self.propagate();
        for literal in self.trail.drain(before..) {
            self.is_true[index(literal)] = false;
        }
        self.done = before;
        refuted
    }

    /// Makes a literal true; returns false if it is false.
    fn assume(&mut self, literal: i32) -> bool {
        if self.is_true[index(-literal)] {
            return false;
        }
        if !self.is_true[index(literal)] {
            self.is_true[index(literal)] = true;
            self.trail.push(literal);
        }
        true
    }

    /// Returns false on a conflict.
    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            let mut watching = std::mem::take(&mut self.watches[index(-literal)]);
            let mut kept = 0;
            let mut holds = true;
            for at in 0..watching.len() {
                let id = watching[at];
                if self.clauses[id].is_empty() {
                    continue;
                }
                let moved = holds && self.move_watch(id, -literal);
                if !moved {
                    watching[kept] = id;
                    kept += 1;
                    let other = self.clauses[id][0];
                    let is_unit = self.clauses[id].len() == 1;
                    holds = holds && !(is_unit && other == -literal) && self.assume(other);
                }
            }
            watching.truncate(kept);
            self.watches[index(-literal)].append(&mut watching);
            if !holds {
                return false;
            }
        }
        true
    }

    /// Watches another literal instead of a false one, if there is one that is not false. The other
    /// watched literal comes first. A clause with a true watched literal stays as it is.
    fn move_watch(&mut self, id: usize, is_false: i32) -> bool {
        let clause = &mut self.clauses[id];
        if clause.len() < 2 {
            return false;
        }
        if clause[0] == is_false {
            clause.swap(0, 1);
        }
        if self.is_true[index(clause[0])] {
            return false;
        }
        let open = (2..clause.len()).find(|&at| !self.is_true[index(-clause[at])]);
        if let Some(at) = open {
            clause.swap(1, at);
            self.watches[index(clause[1])].push(id);
        }
        open.is_some()
    }
}
