//! Local search by flips: B. Selman, H. Kautz, B. Cohen, "Noise strategies for improving local
//! search", 1994.
//!
//! It begins with random truth values. A step takes a violated clause at random and flips one of
//! its variables: one whose flip violates no other clause, if there is one; otherwise, with the
//! given chance, any, and else the one that violates fewest. After so many flips it begins again.
//! A node is a flip. It never proves anything, and needs memory for the formula alone.

use quarry_core::{Card, Inside, Meter, Refused, Rng, Value, settings};

use super::dpll::{holders, slot};
use super::{Satisfiability, variable, wanted};
use crate::stepwise::{StepEnd, StepSearch};

settings! {
    /// Settings of the walk.
    pub struct WalkSatSettings {
        /// Chance of a flip at random where every flip violates a clause.
        pub noise: f64 = 0.5, 0.0..=1.0;
        /// Flips for each variable after which it begins again.
        pub flips: u64 = 1_000, 1..=1_000_000_000;
    }
}

/// Local search by flips.
pub(super) struct WalkSat {
    formula: Satisfiability,
    holders: Vec<Vec<u32>>,
    noise: f64,
    most: u64,
    rng: Rng,
    values: Vec<Value>,
    /// For each clause, how many of its literals are true.
    satisfied: Vec<u32>,
    /// The violated clauses, and where each clause is among them.
    violated: Vec<u32>,
    places: Vec<usize>,
    /// Flips since the last beginning.
    flips: u64,
    fewest: usize,
}

impl WalkSat {
    /// Draws new truth values.
    fn begin_again(&mut self) {
        let WalkSat { rng, values, .. } = self;
        values.iter_mut().for_each(|value| *value = rng.below(2) as Value);
        let is_true = |literal: &&i32| self.values[variable(**literal)] == wanted(**literal);
        let clauses = self.formula.clauses.iter();
        self.satisfied =
            clauses.map(|clause| clause.iter().filter(is_true).count() as u32).collect();
        self.violated.clear();
        self.places = vec![usize::MAX; self.satisfied.len()];
        for clause in 0..self.satisfied.len() {
            if self.satisfied[clause] == 0 {
                self.places[clause] = self.violated.len();
                self.violated.push(clause as u32);
            }
        }
        self.flips = 0;
    }

    /// How many clauses would be violated if the variable of a false literal were flipped.
    fn broken(&self, literal: i32) -> usize {
        let holders = self.holders[slot(-literal)].iter();
        holders.filter(|&&clause| self.satisfied[clause as usize] == 1).count()
    }

    /// The literal of a violated clause that is made true.
    fn choice(&mut self) -> i32 {
        let clause = self.violated[self.rng.below(self.violated.len())];
        let clause = &self.formula.clauses[clause as usize];
        let costs: Vec<usize> = clause.iter().map(|&literal| self.broken(literal)).collect();
        let least = costs.iter().copied().min().unwrap_or(0);
        if least > 0 && self.rng.unit() < self.noise {
            return clause[self.rng.below(clause.len())];
        }
        let best: Vec<i32> = clause
            .iter()
            .zip(&costs)
            .filter(|(_, cost)| **cost == least)
            .map(|one| *one.0)
            .collect();
        best[self.rng.below(best.len())]
    }

    fn flip(&mut self, literal: i32) {
        self.values[variable(literal)] = wanted(literal);
        for &clause in &self.holders[slot(literal)] {
            let index = clause as usize;
            self.satisfied[index] += 1;
            if self.satisfied[index] == 1 {
                let place = self.places[index];
                self.violated.swap_remove(place);
                if let Some(&moved) = self.violated.get(place) {
                    self.places[moved as usize] = place;
                }
            }
        }
        for &clause in &self.holders[slot(-literal)] {
            let index = clause as usize;
            self.satisfied[index] -= 1;
            if self.satisfied[index] == 0 {
                self.places[index] = self.violated.len();
                self.violated.push(clause);
            }
        }
    }
}

impl StepSearch for WalkSat {
    type Puzzle = Satisfiability;
    type Settings = WalkSatSettings;
    const CARD: Card = Card {
        name: "walksat",
        summary: "Flips a variable of a violated clause, again and again.",
        complete: "no",
        optimal: "any goal will do",
        time: "O(n) flips",
        memory: "O(1)",
        ..Card::PLAIN
    };
    const TURN: u64 = 50_000;
    const AGAIN: Option<&'static str> = Some("walksat again");

    fn begin(formula: &Satisfiability, settings: &WalkSatSettings, seed: u64) -> Self {
        let mut walk = WalkSat {
            formula: formula.clone(),
            holders: holders(formula),
            noise: settings.noise,
            most: settings.flips.saturating_mul(formula.variables as u64),
            rng: Rng::new(seed),
            values: vec![0; formula.variables],
            satisfied: Vec::new(),
            violated: Vec::new(),
            places: Vec::new(),
            flips: 0,
            fewest: formula.clauses.len(),
        };
        walk.begin_again();
        walk
    }

    fn step(&mut self, meter: &mut Meter) -> Result<StepEnd, Refused> {
        if self.violated.is_empty() {
            return Ok(StepEnd::Found(self.values.iter().copied().map(Some).collect()));
        }
        meter.spend_visit()?;
        if self.flips == self.most {
            self.begin_again();
            return Ok(StepEnd::Working);
        }
        let literal = self.choice();
        self.flip(literal);
        self.flips += 1;
        self.fewest = self.fewest.min(self.violated.len());
        Ok(StepEnd::Working)
    }

    fn inside(&self) -> Inside {
        Inside::of([
            ("violated clauses", self.violated.len() as f64),
            ("fewest so far", self.fewest as f64),
            ("flips", self.flips as f64),
        ])
    }
}
