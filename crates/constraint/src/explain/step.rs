//! What the explainer returns: a step, or why there is none.

use quarry_core::Literal;

/// A step: what follows, and from which rules and facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Indices of the rules, in rising order.
    pub rules: Vec<usize>,
    /// The known facts that the step needs.
    pub facts: Vec<Literal>,
    /// What follows: each literal is a value that a variable cannot have.
    pub excluded: Vec<Literal>,
    /// Whether no step with fewer rules exists; if false, it is only known that no rule can be left
    /// out.
    pub is_smallest: bool,
}

/// Why there is no step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoStep {
    /// Nothing follows, or only by arguments that are too long to find.
    Stuck,
    /// The known facts contradict the rules.
    Contradiction,
    /// The meter said stop.
    Stopped,
}
