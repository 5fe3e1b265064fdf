//! Hidato as constraints: each cell is a variable whose value is its number minus one, and the
//! numbers form a path that visits each cell once. Linked cells differ by one.

use quarry_core::{Constrained, Constraint, Entry, Literal, Model, Relation, Value, Values};

use super::{Filling, Hidato, Number};

impl Constrained for Hidato {
    fn model(&self) -> Model {
        let cells = self.board().len();
        let all = Values::below(cells);
        let domain = |given: &Option<Number>| match *given {
            Some(number) if (1..=cells).contains(&usize::from(number)) => Values::only(number - 1),
            Some(_) => Values::default(),
            None => all.clone(),
        };
        let path = Constraint::Path {
            vertices: (0..cells).collect(),
            neighbours: self.board().graph().to_vec(),
        };
        let links = self
            .links()
            .iter()
            .map(|&(one, other)| Constraint::Related(one.into(), other.into(), 0));
        Model {
            domains: self.givens().iter().map(domain).collect(),
            answers: None,
            relations: if self.links().is_empty() { Vec::new() } else { vec![one_apart(cells)] },
            constraints: [path].into_iter().chain(links).collect(),
        }
    }

    fn decode(&self, assignment: &[Value]) -> Filling {
        assignment.iter().map(|&value| Some(value + 1)).collect()
    }

    fn literal(&self, entry: Entry) -> Literal {
        Literal::is(entry.cell, (entry.value - 1) as Value)
    }
}

fn one_apart(values: usize) -> Relation {
    let partners = |value: usize| [value.checked_sub(1), Some(value + 1)].into_iter().flatten();
    let set = |value| {
        partners(value)
            .filter(|&partner| partner < values)
            .map(|partner| partner as Value)
            .collect()
    };
    Relation { allowed: (0..values).map(set).collect() }
}
