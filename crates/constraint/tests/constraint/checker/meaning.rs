//! Checks a formula against the model: every solution of the model, except one that is excluded on
//! purpose, must satisfy all clauses for some values of the helpers.
//!
//! The clauses are read in order, and what follows from them by unit propagation may be used for
//! later ones. A clause without helpers must follow from its constraint. Clauses with helpers are
//! checked together with those that share a helper: all values that the constraint allows the other
//! literals are enumerated, and for each some values of the helpers must satisfy the clauses. Where
//! there are too many values to enumerate, the clauses are trusted, and counted.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use quarry_core::{Constraint, Literal, Model, Value};

use super::rules::{Domains, is_impossible};
use super::{Derivation, Formula, Origin};

/// Nodes of an enumeration after which clauses are trusted.
const MOST_NODES: usize = 20_000;

/// How many clauses were checked against the model, and how many have to be trusted.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Coverage {
    pub(crate) checked: usize,
    pub(crate) trusted: usize,
    pub(crate) lemmas: usize,
}

/// Checks a formula that has no model but perhaps this solution.
pub(crate) fn check(
    model: &Model,
    formula: &Formula,
    solution: Option<&[Value]>,
) -> Result<Coverage, String> {
    if solution.is_some_and(|solution| !model.holds(solution)) {
        return Err("the solution breaks a constraint".to_owned());
    }
    let mut check = Check {
        model,
        meaning: meaning(model, formula)?,
        domains: model.domains.iter().map(|domain| domain.iter().collect()).collect(),
        coverage: Coverage::default(),
    };
    let mut helpers_of: HashMap<i32, &Origin> = HashMap::new();
    let mut facts = Derivation::new(formula.variables);
    let mut known = 0;
    for run in formula.clauses.chunk_by(|one, other| one.0 == other.0) {
        let origin = &run[0].0;
        let clauses: Vec<&[i32]> = run.iter().map(|(_, clause)| clause.as_slice()).collect();
        for helper in clauses.iter().flat_map(|clause| check.helpers(clause)) {
            if helpers_of.entry(helper).or_insert(origin) != &origin {
                return Err(format!("helper {helper} of {origin:?} is used elsewhere"));
            }
        }
        match origin {
            Origin::Truth if clauses != [[1]] => return Err("literal 1 is true".to_owned()),
            Origin::Truth => {}
            Origin::Variable(_) => check.run(None, &clauses)?,
            Origin::Constraint(index, kind) => {
                check.run(Some(constraint(model, *index, kind)?), &clauses)?;
            }
            Origin::Lemma(index, kind) => {
                let constraint = constraint(model, *index, kind)?;
                if clauses.iter().any(|clause| !check.helpers(clause).is_empty()) {
                    return Err(format!("a lemma of {origin:?} has a helper"));
                }
                check.run(Some(constraint), &clauses)?;
                check.coverage.lemmas += clauses.len();
            }
            Origin::Solution => {
                let solution = solution.ok_or("a solution is excluded that nobody has seen")?;
                for clause in &clauses {
                    excludes_only(model, formula, clause, solution)?;
                }
            }
        }
        clauses.iter().for_each(|clause| facts.add(clause));
        for &fact in &facts.facts()[known..] {
            check.restrict(fact);
        }
        known = facts.facts().len();
    }
    Ok(check.coverage)
}

/// Returns the constraint that a comment names.
fn constraint<'m>(model: &'m Model, index: usize, kind: &str) -> Result<&'m Constraint, String> {
    let constraint = model.constraints.get(index).ok_or(format!("no constraint {index}"))?;
    // Debug output begins with the name of the variant.
    let named = format!("{constraint:?}");
    let is_same =
        named.strip_prefix(kind).is_some_and(|rest| !rest.starts_with(char::is_alphabetic));
    is_same.then_some(constraint).ok_or(format!("constraint {index} is no {kind}"))
}

/// Returns what each variable of the formula says about the model; helpers say nothing.
fn meaning(model: &Model, formula: &Formula) -> Result<Vec<Option<Literal>>, String> {
    let mut meaning: Vec<Option<Literal>> = vec![None; formula.variables + 1];
    let mut count = 0;
    for (variable, domain) in model.domains.iter().enumerate() {
        let values: Vec<Value> = domain.iter().collect();
        count += values.len();
        let literal = |value: &Value| {
            let literal = formula.literals.get(&(variable, *value)).copied();
            literal.ok_or(format!("no literal for variable {variable}, value {value}"))
        };
        let literals: Vec<i32> = values.iter().map(literal).collect::<Result<_, _>>()?;
        match *literals {
            [only] if only != 1 => return Err(format!("variable {variable} has one value")),
            [_] | [] => continue,
            [one, other] if one != -other => {
                return Err(format!("variable {variable} has two values"));
            }
            _ => {}
        }
        for (&value, &literal) in values.iter().zip(&literals).filter(|&(_, &literal)| literal > 0)
        {
            let place = meaning.get_mut(literal as usize).ok_or("an unknown literal")?;
            if literal == 1 || place.replace(Literal::is(variable, value)).is_some() {
                return Err(format!("literal {literal} has two meanings"));
            }
        }
        let positive = literals.iter().filter(|&&literal| literal > 0).count();
        if positive != if literals.len() == 2 { 1 } else { literals.len() } {
            return Err(format!("variable {variable} has a negative literal"));
        }
    }
    if count != formula.literals.len() {
        return Err("the formula has values that the model has not".to_owned());
    }
    Ok(meaning)
}

/// Checks that only this solution breaks a clause.
fn excludes_only(
    model: &Model,
    formula: &Formula,
    clause: &[i32],
    solution: &[Value],
) -> Result<(), String> {
    let answers = model.answer_len();
    // No loop contains another, so its edges tell it from all others.
    let is_loop = model.constraints.iter().any(|constraint| match constraint {
        Constraint::Loop { edges, .. } => {
            edges.len() == answers
                && (0..answers).all(|edge| {
                    edges[edge] == Literal::is(edge, 1)
                        && model.domains[edge].iter().all(|value| value < 2)
                })
        }
        _ => false,
    });
    for (variable, &value) in solution.iter().enumerate().take(answers) {
        let literal = formula.literals[&(variable, value)];
        if literal != 1 && !(is_loop && value == 0) && !clause.contains(&-literal) {
            return Err(format!("the exclusion says nothing of variable {variable}"));
        }
    }
    Ok(())
}

struct Check<'m> {
    model: &'m Model,
    /// For each variable of the formula, what it says.
    meaning: Vec<Option<Literal>>,
    /// The values that the facts so far leave.
    domains: Domains,
    coverage: Coverage,
}

impl Check<'_> {
    /// Returns what a literal says; none for helpers.
    fn meaning(&self, literal: i32) -> Option<Literal> {
        let says = self.meaning[literal.unsigned_abs() as usize]?;
        Some(if literal > 0 { says } else { !says })
    }

    /// Returns the helpers in a clause.
    fn helpers(&self, clause: &[i32]) -> Vec<i32> {
        let variables = clause.iter().map(|literal| literal.abs());
        variables.filter(|&one| one != 1 && self.meaning(one).is_none()).collect()
    }

    /// Restricts the values to those for which a literal is true. Returns the values before.
    fn restrict(&mut self, literal: i32) -> Option<(usize, Vec<Value>)> {
        let says = self.meaning(literal)?;
        let before = self.domains[says.variable].clone();
        self.domains[says.variable].retain(|&value| (value == says.value) == says.holds);
        Some((says.variable, before))
    }

    /// Whether no solution of the constraint has the remaining values.
    fn is_impossible(&self, constraint: Option<&Constraint>, thorough: bool) -> bool {
        constraint.is_some_and(|constraint| {
            is_impossible(self.model, constraint, &self.domains, thorough)
        })
    }

    /// Checks the clauses of a constraint, or those that give a variable one value.
    fn run(&mut self, constraint: Option<&Constraint>, clauses: &[&[i32]]) -> Result<(), String> {
        let mut groups: BTreeMap<i32, Vec<&[i32]>> = BTreeMap::new();
        let group_of = self.groups(clauses);
        for &clause in clauses {
            match self.helpers(clause).first() {
                None => self.follows(constraint, clause)?,
                Some(helper) => groups.entry(group_of[helper]).or_default().push(clause),
            }
        }
        for group in groups.into_values() {
            let literals = group.iter().flat_map(|clause| clause.iter().map(|one| one.abs()));
            let literals: BTreeSet<i32> =
                literals.filter(|&one| self.meaning(one).is_some()).collect();
            let mut patterns = Patterns {
                constraint,
                literals: literals.into_iter().collect(),
                clauses: &group,
                truths: HashMap::from([(1, true)]),
                nodes: 0,
            };
            if self.every_pattern_is_satisfied(&mut patterns, 0)? {
                self.coverage.checked += group.len();
            } else {
                self.coverage.trusted += group.len();
            }
        }
        Ok(())
    }

    /// Checks that a clause without helpers follows from a constraint and the facts.
    fn follows(&mut self, constraint: Option<&Constraint>, clause: &[i32]) -> Result<(), String> {
        let before: Vec<_> = clause.iter().filter_map(|&literal| self.restrict(-literal)).collect();
        let is_empty = clause.contains(&1) || self.domains.iter().any(Vec::is_empty);
        let follows = is_empty || self.is_impossible(constraint, true);
        for (variable, domain) in before.into_iter().rev() {
            self.domains[variable] = domain;
        }
        self.coverage.checked += 1;
        if follows {
            Ok(())
        } else {
            Err(format!("{clause:?} does not follow from {constraint:?}"))
        }
    }

    /// Returns for each helper the lowest one that it is joined to by clauses.
    fn groups(&self, clauses: &[&[i32]]) -> BTreeMap<i32, i32> {
        let mut group: BTreeMap<i32, i32> = BTreeMap::new();
        fn find(group: &BTreeMap<i32, i32>, mut at: i32) -> i32 {
            while group[&at] != at {
                at = group[&at];
            }
            at
        }
        for clause in clauses {
            let helpers = self.helpers(clause);
            for &helper in &helpers {
                group.entry(helper).or_insert(helper);
                let (one, other) = (find(&group, helpers[0]), find(&group, helper));
                group.insert(one.max(other), one.min(other));
            }
        }
        group.keys().map(|&helper| (helper, find(&group, helper))).collect()
    }

    /// Enumerates the truth values of the literals from `at` on that the constraint allows. Returns
    /// false if there are too many.
    fn every_pattern_is_satisfied(
        &mut self,
        patterns: &mut Patterns<'_>,
        at: usize,
    ) -> Result<bool, String> {
        patterns.nodes += 1;
        if patterns.nodes > MOST_NODES {
            return Ok(false);
        }
        let Some(&literal) = patterns.literals.get(at) else {
            let satisfied = is_satisfiable(patterns.clauses, &mut patterns.truths.clone());
            if !satisfied && !self.is_impossible(patterns.constraint, true) {
                let (truths, constraint) = (&patterns.truths, patterns.constraint);
                return Err(format!("clauses of {constraint:?} exclude {truths:?}"));
            }
            return Ok(true);
        };
        for truth in [true, false] {
            let before = self.restrict(if truth { literal } else { -literal });
            let (variable, before) = before.expect("it has a meaning");
            patterns.truths.insert(literal, truth);
            let is_over =
                self.domains[variable].is_empty() || self.is_impossible(patterns.constraint, false);
            let checked = is_over || self.every_pattern_is_satisfied(patterns, at + 1)?;
            self.domains[variable] = before;
            patterns.truths.remove(&literal);
            if !checked {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Clauses that share helpers, and the truth values of their other literals.
struct Patterns<'a> {
    constraint: Option<&'a Constraint>,
    literals: Vec<i32>,
    clauses: &'a [&'a [i32]],
    truths: HashMap<i32, bool>,
    nodes: usize,
}

/// Whether some values of the other variables satisfy the clauses, by plain search.
fn is_satisfiable(clauses: &[&[i32]], truths: &mut HashMap<i32, bool>) -> bool {
    let value = |truths: &HashMap<i32, bool>, literal: i32| {
        truths.get(&literal.abs()).map(|&truth| truth == (literal > 0))
    };
    loop {
        let mut forced = None;
        let mut open = None;
        for clause in clauses {
            if clause.iter().any(|&literal| value(truths, literal) == Some(true)) {
                continue;
            }
            let mut free = clause.iter().filter(|&&literal| value(truths, literal).is_none());
            match (free.next(), free.next()) {
                (None, _) => return false,
                (Some(&only), None) => forced = Some(only),
                (Some(&one), Some(_)) => open = Some(one),
            }
        }
        match (forced, open) {
            (Some(literal), _) => {
                truths.insert(literal.abs(), literal > 0);
            }
            (None, None) => return true,
            (None, Some(literal)) => {
                return [true, false].into_iter().any(|truth| {
                    let mut tried = truths.clone();
                    tried.insert(literal.abs(), (literal > 0) == truth);
                    is_satisfiable(clauses, &mut tried)
                });
            }
        }
    }
}
