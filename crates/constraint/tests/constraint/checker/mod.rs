//! An independent checker of proofs: plain code that shares nothing with the learner but the model
//! and the file formats.
//!
//! `rup.rs` checks that each derived clause follows from those before it by unit propagation, down
//! to the empty clause. `meaning.rs` checks that no clause of the formula excludes a solution of
//! the model.

mod meaning;
mod rules;
mod rup;

use std::collections::BTreeMap;

use quarry_core::{Model, Value, Variable};

pub(crate) use self::meaning::Coverage;
pub(crate) use self::rup::Derivation;

/// Where a clause of the formula comes from, as its comment says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    Truth,
    Variable(usize),
    Constraint(usize, String),
    Lemma(usize, String),
    Solution,
}

/// A formula in DIMACS format, with its comments.
#[derive(Debug)]
pub(crate) struct Formula {
    /// Number of variables of the formula.
    pub(crate) variables: usize,
    /// The literals of the values of the model's variables.
    pub(crate) literals: BTreeMap<(Variable, Value), i32>,
    pub(crate) clauses: Vec<(Origin, Vec<i32>)>,
}

/// A line of a proof in DRAT format.
#[derive(Debug)]
pub(crate) enum Step {
    Add(Vec<i32>),
    Delete(Vec<i32>),
}

/// Checks a proof that a model has no solution, or none but this one. Returns how much of the
/// formula was checked against the model, or what is wrong.
pub(crate) fn check(
    model: &Model,
    cnf: &str,
    drat: &str,
    solution: Option<&[Value]>,
) -> Result<Coverage, String> {
    let formula = Formula::parse(cnf)?;
    let coverage = meaning::check(model, &formula, solution)?;
    check_derivation(&formula, drat)?;
    Ok(coverage)
}

/// Checks that a proof derives the empty clause from a formula.
pub(crate) fn check_derivation(formula: &Formula, drat: &str) -> Result<(), String> {
    let mut derivation = Derivation::new(formula.variables);
    for (_, clause) in &formula.clauses {
        derivation.add(clause);
    }
    for (line, step) in (1..).zip(parse_steps(drat, formula.variables)?) {
        match step {
            Step::Delete(clause) => {
                if !derivation.delete(&clause) {
                    return Err(format!("step {line} deletes an unknown clause {clause:?}"));
                }
            }
            Step::Add(clause) => {
                if !derivation.implies(&clause) {
                    return Err(format!("step {line} does not follow: {clause:?}"));
                }
                if clause.is_empty() {
                    return Ok(());
                }
                derivation.add(&clause);
            }
        }
    }
    Err("the proof does not end with the empty clause".to_owned())
}

impl Formula {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut formula = Formula { variables: 0, literals: BTreeMap::new(), clauses: Vec::new() };
        let mut announced = None;
        let mut origin = Origin::Truth;
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |word: &str| -> Result<usize, String> {
                word.parse().map_err(|_| format!("not a number in {line:?}"))
            };
            match *words {
                ["p", "cnf", variables, clauses] => {
                    formula.variables = number(variables)?;
                    announced = Some(number(clauses)?);
                }
                ["c", "variable", variable, ref values @ ..] if variable != "V" => {
                    for pair in values {
                        let (value, literal) = pair.split_once(':').ok_or("a value, a literal")?;
                        let literal: i32 = literal.parse().map_err(|_| "not a literal")?;
                        let key = (number(variable)?, number(value)? as Value);
                        formula.literals.insert(key, literal);
                    }
                }
                ["c", "values", "of", "variable", variable] => {
                    origin = Origin::Variable(number(variable)?);
                }
                ["c", "constraint", index, kind] => {
                    origin = Origin::Constraint(number(index)?, kind.to_owned());
                }
                ["c", "lemma", "of", "constraint", index, kind] => {
                    origin = Origin::Lemma(number(index)?, kind.to_owned());
                }
                ["c", "excludes", "the", "solution"] => origin = Origin::Solution,
                ["c", ..] => {}
                _ => {
                    let clause = parse_clause(&words, formula.variables)?;
                    formula.clauses.push((origin.clone(), clause));
                }
            }
        }
        if announced != Some(formula.clauses.len()) {
            return Err(format!("{announced:?} clauses are announced: {}", formula.clauses.len()));
        }
        Ok(formula)
    }
}

fn parse_steps(text: &str, variables: usize) -> Result<Vec<Step>, String> {
    let step = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        Ok(match *words {
            ["d", ref clause @ ..] => Step::Delete(parse_clause(clause, variables)?),
            _ => Step::Add(parse_clause(&words, variables)?),
        })
    };
    text.lines().map(step).collect()
}

fn parse_clause(words: &[&str], variables: usize) -> Result<Vec<i32>, String> {
    let [literals @ .., "0"] = words else {
        return Err(format!("a clause must end with 0: {words:?}"));
    };
    let literal = |word: &&str| match word.parse::<i32>() {
        Ok(literal) if (1..=variables).contains(&(literal.unsigned_abs() as usize)) => Ok(literal),
        _ => Err(format!("expected a literal of the formula, found {word}")),
    };
    literals.iter().map(literal).collect()
}
