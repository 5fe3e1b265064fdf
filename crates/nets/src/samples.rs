//! What nets learn from: what was seen and what was chosen.

/// Cases of one kind, in the order in which they came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Samples {
    /// How many numbers show a case.
    pub inputs: usize,
    /// How many choices there are.
    pub choices: usize,
    /// What was seen, case by case.
    pub seen: Vec<i8>,
    /// What was chosen in each case, from 0.
    pub chosen: Vec<u8>,
}

impl Samples {
    /// No case yet.
    pub fn none(inputs: usize, choices: usize) -> Self {
        Samples { inputs, choices, seen: Vec::new(), chosen: Vec::new() }
    }

    /// How many cases there are.
    pub fn len(&self) -> usize {
        self.chosen.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.chosen.is_empty()
    }

    /// What was seen in a case.
    pub fn case(&self, index: usize) -> &[i8] {
        &self.seen[index * self.inputs..][..self.inputs]
    }
}
