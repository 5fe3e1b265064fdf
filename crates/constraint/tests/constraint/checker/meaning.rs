//! Checks a formula against the model: every solution of the model, except one that is excluded on
//! purpose, must satisfy all clauses for some values of the helpers.
//!
//! The clauses are read in order, and what follows from them by unit propagation may be used for
//! later ones. A clause without helpers must follow from its constraint. Clauses with helpers are
//! checked together with those that share a helper: all values that the constraint allows the other
//! literals are enumerated, and for each some values of the helpers must satisfy the clauses. For
//! counts and sums, only the number or the sum so far matters, so that long ones are no problem.
//! Where there are too many values to enumerate, the clauses are trusted, and counted.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use quarry_core::{Constraint, Literal, Model, Value};

use super::rules::{Domains, is_impossible, sums, truth};
use super::{Derivation, Formula, Origin};

/// Literals that an enumeration may look at before the clauses are trusted.
const MOST_WORK: usize = 3_000_000;

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
            let variables = constraint.map(Constraint::variables).unwrap_or_default();
            let place = |&literal: &i32| {
                let says = self.meaning(literal)?;
                Some(variables.iter().position(|&variable| variable == says.variable))
            };
            let literals = group.iter().flat_map(|clause| clause.iter().map(|one| one.abs()));
            let literals: BTreeSet<i32> = literals.filter(|one| place(one).is_some()).collect();
            let mut literals: Vec<i32> = literals.into_iter().collect();
            // Helpers follow the order of the constraint.
            literals.sort_by_key(place);
            let mut patterns = Patterns { constraint, literals, done: HashSet::new(), work: 0 };
            let clauses: Clauses = group.iter().map(|clause| clause.to_vec()).collect();
            let clauses = assigned(&clauses, 1);
            if self.every_pattern_is_satisfied(&mut patterns, 0, clauses)? {
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

    /// Enumerates the truth values of the literals from `at` on that the constraint allows, with
    /// what is left of the clauses, or none if they are broken. Returns false if it takes too long.
    fn every_pattern_is_satisfied(
        &mut self,
        patterns: &mut Patterns<'_>,
        at: usize,
        clauses: Option<Clauses>,
    ) -> Result<bool, String> {
        patterns.work += 1 + clauses.iter().flatten().map(Vec::len).sum::<usize>();
        if patterns.work > MOST_WORK {
            return Ok(false);
        }
        let Some(&literal) = patterns.literals.get(at) else {
            let is_satisfied = clauses.is_some_and(|clauses| is_satisfiable(&clauses));
            if !is_satisfied && !self.is_impossible(patterns.constraint, true) {
                return Err(format!("clauses of {:?} exclude a solution", patterns.constraint));
            }
            return Ok(true);
        };
        let state = self.state(patterns, at).map(|state| (at, clauses.clone(), state));
        if state.as_ref().is_some_and(|state| patterns.done.contains(state)) {
            return Ok(true);
        }
        for literal in [literal, -literal] {
            let (variable, before) = self.restrict(literal).expect("it has a meaning");
            let is_over =
                self.domains[variable].is_empty() || self.is_impossible(patterns.constraint, false);
            let clauses = clauses.as_ref().filter(|_| !is_over);
            let clauses = clauses.and_then(|clauses| assigned(clauses, literal));
            let checked = is_over || self.every_pattern_is_satisfied(patterns, at + 1, clauses)?;
            self.domains[variable] = before;
            if !checked {
                return Ok(false);
            }
        }
        patterns.done.extend(state);
        Ok(true)
    }

    /// Returns all that the constraint knows of the literals before `at`, and the values left for
    /// the others, if that is little: many patterns then have the same future.
    fn state(&self, patterns: &Patterns<'_>, at: usize) -> Option<Vec<i64>> {
        let later: BTreeSet<usize> = patterns.literals[at..]
            .iter()
            .filter_map(|&literal| Some(self.meaning(literal)?.variable))
            .collect();
        let is_early = |variable: usize| !later.contains(&variable);
        let mut state = match patterns.constraint? {
            Constraint::Count { literals, .. } => {
                let early = literals.iter().filter(|literal| is_early(literal.variable));
                let truths: Vec<_> = early.map(|&one| truth(&self.domains, one)).collect();
                let count = |wanted| truths.iter().filter(|&&truth| truth == wanted).count();
                vec![count(Some(true)) as i64, count(None) as i64]
            }
            Constraint::Linear { terms, .. } => {
                let early: Vec<_> =
                    terms.iter().filter(|&&(_, variable)| is_early(variable)).copied().collect();
                sums(&early, &self.domains).into_iter().collect()
            }
            _ => return None,
        };
        for variable in later {
            state.push(i64::MIN);
            state.extend(self.domains[variable].iter().map(|&value| i64::from(value)));
        }
        Some(state)
    }
}

type Clauses = Vec<Vec<i32>>;

/// The truth values of the literals in clauses that share helpers.
struct Patterns<'a> {
    constraint: Option<&'a Constraint>,
    literals: Vec<i32>,
    /// States whose futures have all been checked.
    done: HashSet<(usize, Option<Clauses>, Vec<i64>)>,
    /// Number of literals looked at.
    work: usize,
}

/// Returns what is left of clauses if a literal is true, and what follows by unit propagation; none
/// if a clause is broken.
fn assigned(clauses: &[Vec<i32>], literal: i32) -> Option<Clauses> {
    let mut truths = HashSet::from([literal]);
    let mut clauses = clauses.to_vec();
    loop {
        let known = truths.len();
        let mut left = Vec::with_capacity(clauses.len());
        for mut clause in clauses {
            if clause.iter().any(|literal| truths.contains(literal)) {
                continue;
            }
            clause.retain(|literal| !truths.contains(&-literal));
            match *clause {
                [] => return None,
                [only] => _ = truths.insert(only),
                _ => left.push(clause),
            }
        }
        clauses = left;
        if truths.len() == known {
            return Some(clauses);
        }
    }
}

/// Whether some truth values satisfy clauses, by plain search.
fn is_satisfiable(clauses: &[Vec<i32>]) -> bool {
    let Some(&literal) = clauses.iter().flatten().next() else { return true };
    let satisfies =
        |literal: i32| assigned(clauses, literal).is_some_and(|left| is_satisfiable(&left));
    satisfies(literal) || satisfies(-literal)
}
