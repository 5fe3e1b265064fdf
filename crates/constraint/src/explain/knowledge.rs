//! What is known about the variables.

use std::collections::HashMap;

use quarry_core::{Value, Values, Variable};

use super::Explanation;

/// The known facts about the variables, and which rules were already asked about them.
#[derive(Debug, Clone)]
pub struct Knowledge {
    pub(super) may_be: Vec<Values>,
    /// For each variable, the values that it has in known solutions of all rules. These solutions
    /// agree with what is known.
    pub(super) possible: Vec<Values>,
    /// Whether a solution was looked for since a fact ruled out the last ones.
    pub(super) has_asked_for_solution: bool,
    /// Steps of one rule that were found but not taken yet.
    pub(super) pending: Vec<Explanation>,
    /// Number of facts learned so far.
    pub(super) clock: u64,
    /// For each rule, when one of its variables last lost a value (`changed_at`) and when the rule
    /// was last asked (`asked_at`), as values of `clock`.
    pub(super) changed_at: Vec<u64>,
    pub(super) asked_at: Vec<u64>,
    /// For each pair of rules, when it was last asked.
    pub(super) pairs_asked_at: HashMap<(usize, usize), u64>,
}

impl Knowledge {
    /// Notes the values of a solution of all rules that agrees with what is known.
    pub(super) fn note_solution(&mut self, solution: &[Value]) {
        for (possible, &value) in self.possible.iter_mut().zip(solution) {
            possible.insert(value);
        }
    }

    /// The values that a variable has in known solutions of all rules.
    pub(super) fn possible(&self, variable: Variable) -> &Values {
        &self.possible[variable]
    }

    /// The values a variable may still have.
    pub fn may_be(&self, variable: Variable) -> &Values {
        &self.may_be[variable]
    }
}
