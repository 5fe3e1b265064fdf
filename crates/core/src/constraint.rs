//! Constraint models: a puzzle states its rules as plain data, and an engine finds out what
//! follows.
//!
//! Variables take values 0, 1, 2, ... from finite sets; constraints restrict the assignments. A
//! puzzle with the facet [`Constrained`](crate::Constrained) describes itself as a [`Model`] and
//! converts an assignment back to an answer.

mod holds;

/// A variable: its index in the model.
pub type Variable = usize;

/// A value of a variable, counted from 0.
pub type Value = u16;

/// The value of each variable.
pub type Assignment = Vec<Value>;

/// The number of solutions, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Solutions {
    /// There is provably no solution.
    None,
    /// There is provably exactly one solution.
    One,
    /// At least two solutions were found.
    Several,
    /// Not decided yet: one solution may have been found, but without proof that it is the only
    /// one.
    Unknown,
}

impl Solutions {
    /// The answer in one word.
    pub fn word(self) -> &'static str {
        match self {
            Solutions::None => "none",
            Solutions::One => "one",
            Solutions::Several => "several",
            Solutions::Unknown => "unknown",
        }
    }
}

/// A set of values, stored as 64 bits per word.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Values {
    words: Vec<u64>,
}

impl Values {
    /// All values below a number.
    pub fn below(end: usize) -> Self {
        let mut words = vec![u64::MAX; end / 64];
        if !end.is_multiple_of(64) {
            words.push((1 << (end % 64)) - 1);
        }
        Values { words }
    }

    /// The set of one value.
    pub fn only(value: Value) -> Self {
        [value].into_iter().collect()
    }

    /// Adds a value.
    pub fn insert(&mut self, value: Value) {
        let word = usize::from(value) / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
    }

    /// Whether the set contains a value.
    pub fn contains(&self, value: Value) -> bool {
        self.words.get(usize::from(value) / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// The bits of the set as words, the lowest values first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The values in rising order.
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        self.words.iter().zip(0..).flat_map(|(&word, index): (_, Value)| {
            let bits = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            bits.take_while(|&rest| rest != 0)
                .map(move |rest| index * 64 + rest.trailing_zeros() as Value)
        })
    }
}

impl FromIterator<Value> for Values {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut set = Values::default();
        values.into_iter().for_each(|value| set.insert(value));
        set
    }
}

/// `variable = value`, or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// Variable that the literal is about.
    pub variable: Variable,
    /// Value that the variable has or does not have.
    pub value: Value,
    /// True for `variable = value`, false for the negation.
    pub holds: bool,
}

impl Literal {
    /// The literal `variable = value`.
    pub fn is(variable: Variable, value: Value) -> Self {
        Literal { variable, value, holds: true }
    }

    /// The literal `variable ≠ value`.
    pub fn is_not(variable: Variable, value: Value) -> Self {
        Literal { variable, value, holds: false }
    }

    /// Whether the literal is true under an assignment.
    pub fn is_true(self, assignment: &[Value]) -> bool {
        (assignment[self.variable] == self.value) == self.holds
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal { holds: !self.holds, ..self }
    }
}

/// A relation between two variables: for each value of the first, the values that the second may
/// have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// One set for each value of the first variable, from 0.
    pub allowed: Vec<Values>,
}

/// A condition on the assignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constraint {
    /// No two of these variables are equal. If there are only as many values as variables, each
    /// value occurs.
    Different(Vec<Variable>),
    /// The values of the two variables satisfy the relation with this index.
    Related(Variable, Variable, usize),
    /// At least one of these literals is true.
    Clause(Vec<Literal>),
    /// At least `low` and at most `high` of these literals are true.
    Count {
        /// Smallest number of true literals.
        low: usize,
        /// Largest number of true literals.
        high: usize,
        /// Literals that are counted.
        literals: Vec<Literal>,
    },
    /// The values of the variables form one of these rows.
    Table {
        /// Variables, in the order of a row.
        variables: Vec<Variable>,
        /// Allowed rows, each with a value for every variable.
        rows: Vec<Vec<Value>>,
    },
    /// The sum of factors times values equals the total.
    Linear {
        /// Pairs of a factor and its variable.
        terms: Vec<(i64, Variable)>,
        /// Required sum.
        total: i64,
    },
    /// No two of these variables are equal, and their sum is this total.
    DistinctSum(Vec<Variable>, u64),
    /// The vertices whose literals are true form a connected set: each can be reached from every
    /// other one along neighbours whose literals are true. Without a root, the set may be empty.
    Connected {
        /// One literal for each vertex.
        literals: Vec<Literal>,
        /// For each vertex, its neighbours by index in `literals`; must be symmetric.
        neighbours: Vec<Vec<u16>>,
        /// Vertex whose literal must be true.
        root: Option<u16>,
    },
    /// The edges whose literals are true form one closed loop, which visits no vertex twice.
    Loop {
        /// One literal for each edge.
        edges: Vec<Literal>,
        /// For each edge, the two vertices that it joins.
        ends: Vec<[u16; 2]>,
    },
    /// Each true head has a support that does not depend on the head itself: the true heads can be
    /// derived, one after the other, along true supports.
    Founded {
        /// Literals that have to be derived.
        heads: Vec<Literal>,
        /// Possible derivations of the heads.
        supports: Vec<Support>,
    },
    /// A path through a graph that visits each vertex once: each variable is a vertex and its value
    /// is the position of the vertex on the path, counted from 0; consecutive vertices are
    /// neighbours.
    Path {
        /// Variables of the vertices.
        vertices: Vec<Variable>,
        /// For each vertex, its neighbours by index in `vertices`; must be symmetric.
        neighbours: Vec<Vec<u16>>,
    },
}

impl Constraint {
    /// The variables that the constraint mentions; some may be listed more than once.
    pub fn variables(&self) -> Vec<Variable> {
        let of = |literals: &[Literal]| literals.iter().map(|one| one.variable).collect();
        match self {
            Constraint::Different(variables)
            | Constraint::DistinctSum(variables, _)
            | Constraint::Table { variables, .. }
            | Constraint::Path { vertices: variables, .. } => variables.clone(),
            Constraint::Related(one, other, _) => vec![*one, *other],
            Constraint::Linear { terms, .. } => terms.iter().map(|term| term.1).collect(),
            Constraint::Clause(literals)
            | Constraint::Count { literals, .. }
            | Constraint::Connected { literals, .. }
            | Constraint::Loop { edges: literals, .. } => of(literals),
            Constraint::Founded { heads, supports } => {
                let literals = supports.iter().map(|support| support.literal);
                of(&heads.iter().copied().chain(literals).collect::<Vec<_>>())
            }
        }
    }

    /// Gives each variable another number.
    pub fn rename(&mut self, mut name: impl FnMut(Variable) -> Variable) {
        let mut each = |variable: &mut Variable| *variable = name(*variable);
        match self {
            Constraint::Different(variables)
            | Constraint::DistinctSum(variables, _)
            | Constraint::Table { variables, .. }
            | Constraint::Path { vertices: variables, .. } => variables.iter_mut().for_each(each),
            Constraint::Related(one, other, _) => [one, other].into_iter().for_each(each),
            Constraint::Linear { terms, .. } => terms.iter_mut().for_each(|term| each(&mut term.1)),
            Constraint::Clause(literals)
            | Constraint::Count { literals, .. }
            | Constraint::Connected { literals, .. }
            | Constraint::Loop { edges: literals, .. } => {
                literals.iter_mut().for_each(|literal| each(&mut literal.variable));
            }
            Constraint::Founded { heads, supports } => {
                heads.iter_mut().for_each(|head| each(&mut head.variable));
                supports.iter_mut().for_each(|support| each(&mut support.literal.variable));
            }
        }
    }
}

/// A possible derivation of a head in [`Constraint::Founded`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Support {
    /// Index of the head that it derives.
    pub head: u16,
    /// Index of the head that must be derived first, if any.
    pub source: Option<u16>,
    /// Literal that must be true as well.
    pub literal: Literal,
}

/// Variables and the constraints on them.
///
/// ```
/// use quarry_core::{Constraint, Literal, Model, Values};
///
/// // Two different numbers from 0 to 2, the first of which is not 0.
/// let model = Model {
///     domains: vec![Values::below(3); 2],
///     constraints: vec![
///         Constraint::Different(vec![0, 1]),
///         Constraint::Clause(vec![Literal::is_not(0, 0)]),
///     ],
///     ..Model::default()
/// };
/// assert!(model.holds(&[1, 0]));
/// assert!(!model.holds(&[0, 1]) && !model.holds(&[2, 2]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Model {
    /// Possible values of each variable.
    pub domains: Vec<Values>,
    /// Number of leading variables that make up an answer; `None` for all of them. Assignments that
    /// differ only in other variables are the same solution.
    pub answers: Option<usize>,
    /// Relations that several constraints may share.
    pub relations: Vec<Relation>,
    /// All constraints, which must hold together.
    pub constraints: Vec<Constraint>,
}

impl Model {
    /// Number of variables that make up an answer.
    pub fn answer_len(&self) -> usize {
        self.answers.unwrap_or(self.domains.len())
    }

    /// Whether an assignment satisfies every constraint. This is the reference implementation, for
    /// tests and for checking the results of engines.
    pub fn holds(&self, assignment: &[Value]) -> bool {
        assignment.len() == self.domains.len()
            && self.domains.iter().zip(assignment).all(|(domain, &value)| domain.contains(value))
            && self.constraints.iter().all(|constraint| self.keeps(constraint, assignment))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_is_put_into_them() {
        let set: Values = [3, 64, 200, 3].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 200]);
        assert!(set.contains(64) && !set.contains(65) && !set.contains(10_000));
        assert_eq!(Values::below(130).iter().collect::<Vec<_>>(), (0..130).collect::<Vec<_>>());
        assert_eq!(Values::below(128).words(), [u64::MAX, u64::MAX]);
        assert_eq!(Values::only(7).iter().collect::<Vec<_>>(), [7]);
    }

    #[test]
    fn an_assignment_keeps_every_constraint_or_is_wrong() {
        let literal = |variable, value| Literal { variable, value, holds: true };
        let successor =
            Relation { allowed: vec![Values::only(1), Values::only(2), Values::default()] };
        let model = |constraint| Model {
            domains: vec![Values::below(3); 3],
            relations: vec![successor.clone()],
            constraints: vec![constraint],
            answers: None,
        };
        let line = vec![vec![1], vec![0, 2], vec![1]];
        let ones = || (0..3).map(|variable| literal(variable, 1)).collect::<Vec<_>>();
        let triangle = vec![[0, 1], [1, 2], [2, 0]];
        let support =
            |head, source, variable| Support { head, source, literal: literal(variable, 1) };
        for (constraint, right, wrong) in [
            (Constraint::Different(vec![0, 1, 2]), [1, 0, 2], [1, 0, 1]),
            (Constraint::Related(0, 1, 0), [1, 2, 0], [2, 2, 0]),
            (Constraint::Clause(vec![literal(0, 1), literal(1, 1)]), [0, 1, 0], [0, 0, 0]),
            (Constraint::Count { low: 1, high: 2, literals: ones() }, [0, 1, 0], [1, 1, 1]),
            (Constraint::Count { low: 1, high: 2, literals: ones() }, [1, 0, 1], [0, 2, 0]),
            (
                Constraint::Table { variables: vec![2, 0], rows: vec![vec![0, 1], vec![2, 2]] },
                [1, 1, 0],
                [2, 1, 0],
            ),
            (Constraint::Linear { terms: vec![(2, 0), (-1, 2)], total: 3 }, [2, 0, 1], [2, 0, 2]),
            (Constraint::DistinctSum(vec![0, 1], 2), [2, 0, 0], [1, 1, 0]),
            (
                Constraint::Connected { literals: ones(), neighbours: line.clone(), root: None },
                [1, 1, 0],
                [1, 0, 1],
            ),
            (
                Constraint::Connected { literals: ones(), neighbours: line.clone(), root: Some(2) },
                [0, 1, 1],
                [1, 1, 0],
            ),
            (Constraint::Loop { edges: ones(), ends: triangle }, [1, 1, 1], [1, 1, 0]),
            (
                Constraint::Founded {
                    heads: vec![literal(0, 1), literal(1, 1)],
                    supports: vec![
                        support(0, Some(1), 1),
                        support(1, Some(0), 0),
                        support(1, None, 2),
                    ],
                },
                [1, 1, 1],
                [1, 1, 0],
            ),
            (Constraint::Path { vertices: vec![0, 1, 2], neighbours: line }, [2, 1, 0], [0, 2, 1]),
        ] {
            let model = model(constraint);
            assert!(model.holds(&right) && !model.holds(&wrong), "{model:?}");
            assert!(!model.holds(&right[..2]));
        }
        assert!(!model(Constraint::Clause(Vec::new())).holds(&[0, 0, 0]));
    }
}
