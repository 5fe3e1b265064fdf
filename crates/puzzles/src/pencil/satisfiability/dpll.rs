//! Backtracking with unit propagation: M. Davis, G. Logemann, D. Loveland, "A machine program for
//! theorem-proving", 1962.
//!
//! The variable that occurs most often in the shortest open clauses is tried first, with the value
//! that satisfies more of them. A clause with one open literal decides it. Nothing is learned from
//! failures, and there is no rule of pure literals. A node is a value that was tried. Complete:
//! without an answer it is a proof. A node costs as much as reading the formula.

use quarry_core::{Card, Inside, Meter, NoSettings, Refused, Value};
use quarry_pencil::EntryValues;

use super::{Satisfiability, variable};
use crate::stepwise::{StepEnd, StepSearch};

/// A value that was tried, and whether its opposite has failed before.
struct Decision {
    literal: i32,
    trail: usize,
    is_second: bool,
}

/// The textbook's backtracking.
pub(super) struct Dpll {
    formula: Satisfiability,
    /// For each literal, the clauses that hold it.
    holders: Vec<Vec<u32>>,
    /// For each clause, how many of its literals are true and how many are open.
    counts: Vec<(u32, u32)>,
    unsatisfied: usize,
    values: Vec<Option<Value>>,
    trail: Vec<i32>,
    decisions: Vec<Decision>,
    has_failed: bool,
    deepest: usize,
}

/// The index of a literal in a list of all of them.
pub(super) fn slot(literal: i32) -> usize {
    2 * variable(literal) + usize::from(literal < 0)
}

/// For each literal, the clauses that hold it.
pub(super) fn holders(formula: &Satisfiability) -> Vec<Vec<u32>> {
    let mut holders = vec![Vec::new(); 2 * formula.variables];
    for (clause, index) in formula.clauses.iter().zip(0..) {
        clause.iter().for_each(|&literal| holders[slot(literal)].push(index));
    }
    holders
}

impl Dpll {
    fn is_open(&self, literal: i32) -> bool {
        self.values[variable(literal)].is_none()
    }

    /// Makes literals true, and those that follow; returns whether no clause is violated.
    fn assign(&mut self, mut waiting: Vec<i32>) -> bool {
        let mut goes_well = true;
        while let Some(literal) = waiting.pop().filter(|_| goes_well) {
            if let Some(value) = self.values[variable(literal)] {
                goes_well = value == Value::from(literal > 0);
                continue;
            }
            self.values[variable(literal)] = Some(Value::from(literal > 0));
            self.trail.push(literal);
            for &clause in &self.holders[slot(literal)] {
                let (satisfied, open) = &mut self.counts[clause as usize];
                self.unsatisfied -= usize::from(*satisfied == 0);
                *satisfied += 1;
                *open -= 1;
            }
            for &clause in &self.holders[slot(-literal)] {
                let (satisfied, open) = &mut self.counts[clause as usize];
                *open -= 1;
                match (*satisfied, *open) {
                    (0, 0) => goes_well = false,
                    (0, 1) => {
                        let literals = &self.formula.clauses[clause as usize];
                        let last =
                            literals.iter().find(|&&one| self.values[variable(one)].is_none());
                        waiting.extend(last);
                    }
                    _ => {}
                }
            }
        }
        goes_well
    }

    /// Opens all literals but the first ones of the trail.
    fn undo(&mut self, kept: usize) {
        for literal in self.trail.drain(kept..).rev() {
            self.values[variable(literal)] = None;
            for &clause in &self.holders[slot(literal)] {
                let (satisfied, open) = &mut self.counts[clause as usize];
                *satisfied -= 1;
                *open += 1;
                self.unsatisfied += usize::from(*satisfied == 0);
            }
            for &clause in &self.holders[slot(-literal)] {
                self.counts[clause as usize].1 += 1;
            }
        }
    }

    /// The literal to try next: most frequent, with its negation, in the shortest open clauses.
    fn choice(&self) -> i32 {
        let open = || {
            let counts = self.counts.iter().zip(&self.formula.clauses);
            counts.filter(|(count, _)| count.0 == 0).map(|(count, clause)| (count.1, clause))
        };
        let shortest = open().map(|(length, _)| length).min().unwrap_or(0);
        let mut often = vec![0u64; self.holders.len()];
        for (_, clause) in open().filter(|(length, _)| *length == shortest) {
            for &literal in clause.iter().filter(|&&literal| self.is_open(literal)) {
                often[slot(literal)] += 1;
            }
        }
        // Both values should lead far: the product counts, then the sum.
        let worth = |variable: &usize| {
            let (yes, no) = (often[2 * variable], often[2 * variable + 1]);
            (yes * no, yes + no)
        };
        let free = (0..self.values.len()).filter(|&one| self.values[one].is_none());
        let best = free.rev().max_by_key(worth).expect("an open clause has an open literal");
        let number = best as i32 + 1;
        if often[2 * best] >= often[2 * best + 1] { number } else { -number }
    }

    /// The truth values; a variable that nothing depends on is false.
    fn filling(&self) -> EntryValues {
        self.values.iter().map(|value| Some(value.unwrap_or(0))).collect()
    }
}

impl StepSearch for Dpll {
    type Puzzle = Satisfiability;
    type Settings = NoSettings;
    const CARD: Card = Card {
        name: "dpll",
        summary: "Tries truth values one variable after the other and follows clauses with one \
            open literal.",
        complete: "yes",
        optimal: "any goal will do",
        time: "O(2^n)",
        memory: "O(n)",
        ..Card::PLAIN
    };
    const TURN: u64 = 1_000;

    fn begin(formula: &Satisfiability, _: &NoSettings, _: u64) -> Self {
        let mut tree = Dpll {
            formula: formula.clone(),
            holders: holders(formula),
            counts: formula.clauses.iter().map(|clause| (0, clause.len() as u32)).collect(),
            unsatisfied: formula.clauses.len(),
            values: vec![None; formula.variables],
            trail: Vec::new(),
            decisions: Vec::new(),
            has_failed: false,
            deepest: 0,
        };
        let units = formula.clauses.iter().filter(|clause| clause.len() == 1);
        tree.has_failed = !tree.assign(units.map(|clause| clause[0]).collect());
        tree
    }

    /// Tries one value, or takes one back.
    fn step(&mut self, meter: &mut Meter) -> Result<StepEnd, Refused> {
        if self.has_failed {
            let Some(&Decision { literal, trail, is_second }) = self.decisions.last() else {
                return Ok(StepEnd::Refuted("Every choice of truth values violates a clause."));
            };
            if !is_second {
                meter.spend_visit()?;
            }
            self.decisions.pop();
            self.undo(trail);
            if !is_second {
                self.decisions.push(Decision { literal: -literal, trail, is_second: true });
                self.has_failed = !self.assign(vec![-literal]);
            }
            return Ok(StepEnd::Working);
        }
        if self.unsatisfied == 0 {
            return Ok(StepEnd::Found(self.filling()));
        }
        meter.spend_visit()?;
        let literal = self.choice();
        self.decisions.push(Decision { literal, trail: self.trail.len(), is_second: false });
        self.deepest = self.deepest.max(self.decisions.len());
        self.has_failed = !self.assign(vec![literal]);
        Ok(StepEnd::Working)
    }

    fn inside(&self) -> Inside {
        Inside::of([
            ("values tried", self.decisions.len() as f64),
            (
                "values that follow",
                (self.trail.len() - self.decisions.len().min(self.trail.len())) as f64,
            ),
            ("deepest", self.deepest as f64),
        ])
    }
}
