//! Clauses over pairing variables: what follows from decisions, and what a contradiction teaches.
//!
//! The usual clause learning (J. Marques-Silva and K. Sakallah, 1999): two literals of each clause
//! are watched, a contradiction is resolved up to the first unique implication point, and the
//! decision that it blames is undone. Choices, of which exactly one variable is true, need no
//! clauses. Every clause knows the groups that it follows from.

use super::pairings::{GroupSet, PairingVariable, Pairings};

/// A variable that is true (even) or false (odd).
pub(super) type PairingLiteral = u32;

pub(super) fn positive(variable: PairingVariable) -> PairingLiteral {
    u32::from(variable) << 1
}

fn variable_of(literal: PairingLiteral) -> usize {
    (literal >> 1) as usize
}

/// Literals of which one must hold, and the groups that this follows from.
#[derive(Debug, Clone)]
pub(super) struct PairingClause {
    pub(super) literals: Vec<PairingLiteral>,
    pub(super) groups: GroupSet,
}

/// Why a literal holds.
#[derive(Debug, Clone, Copy)]
enum Reason {
    Decided,
    /// Another variable of a choice is true.
    Other(PairingVariable),
    /// It is the last one left of a choice.
    Last(u16),
    Clause(u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Truth {
    Open,
    True,
    False,
}

/// Number of learned clauses beyond which the less useful half is forgotten.
const MOST_LEARNED: usize = 20_000;

/// How much of its weight a variable keeps from one contradiction to the next.
const DECAY: f64 = 0.95;

/// An assignment of variables, the clauses that it must meet, and its history.
#[derive(Debug, Clone)]
pub(super) struct PairingClauses {
    truth: Vec<Truth>,
    level: Vec<u32>,
    reason: Vec<Reason>,
    /// Groups that a literal of level 0 follows from.
    root_groups: Vec<GroupSet>,
    trail: Vec<PairingLiteral>,
    /// Length of the trail at each decision.
    decisions: Vec<usize>,
    propagated: usize,
    learned: Vec<PairingClause>,
    watches: Vec<Vec<u32>>,
    weight: Vec<f64>,
    increase: f64,
    seen: Vec<bool>,
}

impl PairingClauses {
    pub(super) fn new(variables: usize) -> Self {
        PairingClauses {
            truth: vec![Truth::Open; variables],
            level: vec![0; variables],
            reason: vec![Reason::Decided; variables],
            root_groups: vec![0; variables],
            trail: Vec::new(),
            decisions: Vec::new(),
            propagated: 0,
            learned: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            weight: vec![0.0; variables],
            increase: 1.0,
            seen: vec![false; variables],
        }
    }

    #[inline]
    pub(super) fn truth(&self, variable: PairingVariable) -> Truth {
        self.truth[usize::from(variable)]
    }

    pub(super) fn weight(&self, variable: PairingVariable) -> f64 {
        self.weight[usize::from(variable)]
    }

    /// Number of decisions in force.
    pub(super) fn depth(&self) -> usize {
        self.decisions.len()
    }

    /// Bytes that the clauses take.
    pub(super) fn bytes(&self) -> usize {
        // A clause of twenty literals with its watches.
        self.learned.len() * 160
    }

    fn holds(&self, literal: PairingLiteral) -> bool {
        let wanted = if literal & 1 == 0 { Truth::True } else { Truth::False };
        self.truth[variable_of(literal)] == wanted
    }

    fn is_open(&self, literal: PairingLiteral) -> bool {
        self.truth[variable_of(literal)] == Truth::Open
    }

    /// Decides a variable.
    pub(super) fn decide(&mut self, literal: PairingLiteral, pairings: &Pairings) {
        self.decisions.push(self.trail.len());
        self.assign(literal, Reason::Decided, pairings);
    }

    fn assign(&mut self, literal: PairingLiteral, reason: Reason, pairings: &Pairings) {
        let variable = variable_of(literal);
        self.truth[variable] = if literal & 1 == 0 { Truth::True } else { Truth::False };
        self.level[variable] = self.decisions.len() as u32;
        self.reason[variable] = reason;
        self.trail.push(literal);
        if self.decisions.is_empty() {
            self.root_groups[variable] = match reason {
                Reason::Decided => self.root_groups[variable],
                _ => {
                    let clause = self.clause_of(literal, reason, pairings);
                    self.groups_of_root(&clause)
                }
            };
        }
    }

    /// Groups behind a clause all of whose other literals are false at level 0.
    fn groups_of_root(&self, clause: &PairingClause) -> GroupSet {
        let behind = clause.literals.iter().map(|&literal| self.root_groups[variable_of(literal)]);
        behind.fold(clause.groups, |all, groups| all | groups)
    }

    /// Undoes all decisions from this depth on.
    pub(super) fn back_to(&mut self, depth: usize) {
        let Some(&length) = self.decisions.get(depth) else { return };
        for literal in self.trail.drain(length..) {
            self.truth[variable_of(literal)] = Truth::Open;
        }
        self.decisions.truncate(depth);
        self.propagated = self.propagated.min(length);
    }

    /// Draws all conclusions; returns a clause that is contradicted, if there is one.
    pub(super) fn propagate(&mut self, pairings: &Pairings) -> Option<PairingClause> {
        if self.trail.is_empty() && self.propagated == 0 {
            // A choice of one variable needs no reason but itself.
            for (number, choice) in pairings.choices.iter().enumerate() {
                if let [only] = choice[..]
                    && self.truth(only) == Truth::Open
                {
                    self.assign(positive(only), Reason::Last(number as u16), pairings);
                }
            }
        }
        while self.propagated < self.trail.len() {
            let literal = self.trail[self.propagated];
            self.propagated += 1;
            let clause = if literal & 1 == 0 {
                self.exclude_others(literal, pairings)
            } else {
                self.look_for_last(literal, pairings)
            };
            if let Some(clause) = clause.or_else(|| self.visit_watches(literal ^ 1, pairings)) {
                return Some(clause);
            }
        }
        None
    }

    /// The other variables of a true one's choices are false.
    fn exclude_others(
        &mut self,
        literal: PairingLiteral,
        pairings: &Pairings,
    ) -> Option<PairingClause> {
        let variable = variable_of(literal) as PairingVariable;
        for &choice in &pairings.choices_of[usize::from(variable)] {
            for &other in &pairings.choices[usize::from(choice)] {
                match self.truth(other) {
                    Truth::Open => {
                        self.assign(positive(other) ^ 1, Reason::Other(variable), pairings);
                    }
                    Truth::True if other != variable => {
                        return Some(self.clause_of(
                            positive(other) ^ 1,
                            Reason::Other(variable),
                            pairings,
                        ));
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// If all variables of a choice but one are false, that one is true.
    fn look_for_last(
        &mut self,
        literal: PairingLiteral,
        pairings: &Pairings,
    ) -> Option<PairingClause> {
        for &choice in &pairings.choices_of[variable_of(literal)] {
            let of = &pairings.choices[usize::from(choice)];
            if of.iter().any(|&variable| self.truth(variable) == Truth::True) {
                continue;
            }
            let mut open = of.iter().filter(|&&variable| self.truth(variable) == Truth::Open);
            match (open.next(), open.next()) {
                (None, _) => return Some(self.clause_of(0, Reason::Last(choice), pairings)),
                (Some(&last), None) => {
                    self.assign(positive(last), Reason::Last(choice), pairings);
                }
                _ => {}
            }
        }
        None
    }

    /// Looks at the clauses that watch a literal which has become false.
    fn visit_watches(
        &mut self,
        is_false: PairingLiteral,
        pairings: &Pairings,
    ) -> Option<PairingClause> {
        let mut watching = std::mem::take(&mut self.watches[is_false as usize]);
        let mut kept = 0;
        let mut contradicted = None;
        for at in 0..watching.len() {
            let number = watching[at];
            let mut literals = std::mem::take(&mut self.learned[number as usize].literals);
            if literals[0] == is_false {
                literals.swap(0, 1);
            }
            let first = literals[0];
            let is_false_too = |literal| !self.holds(literal) && !self.is_open(literal);
            let moved = if self.holds(first) {
                None
            } else {
                (2..literals.len()).find(|&other| !is_false_too(literals[other]))
            };
            if let Some(other) = moved {
                literals.swap(1, other);
                self.watches[literals[1] as usize].push(number);
            } else {
                watching[kept] = number;
                kept += 1;
            }
            self.learned[number as usize].literals = literals;
            if moved.is_some() || self.holds(first) {
                continue;
            }
            if self.is_open(first) {
                self.assign(first, Reason::Clause(number), pairings);
            } else {
                watching.copy_within(at + 1.., kept);
                kept += watching.len() - at - 1;
                contradicted = Some(self.learned[number as usize].clone());
                break;
            }
        }
        watching.truncate(kept);
        self.watches[is_false as usize] = watching;
        contradicted
    }

    /// The clause by which a literal follows.
    fn clause_of(
        &self,
        literal: PairingLiteral,
        reason: Reason,
        pairings: &Pairings,
    ) -> PairingClause {
        let group = |variable: PairingVariable| 1 << pairings.group_of_variable(variable);
        match reason {
            Reason::Decided => unreachable!("a decision has no reason"),
            Reason::Other(variable) => PairingClause {
                literals: vec![literal, positive(variable) ^ 1],
                groups: group(variable),
            },
            Reason::Last(choice) => {
                let of = &pairings.choices[usize::from(choice)];
                PairingClause {
                    literals: of.iter().map(|&variable| positive(variable)).collect(),
                    groups: group(of[0]),
                }
            }
            Reason::Clause(number) => self.learned[number as usize].clone(),
        }
    }

    /// Learns from a contradicted clause, undoes the decisions that it blames, and draws the
    /// conclusion. If no decision is to blame, returns the groups that contradict each other.
    pub(super) fn learn(&mut self, clause: PairingClause, pairings: &Pairings) -> Option<GroupSet> {
        let depth = self.deepest(&clause);
        if depth == 0 {
            return Some(self.groups_of_root(&clause));
        }
        self.back_to(depth);
        let (learned, back) = self.resolved(clause, depth, pairings);
        self.back_to(back);
        let asserted = learned.literals[0];
        if learned.literals.len() == 1 {
            self.root_groups[variable_of(asserted)] = learned.groups;
            self.assign(asserted, Reason::Decided, pairings);
        } else {
            let number = self.learned.len() as u32;
            learned.literals[..2].iter().for_each(|&it| self.watches[it as usize].push(number));
            self.learned.push(learned);
            self.assign(asserted, Reason::Clause(number), pairings);
        }
        self.increase /= DECAY;
        if self.increase > 1e100 {
            self.weight.iter_mut().for_each(|weight| *weight *= 1e-100);
            self.increase *= 1e-100;
        }
        None
    }

    fn deepest(&self, clause: &PairingClause) -> usize {
        let levels = clause.literals.iter().map(|&literal| self.level[variable_of(literal)]);
        levels.max().unwrap_or(0) as usize
    }

    /// Resolves a clause until one literal of the deepest level is left, which comes first; the
    /// literal of the next level comes second. Returns that level too.
    fn resolved(
        &mut self,
        clause: PairingClause,
        depth: usize,
        pairings: &Pairings,
    ) -> (PairingClause, usize) {
        let mut learned = PairingClause { literals: vec![0], groups: 0 };
        let (mut clause, mut at, mut here) = (clause, self.trail.len(), 0);
        let mut implied = None;
        loop {
            learned.groups |= clause.groups;
            for &literal in &clause.literals {
                let variable = variable_of(literal);
                if Some(literal) == implied || self.seen[variable] {
                    continue;
                }
                if self.level[variable] == 0 {
                    learned.groups |= self.root_groups[variable];
                    continue;
                }
                self.seen[variable] = true;
                self.weight[variable] += self.increase;
                if self.level[variable] as usize == depth {
                    here += 1;
                } else {
                    learned.literals.push(literal);
                }
            }
            let next = loop {
                at -= 1;
                if self.seen[variable_of(self.trail[at])] {
                    break self.trail[at];
                }
            };
            self.seen[variable_of(next)] = false;
            here -= 1;
            if here == 0 {
                learned.literals[0] = next ^ 1;
                break;
            }
            implied = Some(next);
            clause = self.clause_of(next, self.reason[variable_of(next)], pairings);
        }
        let mut back = 0;
        for at in 1..learned.literals.len() {
            let variable = variable_of(learned.literals[at]);
            self.seen[variable] = false;
            if self.level[variable] as usize > back {
                back = self.level[variable] as usize;
                learned.literals.swap(1, at);
            }
        }
        (learned, back)
    }

    /// Undoes all decisions, and forgets long clauses if there are too many.
    pub(super) fn restart(&mut self) {
        self.back_to(0);
        if self.learned.len() <= MOST_LEARNED {
            return;
        }
        let mut lengths: Vec<usize> =
            self.learned.iter().map(|clause| clause.literals.len()).collect();
        lengths.sort_unstable();
        let longest = lengths[lengths.len() / 2].max(2);
        self.learned.retain(|clause| clause.literals.len() < longest);
        self.watches.iter_mut().for_each(Vec::clear);
        // At level 0 reasons are not asked for again. Whatever a clause implies is drawn again.
        for (number, clause) in self.learned.iter_mut().enumerate() {
            let truth = &self.truth;
            let is_false = |literal: &PairingLiteral| {
                let wanted = if literal & 1 == 0 { Truth::False } else { Truth::True };
                truth[variable_of(*literal)] == wanted
            };
            clause.literals.sort_by_key(is_false);
            for &literal in &clause.literals[..2] {
                self.watches[literal as usize].push(number as u32);
            }
        }
    }
}
