//! Constraint puzzles: a puzzle states what must hold as plain data, and an engine finds out what
//! follows.
//!
//! Variables take values 0, 1, 2, ... from finite sets; constraints say which assignments are
//! right. A puzzle with the facet [`Constrained`](crate::Constrained) describes itself as a
//! [`Model`] and turns an assignment back into an answer.

mod holds;

/// A variable, by its place in the model.
pub type Variable = usize;

/// What a variable may be: numbers from 0.
pub type Value = u16;

/// An assignment: each variable's value.
pub type Assignment = Vec<Value>;

/// How many solutions there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Solutions {
    /// Proved to be none.
    None,
    /// Proved to be exactly one.
    One,
    /// At least two, which are known.
    Several,
    /// Not known yet: perhaps one was found, but not that it is the only one.
    Unknown,
}

impl Solutions {
    /// One word for it.
    pub fn word(self) -> &'static str {
        match self {
            Solutions::None => "none",
            Solutions::One => "one",
            Solutions::Several => "several",
            Solutions::Unknown => "unknown",
        }
    }
}

/// A set of values, 64 to a word.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Values {
    words: Vec<u64>,
}

impl Values {
    /// The values below a number.
    pub fn below(end: usize) -> Self {
        let mut words = vec![u64::MAX; end / 64];
        if !end.is_multiple_of(64) {
            words.push((1 << (end % 64)) - 1);
        }
        Values { words }
    }

    /// One value alone.
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

    /// Whether it holds a value.
    pub fn contains(&self, value: Value) -> bool {
        self.words.get(usize::from(value) / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// The words, the lowest values first.
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

/// `variable = value`, or its denial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The variable.
    pub variable: Variable,
    /// The value it has or has not.
    pub value: Value,
    /// Whether it has it.
    pub holds: bool,
}

impl Literal {
    /// The variable has the value.
    pub fn is(variable: Variable, value: Value) -> Self {
        Literal { variable, value, holds: true }
    }

    /// The variable has another value.
    pub fn is_not(variable: Variable, value: Value) -> Self {
        Literal { variable, value, holds: false }
    }

    /// Whether it is true under an assignment.
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

/// Which values of two variables go together: for each value of the one, those that the other may
/// have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// One set for each value, from 0.
    pub allowed: Vec<Values>,
}

/// Something that must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constraint {
    /// No two of these variables are equal. Where there are as many values as variables, each value
    /// is taken.
    Different(Vec<Variable>),
    /// The two variables' values go together by the relation of this index.
    Related(Variable, Variable, usize),
    /// At least one of these literals is true.
    Clause(Vec<Literal>),
    /// At least `low` and at most `high` of these literals are true.
    Count {
        /// The smallest number of true literals.
        low: usize,
        /// The largest number of true literals.
        high: usize,
        /// The literals that are counted.
        literals: Vec<Literal>,
    },
    /// The variables' values are one of these rows.
    Table {
        /// The variables, in the order of a row.
        variables: Vec<Variable>,
        /// The rows allowed, each with a value for every variable.
        rows: Vec<Vec<Value>>,
    },
    /// The values, each times its factor, make this total.
    Linear {
        /// A factor and its variable.
        terms: Vec<(i64, Variable)>,
        /// The total.
        total: i64,
    },
    /// No two of these variables are equal, and their values make this total.
    DistinctSum(Vec<Variable>, u64),
    /// The vertices whose literal is true hang together: each is reached from each other one along
    /// neighbours whose literals are true. No true literal at all is right too, unless there is a
    /// root.
    Connected {
        /// A literal for each vertex.
        literals: Vec<Literal>,
        /// For each vertex its neighbours, by their index in `literals`; neighbours of each other.
        neighbours: Vec<Vec<u16>>,
        /// A vertex whose literal must be true.
        root: Option<u16>,
    },
    /// The edges whose literal is true are the edges of one closed loop, which does not visit a
    /// vertex twice.
    Loop {
        /// A literal for each edge.
        edges: Vec<Literal>,
        /// For each edge the two vertices that it joins.
        ends: Vec<[u16; 2]>,
    },
    /// Each true head has a support that does not rest on itself: the true heads are those that
    /// can be derived, one after the other, along true supports.
    Founded {
        /// What has to be derived.
        heads: Vec<Literal>,
        /// What derives them.
        supports: Vec<Support>,
    },
    /// A path through a graph that visits each vertex once: each variable is a vertex and its value
    /// the vertex's place on the path, counted from 0; successive vertices are neighbours.
    Path {
        /// The vertices.
        vertices: Vec<Variable>,
        /// For each vertex its neighbours, by their index in `vertices`; neighbours of each other.
        neighbours: Vec<Vec<u16>>,
    },
}

impl Constraint {
    /// The variables that it speaks of; some may be named more than once.
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
}

/// A reason for a head of [`Constraint::Founded`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Support {
    /// The head that it derives, by its index.
    pub head: u16,
    /// The head that must have been derived before, if there is one.
    pub source: Option<u16>,
    /// The literal that must be true besides.
    pub literal: Literal,
}

/// Variables and what must hold of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Model {
    /// What each variable may be.
    pub domains: Vec<Values>,
    /// Number of leading variables that make up an answer; `None` for all of them. Assignments that
    /// differ in other variables only are the same solution.
    pub answers: Option<usize>,
    /// Relations that several constraints may share.
    pub relations: Vec<Relation>,
    /// What must hold.
    pub constraints: Vec<Constraint>,
}

impl Model {
    /// The number of variables that make up an answer.
    pub fn answer_len(&self) -> usize {
        self.answers.unwrap_or(self.domains.len())
    }

    /// Whether an assignment keeps every constraint; the plain reading, for tests and for checking
    /// what engines find.
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
