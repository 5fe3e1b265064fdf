//! Training data of nets: inputs and choices.

/// Cases of one kind, in the order in which they were recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Samples {
    /// Number of inputs of a case.
    pub inputs: usize,
    /// Number of possible choices.
    pub choices: usize,
    /// Inputs, case by case.
    pub seen: Vec<i8>,
    /// Choice made in each case, from 0.
    pub chosen: Vec<u8>,
}

impl Samples {
    /// Creates an empty set of cases.
    pub fn none(inputs: usize, choices: usize) -> Self {
        Samples { inputs, choices, seen: Vec::new(), chosen: Vec::new() }
    }

    /// Returns the number of cases.
    pub fn len(&self) -> usize {
        self.chosen.len()
    }

    /// Returns whether there are no cases.
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    /// Returns the inputs of a case.
    pub fn case(&self, index: usize) -> &[i8] {
        &self.seen[index * self.inputs..][..self.inputs]
    }
}
